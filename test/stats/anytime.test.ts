import { describe, expect, it } from "vitest";
import { anytimeProportion, MeanSequence, mixtureInterval } from "../../src/stats/anytime.ts";
import { AnytimeIntervals } from "../../src/stats/guarantee.ts";
import { lookSchedule } from "../../src/stats/looks.ts";
import { histogramSums, sampleMoments } from "../../src/stats/moments.ts";
import { decide } from "../../src/stats/precision.ts";
import { wilson } from "../../src/stats/proportion.ts";
import { relativeError } from "./frozen.ts";
import { uniforms } from "./random.ts";

/** Roots of the defining inequality by halving, with 60 digits (mpmath 1.3): k, n, confidence, lower, upper. */
const FROZEN = [
  [0, 1, 0.95, 0, 0.975],
  [0, 100, 0.95, 0, 0.0570285976387719],
  [1, 1, 0.95, 0.025, 1],
  [1, 2, 0.95, 0.00628955854671252, 0.993710441453287],
  [3, 10, 0.95, 0.0325151397880589, 0.747587109914997],
  [5, 50, 0.9, 0.0186827788065656, 0.270944340315128],
  [15, 40, 0.99, 0.141520691672718, 0.65884488139348],
  [16, 1000, 0.95, 0.00548074854777219, 0.0350292294814386],
  [500, 1000, 0.95, 0.442418385676631, 0.557581614323369],
  [100, 100000, 0.95, 0.000633981495668419, 0.001485247741971],
  [50000, 100000, 0.95, 0.493300304908398, 0.506699695091602],
  [500000, 1000000, 0.95, 0.497749535986338, 0.502250464013662],
  [12, 1000000, 0.95, 2.29793056881374e-6, 3.4966183082934e-5],
  [300000000, 1000000000, 0.95, 0.299924472663768, 0.300075534580583],
  [7, 1000000000, 0.95, 3.90799094860987e-10, 3.10072860219054e-8],
  [999, 1000, 0.95, 0.99002525273525, 0.999999553602595],
] as const;

describe("limits of a chance that hold at any time", () => {
  it.each(FROZEN)("k %d of %d at %d: the frozen roots", (k, n, confidence, lower, upper) => {
    const found = mixtureInterval(k, n, confidence);
    expect(relativeError(found.lower, lower)).toBeLessThan(1e-9);
    expect(relativeError(found.upper, upper)).toBeLessThan(1e-9);
  });

  it("one success in one trial, by hand: p above alpha/2, for B(3/2, 1/2) / B(1/2, 1/2) is 1/2", () => {
    expect(mixtureInterval(1, 1, 0.9).lower).toBeCloseTo(0.05, 12);
    expect(mixtureInterval(0, 1, 0.9).upper).toBeCloseTo(0.95, 12);
  });

  it.each([
    [1e3, 1.86],
    [1e4, 2.02],
    [1e5, 2.16],
    [1e6, 2.3],
  ])("at %d trials of a coin as many times as wide as Wilson's: %d (published)", (n, times) => {
    const [own, other] = [mixtureInterval(n / 2, n), wilson(n / 2, n)];
    expect((own.upper - own.lower) / (other.upper - other.lower)).toBeCloseTo(times, 2);
  });

  it("the limits of n - k mirror those of k, and nothing seen proves nothing", () => {
    for (const [k, n] of [
      [0, 7],
      [3, 50],
      [400, 1000],
    ] as const) {
      const [a, b] = [mixtureInterval(k, n), mixtureInterval(n - k, n)];
      expect(a.lower).toBeCloseTo(1 - b.upper, 12);
      expect(a.upper).toBeCloseTo(1 - b.lower, 12);
    }
    expect(anytimeProportion(0, 0)).toEqual({ estimate: undefined, lower: 0, upper: 1, method: "no-data" });
    expect(anytimeProportion(0, 5)).toMatchObject({ estimate: 0, lower: 0, method: "at-most" });
    expect(anytimeProportion(2, 5)).toMatchObject({ method: "mixture" });
    expect(() => mixtureInterval(2, 1)).toThrow(RangeError);
  });

  it("looked at 200 times they miss in 5 % of runs at most; Wilson's, for one look, miss in half of them", () => {
    const uniform = uniforms(5);
    const RUNS = 400;
    let [missed, fooled] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      let [k, n, isMissed, isFooled] = [0, 0, false, false];
      for (let look = 0; look < 200; look++) {
        for (let i = 0; i < 100; i++) if (uniform() < 0.3) k++;
        n += 100;
        const [own, other] = [mixtureInterval(k, n), wilson(k, n)];
        isMissed ||= own.lower > 0.3 || own.upper < 0.3;
        isFooled ||= other.lower > 0.3 || other.upper < 0.3;
      }
      missed += Number(isMissed);
      fooled += Number(isFooled);
    }
    expect(missed).toBeLessThan(50); // of at most 20 on average, 50 have a chance of 1e-9
    expect(fooled).toBeGreaterThan(100); // the control: 52 % published
  });
});

