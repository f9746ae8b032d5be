/** A fight for every reading of every option that acts in fights, in which another reading says something else. */
import type { Options, Scenario, UnitData, Use, VehicleData } from "./engagement.ts";

type Unit = Partial<UnitData>;
interface Fight {
  units?: Record<string, Unit>;
  vehicles?: Scenario["vehicles"];
  first: Use[];
  second: Use[];
  situation?: Partial<Scenario["experiments"]["e"]["situation"]>;
  /** Options that the fight needs beside the one it is for. */
  options?: Options;
  rules?: Scenario["rules"];
}

const SOLDIER = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 4, weapon: "rifle" };

function scenarioOf({ units, vehicles, first, second, situation, options = {}, rules }: Fight): Scenario {
  const all: Record<string, Unit> = { guns: { models: 10 }, squad: { models: 8 }, swords: { models: 4 }, ...units };
  return {
    version: 1,
    ruleset: "alpha-omega",
    seed: 1,
    options,
    ...(rules ? { rules } : {}),
    weapons: {
      rifle: { range: { 12: 0, 24: 0 } },
      cannon: { range: { 24: 0 }, saveModifier: -2 },
      breaker: { range: { 24: 0 }, saveModifier: -20 },
      sword: { melee: true, saveModifier: 0 },
      axe: { melee: true, saveModifier: -20 },
      // What it does to vehicles and to saves has little to do with each other.
      plasma: { grenade: true, piercing: 3, charge: 0 },
      lance: { range: { 24: 0 }, piercing: 1, charge: 2, saveModifier: -9 },
    },
    ...(vehicles ? { vehicles } : {}),
    units: Object.fromEntries(Object.entries(all).map(([name, unit]) => [name, { ...SOLDIER, ...unit } as UnitData])),
    experiments: {
      e: {
        kind: "engagement",
        sides: [{ units: first }, { units: second }],
        situation: { distance: 12, turns: 2, ...situation },
      },
    },
  };
}

/** Two lances at a vehicle; what hits gets through to its outside or not at all. */
const siege = (
  sections: VehicleData["sections"],
  location: Record<string, string>,
  more: Partial<Fight> = {},
): Fight => ({
  vehicles: {
    hulk: {
      rank: 2,
      resistance: 6,
      armour: 20,
      sections,
      hitModifier: { run: 0, aimed: 0, move: 0 },
      location: { die: 10, external: location, internal: location },
    },
  },
  first: [aimed("lancers")],
  second: [running("hulk")],
  ...more,
  units: { lancers: { models: 2, weapon: "lance" }, ...more.units },
});

const aimed = (unit: string, more: Partial<Use> = {}): Use => ({ unit, order: "aimed", ...more });
const running = (unit: string, more: Partial<Use> = {}): Use => ({ unit, order: "run", ...more });
const charging = (unit: string, more: Partial<Use> = {}): Use => ({ unit, order: "move", does: "charge", ...more });

/** Ten guns at eight soldiers who only run. */
const fire = (squad: Unit = {}, more: Partial<Fight> = {}): Fight => ({
  first: [aimed("guns")],
  second: [running("squad")],
  ...more,
  units: { squad: { models: 8, ...squad }, ...more.units },
});
/** A soldier is sure to be hit; if he is down in the second turn others fire at him. */
const lying = (save: number, ballisticSkill: number, models = 10): Fight => ({
  units: {
    one: { models: 1, save, skills: ["drone"] },
    first: { models: 1, ballisticSkill: 1, weapon: "breaker" },
    others: { models, ballisticSkill },
  },
  first: [
    { unit: "first", order: ["aimed", "run"] },
    { unit: "others", order: ["run", "aimed"] },
  ],
  second: [running("one")],
});
/** Swords charge a squad that only runs; nobody is seen, so nobody is shot at. */
const melee = (swords: Unit, squad: Unit, more: Partial<Fight> = {}): Fight => ({
  first: [charging("swords")],
  second: [running("squad")],
  ...more,
  units: { swords: { models: 4, ...swords }, squad: { models: 4, ...squad }, ...more.units },
  situation: { distance: 3, visible: 5, ...more.situation },
});
/** Every duel is uncertain. */
const UNCERTAIN = { hitBands: [30, 30, 30] as [number, number, number] };
/** Saves every hit and fails every test: pinned by every loss. */
const NERVOUS = { save: 1, command: 20 };
/** Never saves: out at 6 and more. */
const FRAIL = { save: 20 };

