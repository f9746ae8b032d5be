/** Scenarios of alpha-omega in which every field can act, kind by kind. */

import { isInapplicable } from "../../../src/rulesets/alpha-omega/applicability.ts";
import { BOOK } from "../../../src/rulesets/alpha-omega/book.ts";
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
    rapier: { melee: true, saveModifier: -3 },
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
    gladiators: { ...SOLDIER, skills: ["gladiator"], meleeWeapon: "blade" },
    champion: { models: 1, ...SOLDIER, closeCombat: 9, meleeWeapon: "blade" },
    grenadiers: { models: 1, ...SOLDIER, weapon: undefined, weapons: ["rifle", "grenade"] },
    leaper: { models: 1, ...SOLDIER, skills: ["leap"] },
    fearsome: { models: 1, ...SOLDIER, skills: ["fear"] },
  },
  vehicles: { tank: { ...CARD, ballisticSkill: 4, weapons: ["cannon"] } },
};

/** What is tried of three against one, whose answers take long: what only they have. */
const OF_MELEE = /^experiments\.melee|^melee\.options|^options\.(hitCap|hitPolicy|lonePinned|uncertainAfterCap)/u;
const base = (name: string, experiment: Data, more: Data = {}, only?: RegExp): Base => ({
  ...baseOf(name, { ...WORLD, ...more }, experiment, {
    also: ["rifle", "cannon", "blade", "grenade", "rapier"],
    isInapplicable,
  }),
  ...(only === undefined ? {} : { only }),
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

const PRINTED = { rules: { ...BOOK, woundBands: BOOK.woundBands } };
const TREATED = withOptions({ medikitOnDamage: true });
const TREATED_ONCE = withOptions({ medikitOnDamage: true, medikitUses: { perTurn: 1 } });
/** What a soldier is given where an experiment names him, so that each of it can be taken away. */
const SERGEANT = { character: true, commandBonus: 3, command: 7 };
const FEW = {
  models: undefined,
  members: [
    { command: 9, initiative: 5 },
    { ...SERGEANT, aptitudes: ["medikit"] },
  ],
};
const only = (kind: string) => new RegExp(`^(${kind}\\.|options\\.|rules\\.)`, "u");

/** Targets on which every modifier of a hit roll can act, in the three kinds that shoot. */
const TARGETS: readonly (readonly [string, unknown, Data])[] = [
  ["at a runner in camouflage", "hiding", { defenderOrder: "run" }],
  ["at a small one on aimed", "small", { defenderOrder: "aimed" }],
  ["at a small hidden one on aimed", "smallHiding", { defenderOrder: "aimed" }],
  ["at a small hidden one", "smallHiding", {}],
  ["at a small pinned one", "small", { defenderState: "pinned" }],
  ["at a small hidden pinned one", "smallHiding", { defenderState: "pinned" }],
  ["at a hidden one who is down", "hiding", { defenderState: "down" }],
  ["at a hidden one without an order", "hiding", { defenderOrder: "none" }],
  ["at half of one", "d", { visible: 50 }],
  ["at a third of one", "d", { visible: 30 }],
  ["at one in contact with cover", "d", { visible: 95, contactCover: true }],
  ["at part of one in contact with cover", "d", { visible: 60, contactCover: true }],
  ["at endurance", "enduring", {}],
  ["at a drone", "droning", {}],
  ["at endurance and drone", "both", {}],
  ["at the best", { unit: "both", command: 1, save: 1 }, {}],
  ["at the worst", { unit: "both", command: 12, save: 12 }, {}],
];
/** What of the situation of a shot is said of a unit in a whole fight. */
const seatOf = (target: unknown, { defenderOrder = "move", visible, contactCover }: Data): Data => ({
  ...(typeof target === "string" ? { unit: target } : (target as Data)),
  models: 3,
  order: defenderOrder,
  ...(visible === undefined ? {} : { visible }),
  ...(contactCover === undefined ? {} : { contactCover }),
});
const shooters = (): readonly Base[] =>
  TARGETS.flatMap(([name, target, situation]) =>
    [4, 1, 15].flatMap((ballisticSkill) => {
      const who = { unit: "a", models: 4, ballisticSkill };
      const volleyed = typeof target === "string" ? { unit: target } : (target as Data);
      const title = `${name}, CT ${ballisticSkill}`;
      return [
        base(`shot ${title}`, shot(target, situation, who), PRINTED, only("shot")),
        base(`volley ${title}`, volley({ ...volleyed, models: 3 }, situation, who), PRINTED, only("volley")),
        base(
          `fight ${title}`,
          fight([aimed("a", { models: 4, ballisticSkill })], [seatOf(target, situation)], { turns: 3 }),
          PRINTED,
          only("engagement"),
        ),
      ];
    }),
  );
/** Fights hand to hand of every sort: of two, of three, and in whole fights. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["a", "d"],
  ["champion", "d"],
  ["champion", "both"],
  ["enduring", "champion"],
  ["medics", "champion"],
  ["champion", "medics"],
  ["fearsome", "both"],
];
const fighters = (): readonly Base[] =>
  PAIRS.flatMap(([first, second]) => {
    const title = `${first} against ${second}`;
    const pinned = { attackerOrder: "aimed", attackerState: "pinned", defenderOrder: "aimed", defenderState: "pinned" };
    const hurt = { command: 12, save: 12 };
    return [
      base(`duel, ${title}`, duel(first, second), { ...PRINTED, ...TREATED_ONCE }),
      base(`duel, pinned, ${title}`, duel(first, second, pinned), PRINTED),
      base(
        `melee, ${title}`,
        melee({ unit: first, models: 2 }, second),
        { ...PRINTED, ...TREATED_ONCE },
        only("melee"),
      ),
      base(`melee, pinned, ${title}`, melee({ unit: first, models: 2 }, second, pinned), PRINTED, only("melee")),
      base(
        `fight by charge, ${title}`,
        fight([moving(first, { does: "charge", models: 3 })], [aimed(second, { models: 3 })], {
          distance: 3,
          turns: 4,
        }),
        { ...PRINTED, ...TREATED_ONCE },
        only("engagement"),
      ),
      base(
        `fight by charge of the weak, ${title}`,
        fight([moving(first, { does: "charge", models: 3, ...hurt })], [aimed(second, { models: 2, ...hurt })], {
          distance: 3,
          turns: 4,
        }),
        PRINTED,
        only("engagement"),
      ),
    ];
  });
const others: readonly Base[] = [
  base("shot at medics, treated", shot("medics"), TREATED),
  base("shot at one without medics", shot("d"), TREATED),
  base("volley at medics, treated once", volley("medics", {}, { unit: "a", models: 4 }), TREATED_ONCE),
  base("volley at one without medics", volley("d"), TREATED),
  base("shot at a sergeant", shot({ unit: "d", ...SERGEANT })),
  base("volley at a sergeant", volley({ unit: "d", ...SERGEANT })),
  base("shot at few", shot({ unit: "led", ...FEW }, {}, { unit: "led", ...FEW })),
  base("volley at few", volley({ unit: "led", ...FEW }, {}, { unit: "led", ...FEW })),
  base("duel of sergeants", {
    ...duel("a", "d"),
    attacker: { unit: "a", ...SERGEANT },
    defender: { unit: "d", ...SERGEANT },
  }),
  base("duel of few", { ...duel("a", "d"), attacker: { unit: "led", ...FEW }, defender: { unit: "led", ...FEW } }),
  base("duel without medics", duel("a", "d"), TREATED),
  base("melee of sergeants", { ...melee({ unit: "a", ...SERGEANT }, "d"), defender: { unit: "d", ...SERGEANT } }),
  base("melee of few", { ...melee({ unit: "led", ...FEW }, "d"), defender: { unit: "led", ...FEW } }),
  base("melee without medics", melee("a", "d"), TREATED),
  ...["ready", "pinned", "down"].map((state) =>
    base(`recovery of few, ${state}`, {
      kind: "recovery",
      defender: { unit: "led", ...FEW },
      situation: { turns: 3, state: [state, "ready"] },
    }),
  ),
  ...["enduring", "droning", "both", "stubborn"].flatMap((unit) =>
    [1, 5, 12].map((command) =>
      base(
        `recovery of ${unit}, ${command}`,
        { kind: "recovery", defender: { unit, command }, situation: { turns: 3, state: "down" } },
        PRINTED,
        only("recovery"),
      ),
    ),
  ),
  base(
    "recovery of a sergeant",
    { kind: "recovery", defender: { unit: "d", ...SERGEANT }, situation: { turns: 3, state: ["ready", "pinned"] } },
    PRINTED,
  ),
  base(
    "recovery with one medikit",
    { kind: "recovery", defender: { unit: "medics", models: 3 }, situation: { turns: 3 } },
    withOptions({ medikitUses: { perTurn: 1 } }),
  ),
  ...["d", "both", "enduring", "medics", "stubborn"].flatMap((unit) =>
    [1, 5, 12].flatMap((command) => [
      base(
        `dodge of ${unit}, ${command}`,
        {
          kind: "dodge",
          attacker: { unit, command, save: 8 },
          situation: { opponents: [{ unit: "champion" }, { unit: "champion" }, { unit: "a" }] },
        },
        { ...PRINTED, ...(unit === "medics" ? TREATED : {}) },
      ),
      base(
        `gladiator among ${unit}, ${command}`,
        { kind: "gladiator", attacker: "gladiator", defender: { unit, command }, situation: { enemies: 3 } },
        { ...PRINTED, ...(unit === "medics" ? TREATED_ONCE : {}) },
      ),
    ]),
  ),
  base("dodge of few", { kind: "dodge", attacker: { unit: "led", ...FEW }, situation: { opponents: ["champion"] } }),
  base("dodge of a sergeant", {
    kind: "dodge",
    attacker: { unit: "d", ...SERGEANT },
    situation: { opponents: ["champion"] },
  }),
  base("dodge without medics", { kind: "dodge", attacker: "d", situation: { opponents: ["champion"] } }, TREATED),
  base("gladiator among few", {
    kind: "gladiator",
    attacker: { unit: "gladiators", members: [{ meleeWeapon: "blade" }, {}] },
    defender: { unit: "led", models: undefined, members: [{ save: 8 }, {}] },
    situation: { enemies: 2 },
  }),
  base(
    "gladiator without medics",
    { kind: "gladiator", attacker: "gladiator", defender: "d", situation: { enemies: 2 } },
    TREATED,
  ),
  ...["led", "d", "both", "medics", "stubborn", "enduring"].flatMap((unit) =>
    [1, 5, 12].map((command) =>
      base(
        `siege of an exploding tank by ${unit}, ${command}`,
        siege(
          { distance: 5, turns: 3 },
          { unit, weapon: "cannon", command, ...(unit === "led" ? FEW : { models: 3 }) },
        ),
        {
          ...PRINTED,
          options: {
            explosion: { hits: 2, saveModifier: -1 },
            ...(unit === "medics" ? (TREATED_ONCE.options as Data) : {}),
          },
        },
        only("antiArmour"),
      ),
    ),
  ),
  base(
    "siege by a sergeant",
    siege({ distance: 5 }, { unit: "d", weapon: "cannon", ...SERGEANT }),
    withOptions({ explosion: { hits: 2, saveModifier: -1 } }),
  ),
  base(
    "siege without medics",
    siege({ distance: 5 }, { unit: "d", weapon: "cannon" }),
    withOptions({ explosion: { hits: 2, saveModifier: -1 }, medikitOnDamage: true }),
  ),
  base("siege by a sure hand", siege({ defenderOrder: "aimed" }), {
    vehicles: { tank: { ...CARD, hitModifier: { aimed: 4, manoeuvre: 0, move: -12, run: -2 } } },
  }),
  base("siege of a moving tank", siege({ defenderOrder: "move" }), {
    vehicles: { tank: { ...CARD, hitModifier: { aimed: 4, manoeuvre: 0, move: -12, run: -2 } } },
  }),
  base("fight with leapers", fight([moving("a", { does: "charge" })], [moving("d")], { distance: 9 }), {}, /leap/u),
  base("fight of few", fight([moving("led", FEW)], [aimed("a", { models: 4 })], { distance: 6, turns: 3 })),
  ...["move", "aimed", "manoeuvre"].map((order) =>
    base(
      `fight of armour on ${order}`,
      fight(
        [{ unit: "tank", order, repair: "worst" }, aimed("a", { distance: 8 })],
        [{ unit: "d", models: 4, weapon: "cannon", order: "aimed" }],
        { distance: 8, turns: 4 },
      ),
      { ...PRINTED, options: { explosion: { hits: 2, saveModifier: -1 } } },
    ),
  ),
  base(
    "fight of callers for a side",
    fight(
      [aimed("callers", { sacrificeAt: 0.1 }), aimed("d", { as: "e", models: 4 })],
      [aimed("a", { models: 6, targeting: "focus" })],
      { turns: 4 },
    ),
  ),
  base(
    "fight of gladiators among many",
    fight([moving("gladiator", { does: "charge", closeCombat: 8 })], [aimed("d", { models: 3, save: 9, command: 9 })], {
      distance: 3,
      turns: 4,
    }),
  ),
];

/** A card that leaves its tables to its rank, and the tables of two ranks. */
const RANKED = { ...CARD, hitModifier: undefined, location: undefined };
const LOCATION = { die: 10, external: { tank: "1-8", engine: 9, cargo: "10" }, internal: { engine: "1-9", tank: 10 } };
const RANKS = {
  ranks: {
    1: { hitModifier: CARD.hitModifier, location: CARD.location },
    2: { hitModifier: { aimed: 2, manoeuvre: 2, move: 2, run: 2 }, location: LOCATION },
  },
};
const BLOWN = withOptions({ explosion: { hits: 2, saveModifier: -1 } });
/** Several options at once. */
const both = (...all: readonly Data[]): Data => ({ options: Object.assign({}, ...all.map(({ options }) => options)) });
/** The bonus is the whole unit's to bring, and one of its soldiers is a character. */
const HEIRS = {
  models: undefined,
  commandBonus: 3,
  command: 7,
  save: 3,
  members: [{}, { character: true, commandBonus: 1 }],
};
const heirs = (unit: string): Data => ({ unit, ...HEIRS });
const policed = (policy: unknown): Data => ({
  kind: "engagement",
  sides: [{ policy, units: [{ unit: "a", models: 2 }] }, { units: [moving("d")] }],
  situation: { distance: 12, turns: 2 },
});
/** Such a table as `crible play` writes, of one soldier against one on one turn. */
const TABLE = [
  "cell,side,turn,ready,pinned,down,enemy_ready,enemy_pinned,enemy_down,aimed,move",
  "x,first,1,2,0,0,2,0,0,1,0",
  "x,second,1,2,0,0,2,0,0,0,1",
  "y,first,1,2,0,0,2,0,0,0,1",
  "y,second,1,2,0,0,2,0,0,0,1",
].join("\n");
const tabled = (policy: Data): Data => ({
  kind: "engagement",
  sides: [{ policy, units: [{ unit: "a", models: 2 }] }, { units: [aimed("d", { models: 2 })] }],
  situation: { distance: 12, turns: 1 },
});

/** What one field needs in order to act. */
const chosen: readonly Base[] = [
  base("volley at a runner", volley({ unit: "hiding", models: 3 }, { defenderOrder: "run" })),
  base("fight of runners", fight([aimed("a")], [{ unit: "d", order: "run" }])),
  base("siege with a sure hand", siege({ defenderOrder: "aimed" }), {
    vehicles: { tank: { ...CARD, hitModifier: { aimed: 4, manoeuvre: 0, move: -1, run: -2 } } },
  }),
  base("duel of the sure and the unsure", duel("d", "champion"), {
    units: { ...(WORLD.units as Data), d: { models: 1, ...SOLDIER, save: 1, command: 12 } },
  }),
  base("melee of the sure and the unsure", melee("d", "champion"), {
    units: { ...(WORLD.units as Data), d: { models: 2, ...SOLDIER, save: 1, command: 12 } },
  }),
  base(
    "fight shot by shot",
    fight([aimed("a", { models: 6, targeting: "focus" })], [moving("d", { models: 3, save: 9 })], { turns: 1 }),
    withOptions({ volley: "sequential" }),
  ),
  base(
    "fight with characters",
    fight([aimed("a", { models: 6 })], [moving("led")], { turns: 1 }),
    withOptions({ hitTransfer: "protectCharacters" }),
  ),
  base(
    "fight with a character in unlike camouflage",
    fight(
      [aimed("a", { models: 6 })],
      [aimed("led", { members: [{ character: true }, { models: 2, skills: ["camouflage"] }] })],
      { turns: 1 },
    ),
    withOptions({ hitTransfer: "protectCharacters" }),
  ),
  base("fight in camouflage without it", fight([aimed("a", { models: 6 })], [aimed("hiding", { models: 2 })]), {
    options: { passiveSkillsWhenPinned: false },
  }),
  base(
    "siege by endurance and drone",
    siege({ distance: 5, turns: 3 }, { unit: "both", weapon: "cannon", models: 3 }),
    BLOWN,
  ),
  base("shot at endurance and drone by the worse", shot("both"), withOptions({ enduranceWithDrone: "drone" })),
  base("volley at one in contact", volley("d", { defenderContact: "pinned" })),
  base("melee with a cap of hits", melee({ unit: "d", models: 2 }, "champion"), withOptions({ hitCap: { hits: 3 } })),
  base(
    "melee with a cap of opponents",
    melee({ unit: "d", models: 2 }, "champion"),
    withOptions({ hitCap: { opponents: 2 } }),
  ),
  base("duel of one who aimed", duel("a", "d", { attackerOrder: "aimed" })),
  base("melee of one who aimed", melee({ unit: "a", models: 2 }, "d", { attackerOrder: "aimed" })),
  base("duel of one pinned on aimed", duel("a", "d", { attackerOrder: "aimed", attackerState: "pinned" })),
  base(
    "melee of one pinned on aimed",
    melee({ unit: "a", models: 2 }, "d", { attackerOrder: "aimed", attackerState: "pinned" }),
  ),
  base("melee, other bands", melee({ unit: "d", models: 2 }, "champion"), {
    rules: { woundBands: { drone: [6, 8] } },
  }),
  base(
    "melee of one pinned on the move",
    melee({ unit: "a", models: 2 }, "d", { attackerState: "pinned", defenderState: "pinned" }),
  ),
  {
    ...base("gladiator of another", { kind: "gladiator", attacker: { unit: "a" }, defender: "d", situation: {} }),
    isRefused: true,
  },
  base("melee on aimed", melee({ unit: "a", models: 2 }, "d", { defenderOrder: "aimed" })),
  base("melee after fire", melee({ unit: "a", models: 2 }, "d", { attackerOrder: "move", defenderOrder: "move" })),
  base(
    "fight of the stubborn",
    fight([aimed("a", { models: 6 })], [moving("stubborn", { models: 3, command: 9 })], { turns: 3 }),
  ),
  base(
    "siege by medics who share one",
    siege({ distance: 5, turns: 3 }, { unit: "medics", weapon: "cannon", models: 3 }),
    both(BLOWN, TREATED),
  ),
  base(
    "siege by those whom no medic helps",
    siege({ distance: 5 }, { unit: "d", weapon: "cannon" }),
    both(BLOWN, TREATED),
  ),
  base("siege of an exploding tank", siege({ distance: 5 }, { unit: "d", weapon: "cannon" }), BLOWN),
  base("siege of an exploding tank, other bands", siege({ distance: 5 }, { unit: "d", weapon: "cannon" }), {
    ...BLOWN,
    rules: { woundBands: { drone: [6, 8] } },
  }),
  base(
    "siege of an exploding tank by the enduring",
    siege({ distance: 5 }, { unit: "enduring", weapon: "cannon" }),
    BLOWN,
  ),
  base("siege of a card of its own", {
    ...siege({ turns: 2 }),
    defender: { unit: "tank", hitModifier: CARD.hitModifier, sections: CARD.sections, location: CARD.location },
  }),
  ...[1, 2].map((rank) =>
    base(
      `siege of a tank of rank ${rank}`,
      { ...siege({ turns: 2 }), defender: { unit: "ranked", rank } },
      { vehicles: { ranked: RANKED }, rules: RANKS },
    ),
  ),
  base("fight of a tank of rank 1", fight([{ unit: "ranked", order: "move" }], [aimed("d", { weapon: "cannon" })]), {
    vehicles: { ranked: RANKED },
    rules: RANKS,
  }),
  base("siege of one on aimed", siege({ defenderOrder: ["aimed", "aimed"], turns: 2 })),
  base(
    "siege beside others",
    siege({ distance: 5, bystanders: "d" }, { unit: "d", models: 3, weapon: "cannon" }),
    BLOWN,
  ),
  base("siege with repair", siege({ turns: 3, repair: "worst" })),
  base("siege by gunners", siege({ attackerOrder: "aimed" }, "tank"), PRINTED),
  base("fight of gunners", fight([{ unit: "tank", order: "aimed" }], [aimed("d", { weapon: "cannon" })]), PRINTED),
  base("repair of an engine", { kind: "repair", defender: "tank", situation: { section: "engine", points: 1 } }),
  base("repair of a section of its own", {
    kind: "repair",
    defender: { unit: "tank", sections: CARD.sections },
    situation: { section: "engine", points: 1, turns: 3 },
  }),
  base(
    "recovery with one medikit a game",
    {
      kind: "recovery",
      defender: { unit: "medics", models: 3 },
      situation: { turns: 3 },
    },
    withOptions({ medikitUses: { perGame: 1 } }),
  ),
  base(
    "fight of callers beside others",
    fight(
      [
        aimed("callers", { models: 3, save: 3, command: 9, sacrificeAt: 0.2, distance: [20, 8] }),
        aimed("d", { as: "e", models: 4, save: 3, command: 9, distance: [8, 20] }),
      ],
      [aimed("a", { models: 8, targeting: "even" })],
      { turns: 3 },
    ),
  ),
  base(
    "fight of callers again and again",
    fight([aimed("callers", { sacrificeAt: 0.2, models: 6, save: 3 })], [aimed("a", { models: 8 })], { turns: 6 }),
  ),
  ...["aimed", "move"].map((order) =>
    base(
      `fight of an armed tank on ${order}`,
      fight([{ unit: "tank", order, repair: "worst" }], [{ unit: "d", models: 6, weapon: "cannon", order: "aimed" }], {
        distance: 8,
        turns: 4,
      }),
      { options: { explosion: { hits: 2, saveModifier: -1 } } },
    ),
  ),
  base(
    "fight beside an exploding tank",
    fight(
      [{ unit: "tank", order: "move" }, moving("d", { as: "e", models: 4 })],
      [{ unit: "d", models: 8, weapon: "cannon", order: "aimed" }],
      { distance: 8, turns: 4 },
    ),
  ),
  base(
    "fight to be charged",
    fight([moving("champion", { does: "fire", models: 2 })], [moving("d")], { distance: 6, turns: 2 }),
  ),
  base(
    "fight near contact",
    fight([moving("champion", { models: 2, weapon: undefined })], [aimed("d")], { distance: 6, turns: 2 }),
    { units: { ...(WORLD.units as Data), champion: { ...SOLDIER, closeCombat: 9, weapon: undefined } } },
  ),
  {
    ...base("duel with a rifle in hand", duel("a", "d"), {
      units: { ...(WORLD.units as Data), a: { models: 1, ...SOLDIER, meleeWeapon: "rifle" } },
    }),
    isRefused: true,
  },
  base(
    "fight of those who do not leap",
    fight([moving("champion", { does: "charge" })], [aimed("d")], { distance: 9 }),
  ),
  base(
    "fight of leapers over nine paces",
    fight([moving("leaper", { does: "charge" })], [aimed("d")], { distance: 9 }),
  ),
  base(
    "fight of pinning gladiators",
    fight(
      [moving("gladiator", { models: 3, does: "charge", closeCombat: 6 })],
      [aimed("d", { models: 6, save: 9, command: 9 })],
      { distance: 3, turns: 5 },
    ),
    { rules: { woundBands: { standard: [9, 9] } } },
  ),
  base("shot at heirs", { ...shot(heirs("led")) }),
  base("duel of heirs", { ...duel("a", "d"), attacker: heirs("led"), defender: heirs("led") }),
  base("melee of heirs", { ...melee(heirs("led"), "a"), defender: heirs("led") }),
  base("dodge of heirs", { kind: "dodge", attacker: heirs("led"), situation: { opponents: ["champion", "a"] } }),
  base("recovery of heirs", {
    kind: "recovery",
    defender: heirs("led"),
    situation: { turns: 3, state: ["ready", "pinned"] },
  }),
  base("fight of heirs", fight([aimed("led", HEIRS)], [aimed("a", { models: 4 })], { turns: 2 })),
  base("gladiator unarmed", {
    kind: "gladiator",
    attacker: { unit: "gladiator", skills: ["gladiator"] },
    defender: "d",
    situation: { enemies: 2 },
  }),
  base("gladiator among those who always save", {
    kind: "gladiator",
    attacker: { unit: "d", as: "unarmed", skills: ["gladiator"] },
    defender: { unit: "leaper", save: 1 },
    situation: {},
  }),
  base("gladiator of a unit", {
    kind: "gladiator",
    attacker: { unit: "gladiators", members: [{}, {}] },
    defender: "d",
    situation: { enemies: 2 },
  }),
  base("gladiator at one down", {
    kind: "gladiator",
    attacker: "gladiator",
    defender: "d",
    situation: { state: "down" },
  }),
  base("fight by orders in turn", policed([{ when: "turn = 1", order: "aimed" }, { order: "move" }])),
  base("fight by mixed orders", policed([{ order: { aimed: 1, move: 1 } }])),
  base("fight by a policy of charges", {
    kind: "engagement",
    sides: [
      { policy: [{ order: "move", does: "fire" }], units: [{ unit: "champion", models: 2 }] },
      { units: [moving("d")] },
    ],
    situation: { distance: 3, turns: 2 },
  }),
  base("fight by a table", tabled({ table: TABLE, cell: "x", side: "first" })),
  base("fight of few at unlike distances", fight([aimed("a", { distance: 6 })], [aimed("d")], { distance: 20 })),
  base("fight of some", fight([aimed("a", { models: undefined, members: [{}, {}] })], [aimed("d")])),
];

/** Two shooters at two targets, with everything that is said of one of them. */
const inTurn = (first: Data, second: Data, situation: Data = {}): Data => ({
  kind: "sequence",
  sides: [
    {
      units: [
        { unit: "a", ...first },
        { unit: "a", as: "b", order: first.order ?? "aimed" },
      ],
    },
    { units: [{ unit: "d", ...second }, { unit: "champion" }] },
  ],
  situation: { distance: 10, ...situation },
});
/** A unit's volley as a sequence of one shooter and one target, where it can be written as one. */
const asSequence = ({ name, data, only, isRefused }: Base): Base[] => {
  const { e } = data.experiments as Readonly<Record<string, Data>>;
  const { kind, attacker, defender, situation } = e as { kind: string; situation: Data } & Data;
  const { attackerOrder, defenderOrder, distance, visible, contactCover, targeting, ...rest } = situation;
  const known = { ...(data.vehicles as Data | undefined) };
  const use = (who: unknown, more: Data): Data => {
    const own = typeof who === "string" ? { unit: who } : (who as Data);
    const said = Object.entries(more).filter(([, value]) => value !== undefined);
    return { ...own, ...Object.fromEntries(said) };
  };
  const [first, second] = [
    use(attacker, { order: attackerOrder, targeting }),
    use(defender, { order: defenderOrder }),
  ] as const;
  if (kind !== "volley" || Object.keys(rest).length > 0 || "with" in e! || String(first.unit) in known) return [];
  const house = Object.fromEntries(
    Object.entries({ distance, visible, contactCover }).filter(([, value]) => value !== undefined),
  );
  const experiment = { kind: "sequence", sides: [{ units: [first] }, { units: [second] }], situation: house };
  const made = { ...data, experiments: { e: experiment } };
  return [{ name: `sequence: ${name}`, data: made, ...(only ? { only } : {}), ...(isRefused ? { isRefused } : {}) }];
};
const SEQUENCES: readonly Base[] = [
  base("sequence of two", inTurn({ order: "aimed", at: ["d", "champion"] }, { order: "run" }, { order: ["b", "a"] })),
  base("sequence at one", inTurn({ order: "manoeuvre", at: "champion" }, { order: "none" }, { visible: 60 })),
  base("sequence of movers", inTurn({ order: "move", targeting: "focus" }, { order: "move" }, { contactCover: true })),
  base("sequence at half of one", inTurn({ order: "aimed" }, {}, { visible: 50 })),
  base("sequence, two at each", inTurn({ order: "aimed", models: 4, targeting: { focus: 2 } }, { models: 4 })),
  ...["small", "hiding"].map((target) =>
    base(`sequence at ${target} ones`, inTurn({ order: "aimed", models: 4 }, { unit: target, command: 9, save: 2 })),
  ),
  base("sequence of who cannot miss", inTurn({ order: "aimed", ballisticSkill: 1 }, {})),
  ...["aimed", "manoeuvre"].map((order) =>
    base(
      `sequence at small hidden ones on ${order}`,
      inTurn({ order: "aimed" }, { skills: ["camouflage", "minus"], order }),
    ),
  ),
  ...["aimed", "manoeuvre"].map((order) =>
    base(`sequence at small ones on ${order}`, inTurn({ order: "aimed" }, { unit: "small", order })),
  ),
  base("sequence at endurance and drone", inTurn({ order: "aimed" }, { skills: ["endurance", "drone"] })),
  base("sequence at unlike distances", inTurn({ distance: [10, 20] }, { distance: 5 })),
];

const SCENES: readonly Base[] = [
  ...chosen,
  ...shooters(),
  ...fighters(),
  ...others,
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
  base("melee", melee({ unit: "d", models: 3 }, "champion"), {}, OF_MELEE),
  base("melee of equals", melee({ unit: "d", models: 3 }, "a"), {}, OF_MELEE),
  base("melee of a led unit", melee("led", "champion"), {}, OF_MELEE),
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
  ...SEQUENCES,
  base("fight at unlike distances", fight([aimed("a", { distance: [10, 20] })], [aimed("d")], { distance: [5, 12] })),
];

export const BASES: readonly Base[] = [...SCENES, ...SCENES.flatMap(asSequence)];

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
