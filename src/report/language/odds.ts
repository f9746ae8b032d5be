/** A question asked at every point of one axis or two. */
import { f } from "./french.ts";

const en = {
  always: "always",
  never: "never",
  /** Who meets whom; the ruleset where a kind has no units. */
  title: (who: string, kind: string) => `${who}: ${kind}`,
  /** Metrics that are there and not shown. */
  others: (names: readonly string[]) => `(${names.join(", ")}: --all)`,
  taken: (values: string) => `Not given, so taken as: ${values}`,
  entry: (dice: string, measure: string) => `Each entry: ${dice === "" ? "" : `${dice}, then `}${measure}.`,
};

const fr: typeof en = {
  always: "toujours",
  never: "jamais",
  title: (who, kind) => f`${who} : ${kind}`,
  others: (names) => f`(${names.join(", ")} : --all)`,
  taken: (values) => f`Non donné, donc pris comme : ${values}`,
  entry: (dice, measure) => f`Chaque case : ${dice === "" ? "" : `${dice}, puis `}${measure}.`,
};

export const odds = { en, fr };
