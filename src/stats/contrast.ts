/** Weighted sums of independent estimates: differences, effects, interactions. Limits at 95 % unless told. */
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import { assertConfidence } from "./confidence.ts";
import type { DifferenceEstimate } from "./difference.ts";
import { tenDigits } from "./elementary.ts";
import { ratio } from "./integers.ts";
import type { Sums } from "./moments.ts";
import { wilson } from "./proportion.ts";

/** A probability: known (`exact`), or k events in n trials. */
export type Chance = { readonly exact: number } | { readonly k: number; readonly n: number };
/** A mean: known, or of a sample. */
export type Mean = { readonly exact: number } | Sums;
export type Weighted<T> = T & { readonly weight: number };

/**
 * A weighted sum of independent probabilities by the method of variance estimates recovery (MOVER; Zou and Donner 2008)
 * over Wilson's limits. Weights 1 and -1 give `newcombe`. Known probabilities add no width. Estimate undefined, and the
 * widest limits, when a sample is empty. Square roots only: the same bits everywhere.
 */
export function contrastOfChances(terms: readonly Weighted<Chance>[], confidence = 0.95): DifferenceEstimate {
  const least = terms.reduce((total, { weight }) => total + Math.min(0, weight), 0);
  const most = terms.reduce((total, { weight }) => total + Math.max(0, weight), 0);
  let estimate = 0;
  let below = 0;
  let above = 0;
  for (const { weight, ...term } of terms) {
    if (!("exact" in term) && term.n === 0) return { estimate: undefined, lower: least, upper: most };
    const p = "exact" in term ? term.exact : term.k / term.n;
    const { lower, upper } = "exact" in term ? { lower: p, upper: p } : wilson(term.k, term.n, confidence);
    const [down, up] = weight < 0 ? [upper - p, p - lower] : [p - lower, upper - p];
    estimate += weight * p;
    below += weight * weight * down * down;
    above += weight * weight * up * up;
  }
  return {
    estimate,
    lower: Math.max(least, estimate - Math.sqrt(below)),
    upper: Math.min(most, estimate + Math.sqrt(above)),
  };
}

/** A difference of means with its limits; undefined where a sample has fewer than two values. */
export interface MeanDifference {
  readonly estimate: number | undefined;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/**
 * A weighted sum of independent means: Welch's interval, degrees of freedom by Satterthwaite, from exact integer sums.
 * Known means add no width.
 */
export function contrastOfMeans(terms: readonly Weighted<Mean>[], confidence = 0.95): MeanDifference {
  assertConfidence(confidence);
  let estimate = 0;
  let variance = 0;
  let satterthwaite = 0;
  let isShort = false;
  for (const { weight, ...term } of terms) {
    if ("exact" in term) {
      estimate += weight * term.exact;
      continue;
    }
    const { n, sum, sumSq } = term;
    if (n === 0n) return { estimate: undefined, lower: undefined, upper: undefined };
    estimate += weight * ratio(sum, n);
    if (n < 2n) {
      isShort = true;
      continue;
    }
    const own = weight * weight * ratio(n * sumSq - sum * sum, n * n * (n - 1n));
    variance += own;
    satterthwaite += (own * own) / Number(n - 1n);
  }
  if (isShort) return { estimate, lower: undefined, upper: undefined };
  if (variance === 0) return { estimate, lower: estimate, upper: estimate };
  const degrees = (variance * variance) / satterthwaite;
  const half = tenDigits(tQuantile((1 + confidence) / 2, degrees)) * Math.sqrt(variance);
  return { estimate, lower: estimate - half, upper: estimate + half };
}
