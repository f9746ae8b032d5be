import type { Chain, Transition } from "./chain.ts";
import type { Run } from "./distribution.ts";
import type { Budget } from "./enumerate.ts";
import { gcd, lcm } from "./fraction.ts";
import { placesOf } from "./table.ts";

/** A fused transition must stay one draw from a small table. */
const MOST_TOTAL = 1n << 32n;
const MOST_OUTCOMES = 256;
/** Runs up to which a joint transition keeps the order of the dice; beyond, each outcome is one run. */
const MOST_RUNS = 4_096;
/**
 * Runs of joint transitions, and places in their tables, that one chain may take in all; steps beyond are drawn one by
 * one, which is the same distribution.
 */
const MOST_WORK = 2_000_000;

type StepDistribution = ReadonlyMap<number, Transition>;

/**
 * Joins consecutive steps of a chain wherever nothing is read between them and the joint transition is still one draw:
 * hits and what becomes of them are then one table. The distribution is the same; a trial draws less often. How much is joined is
 * bounded by a count, so that a long chain of many states is not made slowly to be drawn from quickly.
 * @param moments step counts after which a state is read, which must stay boundaries
 * @returns the fused chain, and the new step count of each old moment
 */
export function fuse<S>(
  chain: Chain<S>,
  moments: ReadonlySet<number>,
): { chain: Chain<S>; at: (moment: number) => number } {
  let layer: ReadonlySet<number> = new Set([chain.start]);
  const rows = chain.steps.map((row): StepDistribution => {
    const next = new Set<number>();
    const transitions = new Map<number, Transition>();
    for (const state of layer) {
      const transition = chain.transitions[row[state]!];
      if (transition === undefined) {
        next.add(state);
        continue;
      }
      transitions.set(state, transition);
      for (const run of transition.runs) next.add(run.outcome);
    }
    layer = next;
    return transitions;
  });
  const fused: StepDistribution[] = [];
  const budget: Budget = { left: MOST_WORK };
  const at: number[] = [0];
  rows.forEach((row, step) => {
    const last = fused.at(-1);
    const joined = last && !moments.has(step) ? join(last, row, budget) : undefined;
    if (joined) fused[fused.length - 1] = joined;
    else fused.push(row);
    at.push(fused.length);
  });
  const transitions: Transition[] = [];
  const number = new Map<Transition, number>();
  const steps = fused.map((row) => {
    const numbers = new Int32Array(chain.states.length).fill(-1);
    for (const [state, transition] of row) {
      if (!number.has(transition)) {
        number.set(transition, transitions.length);
        transitions.push(transition);
      }
      numbers[state] = number.get(transition)!;
    }
    return numbers;
  });
  return {
    chain: { states: chain.states, start: chain.start, steps, transitions },
    at: (moment) => at[Math.min(moment, rows.length)]!,
  };
}

/** Two rows as one, or undefined where a joint transition would be too large for one draw or the budget is spent. */
function join(first: StepDistribution, second: StepDistribution, budget: Budget): StepDistribution | undefined {
  const joined = new Map<number, Transition>();
  for (const [state, transition] of first) {
    const length = joinedLength(transition, second);
    budget.left -= length;
    if (budget.left < 0) return undefined;
    const both = joinTransitions(transition, second, length);
    if (both === undefined) return undefined;
    budget.left -= placesOf(both);
    joined.set(state, both);
  }
  for (const [state, transition] of second) if (!joined.has(state) && !first.has(state)) joined.set(state, transition);
  return joined;
}

/** A transition with one run per outcome. */
function byOutcome({ runs, total }: Transition): Transition {
  const weights = new Map<number, bigint>();
  for (const run of runs) weights.set(run.outcome, (weights.get(run.outcome) ?? 0n) + run.weight);
  return { runs: Array.from(weights, ([outcome, weight]) => ({ outcome, weight })), total };
}

/** Runs of a joint transition before any are put together. */
const joinedLength = (first: Transition, second: StepDistribution): number =>
  first.runs.reduce((sum, run) => sum + (second.get(run.outcome)?.runs.length ?? 1), 0);

function joinTransitions(first: Transition, second: StepDistribution, length: number): Transition | undefined {
  if (length > MOST_RUNS) {
    const merged = new Map([...second].map(([state, transition]) => [state, byOutcome(transition)]));
    const joint = joinRuns(byOutcome(first), merged);
    return joint && byOutcome(joint);
  }
  return joinRuns(first, second);
}

function joinRuns(first: Transition, second: StepDistribution): Transition | undefined {
  let common = 1n;
  for (const run of first.runs) common = lcm(common, second.get(run.outcome)?.total ?? 1n);
  const runs: { outcome: number; weight: bigint }[] = [];
  const add = (outcome: number, weight: bigint) => {
    const last = runs.at(-1);
    if (last?.outcome === outcome) last.weight += weight;
    else runs.push({ outcome, weight });
  };
  for (const run of first.runs) {
    const next = second.get(run.outcome);
    if (next === undefined) add(run.outcome, run.weight * common);
    else for (const after of next.runs) add(after.outcome, run.weight * after.weight * (common / next.total));
  }
  return reduced(runs, first.total * common);
}

function reduced(runs: readonly Run[], total: bigint): Transition | undefined {
  let divisor = total;
  for (const run of runs) {
    divisor = gcd(divisor, run.weight);
    if (divisor === 1n) break;
  }
  if (total / divisor > MOST_TOTAL || new Set(runs.map((run) => run.outcome)).size > MOST_OUTCOMES) return undefined;
  return {
    runs: runs.map((run) => ({ outcome: run.outcome, weight: run.weight / divisor })),
    total: total / divisor,
  };
}
