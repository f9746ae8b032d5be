import * as z from "zod";
import { optionsSchema } from "../option-schema.ts";
import type { ScenarioParts } from "../reader.ts";
import {
  anySituation,
  budget,
  label,
  NAMED,
  name,
  oneOrMany,
  optional,
  perTurn,
  sideUnits,
  small,
  unitOrder,
  when,
  whoOf,
} from "../schema.ts";
import { NEVER } from "./engagement/never.ts";
import { INITIATIVES } from "./engagement/profile.ts";
import { OPTIONS } from "./options.ts";
import { BANDS, ORDERS, REACTIONS, STATS } from "./words.ts";

const whole = (least: number, most: number, message?: string) => z.int(message).min(least, message).max(most, message);
const stat = whole(1, 10, "must be a whole number from 1 to 10: the tables have no other stats (B-TAB-01)").meta({
  expects: "a whole number from 1 to 10: the tables have no other stats (B-TAB-01)",
  french: "un nombre entier de 1 à 10 : les tables ne vont pas au-delà (B-TAB-01)",
});
const sizeClass = whole(0, 10, "must be a whole number from 0 to 10: size classes go so far (QB-09)").meta({
  expects: "a whole number from 0 to 10: size classes go so far (QB-09)",
  french: "un nombre entier de 0 à 10 : les classes de taille s’arrêtent là (QB-09)",
});
const models = whole(1, 1_000).describe("How many in the unit");
const byBand = <T extends z.ZodType>(type: T) =>
  z.strictObject(
    Object.fromEntries(BANDS.map((band) => [band, type.optional()])) as Record<
      (typeof BANDS)[number],
      z.ZodOptional<T>
    >,
  );

/** What the other rulesets write apart. */
const IN_DAMAGE = {
  en: "damage says where a weapon reaches here: damage: { contact: 5 } is melee",
  fr: "damage dit ici jusqu’où porte une arme : damage: { contact: 5 } est le corps à corps",
};
const ELSEWHERE = { elsewhere: { meleeWeapon: IN_DAMAGE } };

const weapon = z
  .strictObject({
    label,
    damage: byBand(stat).describe(
      "Damage in each range band; it cannot fire in a band that is left out. contact is melee (in alpha-omega a weapon of its own with melee: true, in wh40k-10e range: melee)",
    ),
    shots: whole(1, 100).default(1).describe("Rolls to hit of each model when shooting"),
  })
  .meta({ elsewhere: { melee: IN_DAMAGE, range: IN_DAMAGE } });
/** As the scenario gives it, defaults filled in. */
export type WeaponData = z.infer<typeof weapon>;

/** What unlike members of a unit may differ in. */
const arms = {
  label,
  shooting: stat.describe("SH"),
  assault: stat.describe("AS"),
  strength: stat.describe("ST, damage in melee without a weapon for it"),
  weapon: name,
  weapons: z.array(name).min(1).max(20).describe("Several weapons, all fired"),
};
const member = z.strictObject({ models: models.default(1), ...optional(arms) });
const distance = z.number().min(0).max(10_000).meta({ unit: "″", description: "Inches between the two; 0 is contact" });
const unitShape = {
  models: models.optional(),
  ...optional(arms),
  toughness: stat.describe("T").optional(),
  wounds: stat.describe("W of each model").optional(),
  command: stat.describe("CD").optional(),
  sizeClass: sizeClass.describe("SZ").optional(),
  individual: z.boolean().optional().describe("A character or machine of one model: its wounds stand for models"),
  points: z.number().min(0).max(100_000).optional().describe("Of each model (in wh40k-10e of the whole unit)"),
  distance: perTurn(distance).optional(),
  members: z
    .array(member)
    .min(1)
    .max(50)
    .optional()
    .describe("Models that are armed unlike the others; the first listed fall first"),
};
const unit = z.strictObject(unitShape).meta(ELSEWHERE);
const unitUse = z
  .strictObject({
    ...NAMED,
    ...unitShape,
  })
  .meta(ELSEWHERE);
const who = whoOf(unitUse);
/** What a side of an engagement says of a unit beside its characteristics. */
export const ACTIONS = {
  order: perTurn(z.enum(ORDERS)).optional().describe("Default fire"),
  reaction: z.enum(REACTIONS).optional().describe("The answer to a charge. Default fire, which needs the order hold"),
  inCover: z.boolean().optional().describe("Defends cover: unless it charged, +1 in melee, and QB-10 under fire"),
  state: z.enum(["steady", "panicked"]).optional(),
} as const;
const moved = z.boolean().optional().describe("Has moved: counts against who is fired at, or who fires (QB-08)");
const at = oneOrMany(name)
  .optional()
  .describe("Whom it sees, of whom it fires at the nearest that stands (B-SHOOT-02). Default all of the second side");
/** The same of a unit that fires, or is fired at, in a sequence. */
export const SEQUENCE_ACTIONS = { at, moved, inCover: ACTIONS.inCover } as const;
/** A unit as a side has it. */
export const sideUnit = z.strictObject({ ...unitShape, ...ACTIONS, at, moved }).meta(ELSEWHERE);

