/** Close combat, rally and armour as a scenario asks for them: every option changes what it says, every impossible scenario is told. */
import { describe, expect, it } from "vitest";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { OPTIONS } from "../../../src/rulesets/alpha-omega/options.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { ScenarioError } from "../../../src/scenario/problem.ts";

type Data = Readonly<Record<string, unknown>>;

const soldier = { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 5, save: 5, command: 5, weapon: "rifle" };
const mount = {
  rank: 1,
  resistance: 7,
  armour: 1,
  hitModifier: { aimed: 1, manoeuvre: 0, move: -1 },
  sections: { tank: { points: 3, markX: 2, markY: 1 }, engine: 3 },
  location: { external: { tank: "1-4", engine: "5-10" }, internal: { engine: "1-5", tank: "6-10" } },
};
const file = (experiment: Data, more: Data = {}): Data => ({
  version: 1,
  ruleset: "alpha-omega",
  weapons: {
    rifle: { range: { 40: 0 }, saveModifier: -2, piercing: 1 },
    blade: { melee: true },
    grenade: { grenade: true, piercing: 6, charge: 1 },
  },
  units: {
    soldier,
    quick: { ...soldier, initiative: 6 },
    champion: { ...soldier, closeCombat: 9, meleeWeapon: "blade" },
    grenadier: { ...soldier, weapon: undefined, weapons: ["rifle", "grenade"] },
    squad: { ...soldier, models: 3 },
    medics: { ...soldier, models: 3, aptitudes: ["medikit"] },
    zealots: { ...soldier, aptitudes: ["sacrifice"] },
    stubborn: { ...soldier, skills: ["implacable"] },
    gladiator: { ...soldier, skills: ["gladiator"] },
    unarmed: { ...soldier, weapon: undefined },
  },
  vehicles: { mount },
  experiments: { e: experiment },
  ...more,
});

/** Every metric's chances of the one cell of a scenario. */
async function odds(experiment: Data, options: Data = {}) {
  const { cells } = await studyOfData(JSON.parse(JSON.stringify(file(experiment, { options }))));
  const { outcome, kind, options: told } = cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  const program = programFor(ruleset.kinds[kind]!, outcome.profile);
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  return {
    told,
    metrics: program.metrics.map(({ name, turn }, m) => ({ name, turn, chances: [...probabilitiesOf(answers[m]!)] })),
  };
}

const duel = (attacker: string, situation: Data = {}, defender = "soldier") => ({
  kind: "duel",
  attacker,
  defender,
  situation,
});
const swarm = (models: number, lone: string, situation: Data = {}) => ({
  kind: "melee",
  attacker: { unit: "soldier", models },
  defender: lone,
  situation,
});
const siege = (situation: Data = {}, attacker: unknown = { unit: "soldier", models: 2 }) => ({
  kind: "antiArmour",
  attacker,
  defender: "mount",
  situation: { attackerOrder: "aimed", defenderOrder: "move", distance: 10, turns: 3, ...situation },
});

/** An outcome of a metric (of the last one of that name), by its place among the metric's values. */
interface Move {
  readonly of: string;
  readonly at: number;
  readonly is: "likelier" | "rarer";
  /** Worked out by hand: its chance as the rules stand, and with the option. */
  readonly from?: number;
  readonly to?: number;
}

const [READY, PINNED, DOWN, OUT] = [0, 1, 2, 3];
const likelier = (of: string, at: number, from?: number, to?: number): Move => ({
  of,
  at,
  is: "likelier",
  ...(from === undefined || to === undefined ? {} : { from, to }),
});
const rarer = (of: string, at: number, from?: number, to?: number): Move => ({
  ...likelier(of, at, from, to),
  is: "rarer",
});

const shot = { kind: "shot", attacker: "soldier", defender: "medics", situation: { distance: 5 } };
const volley = { kind: "volley", attacker: "squad", defender: "medics", situation: { distance: 5 } };
const perTurn = { perTurn: 1 };
const recovery = (defender: string, situation: Data = {}) => ({ kind: "recovery", defender, situation });
const aimedDuel = (situation: Data = {}) => duel("soldier", { attackerOrder: "aimed", ...situation });

/**
 * Option, the value that is not the default, an experiment it bears on, what it does there, more options that it needs.
 * Values by hand; those of whole rounds are the naive simulator's (test/oracle), under every reading.
 */
