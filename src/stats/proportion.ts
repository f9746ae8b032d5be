import { keptIn } from "../rule/once.ts";
import { assertConfidence, zScore } from "./confidence.ts";
import { expm1, ln, tenDigits } from "./elementary.ts";
import { betaQuantile } from "./library.ts";

/** Limits of a probability, 0 <= lower <= upper <= 1. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** How the limits of a proportion were made. `at-most` and `at-least` are one-sided statements. */
export type ProportionMethod = "wilson" | "clopper-pearson" | "at-most" | "at-least" | "mixture" | "no-data";

export interface ProportionEstimate extends Interval {
  /** k / n; undefined when n = 0. */
  readonly estimate: number | undefined;
  readonly method: ProportionMethod;
}

/** With fewer events (or fewer non-events) than this, the interval is Clopper and Pearson's. */
export const FEW_EVENTS = 10;

/**
 * Wilson's score interval of k events in n trials: near nominal coverage on average, may dip locally.
 * Wilson 1927; Brown, Cai and DasGupta 2001. Uses + - * / and sqrt only: the same bits everywhere. [0, 1] when n = 0.
 * The limits of n - k are exactly the mirror of those of k.
 * @throws RangeError unless 0 <= k <= n are safe integers and 0 < confidence < 1.
 */
export function wilson(k: number, n: number, confidence = 0.95): Interval {
  assertCounts(k, n);
  const z = zScore(confidence);
  if (n === 0) return { lower: 0, upper: 1 };
  if (k > n - k) return mirror(wilson(n - k, n, confidence));
  const halfZ2 = (z * z) / 2;
  const spread = z * Math.sqrt(k * ((n - k) / n) + halfZ2 / 2);
  // The limits are the roots of a quadratic; the product of the roots gives the small one without cancellation.
  return { lower: (k * (k / n)) / (k + halfZ2 + spread), upper: Math.min(1, (k + halfZ2 + spread) / (n + 2 * halfZ2)) };
}

/**
 * Clopper and Pearson's "exact" interval of k events in n trials (1934): coverage never below nominal, a bit wide.
 * Beta quantiles by @stdlib, good to 1e-13 up to n = 1e6 and to 5e-9 (relative) at n = 1e8. The limit on the side of
 * the rarer outcome is rounded to ten significant decimals, so that a last-bit difference of a logarithm in another
 * engine or another version of the library cannot show in a file. [0, 1] when n = 0.
 * @throws RangeError as `wilson`.
 */
export function clopperPearson(k: number, n: number, confidence = 0.95): Interval {
  assertCounts(k, n);
  assertConfidence(confidence);
  if (n === 0) return { lower: 0, upper: 1 };
  if (k > n - k) return mirror(clopperPearson(n - k, n, confidence));
  const tail = (1 - confidence) / 2;
  return {
    lower: k === 0 ? 0 : tenDigits(betaQuantile(tail, k, n - k + 1)),
    upper: tenDigits(betaQuantile(1 - tail, k + 1, n - k)),
  };
}

/**
 * What n trials without a single event prove: the event's probability is at most 1 - alpha^(1/n), about 3/n at 95 %.
 * One-sided, alpha = 1 - confidence. Rounded like `clopperPearson`. 1 when n = 0.
 * @throws RangeError unless n >= 0 is a safe integer and 0 < confidence < 1.
 */
export function zeroEventBound(n: number, confidence = 0.95): number {
  assertCounts(0, n);
  assertConfidence(confidence);
  return n === 0 ? 1 : tenDigits(-expm1(ln(1 - confidence) / n));
}

/**
 * The estimate to report for k events in n trials. Never NaN.
 * - n = 0: no estimate, [0, 1], `no-data`.
 * - k = 0: [0, zeroEventBound(n)], `at-most`; k = n is its mirror, `at-least`. Each is a true one-sided statement.
 * - min(k, n - k) < 10: Clopper-Pearson. Otherwise Wilson.
 * Seen as one procedure, coverage at 95 % is lowest where n p is about 3 (93.8 %, the one-sided bound) and 7.5 (93.6 %).
 * @throws RangeError as `wilson`.
 */
export function proportion(k: number, n: number, confidence = 0.95): ProportionEstimate {
  assertCounts(k, n);
  if (latest.n !== n || latest.confidence !== confidence || latest.known.size > MOST_KNOWN)
    latest = { n, confidence, known: new Map() };
  return keptIn(latest.known, k, () => proportionOf(k, n, confidence));
}

/** What was found last: cells of one run have as many trials each, and of few trials the same counts over and over. */
let latest = { n: 0, confidence: 0, known: new Map<number, ProportionEstimate>() };
const MOST_KNOWN = 10_000;

function proportionOf(k: number, n: number, confidence: number): ProportionEstimate {
  if (n === 0) return { estimate: undefined, lower: 0, upper: 1, method: "no-data" };
  if (k === 0) return { estimate: 0, lower: 0, upper: zeroEventBound(n, confidence), method: "at-most" };
  if (k === n) return { estimate: 1, lower: 1 - zeroEventBound(n, confidence), upper: 1, method: "at-least" };
  const estimate = k / n;
  return Math.min(k, n - k) < FEW_EVENTS
    ? { estimate, ...clopperPearson(k, n, confidence), method: "clopper-pearson" }
    : { estimate, ...wilson(k, n, confidence), method: "wilson" };
}

export const mirror = ({ lower, upper }: Interval): Interval => ({ lower: 1 - upper, upper: 1 - lower });

export function assertCounts(k: number, n: number): void {
  if (!Number.isSafeInteger(n) || !Number.isSafeInteger(k) || k < 0 || k > n) {
    throw new RangeError(`need integers 0 <= k <= n, got k = ${k}, n = ${n}`);
  }
}
