/** What a ruleset writes for those who look something up. */

/** What the reference of the format shows of each entry. */
export interface Examples {
  /** By kind, an experiment of it as YAML, of units of the catalogue: small enough to be exact at once. */
  readonly kinds: Readonly<Record<string, string>>;
  /** By kind, lines of the file above it: a unit that the catalogue has not. */
  readonly around?: Readonly<Record<string, readonly string[]>>;
  /** By kind that has a winner: who that is. */
  readonly winners?: Readonly<Record<string, Readonly<Record<"en" | "fr", string>>>>;
  /**
   * By field, or by its place where one name means several things (`experiments.repair.situation.points`,
   * `modifierSets.rules`, `rules.cover`, `scenario.units` of the file itself),
   * a value as YAML. What takes one of a few values, or true or false, needs none: its last one is shown.
   */
  readonly fields: Readonly<Record<string, string>>;
}

/** What `crible explain` says in another language than English. */
export interface RulesetTexts {
  /** By rule id, its words in RULES.md. */
  readonly rules: Readonly<Record<string, string>>;
  /** By option: what the rule text leaves open, then its readings in their order. */
  readonly options: Readonly<Record<string, readonly [question: string, ...readings: string[]]>>;
  /** By field, or by its path where one name means several things: what it means. */
  readonly fields: Readonly<Record<string, string>>;
}
