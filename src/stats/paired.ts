/** Weighted sums of numbers that the same trials gave (common random numbers): their variance counts what they share. */
import { binomialLower } from "./binomial.ts";
import { zScore } from "./confidence.ts";
import { ratio } from "./integers.ts";
import { type Histogram, meanLimits } from "./mean-limits.ts";
import { type Sums, scatter } from "./moments.ts";
import type { QuantileEstimate } from "./quantiles.ts";

/** Exact sums of whole numbers over n trials, each trial giving one of each: what any contrast of them needs. */
export interface PairedSums {
  readonly n: bigint;
  /** By reading, the sum of its values. */
  readonly sums: readonly bigint[];
  /** `products[i][j]`: the sum of the products of readings i and j; symmetric. */
  readonly products: readonly (readonly bigint[])[];
}

/** The same with what the readings can be and how the others differed from the first. */
export interface PairedSample extends PairedSums {
  /** By reading, its least and its greatest possible value. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Of every reading but the first, in order: what it was less the first. */
  readonly differences: readonly Histogram[];
}

/** Limits are undefined where there are too few trials for any. */
export type PairedContrast = QuantileEstimate;

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
  return adjusted(
    paired,
    weights,
    weights.map(() => [0, 1]),
    confidence,
  );
}

/**
 * A weighted sum of means over the same trials. Of a reading against the first, the limits of the mean of what they
 * differ by, trial by trial (`meanLimits`); of any other, where no histogram is kept, those of chances: Wald's after
 * adding a trial at the highest and one at the lowest value. No width is 0 where a trial can tell the readings apart.
 */
export function contrastOfPairedMeans(
  paired: PairedSample,
  weights: readonly bigint[],
  confidence = 0.95,
): PairedContrast {
  const used = weights.flatMap((weight, i) => (weight === 0n ? [] : [i]));
  const [first, second] = used as [number, number];
  if (used.length !== 2 || first !== 0 || weights[first] !== -weights[second]!)
    return adjusted(paired, weights, paired.ranges, confidence);
  const { n, sum } = contrastSums(paired, weights);
  if (n === 0n) return { estimate: undefined, lower: undefined, upper: undefined };
  const { values, counts } = paired.differences[second - 1]!;
  const { lower, upper } = meanLimits(values, counts, confidence);
  const weight = Number(weights[second]);
  const ends = [weight * lower, weight * upper];
  return { estimate: ratio(sum, n), lower: Math.min(...ends), upper: Math.max(...ends) };
}

/** Wald's limits after adding a trial at the highest and one at the lowest value that a trial can have. */
function adjusted(
  paired: PairedSums,
  weights: readonly bigint[],
  ranges: readonly (readonly [number, number])[],
  confidence: number,
): PairedContrast {
  const { n, sum, sumSq } = contrastSums(paired, weights);
  const z = zScore(confidence);
  if (n === 0n) return { estimate: undefined, lower: undefined, upper: undefined };
  let [least, most] = [0n, 0n];
  weights.forEach((weight, i) => {
    const [low, high] = ranges[i]!.map((end) => weight * BigInt(end)) as [bigint, bigint];
    least += low < high ? low : high;
    most += low < high ? high : low;
  });
  const all = { n: n + 2n, sum: sum + most + least, sumSq: sumSq + most * most + least * least };
  const centre = ratio(all.sum, all.n);
  const half = z * Math.sqrt(ratio(scatter(all), all.n ** 3n));
  const estimate = ratio(sum, n);
  // The trials that are added draw the centre to the middle of the range: the estimate never lies outside its limits.
  return {
    estimate,
    lower: Math.max(Number(least), Math.min(estimate, centre - half)),
    upper: Math.min(Number(most), Math.max(estimate, centre + half)),
  };
}

/**
 * How many times fewer trials the pairing needs for the same width: the variance of the contrast if its readings were of
 * independent runs, over its variance as it is. Below 1 where luck that helps one side harms the other. Undefined where
 * no trial told the readings apart.
 */
export function pairingGain(paired: PairedSums, weights: readonly bigint[]): number | undefined {
  const together = scatter(contrastSums(paired, weights));
  const apart = weights.reduce((total, weight, i) => {
    const reading = { n: paired.n, sum: paired.sums[i]!, sumSq: paired.products[i]![i]! };
    return total + weight * weight * scatter(reading);
  }, 0n);
  return together === 0n ? undefined : ratio(apart, together);
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
