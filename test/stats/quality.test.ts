import { describe, expect, it } from "vitest";
import { dispersionCheck, eventsCheck, halvesCheck, type QualityCheck } from "../../src/stats/quality.ts";
import { binomial, uniforms } from "./random.ts";

const SIZE = 1000;

/** 64 blocks of 1,000 trials of several outcomes, each with its own chance in each block. */
function blocksOf(seed: number, outcomes: readonly ((block: number) => number)[], count = 64) {
  const uniform = uniforms(seed);
  const blocks = Array.from({ length: count }, (_, block) =>
    outcomes.map((probability) => binomial(uniform, SIZE, probability(block))),
  );
  const sum = (list: readonly number[][], of: (k: number) => number) =>
    outcomes.map((_, i) => list.reduce((total, block) => total + of(block[i]!), 0));
  const half = blocks.slice(0, count >> 1);
  return {
    first: { counts: sum(half, (k) => k), trials: half.length * SIZE },
    all: { counts: sum(blocks, (k) => k), trials: count * SIZE },
    blocks: { count, blockSize: SIZE, tally: sum(blocks, (k) => k), squares: sum(blocks, (k) => k * k) },
  };
}

const checks = (run: ReturnType<typeof blocksOf>) => [halvesCheck(run.first, run.all), dispersionCheck(run.blocks)];
const passed = (found: readonly (QualityCheck | undefined)[]) => found.map((check) => check?.passed);
const steady = (p: number) => () => p;

describe("the halves and the scatter of the blocks", () => {
  it("nothing is found in independent trials (fixed seeds; one run in a million would fail)", () => {
    for (let seed = 0; seed < 40; seed++)
      expect(passed(checks(blocksOf(seed, [steady(0.3), steady(0.05), steady(0.9)])))).toEqual([true, true]);
  });

  it("p-values are those of chance: below 1 % in about 1 % of sound runs, each outcome by itself", () => {
    // 25 events a block, the least that is looked at. Of 4,000 runs 40 on average; 85 or more has a chance of 1e-9.
    let low = [0, 0];
    for (let seed = 0; seed < 4000; seed++) {
      const [halves, dispersion] = checks(blocksOf(1000 + seed, [steady(0.026)], 8));
      low = [low[0]! + Number((halves?.value ?? 1) < 0.01), low[1]! + Number((dispersion?.value ?? 1) < 0.01)];
    }
    for (const count of low) {
      expect(count).toBeGreaterThan(10);
      expect(count).toBeLessThan(85);
    }
  });

  it("positive control: a drift of 4 points between the halves, in one outcome of many", () => {
    // 8.9 standard errors, against 5.7 for one in a million among 40 outcomes.
    const many = Array.from({ length: 39 }, () => steady(0.3));
    const [halves] = checks(blocksOf(1, [...many, (block) => (block < 32 ? 0.28 : 0.32)]));
    expect(halves).toMatchObject({ name: "halves", passed: false });
    expect(halves!.advice).toContain("state that leaks");
  });

  it("positive control: blocks that scatter too much", () => {
    const found = checks(blocksOf(2, [(block) => (block % 2 === 0 ? 0.25 : 0.35)]));
    expect(passed(found)).toEqual([true, false]);
    expect(found[1]!.advice).toContain("differ more");
  });

  it("positive control: copies of one block", () => {
    const copies = { count: 64, blockSize: SIZE, tally: [64 * 300], squares: [64 * 300 * 300] };
    const found = dispersionCheck(copies);
    expect(found).toMatchObject({ name: "dispersion", passed: false });
    expect(found!.advice).toContain("more alike");
  });

  it("many outcomes raise a p-value, never a verdict by themselves", () => {
    const run = (outcomes: number) => {
      const z = 4.2; // p 2.7e-5 alone
      const k1 = 5000 + z * Math.sqrt(2500 / 2) * 1;
      return halvesCheck(
        { counts: Array(outcomes).fill(Math.round(k1)), trials: 10_000 },
        { counts: Array(outcomes).fill(10_000), trials: 20_000 },
      )!;
    };
    expect(run(10).value / run(1).value).toBeCloseTo(10, 6);
  });

  it("says nothing where there is too little to see", () => {
    expect(halvesCheck({ counts: [], trials: 0 }, { counts: [], trials: 0 })).toBeUndefined();
    expect(halvesCheck({ counts: [0], trials: 0 }, { counts: [500], trials: 1000 })).toBeUndefined();
    for (const k of [0, 20, 64_000])
      expect(dispersionCheck({ count: 64, blockSize: SIZE, tally: [k], squares: [(k * k) / 64] })).toBeUndefined();
    expect(dispersionCheck({ count: 1, blockSize: SIZE, tally: [500], squares: [250_000] })).toBeUndefined();
  });
});

it("ten events are enough for what is headlined, nine are not", () => {
  expect(eventsCheck(10, "winner=first")).toEqual({
    name: "events",
    passed: true,
    value: 10,
    metric: "winner=first",
    advice: "",
  });
  expect(eventsCheck(9, "winner=first")).toEqual({
    name: "events",
    passed: false,
    value: 9,
    metric: "winner=first",
    advice: "winner=first rests on 9 events: play more trials, or ask for --exact.",
  });
});
