/** Scenarios of alpha-omega in which every field can act, kind by kind. */
import { type Base, baseOf, type Data } from "./walk.ts";

const SOLDIER = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 5, weapon: "rifle" };
const CARD = {
  rank: 1,
  resistance: 7,
  armour: 1,
  hitModifier: { aimed: 1, manoeuvre: 0, move: -1, run: -2 },
  sections: { tank: { points: 4, markX: 3, markY: 1 }, engine: { points: 3 }, cargo: 3 },
  location: { die: 10, external: { tank: "1-4", engine: "5-10" }, internal: { engine: "1-5", tank: "6-10" } },
};
const WORLD: Data = {
  version: 1,
  ruleset: "alpha-omega",
  options: {},
  weapons: {
    rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1, shots: 1, piercing: 4, charge: 1 },
    cannon: { range: { 24: 0 }, saveModifier: -3, piercing: 6, charge: 2 },
    blade: { melee: true, saveModifier: -1 },
    grenade: { grenade: true, piercing: 6, charge: 1 },
  },
  units: {
    a: { models: 2, ...SOLDIER, meleeWeapon: "blade" },
    d: { models: 2, ...SOLDIER },
    led: { ...SOLDIER, members: [{ models: 1, character: true, commandBonus: 1, command: 6 }, { models: 2 }] },
    enduring: { models: 1, ...SOLDIER, skills: ["endurance"] },
    droning: { models: 1, ...SOLDIER, skills: ["drone"] },
    both: { models: 1, ...SOLDIER, skills: ["endurance", "drone"] },
    hiding: { models: 1, ...SOLDIER, skills: ["camouflage"] },
    small: { models: 1, ...SOLDIER, skills: ["minus"] },
    smallHiding: { models: 1, ...SOLDIER, skills: ["camouflage", "minus"] },
    stubborn: { models: 1, ...SOLDIER, skills: ["implacable"] },
    medics: { models: 2, ...SOLDIER, aptitudes: ["medikit"] },
    callers: { models: 2, ...SOLDIER, aptitudes: ["sacrifice"] },
    mixed: {
      ...SOLDIER,
      members: [{ aptitudes: ["medikit"] }, { aptitudes: ["sacrifice"] }, { models: 2 }],
    },
    gladiator: { models: 1, ...SOLDIER, skills: ["gladiator"], meleeWeapon: "blade" },
    champion: { models: 1, ...SOLDIER, closeCombat: 9, meleeWeapon: "blade" },
    grenadiers: { models: 1, ...SOLDIER, weapon: undefined, weapons: ["rifle", "grenade"] },
    leaper: { models: 1, ...SOLDIER, skills: ["leap"] },
    fearsome: { models: 1, ...SOLDIER, skills: ["fear"] },
  },
  vehicles: { tank: { ...CARD, ballisticSkill: 4, weapons: ["cannon"] } },
};

/** What is tried of several against one, whose answers take long: what only they have. */
const OF_MELEE = /^experiments\.melee|^options\.(hitCap|hitPolicy|lonePinned|uncertainAfterCap|medikit)|commandBonus/u;
const base = (name: string, experiment: Data, more: Data = {}, only?: RegExp): Base => ({
  ...baseOf(name, { ...WORLD, ...more }, experiment),
  ...(only !== undefined ? { only } : experiment.kind === "melee" ? { only: OF_MELEE } : {}),
});
const withOptions = (options: Data): Data => ({ options });

const shot = (defender: unknown, situation: Data = {}, attacker: unknown = "a", kind = "shot"): Data => ({
  kind,
  attacker,
  defender,
  situation: { attackerOrder: "manoeuvre", defenderOrder: "move", distance: 10, ...situation },
});
const volley = (defender: unknown, situation: Data = {}, attacker: unknown = "a") =>
  shot(defender, situation, attacker, "volley");
