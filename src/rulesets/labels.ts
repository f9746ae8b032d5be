/** The words of a ruleset in another language: what its identifiers and its English sentences are called there. */
export type Words = Readonly<Record<string, string>>;

export interface Labels {
  readonly kinds: Words;
  readonly metrics: Words;
  /** Values of metrics; `metric=value` where a word depends on what is measured. */
  readonly values: Words;
  /** Names of options, then what their values are called. */
  readonly options: Words;
  readonly optionValues: Words;
  /** Sentences that the ruleset says (headlines, statements, notes), by their English. */
  readonly sayings: Words;
  /** Sentences with something in them: the English as a pattern, and the other language with `$1`, `$2` … for its groups. */
  readonly patterns: readonly (readonly [RegExp, string])[];
}
