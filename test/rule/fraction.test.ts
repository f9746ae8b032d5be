import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fractionText, gcd, lcm, ratio } from "../../src/rule/fraction.ts";

/** A finite positive double as mantissa * 2^exponent, both exact. */
function exactly(value: number): { mantissa: bigint; exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const raw = Number((word >> 52n) & 0x7ffn);
  const low = word & ((1n << 52n) - 1n);
  return raw === 0
    ? { mantissa: low, exponent: -1_074 }
    : { mantissa: low + (1n << 52n), exponent: Math.max(raw, 1) - 1_075 };
}

/** Whether `value` is within one unit in the last place of numerator/denominator, by whole numbers alone. */
function isWithinOneUlp(value: number, numerator: bigint, denominator: bigint): boolean {
  const { mantissa, exponent } = exactly(value);
  const up = exponent > 0 ? 1n << BigInt(exponent) : 1n;
  const down = exponent < 0 ? 1n << BigInt(-exponent) : 1n;
  const error = mantissa * up * denominator - numerator * down;
  return (error < 0n ? -error : error) <= up * denominator;
}

const SEED = { seed: 20261121, numRuns: 2_000 };

describe("ratio", () => {
  it("is the division of doubles where both fit one", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (a, b) => {
        expect(ratio(BigInt(a), BigInt(b))).toBe(a / b);
      }),
      SEED,
    );
  });

  it("is right to the last bit or the one before, whatever the size", () => {
    const big = fc.tuple(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), fc.nat({ max: 3_000 }));
    fc.assert(
      fc.property(big, fc.nat({ max: 900 }), fc.bigInt({ min: 1n, max: 1n << 80n }), ([head, zeros], gap, rest) => {
        const numerator = (head << BigInt(zeros)) + rest;
        const denominator = numerator * (1n + (rest << BigInt(gap))) + 1n;
        expect(isWithinOneUlp(ratio(numerator, denominator), numerator, denominator)).toBe(true);
      }),
      SEED,
    );
  });

  it.each([
    [36n, 125n, 0.288],
    [0n, 7n, 0],
    [7n, 7n, 1],
    [10n ** 400n, 10n ** 400n, 1],
    [3n * 10n ** 300n, 10n ** 301n, 0.3],
    [1n, 10n ** 300n, 1e-300],
    [1n, 2n ** 1_074n, 5e-324],
    [1n, 10n ** 400n, 0],
    [10n ** 40n, 1n, 1e40],
    [2n ** 53n + 1n, 2n ** 54n + 2n, 0.5],
  ])("%s over %s", (numerator, denominator, expected) => {
    expect(ratio(numerator, denominator)).toBe(expected);
  });

  it("is the same for the same fraction, reduced or not, to the last bit or the one before", () => {
    const factor = 3n ** 200n;
    for (let i = 1n; i < 200n; i++)
      expect(isWithinOneUlp(ratio(i * factor, 997n * factor), i, 997n), `${i}/997`).toBe(true);
  });

  it("control: an error of two units in the last place is seen", () => {
    const third = ratio(1n, 3n);
    expect(isWithinOneUlp(third, 1n, 3n)).toBe(true);
    expect(isWithinOneUlp(third + 2 ** -53, 1n, 3n)).toBe(false);
    expect(isWithinOneUlp(third - 2 ** -53, 1n, 3n)).toBe(false);
  });
});

describe("whole numbers", () => {
  it("gcd and lcm agree with trial division", () => {
    for (let a = 1; a <= 40; a++)
      for (let b = 1; b <= 40; b++) {
        let common = Math.min(a, b);
        while (a % common !== 0 || b % common !== 0) common--;
        expect(gcd(BigInt(a), BigInt(b))).toBe(BigInt(common));
        expect(lcm(BigInt(a), BigInt(b))).toBe(BigInt((a * b) / common));
      }
    expect(gcd(0n, 7n)).toBe(7n);
  });

  it.each([
    [288n, 1_000n, "36/125"],
    [0n, 1_000n, "0/1"],
    [1_000n, 1_000n, "1/1"],
    [10n ** 30n, 4n * 10n ** 30n, "1/4"],
  ])("%s over %s is written %s", (numerator, denominator, text) => {
    expect(fractionText(numerator, denominator)).toBe(text);
  });
});
