import { describe, expect, it } from "vitest";
import { type BlockTally, blockHealth } from "../../src/stats/index.ts";
import { binomial, uniforms } from "./random.ts";

const statuses = (blocks: readonly BlockTally[]): string[] => blockHealth(blocks).map((check) => check.status);
const run = (seed: number, probability: (block: number) => number): BlockTally[] => {
  const uniform = uniforms(seed);
  return Array.from({ length: 64 }, (_, block) => ({ k: binomial(uniform, 1000, probability(block)), n: 1000 }));
};

describe("block health", () => {
  it("finds nothing in independent trials (fixed seeds; 6 runs in 100,000 would fail the halves check)", () => {
    for (let seed = 0; seed < 50; seed++) expect(statuses(run(seed, () => 0.3))).toEqual(["ok", "ok"]);
  });

  it("positive control: a drift of 4 points between the halves", () => {
    // 8.9 standard errors: missed below one time in a million.
    const [halves] = blockHealth(run(1, (block) => (block < 32 ? 0.28 : 0.32)));
    expect(halves).toMatchObject({ name: "halves", status: "suspect" });
    expect(halves?.statistic).toBeLessThan(-4);
    expect(halves?.advice).toContain("state that leaks");
  });

  it("positive control: blocks that scatter too much, and copies of one block", () => {
    expect(statuses(run(2, (block) => (block % 2 === 0 ? 0.25 : 0.35)))).toEqual(["ok", "suspect"]);
    expect(statuses(Array.from({ length: 64 }, () => ({ k: 300, n: 1000 })))).toEqual(["ok", "suspect"]);
  });

  it("a shorter last block is fair", () => {
    expect(statuses([...run(3, () => 0.3), { k: 60, n: 200 }])).toEqual(["ok", "ok"]);
  });

  it("says when there is too little to see", () => {
    const few = ["not-enough-data", "not-enough-data"];
    expect(statuses([])).toEqual(few);
    expect(statuses([{ k: 1, n: 1 }])).toEqual(few);
    expect(
      statuses([
        { k: 0, n: 1000 },
        { k: 0, n: 1000 },
      ]),
    ).toEqual(few);
    expect(
      statuses([
        { k: 1000, n: 1000 },
        { k: 1000, n: 1000 },
      ]),
    ).toEqual(few);
    expect(
      statuses([
        { k: 0, n: 0 },
        { k: 0, n: 0 },
      ]),
    ).toEqual(few);
    expect(blockHealth([])[0]?.advice).toBe("Too few events to check: run more trials.");
  });
});
