/** Exact ratios of BigInt counts. Counts over a known common denominator; reduced only when printed. */

export function gcd(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;

/** A reduced fraction as text: `"36/125"`, `"0/1"`, `"1/1"`. */
export function fractionText(numerator: bigint, denominator: bigint): string {
  const divisor = gcd(numerator, denominator);
  return `${numerator / divisor}/${denominator / divisor}`;
}

/**
 * The ratio of two non-negative integers of any size as a double, correct to the last bit or the one before it, and the
 * same on every machine.
 * @example ratio(36n, 125n); // 0.288
 */
export function ratio(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const bits = (value: bigint) => value.toString(16).length * 4;
  if (bits(numerator) <= 48 && bits(denominator) <= 48) return Number(numerator) / Number(denominator);
  // Scale so that the integer quotient keeps at least 64 significant bits, then undo the scale by an exact power of 2.
  const shift = Math.max(0, 64 - bits(numerator) + bits(denominator));
  let value = Number((numerator << BigInt(shift)) / denominator);
  for (let left = shift; left > 0; left -= 512) value /= 2 ** Math.min(left, 512);
  return value;
}
