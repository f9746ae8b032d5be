import { sum } from "simple-statistics";
import { ratio } from "./integers.ts";

/** Exact weights of outcomes: probabilities, or integers over their own total. */
export type Weights = readonly number[] | readonly bigint[];

/** Undefined fields had not enough data (no value at all; for a sample's `sd`, fewer than two). Never NaN. */
export interface Moments {
  readonly mean: number | undefined;
  readonly sd: number | undefined;
}

/** What a mean and its spread need, as exact integers; adding two of them field by field merges two samples. */
export interface Sums {
  readonly n: bigint;
  readonly sum: bigint;
  readonly sumSq: bigint;
}

/**
 * Exact sums of a histogram: `counts[i]` trials gave the integer `values[i]`.
 * @throws RangeError (from BigInt) when a value or a count is not an integer.
 */
export function histogramSums(values: readonly number[], counts: readonly number[]): Sums {
  let n = 0n;
  let total = 0n;
  let squares = 0n;
  values.forEach((value, i) => {
    const v = BigInt(value);
    const c = BigInt(counts[i] ?? 0);
    n += c;
    total += c * v;
    squares += c * v * v;
  });
  return { n, sum: total, sumSq: squares };
}

/** Moments of a sample (sd over n - 1), from exact integer sums: one rounding each, nothing cancels. */
export function sampleMoments(values: readonly number[], counts: readonly number[]): Moments {
  const sums = histogramSums(values, counts);
  const { n } = sums;
  return {
    mean: n === 0n ? undefined : ratio(sums.sum, n),
    sd: n < 2n ? undefined : Math.sqrt(ratio(scatter(sums), n * (n - 1n))),
  };
}

/**
 * Moments of an exact distribution (population sd). Integer weights (with integer values) are summed exactly;
 * probabilities by compensated sums in two passes, divided by their total, which may miss 1 by rounding.
 */
export function exactMoments(values: readonly number[], weights: Weights): Moments {
  if (!values.some((_, i) => (weights[i] ?? 0) > 0)) return { mean: undefined, sd: undefined };
  if (isBigInts(weights)) {
    const at = (i: number): bigint => weights[i] ?? 0n;
    const n = values.reduce((acc, _, i) => acc + at(i), 0n);
    const first = values.reduce((acc, v, i) => acc + at(i) * BigInt(v), 0n);
    const second = values.reduce((acc, v, i) => acc + at(i) * BigInt(v) * BigInt(v), 0n);
    return { mean: ratio(first, n), sd: Math.sqrt(ratio(scatter({ n, sum: first, sumSq: second }), n * n)) };
  }
  const total = sum([...weights]);
  const mean = sum(values.map((v, i) => v * (weights[i] ?? 0))) / total;
  const variance = sum(values.map((v, i) => (weights[i] ?? 0) * (v - mean) * (v - mean))) / total;
  return { mean, sd: Math.sqrt(variance) };
}

/** n^2 times the population variance, an integer. */
export const scatter = ({ n, sum: total, sumSq }: Sums): bigint => n * sumSq - total * total;

export const isBigInts = (weights: Weights): weights is readonly bigint[] => typeof weights[0] === "bigint";
