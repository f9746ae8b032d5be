import * as z from "zod";
import { once } from "../../rule/once.ts";
import { optionsSchema } from "../option-schema.ts";
import type { ScenarioParts } from "../reader.ts";
import { type Said, said } from "../said.ts";
import {
  anySituation,
  label,
  NAMED,
  name,
  neededDie,
  oneOrMany,
  sideUnits,
  small,
  unitOrder,
  whoOf,
} from "../schema.ts";
import { ABILITY_PATTERN, ABILITY_SPELLINGS, isOfOtherRange, parseAbility } from "./abilities.ts";
import { AMOUNT_FORM, AMOUNT_PATTERN, parseAmount } from "./amount.ts";
import { OPTIONS } from "./options.ts";
import { COMMAND_REROLLS, DAMAGE_REDUCTIONS, ENGAGEMENTS, PHASES, REROLLS, ROLES } from "./words.ts";

const threshold = (low: number, high: number, rule: string) =>
  neededDie(low, high, { expects: `${low}+ to ${high}+ (${rule})`, french: `${low}+ à ${high}+ (${rule})` });

/** `3`, `D6+3`, `2D6`. */
const amount = (rule: string, most: number, dice: number) => {
  const isInRange = (text: string) => {
    const read = parseAmount(text);
    return read !== undefined && read.d6 + read.d3 <= dice && read.plus <= most;
  };
  const expects = `${AMOUNT_FORM}, up to ${most} or ${dice}D6+${most} (${rule})`;
  const dicey = z
    .string()
    .max(20)
    .regex(AMOUNT_PATTERN)
    .refine(isInRange, { error: ({ input }) => `must be ${expects}, found "${input}"` });
  return z.union([z.int().min(0).max(most), dicey]).meta({
    expects,
    french: `un nombre ou des dés tels que 3, D6+3, 2D6, jusqu’à ${most} ou ${dice}D6+${most} (${rule})`,
  });
};

/** An ability in the rulebook's words. The listed spellings serve editors and the nearest name. */
const ability = z
  .union([z.enum(ABILITY_SPELLINGS as [string, ...string[]]), z.string().max(80).regex(ABILITY_PATTERN)])
  .meta({
    expects: "an ability in the rulebook's words such as Lethal Hits, Rapid Fire 2 or Anti-Vehicle 4+ (C-AB)",
    french: "une aptitude dans les mots du livre, telle que Lethal Hits, Rapid Fire 2 ou Anti-Vehicle 4+ (C-AB)",
  });
const abilities = z.array(ability).max(40);
const keywords = z.array(z.string().min(1).max(60)).max(60);
const reroll = z.enum(REROLLS);

/** What a field gives, and the attacks that it counts for: all of them unless something is said. */
export interface Conditional<T> extends AttacksMeant {
  readonly value: T;
}
interface AttacksMeant {
  /** Keywords of which the enemy must have one. */
  readonly against?: readonly string[] | undefined;
  readonly in?: (typeof PHASES)[number] | undefined;
  readonly of?: (typeof ROLES)[number] | undefined;
  readonly stronger?: true | undefined;
}

/** What a field of a weapon says of the attacks that it counts for. */
const OF_WEAPON = {
  against: z
    .union([z.string().min(1).max(60), keywords.min(1)])
    .optional()
    .describe("Keywords of which the enemy must have one"),
  stronger: z.literal(true).optional().describe("Attacks whose Strength is above the Toughness of their target"),
};
/** The same of a unit, whose weapons attack in both phases. */
const OF_UNIT = {
  ...OF_WEAPON,
  in: z.enum(PHASES).optional().describe("Ranged attacks alone (shooting), or melee attacks alone (fight)"),
};
/** The same of a modifier of a unit, which counts for attacks at the unit too; re-rolls and criticals do not. */
const OF_MODIFIER = {
  ...OF_UNIT,
  of: z.enum(ROLES).optional().describe("Attacks that the unit makes (own), or that are made at it (attackers)"),
};

