import { describe, expect, it } from "vitest";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { FireActs } from "../../../src/rulesets/alpha-omega/engagement/fire-acts.ts";
import { isPlayedByCounts } from "../../../src/rulesets/alpha-omega/engagement/fire-keys.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { OneSubstream, pairedTally } from "../two-samples.ts";
import { cellOf, exactly, type Fight, mean, programOf, simulated, tallyOf } from "./fights.ts";

const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });

describe("a fight worked out by hand", () => {
  // One rifleman on aimed (+1) at a soldier on run (+1): 2+ to hit, 9/10; he saves on 5+, 6/10, and stays ready on 3+,
  // 8/10. Wound rolls: 2/10 pinned, 3/10 down, 5/10 out. At rally pinned soldiers stand up with 8/10, down ones roll
  // again: 2/10, 3/10, 5/10.
  const fight: Fight = {
    units: { one: { models: 1 } },
    first: [aimed("one")],
    second: [{ unit: "one", order: "run" }],
    situation: { turns: 1 },
  };
  it("of one against one over one turn", async () => {
    const chances = exactly(await programOf(fight));
    const pinned = 0.9 * 0.6 * 0.2 + 0.9 * 0.4 * 0.2;
    const down = 0.9 * 0.4 * 0.3;
    const expected = {
      ready: 0.1 + 0.9 * 0.6 * 0.8 + pinned * 0.8,
      pinned: pinned * 0.2 + down * 0.2,
      down: down * 0.3,
      out: 0.9 * 0.4 * 0.5 + down * 0.5,
    };
    for (const [state, chance] of Object.entries(expected))
      expect(chances(`${state}@1.second`)[1]).toBeCloseTo(chance, 12);
    expect(chances("ready@1.first")).toEqual([0, 1]);
    // A draw while the target is ready or pinned, else the first side wins.
    expect(chances("winner")[0]).toBeCloseTo(expected.down + expected.out, 12);
    expect(chances("winner")[1]).toBe(0);
  });
});

const FIGHTS: Record<string, Fight> = {
  "two like squads": {},
  "focused fire": {
    first: [aimed("squad", { targeting: "focus" })],
    second: [aimed("squad", { targeting: { focus: 2 } })],
  },
  "shot by shot, one pin test": { options: { volley: "sequential", pinTests: "perVolley" } },
  "grouped, one pin test": { options: { pinTests: "perVolley" } },
  "Alpha kept": { options: { phaseDuelTie: "keepAlpha" } },
  "a medikit a turn": {
    units: { squad: { models: 4, aptitudes: ["medikit"] } },
    options: { medikitUses: { perTurn: 1 } },
  },
  "medikits on wounds": {
    units: { squad: { models: 4, aptitudes: ["medikit"] } },
    options: { medikitUses: { perGame: 2 }, medikitOnDamage: true },
  },
  "a medikit without limit": { units: { squad: { models: 4, aptitudes: ["medikit"] } } },
  "a call to sacrifice": { units: { squad: { models: 4, aptitudes: ["sacrifice"] } } },
  "a character's bonus": { units: { squad: { models: 3, character: true, commandBonus: 2 } } },
  "orders turn by turn": {
    first: [{ unit: "squad", order: ["run", "move", "aimed"] }],
    second: [{ unit: "squad", order: ["manoeuvre", "run", "move"] }],
    situation: { distance: [24, 18, 12] },
  },
};

/** The worst p-value of a tally against the exact answer. */
function worst(program: Program, tally: Float64Array): number {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const offsets = tallyOffsets(program.metrics);
  const answers = program.exact.solve();
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      const { pValue, verdict } = agreement(
        { values, counts },
        { values, weights: [...probabilitiesOf(answers[m]!)] },
        1e-9,
      );
      return verdict === "agree" ? pValue : 0;
    }),
  );
}

/**
 * Threshold 1e-9 for each of some 700 metrics: a false alarm after a change of streams has a chance of 7e-7. 20,000
 * trials find a shift of 0.035 of one chance with power 1 - 1e-6; the control shifts a save by one.
 */
describe("the exact answer referees the simulation", () => {
  const TRIALS = 20_000;
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      const program = await programOf(fight);
      const plan = planOf((await cellOf(fight)).profile);
      expect(worst(program, tallyOf(program, TRIALS))).toBeGreaterThan(0);
      const soldierBySoldier = { ...program, kernel: () => new BattleKernel(plan) };
      expect(worst(program, tallyOf(soldierBySoldier, TRIALS))).toBeGreaterThan(0);
      expect(worst(program, pairedTally(program, TRIALS))).toBeGreaterThan(0);
      if (!isPlayedByCounts(plan)) return;
      const byCounts = { ...program, kernel: () => new FireActs(plan).kernel() };
      expect(worst(program, tallyOf(byCounts, TRIALS))).toBeGreaterThan(0);
    });

  it("control: a fight with another save does not pass", async () => {
    const program = await programOf();
    const other = await programOf({ units: { squad: { models: 4, save: 6 } } });
    expect(worst(program, tallyOf(other, TRIALS))).toBe(0);
  });

  it("control: lanes that all have the same dice do not pass", async () => {
    const program = await programOf();
    expect(worst(program, pairedTally(program, TRIALS, new OneSubstream()))).toBe(0);
  });

  it("plays fire by counts, like squads and unlike ones, but not where a character's bonus counts", async () => {
    const squadOf = (squad: object) =>
      cellOf({ units: { squad: { members: [{ models: 2 }, { models: 2, ...squad }] } } });
    const counted = async (squad: object) => isPlayedByCounts(planOf((await squadOf(squad)).profile));
    expect(await counted({})).toBe(true);
    expect(await counted({ save: 3 })).toBe(true);
    expect(await counted({ character: true, commandBonus: 1 })).toBe(false);
  });
});

