/**
 * Limits of the mean of a metric whose least and greatest possible values are known, from its whole histogram.
 *
 * A mean is believed when some distribution on the values that were seen, and on the two ends of the range, has it and
 * makes the histogram likely enough (empirical likelihood, Owen 1988; with the ends of the range it is the divergence of
 * Honda and Takemura 2010, and what the best bettor of Waudby-Smith and Ramdas 2024 would have won). How likely is
 * enough is calibrated by the skewness of the sum under that very distribution: it is what Clopper and Pearson ask of a
 * count of rare events that is as skew. So a sample whose values all agree leaves room for what it did not see, a skew one
 * has the longer arm on the side of its long tail, and a well behaved one has nearly Student's limits.
 */
import { lnMinusLinear } from "./chi-square.ts";
import { assertConfidence, zScore } from "./confidence.ts";
import { expm1, ln, tenDigits } from "./elementary.ts";
import { ratio } from "./integers.ts";
import { histogramSums } from "./moments.ts";

/** `counts[i]` trials gave `values[i]`; the values are all that are possible, also those that never came up. */
export interface Histogram {
  readonly values: readonly number[];
  readonly counts: readonly number[];
}

export interface MeanLimits {
  /** Undefined when there are no trials. */
  readonly estimate: number | undefined;
  /** The whole range when there are no trials. */
  readonly lower: number;
  readonly upper: number;
  /** Half of the distance between the limits. They need not lie as far from the estimate on either side. */
  readonly halfWidth: number;
}

/**
 * Limits of a mean: `counts[i]` trials gave the integer `values[i]`. `values` are all that are possible, those that never
 * came up with a count of 0: the limits rest on the least and the greatest of them, and never leave them. No width is 0
 * but where only one value is possible. Coverage and width against Student's: docs/audit.md.
 * Own arithmetic, rounded to ten significant decimals: the same bits everywhere. Time grows with the number of values.
 * @throws RangeError unless 0 < confidence < 1 and there is a value; from BigInt when a value or a count is no integer
 */
export function meanLimits(values: readonly number[], counts: readonly number[], confidence = 0.95): MeanLimits {
  assertConfidence(confidence);
  if (values.length === 0) throw new RangeError("a mean needs a value that is possible");
  const [least, greatest] = rangeOf(values);
  const { n, sum } = histogramSums(values, counts);
  if (n === 0n) return { estimate: undefined, lower: least, upper: greatest, halfWidth: (greatest - least) / 2 };
  const estimate = ratio(sum, n);
  const level = { confidence, z: zScore(confidence), unseen: -ln((n < 10n ? 1 / 2 : UNSEEN) * (1 - confidence)) };
  const sample = { values, counts, trials: Number(n), mean: estimate, step: stepOf(values) };
  const above = reach(sample, greatest, level);
  const below = reach(sample, least, level);
  const upper = above === undefined ? greatest : Math.min(greatest, Math.max(estimate, tenDigits(estimate + above)));
  const lower = below === undefined ? least : Math.max(least, Math.min(estimate, tenDigits(estimate - below)));
  return { estimate, lower, upper, halfWidth: (upper - lower) / 2 };
}

/** The least and the greatest of the values that are possible. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  return values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [values[0]!, values[0]!] as const);
}

function stepOf(values: readonly number[]): number {
  const isSorted = values.every((v, i) => i === 0 || values[i - 1]! <= v); // as they nearly always are
  const sorted = isSorted ? values : [...values].sort((a, b) => a - b);
  return sorted.reduce(
    (least, v, i) => (i > 0 && v > sorted[i - 1]! ? Math.min(least, v - sorted[i - 1]!) : least),
    Infinity,
  );
}

/** How sure the limits are to be. */
interface Level {
  readonly confidence: number;
  readonly z: number;
  /** The logarithm of a likelihood ratio at which nothing seen is too few. */
  readonly unseen: number;
}

interface MeanSample extends Histogram {
  readonly trials: number;
  readonly mean: number;
  /** The least distance between values. */
  readonly step: number;
}

/** How far from the mean the limit lies on the side of an end of the range; undefined where it is that end. */
function reach({ values, counts, trials, mean, step }: MeanSample, end: number, level: Level): number | undefined {
  const room = end - mean;
  if (room === 0) return undefined;
  // As shares of the room: 1 is the end.
  const deviations: number[] = [];
  const shares: number[] = [];
  values.forEach((value, i) => {
    const count = counts[i] ?? 0;
    if (count === 0) return;
    deviations.push(value === end ? 1 : (value - mean) / room);
    shares.push(count / trials);
  });
  const { z, unseen } = level;
  // All alike: the end has a weight of its own, and the rest one value.
  if (deviations.length === 1) return Math.abs(room) * -expm1(-unseen / trials);
  const at = (t: number): Tilted => tilted(deviations, shares, t);
  /** Negative while a mean is believed. */
  const disbelief = (t: number): number => {
    const { divergence, variance, third } = at(t);
    const error = Math.sqrt(variance * trials);
    const skewness = third / (error * variance);
    // A sum moves by whole steps: half of one more, where the skewness does not count it already.
    const half = Math.max(0, step / Math.abs(room) / error - Math.abs(skewness)) / 2;
    const asked = Math.sqrt(threshold(skewness, level)) + half * Math.SQRT1_2;
    return Math.sqrt(trials * divergence) - Math.sqrt(1 + 1.5 / trials) * asked;
  };
  const spread = deviations.reduce((sum, d, i) => sum + shares[i]! * d * d, 0) * trials;
  const guess = (1.1 * z) / Math.sqrt(spread);
  // Beyond 1 an end that was not seen has a weight of its own.
  return Math.abs(room) * at(rootOf(disbelief, 0, deviations.includes(1) ? 1 : 2, guess)).shift;
}

