import { exp, HALF_LN_TWO_PI, ln, stirling, tenDigits } from "./elementary.ts";

/**
 * P(X >= k) for X binomial (n, p), and P(X <= k): relative error below 1e-9 (n up to 1e9), however small. The terms are
 * added outwards from k, where they fall; the first one is Loader's saddle point (2000), in which nothing cancels.
 * On the side of the bulk the other tail is taken from 1.
 */
export function binomialUpper(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  if (k <= n * p) return 1 - tail(n - k + 1, n, 1 - p, p);
  return tenDigits(tail(k, n, p, 1 - p));
}

export const binomialLower = (k: number, n: number, p: number): number => binomialUpper(n - k, n, 1 - p);

/** P(X >= k) for k above the mean: the density at k, and ratios of neighbours below 1. */
function tail(k: number, n: number, p: number, q: number): number {
  const odds = p / q;
  let term = 1;
  let series = 1;
  for (let i = k; i < n && term > 1e-17 * series; i++) {
    term *= (odds * (n - i)) / (i + 1);
    series += term;
  }
  return Math.min(1, density(k, n, p, q) * series);
}

const TWO_PI = 6.283185307179586;

function density(k: number, n: number, p: number, q: number): number {
  if (k === n) return exp(n * lnOf(p, q));
  if (k === 0) return exp(n * lnOf(q, p));
  const rest = n - k;
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(rest) - deviance(k, n * p) - deviance(rest, n * q);
  return exp(exponent) * Math.sqrt(n / (TWO_PI * k * rest));
}

/** ln p, where 1 - p may be known better than p. */
function lnOf(p: number, q: number): number {
  if (q > 0.1) return ln(p);
  let power = q;
  let series = 0;
  for (let i = 1; power > 1e-18 * q; i++) {
    series -= power / i;
    power *= q;
  }
  return series;
}

/** x ln(x / m) + m - x, without cancellation for x near m. */
function deviance(x: number, m: number): number {
  const v = (x - m) / (x + m);
  if (Math.abs(v) > 0.1) return x * ln(x / m) + m - x;
  let sum = (x - m) * v;
  let power = 2 * x * v;
  for (let j = 1; ; j++) {
    power *= v * v;
    const next = sum + power / (2 * j + 1);
    if (next === sum) return sum;
    sum = next;
  }
}

/** ln n! minus Stirling's formula for it; n >= 1. */
export function stirlingError(n: number): number {
  if (n < 16) {
    let factorial = 1;
    for (let i = 2; i <= n; i++) factorial *= i;
    return ln(factorial) - (n + 0.5) * ln(n) + n - HALF_LN_TWO_PI;
  }
  return stirling(n);
}
