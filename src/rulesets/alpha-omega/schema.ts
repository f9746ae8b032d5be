import * as z from "zod";
import { optionsSchema } from "../option-schema.ts";
import type { ScenarioParts } from "../reader.ts";
import {
  anySituation,
  budget,
  label,
  NAMED,
  name,
  neededDie,
  oneOrMany,
  optional,
  perTurn,
  sideUnits,
  small,
  unitOrder,
  whoOf,
} from "../schema.ts";
import { BOOK } from "./book.ts";
import { OPTIONS } from "./options.ts";
import { policy } from "./schema-policy.ts";
import { ALPHAS, APTITUDES, NEVER, ORDERS, SKILLS, STATES } from "./words.ts";

const threshold = neededDie(1, 20, {
  expects: "a number from 1 to 20, such as 4+",
  french: "un nombre de 1 à 20, tel que 4+",
}).describe("A minimum on the D10: 4 or 4+");
const models = z.int().min(1).max(1_000).describe("How many in the unit");
const order = z.enum([...ORDERS, "none"]);

const BANDS = "a map of paces to modifiers such as { 12: 0, 24: -1 }; a weapon of close combat has melee: true instead";
const weapon = z.strictObject({
  label,
  range: z
    .record(z.string().regex(/^\d{1,4}(\.\d+)?$/, "a distance such as 24 or 24.5 is expected"), small)
    .refine((bands) => Object.keys(bands).length > 0, `must be ${BANDS}`)
    .optional()
    .describe("Range modifiers: up to and including that many paces")
    .meta({
      expects: BANDS,
      french:
        "un bloc de pas et de modificateurs comme { 12: 0, 24: -1 } ; une arme de corps à corps a melee: true à la place",
    }),
  saveModifier: small.default(0).describe("Added to the save roll: -1 turns 4+ into 5+"),
  shots: z.int().min(1).max(100).default(1),
  piercing: small.default(0),
  charge: small.default(0),
  melee: z
    .boolean()
    .default(false)
    .describe(
      "For close combat: a unit names it as its meleeWeapon (in wh40k-10e: range: melee; in metropolis: damage.contact)",
    ),
  grenade: z.boolean().default(false),
});
/** As the scenario gives it, defaults filled in. */
export type WeaponData = z.infer<typeof weapon>;

const line = {
  label,
  ballisticSkill: threshold.describe("CT, capacité de tir"),
  closeCombat: small.describe("CC, capacité de corps à corps"),
  initiative: z.int().min(0).max(30),
  save: threshold.describe("Sauvegarde"),
  command: threshold.describe("Commandement: a pin test and unpinning pass on it or more (A-SUP-01, A-RAL-13)"),
  skills: z.array(z.enum(SKILLS)),
  aptitudes: z.array(z.enum(APTITUDES)),
  weapon: name.describe("The weapon it shoots with"),
  weapons: z.array(name).min(1).max(20).describe("Several weapons, all fired"),
  meleeWeapon: name.describe("The weapon it fights with hand to hand, one with melee: true"),
  character: z.boolean().describe("Protected by hit transfer, if that option is on"),
  commandBonus: z
    .int()
    .min(0)
    .max(20)
    .describe("Added to the pin tests of its unit while this character is ready; the best one counts (E-12)"),
  visible: z
    .number()
    .min(0)
    .max(100)
    .describe("Per cent seen from the shooters, where it differs from the situation's"),
  contactCover: z.boolean(),
};

const member = z.strictObject({ models: models.default(1), ...optional(line) });
const unitShape = {
  models: models.optional(),
  ...optional(line),
  points: z.number().min(0).max(100_000).optional().describe("Of each model (in wh40k-10e of the whole unit)"),
  distance: perTurn(z.number().min(0).max(10_000)).optional(),
  members: z.array(member).min(1).max(200).optional().describe("Unlike soldiers in one unit"),
};
/** What cover is written as: by how much of the target is seen. */
const COVER = {
  elsewhere: {
    cover: {
      en: "write situation.visible=40 (per cent of the target that is seen; A-SHOOT-10)",
      fr: "écrire situation.visible=40 (pour cent de la cible qui sont vus ; A-SHOOT-10)",
    },
  },
};
const unit = z.strictObject(unitShape).meta(COVER);

