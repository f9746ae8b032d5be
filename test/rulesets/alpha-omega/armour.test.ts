import { describe, expect, it } from "vitest";
import { blockStream } from "../../../src/dice/index.ts";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import {
  type ArmourReading,
  damaged,
  deteriorated,
  deterioration,
  EFFECTS,
  EXTERNAL,
  effectOf,
  freshVehicle,
  groupedDamage,
  INTERNAL,
  impact,
  repaired,
  type Vehicle,
  WORST,
} from "../../../src/rulesets/alpha-omega/armour.ts";
import {
  type AntiArmourProfile,
  antiArmourKind,
  blastDistribution,
} from "../../../src/rulesets/alpha-omega/kinds/anti-armour.ts";
import { repairKind } from "../../../src/rulesets/alpha-omega/kinds/repair.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { fractions, possible, vectors } from "./combat.ts";

const names = ["tank", "propulsion", "engine", "cargo", "weapon", "crew"];
const rhino: Vehicle = {
  resistance: 7,
  armour: 2,
  sections: [8, 6, 6, 8, 4, 4].map((points, i) => ({ name: names[i]!, points })),
  external: [1, 1, 1, 4, 4, 4, 2, 2, 0, 0],
  internal: [2, 2, 2, 5, 5, 5, 4, 4, 0, 0],
  tank: 0,
  markX: 4,
  markY: 2,
  worn: [1, 2, 3],
  drive: [1, 2],
};
const reading: ArmourReading = { sectionOverflow: "lost", deterioration: "replace", repairDie: 10 };

describe("grouped damage (A-VEH-04 to A-VEH-08)", () => {
  it.each(vectors("A-VEH"))("$id", ({ inputs, expect: expected }) => {
    const { percage, charge, resistance, blindage } = inputs;
    const vehicle = { ...rhino, resistance, armour: blindage };
    const rule = impact({ piercing: percage, charge }, vehicle, blindage);
    const french = { none: "sans_effet", external: "externe", internal: "interne" } as const;
    const { expected_points_removed, ...effects } = expected;
    expect(fractions(rule, ({ effect }) => french[EFFECTS[effect] as keyof typeof french])).toEqual(possible(effects));
    const { outcomes, weights, total } = distributionOf((dice) => rule(dice).points, "test");
    const sum = outcomes.reduce((mean, points, i) => mean + BigInt(points) * weights[i]!, 0n);
    expect(fractionText(sum, total)).toBe(expected_points_removed);
  });

  it.each([
    ["the D10 is better: it pierces", "9 4", 9 + 2, 4 + 1],
    ["the D6 is better", "3 6", 6 + 2, 3 + 1],
    ["equal dice: no matter", "5 5", 5 + 2, 5 + 1],
  ])("%s", (_, script, pierce, points) => {
    expect(groupedDamage(new ScriptedDice(script), 2, 1)).toEqual({ pierce, points });
  });
  it("a charge roll is never below 0 (QA-46)", () => {
    expect(groupedDamage(new ScriptedDice("9 2"), 0, -5).points).toBe(0);
  });
  it.each([
    [6, "none"],
    [7, "external"],
    [9, "external"],
    [10, "internal"],
  ])("piercing roll %i against resistance 7 and armour 2: %s", (pierce, effect) => {
    expect(EFFECTS[effectOf(pierce, 7, 2)]).toBe(effect);
  });
});