export interface Forced {
  option: keyof Options;
  /** Each is played, and told apart from its neighbour in the list. */
  readings: unknown[];
  scenario: Scenario;
  /** More trials than others where two readings are close together. */
  times?: number;
}
const forced = (option: keyof Options, readings: unknown[], fight: Fight, times = 1): Forced => ({
  option,
  readings,
  scenario: scenarioOf(fight),
  times,
});

/** A turn in which who is Alpha when shooting decides a life, and who is Alpha when charging another. */
const twoDuels: Fight = {
  units: {
    // Whoever fires first takes the other out of the fight.
    gun: { models: 1, ballisticSkill: 1, ...FRAIL, command: 20 },
    // The hound charges the wolf, who runs down the calf if he is first.
    wolf: { models: 1, closeCombat: 12, save: 1, initiative: 5 },
    hound: { models: 1, closeCombat: -20, ...FRAIL, command: 20, initiative: 5 },
    calf: { models: 1, closeCombat: -20, ...FRAIL, command: 20 },
  },
  first: [aimed("gun", { distance: 24 }), charging("hound", { distance: 3 }), running("calf", { distance: 2 })],
  second: [aimed("gun", { distance: 24, as: "other" }), charging("wolf", { distance: 1 })],
  situation: { turns: 1, distance: 24 },
  options: { hitCap: "none", executeDown: "never" },
};

