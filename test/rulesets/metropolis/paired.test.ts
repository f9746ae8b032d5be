/** Fights in pairs on the same dice: the same distribution as unpaired, far less difference by luck. */
import { describe, expect, it } from "vitest";
import { compare } from "../../../src/analysis/compare.ts";
import { parseMeasure } from "../../../src/analysis/measure.ts";
import { runPaired } from "../../../src/analysis/run-paired.ts";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import { Battle } from "../../../src/rulesets/metropolis/engagement/battle.ts";
import type { EngagementProfile } from "../../../src/rulesets/metropolis/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/metropolis/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { leastPValue, OneSubstream, pairedTally } from "../two-samples.ts";

const FILE = "scenarios/metropolis/hold-or-fire.yaml";

/** Fire, reactions, counter-charges and assaults; shots allocated one by one and not. */
async function programs(set: readonly string[] = []): Promise<Map<string, Program>> {
  const { cells } = await loadStudy(FILE, { set });
  return new Map(
    cells.map(({ id, kind, outcome }) => [
      id,
      programFor(ruleset.kinds[kind]!, (outcome as { profile: unknown }).profile),
    ]),
  );
}

function unpairedTally(program: Program, trials: number): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(blockStream(cellKey(7n, "test"), 0), trials, tally);
  return tally;
}

/** 12,000 fights each: a shift of 0.065 of one chance (30,000 of the long test, 0.04) is found with power 1 - 1e-6. Threshold 1e-9 a metric. */
describe("a trial in a pair has the law of a trial by itself", () => {
  const TRIALS = LONG ? 30_000 : 12_000;
  it.each([[[]], [["options.hitAllocation=spread"]]])("with %j", async (set) => {
    for (const program of (await programs(set)).values())
      expect(leastPValue(program, unpairedTally(program, TRIALS), pairedTally(program, TRIALS))).toBeGreaterThan(1e-9);
  });

  it("control: lanes that share their dice are caught", async () => {
    const [program] = (await programs()).values();
    const shared = pairedTally(program!, TRIALS, new OneSubstream());
    expect(leastPValue(program!, unpairedTally(program!, TRIALS), shared)).toBeLessThan(1e-9);
  });
});

it("one point of shooting more takes 3 times fewer trials in pairs", async () => {
  const measures = ["winner=first", "casualties@6.second"].map(parseMeasure);
  const options = { only: ["fire"] };
  const better = { ...options, set: ["units.lineMarines.shooting=6"] };
  const studies = [await loadStudy(FILE, options), await loadStudy(FILE, better)];
  const { results, pairing } = await runPaired(studies, {
    apart: "nothing",
    method: "simulate",
    trials: 10_000,
    measures,
  });
  const { pairs } = await compare(results[0]!, results[1]!, { measures, pairing });
  // 4.1 and 9.3; one stream a trial and tables out of order gave 1.6 and 2.0.
  for (const { change } of pairs[0]!.differences) expect(change.paired!.gain).toBeGreaterThan(3);
});

it("units are numbered within their side, however many each has: no two share a lane", async () => {
  const { cells } = await loadStudy(FILE);
  const { profile } = cells[0]!.outcome as { profile: EngagementProfile };
  const [first, second] = [0, 1].map((side) => profile.units.find((unit) => unit.side === side)!);
  const numbers = (units: EngagementProfile["units"]) => new Battle({ ...profile, units }).units.map(({ own }) => own);
  expect(numbers([first!, second!, second!])).toEqual([0, 0, 1]);
  expect(numbers([first!, first!, first!, second!])).toEqual([0, 1, 2, 0]);
});
