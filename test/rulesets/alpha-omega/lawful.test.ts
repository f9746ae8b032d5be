/** What the texts allow is taken, and does what they say: a refusal here is a fault of ours. Values by hand. */
import { describe, expect, it } from "vitest";
import { type Data, exactly, type Fight, problemsOf, programOf, simulated } from "./fights.ts";

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
