/**
 * Has a number moved by more than a margin, or provably by less, when the same blocks of trials were played before and
 * now? Student's distribution of the differences of blocks, J - 1 degrees of freedom. Blocks that have nothing in common are
 * judged as soundly; they only need as many trials as independent runs do.
 */
import { tenDigits } from "./elementary.ts";
import { tQuantile } from "./library.ts";

/**
 * @param before whole-number sums of blocks of `size` trials each @param now those of the same blocks, two at least
 * @param range how far apart two values of one trial can be
 *
 * What is missing between the difference that was seen and the margin may be rare and large: trials that differ by the
 * whole range, unseen or seen too seldom. Their variance, (margin - |difference|) · range a trial, is added to that of
 * the blocks for the tests on that side, so that blocks that happen to agree prove only what their trials can.
 */
export function blockDrift(
  before: readonly number[],
  now: readonly number[],
  { size, range, margin }: { readonly size: number; readonly range: number; readonly margin: number },
) {
  const count = before.length;
  const trials = size * count;
  const gaps = now.map((sum, j) => sum - before[j]!);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / count;
  const scatter = gaps.reduce((sum, gap) => sum + (gap - mean) * (gap - mean), 0) / (count - 1);
  const difference = mean / size;
  const error = Math.sqrt(scatter / count) / size;
  const away = Math.abs(difference);
  /** The tail beyond a distance that is made up by rare large differences. */
  const tail = (distance: number) => {
    const unseen = (Math.abs(distance) * range + 1 / trials) / trials;
    return studentUpper(distance / Math.sqrt(error * error + unseen), count - 1);
  };
  const half = student95(count - 1) * Math.sqrt(error * error + (range / trials) * (range / trials));
  return {
    difference,
    error,
    pDrift: Math.min(1, tail(away - margin) + tail(away + margin)),
    pEquivalent: Math.max(tail(margin - away), tail(margin + away)),
    lower: difference - half,
    upper: difference + half,
  };
}

/** Student's two-sided quantile at 95 %, in ten digits. */
const student95 = (freedom: number): number => tenDigits(tQuantile(0.975, freedom));

/**
 * P(T > t) of Student's distribution with a whole number of degrees of freedom: half the incomplete beta function, by series
 * whose terms are all positive, so that far tails keep their digits. Square roots and the four operations only.
 *
 * @example studentUpper(0, 7) // 0.5
 */
export function studentUpper(t: number, freedom: number): number {
  if (t < 0) return 1 - studentUpper(-t, freedom);
  const x = freedom / (freedom + t * t);
  // I_x(f/2, 1/2) = x^(f/2) (1-x)^(1/2) / (f/2 B(f/2, 1/2)) · Σ Π (f + 1 + 2k)/(f + 2 + 2k) x^n
  const power = powerOf(Math.sqrt(x), freedom);
  const root = t / Math.sqrt(freedom + t * t); // √(1 - x) without cancellation
  const beta = betaHalf(freedom);
  if (x < 0.9) return (power * root * series(freedom, x)) / (freedom * beta);
  // Near the middle by the other end: I_{1-x}(1/2, f/2) has (1-x)^(1/2) x^(f/2) / (1/2 B) · Σ Π (f + 1 + 2k)/(3 + 2k) (1-x)^n
  let term = 1;
  let sum = 1;
  for (let k = 0; term > 1e-18 * sum; k++) {
    term *= ((freedom + 1 + 2 * k) / (3 + 2 * k)) * (root * root);
    sum += term;
  }
  return 0.5 - (power * root * sum) / beta;
}

function series(freedom: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 0; term > 1e-18 * sum; k++) {
    term *= ((freedom + 1 + 2 * k) / (freedom + 2 + 2 * k)) * x;
    sum += term;
  }
  return sum;
}

/** B(f/2, 1/2), from B(1/2, 1/2) = π and B(1, 1/2) = 2. */
function betaHalf(freedom: number): number {
  let beta = freedom % 2 === 1 ? Math.PI : 2;
  for (let f = freedom % 2 === 1 ? 1 : 2; f < freedom; f += 2) beta *= f / (f + 1);
  return beta;
}

function powerOf(base: number, exponent: number): number {
  let result = 1;
  for (let left = exponent, square = base; left > 0; left = Math.floor(left / 2), square *= square)
    if (left % 2 === 1) result *= square;
  return result;
}