export const FORCED: readonly Forced[] = [
  forced("camouflageRun", [1, 2], fire()),
  forced("saveModifierSign", ["toDie", "toTarget"], fire({}, { units: { guns: { models: 6, weapon: "cannon" } } })),
  // Guns that cannot miss or cannot hit but for the natural roll, at soldiers who cannot save.
  forced("naturalRolls", ["none", "oneFails", "tenSucceeds", "both"], {
    units: {
      sure: { models: 6, ballisticSkill: 1 },
      blind: { models: 6, ballisticSkill: 20 },
      squad: { models: 12, save: 20 },
    },
    first: [aimed("sure"), aimed("blind")],
    second: [running("squad")],
    situation: { turns: 1 },
  }),
  forced(
    "pinTests",
    ["perSavedHit", "perVolley"],
    fire({ save: 2, command: 7 }, { first: [aimed("guns", { targeting: "focus" })] }),
  ),
  forced(
    "volley",
    ["grouped", "sequential"],
    fire({ command: 20, save: 5 }, { first: [aimed("guns", { targeting: { focus: 5 } })] }),
  ),
  forced("surplusShots", ["lost", "retarget"], {
    ...fire(FRAIL, { first: [aimed("guns", { targeting: "focus" })] }),
    options: { volley: "sequential" },
  }),
  forced("pinnedCamouflage", [-2, 0, -4], fire({ ...NERVOUS, save: 3 }, { situation: { turns: 3 } })),
  forced("downCamouflage", ["asPinned", "zero"], lying(20, 9), 6),
  forced("downCamouflage", ["zero", "asOrder"], lying(20, 12, 40), 6),
  forced("downSaves", [true, false], lying(2, 5), 6),
  forced("noOrderCamouflage", [0, -1], fire({ save: 8 }, { second: [{ unit: "squad", order: "none" }] }), 2),
  forced(
    "camouflageWithMinus",
    ["best", "sum", "camouflage", "minus"],
    fire({ skills: ["camouflage", "minus"] }, { second: [aimed("squad")] }),
  ),
  forced("minusTable", ["literal", "baseMinusTwo"], fire({ skills: ["minus"] }, { second: [aimed("squad")] })),
  forced("minusPinned", [-2, -4], fire({ ...NERVOUS, save: 3, skills: ["minus"] }, { situation: { turns: 3 } })),
  forced("coverBoundaries", ["shooter", "target"], fire({ save: 8 }, { situation: { visible: 50 } }), 2),
  forced("contactCover", ["always", "whenHidden"], fire({ contactCover: true })),
  forced("hitTransfer", ["off", "protectCharacters"], {
    ...fire(),
    units: {
      squad: {
        members: [
          { ...SOLDIER, character: true, save: 20 },
          { ...SOLDIER, models: 3, save: 2 },
        ],
      },
    },
  }),
  forced("transferWhen", ["lessOrEqualCover", "notEasier"], {
    ...fire(),
    units: {
      squad: {
        members: [
          { ...SOLDIER, character: true, save: 20 },
          { ...SOLDIER, models: 3, save: 2, skills: ["minus"] },
        ],
      },
    },
    options: { hitTransfer: "protectCharacters" },
  }),
  forced("passiveSkillsWhenPinned", [true, false], fire({ ...FRAIL, skills: ["drone"] })),
  forced("pinnedEnds", ["test", "auto"], fire({ save: 2, command: 8 })),
  forced("implacableUnpins", [true, false], fire({ save: 8, command: 10, skills: ["implacable", "endurance"] })),
  forced("enduranceWithDrone", ["best", "endurance", "drone"], fire({ ...FRAIL, skills: ["endurance", "drone"] })),
  forced(
    "medikitUses",
    ["unlimited", { perTurn: 1 }, { perGame: 1 }],
    fire({ ...FRAIL, aptitudes: ["medikit"] }, { situation: { turns: 3 } }),
  ),
  forced("medikitOnDamage", [false, true], fire({ aptitudes: ["medikit"] })),
  // The guns reach the squad first, the others the saint's comrade; the saint himself is not seen.
  forced("sacrificeScope", ["unit", "side"], {
    units: {
      squad: { models: 8, ...NERVOUS },
      saints: {
        members: [
          { ...SOLDIER, visible: 5, aptitudes: ["sacrifice"] },
          { ...SOLDIER, ...NERVOUS },
        ],
      },
    },
    first: [aimed("guns", { distance: 10 }), aimed("guns", { as: "others" })],
    second: [running("squad"), running("saints", { distance: 12 })],
    situation: { turns: 1, distance: 24 },
  }),
  forced(
    "sacrificeUses",
    [1, 2],
    fire({ ...NERVOUS, models: 8, aptitudes: ["sacrifice"] }, { situation: { turns: 2 } }),
  ),
  forced("phaseDuelTie", ["reroll", "keepAlpha"], twoDuels, 6),
  forced("chargeMandatory", [true, false], {
    ...melee({ closeCombat: 8 }, FRAIL),
    first: [{ unit: "swords", order: "move" }],
  }),
  forced("chargePasses", [2, 1], melee({ closeCombat: 8 }, FRAIL, { situation: { distance: 6 } })),
  forced("executeDown", ["automatic", "never"], melee({ closeCombat: 12 }, { ...FRAIL, skills: ["drone"] })),
  // The slower are hit first: pinned by a wound in three of ten, they strike back or not.
  forced(
    "uncertainWounded",
    ["failedSave", "downOrOut"],
    melee({ ...FRAIL, initiative: 3, skills: ["endurance"] }, FRAIL, { rules: UNCERTAIN }),
  ),
  forced("uncertainPinTest", [false, true], melee(NERVOUS, NERVOUS, { rules: UNCERTAIN })),
  forced("pinnedInMelee", ["persist", "standUp"], melee({ closeCombat: 12 }, NERVOUS)),
  // Five at one who saves everything and is pinned by his first loss.
  forced(
    "lonePinned",
    ["minusTwo", "none", "stops"],
    melee(
      { models: 5, closeCombat: 4, ...FRAIL },
      { models: 1, closeCombat: 9, ...NERVOUS },
      { situation: { turns: 1 } },
    ),
    2,
  ),
  forced(
    "hitCap",
    [{ hits: 3 }, { hits: 1 }, { opponents: 3 }, "none"],
    melee({ models: 5, ...FRAIL }, { models: 1, closeCombat: 14, save: 1 }, { situation: { turns: 1 } }),
  ),
  forced(
    "hitPolicy",
    ["greedy", "oneEach"],
    melee({ models: 5, ...FRAIL }, { models: 1, closeCombat: 14, save: 1 }, { situation: { turns: 1 } }),
  ),
  // Three whom nothing hurts come before two whom everything does.
  forced("hitPolicy", ["oneEach", "optimal"], {
    ...melee({}, { models: 1, closeCombat: 20, save: 1 }, { situation: { turns: 1 } }),
    units: {
      swords: {
        members: [
          { ...SOLDIER, models: 3, closeCombat: -10, save: 1 },
          { ...SOLDIER, models: 2, closeCombat: -10, ...FRAIL },
        ],
      },
      squad: { models: 1, closeCombat: 20, save: 1 },
    },
  }),
  forced("uncertainAfterCap", ["noTest", "test"], {
    ...melee(
      { models: 5, initiative: 3, save: 1 },
      { models: 1, ...NERVOUS },
      { rules: UNCERTAIN, situation: { turns: 1 } },
    ),
    options: { hitCap: { hits: 1 } },
  }),
  forced("aimedCloseCombat", ["always", "whenFired"], melee({}, {}, { second: [aimed("squad")] })),
  // Pinned in the turn in which they are on aimed, then charged: -4, -2 or -6.
  forced("pinnedMeleeMalus", ["worst", "pinnedOnly", "sum"], {
    units: {
      guns: { models: 8, ballisticSkill: 1, initiative: 9 },
      squad: { models: 4, ...NERVOUS, closeCombat: 6 },
      swords: { models: 4, ...FRAIL, closeCombat: 4 },
    },
    first: [aimed("guns"), charging("swords", { distance: 3 })],
    second: [aimed("squad")],
    situation: { turns: 1 },
  }),
  forced(
    "gladiatorRolls",
    ["perEnemy", "once"],
    {
      ...melee({ models: 5, command: 20, save: 4 }, { models: 1, closeCombat: 14, save: 1, skills: ["gladiator"] }),
      options: { hitCap: "none" },
    },
    6,
  ),
  // The hero pins his enemy, and stands beside a pinned one when the guns fire.
  forced("shootIntoMelee", ["anyContact", "readyContact"], {
    units: {
      hero: { models: 1, closeCombat: 16, save: 8 },
      victim: { models: 1, closeCombat: 0, ...NERVOUS, visible: 5 },
      guns: { models: 4 },
    },
    first: [charging("hero", { distance: 3 })],
    second: [running("victim", { distance: 3 }), { unit: "guns", order: ["run", "aimed"], distance: 20 }],
    options: { executeDown: "never" },
  }),
  // Three on one; the spare two may fire at the others.
  forced("surplus", ["fires", "holds"], {
    units: {
      three: { models: 3, closeCombat: 4, save: 2, command: 1 },
      one: { models: 1, save: 1, command: 1, closeCombat: 4 },
      free: { models: 4, ...FRAIL, initiative: 1 },
    },
    first: [{ unit: "three", order: ["move", "aimed"], does: ["charge", "fire"] }],
    second: [running("one", { distance: 3 }), running("free", { distance: 20 })],
  }),
  forced("piercingFromSave", [false, "negate"], siege({ tank: { points: 30 } }, { tank: "1-10" })),
  forced("sectionOverflow", ["lost", "tank"], siege({ crew: { points: 1 }, tank: { points: 30 } }, { crew: "1-10" })),
  forced(
    "deterioration",
    ["replace", "add"],
    siege({ engine: { points: 20 }, tank: { points: 30, markX: 29, markY: 28 } }, { tank: "1-10" }),
  ),
  forced("repairDie", [10, 6], {
    ...siege({ tank: { points: 30 } }, { tank: "1-10" }),
    first: [{ unit: "lancers", order: ["aimed", "run"] }],
    second: [aimed("hulk", { repair: "worst" })],
    situation: { turns: 4 },
  }),
  // Who stands nearest burns; others are nearer to his own vehicle, which nobody hurts.
  forced("explosion", ["none", { hits: 1, saveModifier: 0 }, { hits: 3, saveModifier: -2 }], {
    ...siege({ tank: { points: 1 } }, { tank: "1-10" }, { units: { squad: { models: 6, command: 6 } } }),
    first: [aimed("lancers"), running("squad", { distance: 5 })],
    situation: { turns: 1 },
  }),
];