const changes = {
  addSkills: z.array(z.enum(SKILLS)).optional(),
  removeSkills: z.array(z.enum(SKILLS)).optional(),
  addAptitudes: z.array(z.enum(APTITUDES)).optional(),
  removeAptitudes: z.array(z.enum(APTITUDES)).optional(),
};
const range = z.string().regex(/^\d{1,2}(-\d{1,2})?$/, "a number or a range such as 4 or 1-4 is expected");
const section = z.union([
  z.int().min(0).max(1_000),
  z.strictObject({
    points: z.int().min(0).max(1_000),
    markX: z.int().min(0).optional(),
    markY: z.int().min(0).optional(),
  }),
]);

const hitModifier = z.partialRecord(z.enum(ORDERS), small).describe("By the vehicle's order (A-VEH-02)");
const location = z.strictObject({
  external: z.record(name, z.union([z.int(), range])),
  internal: z.record(name, z.union([z.int(), range])),
  die: z.union([z.literal(10), z.literal(6)]).optional(),
});

/** What only vehicles have. */
const vehicleOnly = {
  rank: z.int().min(0).max(20).describe("Whose tables it has in rules.ranks, where its card says nothing (A-VEH-09)"),
  resistance: z.int().min(0).max(100),
  armour: z.int().min(0).max(100),
  hitModifier,
  sections: z.record(name, section),
  location: location.describe("The section of each face of the location die (A-VEH-09)"),
};
export const vehicle = z.strictObject({
  label,
  ...vehicleOnly,
  hitModifier: hitModifier.optional(),
  location: vehicleOnly.location.optional(),
  ballisticSkill: threshold
    .optional()
    .describe("CT of its gunners against soldiers; against vehicles it is 3+ (A-VEH-01)"),
  weapons: z.array(name).optional(),
  points: z.number().min(0).optional().describe("Of the vehicle"),
});
export const VEHICLE_FIELDS: readonly string[] = Object.keys(vehicleOnly);

const unitPatch = z.strictObject({ ...unitShape, ...changes, ...optional(vehicleOnly) }).meta(COVER);
const unitUse = z.strictObject({
  ...NAMED,
  ...unitShape,
  ...changes,
});
const who = whoOf(unitUse);
const vehicleUse = oneOrMany(z.union([name, vehicle.partial().extend({ unit: name, as: name.optional() })]));

const distance = z.number().min(0).max(10_000).meta({ unit: "paces", description: "Paces between the two" });
const visible = z.number().min(0).max(100).meta({ unit: "%", description: "Per cent of the target that is seen" });
const state = z.enum(STATES).exclude(["out"]);
const turns = z.int().min(1).max(1_000);
const fireSituation = {
  attackerOrder: order.optional().describe("Default manoeuvre: no modifier"),
  defenderOrder: order.optional().describe("Default none"),
  distance: distance.optional(),
  visible: visible.optional().describe("Per cent of the target seen; default 100"),
  contactCover: z.boolean().optional().describe("Target in contact with scenery that shelters it"),
  attackerState: state.optional(),
  attackerEngaged: z.boolean().optional(),
  defenderContact: z
    .enum(["none", "ready", "pinned", "down"])
    .optional()
    .describe("The enemies in base contact with the target"),
  throughMelee: z.boolean().optional().describe("The line of fire crosses a melee"),
};
const repair = z
  .union([z.enum(["none", "worst"]), name])
  .describe("Of a vehicle: a section by its name, or worst: the one that lost most; default none");
const targeting = z.union([z.enum(["even", "focus"]), z.strictObject({ focus: z.int().min(1).max(1_000) })]);

