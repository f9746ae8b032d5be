/** What the columns of a table are called: as their fields, or in the words of the ruleset's players. */

/** By field, what its column may be called besides: `{ ballisticSkill: ["CT", "capacité de tir"] }`. */
export type Headers = Readonly<Record<string, readonly string[]>>;

/** Without what people write one time so and the next time otherwise: accents, capitals, hyphens, blanks. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The field that a header means, by its dotted path; a header that is none of these words stays as it is.
 * `Portée 12` and `portée.12` are `range.12` where `portée` is `range`.
 */
export function fieldNamer(headers: Headers): (header: string) => string {
  const known = new Map(
    Object.entries(headers).flatMap(([field, words]) => words.map((word) => [folded(word), field])),
  );
  return (header) => {
    const whole = known.get(folded(header));
    if (whole !== undefined) return whole;
    const [, word = "", rest = ""] = /^(.+?)(?:\s+(?=\d)|\.)(.+)$/u.exec(header) ?? [];
    const field = rest === "" ? undefined : known.get(folded(word));
    return field === undefined ? header : `${field}.${rest}`;
  };
}
