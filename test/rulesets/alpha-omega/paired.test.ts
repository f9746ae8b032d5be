/** Fights in pairs on the same dice: the same law as unpaired, less difference by luck. */
import { describe, expect, it } from "vitest";
import { type Program, tallyOffsets } from "../../../src/rule/index.ts";
import { chiSquareUpper } from "../../../src/stats/index.ts";
import { type Fight, pairedTallyOf, programOf, tallyOf } from "./fights.ts";

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

/** The least p-value of the two-sample chi-square tests of all metrics, bins of 10 and more. */
function worst(program: Program, a: Float64Array, b: Float64Array): number {
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map((_, m) => {
      let statistic = 0;
      let bins = 0;
      for (let bin = offsets[m]!; bin < offsets[m + 1]!; bin++) {
        const both = a[bin]! + b[bin]!;
        if (both < 10) continue;
        statistic += (a[bin]! - b[bin]!) ** 2 / both;
        bins++;
      }
      return bins < 2 ? 1 : chiSquareUpper(statistic, bins - 1);
    }),
  );
}

/** 40,000 fights each: a shift of 0.035 of one chance is found with power 1 - 1e-6. Threshold 1e-9 a metric. */
describe("a trial in a pair has the law of a trial by itself", () => {
  const TRIALS = 40_000;
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      const program = await programOf(fight);
      expect(worst(program, tallyOf(program, TRIALS), pairedTallyOf(program, TRIALS))).toBeGreaterThan(1e-9);
    });

  it("control: fights with another save are told apart", async () => {
    const [program, other] = [
      await programOf(CHARGE),
      await programOf({ ...CHARGE, units: { squad: { models: 4, save: 7 } } }),
    ];
    expect(worst(program, tallyOf(program, TRIALS), pairedTallyOf(other, TRIALS))).toBeLessThan(1e-9);
  });
});
