import type { Chain } from "./chain.ts";
import type { Exact } from "./exact.ts";
import { lcm, ratio } from "./fraction.ts";

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
      const scale = transition.total === common ? weight : weight * (common / transition.total);
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
