/** Scenarios of metropolis in which every field can act, kind by kind. */

import { isInapplicable } from "../../../src/rulesets/metropolis/applicability.ts";
import { BOOK } from "../../../src/rulesets/metropolis/book.ts";
import { STATS } from "../../../src/rulesets/metropolis/words.ts";
import { type Base, baseOf, type Data } from "./walk.ts";

const MODEL = { shooting: 4, assault: 4, strength: 4, toughness: 4, wounds: 1, command: 4, sizeClass: 2 };
const WORLD: Data = {
  version: 1,
  ruleset: "metropolis",
  options: {},
  weapons: {
    gun: { damage: { contact: 5, short: 5, medium: 4, long: 3, extreme: 2 }, shots: 1 },
    cannon: { damage: { short: 8, medium: 8, long: 8 }, shots: 2 },
  },
  units: {
    a: { models: 3, ...MODEL, weapon: "gun" },
    d: { models: 3, ...MODEL, wounds: 2, weapon: "gun" },
    mixed: { ...MODEL, weapon: "gun", members: [{ models: 1, weapon: "cannon" }, { models: 2 }] },
    hero: { models: 1, ...MODEL, wounds: 4, individual: true, weapon: "gun" },
  },
};
const base = (name: string, experiment: Data, more: Data = {}, only?: RegExp): Base => ({
  ...baseOf(name, { ...WORLD, ...more }, experiment, { also: ["gun", "cannon"], isInapplicable }),
  ...(only === undefined ? {} : { only }),
});
const shot = (kind: string, situation: Data = {}, attacker: unknown = "a", defender: unknown = "d"): Data => ({
  kind,
  attacker,
  defender,
  situation: { distance: 10, ...situation },
});
const assault = (situation: Data = {}, attacker: unknown = "a", defender: unknown = "d"): Data => ({
  kind: "assault",
  attacker,
  defender,
  situation,
});
const fight = (first: Data[], second: Data[], situation: Data = {}): Data => ({
  kind: "engagement",
  sides: [{ units: first }, { units: second }],
  situation: { distance: 10, turns: 3, ...situation },
});
const unit = (name: string, more: Data = {}): Data => ({ unit: name, ...more });
/** Two shooters at two targets, with everything that is said of one of them. */
const inTurn = (first: Data, second: Data, situation: Data = {}): Data => ({
  kind: "sequence",
  sides: [
    { units: [unit("a", { models: 6, ...first }), unit("a", { as: "b" })] },
    { units: [unit("d", second), unit("hero")] },
  ],
  situation: { distance: 10, ...situation },
});
const withOptions = (options: Data): Data => ({ options });
const MEMBERS = { members: [{ models: 1, weapon: "cannon" }, { models: 2 }] };
const TABLES = { hitTable: BOOK.hitTable, meleeTable: BOOK.meleeTable, testTable: BOOK.testTable, size: BOOK.size };
const ELEVENS = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 11));
const oneToTen = Array.from({ length: 10 }, (_, i) => i + 1);

const SEQUENCES: readonly Base[] = [
  base("sequence of two", inTurn({ at: ["d", "hero"] }, { models: 3, wounds: 1, command: 3 }, { order: ["b", "a"] })),
  base(
    "sequence at one",
    inTurn({ at: "hero", moved: true }, { moved: true }),
    withOptions({ movedModifier: "shooter" }),
  ),
  base("sequence at one that moved", inTurn({ moved: false }, { moved: true })),
  base("sequence at cover", inTurn({}, { inCover: true }), withOptions({ coverShooting: -2 })),
  base("sequence at unlike distances", inTurn({ distance: [10, 20] }, { distance: 30 })),
  base("sequence in the dark", inTurn({}, {}, { lineOfSight: false })),
  base("sequence of members", {
    kind: "sequence",
    sides: [{ units: [unit("mixed", MEMBERS), unit("a")] }, { units: [unit("mixed", { ...MEMBERS, as: "others" })] }],
    situation: { distance: 10 },
  }),
  base("sequence down to half", inTurn({ at: "d" }, { models: 4, wounds: 1, command: 1 })),
  base("sequence, rally on morale", inTurn({ at: "d" }, { models: 4, wounds: 1, command: 5 }), {
    options: { rallyModifiersOnMorale: true },
    rules: { rally: { short: -1 } },
  }),
  ...[-1, 1].map((rally) =>
    base(`sequence, rally on morale by ${rally}`, inTurn({ at: "d" }, { models: 4, wounds: 1, command: 10 }), {
      options: { rallyModifiersOnMorale: true, moraleDifficulty: 1 },
      rules: { rally: { short: rally, medium: rally } },
    }),
  ),
  base(
    "sequence, near and far",
    inTurn({ at: "d", distance: 20 }, { models: 4, wounds: 1, command: 5 }),
    withOptions({ rallyModifiersOnMorale: true }),
  ),
  base("sequence by printed tables", inTurn({}, {}), { rules: TABLES }, /^sequence\.rules/u),
];

