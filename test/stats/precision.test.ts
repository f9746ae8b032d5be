import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookSchedule, nextLook } from "../../src/stats/looks.ts";
import { decide, hasMean, type MetricTally, unknownMetrics } from "../../src/stats/precision.ts";
import { proportion } from "../../src/stats/proportion.ts";

const yesNo = (name: string, k: number, n: number): MetricTally => ({
  name,
  values: ["yes", "no"],
  counts: [k, n - k],
});

describe("looks", () => {
  it("start at four blocks and grow by a quarter", () => {
    const looks = lookSchedule();
    expect(Array.from({ length: 10 }, () => looks.next().value)).toEqual([4, 5, 7, 9, 12, 15, 19, 24, 30, 38]);
  });

  it("always move on", () => {
    expect(nextLook(1, 1.01)).toBe(2);
    expect(() => nextLook(4, 1)).toThrow(RangeError);
    expect(() => lookSchedule(0).next()).toThrow(RangeError);
  });
});

describe("decide, absolute", () => {
  it("stops when the widest probability is narrow enough, and names it", () => {
    const n = 1_000_000;
    const rare = yesNo("rare", 100, n);
    const even = { name: "winner", values: ["first", "second", "draw"], counts: [480_000, 519_000, 1000] };
    const decision = decide([rare, even], { absolute: 0.001 }, n);
    expect(decision.done).toBe(true);
    expect(decision.binding).toMatchObject({
      metric: "winner",
      index: 1,
      kind: "absolute",
      value: "second",
      target: 0.001,
    });
    // 1.96 * sqrt(0.519 * 0.481 / 1e6)
    expect(decision.binding?.halfWidth).toBeCloseTo(0.000979, 6);
  });

  it("forecasts n (half / target)^2", () => {
    const decision = decide([yesNo("winner", 2000, 4000)], [{ absolute: 0.001 }], 4000);
    expect(decision.done).toBe(false);
    const half = decision.binding?.halfWidth ?? 0;
    expect(decision.forecast).toBe(Math.ceil(4000 * (half / 0.001) * (half / 0.001)));
    expect(decision.forecast).toBeGreaterThan(900_000);
  });

  it("does not take never and always for certain", () => {
    // 1 - 0.05^(1/2000) = 0.0014967
    expect(decide([yesNo("winner", 0, 2000)], { absolute: 0.001 }, 2000)).toMatchObject({
      done: false,
      forecast: 2994,
    });
    expect(decide([yesNo("winner", 3000, 3000)], { absolute: 0.001 }, 3000).done).toBe(true);
  });

  it("looks at one metric only when the target names it", () => {
    const metrics = [yesNo("a", 500, 1000), yesNo("b", 1, 1000)];
    expect(decide(metrics, { metric: "b", absolute: 0.01 }, 1000).done).toBe(true);
    expect(decide(metrics, { metric: "c", absolute: 0.01 }, 1000)).toEqual({
      done: true,
      binding: undefined,
      forecast: undefined,
    });
    expect(unknownMetrics([{ absolute: 0.1 }, { metric: "c", absolute: 0.1 }], ["a", "b"])).toEqual(["c"]);
  });

  it("waits while there is nothing to look at", () => {
    expect(decide([{ name: "a", values: [], counts: [] }], { absolute: 0.1 }, 0)).toMatchObject({ done: false });
    expect(decide([yesNo("a", 0, 0)], { absolute: 0.1 }, 0)).toMatchObject({ done: false });
  });

  it("skips only outcomes that cannot bind", () => {
    const counts = fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 5000 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(counts, (ks) => {
        const n = ks.reduce((a, b) => a + b, 0);
        if (n === 0) return;
        const needs = ks.map((k) => {
          const { lower, upper, method } = proportion(k, n);
          const ratio = (upper - lower) / 0.01;
          return n * (method.startsWith("at-") ? ratio : (ratio / 2) * (ratio / 2));
        });
        const decision = decide([{ name: "m", values: ks.map((_, i) => i), counts: ks }], { absolute: 0.01 }, n);
        expect(decision.forecast).toBe(Math.ceil(Math.max(...needs)));
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe("decide, relative", () => {
  const damage = (counts: number[]): MetricTally => ({ name: "damage", values: counts.map((_, i) => i), counts });

  it("holds the half-width against the mean", () => {
    const metric = damage([400, 300, 200, 100]);
    // mean 1, sd 1.0005, so nearly 1.9623 * 1.0005 / sqrt(1000), which would be Student's
    const decision = decide([metric], { metric: "damage", relative: 0.05 }, 1000);
    expect(decision.binding?.halfWidth).toBeGreaterThan(0.06208);
    expect(decision.binding?.halfWidth).toBeLessThan(0.06208 * 1.01);
    expect(decision.done).toBe(false);
    // 1,542 by Student's.
    expect(decision.forecast).toBe(1563);
    expect(decide([metric], { metric: "damage", relative: 0.07 }, 1000).done).toBe(true);
  });

  it("waits for 50 events on the rarer side", () => {
    const target = { metric: "dies", relative: 0.4 } as const;
    expect(decide([yesNo("dies", 49, 10_000)], target, 10_000)).toMatchObject({ done: false, forecast: 10_205 });
    expect(decide([yesNo("dies", 50, 10_000)], target, 10_000).done).toBe(true);
    expect(decide([damage([9951, 49])], { metric: "damage", relative: 0.4 }, 10_000).done).toBe(false);
  });

  it("a constant needs enough trials; a mean of zero is never precise", () => {
    const target = { metric: "damage", relative: 0.01 } as const;
    expect(decide([damage([0, 0, 200])], target, 200)).toMatchObject({ done: false, forecast: 320 });
    expect(decide([damage([0, 0, 330])], target, 330).done).toBe(true);
    expect(decide([damage([300, 0])], target, 300)).toMatchObject({ done: false, forecast: undefined });
    expect(decide([damage([0, 1])], target, 1).done).toBe(false);
  });

  it("refuses words", () => {
    const winner = { name: "winner", values: ["first", "second"], counts: [1, 1] };
    expect(hasMean(winner.values)).toBe(false);
    expect(() => decide([winner], { metric: "winner", relative: 0.1 }, 2)).toThrow(RangeError);
  });

  it("all targets must be met, and the one that needs most trials binds", () => {
    const metrics = [yesNo("hit", 500, 1000), damage([400, 300, 200, 100])];
    const targets = [{ absolute: 0.04 }, { metric: "damage", relative: 0.05 }];
    expect(decide(metrics, targets, 1000)).toMatchObject({
      done: false,
      binding: { metric: "damage", kind: "relative" },
    });
  });
});
