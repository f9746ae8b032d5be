/**
 * The gate's statistics: against closed forms, by simulation with fixed seeds, and with controls that must fail.
 */
import { describe, expect, it } from "vitest";
import { binomialUpper } from "../../src/stats/binomial.ts";
import { shareDrift } from "../../src/stats/drift.ts";
import { holm, spending } from "../../src/stats/multiple.ts";
import { normalUpper } from "../../src/stats/normal.ts";
import { LONG } from "../long.ts";
import { binomial, uniforms } from "./random.ts";

describe("shareDrift", () => {
  it("is the formula with the variance of the estimates where counts are large", () => {
    // p0 = 0.5, p1 = 0.52, n = 256,000 each: se = sqrt(0.25/256000 + 0.2496/256000).
    const se = Math.sqrt((0.25 + 0.2496) / 256_000);
    const test = shareDrift({ k: 128_000, n: 256_000 }, { k: 133_120, n: 256_000 }, 0.01);
    expect(test.difference).toBeCloseTo(0.02, 12);
    expect(test.error).toBeCloseTo(se, 7);
    expect(Math.log(test.pDrift) / Math.log(normalUpper(0.01 / se))).toBeCloseTo(1, 2);
    expect(test.pEquivalent).toBeCloseTo(1, 9);
  });

  it.each([
    [10, 100, 20, 100, 0.05],
    [0, 50, 3, 40, 0.01],
    [7, 9, 1, 30, -0.2],
  ])(
    "takes the variance where the data are likeliest: %i/%i, %i/%i, shift %f, against a search",
    (k0, n0, k1, n1, shift) => {
      const likelihood = (p: number) => {
        const part = (k: number, n: number, at: number) =>
          (k === 0 ? 0 : k * Math.log(at)) + (k === n ? 0 : (n - k) * Math.log(1 - at));
        return part(k0, n0, p) + part(k1, n1, p + shift);
      };
      let best = 0;
      for (let i = 1; i < 100_000; i++) {
        const p = i / 100_000;
        if (p + shift > 0 && p + shift < 1 && !(likelihood(best) >= likelihood(p))) best = p;
      }
      const error = Math.sqrt((best * (1 - best)) / n0 + ((best + shift) * (1 - best - shift)) / n1);
      const size = k1 / n1 - k0 / n0;
      const test = shareDrift({ k: k0, n: n0 }, { k: k1, n: n1 }, Math.abs(shift));
      // The score test at the near edge of the margin: one side of each p-value.
      const near = normalUpper((Math.abs(shift) - Math.abs(size)) / error);
      expect(Math.sign(size)).toBe(Math.sign(shift));
      expect(Math.abs(test.pEquivalent - near)).toBeLessThan(1e-4);
    },
  );

  it("nothing seen on either side is equivalent only when that proves it", () => {
    expect(shareDrift({ k: 0, n: 100 }, { k: 0, n: 100 }, 0.01).pEquivalent).toBeGreaterThan(0.05);
    expect(shareDrift({ k: 0, n: 100_000 }, { k: 0, n: 100_000 }, 0.01).pEquivalent).toBeLessThan(1e-9);
    expect(shareDrift({ k: 0, n: 100 }, { k: 0, n: 100 }, 0.01).pDrift).toBe(1);
  });

  it("a known probability adds no error; without a margin nothing is ever equivalent", () => {
    const test = shareDrift({ exact: 0.5 }, { k: 520, n: 1000 }, 0);
    // The score test of one sample: z = 0.02 / sqrt(0.25 / 1000), both sides.
    expect(test.pDrift).toBeCloseTo(2 * normalUpper(0.02 / Math.sqrt(0.25 / 1000)), 9);
    expect(shareDrift({ k: 5, n: 10 }, { k: 5, n: 10 }, 0)).toMatchObject({ pDrift: 1, pEquivalent: 0.5 });
    expect(shareDrift({ k: 0, n: 10 }, { k: 0, n: 10 }, 0)).toMatchObject({ pDrift: 1, pEquivalent: 0.5 });
  });

  it("is symmetric, and never NaN", () => {
    for (const [k0, n0, k1, n1, margin] of [
      [0, 1, 1, 1, 0],
      [0, 1, 1, 1, 0.5],
      [3, 7, 900, 1000, 0.01],
      [1000, 1000, 0, 5, 1],
    ] as const) {
      const there = shareDrift({ k: k0, n: n0 }, { k: k1, n: n1 }, margin);
      const back = shareDrift({ k: k1, n: n1 }, { k: k0, n: n0 }, margin);
      for (const key of ["pDrift", "pEquivalent"] as const) {
        expect(there[key]).toBeGreaterThanOrEqual(0);
        expect(there[key]).toBeLessThanOrEqual(1);
        expect(back[key]).toBeCloseTo(there[key], 9);
      }
    }
  });
});

const REPEATS = LONG ? 40_000 : 12_000;
describe(`the level, by simulation: ${REPEATS} pairs at the edge of the margin, fixed seed`, () => {
  const ALPHA = 0.01;
  // One in 1e9 (two-sided z = 6.1) above the nominal rate, and the normal approximation's own error at n = 1,000.
  const BOUND = ALPHA + 6.1 * Math.sqrt((ALPHA * (1 - ALPHA)) / REPEATS) + 0.001;
  const rate = (margin: number) => {
    const uniform = uniforms(2024);
    let rejected = 0;
    for (let i = 0; i < REPEATS; i++) {
      const before = { k: binomial(uniform, 400, 0.1), n: 400 };
      const now = { k: binomial(uniform, 400, 0.13), n: 400 };
      if (shareDrift(before, now, margin).pDrift <= ALPHA) rejected++;
    }
    return rejected / REPEATS;
  };

  it("drift is found at most as often as said", () => expect(rate(0.03)).toBeLessThan(BOUND));
  // True drift 3 points, se 2.2: z = 1.3 against 2.58, found in about 11 %, 50 standard errors above the bound.
  it("control: with the margin removed it is found far more often", () => expect(rate(0)).toBeGreaterThan(2 * BOUND));
});

describe("holm and spending", () => {
  it("Holm's steps by hand", () => {
    expect(holm([0.01, 0.04, 0.03, 0.005], 0.05)).toEqual([true, false, false, true]);
    expect(holm([], 0.05)).toEqual([]);
    expect(holm([0.0009], 0.001, 500)).toEqual([false]);
    expect(holm([1e-6, 1.9e-6, 3e-6], 0.001, 500)).toEqual([true, true, false]);
  });

  it("spends alpha whole, next to nothing early", () => {
    const spent = spending(0.05, [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]);
    expect(spent.reduce((a, b) => a + b)).toBeCloseTo(0.05, 12);
    // Published cumulative values of the O'Brien-Fleming type function, two-sided 0.05: 0.0056 at half, 0.0001 at a quarter.
    expect(spent[0]! + spent[1]! + spent[2]! + spent[3]!).toBeCloseTo(0.00557, 4);
    expect(spent[0]! + spent[1]! + spent[2]!).toBeCloseTo(0.000_09, 5);
    for (const part of spent) expect(part).toBeGreaterThan(0);
  });

  it("a binomial tail is a p-value that keeps its level at tiny counts", () => {
    // Three events where 0.1 are expected: the normal tail says 1e-20, the truth is 1.5e-4.
    expect(binomialUpper(3, 1000, 1e-4)).toBeCloseTo(1.5e-4, 5);
  });
});