describe("laws of every fight", () => {
  for (const [name, fight] of Object.entries(FIGHTS))
    it(`counts add up to the models, ${name}`, async () => {
      const program = await programOf(fight);
      const chances = exactly(program);
      for (const { values, name: metric, turn, side } of program.metrics) {
        const own = chances(turn === undefined ? metric : `${metric}@${turn}.${side}`);
        expect(own.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
        expect(own).toHaveLength(values.length);
      }
      for (let turn = 1; turn <= 3; turn++)
        for (const side of ["first", "second"]) {
          const models = chances(`ready@${turn}.${side}`).length - 1;
          const of = (state: string) => mean(chances(`${state}@${turn}.${side}`));
          expect(of("ready") + of("pinned") + of("down") + of("out")).toBeCloseTo(models, 11);
          expect(of("casualties")).toBeCloseTo(of("down") + of("out"), 11);
        }
    });

  it("a mirror match is even", async () => {
    const [first, second] = exactly(await programOf())("winner");
    expect(first).toBeCloseTo(second!, 12);
  });

  it("a mirror match hand to hand is even within its interval", async () => {
    const side = [{ unit: "swords", order: "move" }];
    const program = await programOf({ first: side, second: side, situation: { distance: 6, visible: 5 } });
    const trials = 40_000;
    const [first, second, draw] = simulated(program, trials)("winner") as [number, number, number];
    // Six standard deviations of the difference.
    expect(Math.abs(first - second)).toBeLessThan(6 * Math.sqrt((1 - draw) / trials));
    expect(first + second).toBeGreaterThan(0.5);
  });

  it("swapping the sides swaps the result", async () => {
    const units = { squad: { models: 3, save: 3 }, others: { models: 5, command: 5 } };
    const [one, two] = [[aimed("squad")], [{ unit: "others", order: "manoeuvre" }]] as const;
    const ab = exactly(await programOf({ units, first: one, second: two }));
    const ba = exactly(await programOf({ units, first: two, second: one }));
    const [first, second, draw] = ab("winner");
    [second, first, draw].forEach((chance, i) => {
      expect(ba("winner")[i]).toBeCloseTo(chance!, 12);
    });
    ab("down@2.first").forEach((chance, i) => {
      expect(ba("down@2.second")[i]).toBeCloseTo(chance, 12);
    });
  });
});

/** The squads of the first worked example: Marc has initiative and the higher die. */
describe("the worked example of initiative (A-SHOOT-01 to A-SHOOT-03)", () => {
  it("SM1 intercepts; then SM2, the Rangers, SM3, the Guardians", async () => {
    const { profile } = await cellOf({
      units: {
        marines: { models: 1, initiative: 5 },
        rangers: { models: 1, initiative: 6 },
        guardians: { models: 1, initiative: 5 },
      },
      first: [
        aimed("marines", { as: "SM1", intercept: true }),
        aimed("marines", { as: "SM2" }),
        { unit: "marines", as: "SM3", order: "manoeuvre" },
      ],
      second: [
        { unit: "guardians", order: "manoeuvre" },
        { unit: "rangers", order: "move" },
      ],
    });
    const { scenes, squads } = planOf(profile);
    const names = (units: readonly number[]) => units.map((unit) => squads[unit]!.unit.name);
    const { interceptions, order } = scenes[0]!;
    expect(interceptions.map(({ unit, aims }) => [names([unit]), names(aims.map(({ target }) => target))])).toEqual([
      [["SM1"], ["rangers"]],
    ]);
    expect(names(order![0])).toEqual(["SM1", "SM2", "rangers", "SM3", "guardians"]);
    expect(names(order![1])).toEqual(["SM1", "SM2", "rangers", "guardians", "SM3"]);
  });
});

describe("assumptions on the result", () => {
  it("are those of the fight", async () => {
    expect((await cellOf()).assumptions).toEqual(["E-01", "E-02", "E-03", "E-05", "E-13"]);
    const { assumptions } = await cellOf({
      first: [{ unit: "swords", order: "move", does: "charge" }],
      second: [aimed("squad", { intercept: true })],
      situation: { distance: 6 },
    });
    expect(assumptions).toEqual(["E-01", "E-02", "E-03", "E-04", "E-05", "E-06", "E-07", "E-08", "E-13"]);
  });
});
