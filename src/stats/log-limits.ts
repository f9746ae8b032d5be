import { exp, tenDigits } from "./elementary.ts";
import { tQuantile } from "./library.ts";

/** Sums of trials that are split are skew: limits that far cover 95 % and more of them (measured 95 to 97). */
const WIDER = 1.15;
/** Where the limits lie further than that from the estimate, as a factor, nothing is known. */
const FURTHEST = 2;

/**
 * Limits at 95 % of a chance of which independent blocks of equal size have given sums that are not negative, by
 * Student's distribution of
 * the logarithm. @param scale what a sum is divided by; @returns undefined where they scatter too much, or all are 0
 */
export function logLimits(blocks: number, sum: number, squares: number, scale: number) {
  if (sum <= 0) return undefined;
  const variance = (squares - (sum * sum) / blocks) / (blocks - 1);
  const factor = exp((WIDER * tenDigits(tQuantile(0.975, blocks - 1)) * Math.sqrt(variance * blocks)) / sum);
  if (!(factor <= FURTHEST)) return undefined;
  const value = sum / blocks / scale;
  return { value, lower: tenDigits(value / factor), upper: tenDigits(Math.min(1, value * factor)) };
}