/** A value, a value that counts for some attacks only, or several of these. */
function conditional<T, K extends string>(plain: z.ZodType<T, unknown>, key: K, meant: z.ZodRawShape) {
  const bound = z.strictObject({ [key]: plain, ...meant }).transform((given): Conditional<T> => {
    const { [key]: value, against: whom, ...attacks } = given as { against?: string | string[] } & Record<K, T>;
    return { value, ...attacks, ...(whom === undefined ? {} : { against: [whom].flat() }) };
  });
  const free = plain.transform((value): Conditional<T> => ({ value }));
  return z.union([
    free.transform((one) => [one]),
    bound.transform((one) => [one]),
    z
      .array(z.union([free, bound]))
      .min(1)
      .max(20),
  ]);
}

/** What may be given to a weapon or to all weapons of a unit. */
function attackFields(meant: z.ZodRawShape, byModifiers = meant) {
  const policy = () => conditional(reroll, "what", meant).optional();
  const critical = () => conditional(threshold(2, 6, "QC-14"), "from", meant).optional();
  const modifier = () => conditional(small, "by", byModifiers).optional();
  return {
    rerollHits: policy().describe("Hit rolls made again, against any enemy or { what: failures, against: [Vehicle] }"),
    rerollWounds: policy().describe("Wound rolls made again, in the same form"),
    rerollDamage: policy().describe("ones; below the average (failures); all but the highest (nonCritical)"),
    rerollDice: z.enum(["all", "one"]).optional().describe("Whether every die is re-rolled or one per weapon profile"),
    criticalHits: critical().describe("5+, or { from: 5+, against: [Infantry] }"),
    criticalWounds: critical().describe("The same for wound rolls"),
    hitModifier: modifier().describe(
      "1, or { by: 1, against: [Monster, Vehicle] }. A target's is for attacks against it",
    ),
    woundModifier: modifier().describe("In the same form. A target's is for attacks against it"),
    attacksModifier: modifier().describe("In the same form. A target's is for attacks against it"),
    strengthModifier: modifier().describe("In the same form. A target's is for attacks against it"),
    apModifier: modifier().describe("-1 makes AP -1 into AP -2. A target's is for attacks against it"),
    damageModifier: modifier().describe("In the same form. A target's is for attacks against it: -1 takes one away"),
  };
}

/** What a check says, with its French beside. */
const told = ({ en, fr }: Said) => ({ message: en, params: { french: fr } });

/** Abilities that mean something on one side of the table only. */
const ofWeapons = abilities.superRefine((given, context) => {
  given.forEach((text, i) => {
    if (parseAbility(text)?.on === "unit")
      context.addIssue({
        code: "custom",
        path: [i],
        ...told(said`"${text}" is an ability of units, not of weapons (C-AB)`),
      });
  });
});

const profile = z
  .strictObject({
    label,
    range: z.union([z.number().min(0).max(1_000), z.literal("melee")]).meta({
      expects: "a number of inches or melee (C-SH-05)",
      french: "un nombre de pouces ou melee (C-SH-05)",
      unit: "″",
    }),
    attacks: amount("C-SH-07", 200, 99),
    skill: threshold(2, 6, "C-HIT-01").optional().describe("BS or WS; a Torrent weapon needs none"),
    strength: z.int().min(1).max(50),
    ap: z.int().min(-10).max(0).meta({
      expects: "a whole number from -10 to 0, as the book writes it: -1 (C-SAV-01)",
      french: "un nombre entier de -10 à 0, comme le livre l’écrit : -1 (C-SAV-01)",
    }),
    damage: amount("C-DMG-01", 50, 20),
    abilities: ofWeapons.default([]),
    ...attackFields(OF_WEAPON),
  })
  .superRefine(({ range, abilities: given }, context) => {
    given.forEach((text, i) => {
      const name = parseAbility(text)?.name;
      if (name === undefined || !isOfOtherRange(name, range === "melee")) return;
      const wrong =
        range === "melee"
          ? said`"${text}" is an ability of ranged weapons; this one is a melee weapon (C-AB)`
          : said`"${text}" is an ability of melee weapons; this one is a ranged weapon (C-AB)`;
      context.addIssue({ code: "custom", path: ["abilities", i], ...told(wrong) });
    });
  })
  .meta({
    elsewhere: {
      melee: { en: "a melee weapon has range: melee here", fr: "une arme de mêlée a ici range: melee" },
    },
  });
const weapon = z.union([
  profile,
  z.strictObject({
    label,
    profiles: z
      .record(name, profile)
      .describe("Profiles of which one is chosen: by the situation's profiles, or by the unit that carries the weapon"),
  }),
]);

