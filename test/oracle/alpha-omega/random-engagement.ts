/** Random fights, always legal, the same for the same seed: what the two implementations are compared on. */
import type { Line, Options, Scenario, Use } from "./engagement.ts";
import { generator } from "./random-shooting.ts";

const ORDERS = ["aimed", "manoeuvre", "move", "run"] as const;

/** @param close whether the sides may come to blows */
export function randomEngagement(seed: number, close: boolean): Scenario {
  const random = generator(seed * 2 + (close ? 1 : 0));
  const chance = (probability: number) => random() < probability;
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;

  const options: Options = {};
  const switches: (() => void)[] = [
    () => (options.camouflageRun = 2),
    () => (options.saveModifierSign = "toTarget"),
    () => (options.naturalRolls = pick(["oneFails", "tenSucceeds", "both"])),
    () => (options.pinTests = "perVolley"),
    () => (options.volley = "sequential"),
    () => {
      options.volley = "sequential";
      options.surplusShots = "retarget";
    },
    () => (options.pinnedCamouflage = pick([0, -1, -4])),
    () => (options.downCamouflage = pick(["zero", "asOrder"])),
    () => (options.downSaves = false),
    () => (options.noOrderCamouflage = -1),
    () => (options.camouflageWithMinus = pick(["sum", "camouflage", "minus"])),
    () => (options.minusTable = "baseMinusTwo"),
    () => (options.minusPinned = -4),
    () => (options.coverBoundaries = "target"),
    () => (options.contactCover = "whenHidden"),
    () => (options.hitTransfer = "protectCharacters"),
    () => {
      options.hitTransfer = "protectCharacters";
      options.transferWhen = "notEasier";
    },
    () => (options.passiveSkillsWhenPinned = false),
    () => (options.enduranceWithDrone = pick(["endurance", "drone"])),
    () => (options.phaseDuelTie = "keepAlpha"),
    () => (options.pinnedEnds = "auto"),
    () => (options.implacableUnpins = false),
    () => (options.medikitUses = pick([{ perTurn: 1 }, { perGame: 2 }])),
    () => (options.medikitOnDamage = true),
    () => (options.sacrificeScope = "side"),
    () => (options.sacrificeUses = 2),
    ...(close
      ? [
          () => (options.shootIntoMelee = "readyContact"),
          () => (options.chargeMandatory = false),
          () => (options.chargePasses = 1),
          () => (options.executeDown = "never"),
          () => (options.gladiatorRolls = "once"),
          () => (options.pinnedInMelee = "standUp"),
          () => (options.lonePinned = pick(["none", "stops"])),
          () => (options.hitCap = pick([{ hits: 2 }, { opponents: 2 }, "none"])),
          () => (options.hitPolicy = "oneEach"),
          () => (options.aimedCloseCombat = "whenFired"),
          () => (options.pinnedMeleeMalus = pick(["pinnedOnly", "sum"])),
          () => (options.uncertainPinTest = true),
          () => (options.uncertainWounded = "downOrOut"),
          () => (options.uncertainAfterCap = "test"),
          () => (options.surplus = "holds"),
        ]
      : []),
  ];
  for (let i = integer(0, 3); i > 0; i--) pick(switches)();

  const weapons: Scenario["weapons"] = {
    rifle: { range: { 12: 0, 24: -1, 36: -3 }, saveModifier: -1 },
    carbine: { range: { 16: 1 }, saveModifier: pick([0, -2]), shots: pick([1, 2]) },
    pistol: { range: { 20: -2 }, saveModifier: -2 },
    sword: { melee: true, saveModifier: pick([0, -1]) },
  };
  const skills = [
    "camouflage",
    "minus",
    "implacable",
    "endurance",
    "drone",
    ...(close ? ["gladiator", "leap", "fear"] : []),
  ];
  const line = (): Line => ({
    models: integer(1, 2),
    ballisticSkill: integer(3, 6),
    closeCombat: integer(2, 6),
    initiative: integer(3, 5),
    save: integer(3, 8),
    command: integer(2, 6),
    ...(chance(0.3)
      ? { weapons: ["carbine", "rifle", ...(chance(0.4) ? ["pistol"] : [])] }
      : { weapon: pick(["rifle", "carbine"]) }),
    ...(chance(0.4) ? { meleeWeapon: "sword" } : {}),
    ...(chance(0.4) ? { skills: [...new Set([pick(skills), pick(skills)])] } : {}),
    ...(chance(0.1) ? { contactCover: true } : {}),
  });
  const units: Scenario["units"] = {};
  const orders = () => Array.from({ length: integer(1, 3) }, () => pick(ORDERS));
  const use = (name: string): Use => {
    const aptitudes = chance(0.2) ? { aptitudes: [pick(["medikit", "sacrifice"])] } : {};
    if (chance(0.5)) units[name] = { ...line(), models: integer(1, 4), ...aptitudes };
    else {
      const members = [line(), line()];
      if (chance(0.6))
        Object.assign(members[integer(0, 1)]!, { character: true, models: 1, commandBonus: integer(0, 3) });
      Object.assign(members[integer(0, 1)]!, aptitudes);
      if (chance(0.2)) members[1]!.visible = pick([5, 10, 50, 70]);
      units[name] = { members };
    }
    const hasCall = aptitudes.aptitudes?.[0] === "sacrifice";
    const given = orders();
    const mayCharge = given.includes("move") || given.includes("manoeuvre");
    return {
      unit: name,
      order: given,
      ...(close && mayCharge && chance(0.6) ? { does: "charge" as const } : {}),
      ...(given.includes("aimed") && chance(0.5) ? { intercept: true } : {}),
      ...(close && chance(0.4) ? { dodge: true } : {}),
      ...(chance(0.4) ? { targeting: pick(["focus" as const, { focus: 2 }]) } : {}),
      ...(hasCall && chance(0.4) ? { sacrificeAt: pick([0.25, 0.75, 1]) } : {}),
      ...(chance(0.2) ? { distance: close ? integer(2, 14) : integer(17, 34) } : {}),
    };
  };
  const side = (name: string) => ({ units: Array.from({ length: integer(1, 2) }, (_, i) => use(`${name}${i}`)) });
  const sides = [side("a"), side("b")];
  const distance = Array.from({ length: integer(1, 3) }, () => (close ? integer(2, 18) : integer(17, 34)));
  return {
    version: 1,
    ruleset: "alpha-omega",
    seed: 1,
    options,
    weapons,
    units,
    experiments: {
      e: {
        kind: "engagement",
        sides,
        ...(chance(0.2) ? { objectives: { enemyOut: 2, survivor: 1, lastTurn: 3 } } : {}),
        situation: { distance, visible: pick([100, 60, 30]), turns: integer(2, 4), ...alphaOf(seed) },
      },
    },
  };
}

/** Every fourth fight has somebody Alpha for some of its turns (E-18). */
function alphaOf(seed: number): { alpha?: ("fair" | "first" | "second")[] } {
  if (seed % 4 > 0) return {};
  return {
    alpha: (["first", "second", "fair,second", "second,first"][(seed / 4) % 4] as string).split(",") as (
      | "fair"
      | "first"
      | "second"
    )[],
  };
}
