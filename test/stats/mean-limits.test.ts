/**
 * Do the limits of means keep their promise? Coverage is exact: every histogram of n trials that a distribution can give,
 * with its multinomial chance. Nothing is drawn, so nothing can flake. Student's limits are the control that must fail.
 */
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorToTell } from "../../src/stats/confidence.ts";
import { meanLimits } from "../../src/stats/mean-limits.ts";
import { clopperPearson, type Interval } from "../../src/stats/proportion.ts";

type Limits = (values: readonly number[], counts: readonly number[]) => Interval;

/** Student's, as they were here before: from the mean and the standard deviation. */
const student: Limits = (values, counts) => {
  const n = counts.reduce((a, b) => a + b, 0);
  const mean = values.reduce((sum, v, i) => sum + v * counts[i]!, 0) / n;
  const variance = values.reduce((sum, v, i) => sum + counts[i]! * (v - mean) ** 2, 0) / (n - 1);
  const half = tQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  return { lower: mean - half, upper: mean + half };
};

const lnFactorials = [0];
for (let i = 1; i <= 500; i++) lnFactorials.push(lnFactorials[i - 1]! + Math.log(i));

/** The chance that the limits of n trials hold the mean, over every histogram; those rarer than 1e-12 miss it. */
function coverage(limits: Limits, values: readonly number[], shares: readonly number[], n: number): number {
  const truth = values.reduce((sum, v, i) => sum + v * shares[i]!, 0);
  let covered = 0;
  const counts: number[] = [];
  const visit = (i: number, left: number, lnChance: number): void => {
    if (lnChance - lnFactorials[left]! < -27.6 && i === values.length - 1) return;
    if (i === values.length - 1) {
      const chance = Math.exp(lnChance + left * Math.log(shares[i]!) - lnFactorials[left]!);
      if (chance < 1e-12) return;
      counts[i] = left;
      const { lower, upper } = limits(values, counts);
      if (lower <= truth + 1e-12 && truth <= upper + 1e-12) covered += chance;
      return;
    }
    for (let k = 0; k <= left; k++) {
      counts[i] = k;
      visit(i + 1, left - k, lnChance + (k === 0 ? 0 : k * Math.log(shares[i]!)) - lnFactorials[k]!);
    }
  };
  visit(0, n, lnFactorials[n]!);
  return covered;
}

describe("exact coverage", () => {
  it.each([5, 10, 20, 50, 100])("of a chance, %i trials: held in 94 of 100 at least at every p", (n) => {
    const all = Array.from({ length: n + 1 }, (_, k) => meanLimits([0, 1], [n - k, k]));
    let least = 1;
    for (let p = 0.0005; p < 0.5; p += 0.0005) {
      const covered = all.reduce((sum, { lower, upper }, k) => {
        if (p < lower || p > upper) return sum;
        const lnChance = lnFactorials[n]! - lnFactorials[k]! - lnFactorials[n - k]!;
        return sum + Math.exp(lnChance + k * Math.log(p) + (n - k) * Math.log(1 - p));
      }, 0);
      least = Math.min(least, covered);
    }
    expect(least).toBeGreaterThan(0.94);
  });

  // A rare loss of 20 beside an everyday one, down to half of one expected.
  const RARE = [0.005, 0.01, 0.02, 0.03, 0.05];
  it.each(RARE)("of a loss of 20 with %f beside losses of 0 and 1, 100 trials: held in 94 of 100 at least", (p) => {
    expect(coverage(meanLimits, [0, 1, 20], [0.6 - p, 0.4, p], 100)).toBeGreaterThan(0.94);
  });
  it.each([0.005, 0.02, 0.1])("of damage of 15 and 20 with %f, 100 trials: held in 94 of 100 at least", (p) => {
    expect(coverage(meanLimits, [0, 15, 20], [1 - p, p / 2, p / 2], 100)).toBeGreaterThan(0.94);
  });
  it.each([0.02, 0.1, 0.3])("of losses that are few or all, %f of all, 60 trials: held in 94 of 100 at least", (p) => {
    expect(coverage(meanLimits, [0, 1, 6], [0.7 * (1 - p), 0.3 * (1 - p), p], 60)).toBeGreaterThan(0.94);
  });

  it("positive control: Student's limits are caught by each", () => {
    expect(coverage(student, [0, 1, 20], [0.59, 0.4, 0.01], 100)).toBeLessThan(0.9);
    expect(coverage(student, [0, 15, 20], [0.995, 0.0025, 0.0025], 100)).toBeLessThan(0.5);
    expect(coverage(student, [0, 1, 6], [0.98 * 0.7, 0.98 * 0.3, 0.02], 60)).toBeLessThan(0.9);
    expect(coverage(student, [0, 1], [0.95, 0.05], 100)).toBeLessThan(0.9);
  });

  it("positive control: limits that do not allow what was not seen are caught", () => {
    const seen: Limits = (values, counts) => meanLimits(...(seenOf(values, counts) as [number[], number[]]));
    const seenOf = (values: readonly number[], counts: readonly number[]) => [
      values.filter((_, i) => counts[i]! > 0),
      counts.filter((count) => count > 0),
    ];
    expect(coverage(seen, [0, 1, 20], [0.59, 0.4, 0.01], 100)).toBeLessThan(0.9);
  });
});