describe("the card", () => {
  const fresh = freshVehicle(rhino);
  it("external damage takes points, internal also a point of armour, never below 0 (QA-45)", () => {
    expect(damaged(fresh, { effect: EXTERNAL, section: 4, points: 3 }, rhino, reading)).toMatchObject({
      armour: 2,
      points: [8, 6, 6, 8, 1, 4],
    });
    const bare = { ...fresh, armour: 0 };
    expect(damaged(fresh, { effect: INTERNAL, section: 5, points: 1 }, rhino, reading).armour).toBe(1);
    expect(damaged(bare, { effect: INTERNAL, section: 5, points: 1 }, rhino, reading).armour).toBe(0);
  });
  it("QA-46: excess is lost, or taken off the tank", () => {
    const hit = { effect: EXTERNAL, section: 4, points: 6 };
    expect(damaged(fresh, hit, rhino, reading).points).toEqual([8, 6, 6, 8, 0, 4]);
    const overflow = { ...reading, sectionOverflow: "tank" as const };
    expect(damaged(fresh, hit, rhino, overflow).points).toEqual([6, 6, 6, 8, 0, 4]);
    const twice = damaged(damaged(fresh, hit, rhino, overflow), hit, rhino, overflow);
    expect(twice.points).toEqual([0, 6, 6, 8, 0, 4]);
  });
  it.each([
    ["replace", 5, 0],
    ["replace", 4, 1],
    ["replace", 2, 2],
    ["add", 4, 1],
    ["add", 2, 3],
  ] as const)("QA-49 %s: %i left in the tank costs %i", (deterioration_, left, lost) => {
    expect(deterioration(left, rhino, { deterioration: deterioration_ })).toBe(lost);
  });
  it("a tank at mark X wears propulsion, engine and cargo (A-RAL-08b); an empty one explodes", () => {
    const worn = deteriorated({ ...fresh, points: [4, 6, 1, 0, 4, 4] }, rhino, reading);
    expect(worn).toMatchObject({ points: [4, 5, 0, 0, 4, 4], exploded: false });
    // Mark Y holds at 0 too: on the turn of the explosion it costs two points each (E-15).
    expect(deteriorated({ ...fresh, points: [0, 6, 2, 8, 4, 4] }, rhino, reading)).toMatchObject({
      points: [0, 4, 0, 6, 4, 4],
      exploded: true,
    });
  });
  it("the crew repairs the section that lost most and is not destroyed (A-RAL-11, A-RAL-12)", () => {
    const dice = new ScriptedDice("6 5");
    const state = { ...fresh, points: [7, 0, 3, 8, 4, 4] };
    expect(repaired(state, rhino, 2, 10)(dice).points).toEqual([7, 0, 4, 8, 4, 4]);
    dice.assertUsedUp();
    expect(repaired(fresh, rhino, 2, 10)(new ScriptedDice("")).points).toEqual(fresh.points);
  });
  it("or the section it has named, while that is neither destroyed nor whole (E-15)", () => {
    const state = { ...fresh, points: [7, 0, 3, 8, 4, 4] };
    const dice = new ScriptedDice("6");
    // The tank has lost one point: whole after the first attempt, so that there is no die for the second.
    expect(repaired(state, rhino, 2, 10, 0)(dice).points).toEqual([8, 0, 3, 8, 4, 4]);
    dice.assertUsedUp();
    expect(repaired(state, rhino, 2, 10, 1)(new ScriptedDice("")).points).toEqual(state.points);
  });
});

const shots = (count: number, given: Partial<AntiArmourProfile> = {}, turns = 3): AntiArmourProfile => ({
  vehicle: rhino,
  turns: Array.from({ length: turns }, () => ({
    salvos: [{ toHit: 5, piercing: 6, charge: 3, shots: count }],
    grenades: 0,
    attempts: 0,
  })),
  grenade: { piercing: 7, charge: 3 },
  mended: WORST,
  reading,
  blast: undefined,
  accounts: [],
  ...given,
});
const programOf = (profile: AntiArmourProfile): Program => programFor(antiArmourKind, profile);
const solve = (program: Program) => {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  return program.exact.solve();
};
/** The chance of one value of a metric. */
const chanceOf = (profile: AntiArmourProfile, name: string, value: string | number, where = {}): number => {
  const program = programOf(profile);
  const m = program.metrics.findLastIndex(
    (metric) => metric.name === name && Object.entries(where).every(([key, own]) => metric[key as "turn"] === own),
  );
  return probabilitiesOf(solve(program)[m]!)[program.metrics[m]!.values.indexOf(value)]!;
};