const SWITCHES: readonly [id: string, name: string, value: unknown, experiment: Data, moves: Move, also?: Data][] = [
  // A wound that only pins is none then: it keeps nobody from striking back.
  ["QA-29", "uncertainWounded", "downOrOut", duel("quick"), rarer("attackerState", READY)],
  // Of every uncertain soldier a test more is asked, which leaves some of them pinned who would be ready.
  ["QA-30", "uncertainPinTest", true, duel("soldier"), likelier("attackerState", PINNED)],
  ["QA-31", "pinnedInMelee", "standUp", duel("soldier"), rarer("attackerState", PINNED)],
  // A lone soldier who fights on though pinned strikes more of them; one who stops has fewer duels to lose.
  ["QA-32", "lonePinned", "none", swarm(3, "soldier"), rarer("attackersLost", 0)],
  ["QA-32", "lonePinned", "stops", swarm(3, "soldier"), rarer("loneState", OUT)],
  ["QA-35", "hitCap", { hits: 1 }, duel("champion"), rarer("defenderState", OUT)],
  ["QA-35", "hitCap", { opponents: 1 }, swarm(3, "champion"), rarer("attackersLost", 2)],
  ["QA-35", "hitCap", "none", swarm(3, "champion"), likelier("attackersLost", 3)],
  ["QA-36", "hitPolicy", "oneEach", swarm(3, "champion"), likelier("attackersLost", 3)],
  ["QA-36", "hitPolicy", "optimal", swarm(3, "champion"), likelier("attackersLost", 3)],
  ["QA-37b", "uncertainAfterCap", "test", swarm(3, "champion"), likelier("loneState", PINNED)],
  // Not fired, he fights without the malus of aiming: as likely to win as to lose against his like.
  ["QA-39", "aimedCloseCombat", "whenFired", aimedDuel(), likelier("attackerState", READY)],
  [
    "QA-39b",
    "pinnedMeleeMalus",
    "pinnedOnly",
    aimedDuel({ attackerState: "pinned" }),
    likelier("attackerState", READY),
  ],
  ["QA-39b", "pinnedMeleeMalus", "sum", aimedDuel({ attackerState: "pinned" }), rarer("attackerState", READY)],
  // Down, he gets up pinned on 9 or 10; pinned, he is ready on 5 to 10, or whatever the die says.
  ["QA-16", "pinnedEnds", "auto", recovery("soldier", { turns: 2 }), likelier("state", READY, 0.2 * 0.6, 0.2)],
  ["QA-17", "implacableUnpins", false, recovery("stubborn", { turns: 2 }), rarer("state", READY, 0.2, 0.2 * 0.6)],
  // Three are down and one is treated a turn, or once.
  ["QA-19", "medikitUses", perTurn, recovery("medics", { turns: 2 }), likelier("state", DOWN)],
  ["QA-19", "medikitUses", { perGame: 1 }, recovery("medics", { turns: 2 }), likelier("state", OUT)],
  ["QA-20", "medikitOnDamage", true, duel("soldier", {}, "medics"), rarer("defenderState", OUT)],
  // Hit on 3 to 10, saved on 5 to 10 less 2; of the damaged none falls any more, all are pinned.
  ["QA-20", "medikitOnDamage", true, shot, likelier("outcome", 2, 0.7 * 0.7 * 0.4, 0.7 * 0.76)],
  ["QA-20", "medikitOnDamage", true, volley, rarer("casualties", 3)],
  ["QA-19", "medikitUses", perTurn, volley, rarer("casualties", 0), { medikitOnDamage: true }],
  ["QA-19", "medikitUses", perTurn, volley, rarer("casualties", 0), { medikitOnDamage: true, volley: "sequential" }],
  // Two enemies, a die each or one for both of them.
  [
    "QA-42",
    "gladiatorRolls",
    "once",
    { kind: "gladiator", attacker: "gladiator", defender: "soldier", situation: { enemies: 2 } },
    likelier("casualties", 0, 0.84 ** 2, 0.84),
  ],
  ["QA-44", "piercingFromSave", "negate", siege(), likelier("destroyed", 1)],
  ["QA-46", "sectionOverflow", "tank", siege(), likelier("destroyed", 1)],
  ["QA-49", "deterioration", "add", siege(), likelier("immobilised", 1)],
  ["QA-50", "repairDie", 6, siege({ repair: "worst" }), likelier("destroyed", 1)],
  // Command 5: six or more of ten, six of six.
  [
    "QA-50",
    "repairDie",
    6,
    { kind: "repair", defender: "mount", situation: { section: "engine", points: 1 } },
    likelier("points", 1, 1 / 2, 5 / 6),
  ],
  // A natural 10 hits and a natural 1 misses: what could not miss misses once in ten.
  ["QA-03", "naturalRolls", "both", siege({ defenderOrder: "aimed" }), rarer("destroyed", 1)],
];

