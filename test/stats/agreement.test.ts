import { describe, expect, it } from "vitest";
import { agreement, agreementOfAll } from "../../src/stats/agreement.ts";
import { chiSquareLower, chiSquareUpper } from "../../src/stats/chi-square.ts";
import { frozen, relativeError } from "./frozen.ts";
import { uniforms } from "./random.ts";

describe("chi-square tails", () => {
  it("are SciPy's, far into the tail", () => {
    for (const [x, degrees, upper, lower] of frozen.chiSquare) {
      expect(relativeError(chiSquareUpper(x, degrees), upper), `sf(${x}, ${degrees})`).toBeLessThan(2e-10);
      expect(relativeError(chiSquareLower(x, degrees), lower), `cdf(${x}, ${degrees})`).toBeLessThan(2e-10);
    }
  });

  it("are 1 or 0 at the ends", () => {
    expect([chiSquareUpper(0, 3), chiSquareLower(0, 3), chiSquareUpper(5, 0), chiSquareUpper(1e5, 1)]).toEqual([
      1, 0, 1, 0,
    ]);
  });
});

describe("agreement", () => {
  it("has SciPy's likelihood ratio with Williams's correction", () => {
    for (const [counts, weights, statistic, pValue] of frozen.likelihoodRatio) {
      const values = counts.map((_, i) => i);
      const ours = agreement({ values, counts }, { values, weights });
      expect(relativeError(ours.statistic, statistic)).toBeLessThan(1e-10);
      expect(relativeError(ours.pValue, pValue)).toBeLessThan(1e-9);
      expect(ours.degrees).toBe(counts.length - 1);
    }
  });

  it("takes integer weights and aligns outcomes by value", () => {
    const exact = { values: ["miss", "hit"], weights: [3n, 1n] };
    expect(agreement({ values: ["hit", "miss"], counts: [250, 750] }, exact)).toMatchObject({
      verdict: "agree",
      statistic: 0,
    });
    expect(agreement({ values: ["hit", "miss"], counts: [750, 250] }, exact)).toMatchObject({
      verdict: "disagree",
    });
  });

  it("one sight of the impossible is enough", () => {
    const exact = { values: [0, 1, 2], weights: [0.5, 0.5, 0] };
    expect(agreement({ values: [0, 1, 2], counts: [5000, 5000, 1] }, exact)).toMatchObject({
      verdict: "disagree",
      impossibleSeen: [2],
    });
    expect(agreement({ values: [0, 1, 7], counts: [5000, 5000, 1] }, exact).impossibleSeen).toEqual([7]);
    expect(agreement({ values: [0, 1, 7], counts: [5000, 5000, 0] }, exact).verdict).toBe("agree");
  });

  it("and so is one sight of the all but impossible, which a pool would hide", () => {
    const exact = { values: [0, 1, 2], weights: [0.5, 0.5 - 1e-12, 1e-12] };
    expect(agreement({ values: [0, 1, 2], counts: [500, 499, 1] }, exact)).toMatchObject({
      verdict: "disagree",
      impossibleSeen: [],
    });
  });

  it("pools what is expected less than five times, and five no longer", () => {
    const degrees = (n: number) =>
      agreement({ values: [0, 1], counts: [n, n] }, { values: [0, 1], weights: [1, 1] }).degrees;
    expect([4, 5].map(degrees)).toEqual([0, 1]);
  });

  it("pools rare outcomes in order", () => {
    const exact = { values: [0, 1, 2, 3, 4], weights: [0.002, 0.004, 0.99, 0.003, 0.001] };
    expect(agreement({ values: exact.values, counts: [2, 4, 990, 3, 1] }, exact)).toMatchObject({
      degrees: 1,
      verdict: "agree",
    });
  });

  it("has nothing to say about nothing, and about certainty", () => {
    const none = agreement({ values: [0, 1], counts: [0, 0] }, { values: [0, 1], weights: [0.5, 0.5] });
    expect(none).toMatchObject({ verdict: "agree", pValue: 1, degrees: 0, statistic: 0 });
    const certain = agreement({ values: [1], counts: [99] }, { values: [1], weights: [1n] });
    expect(certain).toMatchObject({ verdict: "agree", pValue: 1 });
  });
});

