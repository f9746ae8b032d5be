/** A question asked at every point of one axis or two. */
import { f } from "./french.ts";

const en = {
  always: "always",
  never: "never",
  title: (ruleset: string, kind: string) => `${ruleset} ${kind}`,
  /** Metrics that are there and not shown. */
  others: (names: readonly string[]) => `(${names.join(", ")}: --all)`,
  taken: (values: string) => `Not given, so taken as: ${values}`,
  entry: (dice: string, measure: string) => `Each entry: ${dice === "" ? "" : `${dice}, then `}${measure}.`,
};

const fr: typeof en = {
  always: "toujours",
  never: "jamais",
  title: (ruleset, kind) => f`${ruleset} : ${kind}`,
  others: (names) => f`(${names.join(", ")} : --all)`,
  taken: (values) => f`Non donné, donc pris comme : ${values}`,
  entry: (dice, measure) => f`Chaque case : ${dice === "" ? "" : `${dice}, puis `}${measure}.`,
};

export const odds = { en, fr };
