import type { Options, Random, Setup, Situation, Unit, Weapon } from "./naive.ts";

/** A small generator of its own (Park and Miller), so that the same seed always makes the same fights. */
export function generator(seed: number): Random {
  let state = (seed * 2_654_435 + 12_345) % 2_147_483_647 || 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
  for (let i = 0; i < 8; i++) next();
  return next;
}

/** A legal unit, weapon and situation; each ability comes up by itself and with every other. */
export function randomSetup(seed: number): Setup {
  const random = generator(seed);
  const chance = (p: number) => random() < p;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const kind = chance(0.75) ? "shooting" : "fight";
  const shooting = kind === "shooting";
  const distance = pick([4, 6, 9, 12, 18]);

  const weapon = (): Weapon => {
    const torrent = shooting && chance(0.1);
    const abilities: string[] = [];
    const maybe = (p: number, ability: string) => {
      if (chance(p)) abilities.push(chance(0.3) ? ability.toUpperCase() : ability);
    };
    if (torrent) abilities.push("Torrent");
    maybe(0.25, "Lethal Hits");
    maybe(0.3, `Sustained Hits ${pick(["1", "2", "D3"])}`);
    maybe(0.3, "Devastating Wounds");
    maybe(0.15, "Twin-linked");
    maybe(0.2, `Anti-${pick(["Infantry", "Vehicle"])} ${pick([2, 3, 4, 5])}+`);
    maybe(0.15, "Precision");
    maybe(0.15, "Hazardous");
    maybe(0.1, "Psychic");
    if (shooting) {
      maybe(0.2, "Heavy");
      maybe(0.2, `Rapid Fire ${pick(["1", "2", "D3"])}`);
      maybe(0.15, `Melta ${pick(["2", "D3"])}`);
      maybe(0.15, "Ignores Cover");
    } else {
      maybe(0.3, "Lance");
    }
    return {
      range: shooting ? pick([18, 24, 36]) : "melee",
      attacks: pick([1, 2, 3, "D3", "D6", "D6+1", "2D6"]),
      ...(torrent && chance(0.5) ? {} : { skill: pick([2, 3, 4, 5, 6]) }),
      strength: pick([2, 3, 4, 5, 6, 8, 12]),
      ap: pick([0, -1, -2, -3]),
      damage: pick([1, 1, 2, 3, "D3", "D6", "D6+1"]),
      abilities,
      ...(chance(0.15) ? { rerollHits: pick(["ones", "failures", "nonCritical"] as const) } : {}),
      ...(chance(0.15) ? { rerollWounds: pick(["ones", "failures", "nonCritical"] as const) } : {}),
      ...(chance(0.1) ? { rerollDamage: pick(["ones", "failures", "nonCritical"] as const) } : {}),
      ...(chance(0.1) ? { rerollDice: "one" as const } : {}),
      ...(chance(0.15) ? { criticalHits: pick([4, 5]) } : {}),
      ...(chance(0.1) ? { criticalWounds: pick([4, 5]) } : {}),
      ...(chance(0.1) ? { hitModifier: pick([-1, 1]) } : {}),
    };
  };

  const names = chance(0.3) ? ["first", "second"] : ["first"];
  const weapons = Object.fromEntries(names.map((name) => [name, weapon()]));
  const models = names.length === 2 ? pick([2, 4]) : pick([1, 2, 3]);
  const attacker: Unit = {
    models,
    toughness: 4,
    save: 3,
    wounds: pick([1, 2, 4]),
    keywords: [pick(["Infantry", "Vehicle", "Character"])],
    weapons: names.map((weapon) => ({ weapon, count: models / names.length })),
    ...(chance(0.2) ? { feelNoPain: pick([4, 5, 6]) } : {}),
    ...(chance(0.1) ? { rerollHits: pick(["ones", "failures"] as const) } : {}),
    ...(chance(0.1) ? { hitModifier: pick([-1, 1]) } : {}),
    ...(chance(0.1) ? { woundModifier: pick([-1, 1]) } : {}),
    ...(chance(0.1) ? { attacksModifier: pick([-1, 1]) } : {}),
    ...(chance(0.1) ? { strengthModifier: 1 } : {}),
    ...(chance(0.1) ? { apModifier: pick([-1, 1]) } : {}),
    ...(chance(0.1) ? { damageModifier: pick([-1, 1]) } : {}),
  };

  const abilities: string[] = [];
  if (chance(0.2)) abilities.push("Stealth");
  if (chance(0.1)) abilities.push("Feel No Pain 4+ (mortal wounds)");
  if (chance(0.1)) abilities.push("Feel No Pain 3+ (psychic attacks)");
  if (chance(0.15)) abilities.push(`Deadly Demise ${pick(["1", "D3"])}`);
  const squad = chance(0.35);
  const wounds = pick([1, 2, 3, 6]);
  const defender: Unit = {
    ...(squad
      ? {
          members: [
            { models: pick([2, 3]) },
            ...(chance(0.5)
              ? [{ models: 2, wounds: pick([1, 2]), save: pick([2, 3, 6]), feelNoPain: pick([4, 6]) }]
              : []),
            ...(chance(0.6)
              ? [{ models: 1, wounds: pick([2, 4]), save: pick([2, 3, 4]), keywords: ["Character"] }]
              : []),
          ],
        }
      : { models: pick([1, 2, 5, 10]) }),
    toughness: pick([3, 4, 5, 9]),
    save: pick([2, 3, 4, 5, 6, 7]),
    wounds,
    keywords: [pick(["Infantry", "Vehicle"])],
    abilities,
    ...(chance(0.3) ? { invulnerable: pick([4, 5, 6]) } : {}),
    ...(chance(0.25) ? { feelNoPain: pick([4, 5, 6]) } : {}),
    ...(wounds > 1 && chance(0.15) ? { woundsLost: 1 } : {}),
    ...(chance(0.1) ? { rerollSaves: pick(["ones", "failures"] as const) } : {}),
    ...(chance(0.1) ? { saveModifier: pick([-1, 1, 2]) } : {}),
    ...(chance(0.1) ? { hitModifier: -1 } : {}),
    ...(chance(0.1) ? { woundModifier: -1 } : {}),
    ...(chance(0.2)
      ? { damageReduction: pick([["halve"], ["minusOne"], ["halve", "minusOne"], ["zero"]] as const).slice() }
      : {}),
  } as Unit;

  const isVehicle = defender.keywords![0] === "Vehicle";
  const situation: Situation = {
    ...(shooting
      ? {
          distance,
          ...(chance(0.3) ? { cover: true } : {}),
          ...(chance(0.3) ? { stationary: true } : {}),
          ...(chance(0.1) ? { overwatch: true } : {}),
          ...(!isVehicle && chance(0.1) ? { goToGround: true } : {}),
          ...(chance(0.1) ? { smokescreen: true } : {}),
          ...(attacker.keywords![0] === "Vehicle" && chance(0.3)
            ? { attackerEngaged: pick(["target", "other"] as const) }
            : {}),
          ...(isVehicle && chance(0.2) ? { defenderEngaged: true } : {}),
        }
      : { charged: chance(0.5) }),
    ...(chance(0.2)
      ? { commandReroll: pick(["hit", "wound", "damage", "attacks", "save", "hazardous"] as const) }
      : {}),
  };
  // Indirect fire: every weapon can, none of them Torrent.
  if (
    shooting &&
    chance(0.1) &&
    Object.values(weapons).every(({ abilities: own }) => !own!.some((text) => /torrent/i.test(text)))
  ) {
    for (const own of Object.values(weapons)) own.abilities!.push("Indirect Fire");
    situation.visible = false;
  }
  if (shooting && chance(0.15) && situation.attackerEngaged !== "target" && !situation.defenderEngaged)
    weapons.first!.abilities!.push("Blast");
  const options: Options = {
    ...(chance(0.25) ? { devastating: "launch" } : {}),
    ...(chance(0.25) ? { hazardous: "launch" } : {}),
    ...(chance(0.3) && shooting ? { indirectAutoFail: 1 } : {}),
    ...(chance(0.25) ? { saveCap: "bonus" } : {}),
    ...(chance(0.25) ? { minimumDamage: 0 } : {}),
    ...(chance(0.3) ? { weaponOrder: pick(["highestDamageFirst", "lowestDamageFirst"] as const) } : {}),
    ...(chance(0.3) ? { allocation: pick(["weakestFirst", "strongestFirst"] as const) } : {}),
    ...(chance(0.25) ? { devastatingWhen: "endOfProfile" } : {}),
  };
  const setup = enriched({ kind, weapons, attacker, defender, situation, options }, generator(seed + 500_000));
  if (!isMade(setup)) make(setup);
  return setup;
}

