/** Weighted sums of independent estimates: differences, effects, interactions. Limits at 95 % unless told. */
import { type Histogram, type MeanLimits, meanLimits, rangeOf } from "./mean-limits.ts";
import { wilson } from "./proportion.ts";

/** A difference, or another weighted sum, of probabilities or means: its limits lie within what is possible. */
export type DifferenceEstimate = Omit<MeanLimits, "halfWidth">;

/** A probability: known (`exact`), or k events in n trials. */
export type Probability = { readonly exact: number } | { readonly k: number; readonly n: number };
/** A mean: known, or of a sample whose values are all that are possible. */
export type Mean = { readonly exact: number } | Histogram;
export type Weighted<T> = T & { readonly weight: number };

/**
 * A weighted sum of independent probabilities by the method of variance estimates recovery (MOVER; Zou and Donner 2008)
 * over Wilson's limits. Weights 1 and -1 give the hybrid of two of them (Newcombe 1998, method 10). Known probabilities
 * add no width. Estimate undefined, and the widest limits, when a sample is empty. Square roots only: the same bits everywhere.
 */
export function contrastOfChances(terms: readonly Weighted<Probability>[], confidence = 0.95): DifferenceEstimate {
  const limited = terms.map(({ weight, ...term }): LimitedTerm => {
    if ("exact" in term) return { weight, estimate: term.exact, lower: term.exact, upper: term.exact };
    const estimate = term.n === 0 ? undefined : term.k / term.n;
    return { weight, estimate, ...wilson(term.k, term.n, confidence) };
  });
  const least = terms.reduce((total, { weight }) => total + Math.min(0, weight), 0);
  const most = terms.reduce((total, { weight }) => total + Math.max(0, weight), 0);
  return recovered(limited, least, most);
}

/**
 * A weighted sum of independent means by the same method over `meanLimits`, so within what the values allow, and without
 * a width of 0 where a sample is alike. Known means add no width. Estimate undefined, and the widest limits, when a sample
 * is empty.
 * @throws RangeError as `meanLimits`
 */
export function contrastOfMeans(terms: readonly Weighted<Mean>[], confidence = 0.95): DifferenceEstimate {
  let [least, most] = [0, 0];
  const limited = terms.map(({ weight, ...term }): LimitedTerm => {
    const [low, high] = "exact" in term ? [term.exact, term.exact] : rangeOf(term.values);
    least += Math.min(weight * low, weight * high);
    most += Math.max(weight * low, weight * high);
    if ("exact" in term) return { weight, estimate: term.exact, lower: low, upper: high };
    return { weight, ...meanLimits(term.values, term.counts, confidence) };
  });
  return recovered(limited, least, most);
}

interface LimitedTerm extends DifferenceEstimate {
  readonly weight: number;
}

/**
 * MOVER: the distances from each estimate to its limits, added as independent errors are. Within `least` and `most`;
 * these, and no estimate, where one has none.
 */
export function recovered(
  terms: readonly LimitedTerm[],
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): DifferenceEstimate {
  let estimate = 0;
  let below = 0;
  let above = 0;
  for (const { weight, estimate: value, lower, upper } of terms) {
    if (value === undefined) return { estimate: undefined, lower: least, upper: most };
    const [down, up] = weight < 0 ? [upper - value, value - lower] : [value - lower, upper - value];
    estimate += weight * value;
    below += weight * weight * down * down;
    above += weight * weight * up * up;
  }
  return {
    estimate,
    lower: Math.max(least, estimate - Math.sqrt(below)),
    upper: Math.min(most, estimate + Math.sqrt(above)),
  };
}
