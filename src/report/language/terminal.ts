/** What only the terminal says. */
import type { Say } from "../../rule/say.ts";

export const terminal = (say: Say) => ({
  turns: (last: number): string => say`turns 1–${last}`,
  folded: say`(one line a cell: its number, and the chances of its values; --cell ID shows one in full, summary.md all)`,
  foldedMore: (cells: number): string => say`and ${cells} more`,
  /** Findings that the first screen has no room for. */
  moreFindings: (findings: number): string => say`(${findings} more {finding|findings} in summary.md)`,
  gridWhat: (what: string, sets: string): string =>
    sets === ""
      ? say`${what}; attackers down, defenders across`
      : say`${what}; ${sets}; attackers down, defenders across`,
  /** Rows of a table that the terminal has no room for. */
  moreRows: (rows: number): string => say`and ${rows} more: --markdown prints all, --out DIR writes all as files`,
  same: say`0: exactly the same.`,
  zero: say`0: nothing at all.`,
  tiny: say`~0: practically nothing.`,
  nearlyAll: say`~100: practically always.`,
  forbidden: say`–: the rules forbid it.`,
  gridOthers: (sets: string): string => say`The same with ${sets}: summary.md, or the page.`,
  mean: say`mean`,
  /** Of a simulated grid: how far limits reach from a square, and from a mean of a row or a column. */
  limits: (square: string, mean?: string): string =>
    mean === undefined
      ? say`Limits at 95 %: within ${square} of each square.`
      : say`Limits at 95 %: within ${square} of each square, ${mean} of each mean.`,
  /** Of a grid of which nothing is simulated. */
  exact: say`Every number is exact.`,
});
