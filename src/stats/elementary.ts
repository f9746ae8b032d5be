/**
 * Logarithm and exponential from + - * / alone.
 *
 * The language lets every engine round Math.log, Math.exp and Math.pow as it likes, and results here end in files that
 * must be the same bytes on every machine. Only the four operations, Math.sqrt and Math.floor are fixed to the last bit
 * (IEEE 754), so these series use nothing else. Relative error below 1e-15 where the function is well conditioned; not
 * meant for a hot loop.
 */

// ln 2 in two parts; the first has 32 significant bits, so that k * LN2_HIGH is exact for |k| < 2^20.
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const TWO_64 = 65536 * 65536 * 65536 * 65536;
const TINY = 1e-18;

/** Natural logarithm of `x`; -Infinity at 0, Infinity at Infinity, NaN below 0 and for NaN. */
export function ln(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!(x > 0)) return Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let mantissa = x;
  let exponent = 0;
  for (; mantissa > TWO_64; exponent += 64) mantissa /= TWO_64;
  for (; mantissa < 1 / TWO_64; exponent -= 64) mantissa *= TWO_64;
  for (; mantissa > Math.SQRT2; exponent++) mantissa /= 2;
  for (; mantissa < Math.SQRT2 / 2; exponent--) mantissa *= 2;
  // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is below 0.172.
  const s = (mantissa - 1) / (mantissa + 1);
  let power = s;
  let series = 0;
  for (let odd = 1; Math.abs(power) > TINY * Math.abs(s); odd += 2) {
    series += power / odd;
    power *= s * s;
  }
  return exponent * LN2_HIGH + (exponent * LN2_LOW + 2 * series);
}

/** e^x - 1 without cancellation near 0. */
export function expm1(x: number): number {
  if (Math.abs(x) > 0.35) return exp(x) - 1;
  let term = x;
  let series = 0;
  for (let i = 2; Math.abs(term) > TINY * Math.abs(x); i++) {
    series += term;
    term *= x / i;
  }
  return series;
}

/** e^x; 0 below -745 and Infinity above 710. */
export function exp(x: number): number {
  if (x < -745.2) return 0;
  if (x > 709.8) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
  let result = 1 + expm1(x - k * LN2_HIGH - k * LN2_LOW);
  for (let i = 0; i < k; i++) result *= 2;
  for (let i = 0; i > k; i--) result /= 2;
  return result;
}

/** ln(2π) / 2 */
export const HALF_LN_TWO_PI = 0.9189385332046728;

/** ln Gamma(a + 1) minus its leading terms, for a >= 16 (error below 1e-16). */
export function stirling(a: number): number {
  const s = 1 / (a * a);
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / a;
}

/**
 * `x` rounded to ten significant decimals. Number.prototype.toPrecision is exact by specification, so two computations
 * of a quantile that differ in their last bits are written to a file as the same number.
 */
export function tenDigits(x: number): number {
  return Number(x.toPrecision(10));
}
