import { type EnumerationLimits, paths as pathsOf } from "./enumerate.ts";
import { gcd, lcm, ratio } from "./fraction.ts";
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
  const outcomes: T[] = [];
  const index = new Map<unknown, number>();
  const paths: { outcome: number; weight: bigint; total: bigint }[] = [];
  let total = 1n;
  for (const path of pathsOf(rule, id, limits)) {
    const name = key(path.outcome);
    let outcome = index.get(name);
    if (outcome === undefined) {
      outcome = outcomes.length;
      index.set(name, outcome);
      outcomes.push(path.outcome);
    }
    if (total % path.total !== 0n) total = lcm(total, path.total);
    paths.push({ outcome, weight: path.weight, total: path.total });
  }
  const weights = new Array<bigint>(outcomes.length).fill(0n);
  const runs: { outcome: number; weight: bigint }[] = [];
  for (const path of paths) {
    const weight = path.weight * (total / path.total);
    weights[path.outcome]! += weight;
    const last = runs.at(-1);
    if (last?.outcome === path.outcome) last.weight += weight;
    else runs.push({ outcome: path.outcome, weight });
  }
  return reduced(outcomes, weights, total, runs);
}

/** The chance of the outcomes that `holds` picks, as a double. */
export function chance<T>(distribution: Distribution<T>, holds: (outcome: T) => boolean): number {
  let weight = 0n;
  distribution.outcomes.forEach((outcome, i) => {
    if (holds(outcome)) weight += distribution.weights[i]!;
  });
  return ratio(weight, distribution.total);
}
