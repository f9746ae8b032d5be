import type { Metric } from "../../../rule/index.ts";
import { STATES } from "../words.ts";
import type { EngagementProfile } from "./profile.ts";

export const WINNERS = ["first", "second", "draw"] as const;
export const FIRST = 0;
export const SECOND = 1;
export const DRAW = 2;

/** What is counted of each side after each turn, in this order. */
export const COUNTED = [...STATES, "casualties"] as const;

/** Soldiers of each side. */
export const modelsOf = ({ sides }: EngagementProfile): readonly [number, number] => {
  const [first, second] = sides.map((units) => units.reduce((sum, unit) => sum + unit.soldiers.length, 0));
  return [first!, second!];
};

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);

/** The winner, then turn by turn, first side before second, what is counted. */
export function metricsOf(profile: EngagementProfile): Metric[] {
  const models = modelsOf(profile);
  const values = models.map(upTo);
  const metrics: Metric[] = [{ name: "winner", values: WINNERS }];
  for (let turn = 1; turn <= profile.turns; turn++)
    (["first", "second"] as const).forEach((side, s) => {
      for (const name of COUNTED) metrics.push({ name, turn, side, values: values[s]! });
    });
  return metrics;
}

/** Where the counts of a side after a turn (from 0) begin in a tally that starts with the winner. */
export const countsOffset = ([first, second]: readonly [number, number], turn: number, side: number): number =>
  WINNERS.length + COUNTED.length * (turn * (first + second + 2) + side * (first + 1));

/** Who has won, given what is left of each side when the last turn is over. */
export type Verdict = (
  firstReady: number,
  firstPinned: number,
  firstOut: number,
  secondReady: number,
  secondPinned: number,
  secondOut: number,
) => number;

/** E-13: the higher share of its own models ready or pinned; or, with objectives, more victory points (A-RAL-10). */
export function verdictOf(profile: EngagementProfile): Verdict {
  const [first, second] = modelsOf(profile);
  const { objectives } = profile;
  if (objectives === undefined)
    return (ready1, pinned1, _out1, ready2, pinned2) => {
      const lead = (ready1 + pinned1) * second - (ready2 + pinned2) * first;
      return lead > 0 ? FIRST : lead < 0 ? SECOND : DRAW;
    };
  const { enemyOut, survivor, lastTurn } = objectives;
  return (ready1, _pinned1, out1, ready2, _pinned2, out2) => {
    const mine = enemyOut * out2 + survivor * (first - out1) + (ready1 > ready2 ? lastTurn : 0);
    const theirs = enemyOut * out1 + survivor * (second - out2) + (ready2 > ready1 ? lastTurn : 0);
    return mine > theirs ? FIRST : mine < theirs ? SECOND : DRAW;
  };
}