describe("fire over turns (E-15)", () => {
  it("one shot with certain damage: the chance of the location", () => {
    // Piercing 20 always goes through; charge 7 and the lower die empty a tank of 8 at once.
    const profile = shots(1, {
      turns: [{ salvos: [{ toHit: 3, piercing: 20, charge: 7, shots: 1 }], grenades: 0, attempts: 0 }],
    });
    expect(chanceOf(profile, "destroyed", "yes")).toBeCloseTo(0.8 * 0.2, 12);
    expect(chanceOf(profile, "immobilised", "yes")).toBeCloseTo(0.8 * 0.3 + 0.8 * 0.2 * 0, 12);
    expect(chanceOf(profile, "effect", "internal")).toBeCloseTo(0.8, 12);
    expect(chanceOf(profile, "pointsLost", 4, { section: "crew" })).toBeCloseTo(0.8 * 0.3, 12);
  });
  it("grenades always hit (A-RAL-08a)", () => {
    const profile = shots(1, {
      turns: [{ salvos: [], grenades: 1, attempts: 0 }],
      grenade: { piercing: 20, charge: 7 },
    });
    expect(chanceOf(profile, "effect", "miss")).toBe(0);
    expect(chanceOf(profile, "destroyed", "yes")).toBeCloseTo(0.2, 12);
  });
  it("a vehicle without a tank is destroyed when nothing is left of it", () => {
    const mount: Vehicle = {
      ...rhino,
      sections: [{ name: "weapon", points: 2 }],
      external: [0, 0, 0, 0, 0, 0],
      internal: [0, 0, 0, 0, 0, 0],
      tank: -1,
      worn: [],
      drive: [],
    };
    const profile = shots(1, {
      vehicle: mount,
      turns: [{ salvos: [{ toHit: 6, piercing: 20, charge: 9, shots: 1 }], grenades: 0, attempts: 0 }],
    });
    expect(chanceOf(profile, "destroyed", "yes")).toBeCloseTo(0.5, 12);
    expect(chanceOf(profile, "immobilised", "yes")).toBe(0);
  });
  it("an explosion hurts the nearest unit (QA-48), medikits keep some of it standing (QA-20)", () => {
    const half = { hit: "1", total: "2" };
    expect(blastDistribution({ soldiers: [half, half], medikits: 0 })).toEqual({ weights: [1n, 2n, 1n], total: 4n });
    expect(blastDistribution({ soldiers: [half, half], medikits: 1 })).toEqual({ weights: [3n, 1n, 0n], total: 4n });
    const profile = shots(1, {
      turns: [{ salvos: [{ toHit: 3, piercing: 20, charge: 7, shots: 1 }], grenades: 0, attempts: 0 }],
      blast: { soldiers: [half], medikits: 0 },
    });
    expect(chanceOf(profile, "bystanders", 1)).toBeCloseTo(0.16 / 2, 12);
  });

  it.each([
    ["sectionOverflow (QA-46)", { sectionOverflow: "tank" }],
    ["deterioration (QA-49)", { deterioration: "add" }],
    ["repairDie (QA-50)", { repairDie: 6 }],
  ] as const)("%s immobilises more often: more is lost, or less is mended", (_, given) => {
    const small = {
      ...rhino,
      sections: rhino.sections.map((section) => ({ ...section, points: Math.min(section.points, 3) })),
      markX: 2,
      markY: 1,
    };
    const turns = Array.from({ length: 3 }, () => ({
      salvos: [{ toHit: 5, piercing: 3, charge: -2, shots: 1 }],
      grenades: 0,
      attempts: 1,
    }));
    const of = (over: Partial<ArmourReading>) =>
      chanceOf(shots(1, { vehicle: small, turns, reading: { ...reading, ...over } }), "immobilised", "yes");
    expect(of(given) - of({})).toBeGreaterThan(1e-4);
  });

  it("fewer shots, more resistance: never worse, as long as both rows of the location table are the same", () => {
    // Otherwise more resistance may turn internal damage into external damage of a section that matters more.
    const even = { ...rhino, internal: rhino.external };
    for (const of of ["destroyed", "immobilised"]) {
      const plain = chanceOf(shots(2, { vehicle: even }), of, "yes");
      expect(chanceOf(shots(1, { vehicle: even }), of, "yes")).toBeLessThanOrEqual(plain);
      expect(chanceOf(shots(2, { vehicle: { ...even, resistance: 8 } }), of, "yes")).toBeLessThanOrEqual(plain);
    }
    const stubborn = chanceOf(shots(2, { vehicle: { ...rhino, resistance: 8 } }), "immobilised", "yes");
    expect(stubborn).toBeGreaterThan(chanceOf(shots(2), "immobilised", "yes"));
  });

  /** The simulation against the exact answer: p-values of every metric. */
  const refereed = (profile: AntiArmourProfile, referee = profile): number => {
    const program = programOf(profile);
    const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
    program.kernel().play(blockStream([1, 2], 3), 100_000, tally);
    const answers = solve(programOf(referee));
    const offsets = tallyOffsets(program.metrics);
    return Math.min(
      ...program.metrics.map((metric, m) => {
        const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
        const weights = [...probabilitiesOf(answers[m]!)];
        return agreement({ values: metric.values, counts }, { values: metric.values, weights }).pValue;
      }),
    );
  };
  it("the simulation agrees with the exact answer; one point of armour less is noticed", () => {
    const profile = shots(2, {
      turns: Array.from({ length: 4 }, () => ({
        salvos: [
          { toHit: 4, piercing: 3, charge: 0, shots: 2 },
          { toHit: 6, piercing: 6, charge: 3, shots: 1 },
        ],
        grenades: 1,
        attempts: 0,
      })),
      blast: {
        soldiers: [
          { hit: "3", total: "10" },
          { hit: "1", total: "2" },
        ],
        medikits: 0,
      },
    });
    expect(refereed(profile)).toBeGreaterThan(1e-9);
    expect(refereed(profile, { ...profile, vehicle: { ...rhino, armour: 1 } })).toBeLessThan(1e-9);
  });
  it("with repair and overflow too, on a vehicle small enough to be solved whole", () => {
    const small = {
      ...rhino,
      sections: rhino.sections.map((section) => ({ ...section, points: Math.min(section.points, 2) })),
      markX: 1,
      markY: 0,
    };
    const profile = shots(1, {
      vehicle: small,
      turns: Array.from({ length: 4 }, () => ({
        salvos: [{ toHit: 5, piercing: 2, charge: -2, shots: 2 }],
        grenades: 0,
        attempts: 2,
      })),
      reading: { ...reading, sectionOverflow: "tank" },
    });
    expect(refereed(profile)).toBeGreaterThan(1e-9);
  });
  it("says why a large vehicle under repair has no exact answer", () => {
    const turns = [{ salvos: [{ toHit: 5, piercing: 2, charge: 0, shots: 1 }], grenades: 0, attempts: 1 }];
    expect(programOf(shots(1, { turns })).exact).toMatchObject({
      impossible: { say: expect.stringContaining("ways") },
    });
  });
});

