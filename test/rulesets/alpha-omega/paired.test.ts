/** Fights in pairs on the same dice: the same distribution as unpaired, less difference by luck. */
import { describe, expect, it } from "vitest";
import { LONG } from "../../long.ts";
import { leastPValue, pairedTally } from "../two-samples.ts";
import { type Fight, programOf, tallyOf } from "./fights.ts";

const CHARGE = { first: [{ unit: "swords", order: "move", does: "charge" }], situation: { distance: 3 } };
/** Fights that no exact answer referees: close combat with everything that draws in it. */
const FIGHTS: Record<string, Fight> = {
  "a charge": CHARGE,
  dodges: { ...CHARGE, second: [{ unit: "squad", order: "aimed", dodge: true }] },
  "gladiators, two against one": {
    ...CHARGE,
    units: { swords: { models: 4, meleeWeapon: "sword", skills: ["gladiator"] }, squad: { models: 2 } },
  },
  "unlike soldiers": {
    units: { squad: { members: [{ models: 2 }, { models: 2, save: 3, weapon: "cannon" }] } },
  },
  "hits that change hands": {
    units: { squad: { members: [{ models: 1, character: true, commandBonus: 1 }, { models: 4 }] } },
    options: { hitTransfer: "protectCharacters" },
  },
};

/** 16,000 fights each: a shift of 0.055 of one chance (40,000 of the long test, 0.035) is found with power 1 - 1e-6. Threshold 1e-9 a metric. */
describe("a trial in a pair has the law of a trial by itself", () => {
  const TRIALS = LONG ? 40_000 : 16_000;
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      const program = await programOf(fight);
      expect(leastPValue(program, tallyOf(program, TRIALS), pairedTally(program, TRIALS))).toBeGreaterThan(1e-9);
    });

  it("control: fights with another save are told apart", async () => {
    const [program, other] = [
      await programOf(CHARGE),
      await programOf({ ...CHARGE, units: { squad: { models: 4, save: 7 } } }),
    ];
    expect(leastPValue(program, tallyOf(program, TRIALS), pairedTally(other, TRIALS))).toBeLessThan(1e-9);
  });
});