describe("false alarms and power, fixed seed", () => {
  const face = [0, 1, 2, 3, 4, 5];
  const roll = (seed: number, n: number, weights: readonly number[]): number[] => {
    const uniform = uniforms(seed);
    const counts = weights.map(() => 0);
    for (let i = 0; i < n; i++) {
      let u = uniform();
      let outcome = 0;
      while (outcome < weights.length - 1 && u >= (weights[outcome] ?? 0)) u -= weights[outcome++] ?? 0;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };
  const fair = face.map(() => 1 / 6);

  it("a fair die agrees, and its p-values are uniform", () => {
    const pValues = Array.from({ length: 2000 }, (_, seed) => {
      const result = agreement({ values: face, counts: roll(seed, 600, fair) }, { values: face, weights: fair });
      expect(result.verdict).toBe("agree");
      return result.pValue;
    });
    const bins = Array.from(
      { length: 20 },
      (_, i) => pValues.filter((p) => Math.min(19, Math.floor(p * 20)) === i).length,
    );
    expect(
      agreement(
        { values: bins.map((_, i) => i), counts: bins },
        { values: bins.map((_, i) => i), weights: bins.map(() => 0.05) },
      ).verdict,
    ).toBe("agree");
  });

  it("positive control: a die whose six is 1 % too likely disagrees", () => {
    // Non-centrality n (0.01^2 * 6 + 5 * 0.002^2 * 6) = 144 at n = 200,000; chi-square(5) needs 35.9 for 1e-6: power > 1 - 1e-6.
    const biased = [...face.slice(1).map(() => 1 / 6 - 0.002), 1 / 6 + 0.01];
    const counts = roll(1, 200_000, biased);
    const result = agreement({ values: face, counts }, { values: face, weights: fair });
    expect(result.verdict).toBe("disagree");
  });

  it("a cell of expected count 5 raises at most one false alarm in a million, where Pearson's sum raises 70", () => {
    // Exact: the small cell is Poisson(5) beside a very large one.
    const n = 1e9;
    const values = ["rare", "rest"];
    let density = Math.exp(-5);
    let ours = 0;
    let pearson = 0;
    for (let k = 0; k <= 80; k++) {
      const weights = [5 / n, 1 - 5 / n];
      if (agreement({ values, counts: [k, n - k] }, { values, weights }).verdict === "disagree") ours += density;
      if (chiSquareUpper(((k - 5) * (k - 5)) / 5, 1) < 1e-6) pearson += density;
      density *= 5 / (k + 1);
    }
    expect(ours).toBeLessThan(1e-6);
    expect(pearson).toBeGreaterThan(5e-5);
  });
});

describe("a cell of nineteen metrics", () => {
  /** Dice of 19 metrics, each with its own sides and luck; all of one cell when `shift` is 0. */
  const cell = (seed: number, shift = 0) => {
    const uniform = uniforms(seed);
    return Array.from({ length: 19 }, (_, metric) => {
      const sides = 2 + (metric % 5);
      const values = Array.from({ length: sides }, (_, i) => i);
      const counts = values.map(() => 0);
      for (let trial = 0; trial < 300; trial++) {
        const face = metric === 7 && uniform() < shift ? 0 : Math.floor(uniform() * sides);
        counts[face]! += 1;
      }
      return { observed: { values, counts }, exact: { values, weights: values.map(() => 1n) } };
    });
  };
  const share = (of: (metrics: ReturnType<typeof cell>) => number, seeds = 1000) => {
    let low = 0;
    for (let seed = 0; seed < seeds; seed++) low += Number(of(cell(seed)) < 0.05);
    return low / seeds;
  };

  it("has p < .05 in 5 % of seeds at most; its smallest p alone, the control, in most", () => {
    // 1,000 seeds: 5 % is 50 on average, 91 or more has a chance of 1e-8.
    expect(share((metrics) => agreementOfAll(metrics).pValue)).toBeLessThan(0.091);
    expect(share((metrics) => agreementOfAll(metrics).pValue)).toBeGreaterThan(0.02);
    const smallest = share((metrics) => Math.min(...metrics.map((own) => agreement(own.observed, own.exact).pValue)));
    expect(smallest).toBeGreaterThan(0.5);
  });

  it("says which metric is furthest off, and finds it wherever it is", () => {
    // A third of the throws of one die are ones by force: 10 standard errors.
    expect(agreementOfAll(cell(1, 0.33))).toMatchObject({ verdict: "disagree", worst: 7 });
  });

  it("does not count what cannot deviate, and is 0 where the impossible was seen", () => {
    const die = { observed: { values: [0, 1], counts: [40, 60] }, exact: { values: [0, 1], weights: [1n, 1n] } };
    const certain = { observed: { values: [0], counts: [100] }, exact: { values: [0], weights: [1n] } };
    expect(agreementOfAll([die, certain, certain]).pValue).toBe(agreementOfAll([die]).pValue);
    expect(agreementOfAll([die, die]).pValue).toBeCloseTo(2 * agreementOfAll([die]).pValue, 12);
    const never = { ...die, exact: { values: [0, 1], weights: [1n, 0n] } };
    expect(agreementOfAll([die, never])).toEqual({ pValue: 0, verdict: "disagree", worst: 1 });
    expect(agreementOfAll([])).toEqual({ pValue: 1, verdict: "agree", worst: -1 });
  });
});
