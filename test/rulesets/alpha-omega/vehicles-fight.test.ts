/**
 * Vehicles in whole fights (E-17). A fight is played by the dice of its rules, every fall of them, so that its distribution is exact;
 * it is compared with numbers worked out by hand and with the distribution of kind `antiArmour` in the same situation.
 */
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { isImmobilised } from "../../../src/rulesets/alpha-omega/armour.ts";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import { OnDice } from "../../../src/rulesets/alpha-omega/engagement/chance.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { OUT } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { ScenarioError } from "../../../src/scenario/problem.ts";

/** Half of the location table is the tank; marks at 2 and 1 points. */
const CARD = {
  rank: 2,
  resistance: 6,
  armour: 2,
  hitModifier: { aimed: 1, manoeuvre: 0, move: -1, run: -2 },
  sections: { tank: { points: 3, markX: 2, markY: 1 }, engine: 4 },
  location: { die: 6, external: { engine: "1-3", tank: "4-6" }, internal: { engine: "1-2", tank: "3-6" } },
  ballisticSkill: "4+",
};
const SOLDIER = { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 4, save: "4+", command: "1+" };
const fight = (first: object[], second: object[], situation: object = {}, options: object = {}, card: object = {}) => ({
  version: 1,
  ruleset: "alpha-omega",
  options,
  weapons: {
    launcher: { range: { 40: 0 }, piercing: 3, charge: -2 },
    rifle: { range: { 40: 0 } },
    gatling: { range: { 40: -1 }, saveModifier: -1 },
    plasma: { grenade: true, piercing: 3, charge: -2 },
  },
  vehicles: { transport: { ...CARD, ...card }, gunship: { ...CARD, weapons: ["gatling"], ...card } },
  units: {
    gunner: { ...SOLDIER, weapon: "launcher" },
    rifleman: { ...SOLDIER, weapon: "rifle" },
    sapper: { ...SOLDIER, weapon: "plasma" },
    crowd: { ...SOLDIER, models: 2 },
  },
  experiments: {
    e: {
      kind: "engagement",
      sides: [{ units: first }, { units: second }],
      situation: { distance: 20, turns: 1, ...situation },
    },
  },
});
const profileOf = async (data: object) => {
  const { outcome } = (await studyOfData(data)).cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome as { profile: EngagementProfile; assumptions: readonly string[] };
};
const problemsOf = async (data: object): Promise<string> => {
  const found = await studyOfData(JSON.parse(JSON.stringify(data))).catch((error: unknown) => error);
  expect(found).toBeInstanceOf(ScenarioError);
  return (found as ScenarioError).message;
};

/** The exact distribution of how a fight ends, over every fall of its dice. */
async function endsOf(
  data: object,
  end: (battle: Battle) => string,
): Promise<(wanted: (end: string) => boolean) => number> {
  const battle = new Battle(planOf((await profileOf(data)).profile));
  const distribution = distributionOf((dice) => {
    battle.play(new OnDice(dice), () => {});
    return end(battle);
  }, "T-1");
  return (wanted) => {
    const own = distribution.outcomes.map((outcome, i) => (wanted(outcome) ? distribution.weights[i]! : 0n));
    return Number(own.reduce((sum, weight) => sum + weight, 0n)) / Number(distribution.total);
  };
}

/** Of each, its chance: all of one walk through the fight. */
async function chancesThat(data: object, ...ends: readonly ((battle: Battle) => boolean)[]): Promise<number[]> {
  const chance = await endsOf(data, (battle) => ends.map((own) => own(battle)).join());
  return ends.map((_, at) => chance((end) => end.split(",")[at] === "true"));
}
const chanceThat = async (data: object, ends: (battle: Battle) => boolean): Promise<number> =>
  (await chancesThat(data, ends))[0]!;

const VEHICLE = 0;
const lost = (battle: Battle, section: number) =>
  battle.plan.squads[VEHICLE]!.unit.vehicle!.sections[section]!.points -
  battle.field.vehicles[VEHICLE]!.points[section]!;

