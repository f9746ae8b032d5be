/** JSON that a terminal shows as it stands: escapes, and what hides or reorders text, are written `\\u202e`. */
export const jsonText = (data: unknown): string =>
  `${JSON.stringify(data, undefined, 1).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  )}\n`;
