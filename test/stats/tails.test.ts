import { describe, expect, it } from "vitest";
import { binomialLower, binomialUpper } from "../../src/stats/binomial.ts";
import { normalUpper, normalUpperQuantile } from "../../src/stats/normal.ts";
import { frozen, relativeError } from "./frozen.ts";

describe("tails, against SciPy", () => {
  it.each(frozen.normal)("P(Z > %f) = %f", (x, expected) => {
    expect(relativeError(normalUpper(x), x > 37 ? 0 : expected)).toBeLessThan(1e-9);
  });
  it("at the ends", () => {
    expect([normalUpper(Number.POSITIVE_INFINITY), normalUpper(Number.NEGATIVE_INFINITY)]).toEqual([0, 1]);
  });
  it.each(frozen.normalQuantiles)("the normal quantile of the tail %f is %f", (p, expected) => {
    expect(Math.abs(normalUpperQuantile(p) - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
  });
  it("every binomial tail", () => {
    for (const [k, n, p, expected] of frozen.binomial)
      expect(relativeError(binomialUpper(k, n, p), expected), `k ${k}, n ${n}, p ${p}`).toBeLessThan(1e-8);
  });
  it("lower tails are mirrored upper ones; a coin by hand", () => {
    expect(binomialUpper(9, 10, 0.5)).toBeCloseTo(11 / 1024, 12);
    expect(binomialLower(1, 10, 0.5)).toBeCloseTo(11 / 1024, 12);
    expect([
      binomialUpper(0, 5, 0.1),
      binomialUpper(1, 5, 0),
      binomialUpper(5, 5, 1),
      binomialUpper(6, 5, 0.5),
    ]).toEqual([1, 0, 1, 0]);
  });
});
