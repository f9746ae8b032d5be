import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zScore } from "../../src/stats/confidence.ts";
import { contrastOfChances } from "../../src/stats/contrast.ts";
import { clopperPearson, proportion, wilson, zeroEventBound } from "../../src/stats/proportion.ts";
import { frozen, relativeError } from "./frozen.ts";

const seeded = { seed: 43, numRuns: 400 };
const CONFIDENCES = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999];
const kOfN = fc
  .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 2 ** 32 }))
  .chain((n) =>
    fc.tuple(fc.oneof(fc.integer({ min: 0, max: Math.min(n, 12) }), fc.integer({ min: 0, max: n })), fc.constant(n)),
  );

const difference = (k1: number, n1: number, k2: number, n2: number, confidence?: number) =>
  contrastOfChances(
    [
      { weight: 1, k: k1, n: n1 },
      { weight: -1, k: k2, n: n2 },
    ],
    confidence,
  );

describe("against SciPy", () => {
  it("Clopper-Pearson, n up to 1e8", () => {
    expect(frozen.clopperPearson.length).toBeGreaterThanOrEqual(60);
    for (const [k, n, confidence, lower, upper, fromOne] of frozen.clopperPearson) {
      const ours = clopperPearson(k, n, confidence);
      // @stdlib's upper quantile loses digits at n = 1e8; to a table of percentages it is still exact.
      const tolerance = n > 1e6 ? 5e-9 : 1e-9;
      const label = `${k}/${n} at ${confidence}`;
      expect(relativeError(ours.upper, upper), label).toBeLessThan(tolerance);
      if (2 * k <= n) expect(relativeError(ours.lower, lower), label).toBeLessThan(tolerance);
      else expect(relativeError(1 - ours.lower, fromOne), label).toBeLessThan(tolerance + 1e-15 / fromOne);
    }
  });

  it("Wilson, to the last few bits", () => {
    for (const [k, n, confidence, lower, upper] of frozen.wilson) {
      const ours = wilson(k, n, confidence);
      // SciPy subtracts two nearly equal numbers for the small limit; its own error is about an ulp of the centre.
      expect(Math.abs(ours.lower - lower), `${k}/${n}`).toBeLessThan(1e-14);
      expect(Math.abs(ours.upper - upper), `${k}/${n}`).toBeLessThan(1e-14);
    }
  });

  it("the bound after no events", () => {
    for (const [n, confidence, bound] of frozen.zeroEvent) {
      expect(relativeError(zeroEventBound(n, confidence), bound), `${n}`).toBeLessThan(5.1e-10);
    }
    expect(zeroEventBound(10_000)).toBeCloseTo(0.0003, 6);
  });

  it("Newcombe's published table", () => {
    for (const [k1, n1, k2, n2, confidence, lower, upper] of frozen.newcombe) {
      const ours = difference(k1, n1, k2, n2, confidence);
      expect(ours.lower).toBeCloseTo(lower, 4);
      expect(ours.upper).toBeCloseTo(upper, 4);
    }
  });

  it("z of an uncommon confidence", () => {
    expect(zScore(0.975)).toBeCloseTo(2.241402727604947, 13);
  });
});

describe("properties", () => {
  const contains = (interval: { lower: number; upper: number }, p: number): boolean =>
    interval.lower <= p && p <= interval.upper && interval.lower >= 0 && interval.upper <= 1;

  it("every interval contains its estimate, and wider confidence contains the narrower", () => {
    fc.assert(
      fc.property(kOfN, fc.constantFrom(...CONFIDENCES), ([k, n], confidence) => {
        for (const make of [wilson, clopperPearson, proportion]) {
          const inner = make(k, n, confidence);
          const outer = make(k, n, 0.9999);
          if (!contains(inner, k / n) || !contains(outer, inner.lower) || !contains(outer, inner.upper)) return false;
        }
        return true;
      }),
      seeded,
    );
  });

  it("limits rise with k", () => {
    fc.assert(
      fc.property(kOfN, ([k, n]) => {
        if (k === n) return;
        // Beyond 1e6 the steps between common events are finer than the ten digits of a Clopper-Pearson limit.
        const coarse = n <= 1e6 || k < 12 ? [wilson, clopperPearson] : [wilson];
        for (const make of coarse) {
          const here = make(k, n);
          const next = make(k + 1, n);
          expect(next.lower).toBeGreaterThanOrEqual(here.lower);
          expect(next.upper).toBeGreaterThanOrEqual(here.upper);
        }
      }),
      seeded,
    );
  });

  it("k and n - k mirror each other exactly", () => {
    fc.assert(
      fc.property(kOfN, ([k, n]) => {
        if (2 * k === n) return;
        for (const make of [wilson, clopperPearson]) {
          const [rare, common] = [make(Math.min(k, n - k), n), make(Math.max(k, n - k), n)];
          expect(common).toEqual({ lower: 1 - rare.upper, upper: 1 - rare.lower });
        }
      }),
      seeded,
    );
  });

  it("a difference contains its estimate, turns its sign with its arguments, and is never NaN", () => {
    fc.assert(
      fc.property(kOfN, kOfN, ([k1, n1], [k2, n2]) => {
        const d = difference(k1, n1, k2, n2);
        const turned = difference(k2, n2, k1, n1);
        expect(d.lower).toBeLessThanOrEqual(d.estimate ?? Number.NaN);
        expect(d.upper).toBeGreaterThanOrEqual(d.estimate ?? Number.NaN);
        expect(turned.lower).toBeCloseTo(-d.upper, 15);
      }),
      seeded,
    );
  });
});

describe("degenerate counts", () => {
  it("no trials", () => {
    expect(proportion(0, 0)).toEqual({ estimate: undefined, lower: 0, upper: 1, method: "no-data" });
    expect(wilson(0, 0)).toEqual({ lower: 0, upper: 1 });
    expect(clopperPearson(0, 0)).toEqual({ lower: 0, upper: 1 });
    expect(zeroEventBound(0)).toBe(1);
    expect(difference(0, 0, 3, 5)).toEqual({ estimate: undefined, lower: -1, upper: 1 });
  });

  it("one trial, never and always", () => {
    expect(proportion(0, 1)).toEqual({ estimate: 0, lower: 0, upper: 0.95, method: "at-most" });
    expect(proportion(1, 1)).toEqual({ estimate: 1, lower: 1 - 0.95, upper: 1, method: "at-least" });
    expect(proportion(0, 2 ** 53 - 1).upper).toBeCloseTo(0, 12);
  });

  it("the method follows the rarer side", () => {
    const methods = [0, 9, 10, 990, 991, 1000].map((k) => proportion(k, 1000).method);
    expect(methods).toEqual(["at-most", "clopper-pearson", "wilson", "wilson", "clopper-pearson", "at-least"]);
  });

  it("few events in as many trials as a number holds", () => {
    for (const k of [1, 5, 9]) {
      const { lower, upper } = proportion(k, 2 ** 53 - 1);
      expect(lower).toBeGreaterThan(0);
      expect(upper).toBeGreaterThan(lower);
      expect(upper).toBeLessThan(1e-13);
    }
  });

  it("refuses counts and confidences that are none", () => {
    for (const [k, n] of [
      [-1, 5],
      [6, 5],
      [0.5, 5],
      [Number.NaN, 5],
      [0, -1],
      [0, 2 ** 53],
    ] as const) {
      expect(() => proportion(k, n)).toThrow(RangeError);
    }
    for (const confidence of [0, 1, 95, Number.NaN]) expect(() => wilson(1, 2, confidence)).toThrow(RangeError);
  });
});
