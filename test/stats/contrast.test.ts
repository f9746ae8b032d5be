import { describe, expect, it } from "vitest";
import { contrastOfChances, contrastOfMeans, histogramSums, newcombe, wilson } from "../../src/stats/index.ts";

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
  const sums = (values: readonly number[]) =>
    histogramSums(
      values,
      values.map(() => 1),
    );

  it("is Welch's interval: 1,2,3,4,5 against 2,4,6,8", () => {
    const { estimate, lower, upper } = contrastOfMeans([
      { weight: 1, ...sums([1, 2, 3, 4, 5]) },
      { weight: -1, ...sums([2, 4, 6, 8]) },
    ]);
    expect(estimate).toBe(-2);
    // scipy 1.17.1, ttest_ind(equal_var=False).confidence_interval(): 4.749414519906323 degrees of freedom.
    expect(lower).toBeCloseTo(-5.84463638394009, 8);
    expect(upper).toBeCloseTo(1.84463638394009, 8);
  });

  it("a known mean adds no width; one value is too few", () => {
    expect(
      contrastOfMeans([
        { weight: 1, exact: 2.5 },
        { weight: -1, exact: 1 },
      ]),
    ).toEqual({
      estimate: 1.5,
      lower: 1.5,
      upper: 1.5,
    });
    const short = contrastOfMeans([
      { weight: 1, exact: 2 },
      { weight: -1, ...sums([1]) },
    ]);
    expect(short).toEqual({ estimate: 1, lower: undefined, upper: undefined });
  });
});
