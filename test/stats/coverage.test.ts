/**
 * Do the intervals keep their promise? Every test has a fixed seed, a stated power, and a control that must fail.
 *
 * With M repeats a coverage of c is measured within z sqrt(c (1 - c) / M); the bounds below use z = 4.9 (one in a
 * million, two-sided).
 */
import { describe, expect, it } from "vitest";
import { decide } from "../../src/stats/precision.ts";
import { proportion } from "../../src/stats/proportion.ts";
import { binomial, uniforms } from "./random.ts";

const slack = (coverage: number, repeats: number): number => 4.9 * Math.sqrt((coverage * (1 - coverage)) / repeats);

interface Limits {
  readonly lower: number;
  readonly upper: number;
}

const wald = (k: number, n: number, z: number): Limits => {
  const half = z * Math.sqrt(((k / n) * (1 - k / n)) / n);
  return { lower: k / n - half, upper: k / n + half };
};

describe("fixed number of trials", () => {
  const REPEATS = 20_000;
  /** Share of random (n, p) whose interval contains p. */
  const coverage = (interval: (k: number, n: number) => Limits): number => {
    const uniform = uniforms(1927);
    let covered = 0;
    for (let i = 0; i < REPEATS; i++) {
      const n = 50 + Math.floor(uniform() * 450);
      const p = uniform();
      const { lower, upper } = interval(binomial(uniform, n, p), n);
      if (lower <= p && p <= upper) covered++;
    }
    return covered / REPEATS;
  };

  // The mean coverage of the reported interval lies within 0.3 points of nominal for these n.
  it.each([0.5, 0.8, 0.95, 0.99])("covers at %f, nominal within one in a million", (confidence) => {
    const measured = coverage((k, n) => proportion(k, n, confidence));
    expect(Math.abs(measured - confidence)).toBeLessThan(slack(confidence, REPEATS) + 0.003);
  });

  it("positive control: z = 1.64 instead of 1.96 is caught", () => {
    // True coverage 90 %: 4 points below the bound of 94 %, 19 standard errors; missed with probability below 1e-70.
    const measured = coverage((k, n) => {
      const p = (k + (1.64 * 1.64) / 2) / (n + 1.64 * 1.64);
      const half = (1.64 / (n + 1.64 * 1.64)) * Math.sqrt((k * (n - k)) / n + (1.64 * 1.64) / 4);
      return { lower: p - half, upper: p + half };
    });
    expect(Math.abs(measured - 0.95)).toBeGreaterThan(slack(0.95, REPEATS) + 0.003);
  });
});

describe("stopping at a target half-width", () => {
  const REPEATS = 2000;
  const P = 0.02;
  const TARGET = 0.005;
  // Looking every 100 trials, an independent simulation of 4,000 runs gave 94.9 % for Wilson and 82.2 % for Wald.
  const LEAST = 0.95 - slack(0.95, REPEATS) - 0.003;

  const coverage = (
    stops: (k: number, n: number) => boolean,
    interval: (k: number, n: number) => Limits,
    growth: number,
  ) => {
    const uniform = uniforms(1998);
    let covered = 0;
    for (let i = 0; i < REPEATS; i++) {
      let n = 0;
      let k = 0;
      do {
        const more = Math.max(100, Math.ceil(((growth - 1) * n) / 100) * 100);
        k += binomial(uniform, more, P);
        n += more;
      } while (!stops(k, n));
      const { lower, upper } = interval(k, n);
      if (lower <= P && P <= upper) covered++;
    }
    return covered / REPEATS;
  };
  const stopsOnPrecision = (k: number, n: number): boolean =>
    decide([{ name: "dies", values: ["yes", "no"], counts: [k, n - k] }], { absolute: TARGET }, n).done;

  it.each([1, 1.25])(
    "decide keeps its promise at p = 0.02, looks growing by %f (at least every 100 trials)",
    (growth) => {
      expect(coverage(stopsOnPrecision, proportion, growth)).toBeGreaterThan(LEAST);
    },
  );

  it("positive control: stopping on Wald's interval is caught undercovering", () => {
    // No event in the first 100 trials gives a width of 0, so the run stops there.
    // 82 % against a bound of 92.3 %: 12 standard errors; missed with probability below 1e-30.
    const z = 1.959963984540054;
    const measured = coverage(
      (k, n) => wald(k, n, z).upper - k / n <= TARGET,
      (k, n) => wald(k, n, z),
      1,
    );
    expect(measured).toBeLessThan(LEAST);
    expect(measured).toBeLessThan(0.86);
  });
});
