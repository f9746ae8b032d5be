/** Two sides and what differs. */

import type { Say } from "../../rule/say.ts";
import type { Numbers } from "./numbers.ts";

export const compare = (say: Say, { list }: Pick<Numbers, "list">) => ({
  verdicts: {
    equal: say`equal`,
    equivalent: say`equivalent`,
    higher: say`higher`,
    lower: say`lower`,
    undecided: say`undecided`,
  },
  /** What a difference comes to, for `tally`. */
  counted: {
    lower: (second: string): string => say`lower with ${second}`,
    higher: (second: string): string => say`higher with ${second}`,
    undecided: (_: string): string => say`undecided`,
    equivalent: (_: string): string => say`no meaningful difference`,
    equal: (_: string): string => say`exactly the same`,
  },
  tally: (
    question: string,
    all: number,
    counts: readonly (readonly [verdict: string, times: number])[],
    furthest: string,
  ): string => {
    const [[only], second] = counts as [readonly [string, number], unknown?];
    if (second !== undefined) {
      const each = counts.map(([verdict, times]) => say`${verdict} in ${times}`);
      return say`${question}: of ${all} cells, ${list(each)}${furthest}.`;
    }
    if (all === 1) return say`${question}: ${only}${furthest}.`;
    return all === 2
      ? say`${question}: ${only} in both cells${furthest}.`
      : say`${question}: ${only} in all ${all} cells${furthest}.`;
  },
  only: (id: string, side: string): string => say`${id}: in ${side} only.`,
});
