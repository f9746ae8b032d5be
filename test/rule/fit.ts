/**
 * Pearson's test of counts against an exact answer, with a threshold and a sample size that are known beforehand.
 *
 * Threshold: the upper 1e-9 quantile of chi-square (SciPy 1.x, `chi2.isf(1e-9, k)`), rounded up.
 * Power: under a shift the statistic is noncentral chi-square, at least (Z + sqrt(lambda))^2 with Z standard normal, so
 * lambda = (sqrt(limit) + 4.7535)^2 is found with a chance of at least 1 - 1e-6 (`norm.isf(1e-6)` = 4.7534). A shift of d
 * of one outcome of chance p, wherever it comes from, gives lambda >= n d^2 / (p (1 - p)) (Cauchy and Schwarz).
 */
import { blockStream, cellKey, type Stream } from "../../src/dice/index.ts";

/** Upper 1e-9 quantiles for 1, 2, 3 … degrees of freedom. */
const LIMITS = [
  37.33, 41.45, 44.85, 47.88, 50.7, 53.35, 55.88, 58.31, 60.67, 62.95, 65.18, 67.35, 69.49, 71.58, 73.64, 75.66,
] as const;
export const SHIFT = 0.002;

/** Trials after which a shift of 0.002 of any one outcome is found with power 1 - 1e-6. */
export function trialsFor(chances: ArrayLike<number>): number {
  const possible = Array.from(chances).filter((p) => p > 0);
  const lambda = (Math.sqrt(LIMITS[possible.length - 2]!) + 4.7535) ** 2;
  const widest = Math.max(...possible.map((p) => p * (1 - p)));
  return Math.ceil((lambda * widest) / SHIFT ** 2);
}

/** How far counts are from the exact chances, as a share of the limit: above 1 they do not fit. */
export function misfit(counts: ArrayLike<number>, chances: ArrayLike<number>): number {
  const trials = Array.from(counts).reduce((a, b) => a + b, 0);
  let statistic = 0;
  let bins = 0;
  let rareCount = 0;
  let rareExpected = 0;
  const add = (count: number, expected: number) => {
    statistic += (count - expected) ** 2 / expected;
    bins++;
  };
  Array.from(chances).forEach((chance, i) => {
    const expected = chance * trials;
    if (chance === 0) {
      if (counts[i]! > 0) statistic = Infinity;
    } else if (expected < 5) {
      rareCount += counts[i]!;
      rareExpected += expected;
    } else {
      add(counts[i]!, expected);
    }
  });
  if (rareExpected > 0) add(rareCount, rareExpected);
  return statistic / LIMITS[bins - 2]!;
}

/** A fixed stream for a test of this name. */
export const streamOf = (name: string, block = 0): Stream => blockStream(cellKey(20261121n, name), block);
