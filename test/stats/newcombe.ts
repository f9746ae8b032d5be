/** Newcombe's limits of a difference, written by themselves: what `contrastOfChances` is held to. */
import type { DifferenceEstimate } from "../../src/stats/contrast.ts";
import { wilson } from "../../src/stats/proportion.ts";

/**
 * p1 - p2 of two *independent* samples: the hybrid of two Wilson intervals (Newcombe 1998, method 10). Not for paired
 * runs. [-1, 1] when either sample is empty; never NaN. Square roots only: the same bits everywhere.
 * @throws RangeError as `wilson`.
 */
export function newcombe(k1: number, n1: number, k2: number, n2: number, confidence = 0.95): DifferenceEstimate {
  const first = wilson(k1, n1, confidence);
  const second = wilson(k2, n2, confidence);
  if (n1 === 0 || n2 === 0) return { estimate: undefined, lower: -1, upper: 1 };
  const p1 = k1 / n1;
  const p2 = k2 / n2;
  const estimate = p1 - p2;
  return {
    estimate,
    lower: Math.max(-1, estimate - root(p1 - first.lower, second.upper - p2)),
    upper: Math.min(1, estimate + root(first.upper - p1, p2 - second.lower)),
  };
}

const root = (a: number, b: number): number => Math.sqrt(a * a + b * b);