/** Kind antiArmour: one attacker against the transport. */
async function armour(attacker: string, situation: object, options: object = {}) {
  const data = fight([], [], {}, options);
  const experiments = { e: { kind: "antiArmour", attacker, defender: "transport", situation } };
  const { cells } = await run(await studyOfData({ ...data, experiments }), {});
  return (name: string, value: string | number, which: { turn?: number; section?: string } = {}) => {
    const metric = cells[0]!.metrics!.find(
      (own) =>
        own.name === name &&
        (which.turn === undefined || own.turn === which.turn) &&
        (which.section === undefined || own.section === which.section),
    )!;
    return metric.outcomes.find((own) => own.value === value)!.probability;
  };
}

describe("E-17: a vehicle fires at soldiers", () => {
  /** CT 4+, -1 for the range, 0 for a target without an order (QA-08: on move); a save of 4+ at -1 fails on 1 to 4. */
  it.each([
    ["aimed", 7],
    ["manoeuvre", 6],
    ["move", 4],
  ])("on %s %i in 10 hit, in the sub-phase of its order", async (order, hits) => {
    const data = fight([{ unit: "gunship", order }], [{ unit: "rifleman", order: "none" }]);
    const out = await chanceThat(data, ({ field }) => field.state[0] === OUT);
    // Out at once with 5 in 10; down with 3 in 10, and out by care with 5 in 10.
    const needed = (hits / 10) * (4 / 10) * (5 / 10 + (3 / 10) * (5 / 10));
    const shot = fight([], [], {}, {});
    const experiments = {
      e: {
        kind: "shot",
        attacker: "gunship",
        defender: "rifleman",
        situation: { distance: 20, attackerOrder: order, defenderOrder: "none" },
      },
    };
    const { cells } = await run(await studyOfData({ ...shot, experiments }), {});
    const outcomes = cells[0]!.metrics![0]!.outcomes;
    const of = (value: string) => outcomes.find((own) => own.value === value)!.probability;
    expect(of("out") + of("down") / 2).toBeCloseTo(out, 12);
    if (order === "aimed") expect(out).toBeCloseTo(needed, 12);
  });

  it("not on run, without an order, nor when its tank is empty before its sub-phase", async () => {
    for (const order of ["run", "none"])
      expect(
        await chanceThat(
          fight([{ unit: "gunship", order }], ["rifleman"] as never),
          ({ field }) => field.state[0] !== 0,
        ),
      ).toBe(0);
    // The launcher fires first on aimed: a wreck with one point does not fire back on manoeuvre.
    const card = { sections: { tank: 1 }, location: { external: { tank: "1-10" }, internal: { tank: "1-10" } } };
    const data = fight([{ unit: "gunship", order: "manoeuvre" }], [{ unit: "gunner", order: "aimed" }], {}, {}, card);
    const wrecked = await chanceThat(data, ({ field }) => field.isWreck(VEHICLE));
    expect(wrecked).toBeGreaterThan(0.1);
    expect(await chanceThat(data, ({ field }) => field.isWreck(VEHICLE) && field.state[0] !== 0)).toBe(0);
  });
});

