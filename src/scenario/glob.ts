/**
 * Each name that a choice or a pattern stands for, letters of either case alike: `a|b`, `*gun`.
 * @param none what is thrown for a part that stands for nothing
 */
export const namesIn = (text: string, known: readonly string[], none: (part: string) => Error): string[] =>
  text.split("|").flatMap((part) => {
    const isMeant = globOf(part.trim().toLowerCase());
    const found = known.filter((name) => isMeant(name.toLowerCase()));
    if (found.length === 0) throw none(part.trim());
    return found;
  });

/** Every way of taking one of each list, in order. */
export const waysThrough = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((all, list) => all.flatMap((way) => list.map((one) => [...way, one])), [[]]);

/** Every combination of some modifier sets; that of none is the base. */
export const combinationsOf = (sets: readonly string[]): string[][] =>
  Array.from({ length: 2 ** sets.length }, (_, mask) =>
    mask === 0 ? ["base"] : sets.filter((_, i) => (mask >> i) & 1),
  );

/**
 * A pattern in which `*` stands for any text, also none; every other character for itself. No other wildcard and no
 * regular expression: the pieces between the stars are looked for from left to right, never twice, so that no pattern
 * can take more than the time of a few passes over the text.
 *
 * @example globOf("volley~*~base")("volley~rangers~marines~base") // true
 */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  const pieces = rest.filter((piece) => piece !== "");
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of pieces) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
      if (at > end) return false;
    }
    return true;
  };
}