describe("options", () => {
  it.each(SWITCHES)("%s %s: %j moves the odds the way it says, and is told", async (...given) => {
    const [id, name, value, experiment, { of, at, is, from, to }, also] = given;
    const plain = await odds(experiment, also);
    const switched = await odds(experiment, { ...also, [name]: value });
    const chance = ({ metrics }: typeof plain) => metrics.findLast((metric) => metric.name === of)!.chances[at]!;
    const moved = (chance(switched) - chance(plain)) * (is === "likelier" ? 1 : -1);
    expect(moved).toBeGreaterThan(1e-3);
    if (from !== undefined) expect(chance(plain)).toBeCloseTo(from, 12);
    if (to !== undefined) expect(chance(switched)).toBeCloseTo(to, 12);
    expect(switched.told).toContainEqual(expect.objectContaining({ id, name, value, question: expect.any(String) }));
    expect(plain.told.map((option) => option.name)).not.toContain(name);
  });

  it("QA-48: an explosion hurts each soldier of the nearest unit", async () => {
    const plain = await odds(siege());
    const { metrics } = await odds(siege(), { explosion: { hits: 2, saveModifier: -3 } });
    expect(plain.metrics.map(({ name }) => name)).not.toContain("bystanders");
    const bystanders = metrics.find(({ name }) => name === "bystanders")!;
    const destroyed = metrics.findLast(({ name }) => name === "destroyed")!.chances[1]!;
    // Two attackers, save 5+ at −3: each falls unless both hits are saved or only pin him.
    const fall = 1 - ((3 / 10) ** 2 + 2 * 0.3 * 0.7 * 0.2 + 0.49 * 0.04);
    expect(bystanders.chances[2]).toBeCloseTo(destroyed * fall ** 2, 12);
    const far = await odds(siege({ bystanders: "squad" }), { explosion: { hits: 2, saveModifier: -3 } });
    expect(far.metrics.find(({ name }) => name === "bystanders")!.chances).toHaveLength(4);
  });

  it("every option of close combat, rally and armour is documented with an id, a question and its readings", () => {
    for (const [id, name] of SWITCHES) {
      const doc = OPTIONS.find((option) => option.name === name)!;
      expect(doc.id).toBe(id);
      expect(doc.question).toMatch(/[.?:]$/);
      for (const { meaning } of doc.readings) expect(meaning.length).toBeGreaterThan(1);
    }
  });
});

describe("what rules forbid is an answer", () => {
  it.each([
    ["A-CC-21", duel("soldier", { attackerState: "down" })],
    ["A-CC-21", swarm(2, "soldier", { defenderState: "down" })],
    ["A-RAL-07", { kind: "gladiator", attacker: "gladiator", defender: "soldier", situation: { state: "ready" } }],
    ["A-RAL-11", { kind: "repair", defender: "mount", situation: { section: "engine", points: 0 } }],
    ["A-SHOOT-04", siege({ attackerOrder: "run" })],
    ["A-SHOOT-07", siege({ distance: 99 })],
    ["A-SUP-05", siege({ attackerState: "pinned" })],
    ["A-RAL-02", siege({ attackerEngaged: true, attackerOrder: "none" })],
    ["A-SHOOT-20", siege({ throughMelee: true })],
  ])("%s", async (rule, experiment) => {
    const { cells } = await studyOfData(JSON.parse(JSON.stringify(file(experiment))));
    expect(cells[0]!.outcome).toMatchObject({ statement: { rule } });
  });
});

it("a modifier set may change a vehicle", async () => {
  const { cells } = await studyOfData(
    JSON.parse(
      JSON.stringify(
        file(
          { ...siege(), with: ["plated"] },
          { modifierSets: { plated: { defender: { armour: 3, resistance: 9 } } } },
        ),
      ),
    ),
  );
  expect(cells[0]!.outcome).toMatchObject({ profile: { vehicle: { armour: 3, resistance: 9 } } });
});