describe("E-17: a vehicle under fire is that of kind antiArmour", () => {
  it.each([{}, { deterioration: "add", sectionOverflow: "tank", repairDie: 6 }])(
    "marks and repair over two turns, %j",
    async (options) => {
      const situation = { turns: 2 };
      const data = fight(
        [{ unit: "transport", order: "manoeuvre", repair: "worst" }],
        [{ unit: "gunner", order: "manoeuvre" }],
        situation,
        options,
      );
      const orders = { attackerOrder: "manoeuvre", defenderOrder: "manoeuvre", repair: "worst", distance: 20 };
      const exact = await armour("gunner", { ...situation, ...orders }, options);
      const chance = await endsOf(
        data,
        (battle) => `${battle.field.isWreck(VEHICLE)} ${lost(battle, 0)} ${lost(battle, 1)}`,
      );
      const destroyed = chance((end) => end.startsWith("true"));
      expect(destroyed).toBeGreaterThan(0.01);
      expect(destroyed).toBeCloseTo(exact("destroyed", "yes", { turn: 2 }), 12);
      for (const [section, name] of ["tank", "engine"].entries())
        for (const points of [0, 1, 2])
          expect(chance((end) => end.split(" ")[section + 1] === String(points))).toBeCloseTo(
            exact("pointsLost", points, { section: name }),
            12,
          );
    },
  );

  it("two attempts at a named section on aimed without having fired; one after firing", async () => {
    const whole = (unit: string) => {
      // The crowd stands nearer: what the vehicle fires at.
      const enemies = [
        { unit: "gunner", order: "manoeuvre" },
        { unit: "crowd", models: 1, distance: 10 },
      ];
      const data = fight([{ unit, order: "aimed", repair: "engine" }], enemies);
      return chanceThat(data, (battle) => lost(battle, 1) === 0);
    };
    const situation = { turns: 1, attackerOrder: "manoeuvre", distance: 20, repair: "engine" };
    const two = await armour("gunner", { ...situation, defenderOrder: "aimed" });
    const silent = await whole("transport");
    expect(silent).toBeCloseTo(two("pointsLost", 0, { section: "engine" }), 12);
    expect(await whole("gunship")).toBeLessThan(silent - 0.005);
  });

  it("a rifle without piercing does nothing to it, and fires at the soldiers beyond", async () => {
    const data = fight(["transport", { unit: "crowd", distance: 30 }] as never, [{ unit: "rifleman", order: "aimed" }]);
    expect(await chanceThat(data, (battle) => lost(battle, 0) + lost(battle, 1) > 0)).toBe(0);
    expect(await chanceThat(data, ({ field }) => field.state[0] !== 0)).toBeGreaterThan(0.1);
  });
});

describe("E-17: grenades and explosions", () => {
  const sappers = (does: string, distance: number) =>
    fight(["transport"] as never, [{ unit: "sapper", order: "move", does, distance }]);

  it("a sapper in reach who is told to charges a vehicle; his grenade goes off in the rally", async () => {
    const exact = await armour("sapper", { turns: 1, grenades: 1 });
    const near = sappers("charge", 7);
    for (const points of [0, 1, 2, 3])
      expect(await chanceThat(near, (battle) => lost(battle, 0) === points)).toBeCloseTo(
        exact("pointsLost", points, { section: "tank" }),
        12,
      );
    expect(await chanceThat(near, ({ field }) => field.inContact > 0)).toBe(0);
    for (const [does, distance] of [
      ["charge", 8],
      ["fire", 3],
    ] as const) {
      const data = fight(["transport", { unit: "crowd", distance: 90 }] as never, [
        { unit: "sapper", order: "move", ...(does === "charge" ? { does } : {}), distance },
      ]);
      expect(await chanceThat(data, (battle) => lost(battle, 0) + lost(battle, 1) > 0)).toBe(0);
    }
  });

  it("an explosion hits everybody of the nearest unit (QA-48)", async () => {
    const explosion = { hits: 1, saveModifier: -1 };
    const card = { sections: { tank: 1 }, location: { external: { tank: "1-10" }, internal: { tank: "1-10" } } };
    const data = (options: object) =>
      fight(["transport"] as never, [{ unit: "gunner", order: "aimed" }], {}, options, card);
    const destroyed = await chanceThat(data({}), ({ field }) => field.isWreck(VEHICLE));
    expect(await chanceThat(data({}), ({ field }) => field.state[0] === OUT)).toBe(0);
    // A save of 4+ at -1 fails on 1 to 4; out at once with 5 in 10, by care with half of 3 in 10.
    expect(await chanceThat(data({ explosion }), ({ field }) => field.state[0] === OUT)).toBeCloseTo(
      destroyed * 0.4 * 0.65,
      12,
    );
  });

  it("who lies down too, but not whoever is out (QA-48)", async () => {
    const card = { sections: { tank: 1 }, location: { external: { tank: "1-10" }, internal: { tank: "1-10" } } };
    // The rifleman's nearest is the crowd, first in the list of two on 25 paces; the gunner's is the vehicle on 20.
    const first = [{ unit: "transport" }, { unit: "rifleman", order: "aimed", distance: 25 }];
    const second = [
      { unit: "crowd", models: 1, distance: 10 },
      { unit: "gunner", order: "aimed" },
    ];
    const data = fight(first, second, {}, { explosion: { hits: 1, saveModifier: -1 } }, card);
    const [destroyed, put] = await chancesThat(
      data,
      ({ field }) => field.isWreck(VEHICLE),
      ({ field }) => field.state[1] === OUT,
    );
    // A rifle hits on 3+, 4+ saves: a wound with 0.24.
    const [down, out] = [0.24 * 0.3, 0.24 * 0.5];
    // The blast as above; who is down stays so, or is out with 0.4 * 0.5, and by care with half of what is left.
    const blasted = (1 - down - out) * 0.4 * 0.65 + down * (0.2 + 0.8 * 0.5) + out;
    expect(put).toBeCloseTo(destroyed! * blasted + (1 - destroyed!) * (out + down * 0.5), 12);
  });
});

