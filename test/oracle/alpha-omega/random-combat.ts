/** Random fights, hospitals and sieges, always legal, the same for the same seed, each with the scenario that says it. */
import { isInapplicable } from "../../../src/rulesets/alpha-omega/applicability.ts";
import type { Siege } from "./armour.ts";
import type { Fight, Options, State, Unit } from "./duel.ts";
import type { Crowd } from "./melee.ts";
import { generator } from "./random-shooting.ts";
import type { Hospital } from "./recovery.ts";

/** A scenario file of one experiment, as data. */
export type Data = Record<string, unknown>;
export interface Posed<Q> {
  question: Q;
  scenario: Data;
}

const ORDERS = ["aimed", "manoeuvre", "move", "run", "none"] as const;
const SKILLS = ["endurance", "drone", "implacable", "fear"];

function chances(seed: number) {
  const random = generator(seed);
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const chance = (probability: number) => random() < probability;
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;
  return { integer, chance, pick };
}
type Chances = ReturnType<typeof chances>;

const soldier = ({ integer, chance, pick }: Chances, weapon: string): Unit => ({
  models: 1,
  closeCombat: integer(0, 6),
  initiative: integer(3, 5),
  save: integer(2, 9),
  command: integer(1, 8),
  skills: SKILLS.filter(() => chance(0.3)),
  ...(chance(0.25) ? { aptitudes: ["medikit"] } : {}),
  ...(chance(0.5) ? { meleeWeapon: pick([weapon, "plain"]) } : {}),
});

function combatOptions({ chance, pick, integer }: Chances): Options {
  const options: Options = {};
  if (chance(0.2)) options.naturalRolls = pick(["oneFails", "tenSucceeds", "both"]);
  if (chance(0.2)) options.saveModifierSign = "toTarget";
  if (chance(0.3)) options.passiveSkillsWhenPinned = false;
  if (chance(0.3)) options.enduranceWithDrone = pick(["endurance", "drone"]);
  if (chance(0.5)) options.uncertainWounded = "downOrOut";
  if (chance(0.4)) options.uncertainPinTest = true;
  if (chance(0.3)) options.pinnedInMelee = "standUp";
  if (chance(0.5)) options.lonePinned = pick(["none", "stops"]);
  if (chance(0.5)) options.hitCap = pick([{ hits: integer(1, 4) }, { opponents: integer(1, 3) }, "none" as const]);
  if (chance(0.5)) options.hitPolicy = "oneEach";
  if (chance(0.5)) options.uncertainAfterCap = "test";
  if (chance(0.3)) options.aimedCloseCombat = "whenFired";
  if (chance(0.4)) options.pinnedMeleeMalus = pick(["pinnedOnly", "sum"]);
  if (chance(0.4)) options.medikitOnDamage = true;
  if (chance(0.3)) options.medikitUses = pick([{ perTurn: 1 }, { perGame: 2 }]);
  return options;
}

const WEAPONS = { plain: { melee: true }, heavy: { melee: true, saveModifier: -2 } };

function fightOf(random: Chances): Fight {
  const { chance, pick, integer } = random;
  const attackerOrder = pick(ORDERS);
  const defenderOrder = pick(ORDERS);
  const fires = (order: string) => order !== "run" && order !== "none" && chance(0.5);
  return {
    weapons: WEAPONS,
    attacker: soldier(random, "heavy"),
    defender: soldier(random, "heavy"),
    attackerOrder,
    defenderOrder,
    attackerFired: fires(attackerOrder),
    defenderFired: fires(defenderOrder),
    attackerPinned: chance(0.25),
    defenderPinned: chance(0.25),
    ...(chance(0.2) ? { hitBands: [1, integer(2, 4), 6] as [number, number, number] } : {}),
    options: combatOptions(random),
  };
}

/** The options that a scenario of a kind may give: others are refused, as they change nothing. */
const asked = (kind: string, options: Options): Data =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !isInapplicable(kind, "options", name)));

const scenarioOf = (kind: string, fight: Fight, situation: Data): Data => ({
  version: 1,
  ruleset: "alpha-omega",
  options: asked(kind, fight.options),
  ...(fight.hitBands ? { rules: { hitBands: fight.hitBands } } : {}),
  weapons: fight.weapons,
  units: { a: fight.attacker, d: fight.defender },
  experiments: {
    e: {
      kind,
      attacker: "a",
      defender: "d",
      situation: {
        attackerOrder: fight.attackerOrder,
        defenderOrder: fight.defenderOrder,
        attackerFired: fight.attackerFired,
        defenderFired: fight.defenderFired,
        defenderState: fight.defenderPinned ? "pinned" : "ready",
        ...situation,
      },
    },
  },
});

export function randomDuel(seed: number): Posed<Fight> {
  const question = fightOf(chances(seed));
  return {
    question,
    scenario: scenarioOf("duel", question, { attackerState: question.attackerPinned ? "pinned" : "ready" }),
  };
}

export function randomMelee(seed: number): Posed<Crowd> {
  const random = chances(seed);
  const fight = fightOf(random);
  const models = random.integer(2, 5);
  const pinned = Array.from({ length: models }, () => random.chance(0.15));
  const leads = random.chance(0.4);
  const members = pinned.map(() =>
    leads && random.chance(0.5) ? { character: true, commandBonus: random.integer(1, 4) } : {},
  );
  const question = { ...fight, attacker: { ...fight.attacker, models }, pinned, members };
  const attackerState = pinned.map((is) => (is ? "pinned" : "ready"));
  const { models: _, ...attacker } = question.attacker;
  const told = { ...question, attacker: { ...attacker, members } as unknown as Unit };
  return { question, scenario: scenarioOf("melee", told, { attackerState }) };
}