/** One shot empties the tank of a vehicle beside a squad. */
const burning = (squad: Unit, options: Options): Scenario =>
  scenarioOf({
    ...siege({ tank: { points: 1 } }, { tank: "1-10" }),
    units: { lancers: { models: 2, weapon: "lance" }, squad: { ...(squad.members ? {} : { models: 6 }), ...squad } },
    first: [aimed("lancers"), running("squad", { distance: 5 })],
    situation: { turns: 1 },
    options,
  });

/** What vehicles do or suffer that random fights seldom come to (E-17). */
export const VEHICLE_FIGHTS: Readonly<Record<string, Scenario>> = {
  // On move, with -2, at a vehicle that fires back on aimed and so repairs once; it has one shot for soldiers.
  "a vehicle at a vehicle": (() => {
    const { vehicles, ...rest } = siege({ tank: { points: 30 } }, { tank: "1-10" });
    const hulk = { ...vehicles!.hulk!, ballisticSkill: 4 };
    return scenarioOf({
      ...rest,
      vehicles: { gunship: { ...hulk, weapons: ["lance", "lance"] }, hulk: { ...hulk, weapons: ["rifle"] } },
      first: [{ unit: "gunship", order: "move" }, running("squad")],
      second: [aimed("hulk", { repair: "worst" })],
      situation: { turns: 4 },
    });
  })(),
  "a vehicle on move at soldiers": scenarioOf({
    ...siege({ tank: { points: 30 } }, { tank: "1-10" }),
    vehicles: {
      gunship: {
        ...siege({ tank: { points: 30 } }, { tank: "1-10" }).vehicles!.hulk!,
        ballisticSkill: 4,
        weapons: ["rifle", "rifle", "rifle"],
      },
    },
    first: [{ unit: "gunship", order: "move" }],
    second: [running("squad")],
  }),
  // Both charge moves reach: one grenade each, not two.
  "soldiers with a grenade each": scenarioOf({
    ...siege({ tank: { points: 30 } }, { tank: "1-10" }),
    units: { sappers: { models: 3, weapon: "plasma" } },
    first: [charging("sappers", { distance: 3 })],
  }),
  "limited medikits at an explosion": burning(
    { ...FRAIL, aptitudes: ["medikit"] },
    { explosion: { hits: 1, saveModifier: 0 }, medikitOnDamage: true, medikitUses: { perGame: 2 } },
  ),
  // He is ready as it goes off, and never afterwards.
  "the bearer of a limited medikit at an explosion": burning(
    {
      members: [
        { ...SOLDIER, ...FRAIL, aptitudes: ["medikit"] },
        { ...SOLDIER, ...FRAIL, models: 5 },
      ],
    },
    { explosion: { hits: 1, saveModifier: 0 }, medikitOnDamage: true, medikitUses: { perGame: 3 } },
  ),
  "a pin test for each hit of an explosion": burning(
    { save: 2, command: 4 },
    { explosion: { hits: 3, saveModifier: 0 } },
  ),
  "one pin test for an explosion": burning(
    { save: 2, command: 4 },
    { explosion: { hits: 3, saveModifier: 0 }, pinTests: "perVolley" },
  ),
  "a character at an explosion, frozen as it goes off (E-12)": burning(
    {
      members: [
        { ...SOLDIER, save: 1, command: 9, character: true, commandBonus: 4 },
        { ...SOLDIER, save: 1, command: 9, models: 5 },
      ],
    },
    { explosion: { hits: 1, saveModifier: 0 } },
  ),
};