it("a vehicle counts as one model that remains while it is not destroyed, in metrics and in who wins", async () => {
  const data = fight([{ unit: "transport", order: "aimed" }, "crowd"] as never, [{ unit: "gunner", order: "aimed" }]);
  const { profile, assumptions } = await profileOf(data);
  expect(assumptions).toEqual(expect.arrayContaining(["E-15", "E-17"]));
  const program = programFor(ruleset.kinds.engagement!, profile);
  expect(program.exact).toEqual({ impossible: "a side fields vehicles (E-17)" });
  const names = program.metrics.map(({ name, turn, side }) => `${name} ${turn} ${side}`);
  expect(names.filter((name) => /immobilised|pointsLost/.test(name))).toEqual([
    "immobilised 1 first",
    "pointsLost 1 first",
  ]);
  const wrecked = await chanceThat(data, ({ field }) => field.isWreck(VEHICLE));
  const halted = await chanceThat(data, ({ field }) =>
    isImmobilised(field.vehicles[VEHICLE]!, profile.sides[0][0]!.vehicle!),
  );
  const trials = 100_000;
  const offsets = tallyOffsets(program.metrics);
  for (const kernel of [program.kernel(), program.pairedKernel!()]) {
    const tally = new Float64Array(offsets.at(-1)!);
    kernel.play(blockStream(cellKey(17n, "vehicles"), 0), trials, tally);
    program.metrics.forEach((_, m) => {
      expect(tally.slice(offsets[m]!, offsets[m + 1]).reduce((a, b) => a + b, 0)).toBe(trials);
    });
    const chance = (name: string, value: number) => tally[offsets[names.indexOf(name)]! + value]! / trials;
    // Five standard errors of a chance near a half are 0.008.
    expect(Math.abs(chance("out 1 first", 1) - wrecked)).toBeLessThan(0.008);
    expect(Math.abs(chance("ready 1 first", 3) - (1 - wrecked))).toBeLessThan(0.008);
    expect(Math.abs(chance("immobilised 1 first", 1) - halted)).toBeLessThan(0.008);
    // Nobody else is hurt: the second side wins where the vehicle is lost, else nobody does.
    expect(tally[1]! / trials).toBe(chance("out 1 first", 1));
    expect(tally[0]).toBe(0);
  }
});

/**
 * A unit fires at a vehicle with its piercing weapons alone, so that its rifleman has not fired, and has to charge whom he
 * can reach (A-CC-03, E-06). Nobody else fires here: whom the first side loses he loses in close combat.
 */
