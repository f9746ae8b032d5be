import { exp, HALF_LN_TWO_PI, ln, stirling, tenDigits } from "./elementary.ts";

const RELATIVE = 1e-16;
const SMALLEST = 1e-290;

/**
 * P(X >= statistic) for X chi-square with `degrees` > 0 degrees of freedom; 1 when either is 0. Relative error below
 * 1e-10 for degrees up to 1e5, far into the tail; rounded to ten significant decimals, 0 below about 1e-300.
 */
export function chiSquareUpper(statistic: number, degrees: number): number {
  if (degrees <= 0 || statistic <= 0) return 1;
  return tenDigits(gammaTails(degrees / 2, statistic / 2).upper);
}

/** P(X <= statistic), as `chiSquareUpper`; 0 when the statistic is 0, 1 when there are no degrees of freedom. */
export function chiSquareLower(statistic: number, degrees: number): number {
  if (degrees <= 0) return 1;
  if (statistic <= 0) return 0;
  return tenDigits(gammaTails(degrees / 2, statistic / 2).lower);
}

/**
 * The regularised incomplete gamma functions P(a, x) and Q(a, x): the series below the mean, the continued fraction
 * above it (Abramowitz and Stegun 6.5.29 and 6.5.31, the latter by Lentz's method), so that the small tail is the one
 * that is computed and never a difference from 1.
 */
function gammaTails(a: number, x: number): { readonly lower: number; readonly upper: number } {
  const front = poissonDensity(a, x);
  if (x < a + 1) {
    let term = 1;
    let series = 1;
    for (let i = 1; term > RELATIVE * series; i++) {
      term *= x / (a + i);
      series += term;
    }
    const lower = Math.min(1, front * series);
    return { lower, upper: 1 - lower };
  }
  let b = x + 1 - a;
  let c = 1 / SMALLEST;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1, step = 0; Math.abs(step - 1) > 4 * RELATIVE; i++) {
    const numerator = -i * (i - a);
    b += 2;
    d = 1 / awayFromZero(numerator * d + b);
    c = awayFromZero(b + numerator / c);
    step = c * d;
    fraction *= step;
  }
  const upper = Math.min(1, front * a * fraction);
  return { lower: 1 - upper, upper };
}

const awayFromZero = (x: number): number => (Math.abs(x) < SMALLEST ? SMALLEST : x);

/** x^a e^-x / Gamma(a + 1), by Stirling's series about x = a, where the large terms would otherwise cancel. */
function poissonDensity(a: number, x: number): number {
  if (a < 16) {
    // Gamma(a + 1) = Gamma(a + 1 + m) / ((a + 1) ... (a + m))
    let shifted = a;
    let product = 1;
    for (; shifted < 16; ) {
      shifted += 1;
      product *= shifted;
    }
    return exp(a * ln(x) - x - logGammaPlusOne(shifted)) * product;
  }
  const t = (x - a) / a;
  return exp(a * lnMinusLinear(t) - stirling(a)) / Math.sqrt(2 * Math.PI * a);
}

const logGammaPlusOne = (a: number): number => (a + 0.5) * ln(a) - a + HALF_LN_TWO_PI + stirling(a);

/** ln(1 + t) - t for t > -1, without cancellation near 0. */
export function lnMinusLinear(t: number): number {
  if (Math.abs(t) > 0.3) return ln(1 + t) - t;
  let power = t * t;
  let series = 0;
  for (let i = 2; Math.abs(power) > 1e-19 * t * t; i++) {
    series += (i % 2 === 0 ? -power : power) / i;
    power *= t;
  }
  return series;
}
