import { exp, ln } from "./elementary.ts";
import { normalQuantile } from "./library.ts";

/** Two-sided standard normal quantiles, correct to the last bit (from a 40-digit computation). */
const Z: ReadonlyMap<number, number> = new Map([
  [0.5, 0.6744897501960817],
  [0.8, 1.2815515655446004],
  [0.9, 1.6448536269514726],
  [0.95, 1.9599639845400543],
  [0.99, 2.575829303548901],
  [0.999, 3.290526731491895],
]);

/**
 * The z with P(-z < N(0, 1) < z) = `confidence`: a constant for 50, 80, 90, 95, 99 and 99.9 %, else an approximation
 * good to about 1e-15 (@stdlib; simple-statistics' own is a four-digit table and never fit for an interval).
 * @throws RangeError unless 0 < confidence < 1.
 */
export function zScore(confidence: number): number {
  assertConfidence(confidence);
  return Z.get(confidence) ?? -normalQuantile((1 - confidence) / 2, 0, 1);
}

/** @throws RangeError unless 0 < confidence < 1. */
export function assertConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1))
    throw new RangeError(`confidence must be between 0 and 1, got ${confidence}`);
}

/** Where doubles still tell 1 less a chance of error from 1. */
const LEAST_ERROR = 1e-15;

/**
 * A p-value from limits: the least chance of error, 1 less a confidence, at which they tell what is asked, such as that a
 * bound is passed. `tells` holds up to some confidence and not beyond. 1e-15 at least, within a thousandth of itself;
 * 1 where even a confidence of 0.1 % does not tell.
 */
export function errorToTell(tells: (confidence: number) => boolean): number {
  if (!tells(0.001)) return 1;
  let [telling, silent] = [0, -ln(LEAST_ERROR)];
  while (silent - telling > 0.001) {
    const middle = (telling + silent) / 2;
    if (tells(1 - exp(-middle))) telling = middle;
    else silent = middle;
  }
  return exp(-telling);
}
