/** What only the terminal says. */
import type { Say } from "../../rule/say.ts";

export const terminal = (say: Say) => ({
  foldedMore: (cells: number): string => say`and ${cells} more`,
  zero: say`0: nothing at all.`,
  tiny: say`~0: practically nothing.`,
  nearlyAll: say`~100: practically always.`,
  forbidden: say`–: the rules forbid it.`,
  mean: say`mean`,
  /** Of a simulated grid: how far limits reach from a square, and from a mean of a row or a column. */
  limits: (square: string, mean?: string): string =>
    mean === undefined
      ? say`Limits at 95 %: within ${square} of each square.`
      : say`Limits at 95 %: within ${square} of each square, ${mean} of each mean.`,
  /** Of a grid of which nothing is simulated. */
  exact: say`Every number is exact.`,
});