const models = z.int().min(1).max(200).describe("How many in the unit");
const weaponUse = z.union([
  name,
  z.strictObject({
    weapon: name,
    count: z.int().min(1).max(1_000).optional().describe("For the whole unit; default one per model"),
    profile: name
      .optional()
      .describe("Of a weapon with profiles: the one that is used (default: the best against each target)"),
  }),
]);
const line = {
  label,
  save: threshold(2, 7, "C-SAV-01").optional(),
  wounds: z.int().min(1).max(100).optional(),
  invulnerable: z
    .union([
      threshold(2, 6, "C-SAV-03"),
      z.strictObject({ ranged: threshold(2, 6, "C-SAV-03").optional(), melee: threshold(2, 6, "C-SAV-03").optional() }),
    ])
    .optional(),
  feelNoPain: threshold(2, 6, "C-DMG-02").optional(),
  keywords: keywords.optional(),
  abilities: abilities.optional(),
  weapon: name.optional(),
  weapons: z.array(weaponUse).max(50).optional(),
};
const unitShape = {
  models: models.optional(),
  ...line,
  toughness: z.int().min(1).max(50).optional().describe("One for the whole unit (QC-16)"),
  points: z
    .number()
    .min(0)
    .max(100_000)
    .optional()
    .describe(
      "Of the whole unit, however many models it has (in alpha-omega and metropolis of each model); a leader's are added to them",
    ),
  members: z
    .array(z.strictObject({ models: models.default(1), ...line }))
    .min(1)
    .max(50)
    .optional()
    .describe("Unlike models in one unit, in the order in which they take attacks"),
  leader: name.optional().describe("Another unit that leads this one: together they are an Attached unit"),
  embarked: z.array(weaponUse).max(20).optional().describe("Weapons lent through Firing Deck"),
  woundsLost: z.int().min(0).max(100).optional().describe("Wounds that the first model has lost before"),
  distance: z.number().min(0).max(1_000).optional().describe("Where it differs from the situation's"),
  ...attackFields(OF_UNIT, OF_MODIFIER),
  rerollSaves: z.enum(["none", "ones", "failures"]).optional(),
  saveModifier: small.optional(),
  damageReduction: oneOrMany(z.enum(DAMAGE_REDUCTIONS))
    .optional()
    .describe("Of attacks against the unit; replaced, then halved, then added to, then taken away (C-MOD-02)"),
};
/** What the other rulesets write apart. */
const ELSEWHERE = {
  elsewhere: {
    meleeWeapon: {
      en: "melee weapons stand among the weapons here, with range: melee",
      fr: "les armes de mêlée sont parmi les armes ici, avec range: melee",
    },
  },
};
const unit = z.strictObject(unitShape).meta(ELSEWHERE);
const changes = {
  addAbilities: abilities.optional(),
  removeAbilities: abilities.optional(),
  addKeywords: keywords.optional(),
  removeKeywords: keywords.optional(),
};
const unitPatch = z.strictObject({ ...unitShape, ...changes }).meta(ELSEWHERE);
const unitUse = z
  .strictObject({
    ...NAMED,
    ...unitShape,
    ...changes,
  })
  .meta(ELSEWHERE);
const who = whoOf(unitUse);
/** By weapon one thing, or how many have which. */
const byWeapon = () => z.record(name, z.union([name, z.record(name, z.int().min(1).max(1_000))])).optional();
const profiles = byWeapon().describe(
  "The profile of each weapon that has several, or how many use which: { plasmaGun: supercharge }",
);
const commandReroll = z
  .union([
    z.enum(COMMAND_REROLLS),
    z.strictObject({
      roll: z.enum(COMMAND_REROLLS),
      weapon: name.describe("Default: the first one resolved that makes such a roll"),
    }),
  ])
  .optional();

