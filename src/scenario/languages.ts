/** The languages that reports are written in: `labels:` of a scenario, `--lang` on the command line. */
export const LANGUAGES = ["en", "fr"] as const;
export type LanguageTag = (typeof LANGUAGES)[number];

/** A text of a scenario: one for all languages, or one for each. */
export type ScenarioText = string | Readonly<Record<LanguageTag, string>>;

/**
 * A text in a language.
 *
 * @example
 * textIn({ en: "in cover", fr: "à couvert" }, "fr"); // "à couvert"
 */
export const textIn = (text: ScenarioText, tag: LanguageTag): string => (typeof text === "string" ? text : text[tag]);

/** What a scenario calls its parts, by the names that it gives them. */
export interface Titles {
  readonly experiments: Readonly<Record<string, ScenarioText>>;
  readonly sets: Readonly<Record<string, ScenarioText>>;
  /** What an experiment is to answer; experiments of one question are answered together. */
  readonly questions: Readonly<Record<string, ScenarioText>>;
  /** Labels of weapons; left out of results that are older than them. */
  readonly weapons?: Readonly<Record<string, ScenarioText>>;
}