/** None seen: as in one-sided limits, nearly; exact coverage of a count of rare events stays above 94 % of 95. */
const UNSEEN = 0.8;

/** The likeliest distribution with a given mean. */
interface Tilted {
  /** The mean, less the sample's, as a share of the room. */
  readonly shift: number;
  /** A trial's logarithm of the likelihood it loses. */
  readonly divergence: number;
  readonly variance: number;
  /** Third central moment. */
  readonly third: number;
}

/**
 * Up to t = 1 weights f / (1 - t d), made to add up to 1: the mean rises with t. From there on the end of the range has a
 * weight of its own, until at 2 it has all.
 */
function tilted(deviations: readonly number[], shares: readonly number[], t: number): Tilted {
  const tilt = Math.min(t, 1);
  let excess = 0;
  let lost = 0;
  let first = 0;
  let second = 0;
  let cube = 0;
  // A loop: numbers that a function of its own adds to are each put on the heap anew.
  for (let i = 0; i < deviations.length; i++) {
    const d = deviations[i]!;
    const bend = tilt * d;
    const weight = shares[i]! / (1 - bend);
    excess += bend * bend * weight;
    lost += shares[i]! * lnMinusLinear(-bend);
    first += weight * d;
    second += weight * d * d;
    cube += weight * d * d * d;
  }
  // The weights add up to 1 + excess; terms in t alone cancel, as deviations add up to 0.
  const scale = t <= 1 ? 1 / (1 + excess) : 0;
  const seen = excess / (1 + excess);
  const shift = t <= 1 ? seen / t : seen + (1 - seen) * (t - 1);
  const share = t <= 1 ? scale : 1 - shift;
  const atEnd = t <= 1 ? 0 : Math.max(0, 1 - share * (1 + excess));
  const mean = share * first + atEnd;
  const square = share * second + atEnd;
  return {
    shift,
    divergence: Math.max(0, t <= 1 ? lost + lnOnePlus(excess) : lost - ln(1 - shift)),
    variance: square - mean * mean,
    third: share * cube + atEnd - 3 * mean * square + 2 * mean * mean * mean,
  };
}

const lnOnePlus = (x: number): number => lnMinusLinear(x) + x;

/**
 * Where an increasing function crosses 0 between `from`, where it is negative, and `to`, which it is never asked: the
 * secant, its stale end weighed half (Illinois), from the first bracket on.
 */
function rootOf(f: (t: number) => number, from: number, to: number, guess: number): number {
  let low = from;
  let atLow = f(from);
  let high = Math.min(guess, (from + to) / 2);
  let atHigh = f(high);
  for (let step = 0; atHigh < 0 && step < 60; step++) {
    low = high;
    atLow = atHigh;
    high = Math.min(2 * high, (high + to) / 2);
    atHigh = f(high);
  }
  let last = 0;
  for (let step = 0; step < 60 && high - low > 1e-13 * high; step++) {
    const t = (low * atHigh - high * atLow) / (atHigh - atLow);
    if (t <= low) return low;
    if (!(t < high)) break;
    const at = f(t);
    if (at === 0) return t;
    if (at < 0) {
      low = t;
      atLow = at;
      if (last < 0) atHigh /= 2;
    } else {
      high = t;
      atHigh = at;
      if (last > 0) atLow /= 2;
    }
    last = at;
  }
  return high;
}

/**
 * The logarithm of the likelihood ratio at which Clopper and Pearson's limit of a count of rare events stops believing,
 * where that count has this skewness: positive where its long tail points to the side of the limit. Half of z² for a
 * sum that is not skew.
 */
function threshold(skewness: number, { confidence, z, unseen }: Level): number {
  const events = 1 / (skewness * skewness);
  if (!(events < 1e8)) return (z * z) / 2;
  // Events that are expected at the limit; what count of them it is the limit of?
  if (skewness > 0) {
    if (poissonScore(0, events) > -z) return unseen;
    const excess = (k: number): number => poissonScore(k, events) + z;
    const spread = z * Math.sqrt(events);
    return poissonDivergence(rootOf(excess, Math.max(0, events - 2 * spread - 1), events, events), events);
  }
  // From where a single event would be too many nothing smaller is believed either.
  const single = -ln((1 + confidence) / 2);
  if (events <= single) return poissonDivergence(1, single);
  const excess = (k: number): number => poissonScore(k - 1, events) - z;
  const least = Math.max(1, events);
  if (excess(least) >= 0) return poissonDivergence(least, events);
  const most = events + 2 * z * (Math.sqrt(events) + z);
  const guess = events + z * Math.sqrt(events) + (z * z) / 6 + 1 / 3;
  return poissonDivergence(rootOf(excess, least, most, Math.max(guess, least)), events);
}

const poissonDivergence = (count: number, mean: number): number =>
  count === 0 ? mean : mean - count - count * ln(mean / count);

/** The z with P(Z <= z) = P(X <= k) for X Poisson, within 0.001 (Peizer and Pratt 1968); between counts too. */
function poissonScore(k: number, mean: number): number {
  const y = 1 - (k + 0.5) / mean;
  // (1 - x² + 2 x ln x) / (1 - x)² for x = 1 - y
  const bend = y === 0 ? 0 : 1 + (2 * (1 - y) * lnMinusLinear(-y)) / (y * y);
  return (k + 2 / 3 - mean + 0.02 / (k + 1)) * Math.sqrt((1 + bend) / mean);
}
