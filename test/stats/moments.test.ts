import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalFraction, ratio } from "../../src/stats/integers.ts";
import { exactMoments, histogramSums, sampleMoments } from "../../src/stats/moments.ts";
import { clopperPearson } from "../../src/stats/proportion.ts";
import { exactQuantiles, quantileInterval, sampleQuantile } from "../../src/stats/quantiles.ts";
import { frozen, relativeError } from "./frozen.ts";

describe("against NumPy and SciPy", () => {
  for (const row of frozen.histograms) {
    it(`values ${row.values}`, () => {
      const moments = sampleMoments(row.values, row.counts);
      expect(relativeError(moments.mean ?? Number.NaN, row.mean)).toBeLessThan(1e-14);
      expect(relativeError(moments.sd ?? Number.NaN, row.sd)).toBeLessThan(1e-11);
      for (const weights of [row.counts.map(BigInt), row.counts.map((c) => c / 4096)]) {
        const exact = exactMoments(row.values, weights);
        expect(relativeError(exact.mean ?? Number.NaN, row.mean)).toBeLessThan(1e-14);
        expect(relativeError(exact.sd ?? Number.NaN, row.populationSd)).toBeLessThan(1e-11);
        expect(row.qs.map((q) => exactQuantiles(row.values, weights)(q))).toEqual(row.quantiles);
      }
      expect(row.qs.map((q) => sampleQuantile(row.values, row.counts, q))).toEqual(row.quantiles);
    });
  }

  it("order statistics of a quantile have SciPy's binomial ranks", () => {
    for (const [n, q, confidence, lower, upper] of frozen.quantileRanks) {
      const ranks = Array.from({ length: n }, (_, i) => i + 1);
      const ours = quantileInterval([0, ...ranks, n + 1], [0, ...ranks.map(() => 1), 0], q, (k, of) =>
        clopperPearson(k, of, confidence),
      );
      expect([ours.lower ?? null, ours.upper ?? null], `n ${n}, q ${q}, ${confidence}`).toEqual([
        lower ?? 0,
        upper ?? n + 1,
      ]);
    }
  });
});

describe("large sums", () => {
  it("keep every digit where sumSq / n - mean^2 keeps none", () => {
    const values = [2 ** 40, 2 ** 40 + 1];
    const counts = [2 ** 50, 2 ** 50];
    const { mean, sd } = sampleMoments(values, counts);
    expect(mean).toBe(2 ** 40 + 0.5);
    expect(sd).toBeCloseTo(0.5, 15);
    expect(histogramSums(values, counts).n).toBe(2n ** 51n);
  });

  it("a ratio is the nearest double", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 53 - 1 }), (a, b) => {
        // Division of two safe integers is correctly rounded by IEEE 754; a common factor must not change the result.
        const factor = 3n ** 70n;
        return ratio(BigInt(a), BigInt(b)) === a / b + 0 && ratio(BigInt(a) * factor, BigInt(b) * factor) === a / b + 0;
      }),
      { seed: 7, numRuns: 2000 },
    );
    expect(ratio(10n ** 400n, 10n ** 399n)).toBe(10);
    expect(ratio(1n, 10n ** 300n)).toBe(1e-300);
  });
});

describe("quantiles", () => {
  it("compare cumulative shares exactly, q as it is written", () => {
    // One value in 20 *is* the 5 % quantile although the double 0.05 is a little above 1/20.
    const values = [1, 2];
    expect(sampleQuantile(values, [1, 19], 0.05)).toBe(1);
    expect(sampleQuantile(values, [5 * 10 ** 13 - 1, 95 * 10 ** 13 + 1], 0.05)).toBe(2);
    expect(decimalFraction(0.05)).toEqual({ numerator: 5n, denominator: 100n });
    expect(decimalFraction(1e-7)).toEqual({ numerator: 1n, denominator: 10n ** 7n });
    expect(decimalFraction(1)).toEqual({ numerator: 1n, denominator: 1n });
  });

  it("forgive the rounding of added probabilities", () => {
    const tenths = Array.from({ length: 10 }, () => 0.1);
    const values = tenths.map((_, i) => i + 1);
    expect(values.map((v) => exactQuantiles(values, tenths)(v / 10))).toEqual(values);
  });

  it("refuse what is no share", () => {
    for (const q of [-0.1, 1.1, Number.NaN]) {
      expect(() => sampleQuantile([1], [1], q)).toThrow(RangeError);
      expect(() => exactQuantiles([1], [1])(q)).toThrow(RangeError);
    }
  });

  it("the interval contains the estimate", () => {
    const histogram = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(histogram, fc.constantFrom(0.05, 0.25, 0.5, 0.95), (counts, q) => {
        const values = counts.map((_, i) => (i * 7) % 13);
        const { estimate, lower, upper } = quantileInterval(values, counts, q);
        if (estimate === undefined) return lower === undefined && upper === undefined;
        return (lower ?? estimate) <= estimate && estimate <= (upper ?? estimate);
      }),
      { seed: 11, numRuns: 1000 },
    );
  });
});

describe("degenerate histograms", () => {
  const nothing = { mean: undefined, sd: undefined };

  it("no value", () => {
    for (const [values, counts] of [
      [[], []],
      [
        [1, 2],
        [0, 0],
      ],
    ] as [number[], number[]][]) {
      expect(sampleMoments(values, counts)).toEqual(nothing);
      expect(exactMoments(values, counts)).toEqual(nothing);
      expect(exactMoments(values, counts.map(BigInt))).toEqual(nothing);
      expect(sampleQuantile(values, counts, 0.5)).toBeUndefined();
      expect(exactQuantiles(values, counts)(0.5)).toBeUndefined();
      expect(quantileInterval(values, counts, 0.5)).toEqual({
        estimate: undefined,
        lower: undefined,
        upper: undefined,
      });
    }
  });

  it("one value, and no variance", () => {
    expect(sampleMoments([4], [1])).toEqual({ mean: 4, sd: undefined });
    expect(sampleMoments([4, 5], [9, 0])).toEqual({ mean: 4, sd: 0 });
    expect(exactMoments([4], [1])).toEqual({ mean: 4, sd: 0 });
  });

  it("never gives NaN or a zero with a sign", () => {
    const cells = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 3 })), { maxLength: 6 });
    fc.assert(
      fc.property(cells, (pairs) => {
        const values = pairs.map(([v]) => v);
        const counts = pairs.map(([, c]) => c);
        for (const result of [
          sampleMoments(values, counts),
          exactMoments(values, counts),
          quantileInterval(values, counts, 0.5),
        ]) {
          for (const x of Object.values(result)) expect(x === undefined || Number.isFinite(x)).toBe(true);
        }
      }),
      { seed: 43, numRuns: 500 },
    );
  });
});
