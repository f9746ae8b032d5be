import { describe, expect, it } from "vitest";
import { tallyOffsets } from "../../../src/rule/index.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { CountsKernel } from "../../../src/rulesets/alpha-omega/engagement/counts-kernel.ts";
import { FirefightKernel } from "../../../src/rulesets/alpha-omega/engagement/firefight.ts";
import { isFirefight } from "../../../src/rulesets/alpha-omega/engagement/firefight-plan.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { agreement } from "../../../src/stats/index.ts";
import { cellOf, type Fight, programOf, tallyOf } from "./fights.ts";

const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });

/** Nobody like his comrades: skills, saves, commands, and two guns. */
const unlike = (more: readonly object[] = []) => ({
  squad: {
    members: [
      { save: 3, command: 2, ...more[0] },
      { models: 2, weapon: "cannon", ...more[1] },
      { skills: ["endurance"], ballisticSkill: 3, ...more[2] },
      { models: 2, skills: ["implacable", "camouflage"], save: 7, ...more[3] },
    ],
  },
});

/** Fights that only soldiers, each with a place of his own, can fight. */
const FIGHTS: Record<string, Fight> = {
  "two guns": { units: unlike() },
  "two guns, one pin test a volley": { units: unlike(), options: { pinTests: "perVolley" } },
  "focused fire": {
    units: unlike(),
    first: [aimed("squad", { targeting: { focus: 2 } })],
    second: [aimed("squad", { targeting: "focus" })],
  },
  "a gun out of reach": { units: unlike([{}, { weapon: "rifle" }, { weapon: "cannon" }]), situation: { distance: 30 } },
  "somebody hidden": { units: unlike([{ visible: 5 }, {}, { visible: 40 }]) },
  "a medic": { units: unlike([{ aptitudes: ["medikit"] }]), options: { medikitOnDamage: true } },
  "unlike initiative": {
    units: unlike([{ initiative: 6 }, { initiative: 3 }]),
    second: [aimed("squad"), aimed("squad", { as: "others" })],
    options: { phaseDuelTie: "keepAlpha" },
  },
  "interception and targets to choose from": {
    units: unlike(),
    first: [aimed("squad", { intercept: true }), { unit: "squad", as: "others", order: "manoeuvre", distance: 20 }],
    second: [
      { unit: "squad", order: ["move", "run"] },
      { unit: "squad", as: "others", order: ["run", "aimed"], distance: 18 },
    ],
  },
};

const TRIALS = 20_000;

/** The worst p-value of two kernels' tallies, metric by metric; 0 where they disagree. */
async function worst(fight: Fight, other: Fight = fight): Promise<number> {
  const program = await programOf(fight);
  const plan = planOf((await cellOf(fight)).profile);
  expect(isFirefight(plan)).toBe(true);
  const twin = planOf((await cellOf(other)).profile);
  const fast = tallyOf({ ...program, kernel: () => new FirefightKernel(plan) }, TRIALS);
  const slow = tallyOf({ ...program, kernel: () => new BattleKernel(twin) }, 4 * TRIALS, "slow twin");
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const own = (tally: Float64Array) => [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      const weights = own(slow).map((count) => BigInt(Math.max(1, count)));
      const { pValue, verdict } = agreement({ values, counts: own(fast) }, { values, weights }, 1e-9);
      return verdict === "agree" ? pValue : 0;
    }),
  );
}

/**
 * The two kernels share their laws, not their play: who is ready, who is shot at, who is next. Threshold 1e-9 for each of
 * some 350 metrics; the slow twin's own scatter adds a quarter to the variance, which leaves a false alarm less likely
 * than 1e-5. 20,000 fights find a shift of 0.035 of one chance with power 1 - 1e-6; the control shifts one save of six.
 */
describe("a firefight by planes of bits is the fight soldier by soldier", () => {
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      expect(await worst(fight)).toBeGreaterThan(0);
    });

  it("control: another save of one soldier does not pass", async () => {
    expect(await worst({ units: unlike() }, { units: unlike([{ save: 6 }]) })).toBe(0);
  });
});

describe("kernels that play many fights side by side", () => {
  for (const [name, kernelOf, fight] of [
    ["by counts", (plan: ReturnType<typeof planOf>) => new CountsKernel(plan), {}],
    ["by planes of bits", (plan: ReturnType<typeof planOf>) => new FirefightKernel(plan), { units: unlike() }],
  ] as const)
    it(`${name}: the first trials of a stream are the same however many follow`, async () => {
      const program = await programOf(fight);
      const plan = planOf((await cellOf(fight)).profile);
      const kernel = kernelOf(plan);
      const tallied = (trials: number) => tallyOf({ ...program, kernel: () => kernel }, trials);
      for (const trials of [1, 32]) {
        const before = tallied(trials);
        const more = tallied(trials + 1).map((count, bin) => count - before[bin]!);
        expect(more.every((count) => count === 0 || count === 1)).toBe(true);
        expect(more.reduce((sum, count) => sum + count, 0)).toBe(program.metrics.length);
      }
    });
});
