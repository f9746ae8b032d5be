/** The value that comes nearest to a target. */
import type { Say } from "../../rule/say.ts";

export const solve = (say: Say) => ({
  notShown: (values: number): string => say`(${values} more values tried, see --csv)`,
});
