import { describe, expect, it } from "vitest";
import {
  contrastOfPairedChances,
  contrastOfPairedMeans,
  contrastSums,
  mcnemar,
  type PairedSample,
  type PairedSums,
  pairingGain,
} from "../../src/stats/paired.ts";
import { uniforms } from "./random.ts";

/** The sums of readings, one row a trial; each reading can be from -20 to 60. */
function sumsOf(trials: readonly (readonly number[])[]): PairedSample {
  const count = trials[0]!.length;
  const sum = (of: (trial: readonly number[]) => number) =>
    BigInt(trials.reduce((total, trial) => total + of(trial), 0));
  const each = Array.from({ length: count }, (_, i) => i);
  return {
    n: BigInt(trials.length),
    sums: each.map((i) => sum((trial) => trial[i]!)),
    products: each.map((i) => each.map((j) => sum((trial) => trial[i]! * trial[j]!))),
    ranges: each.map(() => [-20, 60] as const),
    differences: each.slice(1).map((i) => {
      const values = Array.from({ length: 161 }, (_, at) => at - 80);
      return { values, counts: values.map((v) => trials.filter((trial) => trial[i]! - trial[0]! === v).length) };
    }),
  };
}

/** Pairs of yes and no by how often both, only the first, only the second and neither came true. */
const fourfold = (both: number, first: number, second: number, neither: number): PairedSums => ({
  n: BigInt(both + first + second + neither),
  sums: [BigInt(both + first), BigInt(both + second)],
  products: [
    [BigInt(both + first), BigInt(both)],
    [BigInt(both), BigInt(both + second)],
  ],
});
const DIFFERENCE = [-1n, 1n];

describe("two chances", () => {
  it("have the limits of Bonett and Price: airways before and after a transplant, 1, 1, 7 and 12 children", () => {
    // p12 = 8/23, p21 = 2/23: 6/23 ± 1.96 √((10/23 − (6/23)²)/23), by hand.
    const { estimate, lower, upper } = contrastOfPairedChances(fourfold(1, 1, 7, 12), DIFFERENCE);
    const half = 1.959963984540054 * Math.sqrt((10 / 23 - (6 / 23) ** 2) / 23);
    expect(estimate).toBeCloseTo(6 / 21, 14);
    expect(lower).toBeCloseTo(6 / 23 - half, 14);
    expect(upper).toBeCloseTo(6 / 23 + half, 14);
    expect([lower!.toFixed(3), upper!.toFixed(3)]).toEqual(["0.013", "0.508"]);
  });

  it("that never differ still have some width", () => {
    const { lower, upper } = contrastOfPairedChances(fourfold(40, 0, 0, 60), DIFFERENCE);
    expect(lower).toBeCloseTo(-1.959963984540054 * Math.sqrt(2 / 102 / 102), 14);
    expect(upper).toBe(-lower!);
  });

  it("never leave −1 to 1, and have no limits without trials", () => {
    expect(contrastOfPairedChances(fourfold(0, 0, 3, 0), DIFFERENCE).upper).toBe(1);
    expect(contrastOfPairedChances(fourfold(0, 0, 0, 0), DIFFERENCE)).toEqual({
      estimate: undefined,
      lower: undefined,
      upper: undefined,
    });
  });
});

describe("McNemar's exact test", () => {
  it.each([
    // SciPy 1.17.1, binomtest(b, b + c, 0.5).pvalue.
    [1, 7, 0.0703125],
    [0, 0, 1],
    [5, 5, 1],
    [0, 10, 0.001953125],
    [25, 4, 0.00010371580719947815],
    [59, 6, 4.964650327128616e-12],
    [480, 520, 0.2174482932041415],
  ])("%i against %i: p = %f", (b, c, p) => {
    expect(Math.abs(mcnemar(b, c) / p - 1)).toBeLessThan(1e-9);
    expect(mcnemar(c, b)).toBe(mcnemar(b, c));
  });
});

