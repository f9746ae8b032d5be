/** Weighted sums of readings: a difference, an effect, an interaction. */
import { contrastOfChances, contrastOfMeans } from "../stats/index.ts";
import { decimal, type Fraction, numberOf, plus, textOf, times, ZERO } from "./fraction.ts";
import type { Reading } from "./measure.ts";

/** A change of a chance or a mean. */
export interface Change {
  readonly value: number;
  /** Limits at 95 %, of independent runs; left out where every reading is exact. */
  readonly lower?: number;
  readonly upper?: number;
  /** Where every reading is a fraction: `"-3/125"`. */
  readonly fraction?: string;
}

export interface Term {
  readonly weight: number;
  readonly reading: Reading;
}

const isExact = ({ reading }: Term): boolean => reading.trials === 0;

/** The exact sum of readings that are fractions; undefined when one is not. */
export const exactSum = (terms: readonly Term[]): Fraction | undefined =>
  terms.every(({ reading }) => reading.fraction !== undefined)
    ? terms.reduce((sum, { weight, reading }) => plus(sum, times(decimal(weight), reading.fraction!)), ZERO)
    : undefined;

/**
 * The weighted sum of readings of independent cells: a fraction where all are, without limits where all are exact,
 * else with Newcombe's limits (chances) or Welch's (means). Limits are left out when a sample is too small for them.
 * Weights are multiples of 1/2^k.
 */
export function changeOf(terms: readonly Term[]): Change {
  const fraction = exactSum(terms);
  if (fraction) return { value: numberOf(fraction), fraction: textOf(fraction) };
  const value = terms.reduce((sum, { weight, reading }) => sum + weight * reading.value, 0);
  if (terms.every(isExact)) return { value };
  const { lower, upper } = terms[0]!.reading.isChance
    ? contrastOfChances(
        terms.map(({ weight, reading }) =>
          reading.count === undefined
            ? { weight, exact: reading.value }
            : { weight, k: reading.count, n: reading.trials },
        ),
      )
    : contrastOfMeans(
        terms.map(({ weight, reading }) =>
          reading.sums === undefined ? { weight, exact: reading.value } : { weight, ...reading.sums },
        ),
      );
  return lower === undefined || upper === undefined ? { value } : { value, lower, upper };
}