describe("repair (A-RAL-11, A-RAL-12)", () => {
  it.each(vectors("A-REPAIR"))("$id", ({ inputs, expect: expected }) => {
    const at = (attempts: number) => {
      const program = programFor(repairKind, { section: "engine", points: 1, most: 6, attempts, die: inputs.die });
      if (!("solve" in program.exact)) throw new Error("no exact answer");
      const [answer] = program.exact.solve();
      if (!("total" in answer!)) throw new Error("no fraction");
      return answer.weights.map((weight) => fractionText(weight, answer.total));
    };
    expect(at(1)[2]).toBe(expected.one_attempt);
    const gained = at(2);
    expect({ 0: gained[1], 1: gained[2], 2: gained[3] }).toEqual(expected.two_attempts_points);
  });
  it("never above the maximum (QA-51); on a D6 one in six (QA-50)", () => {
    const of = (points: number, die: number) => {
      const program = programFor(repairKind, { section: "engine", points, most: 6, attempts: 3, die });
      return probabilitiesOf(solve(program)[0]!);
    };
    expect(of(6, 10)[6]).toBe(1);
    expect(of(5, 6)[6]).toBeCloseTo(1 - (5 / 6) ** 3, 12);
  });
});

describe("repair of a named section (E-15), by hand", () => {
  /** One shot that always hits and goes through; the tank is hit on 1 to 5 of the location die, the engine on 6 to 10. */
  const card: Vehicle = {
    ...rhino,
    armour: 0,
    resistance: 1,
    sections: [
      { name: "tank", points: 40 },
      { name: "engine", points: 40 },
    ],
    external: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    internal: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    markX: -1,
    markY: -1,
    worn: [],
    drive: [1],
  };
  const once = (mended: number) =>
    shots(1, {
      vehicle: card,
      mended,
      turns: [{ salvos: [{ toHit: 1, piercing: 20, charge: 5, shots: 1 }], grenades: 0, attempts: 1 }],
    });

  it("the worst is whichever was hit; a named section gains only when it was hit", () => {
    // Points lost are the charge of 5 and the lower of D10 and D6; the engine is hit with 1/2 and repaired with 1/2.
    // Where the tank is named the engine's losses stay.
    const lost = (mended: number, points: number) =>
      chanceOf(once(mended), "pointsLost", points, { section: "engine" });
    // P(lower = 1) = 1 - 9/10 × 5/6 = 1/4.
    expect(lost(WORST, 5)).toBeCloseTo((1 / 2) * (1 / 4) * (1 / 2), 12);
    expect(lost(1, 5)).toBeCloseTo((1 / 2) * (1 / 4) * (1 / 2), 12);
    expect(lost(0, 5)).toBe(0);
    expect(lost(0, 6)).toBeCloseTo((1 / 2) * (1 / 4), 12);
  });
});
