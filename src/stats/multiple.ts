/** Many tests, looked at several times, under one bound on the chance that any of them errs. */
import { normalUpper, normalUpperQuantile } from "./normal.ts";

/**
 * Holm's step-down test (1979): which of the hypotheses are rejected so that the chance of rejecting any true one is at
 * most `alpha`, however they depend on each other. `family` is how many there are when some are not listed: those count
 * as not rejected.
 * @example holm([0.001, 0.2, 0.02], 0.05) // [true, false, true]
 */
export function holm(pValues: readonly number[], alpha: number, family = pValues.length): boolean[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a]! - pValues[b]!);
  const rejected = pValues.map(() => false);
  for (const [rank, i] of order.entries()) {
    if (!(pValues[i]! <= alpha / (family - rank))) break;
    rejected[i] = true;
  }
  return rejected;
}

/**
 * How much of `alpha` may be spent at each look, when the looks fall after these shares of the whole (rising, the last
 * 1): almost nothing early, almost all at the end (Lan and DeMets's form of O'Brien and Fleming's rule,
 * 2 Q(z / sqrt(t)) with z the two-sided quantile). What is spent adds up to `alpha`, so that by the union bound no joint
 * distribution of the looks is needed.
 */
export function spending(alpha: number, shares: readonly number[]): number[] {
  const z = normalUpperQuantile(alpha / 2);
  let before = 0;
  return shares.map((share) => {
    const spent = share >= 1 ? alpha : 2 * normalUpper(z / Math.sqrt(share));
    const portion = spent - before;
    before = spent;
    return portion;
  });
}
