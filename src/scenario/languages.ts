/** The languages that a scenario may ask its reports to be in (`labels:`), and give its texts in. */
export const LANGUAGES = ["en", "fr"] as const;
/** A language by its tag: English, or one that has a catalogue (`languages/`). */
export type LanguageTag = string;

/** A text of a scenario: one for all languages, or one for each. */
export type ScenarioText = string | Readonly<Record<(typeof LANGUAGES)[number], string>>;

/**
 * A text in a language.
 *
 * @example
 * textIn({ en: "in cover", fr: "à couvert" }, "fr"); // "à couvert"
 */
export const textIn = (text: ScenarioText, tag: LanguageTag): string =>
  typeof text === "string" ? text : (text[tag as "en"] ?? text.en);

/** The English of a label, which rulesets know a thing by; undefined where it has none. */
export const labelOf = ({ label }: { readonly label?: unknown }): string | undefined =>
  label === undefined || label === null ? undefined : textIn(label as ScenarioText, "en");

/** Labels that are given in several languages, wherever they stand, by the English one. */
export const labelsWithin = (data: unknown): [english: string, label: ScenarioText][] =>
  typeof data !== "object" || data === null
    ? []
    : Object.entries(data).flatMap(([key, value]) =>
        key === "label" && typeof value?.en === "string" ? [[value.en, value]] : labelsWithin(value),
      );

/** Data whose labels are of one language. */
export const labelledIn = <D>(data: D, tag: LanguageTag): D =>
  typeof data !== "object" || data === null || Array.isArray(data)
    ? ((Array.isArray(data) ? data.map((item) => labelledIn(item, tag)) : data) as D)
    : (Object.fromEntries(
        Object.entries(data).map(([key, value]) => [
          key,
          key === "label" && typeof value?.en === "string" ? textIn(value, tag) : labelledIn(value, tag),
        ]),
      ) as D);

/** What a scenario calls its parts, by the names that it gives them. */
export interface Titles {
  readonly experiments: Readonly<Record<string, ScenarioText>>;
  readonly sets: Readonly<Record<string, ScenarioText>>;
  /** What an experiment is to answer; experiments of one question are answered together. */
  readonly questions: Readonly<Record<string, ScenarioText>>;
  /** Labels of weapons; left out of results that are older than them. */
  readonly weapons?: Readonly<Record<string, ScenarioText>>;
  /** Labels that are given in several languages, by the English one; left out where there are none. */
  readonly labels?: Readonly<Record<string, ScenarioText>>;
  /** The side that a set changes, where it changes one of two; left out where there are none. */
  readonly owners?: Readonly<Record<string, "attacker" | "defender">>;
}

/** What numbers of a situation are measured in, by ruleset. */
export const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "alpha-omega": { distance: "paces", visible: "%" },
  metropolis: { distance: "″" },
  "wh40k-10e": { distance: "″" },
};

/** Whether a field is a share in per cent. */
export const isShare = (field: string, ruleset: string): boolean => UNITS[ruleset]?.[field] === "%";