describe("impossible scenarios are errors at load, with rule, place and fix", () => {
  const faults = async (experiment: Data, more: Data = {}): Promise<string> => {
    try {
      await studyOfData(JSON.parse(JSON.stringify(file(experiment, more))));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      for (const problem of error.problems) expect(problem.place?.line).toBeGreaterThan(0);
      return error.problems.map(({ message }) => message).join("\n");
    }
    throw new Error("no fault was found");
  };
  const vehicle = (change: Data) => ({ vehicles: { mount: { ...mount, ...change } } });
  it.each<[string, Data, Data, RegExp]>([
    ["six against one", swarm(6, "soldier"), {}, /6 against one .* at most 5 .*A-CC-04.*models: 5/s],
    ["a vehicle in a duel", duel("mount"), {}, /"mount" is a vehicle.*antiArmour.*A-VEH-01/],
    ["a vehicle that recovers", { kind: "recovery", defender: "mount" }, {}, /"mount" is a vehicle/],
    [
      "armour on soldiers",
      duel("soldier"),
      {
        units: { soldier: { ...soldier, meleeWeapon: undefined } },
        modifierSets: { plated: { attacker: { armour: 3 } } },
        experiments: { e: { ...duel("soldier"), with: ["plated"] } },
      },
      /armour of the attacker changes nothing in kind duel/,
    ],
    ["soldiers as armour", { ...siege(), defender: "soldier" }, {}, /"soldier" is no vehicle/],
    [
      "a bow as melee weapon",
      duel("soldier"),
      { units: { soldier: { ...soldier, meleeWeapon: "rifle" } } },
      /"rifle" is no melee weapon.*A-CC-06/,
    ],
    ["nobody to shoot", siege({}, "unarmed"), {}, /no weapon with range bands.*A-SHOOT-07/],
    ["grenades without any", siege({ grenades: 1 }), {}, /no weapon with grenade: true.*A-RAL-08a/],
    [
      "no CC",
      duel("soldier"),
      { units: { soldier: { ...soldier, closeCombat: undefined } } },
      /no closeCombat.*A-CC-05/,
    ],
    [
      "no initiative",
      duel("soldier"),
      { units: { soldier: { ...soldier, initiative: undefined } } },
      /no initiative.*A-CC-08/,
    ],
    [
      "fired on run",
      duel("soldier", { attackerOrder: "run", attackerFired: true }),
      {},
      /on run does not shoot.*A-SHOOT-04/,
    ],
    [
      "a hole in a location table",
      siege(),
      vehicle({ location: { external: { tank: "1-4", engine: "6-10" }, internal: { tank: "1-10" } } }),
      /face 5 of the D10 stands for no section.*A-VEH-09/,
    ],
    [
      "a face twice",
      siege(),
      vehicle({ location: { external: { tank: "1-5", engine: "5-10" }, internal: { tank: "1-10" } } }),
      /face 5 of the D10 stands for tank and engine.*A-VEH-09/,
    ],
    [
      "a face beyond the die",
      siege(),
      vehicle({ location: { die: 6, external: { tank: "1-10" }, internal: { tank: "1-6" } } }),
      /no faces of a D6/,
    ],
    [
      "an unknown section",
      siege(),
      vehicle({ location: { external: { trunk: "1-10" }, internal: { tank: "1-10" } } }),
      /no section "trunk"/,
    ],
    [
      "mark Y before mark X",
      siege(),
      vehicle({ sections: { tank: { points: 3, markX: 1, markY: 2 }, engine: 3 } }),
      /mark Y.*A-RAL-08b/,
    ],
    [
      "no hit modifier for the order",
      siege({ defenderOrder: "run" }),
      {},
      /no hitModifier for the order run.*A-VEH-02/,
    ],
    [
      "a section that is not there",
      { kind: "repair", defender: "mount", situation: { section: "turret", points: 1 } },
      {},
      /no section "turret"/,
    ],
    [
      "more points than the section",
      { kind: "repair", defender: "mount", situation: { section: "engine", points: 9 } },
      {},
      /9 points are more than the 3/,
    ],
    [
      "a gladiator without the skill",
      { kind: "gladiator", attacker: "soldier", defender: "soldier" },
      {},
      /skill gladiator.*A-RAL-07/,
    ],
    [
      "an unknown opponent",
      { kind: "dodge", attacker: "soldier", situation: { opponents: ["soldeir"] } },
      {},
      /no unit "soldeir"/,
    ],
    [
      "six opponents",
      { kind: "dodge", attacker: "soldier", situation: { opponents: [{ unit: "soldier", models: 6 }] } },
      {},
      /at most five.*A-CC-04/,
    ],
    ["turns beyond the limit", { kind: "recovery", defender: "soldier", situation: { turns: 1001 } }, {}, /1000/],
    [
      "states of more soldiers than there are",
      { kind: "recovery", defender: "squad", situation: { state: ["down", "down"] } },
      {},
      /lists 2 soldiers, the unit has 3/,
    ],
    ["falling hit bands", duel("soldier"), { rules: { hitBands: [4, 2, 7] } }, /hitBands must not fall.*A-CC-10/],
    ["bystanders without an explosion", siege({ bystanders: "squad" }), {}, /options\.explosion.*QA-48/],
    ["an unheard-of reading", duel("soldier"), { options: { hitCap: { hits: 99 } } }, /hitCap|hits|20/],
  ])("%s", async (_, experiment, more, message) => {
    expect(await faults(experiment, more)).toMatch(message);
  });
});
