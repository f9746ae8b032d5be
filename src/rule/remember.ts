import { type Chain, chainBy, type DistributionStep } from "./chain.ts";
import { unlessRefused } from "./rule.ts";

/** A state of a chain and what was read off the states before it. */
export interface Remembered {
  readonly state: number;
  readonly read: readonly number[];
}

/**
 * The same chain with a memory: what `read` gives of a state at the wanted moments stays in the states that follow, so
 * that everything can be read at the end.
 * @param moments after which steps a reading is taken, rising; 0 is the start
 * @param read what there is to read of a state at the n-th of those moments, one number
 * @returns undefined when that takes more than `most` states
 */
export function remembering<S>(
  chain: Chain<S>,
  moments: readonly number[],
  read: (state: number, moment: number) => number,
  most: number,
): Chain<Remembered> | undefined {
  const at = new Map(moments.map((step, moment) => [step, moment]));
  const after = (step: number, state: number, before: readonly number[]): Remembered => {
    const moment = at.get(step);
    return { state, read: moment === undefined ? before : [...before, read(state, moment)] };
  };
  const steps = chain.steps.map(
    (row, step): DistributionStep<Remembered> =>
      ({ state, read: before }) => {
        const transition = chain.transitions[row[state]!];
        if (transition === undefined)
          return {
            outcomes: [after(step + 1, state, before)],
            weights: [1n],
            total: 1n,
            runs: [{ outcome: 0, weight: 1n }],
          };
        return {
          outcomes: transition.runs.map((run) => after(step + 1, run.outcome, before)),
          weights: transition.runs.map(({ weight }) => weight),
          total: transition.total,
          runs: transition.runs.map(({ weight }, outcome) => ({ outcome, weight })),
        };
      },
  );
  return unlessRefused(() =>
    chainBy({
      id: "a chain that remembers",
      start: after(0, chain.start, []),
      steps,
      key: ({ state, read: seen }) => `${state}|${seen.join()}`,
      most,
    }),
  );
}
