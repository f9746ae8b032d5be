/** Exact ratios of BigInt counts. Counts over a known common denominator; reduced only when printed. */

export function gcd(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;

/** Powers of the primes that denominators of dice are made of, the greatest first. */
const POWERS = [2n, 3n, 5n].map((prime) => [64n, 32n, 16n, 8n, 4n, 2n, 1n].map((exponent) => prime ** exponent));

/** `value` without its factors 2, 3 and 5. */
function withoutSmallFactors(value: bigint): bigint {
  let rest = value;
  for (const powers of POWERS) for (const power of powers) while (rest % power === 0n) rest /= power;
  return rest;
}

/** Outcomes of a metric have one denominator. */
let latest = { denominator: 1n, rest: 1n };

/**
 * A reduced fraction as text: `"36/125"`, `"0/1"`, `"1/1"`. The denominator is positive.
 * Factors 2, 3 and 5 come out by division, which for dice leaves nothing for Euclid's slower algorithm.
 */
export function fractionText(numerator: bigint, denominator: bigint): string {
  if (numerator === 0n) return "0/1";
  let over = numerator;
  let under = denominator;
  for (const powers of POWERS)
    for (const power of powers)
      while (over % power === 0n && under % power === 0n) {
        over /= power;
        under /= power;
      }
  if (latest.denominator !== denominator) latest = { denominator, rest: withoutSmallFactors(denominator) };
  const { rest } = latest;
  const divisor = rest === 1n ? 1n : gcd(over, rest);
  return `${over / divisor}/${under / divisor}`;
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
