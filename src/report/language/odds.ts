/** A question asked at every point of one axis or two. */
import type { Say } from "../../rule/say.ts";

export const odds = (say: Say) => ({
  always: say`always`,
  never: say`never`,
  /** Metrics that are there and not shown. */
  others: (names: readonly string[]): string => say`(${names.join(", ")}: --all)`,
});