const UNHURT = { save: 1, command: 1, skills: ["implacable"] };
/** Somebody is put out between a regroup and the next charges: who stood beside him is free (A-GEN-05, E-08). */
export const CONTACT_FIGHTS: Readonly<Record<string, Scenario>> = {
  // His mate, who fired in the first turn, is 20 paces from the victim: no comrade of his is beside him any more.
  "shot out beside a pinned enemy": scenarioOf({
    units: {
      pair: {
        members: [
          { ...SOLDIER, ...FRAIL, closeCombat: 16, weapon: "sword" },
          { ...SOLDIER, closeCombat: 16, save: 1, meleeWeapon: "axe", initiative: 9 },
        ],
      },
      victim: { models: 1, closeCombat: 0, ...NERVOUS, visible: 5 },
      gun: { models: 1, ...UNHURT, ballisticSkill: 1, weapon: "breaker" },
    },
    first: [{ unit: "pair", order: "move", does: ["fire", "charge"], distance: 3 }],
    second: [running("victim", { distance: [3, 20] }), { unit: "gun", order: ["run", "aimed"], distance: 20 }],
    options: { shootIntoMelee: "readyContact", executeDown: "never" },
  }),
  // The hero is the first enemy on the list after the wreck: free once the victim is blown out, he is shot at.
  "blown out after the regroup": scenarioOf({
    ...siege({ tank: { points: 1 } }, { tank: "1-10" }),
    units: {
      lancers: { models: 2, weapon: "lance" },
      victim: { models: 1, ...UNHURT },
      guns: { models: 2, ballisticSkill: 1, weapon: "breaker" },
      hero: { models: 1, ...UNHURT },
      bystander: { models: 4, ...UNHURT },
    },
    first: [
      { unit: "lancers", order: ["aimed", "run"], distance: 24 },
      running("victim", { distance: 3 }),
      { unit: "guns", order: ["run", "aimed"], distance: 24 },
    ],
    second: [running("hulk"), charging("hero", { distance: 3 }), running("bystander")],
    options: { explosion: { hits: 3, saveModifier: -20 } },
  }),
};
