/** What `crible explain` says of a ruleset in French. Prose alone, loaded when it is asked for. */

export interface FrenchTexts {
  /** By rule id, its words in RULES.md. */
  readonly rules: Readonly<Record<string, string>>;
  /** By option: what the rule text leaves open, then its readings in their order. */
  readonly options: Readonly<Record<string, readonly [question: string, ...readings: string[]]>>;
  /** By field, or by its path where one name means several things: what it means. */
  readonly fields: Readonly<Record<string, string>>;
}

const TEXTS: Readonly<Record<string, () => Promise<{ readonly TEXTS: FrenchTexts }>>> = {
  "alpha-omega": () => import("./alpha-omega/texts.ts"),
  metropolis: () => import("./metropolis/texts.ts"),
  "wh40k-10e": () => import("./wh40k-10e/texts.ts"),
};

/** Undefined for a ruleset that brings none. */
export const frenchTextsOf = async (ruleset: string): Promise<FrenchTexts | undefined> =>
  Object.hasOwn(TEXTS, ruleset) ? (await TEXTS[ruleset]!()).TEXTS : undefined;
