import { describe, expect, it } from "vitest";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import type { ToldThrow } from "../../../src/rulesets/telling.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { LONG } from "../../long.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";
import { changesOf, expectWholeBlock, type Telling, throwsOf } from "../told.ts";
import { cellOf, type Fight } from "./fights.ts";

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
  const seeds = Array.from({ length: LONG ? 24 : 4 }, (_, i) => i + 1);
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
    await hold(profile, LONG ? 40 : 35);
  });
});

it("of who is quicker and fires in every lane at once: nobody who is gone draws a word less for being told", async () => {
  const { profile } = await cellOf({
    units: { squad: { models: 3 }, quick: { models: 3, initiative: 6 } },
    first: [{ unit: "quick", order: "aimed" }],
    second: [{ unit: "squad", order: "aimed" }],
    situation: { turns: 5 },
  });
  await hold(profile, LONG ? 70 : 35);
});

describe("every die of a fight is told", () => {
  const told = async (fight: Fight) =>
    expectWholeBlock(kind, (await cellOf(fight)).profile, LONG ? 30 : 12).map(({ entries }) => throwsOf(entries));
  const dice = (throws: readonly ToldThrow[], rule: string) => throws.filter((own) => own.rule === rule);
  const faces = (throws: readonly ToldThrow[]) => throws.reduce((sum, own) => sum + own.faces.length, 0);
  /** Of throws that count successes, how many did. */
  const met = (throws: readonly ToldThrow[]) => throws.reduce((sum, own) => sum + Number(own.answer), 0);

  const unlike = { members: [{ models: 2 }, { models: 2, save: 6, skills: ["endurance"] }] };
  it.each<[string, Fight]>([
    ["by counts", {}],
    ["soldier by soldier", { units: { squad: unlike } }],
    ["shot by shot", { units: { squad: unlike }, options: { volley: "sequential" } }],
    [
      "shot by shot, eight at one soldier",
      {
        units: { guns: { models: 8 }, squad: { models: 1, save: 4 } },
        first: [{ unit: "guns", order: "aimed" }],
        second: [{ unit: "squad", order: "run" }],
        options: { volley: "sequential" },
        situation: { turns: 1 },
      },
    ],
    [
      "hand to hand",
      {
        first: [{ unit: "swords", order: "move", does: "charge" }],
        second: [{ unit: "squad", order: "run" }],
        situation: { distance: 3, visible: 5 },
      },
    ],
  ])("%s: a save for each hit, a wound roll for each save that failed", async (name, fight) => {
    let wounds = 0;
    for (const throws of await told(fight)) {
      const saves = dice(throws, "A-SAVE-01");
      const rolls = throws.filter(({ rule = "" }) => /^A-WOUND/.test(rule));
      if (name !== "hand to hand") expect(faces(saves)).toBe(met(dice(throws, "A-SHOOT-17")));
      expect(faces(rolls)).toBe(faces(saves) - met(saves));
      wounds += faces(rolls);
    }
    expect(wounds).toBeGreaterThan(5);
  });

  it.each([
    [0, 7],
    [2, 5],
  ])("E-12: with a bonus of %i those with a command of 7 stay ready on %i+", async (commandBonus, needed) => {
    // Nobody sees the character, so he is ready to the end.
    const squad = {
      members: [
        { character: true, commandBonus, visible: 5 },
        { models: 3, command: 7, save: 3 },
      ],
    };
    const tests = (
      await told({
        units: { guns: { models: 4 }, squad },
        first: [{ unit: "guns", order: "aimed" }],
        second: [{ unit: "squad", order: "run" }],
      })
    ).flatMap((throws) => [...dice(throws, "A-SUP-01"), ...dice(throws, "A-RAL-13")]);
    expect(tests.length).toBeGreaterThan(10);
    expect(new Set(tests.map((own) => own.needed))).toEqual(new Set([needed]));
  });
});
