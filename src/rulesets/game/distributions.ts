/** What a formula comes to from one row of slots: every way is gone. */
import type { Dice } from "../../dice/index.ts";
import { distributionOf } from "../../rule/distribution.ts";
import { RuleError } from "../../rule/rule.ts";
import { MOST_ROUNDS } from "./evaluate.ts";
import { GameFault, TooMuchWork } from "./fault.ts";
import type { Moment, Valued } from "./moment.ts";

/** What asks no dice: no face is looked at where none is rolled. */
export const NO_DICE = { face: () => 0 } as unknown as Dice;

/**
 * @returns `ways` are those that were gone @throws TooMuchWork where there are more than so many ways, or values: that
 * is left once it is known
 */
export function everyWay(valued: Valued, moment: Moment, row: Int32Array, most: number, values: number) {
  const met = new Set<number>();
  const budget = { left: Math.max(1, most) };
  const before = budget.left;
  try {
    const { outcomes, weights, total } = distributionOf(
      (dice) => {
        moment.frame.set(row);
        moment.dice = dice;
        moment.rounds = MOST_ROUNDS;
        return valued(moment);
      },
      "game",
      (value) => {
        if (met.add(value).size > values) throw new TooMuchWork(values + 1);
        return value;
      },
      { paths: Number.POSITIVE_INFINITY, budget },
    );
    return { values: outcomes, weights, total, ways: before - budget.left };
  } catch (error) {
    if (error instanceof RuleError && !(error instanceof GameFault)) throw new TooMuchWork(before);
    throw error;
  } finally {
    moment.dice = NO_DICE;
  }
}
