import { sha256Hex } from "../dice/index.ts";

/** JSON that a terminal shows as it stands: escapes, and what hides or reorders text, are written `\\u202e`. */
export const jsonText = (data: unknown): string =>
  `${JSON.stringify(data, undefined, 1).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  )}\n`;

/**
 * The digest of what a file says, its language left out: whoever edits a number finds that it does not fit. Told of the
 * data, so that a tool that lays the text out anew does no harm.
 */
export const sumOf = (data: object): string =>
  sha256Hex(
    JSON.stringify({ ...data, sum: undefined }, (key, value: unknown) => (key === "labels" ? undefined : value)),
  ).slice(0, 16);

/** Data as JSON, that digest last. */
export function sealedJson(data: object): string {
  const { sum: _, ...rest } = data as { readonly sum?: unknown };
  return jsonText({ ...rest, sum: sumOf(rest) });
}
