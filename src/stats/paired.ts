/** Weighted sums of numbers that the same trials gave (common random numbers): their variance counts what they share. */
import { binomialLower } from "./binomial.ts";
import { assertConfidence, zScore } from "./confidence.ts";
import { ratio } from "./integers.ts";
import { meanIntervalOfSums, type Sums } from "./moments.ts";

/** Exact sums of whole numbers over n trials, each trial giving one of each: what any contrast of them needs. */
export interface PairedSums {
  readonly n: bigint;
  /** By reading, the sum of its values. */
  readonly sums: readonly bigint[];
  /** `products[i][j]`: the sum of the products of readings i and j; symmetric. */
  readonly products: readonly (readonly bigint[])[];
}

/** Limits are undefined where there are too few trials for any. */
export interface PairedContrast {
  readonly estimate: number | undefined;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/** The sums of one number a trial: the weighted sum of its readings. */
export function contrastSums({ n, sums, products }: PairedSums, weights: readonly bigint[]): Sums {
  let sum = 0n;
  let sumSq = 0n;
  weights.forEach((weight, i) => {
    sum += weight * sums[i]!;
    weights.forEach((other, j) => {
      sumSq += weight * other * products[i]![j]!;
    });
  });
  return { n, sum, sumSq };
}

/**
 * A weighted sum of chances met in the same trials (values 0 and 1). Of two, weights 1 and -1, these are the limits of
 * Bonett and Price (2012): Wald's after adding a trial for either side alone. Of more, a trial at the highest and one at
 * the lowest value that a trial can have are added, which is the same thing. No width is ever 0.
 */
export function contrastOfPairedChances(
  paired: PairedSums,
  weights: readonly bigint[],
  confidence = 0.95,
): PairedContrast {
  const { n, sum, sumSq } = contrastSums(paired, weights);
  const z = zScore(confidence);
  if (n === 0n) return { estimate: undefined, lower: undefined, upper: undefined };
  const most = weights.reduce((total, weight) => (weight > 0n ? total + weight : total), 0n);
  const least = weights.reduce((total, weight) => (weight < 0n ? total + weight : total), 0n);
  const adjusted = { n: n + 2n, sum: sum + most + least, sumSq: sumSq + most * most + least * least };
  const centre = ratio(adjusted.sum, adjusted.n);
  const half = z * Math.sqrt(ratio(scatter(adjusted), adjusted.n ** 3n));
  return {
    estimate: ratio(sum, n),
    lower: Math.max(Number(least), centre - half),
    upper: Math.min(Number(most), centre + half),
  };
}

/** A weighted sum of means over the same trials: Student's interval of the weighted sum of each trial. */
export function contrastOfPairedMeans(
  paired: PairedSums,
  weights: readonly bigint[],
  confidence = 0.95,
): PairedContrast {
  assertConfidence(confidence);
  const { estimate, lower, upper } = meanIntervalOfSums(contrastSums(paired, weights), confidence);
  return { estimate, lower, upper };
}

/**
 * How many times fewer trials the pairing needs for the same width: the variance of the contrast if its readings were of
 * independent runs, over its variance as it is. Below 1 where luck that helps one side harms the other. Undefined where
 * no trial told the readings apart.
 */
export function pairingGain(paired: PairedSums, weights: readonly bigint[]): number | undefined {
  const own = scatter(contrastSums(paired, weights));
  const apart = weights.reduce((total, weight, i) => {
    const reading = { n: paired.n, sum: paired.sums[i]!, sumSq: paired.products[i]![i]! };
    return total + weight * weight * scatter(reading);
  }, 0n);
  return own === 0n ? undefined : ratio(apart, own);
}

/**
 * McNemar's exact test: the chance, were both sides equally likely to be alone, of a split of the trials in which just
 * one side had the event at least as uneven as this. 1 where there are none. Two-sided.
 * @param onlyFirst, onlySecond trials in which only that side had it
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  return Math.min(1, 2 * binomialLower(Math.min(onlyFirst, onlySecond), n, 0.5));
}

/** n² times the population variance. */
const scatter = ({ n, sum, sumSq }: Sums): bigint => n * sumSq - sum * sum;
