/**
 * Limits that hold at every number of trials at once: whoever watches a run and stops when it pleases still errs in at
 * most `1 - confidence` of runs. They are about twice as wide as those made for one number of trials.
 */
import { stirlingError } from "./binomial.ts";
import { lnMinusLinear } from "./chi-square.ts";
import { assertConfidence } from "./confidence.ts";
import { expm1, HALF_LN_TWO_PI, ln, tenDigits } from "./elementary.ts";
import { ratio } from "./integers.ts";
import type { Sums } from "./moments.ts";
import { assertCounts, type Interval, mirror, type ProportionEstimate } from "./proportion.ts";

/**
 * The confidence sequence of a chance: every p whose likelihood is more than `1 - confidence` of the likelihood averaged
 * over Jeffreys's prior Beta(1/2, 1/2) (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021):
 * ln B(k + 1/2, n - k + 1/2) - ln B(1/2, 1/2) - k ln p - (n - k) ln(1 - p) < ln(1 / alpha).
 * Own arithmetic: the same bits everywhere; the limit on the rarer side is rounded to ten significant decimals.
 * [0, 1] when n = 0.
 * @throws RangeError as `wilson`.
 */
export function mixtureInterval(k: number, n: number, confidence = 0.95): Interval {
  assertCounts(k, n);
  assertConfidence(confidence);
  if (n === 0) return { lower: 0, upper: 1 };
  if (k > n - k) return mirror(mixtureInterval(n - k, n, confidence));
  // The same inequality as n kl(k/n, p) < room: so written nothing cancels.
  const room = ln(Math.PI / (1 - confidence)) + factorialPart(n) - gammaPart(k) - gammaPart(n - k);
  const upper = rootOf(k / n, 1, (p) => divergence(k, n, p) >= room);
  if (k === 0) return { lower: 0, upper: tenDigits(-expm1(-room / n)) };
  return { lower: tenDigits(rootOf(k / n, 0, (p) => divergence(k, n, p) >= room)), upper: tenDigits(upper) };
}

/** `mixtureInterval` as an estimate to report; one-sided in its reading where nothing, or nothing else, was seen. */
export function anytimeProportion(k: number, n: number, confidence = 0.95): ProportionEstimate {
  const interval = mixtureInterval(k, n, confidence);
  if (n === 0) return { estimate: undefined, ...interval, method: "no-data" };
  return { estimate: k / n, ...interval, method: k === 0 ? "at-most" : k === n ? "at-least" : "mixture" };
}

const HALF_LN_PI = 0.5723649429247001;

/** ln n! - n ln n + n, for n >= 1. */
const factorialPart = (n: number): number => HALF_LN_TWO_PI + ln(n) / 2 + stirlingError(n);

/** ln Gamma(k + 1/2) - k ln k + k. */
function gammaPart(k: number): number {
  if (k === 0) return HALF_LN_PI;
  if (k < 16) {
    let product = 1;
    for (let i = 1; i <= k; i++) product *= i - 0.5;
    return HALF_LN_PI + ln(product) - k * ln(k) + k;
  }
  const z = k + 0.5;
  const s = 1 / (z * z);
  const series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680)))) / z;
  const half = 1 / (2 * k); // k ln(1 + 1/2k) - 1/2
  return k * lnMinusLinear(half) + HALF_LN_TWO_PI + series;
}

/** n times the divergence of k/n from p: k ln(k / np) + (n - k) ln((n - k) / (n - np)). */
function divergence(k: number, n: number, p: number): number {
  const part = (x: number, mean: number) => (x === 0 ? mean : mean * excess((x - mean) / mean));
  return part(k, n * p) + part(n - k, n * (1 - p));
}

/** (1 + t) ln(1 + t) - t for t > -1, without cancellation near 0. */
const excess = (t: number): number => (1 + t) * lnMinusLinear(t) + t * t;

/** Where a condition that fails at `from` begins to hold on the way to `to`; halved until doubles run out. */
function rootOf(from: number, to: number, holds: (p: number) => boolean): number {
  let [inside, outside] = [from, to];
  for (let step = 0; step < 200; step++) {
    const middle = (inside + outside) / 2;
    if (middle === inside || middle === outside) break;
    if (holds(middle)) outside = middle;
    else inside = middle;
  }
  return outside;
}

/**
 * The confidence sequence of the mean of a bounded score: the empirical Bernstein bound with predictable plug-in
 * (Waudby-Smith and Ramdas 2024, theorem 2). Weight and centre of a trial may rest on earlier trials alone; here all
 * trials of a stretch share those fixed before it began, so that sums of a stretch are all it takes.
 */
export class MeanSequence {
  readonly #low: number;
  readonly #range: number;
  readonly #budget: number; // ln(2 / alpha)
  #trials = 0;
  #sum = 0; // of scores scaled to [0, 1], as all below
  #squares = 0; // about the centres that were fixed before each
  #weights = 0;
  #weighted = 0;
  #spent = 0;

  /** @throws RangeError unless low < high and 0 < confidence < 1. */
  constructor(low: number, high: number, confidence = 0.95) {
    assertConfidence(confidence);
    if (!(low < high)) throw new RangeError(`a score lies between two bounds, got ${low} and ${high}`);
    this.#low = low;
    this.#range = high - low;
    this.#budget = ln(2 / (1 - confidence));
  }

  /** Adds a stretch of trials. `until`: how many trials there were to be at its end, as was known before it began. */
  add({ n, sum, sumSq }: Sums, until = this.#trials + Number(n)): void {
    const m = Number(n);
    if (m === 0) return;
    const [low, range] = [BigInt(this.#low), BigInt(this.#range)];
    const first = ratio(sum - n * low, range);
    const second = ratio(sumSq - 2n * low * sum + n * low * low, range * range);
    const centre = (0.5 + this.#sum) / (this.#trials + 1);
    const variance = (0.25 + this.#squares) / (this.#trials + 1);
    const weight = Math.min(0.5, Math.sqrt((2 * this.#budget) / (variance * until * ln(1 + until))));
    const squares = Math.max(0, second - 2 * centre * first + m * centre * centre);
    this.#trials += m;
    this.#sum += first;
    this.#squares += squares;
    this.#weights += weight * m;
    this.#weighted += weight * first;
    this.#spent -= squares * lnMinusLinear(-weight);
  }

  /** The limits after all trials that were added; the whole range before the first. */
  limits(): Interval {
    const high = this.#low + this.#range;
    if (this.#trials === 0) return { lower: this.#low, upper: high };
    const centre = this.#weighted / this.#weights;
    const half = (this.#budget + this.#spent) / this.#weights;
    return {
      lower: this.#low + this.#range * Math.max(0, centre - half),
      upper: this.#low + this.#range * Math.min(1, centre + half),
    };
  }
}