const situation = {
  weapons: z.array(name).min(1).max(50).optional().describe("The weapons that are used; default all"),
  targets: byWeapon().describe("The target of each weapon; with it all defenders are one cell"),
  profiles,
  commandReroll,
};
/** How the shooting unit stands, and how the target does. */
const OF_SHOOTER = {
  stationary: z.boolean().optional().describe("The unit Remained Stationary"),
  advanced: z.boolean().optional(),
  fellBack: z.boolean().optional(),
  attackerEngaged: z.enum(ENGAGEMENTS).optional().describe("Whom the shooting unit is within Engagement Range of"),
  oneShotFired: z.boolean().optional().describe("One Shot weapons have been used up"),
};
const OF_TARGET = {
  cover: z.boolean().optional(),
  visible: z.boolean().optional().describe("Whether any model of the target is seen; default true"),
  defenderEngaged: z.boolean().optional().describe("The target is within Engagement Range of other friends"),
  goToGround: z.boolean().optional().describe("Go to Ground: 6+ invulnerable save and cover"),
  smokescreen: z.boolean().optional().describe("Smokescreen: Stealth and cover"),
};
const between = z.number().min(0).max(1_000).meta({ unit: "″" }).optional().describe("Inches between the two");
const SITUATIONS = {
  shooting: z.strictObject({
    distance: between,
    ...situation,
    ...OF_TARGET,
    ...OF_SHOOTER,
    overwatch: z.boolean().optional().describe("Fire Overwatch: only unmodified 6s hit"),
  }),
  fight: z.strictObject({ ...situation, charged: z.boolean().optional().describe("The unit charged this turn") }),
  sequence: z.strictObject({
    distance: between,
    cover: OF_TARGET.cover,
    visible: OF_TARGET.visible,
    stationary: OF_SHOOTER.stationary,
    order: unitOrder.describe("In which the units of the first side shoot, by name; default as they are listed"),
  }),
} as const;

const wanted = z.union([name, z.array(name).min(1).max(20)]);
/** What a sequence says of a unit beside its characteristics: of a shooter, then of a target. */
export const ACTIONS = {
  at: z
    .union([wanted, z.record(name, wanted)])
    .optional()
    .describe("Whom it shoots at: the first of these that still stands; or so for each weapon. Default all, as listed"),
  profiles,
  commandReroll,
  ...OF_SHOOTER,
  ...OF_TARGET,
} as const;
const actions = z.strictObject(ACTIONS);
export type Actions = z.output<typeof actions>;

const side = z.strictObject({ units: sideUnits(unitUse, ACTIONS, 20) });

const whole = z.int().min(-20).max(100);
const rules = z
  .strictObject({
    modifierCap: z.int().min(0).max(6),
    saveCap: z.int().min(0).max(6),
    cover: z.int().min(0).max(6),
    coverSave: z.int().min(1).max(7),
    stealth: whole,
    bigGuns: whole,
    heavy: whole,
    lance: whole,
    indirect: whole,
    damaged: whole,
    blastPer: z.int().min(1).max(100),
    loneOperative: z.number().min(0).max(1_000),
    hazardousWounds: z.int().min(1).max(100),
    demiseRange: z.number().min(0).max(1_000),
    demiseRoll: z.int().min(2).max(6),
    goToGround: z.int().min(2).max(6),
    overwatch: z.int().min(2).max(6),
  })
  .partial()
  .describe("The book's numbers, to be retuned");

export const parts: ScenarioParts = {
  unit,
  unitPatch,
  sideUnit: unitPatch.extend(ACTIONS),
  weapon,
  extra: {},
  options: optionsSchema(OPTIONS),
  rules,
  situation: anySituation(SITUATIONS),
  situations: SITUATIONS,
  never: ["keyword"],
  kinds: {
    shooting: { attacker: who, defender: who },
    fight: { attacker: who, defender: who },
    sequence: {
      sides: z.array(side).length(2).describe("Those who shoot, one after another, and those they shoot at"),
    },
  },
};

/** What the schema makes of a weapon's profile, a unit and a member. */
export type WeaponData = z.output<typeof profile>;
export type UnitData = z.output<typeof unit>;
export type WeaponUse = z.output<typeof weaponUse>;
export type ShootingSituation = z.output<(typeof SITUATIONS)["shooting"]>;
export type SequenceSituation = z.output<(typeof SITUATIONS)["sequence"]>;
export type FightSituation = z.output<(typeof SITUATIONS)["fight"]>;
// One unit meets many in a matrix.
export const readUnit = once((data): UnitData => unit.parse(data));
export const readWeapon = once((data): z.output<typeof weapon> => weapon.parse(data));
