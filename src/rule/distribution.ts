import { type EnumerationLimits, enumerate } from "./enumerate.ts";
import { gcd, lcm, ratio } from "./fraction.ts";
import { keptIn } from "./once.ts";
import type { Rule } from "./rule.ts";

/** A stretch of consecutive indices, in the order of the dice, that share an outcome. */
export interface Run {
  /** Index into `outcomes`. */
  readonly outcome: number;
  readonly weight: bigint;
}

/** An exact distribution: outcome i has `weights[i]` of `total`. Weights are positive and add up to the total. */
export interface Distribution<T> {
  readonly outcomes: readonly T[];
  readonly weights: readonly bigint[];
  readonly total: bigint;
  /** The same weights in the order of the dice; what a compiled table is laid out by. */
  readonly runs: readonly Run[];
}

/** Strips the common factor of all weights and the total. */
function reduced<T>(outcomes: T[], weights: bigint[], total: bigint, runs: Run[]): Distribution<T> {
  let divisor = total;
  for (const run of runs) {
    divisor = gcd(divisor, run.weight);
    if (divisor === 1n) break;
  }
  if (divisor === 1n) return { outcomes, weights, total, runs };
  return {
    outcomes,
    weights: weights.map((weight) => weight / divisor),
    total: total / divisor,
    runs: runs.map((run) => ({ outcome: run.outcome, weight: run.weight / divisor })),
  };
}

/** A distribution from outcomes and their integer weights; outcomes of weight 0 are left out. */
export function weighted<T>(entries: Iterable<readonly [T, bigint]>): Distribution<T> {
  const possible = [...entries].filter(([, weight]) => weight > 0n);
  const weights = possible.map(([, weight]) => weight);
  return reduced(
    possible.map(([outcome]) => outcome),
    weights,
    weights.reduce((a, b) => a + b, 0n),
    weights.map((weight, outcome) => ({ outcome, weight })),
  );
}

/** One way in which something comes out: in `weight` of `total` cases. */
export interface Case<T> {
  readonly outcome: T;
  readonly weight: bigint;
  readonly total: bigint;
}

/** Ways with their outcomes numbered, over one total. */
function gather<T>(ways: Iterable<Case<T>>, key: (outcome: T) => unknown) {
  const index = new Map<unknown, number>();
  const outcomes: T[] = [];
  const runs: { outcome: number; weight: bigint; total: bigint }[] = [];
  let common = 1n;
  for (const { outcome, weight, total } of ways) {
    const at = keptIn(index, key(outcome), () => outcomes.push(outcome) - 1);
    if (common !== total && common % total !== 0n) common = lcm(common, total);
    runs.push({ outcome: at, weight, total });
  }
  const weights = new Array<bigint>(outcomes.length).fill(0n);
  for (const run of runs) {
    if (run.total !== common) run.weight *= common / run.total;
    weights[run.outcome]! += run.weight;
  }
  return { outcomes, weights, total: common, runs };
}

/**
 * The exact distribution of a rule's outcome.
 * @param key tells outcomes apart; by default the outcome itself
 * @throws RuleError as `enumerate`
 * @example
 * const d = distributionOf((dice) => dice.atLeast(10, 4), "A-SHOOT-17");
 * d.weights; // [3n, 7n]: of 10, in the order of the dice: no, yes
 */
export function distributionOf<T>(
  rule: Rule<T>,
  id: string,
  key: (outcome: T) => unknown = (outcome) => outcome,
  limits?: EnumerationLimits,
): Distribution<T> {
  const { outcomes, weights, total, runs: paths } = gather(enumerate(rule, id, limits), key);
  const runs: { outcome: number; weight: bigint }[] = [];
  for (const { outcome, weight } of paths) {
    const last = runs.at(-1);
    if (last?.outcome === outcome) last.weight += weight;
    else runs.push({ outcome, weight });
  }
  return reduced(outcomes, weights, total, runs);
}

/** What comes out in every case. */
export const certain = <T>(outcome: T): Distribution<T> => weighted([[outcome, 1n]]);

/**
 * The distribution that ways add up to, each outcome in one piece, in the order in which they first come up.
 * @param key tells outcomes apart; by default the outcome itself
 */
export function joined<T>(
  ways: Iterable<Case<T>>,
  key: (outcome: T) => unknown = (outcome) => outcome,
): Distribution<T> {
  const { outcomes, weights } = gather(ways, key);
  return weighted(outcomes.map((outcome, i) => [outcome, weights[i]!]));
}

/** The distribution where each outcome of the first leads to one of its own. */
export function mixture<T, U>(
  first: Distribution<T>,
  next: (outcome: T) => Distribution<U>,
  key?: (outcome: U) => unknown,
): Distribution<U> {
  function* ways(): Generator<Case<U>> {
    for (const [i, outcome] of first.outcomes.entries()) {
      const second = next(outcome);
      for (const [j, end] of second.outcomes.entries())
        yield { outcome: end, weight: first.weights[i]! * second.weights[j]!, total: first.total * second.total };
    }
  }
  return joined(ways(), key);
}

/** The distribution of what is made of an outcome. */
export const mapped = <T, U>(
  { outcomes, weights, total }: Distribution<T>,
  made: (outcome: T) => U,
  key?: (outcome: U) => unknown,
): Distribution<U> =>
  joined(
    outcomes.map((outcome, i) => ({ outcome: made(outcome), weight: weights[i]!, total })),
    key,
  );

/** The chance of the outcomes that `holds` picks, as a double. */
export function chance<T>(distribution: Distribution<T>, holds: (outcome: T) => boolean): number {
  let weight = 0n;
  distribution.outcomes.forEach((outcome, i) => {
    if (holds(outcome)) weight += distribution.weights[i]!;
  });
  return ratio(weight, distribution.total);
}