describe("width", () => {
  const widthOf = ({ lower, upper }: Interval): number => upper - lower;
  /** Shares of n as counts. */
  const sample = (shares: readonly number[], n: number) => shares.map((share) => Math.round(share * n));

  // Losses of a fight: mostly few, sometimes all; Student's cover 93.4 %, 93.7 % and 95 % of them.
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const losses = [0.62, 0.2, 0.08, 0.03, 0.02, 0.01, 0.006, 0.004, 0.003, 0.005, 0.022];
  it.each([
    [100, 2],
    [500, 1.3],
    [2_000, 1.15],
    [20_000, 1.05],
    [1_000_000, 1.01],
  ])("%i trials of losses: at most %f times Student's", (n, most) => {
    const counts = sample(losses, n);
    const ratio = widthOf(meanLimits(values, counts)) / widthOf(student(values, counts));
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThan(most);
  });
});

describe("what they are", () => {
  it("near Clopper and Pearson's for rare events, and a little within them where none was seen", () => {
    for (const k of [1, 2, 3, 5, 10, 50]) {
      const ours = meanLimits([0, 1], [10_000 - k, k]);
      const theirs = clopperPearson(k, 10_000);
      expect(ours.lower / theirs.lower).toBeCloseTo(1, 1.7);
      expect(ours.upper / theirs.upper).toBeCloseTo(1, 1.7);
    }
    expect(meanLimits([0, 1], [10_000, 0])).toMatchObject({ lower: 0, estimate: 0 });
    expect(meanLimits([0, 1], [10_000, 0]).upper).toBeCloseTo(1 - 0.04 ** 1e-4, 10);
  });

  it("one 40k attack without a loss in 100 trials leaves room for more than the true mean of 0.081", () => {
    const values = [0, 15, 16, 17, 18, 19, 20];
    const { estimate, lower, upper } = meanLimits(values, [100, 0, 0, 0, 0, 0, 0]);
    expect([estimate, lower]).toEqual([0, 0]);
    expect(upper).toBeCloseTo(20 * (1 - 0.04 ** 0.01), 10);
  });

  it("a longer arm on the side of the long tail", () => {
    const { estimate = 0, lower, upper } = meanLimits([0, 1, 20], [80, 18, 2]);
    expect(upper - estimate).toBeGreaterThan(1.5 * (estimate - lower));
  });

  const histograms = fc
    .array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 8 })
    .map((pairs) => [...new Map(pairs)])
    .map((pairs) => ({ values: pairs.map(([v]) => v), counts: pairs.map(([, count]) => count) }));

  it("within the range, around the estimate, never without a width where another value is possible", () => {
    fc.assert(
      fc.property(histograms, fc.constantFrom(0.5, 0.8, 0.95, 0.99, 1 - 1e-9), ({ values, counts }, confidence) => {
        const { estimate, lower, upper, halfWidth } = meanLimits(values, counts, confidence);
        const [least, most] = [Math.min(...values), Math.max(...values)];
        expect(halfWidth).toBe((upper - lower) / 2);
        expect(lower).toBeGreaterThanOrEqual(least);
        expect(upper).toBeLessThanOrEqual(most);
        if (least < most) expect(upper).toBeGreaterThan(lower);
        if (estimate === undefined) return;
        expect(lower).toBeLessThanOrEqual(estimate);
        expect(upper).toBeGreaterThanOrEqual(estimate);
        expect(upper > estimate || estimate === most).toBe(true);
        expect(lower < estimate || estimate === least).toBe(true);
      }),
      { seed: 3, numRuns: 3_000 },
    );
  });

  it("mirrored, moved and scaled with the values; narrower at less confidence", () => {
    fc.assert(
      fc.property(histograms, ({ values, counts }) => {
        const { lower, upper } = meanLimits(values, counts);
        const turned = meanLimits(
          values.map((v) => 7 - 3 * v),
          counts,
        );
        expect(turned.lower).toBeCloseTo(7 - 3 * upper, 6);
        expect(turned.upper).toBeCloseTo(7 - 3 * lower, 6);
        const less = meanLimits(values, counts, 0.8);
        expect(less.lower).toBeGreaterThanOrEqual(lower);
        expect(less.upper).toBeLessThanOrEqual(upper);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it("one possible value is known; no trial leaves the whole range; no value is a mistake", () => {
    expect(meanLimits([3], [10])).toEqual({ estimate: 3, lower: 3, upper: 3, halfWidth: 0 });
    expect(meanLimits([0, 4], [0, 0])).toEqual({ estimate: undefined, lower: 0, upper: 4, halfWidth: 2 });
    expect(() => meanLimits([], [])).toThrow(RangeError);
    expect(() => meanLimits([0, 1], [1, 1], 1)).toThrow(RangeError);
    expect(() => meanLimits([0, 0.5], [1, 1])).toThrow(RangeError);
  });

  it("tells a p-value: the error at which a bound is left out", () => {
    const p = errorToTell((confidence) => meanLimits([0, 1], [700, 300], confidence).lower > 0.25);
    // P(X >= 300) for X binomial (1000, 1/4), doubled: scipy 1.17.1 says 0.000387.
    expect(p / 0.000387).toBeCloseTo(1, 0.8);
    expect(errorToTell(() => true)).toBeLessThan(1.1e-15);
    expect(errorToTell(() => false)).toBe(1);
  });
});