const band = z.enum(BANDS);
const turns = whole(1, 1_000);
const left = whole(1, 1_000);
const shotSituation = {
  distance: distance.optional(),
  band: band.optional().describe("Instead of a distance"),
  targetMoved: z.boolean().optional(),
  shooterMoved: z.boolean().optional().describe("Counts with movedModifier: shooter (QB-08)"),
  defenderInCover: z.boolean().optional().describe("Counts with coverShooting (QB-10)"),
  defenderInMelee: z.boolean().optional(),
  attackerPanicked: z.boolean().optional(),
  lineOfSight: z.boolean().optional().describe("Default true"),
};
const strength = {
  attackerSurviving: left.optional().describe("Models left of the attacker; default all"),
  defenderSurviving: left.optional().describe("Models left of the defender; default all"),
  defenderWoundsLeft: stat.optional().describe("Wounds left of the defender's wounded model"),
};

/** The situation of every kind. */
const SITUATIONS = {
  shot: z.strictObject(shotSituation),
  volley: z.strictObject({ ...shotSituation, ...strength }),
  assault: z.strictObject({
    charged: z.boolean().optional().describe("The attacker charged: +1 in the first round"),
    counterCharged: z.boolean().optional().describe("The defender counter-charged: +1 in the first round"),
    defenderInCover: z.boolean().optional(),
    attackerPanicked: z.boolean().optional(),
    defenderPanicked: z.boolean().optional(),
    rounds: whole(1, 100).optional().describe("Default 1"),
    ...strength,
    attackerWoundsLeft: stat.optional().describe("Wounds left of the attacker's wounded model"),
  }),
  test: z.strictObject({
    stat: z.enum(STATS).optional().describe("Default: a reaction test (QB-22)"),
    difficulty: stat.optional().describe("DIFF; default 4 (B-TAB-02)"),
    modifier: small.optional().describe("Added to the die"),
  }),
  morale: z.strictObject({
    surviving: left.optional().describe("Models left; default all"),
    woundsLeft: stat.optional().describe("Wounds left of an individual; default all"),
    trigger: z.enum(["melee", "loss"]).optional().describe("A melee lost, or a loss (B-MOR-02); default what is due"),
    state: z.enum(["steady", "panicked"]).optional().describe("Panicked: the rally test"),
    rallyEnemies: z
      .union([z.enum(["none", "short", "medium"]), z.array(z.enum(["short", "medium"])).max(2)])
      .optional()
      .describe("Enemies in sight at short or medium range (B-MOR-06)"),
  }),
  sequence: z.strictObject({
    distance: distance.optional(),
    lineOfSight: z.boolean().optional().describe("Default true"),
    order: unitOrder.describe("In which the units of the first side fire, by name; default as they are listed"),
  }),
  engagement: z.strictObject({
    distance: perTurn(distance).optional(),
    lineOfSight: perTurn(z.boolean()).optional().describe("Default true"),
    turns: turns.optional().describe("Default 6"),
    rounds: whole(1, 10).optional().describe("Rounds of each assault; default 1 (E-23)"),
    initiative: perTurn(z.enum(INITIATIVES))
      .optional()
      .describe("Who starts the turn: one, or one per turn (the last repeats). Default fair: the dice say (E-24)"),
  }),
} as const;
export type SituationKind = keyof typeof SITUATIONS;
export type Situation<K extends SituationKind> = z.infer<(typeof SITUATIONS)[K]>;
const policyRule = z.strictObject({ when, order: z.enum(ORDERS) });

/** A rule as the scenario has it. */
export type WrittenRule = z.infer<typeof policyRule>;

const side = z.strictObject({
  policy: z
    .array(policyRule)
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      "What each unit is ordered when it is activated, by what is left of both sides: the first rule that holds (E-25)",
    ),
  points: budget,
  units: sideUnits(unitUse, ACTIONS, 20),
});

const sequenceSide = z.strictObject({ points: budget, units: sideUnits(unitUse, SEQUENCE_ACTIONS, 20) });

/** What an experiment of each kind names. */
const KINDS = {
  shot: { attacker: who, defender: who },
  volley: { attacker: who, defender: who },
  assault: { attacker: who, defender: who },
  test: { attacker: who },
  morale: { defender: who },
  engagement: { sides: z.array(side).length(2) },
  sequence: {
    sides: z.array(sequenceSide).length(2).describe("Those who fire, one after another, and those they fire at"),
  },
} as const;

const needed = whole(0, 20);
const table = z.array(z.array(needed).length(10)).length(10);
const inches = z.number().min(0).max(10_000);
const rules = z
  .strictObject({
    hitTable: z.array(needed).length(10).describe("B-SHOOT-03: needed die by SH"),
    meleeTable: table.describe("B-CC-02: needed die, attacker's AS down, defender's AS across"),
    testTable: table.describe("B-TAB-01: needed die, active stat down, difficulty across"),
    moved: small,
    size: z.array(small).length(11).describe("B-SHOOT-05: by size class, 0 first"),
    bands: z.strictObject({ short: inches, medium: inches, long: inches, extreme: inches }).partial(),
    melee: z.strictObject({ panicked: small, charged: small, cover: small, opponentPanicked: small }).partial(),
    rally: z.strictObject({ medium: small, short: small }).partial(),
    difficulty: stat,
    chargeReach: inches,
  })
  .partial()
  .describe("The sheet's numbers, to be retuned");

export const parts: ScenarioParts = {
  unit,
  unitPatch: unit,
  sideUnit,
  weapon,
  extra: {},
  options: optionsSchema(OPTIONS),
  rules,
  situation: anySituation(SITUATIONS),
  situations: SITUATIONS,
  never: NEVER,
  kinds: KINDS,
};