describe("means", () => {
  it("hold Student's limits: the ten sleepers of Cushny and Peebles, in tenths of an hour", () => {
    // Student 1908; R prints 95 percent confidence interval 0.7001142 2.4598858 for t.test(..., paired = TRUE). Ten
    // trials of what may be from -80 to 80 prove less.
    const first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
    const second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
    const { estimate, lower, upper } = contrastOfPairedMeans(sumsOf(first.map((x, i) => [x, second[i]!])), DIFFERENCE);
    expect(estimate).toBe(15.8);
    expect(lower).toBeLessThan(7.001142);
    expect(upper).toBeGreaterThan(24.598858);
    const turned = contrastOfPairedMeans(sumsOf(first.map((x, i) => [x, second[i]!])), [3n, -3n]);
    expect([turned.estimate, turned.lower, turned.upper]).toEqual([-47.4, -3 * upper!, -3 * lower!]);
  });

  it("are nearly Student's where trials are many, of any contrast", () => {
    const uniform = uniforms(5);
    const trials = Array.from({ length: 20_000 }, () => {
      const shared = Math.floor(uniform() * 9);
      return Array.from({ length: 4 }, (_, i) => shared + Math.floor(uniform() * (4 + i)));
    });
    const sums = sumsOf(trials);
    for (const weights of [
      [-1n, 0n, 1n, 0n],
      [0n, -1n, 1n, 0n],
      [1n, -1n, -1n, 1n],
    ]) {
      const { n, sum, sumSq } = contrastSums(sums, weights);
      const half = 1.96 * Math.sqrt(Number(n * sumSq - sum * sum) / Number(n) ** 3);
      const { lower, upper } = contrastOfPairedMeans(sums, weights);
      expect((upper! - lower!) / 2 / half).toBeGreaterThan(0.99);
      expect((upper! - lower!) / 2 / half).toBeLessThan(1.15);
    }
  });

  it("never agree without a width", () => {
    const alike = sumsOf(Array.from({ length: 100 }, () => [3, 3, 3, 3]));
    for (const weights of [
      [-1n, 1n, 0n, 0n],
      [1n, -1n, -1n, 1n],
    ]) {
      const { estimate, lower, upper } = contrastOfPairedMeans(alike, weights);
      expect(estimate).toBe(0);
      expect(lower).toBeLessThan(-1);
      expect(upper).toBeGreaterThan(1);
    }
  });

  it("are the same as of the trials themselves, for any contrast", () => {
    const uniform = uniforms(3);
    const trials = Array.from({ length: 500 }, () => Array.from({ length: 4 }, () => Math.floor(uniform() * 9) - 2));
    const weights = [1n, -2n, 3n, -2n];
    const each = trials.map((trial) => trial.reduce((total, value, i) => total + value * Number(weights[i]), 0));
    const found = contrastSums(sumsOf(trials), weights);
    expect(found).toEqual({
      n: 500n,
      sum: BigInt(each.reduce((a, b) => a + b, 0)),
      sumSq: BigInt(each.reduce((a, b) => a + b * b, 0)),
    });
  });
});

describe("the gain", () => {
  it("is 1 of what has nothing in common, √-free: 2/(2 − 2r) of two alike with correlation r", () => {
    // Four equally frequent pairs are independent; half of the trials alike, r = 1/2.
    expect(pairingGain(fourfold(25, 25, 25, 25), DIFFERENCE)).toBe(1);
    expect(pairingGain(fourfold(75, 25, 25, 75), DIFFERENCE)).toBe(2);
    expect(pairingGain(fourfold(0, 50, 50, 0), DIFFERENCE)).toBe(0.5);
  });

  it("is left out where nothing differs", () => {
    expect(pairingGain(fourfold(30, 0, 0, 70), DIFFERENCE)).toBeUndefined();
  });
});

/**
 * 10,000 runs of 400 pairs: a coverage of 95 % is measured within 1.07 points (one in a million). Bonett and Price report
 * a mean coverage a little above nominal. The control counts each side as if it were independent, on runs whose luck is
 * shared the wrong way: its coverage is near 83 %.
 */
describe("coverage", () => {
  const RUNS = 10_000;
  const PAIRS = 400;
  const covered = (limits: (sums: PairedSums) => { lower: number | undefined; upper: number | undefined }): number => {
    const uniform = uniforms(11);
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const p = 0.2 + 0.6 * uniform();
      const q = 0.2 + 0.6 * uniform();
      const counts = [0, 0, 0, 0];
      for (let i = 0; i < PAIRS; i++) {
        const u = uniform();
        counts[(u < p ? 0 : 2) + (1 - u < q ? 0 : 1)]!++;
      }
      const [both, first, second, neither] = counts as [number, number, number, number];
      const { lower, upper } = limits(fourfold(both, first, second, neither));
      if (lower! <= q - p && q - p <= upper!) held++;
    }
    return held / RUNS;
  };

  it("of chances is what it says", () => {
    expect(Math.abs(covered((sums) => contrastOfPairedChances(sums, DIFFERENCE)) - 0.95)).toBeLessThan(0.0107 + 0.004);
  });

  it("control: limits of independent runs are caught", () => {
    const apart = covered(({ n, sums }) => {
      const [p, q] = sums.map((sum) => Number(sum) / Number(n)) as [number, number];
      const half = 1.96 * Math.sqrt((p * (1 - p) + q * (1 - q)) / Number(n));
      return { lower: q - p - half, upper: q - p + half };
    });
    expect(apart).toBeLessThan(0.95 - 0.0147);
  });
});
