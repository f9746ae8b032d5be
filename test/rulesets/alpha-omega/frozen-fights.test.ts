/** What came of five hundred random fights before the forms that played them were given up still comes of them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { LONG } from "../../long.ts";
import { FROZEN, type FrozenFight, frozenFight } from "./frozen-fights.ts";

const fights = JSON.parse(
  readFileSync(new URL("frozen-fights.json", import.meta.url), "utf8"),
) as readonly FrozenFight[];

/**
 * Samples of 12,000 fights against this many: a chance that is off by 0.1 is found with power 1 - 1e-4 in one fight, by
 * 0.03 over all. Threshold 1e-9 for each of some 1,100 metrics: a false alarm after a change of streams has a chance of 1e-6.
 */
const TRIALS = 1_000;
const THRESHOLD = 1e-9;
const EACH = LONG ? 1 : 10;

const shaOf = (name: string) =>
  createHash("sha256")
    .update(JSON.stringify(frozenFight(name)))
    .digest("hex")
    .slice(0, 8);

async function profileOf(name: string): Promise<EngagementProfile> {
  const { cells } = await studyOfData(frozenFight(name));
  return (cells[0]!.outcome as { profile: EngagementProfile }).profile;
}

/** The winner, and the casualties of both sides after the last turn. */
const frozenMetrics = ({ metrics }: Program, turns: number): number[] => [
  0,
  ...["first", "second"].map((side) =>
    metrics.findIndex((own) => own.name === "casualties" && own.turn === turns && own.side === side),
  ),
];

/** How far the exact chances of a fight are from those that were; its least p-value where it was a sample. */
async function comparedTo({ trials, winner, casualties }: FrozenFight, profile: EngagementProfile) {
  const program = programFor(ruleset.kinds.engagement!, profile);
  const wanted = frozenMetrics(program, profile.turns);
  const were = [winner, ...casualties];
  if (trials === 0) {
    if (!("solve" in program.exact)) return { off: Number.POSITIVE_INFINITY, pValue: 0 };
    const answers = program.exact.solve();
    const offs = wanted.flatMap((m, k) => [...probabilitiesOf(answers[m]!)].map((p, i) => Math.abs(p - were[k]![i]!)));
    return { off: Math.max(...offs), pValue: 1 };
  }
  const offsets = tallyOffsets(program.metrics);
  const tally = new Float64Array(offsets.at(-1)!);
  program.kernel().play(blockStream(cellKey(3n, "frozen"), 0), TRIALS, tally);
  const values = wanted.map((m, k) => {
    const { values } = program.metrics[m]!;
    const weights = were[k]!.map((count) => BigInt(Math.max(1, count)));
    const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
    const { verdict, pValue } = agreement({ values, counts }, { values, weights }, THRESHOLD);
    return verdict === "agree" ? pValue : 0;
  });
  return { off: 0, pValue: Math.min(1, ...values) };
}

describe("random fights come out as they did", () => {
  it("they are the fights that they were", () => {
    expect(fights.map(({ name }) => name)).toEqual(FROZEN);
    expect(fights.filter(({ name, sha }) => shaOf(name) !== sha)).toEqual([]);
  });

  it("exactly where they are solved, else as often as a sample can tell", async () => {
    let exact = 0;
    for (let k = 0; k < fights.length; k += EACH) {
      const fight = fights[k]!;
      const { off, pValue } = await comparedTo(fight, await profileOf(fight.name));
      expect(off, fight.name).toBeLessThan(1e-12);
      expect(pValue, fight.name).toBeGreaterThan(THRESHOLD);
      if (fight.trials === 0) exact++;
    }
    expect(exact).toBeGreaterThan(100 / EACH);
  });

  it("control: soldiers who save worse by one are found out", async () => {
    let found = 0;
    for (let k = 0; k < fights.length; k += 50) {
      const profile = await profileOf(fights[k]!.name);
      const [first, second] = profile.sides;
      const worse = first.map((unit) => ({
        ...unit,
        troopers: unit.troopers.map((own) => ({ ...own, save: own.save + 1 })),
      }));
      const { off, pValue } = await comparedTo(fights[k]!, { ...profile, sides: [worse, second] });
      if (off > 1e-12 || pValue < THRESHOLD) found++;
    }
    expect(found).toBeGreaterThan(0);
  });
});
