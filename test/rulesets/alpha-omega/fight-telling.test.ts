import { describe, expect, it } from "vitest";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import type { Telling } from "../../../src/rulesets/telling.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";
import { changesOf, expectWholeBlock } from "../told.ts";
import { cellOf } from "./fights.ts";

const kind = ruleset.kinds.engagement!;

/** How many of each side the telling says are in each state at the end of a turn, from 1. */
function toldCounts({ entries }: Telling, { sides }: EngagementProfile, turn: number): number[][] {
  const part = entries[turn - 1]!;
  if (!("heading" in part)) throw new Error("a turn has a heading");
  const end = part.entries.at(-1)!;
  if (!("heading" in end)) throw new Error("the end of a turn has a heading");
  const lines = changesOf(end.entries).map(({ change }) => change);
  const units = sides.flatMap((own, side) => own.map(() => side));
  expect(lines).toHaveLength(units.length);
  return [0, 1].map((side) =>
    STATES.map((state) =>
      lines
        .filter((_, u) => units[u] === side)
        .reduce((sum, line) => sum + Number(new RegExp(`(\\d+) ${state}`).exec(line)?.[1] ?? 0), 0),
    ),
  );
}

/** The told states of everybody at the end of every turn are those the kernel counts. */
function expectSameStates(profile: EngagementProfile, tellings: readonly Telling[]): void {
  const { metrics } = programFor(kind, profile);
  for (const telling of tellings)
    for (let turn = 1; turn <= profile.turns; turn++) {
      const told = toldCounts(telling, profile, turn);
      metrics.forEach(({ name, turn: own, side }, m) => {
        const state = STATES.indexOf(name as (typeof STATES)[number]);
        if (own !== turn || state < 0) return;
        expect(told[side === "first" ? 0 : 1]![state], `${name} of ${side}, turn ${turn}`).toBe(telling.bins[m]);
      });
    }
}

async function hold(profile: EngagementProfile, trials: number): Promise<void> {
  expectSameStates(profile, expectWholeBlock(kind, profile, trials));
}

describe("whole fights told", () => {
  const seeds = Array.from({ length: 24 }, (_, i) => i + 1);
  it.each(seeds)("at a distance, random fight %i", async (seed) => {
    const { cells } = await studyOfData(randomEngagement(seed, false));
    await hold((cells[0]!.outcome as { profile: EngagementProfile }).profile, 5);
  });

  it.each(seeds)("at close quarters, random fight %i", async (seed) => {
    const { cells } = await studyOfData(randomEngagement(seed, true));
    await hold((cells[0]!.outcome as { profile: EngagementProfile }).profile, 5);
  });

  it("played by counts, more than stand side by side", async () => {
    const { profile } = await cellOf({ units: { squad: { models: 5 } }, situation: { turns: 3 } });
    await hold(profile, 40);
  });
});
