/**
 * Has a chance moved by more than a margin, or provably by less? Two one-sided questions about the difference of two
 * independent estimates, by the normal distribution of the difference at the nearest value that the hypothesis allows.
 */
import type { Probability } from "./contrast.ts";
import { normalUpper } from "./normal.ts";

export interface DriftTest {
  /** now - before. */
  readonly difference: number;
  /** Standard error of the difference as it was seen; 0 when both are known. */
  readonly error: number;
  /** Small: the true difference is beyond the margin. */
  readonly pDrift: number;
  /** Small: the true difference is within the margin (two one-sided tests). */
  readonly pEquivalent: number;
}

/**
 * For probabilities. The error is the score test's (Miettinen and Nurminen 1985): the variance where the hypothesis is
 * fulfilled and the data are most likely, which holds at tiny counts too, where the estimates themselves have none.
 */
export function shareDrift(before: Probability, now: Probability, margin: number): DriftTest {
  const difference = estimateOf(now) - estimateOf(before);
  return test(difference, scoreError(before, now, difference), margin, (shift) => scoreError(before, now, shift));
}

function test(difference: number, error: number, margin: number, errorAt: (shift: number) => number): DriftTest {
  const size = Math.abs(difference);
  const sign = difference < 0 ? -1 : 1;
  const near = errorAt(sign * margin);
  const far = errorAt(-sign * margin);
  const pDrift = Math.min(1, tailOf(size - margin, near) + tailOf(size + margin, far));
  return { difference, error, pDrift, pEquivalent: Math.max(tailOf(margin - size, near), tailOf(margin + size, far)) };
}

/** Q(distance / error); without error a distance is certain, and none proves nothing. */
function tailOf(distance: number, error: number): number {
  if (error > 0) return normalUpper(distance / error);
  return distance > 0 ? 0 : 1;
}

const estimateOf = (share: Probability): number => ("exact" in share ? share.exact : share.k / share.n);

function scoreError(before: Probability, now: Probability, shift: number): number {
  const p = likeliest(before, now, shift);
  const squared = (share: Probability, at: number) => ("exact" in share ? 0 : (at * (1 - at)) / share.n);
  return Math.sqrt(Math.max(0, squared(before, p)) + Math.max(0, squared(now, Math.min(1, Math.max(0, p + shift)))));
}

/** The probability before under which the data are most likely, when the one now is `shift` more. */
function likeliest(before: Probability, now: Probability, shift: number): number {
  let low = Math.max(0, -shift);
  let high = Math.min(1, 1 - shift);
  if ("exact" in before) return Math.min(high, Math.max(low, before.exact));
  if ("exact" in now) return Math.min(high, Math.max(low, now.exact - shift));
  // The derivative of the logarithm of the likelihood falls from left to right: halve.
  for (let step = 0; step < 60 && high - low > 1e-15; step++) {
    const p = (low + high) / 2;
    if (slope(before, p) + slope(now, p + shift) > 0) low = p;
    else high = p;
  }
  return (low + high) / 2;
}

const slope = ({ k, n }: { readonly k: number; readonly n: number }, p: number): number =>
  (k === 0 ? 0 : k / p) - (k === n ? 0 : (n - k) / (1 - p));