/** The printed tables under `rules:`, so that each number of them can be changed. */
const printed = (name: keyof typeof BOOK): Data => ({ rules: { [name]: BOOK[name] } });
const tables: readonly Base[] = [
  ...oneToTen.map((skill) =>
    base(
      `shot, SH ${skill}`,
      shot("shot", {}, unit("a", { shooting: skill })),
      printed("hitTable"),
      new RegExp(`hitTable\\[${skill - 1}\\]`, "u"),
    ),
  ),
  ...Array.from({ length: 11 }, (_, size) =>
    base(
      `shot at SZ ${size}`,
      shot("shot", {}, "a", unit("d", { sizeClass: size })),
      printed("size"),
      new RegExp(`\\.size\\[${size}\\]`, "u"),
    ),
  ),
  ...oneToTen.flatMap((row) =>
    oneToTen.flatMap((column) => {
      const at = `\\[${row - 1}\\]\\[${column - 1}\\]`;
      return [
        base(
          `test of ${row} against ${column}`,
          { kind: "test", attacker: unit("a", { command: row }), situation: { difficulty: column } },
          printed("testTable"),
          new RegExp(`testTable${at}`, "u"),
        ),
        base(
          `assault of ${row} on ${column}`,
          assault({}, unit("a", { models: 1, assault: row }), unit("d", { models: 1, assault: column })),
          printed("meleeTable"),
          new RegExp(`meleeTable${at}`, "u"),
        ),
      ];
    }),
  ),
];

