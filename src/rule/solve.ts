import type { Chain } from "./chain.ts";
import { lcm, ratio } from "./fraction.ts";

/**
 * The chance of each value 0, 1, 2 … of a metric. `weights` of `total` where it was summed in whole numbers;
 * where a chain is too long for fractions, `probabilities` summed in doubles (to 1e-12).
 */
export type Exact =
  | { readonly weights: readonly bigint[]; readonly total: bigint }
  | { readonly probabilities: Float64Array };

export const isFraction = (exact: Exact): exact is Extract<Exact, { total: bigint }> => "total" in exact;

/** The probabilities of an exact answer as doubles. */
export const probabilitiesOf = (exact: Exact): Float64Array =>
  isFraction(exact) ? Float64Array.from(exact.weights, (weight) => ratio(weight, exact.total)) : exact.probabilities;

/** Digits of a common denominator (base 2) up to which fractions are kept. */
export const FRACTION_BITS = 16_384;

/** The common denominator of each step. */
function denominatorsOf<S>(chain: Chain<S>): bigint[] {
  return chain.steps.map((row) => {
    const totals = new Set<bigint>();
    for (const transition of row) if (transition >= 0) totals.add(chain.transitions[transition]!.total);
    return [...totals].reduce(lcm, 1n);
  });
}

/** Digits (base 2) of the common denominator of a whole chain. */
export const bitsOf = <S>(chain: Chain<S>): number =>
  denominatorsOf(chain).reduce((sum, common) => sum + common.toString(16).length * 4, 0);

/**
 * The distribution over states after each of the wanted steps (0 is the start, n is after the n-th step): whole numbers
 * over the common denominator of the steps so far, or doubles; doubles in any case where that passes 16,384 bits.
 */
export const solveChain = <S>(chain: Chain<S>, after: readonly number[], asFractions = true): Exact[] =>
  asFractions && bitsOf(chain) <= FRACTION_BITS
    ? inFractions(chain, after, denominatorsOf(chain))
    : inDoubles(chain, after);

function inFractions<S>(chain: Chain<S>, after: readonly number[], denominators: readonly bigint[]): Exact[] {
  const found: Exact[] = [];
  let weights = new Array<bigint>(chain.states.length).fill(0n);
  weights[chain.start] = 1n;
  let total = 1n;
  const keep = (step: number) => {
    after.forEach((wanted, i) => {
      if (wanted === step) found[i] = { weights: [...weights], total };
    });
  };
  keep(0);
  chain.steps.forEach((row, step) => {
    const common = denominators[step]!;
    const next = new Array<bigint>(weights.length).fill(0n);
    weights.forEach((weight, state) => {
      if (weight === 0n) return;
      const transition = chain.transitions[row[state]!];
      if (transition === undefined) {
        next[state]! += weight * common;
        return;
      }
      const scale = weight * (common / transition.total);
      for (const run of transition.runs) next[run.outcome]! += scale * run.weight;
    });
    weights = next;
    total *= common;
    keep(step + 1);
  });
  return found;
}

function inDoubles<S>(chain: Chain<S>, after: readonly number[]): Exact[] {
  const doubles = chain.transitions.map(({ runs, total }) => runs.map((run) => ratio(run.weight, total)));
  const found: Exact[] = [];
  let chances = new Float64Array(chain.states.length);
  chances[chain.start] = 1;
  const keep = (step: number) => {
    after.forEach((wanted, i) => {
      if (wanted === step) found[i] = { probabilities: chances.slice() };
    });
  };
  keep(0);
  chain.steps.forEach((row, step) => {
    const next = new Float64Array(chances.length);
    chances.forEach((chance, state) => {
      if (chance === 0) return;
      const transition = row[state]!;
      if (transition < 0) {
        next[state]! += chance;
        return;
      }
      chain.transitions[transition]!.runs.forEach((run, i) => {
        next[run.outcome]! += chance * doubles[transition]![i]!;
      });
    });
    chances = next;
    keep(step + 1);
  });
  return found;
}

/** The distribution of a value read off the states: `value(state)` is a whole number from 0. */
export function readOff(exact: Exact, values: Int32Array, bins: number): Exact {
  if (isFraction(exact)) {
    const weights = new Array<bigint>(bins).fill(0n);
    exact.weights.forEach((weight, state) => {
      // A state that cannot be reached by then may have a value beyond the bins.
      if (weight !== 0n) weights[values[state]!]! += weight;
    });
    return { weights, total: exact.total };
  }
  const probabilities = new Float64Array(bins);
  exact.probabilities.forEach((chance, state) => {
    probabilities[values[state]!]! += chance;
  });
  return { probabilities };
}

/** The distribution of the sum of two independent values. */
export function convolve(a: Exact, b: Exact): Exact {
  if (isFraction(a) && isFraction(b)) {
    const weights = new Array<bigint>(a.weights.length + b.weights.length - 1).fill(0n);
    a.weights.forEach((x, i) => {
      if (x !== 0n)
        b.weights.forEach((y, j) => {
          weights[i + j]! += x * y;
        });
    });
    return { weights, total: a.total * b.total };
  }
  const x = probabilitiesOf(a);
  const y = probabilitiesOf(b);
  const probabilities = new Float64Array(x.length + y.length - 1);
  for (let i = 0; i < x.length; i++) {
    const p = x[i]!;
    for (let j = 0; j < y.length; j++) probabilities[i + j] = probabilities[i + j]! + p * y[j]!;
  }
  return { probabilities };
}
