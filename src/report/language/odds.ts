/** A question asked at every point of one axis or two. */
import type { Say } from "../../rule/say.ts";

export const odds = (say: Say) => ({
  always: say`always`,
  never: say`never`,
  /** Who meets whom; the ruleset where a kind has no units. */
  title: (who: string, kind: string): string => say`${who}: ${kind}`,
  /** Metrics that are there and not shown. */
  others: (names: readonly string[]): string => say`(${names.join(", ")}: --all)`,
  taken: (values: string): string => say`Not given, so taken as: ${values}`,
  entry: (dice: string, measure: string): string =>
    dice === "" ? say`Each entry: ${measure}.` : say`Each entry: ${dice}, then ${measure}.`,
});
