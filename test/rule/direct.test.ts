import { describe, expect, it } from "vitest";
import { type DirectPlay, directProgramOf } from "../../src/rule/direct.ts";
import { isFraction, probabilitiesOf } from "../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../src/rule/program.ts";
import { RuleError } from "../../src/rule/rule.ts";
import { misfit, streamOf, trialsFor } from "./fit.ts";

/** Five shots: how many hit on 5+ and how many of those are not saved on 5+. */
const bins = new Int32Array(2);
const shots: DirectPlay = {
  id: "T-3",
  blockSize: 1_024,
  metrics: [
    { name: "hits", values: [0, 1, 2, 3, 4, 5] },
    { name: "unsaved", values: [0, 1, 2, 3, 4, 5] },
  ],
  rule: (dice) => {
    const hits = dice.count(10, 5, 5);
    bins[0] = hits;
    bins[1] = hits - dice.count(10, hits, 5);
    return bins;
  },
  exact: 1_000,
};
const program = directProgramOf(shots);

const solve = ({ exact }: Program) => ("solve" in exact ? exact.solve() : []);
const play = (played: Program, name: string, trials: number, block = 0) => {
  const offsets = tallyOffsets(played.metrics);
  const tally = new Float64Array(offsets.at(-1)!);
  played.kernel().play(streamOf(name, block), trials, tally);
  return played.metrics.map((_, m) => tally.slice(offsets[m], offsets[m + 1]));
};

/** n over k, p^k, (1-p)^(n-k) */
const binomial = (n: number, p: number) => {
  let ways = 1;
  return Array.from({ length: n + 1 }, (_, k) => {
    const chance = ways * p ** k * (1 - p) ** (n - k);
    ways = (ways * (n - k)) / (k + 1);
    return chance;
  });
};

describe("a trial played die by die", () => {
  it("is solved exactly where its paths can be counted: both counts are binomial", () => {
    const exact = solve(program);
    [0.6, 0.6 * 0.4].forEach((p, m) => {
      const found = exact[m]!;
      expect(isFraction(found)).toBe(true);
      binomial(5, p).forEach((chance, k) => {
        expect(Math.abs(probabilitiesOf(found)[k]! - chance)).toBeLessThan(1e-15);
      });
    });
  });

  it("says why it is not, or how many operations it takes", () => {
    expect(directProgramOf({ ...shots, exact: "too many soldiers" }).exact).toEqual({
      impossible: "too many soldiers",
    });
    expect("operations" in program.exact && program.exact.operations).toBe(1_000);
    expect(() => solve(directProgramOf({ ...shots, exact: 5 }))).toThrow(RuleError);
    expect(() => solve(directProgramOf({ ...shots, exact: 5 }))).toThrow(/^T-3: has more than 5 paths/);
  });

  // Threshold 1e-9; trials so that a shift of 0.002 of one outcome is found with a chance of 1 - 1e-6 (see fit.ts).
  it("agrees with the exact answer", () => {
    const chances = solve(program).map(probabilitiesOf);
    const counts = play(program, "direct", Math.max(...chances.map(trialsFor)));
    expect(misfit(counts[0]!, chances[0]!)).toBeLessThan(1);
    expect(misfit(counts[1]!, chances[1]!)).toBeLessThan(1);
  });

  it("controls: a needed die off by one, and blocks that share a lane, are found", () => {
    const chances = solve(program).map(probabilitiesOf);
    const off: DirectPlay = {
      ...shots,
      rule: (dice) => {
        const hits = dice.count(10, 5, 6);
        return [hits, hits - dice.count(10, hits, 5)];
      },
    };
    expect(misfit(play(directProgramOf(off), "off", 100_000)[0]!, chances[0]!)).toBeGreaterThan(1);
    const shared = new Float64Array(6);
    for (let block = 0; block < 500; block++)
      play(program, "lane", 200, 7)[0]!.forEach((count, bin) => {
        shared[bin]! += count;
      });
    expect(misfit(shared, chances[0]!)).toBeGreaterThan(1);
  });

  it.each([0, 1, 3, 4, 5, 1_000, 65_536])("counts add up to %i trials", (trials) => {
    for (const counts of play(program, "sums", trials)) expect(counts.reduce((a, b) => a + b, 0)).toBe(trials);
  });
});