export const BASES: readonly Base[] = [
  base("shot", shot("shot")),
  base("shot by a band", { ...shot("shot"), situation: { band: "medium" } }),
  base("shot at one in cover", shot("shot", { defenderInCover: true }), withOptions({ coverShooting: -1 })),
  base("shot on the move", shot("shot", { targetMoved: true })),
  base("shot by a mover", shot("shot", { shooterMoved: true }), withOptions({ movedModifier: "shooter" })),
  base("shot with use", shot("shot", {}, unit("a", { as: "us" }), unit("d"))),
  base("shot at long range", shot("shot", { distance: 30 })),
  base("shot at extreme range", shot("shot", { distance: 40 })),
  base("assault of few", assault({ charged: true }, unit("a", { models: 1 }), unit("d", { models: 1 }))),
  base(
    "volley by sets",
    { ...shot("volley", { targetMoved: true, defenderInCover: true }), with: ["set"] },
    {
      modifierSets: { set: { factor: false, attacker: {}, defender: {}, situation: {}, options: {}, rules: {} } },
    },
  ),
  base("volley", shot("volley")),
  base("volley by a band", { ...shot("volley"), situation: { band: "medium" } }),
  base("volley of mixed weapons", shot("volley", { attackerSurviving: 2 }, "mixed")),
  base("volley at the wounded", shot("volley", { defenderWoundsLeft: 1, defenderSurviving: 2 })),
  base("volley at a hero", shot("volley", {}, "hero", "hero")),
  base("volley in cover", shot("volley", { defenderInCover: true }), withOptions({ coverShooting: -1 })),
  base("volley on the move", shot("volley", { targetMoved: true }), withOptions({ movedModifier: "shooter" })),
  base("volley at size", shot("volley", {}, "a", unit("d", { sizeClass: 5 }))),
  base("assault", assault()),
  base("assault by charge", assault({ charged: true })),
  base("assault by charge, casualties first", assault({ charged: true }), withOptions({ meleeOrder: "chargerFirst" })),
  base(
    "assault of the strong by charge",
    assault({ charged: true }, unit("a", { assault: 10 }), unit("d", { assault: 1 })),
  ),
  base(
    "assault of the weak by charge",
    assault({ charged: true }, unit("a", { assault: 1 }), unit("d", { assault: 10 })),
  ),
  base("assault on cover", assault({ charged: true, defenderInCover: true, counterCharged: true, rounds: 2 })),
  base("assault of the panicked", assault({ attackerPanicked: true, defenderPanicked: true })),
  base("assault of some", assault({ attackerSurviving: 2, defenderSurviving: 2, defenderWoundsLeft: 1 })),
  base("assault of the wounded", assault({ attackerWoundsLeft: 1 }, "d", "d")),
  base("assault of a hero", assault({}, "hero", "hero")),
  base("assault of mixed weapons", assault({}, "mixed")),
  base("assault, other tables", assault({ charged: true }), withOptions({ modifierStage: "beforeTable" })),
  base("test", { kind: "test", attacker: "a", situation: {} }),
  base("test of shooting", { kind: "test", attacker: unit("a", { shooting: 6 }), situation: { stat: "shooting" } }),
  base("test of stats", {
    kind: "test",
    attacker: unit("a", { shooting: 6, assault: 3, toughness: 7, strength: 5, wounds: 8, sizeClass: 9 }),
    situation: { modifier: 1 },
  }),
  base("morale", { kind: "morale", defender: "a", situation: { surviving: 2 } }),
  base("morale after no loss", { kind: "morale", defender: "a", situation: { trigger: "loss" } }),
  base("morale of half", { kind: "morale", defender: unit("a", { models: 4 }), situation: { surviving: 2 } }),
  base("morale of few", {
    kind: "morale",
    defender: unit("a", { models: 4 }),
    situation: { surviving: 1, trigger: "loss" },
  }),
  base("morale of a hero", { kind: "morale", defender: "hero", situation: { woundsLeft: 2 } }),
  base("rally", { kind: "morale", defender: "a", situation: { state: "panicked", rallyEnemies: ["short", "medium"] } }),
  base("rally before one", { kind: "morale", defender: "a", situation: { state: "panicked", rallyEnemies: "medium" } }),
  base(
    "morale before enemies",
    { kind: "morale", defender: "a", situation: { surviving: 2, rallyEnemies: "short" } },
    withOptions({ rallyModifiersOnMorale: true }),
  ),
  base("fight", fight([unit("a")], [unit("d")])),
  base("fight by a policy", {
    kind: "engagement",
    sides: [
      { policy: [{ when: "turn = 1", order: "move" }, { order: "fire" }], units: [unit("a")] },
      { units: [unit("d")] },
    ],
    situation: { distance: 10, turns: 2 },
  }),
  base("fight, the first side first", fight([unit("a")], [unit("d")], { initiative: "first" })),
  base("fight by charge", fight([unit("a", { order: "charge" })], [unit("d", { order: "hold", reaction: "fire" })])),
  base(
    "fight of chargers",
    fight([unit("a", { order: "charge" })], [unit("d", { inCover: true, reaction: "counterCharge" })], {
      distance: [10, 4],
    }),
  ),
  base("fight of the panicked", fight([unit("a", { state: "panicked" })], [unit("d")])),
  base("fight in the dark", fight([unit("a")], [unit("d")], { lineOfSight: [true, false] })),
  base(
    "fight in contact",
    fight([unit("a", { order: "assault" })], [unit("d", { order: "assault" })], { distance: 0, rounds: 2 }),
  ),
  base(
    "fight of movers",
    fight([unit("a", { order: ["move", "fire"], distance: [10, 20] })], [unit("d", { order: "fire", inCover: true })]),
  ),
  base("fight of many", fight([unit("mixed"), unit("hero")], [unit("d"), unit("a", { order: "hold" })])),
  base("volley of members", shot("volley", {}, unit("mixed", MEMBERS), unit("mixed", MEMBERS))),
  base("shot of members", shot("shot", {}, unit("mixed", { members: [{ shooting: 6 }, {}] }))),
  base("shot of one member", shot("shot", {}, unit("mixed", MEMBERS), "d"), {}, /members/u),
  base("assault of members", assault({}, unit("mixed", MEMBERS), unit("mixed", MEMBERS))),
  base("assault of heroes in rounds", assault({ rounds: 3 }, "hero", "hero")),
  base("assault of four in rounds", assault({ rounds: 3 }, unit("a", { models: 4 }), unit("d", { models: 4 }))),
  base("assault of the bare", assault({}, unit("a", { weapon: "cannon" }), unit("d", { weapon: "cannon" }))),
  base("morale of members", { kind: "morale", defender: unit("mixed", MEMBERS), situation: { surviving: 1 } }),
  base("morale of one hero", { kind: "morale", defender: "hero", situation: { woundsLeft: 1, trigger: "loss" } }),
  ...[-1, 1].map((rally) =>
    base(
      `rally at the edge, ${rally}`,
      {
        kind: "morale",
        defender: unit("a", { command: 10 }),
        situation: { state: "panicked", rallyEnemies: ["short", "medium"] },
      },
      { options: { moraleDifficulty: 1 }, rules: { rally: { short: rally, medium: rally } } },
      /^morale\./u,
    ),
  ),
  ...[-1, 1].map((modifier) =>
    base(`test at the edge, ${modifier}`, {
      kind: "test",
      attacker: unit("a", { command: 10 }),
      situation: { difficulty: 1, modifier },
    }),
  ),
  ...STATS.map((stat) =>
    base(`test of ${stat} at use`, { kind: "test", attacker: "a", situation: { stat } }, {}, /^test\.attacker/u),
  ),
  ...["shot", "volley"].map((kind) => base(`${kind} that cannot wound`, shot(kind), { rules: { testTable: ELEVENS } })),
  base("volley by printed tables", shot("volley"), { rules: TABLES }, /^volley\.rules/u),
  base("shot by printed tables", shot("shot"), { rules: TABLES }, /^shot\.rules/u),
  base("assault by printed tables", assault({ charged: true }), { rules: TABLES }, /^assault\.rules/u),
  base(
    "morale by printed tables",
    { kind: "morale", defender: "a", situation: { surviving: 2 } },
    { rules: TABLES },
    /^morale\.rules/u,
  ),
  base(
    "fight by printed tables",
    fight([unit("a", { order: "charge" })], [unit("d", { order: "hold" })]),
    { rules: TABLES },
    /^engagement\.rules/u,
  ),
  base("fight by fire, printed tables", fight([unit("a")], [unit("d")]), { rules: TABLES }, /^engagement\.rules/u),
  ...[
    [10, 1],
    [1, 10],
    [5, 5],
  ].map(([first, second]) =>
    base(
      `fight by charge of ${first} on ${second}`,
      fight(
        [unit("a", { order: ["charge", "assault"], assault: first, models: 6 })],
        [unit("d", { order: ["move", "assault"], assault: second, wounds: 1, models: 6, command: 2 })],
        { turns: 3 },
      ),
    ),
  ),
  base(
    "fight down to half",
    fight([unit("a", { models: 2 })], [unit("d", { models: 4, wounds: 1, command: 1, order: "hold" })], { turns: 4 }),
  ),
  base("assault with enemies in sight", assault(), {
    options: { rallyModifiersOnMorale: true },
    rules: { rally: { short: -1 } },
  }),
  base(
    "fight of the bare in contact",
    fight([unit("a", { order: "assault", weapon: "cannon" })], [unit("d", { order: "assault", weapon: "cannon" })], {
      distance: 0,
    }),
  ),
  base(
    "fight of the panicked before two",
    fight(
      [unit("a", { state: "panicked", order: "hold", models: 8 })],
      [unit("d", { order: "hold", distance: 10 }), unit("d", { as: "d2", order: "hold", distance: 20 })],
    ),
  ),
  base("fight of members", fight([unit("mixed", MEMBERS)], [unit("mixed", { ...MEMBERS, as: "others" })])),
  base(
    "fight of a charge and its answer by the good shots",
    fight([unit("a", { order: "charge" })], [unit("d", { order: "hold", reaction: "fire", shooting: 7, command: 2 })], {
      distance: [10, 0],
    }),
  ),
  ...tables,
  ...SEQUENCES,
];

export const TEXTS = ["gun", "cannon", "a", "d", "hero", "other"];