/** The inequality of the theorem, trial by trial, as it is printed: weights and centres of the trials before. */
function bernsteinByHand(scores: readonly number[], stretches: readonly number[], alpha: number) {
  let [sum, squares, weights, weighted, spent, n] = [0, 0, 0, 0, 0, 0];
  for (const length of stretches) {
    const centre = (0.5 + sum) / (n + 1);
    const variance = (0.25 + squares) / (n + 1);
    const until = n + length;
    const weight = Math.min(0.5, Math.sqrt((2 * Math.log(2 / alpha)) / (variance * until * Math.log(1 + until))));
    for (const x of scores.slice(n, until)) {
      sum += x;
      squares += (x - centre) ** 2;
      weights += weight;
      weighted += weight * x;
      spent += (x - centre) ** 2 * (-Math.log(1 - weight) - weight);
    }
    n = until;
  }
  const half = (Math.log(2 / alpha) + spent) / weights;
  return { lower: Math.max(0, weighted / weights - half), upper: Math.min(1, weighted / weights + half) };
}

describe("limits of a mean that hold at any time", () => {
  const VALUES = [2, 3, 4, 5, 6];
  /** Limits that are made for one look, by the normal distribution. */
  const fixedLimits = (counts: readonly number[]) => {
    const { mean = Number.NaN, sd = Number.NaN } = sampleMoments(VALUES, counts);
    const reach = (1.96 * sd) / Math.sqrt(counts.reduce((a, b) => a + b, 0));
    return { lower: mean - reach, upper: mean + reach };
  };
  const draw = (uniform: () => number) => VALUES[Math.floor(uniform() ** 2 * 5)]!; // skewed
  const sumsOf = (scores: readonly number[]) =>
    histogramSums(
      VALUES,
      VALUES.map((value) => scores.filter((score) => score === value).length),
    );

  it("are those of the published inequality, trial by trial", () => {
    const uniform = uniforms(8);
    const scores = Array.from({ length: 900 }, () => draw(uniform));
    const stretches = [10, 40, 50, 300, 500];
    const sequence = new MeanSequence(2, 6, 0.95);
    let from = 0;
    for (const length of stretches) {
      sequence.add(sumsOf(scores.slice(from, from + length)));
      from += length;
    }
    const byHand = bernsteinByHand(
      scores.map((score) => (score - 2) / 4),
      stretches,
      0.05,
    );
    expect(sequence.limits().lower).toBeCloseTo(2 + 4 * byHand.lower, 10);
    expect(sequence.limits().upper).toBeCloseTo(2 + 4 * byHand.upper, 10);
  });

  it("looked at 40 times they miss in 5 % of runs at most; Student's miss often", () => {
    const uniform = uniforms(9);
    const RUNS = 600;
    const truth = VALUES.reduce((sum, value, i) => sum + value * (Math.sqrt((i + 1) / 5) - Math.sqrt(i / 5)), 0);
    let [missed, fooled, wide] = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const counts = VALUES.map(() => 0);
      let before = histogramSums(VALUES, counts);
      const sequence = new MeanSequence(2, 6);
      let [isMissed, isFooled] = [false, false];
      const looks = lookSchedule(1);
      let n = 0;
      for (let look = 0; look < 30; look++) {
        const until = 4 * looks.next().value;
        for (; n < until; n++) counts[VALUES.indexOf(draw(uniform))]! += 1;
        const sums = histogramSums(VALUES, counts);
        sequence.add({ n: sums.n - before.n, sum: sums.sum - before.sum, sumSq: sums.sumSq - before.sumSq });
        before = sums;
        const [own, other] = [sequence.limits(), fixedLimits(counts)];
        isMissed ||= own.lower > truth || own.upper < truth;
        isFooled ||= n >= 30 && (other.lower > truth || other.upper < truth);
        if (look === 29) wide += (own.upper - own.lower) / (other.upper - other.lower) / RUNS;
      }
      missed += Number(isMissed);
      fooled += Number(isFooled);
    }
    expect(missed).toBeLessThan(65); // of at most 30 on average, 65 have a chance of 1e-9
    expect(fooled).toBeGreaterThan(100);
    expect(wide).toBeLessThan(3.5);
  });

  it("a stretch that was broken off keeps the weight it began with", () => {
    const whole = new MeanSequence(0, 1);
    const broken = new MeanSequence(0, 1);
    whole.add({ n: 1_000n, sum: 400n, sumSq: 400n });
    broken.add({ n: 1_000n, sum: 400n, sumSq: 400n }, 100_000);
    // A smaller weight: wider limits now, narrower ones had it gone on.
    expect(broken.limits().upper - broken.limits().lower).toBeGreaterThan(whole.limits().upper - whole.limits().lower);
  });

  it("before the first trial they are the whole range; a score without a range is refused", () => {
    expect(new MeanSequence(-1, 3).limits()).toEqual({ lower: -1, upper: 3 });
    expect(() => new MeanSequence(1, 1)).toThrow(RangeError);
    expect(() => new MeanSequence(0, 1, 1)).toThrow(RangeError);
  });
});

it("a precision under them takes more trials, and looks at the mean of the right metric", () => {
  const metrics = [
    { name: "winner", values: ["first", "second"], counts: [5000, 5000] },
    { name: "casualties", values: [0, 1, 2], counts: [2000, 5000, 3000] },
  ];
  const anytime = new AnytimeIntervals(metrics, [10_000]);
  anytime.look(
    metrics.map(({ counts }) => counts),
    10_000,
  );
  const forecast = (target: Parameters<typeof decide>[1], own?: AnytimeIntervals) =>
    decide(metrics, target, 10_000, own).forecast!;
  for (const target of [{ absolute: 0.005 }, { metric: "casualties", relative: 0.01 }]) {
    const ratio = forecast(target, anytime) / forecast(target);
    expect(ratio).toBeGreaterThan(3);
    expect(ratio).toBeLessThan(40);
  }
});
