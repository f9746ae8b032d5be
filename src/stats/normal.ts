import { chiSquareLower, chiSquareUpper } from "./chi-square.ts";
import { exp, ln, tenDigits } from "./elementary.ts";

/**
 * P(Z > x) for a standard normal Z, also where it is one in 10^200: by the incomplete gamma function of x²/2, relative
 * error below 1e-9 on either side, rounded to ten significant decimals. 0 from x = 37 on; 1 at -Infinity.
 * @example normalUpper(1.959963984540054) // 0.025
 */
export function normalUpper(x: number): number {
  if (x > 0) return x > 37 ? 0 : tenDigits(chiSquareUpper(x * x, 1) / 2);
  return x < -37 ? 1 : tenDigits(0.5 + chiSquareLower(x * x, 1) / 2);
}

const SQRT_TWO_PI = 2.5066282746310002;

/**
 * The x with P(Z > x) = `tail`, within 1e-9, for tails down to 1e-290: Newton's steps on ln Q, which is concave, so that
 * from the right they never pass the root. (The quantile of @stdlib is off by 1e-4 at a tail of 1e-15.)
 * @throws RangeError unless 0 < tail < 1
 */
export function normalUpperQuantile(tail: number): number {
  if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail lies between 0 and 1, got ${tail}`);
  if (tail > 0.5) return -normalUpperQuantile(1 - tail);
  const goal = ln(tail);
  let x = Math.sqrt(-2 * goal);
  for (let i = 0; i < 50; i++) {
    const upper = chiSquareUpper(x * x, 1) / 2;
    const step = ((ln(upper) - goal) * upper * SQRT_TWO_PI) / exp(-(x * x) / 2);
    x = Math.max(0, x + step);
    if (Math.abs(step) < 1e-12) break;
  }
  return tenDigits(x);
}
