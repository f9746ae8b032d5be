import { type Distribution, distributionOf, type Run } from "./distribution.ts";
import { keptIn } from "./once.ts";
import { type Rule, RuleError } from "./rule.ts";

/** One step of a process: what the dice do to a state. Steps that are the same function share their tables. */
export type ProcessStep<S> = (state: S) => Rule<S>;

/** A small Markov chain: a volley, a complex duel, a wound/heal cycle. */
export interface Process<S> {
  /** The rule id that errors name. */
  readonly id: string;
  readonly start: S;
  readonly steps: readonly ProcessStep<S>[];
  /** Tells states apart. */
  readonly key: (state: S) => string | number;
  /** States in all beyond which the chain is refused. Default 100,000. */
  readonly most?: number;
  /** Paths of all steps together beyond which it is refused: what making it may cost. Default 1,000,000 of each step. */
  readonly paths?: number;
}

/** A process with its states numbered and every transition's exact distribution worked out. */
export interface Chain<S> {
  readonly states: readonly S[];
  readonly start: number;
  /** Per step: the transition to take from each state, or -1 where nothing changes or the state is not reached. */
  readonly steps: readonly Int32Array[];
  /** Outcomes are state numbers. */
  readonly transitions: readonly Transition[];
}

export interface Transition {
  readonly runs: readonly Run[];
  readonly total: bigint;
}

/** A step whose distribution is known without enumerating: one distribution may serve many states. */
export type DistributionStep<S> = (state: S) => Distribution<S>;

/**
 * Explores every reachable state of a process.
 * @throws RuleError when a step does not end, or when there are more states than the process allows
 */
export function chainOf<S>(process: Process<S>): Chain<S> {
  const distributions = new Map<ProcessStep<S>, DistributionStep<S>>();
  const limits = process.paths === undefined ? {} : { budget: { left: process.paths } };
  const steps = process.steps.map((processStep) =>
    keptIn(
      distributions,
      processStep,
      (step) => (state) => distributionOf(step(state), process.id, process.key, limits),
    ),
  );
  return chainBy({ ...process, steps });
}

/** The same from steps that bring their distributions. */
export function chainBy<S>(
  process: Omit<Process<S>, "steps"> & { readonly steps: readonly DistributionStep<S>[] },
): Chain<S> {
  const most = process.most ?? 100_000;
  const states: S[] = [];
  const numbers = new Map<string | number, number>();
  const number = (state: S): number =>
    keptIn(numbers, process.key(state), () => {
      if (states.length >= most) throw new RuleError(process.id, `has more than ${most} states`);
      return states.push(state) - 1;
    });
  const start = number(process.start);
  const transitions: Transition[] = [];
  const known = new Map<DistributionStep<S>, Map<number, number>>();
  let layer = new Set([start]);
  /** Per step: a state that is reached, its transition, the next state. */
  const steps: number[][] = [];
  for (const step of process.steps) {
    const byState = keptIn(known, step, () => new Map<number, number>());
    const row: number[] = [];
    const next = new Set<number>();
    for (const state of layer) {
      let transition = byState.get(state);
      if (transition === undefined) {
        const distribution = step(states[state]!);
        const outcomes = distribution.outcomes.map(number);
        if (outcomes.every((outcome) => outcome === state)) {
          transition = -1;
        } else {
          transition = transitions.length;
          const runs = distribution.runs.map(({ outcome, weight }) => ({ outcome: outcomes[outcome]!, weight }));
          transitions.push({ runs, total: distribution.total });
        }
        byState.set(state, transition);
      }
      row.push(state, transition);
      if (transition === -1) next.add(state);
      else for (const run of transitions[transition]!.runs) next.add(run.outcome);
    }
    steps.push(row);
    layer = next;
  }
  return {
    states,
    start,
    steps: steps.map((row) => {
      const filled = new Int32Array(states.length).fill(-1);
      for (let i = 0; i < row.length; i += 2) filled[row[i]!] = row[i + 1]!;
      return filled;
    }),
    transitions,
  };
}