/** The situation of every kind. */
const duel = {
  attackerOrder: order.optional(),
  defenderOrder: order.optional(),
  attackerFired: z.boolean().optional(),
  defenderFired: z.boolean().optional(),
  attackerState: state.optional(),
  defenderState: state.optional(),
};
const SITUATIONS = {
  shot: z.strictObject({ ...fireSituation, defenderState: state.optional() }).meta(COVER),
  volley: z
    .strictObject({
      ...fireSituation,
      defenderState: oneOrMany(state).optional().describe("One for all, or one per soldier"),
      targets: z
        .array(z.int().min(0).max(10_000))
        .min(1)
        .max(1_000)
        .optional()
        .describe("Shots at each soldier, as declared"),
      targeting: targeting.optional().describe("Default even"),
    })
    .meta(COVER),
  antiArmour: z.strictObject({
    attackerOrder: perTurn(order).optional().describe("Default manoeuvre; run and none do not shoot"),
    defenderOrder: perTurn(order).optional().describe("Default none"),
    distance: perTurn(distance).optional(),
    attackerState: state.optional(),
    attackerEngaged: z.boolean().optional(),
    throughMelee: z.boolean().optional(),
    turns: turns.optional().describe("Default 6"),
    grenades: perTurn(z.int().min(0).max(100))
      .optional()
      .describe("Anti-tank grenades that explode on it each turn; default 0"),
    repair: repair.optional(),
    bystanders: name.optional().describe("The unit nearest to the vehicle; default the attacker"),
  }),
  duel: z.strictObject(duel),
  melee: z.strictObject({ ...duel, attackerState: oneOrMany(state).optional() }),
  recovery: z.strictObject({
    state: oneOrMany(state).optional().describe("One for all, or one per soldier; default down"),
    turns: turns.optional(),
  }),
  dodge: z.strictObject({
    opponents: z
      .array(
        z.union([
          name,
          z
            .strictObject({ unit: name, models, initiative: line.initiative, meleeWeapon: line.meleeWeapon })
            .partial({ models: true, initiative: true, meleeWeapon: true })
            .describe("Of an opponent his initiative and weapon count"),
        ]),
      )
      .min(1)
      .max(5),
  }),
  gladiator: z.strictObject({ enemies: z.int().min(1).max(5).optional(), state: state.optional() }),
  cloud: z.strictObject({ turns: turns.optional() }),
  repair: z.strictObject({
    section: name,
    points: z.int().min(0).max(1_000),
    aimedAndSilent: z.boolean().optional(),
    turns: turns.optional(),
  }),
  sequence: z.strictObject({
    distance: distance.optional(),
    visible: visible.optional(),
    contactCover: z.boolean().optional(),
    order: unitOrder.describe(
      "In which the units of the first side fire, by name, as far as the rules leave it to them (E-26)",
    ),
  }),
  engagement: z.strictObject({
    distance: perTurn(distance).optional(),
    visible: visible.optional(),
    contactCover: z.boolean().optional(),
    turns: turns.optional(),
    alpha: perTurn(z.enum(ALPHAS))
      .optional()
      .describe("Who is Alpha in every phase: one, or one per turn (the last repeats). Default fair: the duels say"),
  }),
} as const;
export type SituationKind = keyof typeof SITUATIONS;
export type Situation<K extends SituationKind> = z.infer<(typeof SITUATIONS)[K]>;

/** What a side says of a unit beside its characteristics. */
export const INSTRUCTIONS = {
  order: perTurn(order).optional(),
  does: perTurn(z.enum(["fire", "charge"])).optional(),
  intercept: z.boolean().optional(),
  dodge: z.boolean().optional(),
  targeting: targeting.optional(),
  sacrificeAt: z.number().min(0).max(1).optional(),
  repair: repair.optional(),
};
/** The same of a unit that fires, or is fired at, in a sequence. */
export const SEQUENCE_ACTIONS = {
  order: order.optional().describe("Default manoeuvre of who fires, none of who is fired at"),
  targeting: targeting.optional().describe("Default even"),
  at: oneOrMany(name)
    .optional()
    .describe("Whom it fires at: the first of these that still stands. Default all, the nearest first (E-05)"),
};
const side = z.strictObject({
  policy: policy
    .optional()
    .describe("What every unit of the side is ordered, turn by turn, by what is left of both (E-19)"),
  points: budget,
  units: sideUnits(unitUse, INSTRUCTIONS, 50),
});

