import { describe, expect, it } from "vitest";
import { contrastOfChances, contrastOfMeans } from "../../src/stats/contrast.ts";
import { meanLimits } from "../../src/stats/mean-limits.ts";
import { wilson } from "../../src/stats/proportion.ts";
import { newcombe } from "./newcombe.ts";

describe("chances", () => {
  it("one against another is Newcombe's hybrid: 56/70 and 48/80 give 0.0524 to 0.3339", () => {
    // Newcombe 1998, table II (a), method 10.
    const found = contrastOfChances([
      { weight: 1, k: 56, n: 70 },
      { weight: -1, k: 48, n: 80 },
    ]);
    expect(found.lower).toBeCloseTo(0.0524, 4);
    expect(found.upper).toBeCloseTo(0.3339, 4);
    const { lower, upper } = newcombe(56, 70, 48, 80);
    expect(found.lower).toBeCloseTo(lower, 14);
    expect(found.upper).toBeCloseTo(upper, 14);
  });

  it("a known chance adds no width", () => {
    const { lower, upper } = wilson(30, 100);
    const found = contrastOfChances([
      { weight: 1, k: 30, n: 100 },
      { weight: -1, exact: 0.25 },
    ]);
    expect(found.estimate).toBeCloseTo(0.05, 14);
    expect(found.lower).toBeCloseTo(lower - 0.25, 14);
    expect(found.upper).toBeCloseTo(upper - 0.25, 14);
  });

  it("only known chances have no width at all; an empty sample has all of it", () => {
    expect(
      contrastOfChances([
        { weight: 2, exact: 0.5 },
        { weight: -1, exact: 0.25 },
      ]),
    ).toEqual({
      estimate: 0.75,
      lower: 0.75,
      upper: 0.75,
    });
    expect(
      contrastOfChances([
        { weight: 1, k: 0, n: 0 },
        { weight: -1, k: 1, n: 2 },
      ]),
    ).toEqual({
      estimate: undefined,
      lower: -1,
      upper: 1,
    });
  });

  it("grows with the square root of its terms: four of them are √2 as wide as two", () => {
    const term = { k: 5_000, n: 10_000 };
    const two = contrastOfChances([1, -1].map((weight) => ({ weight, ...term })));
    const four = contrastOfChances([1, -1, -1, 1].map((weight) => ({ weight, ...term })));
    expect(four.upper / two.upper).toBeCloseTo(Math.SQRT2, 10);
  });
});

describe("means", () => {
  const sample = (values: readonly number[], counts: readonly number[]) => ({ values, counts });

  it("are what the limits of each leave, added like independent errors", () => {
    const [first, second] = [sample([0, 1, 2, 3], [5, 20, 40, 35]), sample([0, 1, 2, 3], [30, 30, 30, 10])];
    const { estimate, lower, upper } = contrastOfMeans([
      { weight: 1, ...first },
      { weight: -1, ...second },
    ]);
    const [a, b] = [meanLimits(first.values, first.counts), meanLimits(second.values, second.counts)];
    expect(estimate).toBeCloseTo(2.05 - 1.2, 14);
    expect(estimate! - lower).toBeCloseTo(Math.hypot(2.05 - a.lower, b.upper - 1.2), 12);
    expect(upper - estimate!).toBeCloseTo(Math.hypot(a.upper - 2.05, 1.2 - b.lower), 12);
    // scipy 1.17.1, ttest_ind(equal_var=False).confidence_interval() of the same: 0.5910 to 1.1090.
    expect(Math.abs(lower - 0.591)).toBeLessThan(0.02);
    expect(Math.abs(upper - 1.109)).toBeLessThan(0.02);
  });

  it("a known mean adds no width; samples that are alike have some, within what is possible", () => {
    expect(
      contrastOfMeans([
        { weight: 1, exact: 2.5 },
        { weight: -1, exact: 1 },
      ]),
    ).toEqual({ estimate: 1.5, lower: 1.5, upper: 1.5 });
    const alike = contrastOfMeans([
      { weight: 1, ...sample([0, 20], [100, 0]) },
      { weight: -1, ...sample([0, 20], [100, 0]) },
    ]);
    expect(alike.estimate).toBe(0);
    expect(alike.upper).toBeGreaterThan(0.5);
    expect(alike.lower).toBe(-alike.upper);
    const single = contrastOfMeans([
      { weight: 1, exact: 2 },
      { weight: -1, ...sample([0, 1], [0, 1]) },
    ]);
    expect(single.estimate).toBe(1);
    expect(single.lower).toBe(1);
    expect(single.upper).toBeGreaterThan(1.9);
    const empty = contrastOfMeans([{ weight: -1, ...sample([0, 3], [0, 0]) }]);
    expect(empty).toEqual({ estimate: undefined, lower: -3, upper: 0 });
  });
});
