import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";

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
