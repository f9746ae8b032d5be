/** The gate on means of bounded, skewed metrics: what it passes wrongly, by counts drawn from known distributions. */
import { describe, expect, it } from "vitest";
import { contrast, decideAt, LOOKS } from "../../src/analysis/gate.ts";
import type { Sample } from "../../src/analysis/tracked.ts";
import { uniforms } from "../stats/random.ts";

const LAST = LOOKS.length - 1;
/** Losses of a rare, large kind: `chance` of the top of the range, else mostly none. */
interface Distribution {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}
const meanOf = ({ values, weights }: Distribution) => values.reduce((sum, value, i) => sum + value * weights[i]!, 0);

function drawn({ values, weights }: Distribution, trials: number, uniform: () => number): Sample {
  const counts = values.map(() => 0);
  for (let trial = 0; trial < trials; trial++) {
    let left = uniform();
    let at = 0;
    while (at < values.length - 1 && left >= weights[at]!) left -= weights[at++]!;
    counts[at]! += 1;
  }
  return { kind: "histogram", values, counts };
}

/** How many of the repeats pass at the last look, the truth `drift` margins away. */
function passed(before: Distribution, now: Distribution, margin: number, trials: number, repeats: number): number {
  const uniform = uniforms(trials + repeats);
  let pass = 0;
  for (let r = 0; r < repeats; r++) {
    const { question } = contrast(drawn(before, trials, uniform), drawn(now, trials, uniform), margin);
    if (decideAt(LAST, [question], 1)[0] === "pass") pass++;
  }
  return pass;
}

const VALUES = [0, 1, 2, 15];
const distribution = (rare: number): Distribution => ({ values: VALUES, weights: [0.98 - rare, 0.015, 0.005, rare] });
/** The same with nothing beside them. */
const quiet = (rare: number): Distribution => ({ values: VALUES, weights: [1 - rare, 0, 0, rare] });

describe("a mean that rests on rare large losses", () => {
  const REPEATS = 120;
  // Binomial: 5 % of 120 are 6; 19 or more have a chance of 2 in 100,000.
  const MOST = 18;

  it.each([100, 300, 500, 2000])("at %d trials has drifted by 1 or 2.5 margins: passed in 5 % at most", (trials) => {
    const before = distribution(0.0004);
    for (const margins of [1, 2.5]) {
      // So that some two such losses tell the two apart.
      const margin = (15 * 2) / trials / margins;
      const now = distribution(0.0004 + 2 / trials);
      expect(meanOf(now) - meanOf(before)).toBeCloseTo(margins * margin, 9);
      expect(passed(before, now, margin, trials, REPEATS)).toBeLessThanOrEqual(MOST);
      expect(passed(quiet(0.0004), quiet(0.0004 + 2 / trials), margin, trials, REPEATS)).toBeLessThanOrEqual(MOST);
    }
  });

  it("passes where nothing has moved and the margin leaves room, so the limits are not merely wide", () => {
    expect(passed(distribution(0.002), distribution(0.002), 0.3, 2000, 50)).toBe(50);
  });

  it("samples without any spread prove no more than their size allows", () => {
    const still = (n: number): Sample => ({ kind: "histogram", values: [0, 1, 2, 20], counts: [n, 0, 0, 0] });
    const answer = (n: number, margin: number) => decideAt(LAST, [contrast(still(n), still(n), margin).question], 1)[0];
    expect([answer(100, 0.5), answer(300, 0.05), answer(20_000, 0.01)]).toEqual(["open", "open", "pass"]);
  });

  it("control: the normal law of the difference, one trial taken as off by one, passes far more", () => {
    const uniform = uniforms(5);
    const [trials, margin] = [300, 0.1 / 2.5];
    let pass = 0;
    for (let r = 0; r < REPEATS; r++) {
      const two = [quiet(0.0004), quiet(0.0004 + 0.1 / 15)]
        .map((own) => drawn(own, trials, uniform))
        .map((sample) => {
          if (sample.kind !== "histogram") throw new Error("it is one");
          const mean = sample.values.reduce((sum, value, i) => sum + value * sample.counts[i]!, 0) / trials;
          const square =
            sample.values.reduce((sum, value, i) => sum + (value - mean) ** 2 * sample.counts[i]!, 0) / trials;
          return { mean, squared: (square + 1 / trials) / trials };
        });
      const error = Math.sqrt(two[0]!.squared + two[1]!.squared);
      if (Math.abs(two[1]!.mean - two[0]!.mean) + 1.88 * error <= margin) pass++;
    }
    expect(pass / REPEATS).toBeGreaterThan(0.08);
  });
});