const sequenceSide = z.strictObject({ points: budget, units: sideUnits(unitUse, SEQUENCE_ACTIONS, 20) });

const points = z.number().min(-1_000).max(1_000);

/** `attacker` and `defender` where a kind has them. */
const KINDS = {
  shot: { attacker: who, defender: who },
  volley: { attacker: who, defender: who },
  antiArmour: { attacker: who, defender: vehicleUse },
  duel: { attacker: who, defender: who },
  melee: { attacker: who, defender: who },
  recovery: { defender: who },
  dodge: { attacker: who },
  gladiator: { attacker: who, defender: who },
  cloud: {},
  repair: { defender: vehicleUse },
  engagement: {
    sides: z.array(side).length(2),
    objectives: z
      .strictObject({
        enemyOut: points.describe("For each enemy out"),
        survivor: points.describe("For each own soldier not out at the end"),
        lastTurn: points.describe("For more ready soldiers than the enemy at the end"),
      })
      .partial()
      .optional()
      .describe("Victory points that decide who wins; without them, the higher share of its own soldiers fit to fight"),
  },
  sequence: {
    sides: z.array(sequenceSide).length(2).describe("Those who fire, one after another, and those they fire at"),
  },
} as const;

const bands = z.tuple([z.int().min(0).max(10), z.int().min(0).max(10)]);
const byOrder = z.strictObject({ aimed: small, manoeuvre: small, move: small, run: small }).partial();
const rules = z
  .strictObject({
    woundBands: z
      .strictObject({ standard: bands, endurance: bands, drone: bands })
      .partial()
      .describe("The wound roll: pinned up to the first number, down up to the second, out above (A-WOUND-01)"),
    shooterOrder: z.strictObject({ aimed: small, manoeuvre: small, move: small }).partial(),
    vehicleOrder: z.strictObject({ aimed: small, manoeuvre: small, move: small }).partial(),
    targetOrder: z.strictObject({ standard: byOrder, camouflage: byOrder, minus: byOrder }).partial(),
    cover: z
      .strictObject({ mostlyHidden: small, partlyHidden: small, contact: small })
      .partial()
      .describe(
        `Cover by how much is seen (situation.visible): mostlyHidden from 10 % to under 50 % (${BOOK.cover.mostlyHidden}), partlyHidden from 50 % to 90 % (${BOOK.cover.partlyHidden}), and contact with scenery (${BOOK.cover.contact}); below 10 % no target (A-SHOOT-10, A-SHOOT-11)`,
      ),
    hitBands: z.array(z.int().min(0).max(30)).length(3),
    ranks: z
      .record(
        z.string().regex(/^(?:\d|1\d|20)$/, "a rank from 0 to 20 is expected"),
        z.strictObject({ hitModifier, location }).partial(),
      )
      .describe("The tables of vehicles by rank, for those whose card does not say it (A-VEH-02, A-VEH-09)"),
  })
  .partial()
  .describe("The book's numbers, to be retuned");

export const parts: ScenarioParts = {
  unit,
  unitPatch,
  sideUnit: unitPatch.extend({ ...INSTRUCTIONS, at: SEQUENCE_ACTIONS.at }),
  weapon,
  extra: { vehicles: z.record(name, vehicle).optional() },
  options: optionsSchema(OPTIONS),
  rules,
  situation: anySituation(SITUATIONS).meta(COVER),
  situations: SITUATIONS,
  never: NEVER,
  kinds: KINDS,
};