/** Lets the first weapon make the roll that is to be made again. */
function make({ weapons, situation, leaders }: Setup): void {
  const first = weapons.first!;
  if (situation.commandReroll === "damage") first.damage = "D3";
  else if (situation.commandReroll === "attacks") first.attacks = "D3";
  else if (situation.commandReroll === "hazardous" && !leaders?.attacker) first.abilities!.push("Hazardous");
  else situation.commandReroll = "wound";
}

/** Whether some weapon makes the roll that is to be made again. */
function isMade({ weapons, situation }: Setup): boolean {
  const all = Object.values(weapons);
  const has = (own: Weapon, ability: string) => own.abilities!.some((text) => text.toLowerCase().startsWith(ability));
  const isRolledFor = (amount: unknown) => /d/iu.test(String(amount));
  switch (situation.commandReroll) {
    case "hit":
      return all.some((own) => !has(own, "torrent"));
    case "damage":
      return all.some((own) => isRolledFor(own.damage));
    case "attacks":
      return all.some((own) => isRolledFor(own.attacks));
    case "hazardous":
      return all.some((own) => has(own, "hazardous"));
    default:
      return true;
  }
}

/** The same with what weapons, units and leaders may give besides. */
function enriched(setup: Setup, random: Random): Setup {
  const chance = (p: number) => random() < p;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { kind, weapons, attacker, defender, options } = setup;
  const against = () => pick(["Infantry", "VEHICLE", ["vehicle", "monster"], ["Character"]]);
  const policies = () => pick(["ones", "failures", "nonCritical"] as const);
  const give = (to: Weapon | Unit) => {
    if (chance(0.15)) to.rerollHits = { what: policies(), against: against() };
    if (chance(0.15)) to.rerollWounds = ["ones", { what: policies(), against: against() }];
    if (chance(0.1)) to.rerollDamage = { what: policies(), against: against() };
    if (chance(0.1)) to.criticalHits = { from: pick([4, 5]), against: against() };
    if (chance(0.1)) to.criticalWounds = { from: pick([4, 5]), against: against() };
    if (chance(0.1)) to.hitModifier = { by: pick([-1, 1, 2]), against: against() };
    if (chance(0.1)) to.woundModifier = [{ by: pick([-1, 1]), against: against() }];
    if (chance(0.1)) to.attacksModifier = pick([-1, 1, { by: 2, against: against() }]);
    if (chance(0.15)) to.strengthModifier = pick([-1, 1, 2, { by: 3, against: against() }]);
    if (chance(0.15)) to.apModifier = pick([-1, 1, { by: -2, against: against() }]);
    if (chance(0.15)) to.damageModifier = pick([-1, 1, { by: 2, against: against() }]);
  };
  for (const weapon of Object.values(weapons)) give(weapon);
  if (chance(0.3)) give(attacker);
  // A target's own are for the attacks against it.
  if (chance(0.15)) defender.attacksModifier = pick([-1, 1]);
  if (chance(0.15)) defender.strengthModifier = pick([-1, { by: -2, against: against() }]);
  if (chance(0.15)) defender.apModifier = pick([1, { by: 1, against: against() }]);
  if (chance(0.15)) defender.damageModifier = pick([-1, -2, 1, { by: -1, against: against() }]);
  const guards = ["-1 Damage", "-2 Damage", "Half Damage", "0 Damage (first failed save)"];
  if (chance(0.2)) defender.abilities!.push(pick(guards));
  if (chance(0.02)) defender.abilities!.push("0 Damage");
  for (const member of defender.members ?? []) if (chance(0.2)) member.abilities = [pick(guards)];
  if (chance(0.1)) defender.damageReduction = [...(defender.damageReduction ?? []), "firstFailedSave"];
  if (chance(0.4)) options.lethalOptional = true;
  if (chance(0.5)) options.precision = pick(["never", "whenItKills"] as const);
  const gave = Object.values(weapons);
  if (options.lethalOptional && chance(0.5))
    gave[0]!.abilities!.push("Lethal Hits", "Devastating Wounds", "Anti-Infantry 3+");
  if (options.precision && chance(0.5)) gave[0]!.abilities!.push("Precision");
  const leaders: NonNullable<Setup["leaders"]> = {};
  if (chance(0.25)) {
    leaders.defender = {
      toughness: 6,
      save: pick([2, 4]),
      wounds: pick([2, 4, 5]),
      keywords: ["Character"],
      abilities: chance(0.3) ? [pick(guards)] : [],
      ...(chance(0.3) ? { damageReduction: [pick(["halve", "minusOne"] as const)] } : {}),
      ...(chance(0.2) ? { rerollSaves: pick(["ones", "failures"] as const) } : {}),
      ...(chance(0.2) ? { saveModifier: pick([-1, 1]) } : {}),
      ...(chance(0.3) ? { woundsLost: 1 } : {}),
    };
  }
  const isHazardous = gave.some(({ abilities }) => abilities!.some((text) => /hazardous/i.test(text)));
  if (chance(0.2) && !isHazardous && kind === "shooting") {
    weapons.sidearm = { range: 24, attacks: pick([1, "D3"]), skill: 3, strength: 5, ap: -1, damage: 2, abilities: [] };
    leaders.attacker = {
      toughness: 4,
      save: 3,
      wounds: 4,
      keywords: ["Character"],
      weapons: [{ weapon: "sidearm", count: 1 }],
    };
    give(leaders.attacker);
    if (chance(0.2)) leaders.attacker.rerollDice = "one";
    if (setup.situation.visible === false) weapons.sidearm.abilities!.push("Indirect Fire");
  }
  const hasLeaders = leaders.attacker !== undefined || leaders.defender !== undefined;
  return { ...setup, ...(hasLeaders ? { leaders } : {}), ...(chance(0.2) ? { profiled: true } : {}) };
}

/** The same as a scenario of the library. */
export function scenarioOf(setup: Setup): object {
  const { kind, weapons, attacker, defender, situation, options, leaders = {}, profiled } = setup;
  const led = (unit: Unit, leader: Unit | undefined, name: string) => (leader ? { ...unit, leader: name } : unit);
  const { first, ...others } = weapons;
  const told = profiled
    ? {
        first: { profiles: { weak: { ...first!, attacks: 1, damage: 1 }, used: first, strong: { ...first!, ap: -6 } } },
      }
    : { first };
  return {
    version: 1,
    ruleset: "wh40k-10e",
    options,
    weapons: first === undefined ? weapons : { ...told, ...others },
    units: {
      attacker: led(attacker, leaders.attacker, "hero"),
      defender: led(defender, leaders.defender, "champion"),
      ...(leaders.attacker ? { hero: leaders.attacker } : {}),
      ...(leaders.defender ? { champion: leaders.defender } : {}),
    },
    experiments: {
      e: {
        kind,
        attacker: "attacker",
        defender: "defender",
        situation: { ...situation, ...(profiled ? { profiles: { first: "used" } } : {}) },
      },
    },
  };
}
