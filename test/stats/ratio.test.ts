import { describe, expect, it } from "vitest";
import { wilson } from "../../src/stats/proportion.ts";
import { quotient } from "../../src/stats/ratio.ts";
import { binomial, uniforms } from "./random.ts";

const known = (value: number) => ({ value, lower: value, upper: value });

describe("a quotient", () => {
  it("by a known number has its limits divided", () => {
    const { value, lower, upper } = quotient({ value: 6, lower: 5, upper: 8 }, known(2))!;
    expect([value, lower, upper]).toEqual([3, 2.5, 4]);
  });

  it("of a known number has the limits the other way round", () => {
    const { lower, upper } = quotient(known(6), { value: 2, lower: 1.5, upper: 3 })!;
    expect(lower).toBeCloseTo(2, 12);
    expect(upper).toBeCloseTo(4, 12);
  });

  it("is refused where the divisor may be 0, or nothing is divided", () => {
    expect(quotient(known(1), { value: 0.1, lower: 0, upper: 0.3 })).toBeUndefined();
    expect(quotient(known(1), { value: 1, lower: 0.5, upper: 2.5 })).toBeUndefined();
    expect(quotient(known(0), known(1))).toBeUndefined();
  });

  describe("covers the truth 95 times in 100", () => {
    const N = 400;
    const REPEATS = 4_000;
    const uniform = uniforms(2012);
    const draws = Array.from(
      { length: REPEATS },
      () => [binomial(uniform, N, 0.6), binomial(uniform, N, 0.3)] as const,
    );
    const coverage = (limits: (a: number, b: number) => { lower: number; upper: number }) =>
      draws.filter(([a, b]) => {
        const { lower, upper } = limits(a, b);
        return lower <= 2 && 2 <= upper;
      }).length / REPEATS;
    const limited = (k: number, confidence?: number) => ({ value: k / N, ...wilson(k, N, confidence) });
    const SLACK = 0.017 + 0.005; // 4.9 standard errors, and what the method itself may miss

    it("of two chances, 0.6 / 0.3", () => {
      expect(Math.abs(coverage((a, b) => quotient(limited(a), limited(b))!) - 0.95)).toBeLessThan(SLACK);
    });

    it("control: limits at 90 % are caught", () => {
      expect(Math.abs(coverage((a, b) => quotient(limited(a, 0.9), limited(b, 0.9))!) - 0.95)).toBeGreaterThan(SLACK);
    });
  });
});