const duel = (attacker: string, defender: string, situation: Data = {}): Data => ({
  kind: "duel",
  attacker,
  defender,
  situation,
});
const melee = (attacker: unknown, defender: string, situation: Data = {}): Data => ({
  kind: "melee",
  attacker,
  defender,
  situation,
});
const siege = (situation: Data = {}, attacker: unknown = "a"): Data => ({
  kind: "antiArmour",
  attacker,
  defender: "tank",
  situation: { attackerOrder: "aimed", defenderOrder: "move", distance: 10, turns: 2, ...situation },
});
const fight = (first: Data[], second: Data[], situation: Data = {}, more: Data = {}): Data => ({
  kind: "engagement",
  sides: [{ units: first }, { units: second }],
  situation: { distance: 12, turns: 2, ...situation },
  ...more,
});
const aimed = (unit: string, more: Data = {}) => ({ unit, order: "aimed", ...more });
const moving = (unit: string, more: Data = {}) => ({ unit, order: "move", ...more });

export const BASES: readonly Base[] = [
  base("shot", shot("d")),
  base("shot, hidden", shot("d", { visible: 60, contactCover: true })),
  base("shot at camouflage", shot("hiding", { defenderOrder: "run" })),
  base("shot at minus", shot("small", { defenderOrder: "aimed" })),
  base("shot at both", shot("smallHiding", { defenderOrder: "aimed" })),
  base("shot at both on move", shot("smallHiding")),
  base("shot at a pinned one", shot("small", { defenderState: "pinned" })),
  base("shot at a pinned, camouflaged one", shot("hiding", { defenderState: "pinned" })),
  base("shot at one who is down", shot("hiding", { defenderState: "down" })),
  base("shot without an order", shot("d", { defenderOrder: "none" })),
  base("shot at 50 %", shot("d", { visible: 50 })),
  base("shot at 90 % in contact", shot("d", { visible: 95, contactCover: true })),
  base("shot at endurance", shot("enduring")),
  base("shot at a drone", shot("droning")),
  base("shot at endurance and drone", shot("both")),
  base("shot at medics", shot("medics")),
  base("shot at a led unit", shot("led")),
  base(
    "shot at one in contact",
    shot("d", { defenderContact: "pinned" }),
    withOptions({ shootIntoMelee: "readyContact" }),
  ),
  base("shot by a vehicle", shot("d", { attackerOrder: "move" }, "tank")),
  base("shot with use", shot({ unit: "d", as: "them" }, {}, { unit: "a", as: "us" })),
  base(
    "shot by sets",
    { ...shot("d"), with: ["set"] },
    {
      modifierSets: { set: { factor: false, attacker: {}, defender: {}, situation: {}, options: {}, rules: {} } },
    },
  ),
  base("volley", volley("d")),
  base("volley at four shots", volley("d", {}, { unit: "a", models: 4 })),
  base("volley, declared", volley("d", { targets: [2] })),
  base(
    "volley shot by shot",
    volley("d", { targeting: "focus" }, { unit: "a", models: 4 }),
    withOptions({ volley: "sequential" }),
  ),
  base(
    "volley, retargeted",
    volley("d", { targeting: "focus" }, { unit: "a", models: 4 }),
    withOptions({ volley: "sequential", surplusShots: "retarget" }),
  ),
  base(
    "volley at a led unit",
    volley("led", {}, { unit: "a", models: 4 }),
    withOptions({ hitTransfer: "protectCharacters" }),
  ),
  base("volley at a led unit in unlike cover", volley("led", { defenderOrder: "aimed" }, { unit: "a", models: 4 }), {
    options: { hitTransfer: "protectCharacters" },
    units: {
      ...(WORLD.units as Data),
      led: {
        ...SOLDIER,
        members: [
          { character: true, commandBonus: 1 },
          { models: 2, skills: ["camouflage"] },
        ],
      },
    },
  }),
  base("volley at medics", volley("medics", {}, { unit: "a", models: 4 }), withOptions({ medikitOnDamage: true })),
  base("volley at some", volley("d", { defenderState: ["ready", "pinned"] }, { unit: "a", models: 3 })),
  base("volley by a vehicle", volley("d", {}, "tank")),
  base("duel", duel("a", "d")),
  base("duel on aimed", duel("a", "d", { attackerOrder: "aimed", defenderOrder: "aimed" })),
  base(
    "duel, pinned",
    duel("a", "d", {
      attackerOrder: "aimed",
      attackerState: "pinned",
      defenderOrder: "aimed",
      defenderState: "pinned",
    }),
  ),
  base("duel of one with a fearsome one", duel("a", "fearsome")),
  base("duel of a champion", duel("champion", "medics"), withOptions({ medikitOnDamage: true })),
  base("duel of champions", duel("champion", "d")),
  base("duel of unequal initiative", duel("a", "d"), {
    units: { ...(WORLD.units as Data), d: { models: 1, ...SOLDIER, initiative: 5 } },
  }),
  base("melee", melee({ unit: "d", models: 3 }, "champion")),
  base("melee of equals", melee({ unit: "d", models: 3 }, "a")),
  base("melee of a led unit", melee("led", "champion")),
  base("melee, some pinned", melee("d", "a", { attackerState: ["ready", "pinned"], attackerOrder: "aimed" })),
  base("melee of medics", melee("medics", "champion"), withOptions({ medikitOnDamage: true })),
  base("recovery", { kind: "recovery", defender: "d", situation: { turns: 2 } }),
  base("recovery, stubborn", { kind: "recovery", defender: "stubborn", situation: { turns: 2 } }),
  base("recovery of medics", { kind: "recovery", defender: "medics", situation: { turns: 2 } }),
  base("recovery of callers", { kind: "recovery", defender: "callers", situation: { turns: 4 } }),
  base("recovery of a mixed unit", {
    kind: "recovery",
    defender: "mixed",
    situation: { turns: 2, state: ["ready", "ready", "down", "pinned"] },
  }),
  base("recovery of a led unit", {
    kind: "recovery",
    defender: "led",
    situation: { turns: 2, state: ["pinned", "pinned", "pinned"] },
  }),
  base("dodge", { kind: "dodge", attacker: "a", situation: { opponents: ["d", "champion"] } }),
  base("dodge of a use", { kind: "dodge", attacker: "a", situation: { opponents: [{ unit: "champion" }] } }),
  base("dodge of many", { kind: "dodge", attacker: "a", situation: { opponents: [{ unit: "led" }] } }),
  base("gladiator", { kind: "gladiator", attacker: "gladiator", defender: "d", situation: { enemies: 2 } }),
  base("cloud", { kind: "cloud", situation: {} }),
  base("shot, other bands", shot("droning"), {
    rules: { woundBands: { standard: [2, 5], endurance: [3, 6], drone: [2, 7] } },
  }),
  base("shot at endurance, other bands", shot("enduring"), {
    rules: { woundBands: { standard: [2, 5], endurance: [3, 6], drone: [2, 7] } },
  }),
  base("shot, other bands of all", shot("d"), { rules: { woundBands: { standard: [2, 5] } } }),
  base("duel, other bands", duel("a", "d"), { rules: { hitBands: [2, 4, 7] } }),
  base("shot from afar", shot("d", { distance: 20 }), {}, /situation\.distance$/u),
  base("shot by one who cannot miss", shot("d", {}, { unit: "a", ballisticSkill: 1 }), {}, /naturalRolls/u),
  base("shot by one who cannot hit", shot("d", {}, { unit: "a", ballisticSkill: 15 }), {}, /naturalRolls/u),
  base("shot through a gap", shot("d", { visible: 30, defenderOrder: "manoeuvre" }), {}, /mostlyHidden|standard\.man/u),
  base("shot at a runner", shot("d", { defenderOrder: "run" }), {}, /standard\.run/u),
  base("shot at a small runner", shot("small", { defenderOrder: "run" }), {}, /minus\.run/u),
  base("shot at a small manoeuvre", shot("small", { defenderOrder: "manoeuvre" }), {}, /minus\.man/u),
  base("shot at a hidden manoeuvre", shot("hiding", { defenderOrder: "manoeuvre" }), {}, /camouflage\.man/u),
  base("shot by an aimed vehicle", shot("d", { attackerOrder: "aimed" }, "tank"), {}, /vehicleOrder/u),
  base("shot at a pinned state", shot("d", { attackerState: "pinned" }), {}, /attackerState/u),
  base("shot by the engaged", shot("d", { attackerEngaged: true, attackerOrder: "none" }), {}, /Engaged/u),
  base("shot at contact", shot("d", { defenderContact: "ready" }), {}, /defenderContact/u),
  base("volley from afar", volley("d", { distance: 20 }), {}, /situation\.distance$/u),
  base("volley by the pinned", volley("d", { attackerState: "pinned" }), {}, /attackerState/u),
  base("volley by the engaged", volley("d", { attackerEngaged: true, attackerOrder: "none" }), {}, /Engaged/u),
  base("volley at contact", volley("d", { defenderContact: "ready" }), {}, /defenderContact/u),
  base("siege by the pinned", siege({ attackerState: "pinned" }), {}, /attackerState/u),
  base("siege by the engaged", siege({ attackerEngaged: true, attackerOrder: "none" }), {}, /Engaged/u),
  base("duel of an aimed one", duel("a", "d", { attackerOrder: "aimed" }), {}, /aimedCloseCombat|duel/u),
  base("duel of a mover", duel("a", "d", { attackerOrder: "move", defenderOrder: "aimed" }), {}, /Fired/u),
  base("duel by a mover", duel("a", "d", { attackerOrder: "aimed", defenderOrder: "move" }), {}, /Fired/u),
  base("duel of the pinned", duel("a", "d", { attackerState: "pinned", defenderState: "ready" }), {}, /State/u),
  base(
    "duel with the pinned",
    duel("a", "d", { attackerOrder: "aimed", attackerState: "pinned" }),
    withOptions({ pinnedMeleeMalus: "pinnedOnly" }),
    /pinnedMelee/u,
  ),
  base("siege", siege()),
  base("siege at long range", siege({ distance: [10, 20], repair: "worst" })),
  base("siege by grenades", siege({ grenades: 1, repair: "worst", attackerOrder: "move" }, "grenadiers")),
  base("siege by a vehicle", siege({ attackerOrder: "move" }, "tank")),
  base(
    "siege with bystanders",
    siege({ bystanders: "d", turns: 4 }, { unit: "a", models: 4 }),
    withOptions({ explosion: { hits: 1, saveModifier: -1 } }),
  ),
  base("repair", { kind: "repair", defender: "tank", situation: { section: "engine", points: 1 } }),
  base("repair of marks", { kind: "repair", defender: "tank", situation: { section: "cargo", points: 1, turns: 2 } }),
  base("fight at range", fight([aimed("a")], [aimed("d")])),
  base("fight, the first side first", fight([aimed("a")], [aimed("d")], { alpha: "first" })),
  base("fight on the move", fight([moving("a")], [moving("d")])),
  base("fight, hidden", fight([aimed("a")], [aimed("d")], { visible: 60, contactCover: true })),
  base("fight by interception", fight([aimed("a", { intercept: true })], [moving("d")])),
  base("fight of charges", fight([moving("a", { does: "charge" })], [moving("d", { dodge: true })], { distance: 6 })),
  base("fight of two units", fight([moving("a"), aimed("champion")], [moving("d"), moving("leaper")], { distance: 7 })),
  base("fight of many", fight([moving("champion")], [moving("led"), aimed("a")], { distance: 3, turns: 3 })),
  base(
    "fight of mixed units",
    fight([aimed("mixed"), aimed("callers")], [aimed("a"), aimed("a", { as: "b" })], { turns: 4 }),
  ),
  base(
    "fight of callers",
    fight([aimed("callers", { sacrificeAt: 0.5 })], [aimed("a", { models: 4, targeting: "focus" })], { turns: 3 }),
  ),
  base(
    "fight of a led unit",
    fight([aimed("led")], [aimed("a", { models: 4 })], { turns: 3 }),
    withOptions({ hitTransfer: "protectCharacters" }),
  ),
  base(
    "fight for objectives",
    fight([aimed("a")], [aimed("d")], {}, { objectives: { enemyOut: 1, survivor: 1, lastTurn: 1 } }),
  ),
  base("fight of gladiators", fight([moving("gladiator")], [moving("d")], { distance: 3, turns: 4 })),
  base("fight at unlike distances", fight([aimed("a", { distance: [10, 20] })], [aimed("d")], { distance: [5, 12] })),
];

/** Texts to try where any text may stand. */
export const TEXTS = [
  "rifle",
  "cannon",
  "blade",
  "grenade",
  "a",
  "d",
  "champion",
  "medics",
  "grenadiers",
  "tank",
  "engine",
  "cargo",
  "worst",
  "1-4",
  "5-10",
  "1-10",
  "24",
  "other",
];
