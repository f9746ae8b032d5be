/** What is not seen, or moves what is. */
export const HIDDEN =
  /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/gu;

/** JSON in which everything is seen; YAML reads it too. */
export const seenJson = (value: unknown): string =>
  JSON.stringify(value).replace(HIDDEN, (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, "0")}`);
