/** Random shooting scenarios, always legal, the same for the same seed: what the two implementations are compared on. */

import type { Line, Options, Order, Random, Rules, Scenario, Situation, State, Unit, Weapon } from "./shooting.ts";

/** mulberry32 */
export function generator(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What the chosen options need in the scenario so that they change something. */
interface Wishes {
  skills: string[];
  character: boolean;
  fallen: boolean;
  defenderOrder: Order | undefined;
  cover: boolean;
  manyShots: boolean;
}

const passiveSkills = ["camouflage", "minus", "endurance", "drone", "implacable"];

export function randomShooting(seed: number): Scenario {
  const random = generator(seed);
  const chance = (probability: number): boolean => random() < probability;
  const integer = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;

  const kind = chance(0.3) ? "shot" : "volley";

  // Options first, each with a wish for a situation in which it matters.
  const options: Options = {};
  const wishes: Wishes = {
    skills: [],
    character: chance(0.25),
    fallen: chance(0.25),
    defenderOrder: undefined,
    cover: chance(0.4),
    manyShots: chance(0.3),
  };
  const switches: (() => void)[] = [
    () => {
      options.camouflageRun = 2;
      wishes.defenderOrder = "run";
      if (chance(0.3)) wishes.skills = [pick(["camouflage", "minus"])];
    },
    () => {
      options.saveModifierSign = "toTarget";
    },
    () => {
      options.naturalRolls = pick(["oneFails", "tenSucceeds", "both"]);
    },
    () => {
      options.pinTests = "perVolley";
      wishes.manyShots = true;
    },
    () => {
      options.volley = "sequential";
      wishes.manyShots = true;
    },
    () => {
      options.volley = "sequential";
      options.surplusShots = "retarget";
      wishes.manyShots = true;
    },
    () => {
      options.pinnedCamouflage = pick([0, -1, -3, -4]);
      wishes.fallen = true;
    },
    () => {
      options.downCamouflage = pick(["zero", "asOrder"]);
      wishes.fallen = true;
    },
    () => {
      options.downSaves = false;
      wishes.fallen = true;
    },
    () => {
      options.noOrderCamouflage = -1;
      wishes.defenderOrder = "none";
    },
    () => {
      options.camouflageWithMinus = pick(["sum", "camouflage", "minus"]);
      wishes.skills = ["camouflage", "minus"];
    },
    () => {
      options.minusTable = "baseMinusTwo";
      wishes.skills = ["minus"];
    },
    () => {
      options.minusPinned = -4;
      wishes.skills = ["minus"];
      wishes.fallen = true;
    },
    () => {
      options.coverBoundaries = "target";
      wishes.cover = true;
    },
    () => {
      options.contactCover = "whenHidden";
      wishes.cover = true;
    },
    () => {
      options.hitTransfer = "protectCharacters";
      if (chance(0.5)) options.transferWhen = "notEasier";
      wishes.character = true;
    },
    () => {
      options.passiveSkillsWhenPinned = false;
      wishes.fallen = true;
      wishes.skills = [pick(["camouflage", "minus", "endurance", "drone"])];
    },
    () => {
      options.enduranceWithDrone = pick(["endurance", "drone"]);
      wishes.skills = ["endurance", "drone"];
    },
  ];
  const changes = chance(0.92) ? pick([0, 0, 1, 1, 1, 2, 2, 3]) : integer(4, 8);
  for (let i = 0; i < changes; i++) pick(switches)();

  const rules: Rules = {};
  if (chance(0.15)) {
    const band = (): [number, number] => {
      const lastPinned = integer(1, 4);
      return [lastPinned, integer(lastPinned + 1, 9)];
    };
    rules.woundBands = { standard: band(), endurance: band(), drone: band() };
  }
  if (chance(0.08)) {
    rules.shooterOrder = { aimed: integer(0, 3), manoeuvre: integer(-1, 1), move: integer(-3, 0) };
  }

  // Weapons
  const weapons: Record<string, Weapon> = {};
  const weaponNames = ["rifle", "carbine", "cannon"].slice(0, integer(1, 3));
  let reach = Number.POSITIVE_INFINITY;
  for (const name of weaponNames) {
    const range: Record<number, number> = {};
    let paces = 0;
    let modifier = integer(-1, 1);
    for (let band = integer(1, 4); band > 0; band--) {
      paces += integer(4, 14);
      range[paces] = modifier;
      modifier -= integer(0, 2);
    }
    reach = Math.min(reach, paces);
    const weapon: Weapon = { range, saveModifier: integer(-3, 1) };
    if (chance(wishes.manyShots ? 0.5 : 0.2)) weapon.shots = integer(2, 3);
    weapons[name] = weapon;
  }

  // Soldiers
  const plus = (value: number): number | string => (chance(0.5) ? value : `${value}+`);
  const randomLine = (models: number): Line => {
    const line: Line = {
      models,
      ballisticSkill: plus(integer(1, 6)),
      closeCombat: integer(1, 6),
      initiative: integer(1, 8),
      save: plus(integer(2, 8)),
      command: plus(integer(2, 8)),
      weapon: pick(weaponNames),
    };
    const skills = passiveSkills.filter(() => chance(0.12));
    if (skills.length > 0) line.skills = skills;
    return line;
  };
  const randomCover = (): number =>
    pick([10, 11, 30, 49, 50, 51, 70, 90, 91, 100].filter((v) => v > 10 || options.coverBoundaries !== "target"));

  /** Splits a number of soldiers into lines. */
  const randomLines = (total: number, unlike: boolean): Line[] => {
    const lines: Line[] = [];
    let left = total;
    while (left > 0) {
      const models = unlike ? integer(1, left) : left;
      lines.push(randomLine(models));
      left -= models;
    }
    return lines;
  };
  const unitOf = (lines: Line[]): Unit => {
    if (lines.length === 1 && chance(0.7)) return lines[0]!;
    return { members: lines.map((line, i) => (chance(0.3) ? { ...line, label: `Line ${i + 1}` } : line)) };
  };

  const shooterLines = randomLines(integer(1, 6), chance(0.4));
  const targetCount = wishes.character && kind === "volley" ? integer(2, 6) : integer(1, 6);
  const targetLines = randomLines(targetCount, wishes.character || chance(0.4));

  if (wishes.skills.length > 0) {
    const line = pick(targetLines);
    line.skills = [...new Set([...(line.skills ?? []), ...wishes.skills])];
  }
  for (const line of targetLines) {
    if (wishes.cover && chance(0.3)) line.visible = randomCover();
    if (wishes.cover && chance(0.2)) line.contactCover = chance(0.6);
  }
  if (wishes.character) {
    const line = pick(targetLines);
    line.character = true;
    if (chance(0.6)) line.commandBonus = integer(1, 3);
    if (chance(0.2)) {
      const second = pick(targetLines);
      second.character = true;
      second.commandBonus = integer(1, 2);
    }
  }

  // Situation
  const situation: Situation = {
    attackerOrder: pick(["aimed", "manoeuvre", "move"] as const),
    defenderOrder: wishes.defenderOrder ?? pick(["aimed", "manoeuvre", "move", "run", "none"] as const),
    distance: integer(1, reach),
  };
  if (chance(wishes.cover ? 0.7 : 0.2)) situation.visible = randomCover();
  if (chance(wishes.cover ? 0.5 : 0.1)) situation.contactCover = chance(0.8);

  if (wishes.fallen) {
    if (kind === "shot" || chance(0.3)) {
      situation.defenderState = pick(["pinned", "down", "ready"]);
    } else {
      const states: State[] = [];
      for (let i = 0; i < targetCount; i++) states.push(pick(["ready", "pinned", "down"]));
      situation.defenderState = states;
    }
  }

  if (kind === "volley") {
    let shots = 0;
    for (const line of shooterLines) shots += (line.models ?? 1) * (weapons[line.weapon!]!.shots ?? 1);
    const style = random();
    if (style < 0.35) {
      // A declaration: shots thrown at soldiers at random, all of them or fewer.
      const targets = new Array<number>(integer(1, targetCount)).fill(0);
      const declared = chance(0.7) ? shots : integer(1, shots);
      for (let i = 0; i < declared; i++) targets[integer(0, targets.length - 1)]! += 1;
      situation.targets = targets;
    } else if (style < 0.65) {
      situation.targeting = "even";
    } else if (style < 0.75) {
      situation.targeting = "focus";
    } else if (style < 0.9) {
      situation.targeting = { focus: integer(1, 3) };
    }
  }

  const scenario: Scenario = {
    version: 1,
    ruleset: "alpha-omega",
    seed: integer(1, 1_000_000_000),
    options,
    weapons,
    units: { a: unitOf(shooterLines), d: unitOf(targetLines) },
    experiments: { e: { kind, attacker: "a", defender: "d", situation } },
  };
  if (Object.keys(rules).length > 0) scenario.rules = rules;
  return scenario;
}
