/** Words that several reports use. */

import type { Say } from "../../rule/say.ts";
import type { Numbers } from "./numbers.ts";

export const general = (say: Say, { list }: Pick<Numbers, "list">) => ({
  /** Column of values, of chances. */
  chance: say`chance`,
  atLeast: say`at least`,
  fraction: say`fraction`,
  noData: say`no data`,
  notPossible: say`not possible`,
  statement: (word: string, text: string, rule: string): string => say`${word}: ${text} (${rule})`,
  noChange: say`no change`,
  again: say`How to make this again`,
  /** Of a change of a chance, already written: `−2.4 pp`. Points alone are an army's. */
  points: (text: string): string => say`${text} pp`,
  turn: (turn: number): string => say`turn ${turn}`,
  against: (attacker: string, defender: string): string => say`${attacker} against ${defender}`,
  /** Units that are attacked together, or sets that come together. */
  together: (names: readonly string[]): string => list(names),
  trials: (trials: number, why: string): string => say`${trials} {trial|trials}, ${why}`,
  stopped: {
    trials: say`all trials played`,
    precision: say`precision reached`,
    interrupt: say`interrupted`,
    exact: "",
  },
  forWhom: (what: string, whom: string): string => say`${what} for ${whom}`,
  worth: (kills: string, points: string | undefined): string =>
    points === undefined
      ? say`${kills} casualties per 100 points (from the mean)`
      : say`${kills} casualties per 100 points, ${points} points per casualty (from the mean)`,
  /** Of limits: where they come from. */
  limits: {
    paired: say`Limits are at 95 %, of trials played in pairs on the same dice.`,
    apart: say`Limits are at 95 %, of independent runs.`,
  },
});