it("who stands by as his comrade fires at a vehicle charges the soldiers beside it", async () => {
  const lossesOf = async (members: object[], beside: object[]) => {
    const data = fight([{ unit: "mixed", order: "move" }], [...beside, { unit: "crowd", order: "run" }], {
      distance: 3,
    });
    const { models: _, ...own } = SOLDIER;
    const { profile } = await profileOf({ ...data, units: { ...data.units, mixed: { ...own, members } } });
    const { metrics, kernel } = programFor(ruleset.kinds.engagement!, profile);
    const offsets = tallyOffsets(metrics);
    const tally = new Float64Array(offsets.at(-1)!);
    kernel().play(blockStream(cellKey(9n, "charge"), 0), 2_000, tally);
    const m = metrics.findIndex(({ name, side }) => name === "casualties" && side === "first");
    return { meets: planOf(profile).meets, unhurt: tally[offsets[m]!]! / 2_000 };
  };
  const vehicle = [{ unit: "transport", order: "run" }];
  const [launcher, rifle] = [{ weapon: "launcher" }, { weapon: "rifle" }];
  const charging = await lossesOf([launcher, rifle], vehicle);
  expect(charging.meets).toBe(true);
  expect(charging.unhurt).toBeLessThan(0.9);
  // Riflemen alone, or without a vehicle, fire at the soldiers: nobody is left to charge.
  expect(await lossesOf([rifle, rifle], vehicle)).toEqual({ meets: false, unhurt: 1 });
  expect(await lossesOf([launcher, rifle], [])).toEqual({ meets: false, unhurt: 1 });
});

it("reports call a vehicle by its label", async () => {
  const data = fight(
    [{ unit: "transport", order: "move" }],
    [{ unit: "gunner", order: "aimed" }],
    {},
    {},
    { label: "Taxi" },
  );
  const { unitLabels } = await studyOfData(data);
  expect(unitLabels.get("transport")).toBe("Taxi");
  expect(unitLabels.get("gunner")).toBe("gunner");
});

it.each<[string, object[], object[], object?]>([
  ["it charges nobody", [{ unit: "transport", does: "charge", order: "move" }], [{ unit: "gunner" }]],
  ["it dodges nobody", [{ unit: "transport", dodge: true }], [{ unit: "gunner" }]],
  ["no soldiers to call to sacrifice", [{ unit: "transport", sacrificeAt: 0.5 }], [{ unit: "gunner" }]],
  ['no section "engin"', [{ unit: "transport", repair: "engin" }], [{ unit: "gunner" }]],
  ["only vehicles are repaired", [{ unit: "transport" }], [{ unit: "gunner", repair: "worst" }]],
  ["no weapon with range bands", [{ unit: "transport", order: "aimed", intercept: true }], [{ unit: "gunner" }]],
  ["none of its weapons has piercing or charge", [{ unit: "transport" }], [{ unit: "rifleman", order: "aimed" }]],
  [
    "none of its weapons has piercing or charge",
    [{ unit: "gunship" }],
    [{ unit: "rifleman", order: "aimed", intercept: true }],
  ],
  ["none of its weapons has piercing or charge", [{ unit: "transport" }], [{ unit: "rifleman", does: "fire" }]],
  ["carries a weapon with grenade: true", [{ unit: "transport" }], [{ unit: "gunner", order: "move", does: "charge" }]],
  ["has no ballisticSkill", [{ unit: "gunship" }], [{ unit: "gunner" }], { ballisticSkill: undefined }],
  [
    "no hitModifier for the order run",
    [{ unit: "transport", order: "run" }],
    [{ unit: "gunner" }],
    { hitModifier: {} },
  ],
])("%s", async (message, first, second, card = {}) => {
  expect(await problemsOf(fight(first, second, {}, {}, card))).toContain(message);
});