export function randomRecovery(seed: number): Posed<Hospital> {
  const random = chances(seed);
  const { integer, chance, pick } = random;
  const count = integer(1, 3);
  const wholeUnit = chance(0.5) ? ["medikit", "sacrifice"].filter(() => chance(0.5)) : undefined;
  const soldiers = Array.from({ length: count }, (): Hospital["soldiers"][number] => {
    const { closeCombat: _, initiative: __, meleeWeapon: ___, ...unit } = soldier(random, "heavy");
    return {
      unit: {
        ...unit,
        aptitudes: wholeUnit ?? ["medikit", "sacrifice"].filter(() => chance(0.4)),
        ...(chance(0.3) ? { character: true, commandBonus: integer(1, 3) } : {}),
      } as Hospital["soldiers"][number]["unit"],
      state: pick(["ready", "pinned", "down", "down"] as State[]),
    };
  });
  const options: Options = combatOptions(random);
  if (chance(0.2)) options.pinnedEnds = "auto";
  if (chance(0.3)) options.implacableUnpins = false;
  if (chance(0.5)) options.medikitUses = pick([{ perTurn: 1 }, { perGame: 1 }]);
  if (chance(0.3)) options.sacrificeUses = 2;
  const turns = integer(1, 4);
  const scenario: Data = {
    version: 1,
    ruleset: "alpha-omega",
    options: asked("recovery", options),
    units: { d: { members: soldiers.map(({ unit }) => unit) } },
    experiments: {
      e: { kind: "recovery", defender: "d", situation: { turns, state: soldiers.map(({ state }) => state) } },
    },
  };
  return { question: { soldiers, turns, options }, scenario };
}

export function randomSiege(seed: number): Posed<Siege> {
  const random = chances(seed);
  const { integer, chance, pick } = random;
  const small = chance(0.6);
  const names = chance(0.2)
    ? ["weapon", "crew"]
    : ["tank", "propulsion", "engine", ...(small ? [] : ["cargo", "weapon", "crew"])];
  const sections: Siege["vehicle"]["sections"] = {};
  for (const name of names) {
    const points = small ? integer(1, 4) : integer(3, 9);
    const markX = integer(0, points);
    sections[name] = { points, ...(name === "tank" && chance(0.8) ? { markX, markY: integer(0, markX) } : {}) };
  }
  const die = chance(0.25) ? 6 : 10;
  const row = () => {
    // Cuts the faces into as many stretches as there are sections, in a random order.
    const cuts = new Set<number>([die]);
    while (cuts.size < Math.min(names.length, die)) cuts.add(integer(1, die));
    const order = [...names].sort(() => (chance(0.5) ? 1 : -1));
    let from = 1;
    const faces: Record<string, string> = {};
    [...cuts]
      .sort((a, b) => a - b)
      .forEach((to, i) => {
        faces[order[i]!] = from === to ? `${from}` : `${from}-${to}`;
        from = to + 1;
      });
    return faces;
  };
  const weapon = (): Siege["weapons"][number] => ({
    range: { 20: 0, 40: -2 },
    piercing: integer(0, 6),
    charge: integer(-2, 3),
    saveModifier: -integer(0, 6),
    shots: integer(1, 2),
  });
  const weapons = [weapon(), weapon()].slice(0, integer(1, 2));
  const grenade = { piercing: integer(2, 7), charge: integer(0, 2) };
  const attackerIsVehicle = chance(0.3);
  const options: Siege["options"] = {};
  if (chance(0.3)) options.sectionOverflow = "tank";
  if (chance(0.4)) options.deterioration = "add";
  if (chance(0.3)) options.repairDie = 6;
  if (chance(0.3)) options.piercingFromSave = "negate";
  if (chance(0.2)) options.naturalRolls = pick(["oneFails", "tenSucceeds", "both"]);
  const turns = integer(1, 4);
  const vehicle: Siege["vehicle"] = {
    resistance: integer(4, 9),
    armour: integer(0, 3),
    sections,
    hitModifier: { aimed: 1, manoeuvre: 0, move: -1, run: -2 },
    location: { die, external: row(), internal: row() },
  };
  const question: Siege = {
    vehicle,
    weapons,
    grenade,
    attackerIsVehicle,
    attackerOrder: Array.from({ length: 2 }, () => pick(["aimed", "manoeuvre", "move", "run"] as const)),
    defenderOrder: Array.from({ length: 2 }, () => pick(ORDERS)),
    distance: [pick([10, 30]), pick([10, 30, 50])],
    grenades: integer(1, 2),
    turns,
    repair: chance(0.4) ? "worst" : chance(0.3) ? pick(names) : "none",
    options,
  };
  const arms = {
    ...Object.fromEntries(weapons.map((own, i) => [`w${i}`, own])),
    grenade: { grenade: true, ...grenade },
  };
  const armed = Object.keys(arms);
  const attacker = attackerIsVehicle
    ? { rank: 1, ...vehicle, weapons: armed }
    : { models: 1, ballisticSkill: 4, save: 5, command: 4, weapons: armed };
  const scenario: Data = {
    version: 1,
    ruleset: "alpha-omega",
    options,
    weapons: arms,
    units: attackerIsVehicle ? {} : { a: attacker },
    vehicles: { d: { rank: 2, ...vehicle }, ...(attackerIsVehicle ? { a: attacker } : {}) },
    experiments: {
      e: {
        kind: "antiArmour",
        attacker: "a",
        defender: "d",
        situation: {
          attackerOrder: question.attackerOrder,
          defenderOrder: question.defenderOrder,
          distance: question.distance,
          grenades: question.grenades,
          turns,
          repair: question.repair,
        },
      },
    },
  };
  return { question, scenario };
}
