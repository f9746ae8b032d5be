/** What the texts allow is taken, and does what they say: a refusal here is a fault of ours. Values by hand. */
import { describe, expect, it } from "vitest";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { type Data, exactly, type Fight, problemsOf, programOf, scenarioOf, simulated } from "./fights.ts";

const GUNSHIP = {
  rank: 2,
  resistance: 6,
  armour: 2,
  hitModifier: { manoeuvre: 0 },
  sections: { tank: 3 },
  location: { external: { tank: "1-10" }, internal: { tank: "1-10" } },
  ballisticSkill: "4+",
  weapons: ["rifle"],
};

/** One soldier with a rifle, aimed, 12 paces before one whom a hit kills unless a pin test saves him: no save, no pin. */
const shotAt = (order: string, more: Data = {}): Fight => ({
  units: { gun: { models: 1 }, fists: { models: 1, weapon: undefined, save: 11, ...more } },
  first: [{ unit: "gun", order: "aimed" }],
  second: [{ unit: "fists", order }],
  situation: { turns: 1 },
  rules: { woundBands: { standard: [0, 0] } },
});
const chanceOut = async (fight: Fight) => exactly(await programOf(fight))("out@1.second")[1]!;

describe("a unit without a gun may be ordered to aim (A-GEN-06): who shoots at it counts the order (A-SHOOT-13)", () => {
  it.each([
    // Hit on 4+, +1 aimed, and the target's +1, 0, -1, -2; with camouflage -3 (A-SHOOT-14).
    ["run", {}, 9],
    ["move", {}, 8],
    ["aimed", {}, 7],
    ["manoeuvre", {}, 6],
    ["aimed", { skills: ["camouflage"] }, 5],
  ])("%s %j", async (order, more, tenths) => {
    expect(await chanceOut(shotAt(order, more))).toBeCloseTo(tenths / 10, 12);
  });

  it("and fights at -4 (A-CC-20), charging nobody (A-CC-03)", async () => {
    const fight = (order: string): Fight => ({
      units: {
        fists: { models: 1, weapon: undefined },
        swords: { models: 1, weapon: undefined, meleeWeapon: "sword" },
      },
      first: [{ unit: "fists", order }],
      second: [{ unit: "swords", order: "move", does: "charge" }],
      situation: { distance: 7, turns: 1 },
    });
    const of = async (own: Fight, metric: string) => simulated(await programOf(own), 5_000)(metric)[1]!;
    expect(await of(fight("aimed"), "out@1.first")).toBeGreaterThan(0.05 + (await of(fight("run"), "out@1.first")));
    const alone = (order: string): Fight => ({ ...fight(order), second: [{ unit: "swords", order: "run" }] });
    expect(await of(alone("aimed"), "ready@1.first")).toBe(1);
    expect(await of(alone("move"), "ready@1.first")).toBeLessThan(0.9);
  });

  it("but intercepts nobody", async () => {
    const [problem] = await problemsOf({
      ...shotAt("run"),
      second: [{ unit: "fists", order: "aimed", intercept: true }],
    });
    expect(problem).toMatch(/is to intercept and has no weapon with range bands.*A-SHOOT-08/);
  });
});

describe("swords without a gun that hold back in turn 1 and charge in turn 2 (E-02, QA-26)", () => {
  const fight = (does: string | readonly string[]): Fight => ({
    units: { swords: { models: 2, weapon: undefined, meleeWeapon: "sword" } },
    first: [{ unit: "swords", order: "move", does }],
    second: [{ unit: "squad", order: "run", models: 2 }],
    situation: { distance: 6, turns: 2 },
    options: { chargeMandatory: false },
  });
  const ready = async (turn: number, own: Fight) => simulated(await programOf(own), 2_000)(`ready@${turn}.second`)[2]!;

  it("do nothing in turn 1, and fight in turn 2", async () => {
    const later = fight(["fire", "charge"]);
    expect(await ready(1, later)).toBe(1);
    expect(await ready(2, later)).toBeLessThan(0.8);
    expect(await ready(1, fight("charge"))).toBeLessThan(0.8);
  });

  it("are not told to fire all the time", async () => {
    expect(await problemsOf(fight("fire"))).toEqual([
      expect.stringMatching(/is to fire and has no weapon.*A-SHOOT-07/),
    ]);
  });
});

it("a squad whose guns harm no vehicle may aim before one that fires: it is harder to hit than on the run", async () => {
  const chance = async (order: string) => {
    const { cells } = await studyOfData({
      ...scenarioOf({
        units: { squad: { models: 1, save: 11 } },
        first: [{ unit: "gunship", order: "manoeuvre" }],
        second: [{ unit: "squad", order }],
        situation: { turns: 1 },
        rules: { woundBands: { standard: [0, 0] } },
      }),
      vehicles: { gunship: GUNSHIP },
    });
    const { outcome } = cells[0]!;
    if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
    return simulated(programFor(ruleset.kinds.engagement!, outcome.profile), 20_000)("out@1.second")[1]!;
  };
  // Hit on 4+: the target's +1 on the run, -1 while aiming (A-SHOOT-13).
  expect(await chance("run")).toBeCloseTo(0.8, 1);
  expect(await chance("aimed")).toBeCloseTo(0.6, 1);
});
