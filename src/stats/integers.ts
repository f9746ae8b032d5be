/** Exact integer arithmetic that ends in one ordinary number. */

/** a / b as the nearest double, for b > 0: one rounding, however large the integers. */
export function ratio(a: bigint, b: bigint): number {
  if (a < 0n) return -ratio(-a, b);
  if (a === 0n) return 0;
  // Scale so that the quotient has at least 64 bits, and keep one sticky bit for what the division left over.
  const shift = Math.max(0, 64 + bits(b) - bits(a));
  const scaled = a << BigInt(shift);
  const quotient = scaled / b;
  let result = Number(scaled % b === 0n ? quotient : quotient | 1n);
  for (let left = shift; left > 0; left -= 32) result /= left >= 32 ? 4294967296 : Number(1n << BigInt(left));
  return result;
}

const bits = (x: bigint): number => x.toString(16).length * 4;

/**
 * `q` as the decimal it prints as: 0.05 is 5/100, not the binary double just above it, so that "the 5 % quantile of 20
 * values" means what its author wrote. `q` is finite.
 */
export function decimalFraction(q: number): { readonly numerator: bigint; readonly denominator: bigint } {
  const [mantissa = "0", exponentText = "0"] = String(q).split("e");
  const [whole = "0", decimals = ""] = mantissa.split(".");
  const exponent = Number(exponentText) - decimals.length;
  const digits = BigInt(whole + decimals);
  return exponent < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-exponent) }
    : { numerator: digits * 10n ** BigInt(exponent), denominator: 1n };
}
