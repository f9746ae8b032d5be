/** The languages that reports are written in: `labels:` of a scenario, `--lang` on the command line. */
export const LANGUAGES = ["en", "fr"] as const;
export type LanguageTag = (typeof LANGUAGES)[number];
