/** What the schemas of all games share: small types, and how a scenario names units. */
import * as z from "zod";

export const name = z.string().min(1);
export const small = z.int().min(-20).max(20);
const words = z.string().min(1).max(200);
/** A text for readers: one for all languages, or one for each. */
export const text = z.union([words, z.strictObject({ en: words, fr: words })]);
const CALLED = "What reports call it; one text, or { en: …, fr: … }";
export const title = text.describe(CALLED);
/** A ruleset knows a thing by its English label; reports put that into their language. */
export const label = text
  .transform((given) => (typeof given === "string" ? given : given.en))
  .optional()
  .describe(CALLED);
/**
 * A needed die that is written X+: `4` and `"4+"` are both accepted and give 4.
 * @param told what is expected, for people: `2+ to 6+` unless it is said
 */
export const neededDie = (
  low: number,
  high: number,
  told = { expects: `${low}+ to ${high}+`, french: `${low}+ à ${high}+` },
) => {
  const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return z
    .union([z.int().min(low).max(high), z.string().regex(new RegExp(`^(?:${numbers.join("|")})\\+$`, "u"))])
    .transform((value) => (typeof value === "number" ? value : Number.parseInt(value, 10)))
    .meta({ ...told });
};
export const oneOrMany = <T extends z.ZodType>(one: T) => z.union([one, z.array(one).min(1).max(1_000)]);
export const perTurn = <T extends z.ZodType>(one: T) =>
  oneOrMany(one).describe("One, or one per turn (the last repeats)");
export const optional = <T extends Record<string, z.ZodType>>(shape: T) =>
  Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, type.optional()])) as {
    [K in keyof T]: z.ZodOptional<T[K]>;
  };

/** A unit as an experiment names it, before what it changes of it. */
export const NAMED = {
  unit: name,
  as: name.optional().describe("The name in cell ids, where the unit is used more than once"),
};
/** Who stands in a place of a cell: by name, or with changes of its own. */
export const whoOf = (unitUse: z.ZodType) => oneOrMany(z.union([name, unitUse]));

/** When a rule of a policy gives its order. */
export const when = z
  .string()
  .optional()
  .describe("What has to hold: ready > enemy.ready and turn <= 4; a rule without it always does");

/** What the units of a side cost together. */
export const budget = z
  .number()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe("The unit that says no models has as many as these points buy, after the others are paid for");

/** The units of a side, each with what the side says of it beside its characteristics. */
export const sideUnits = (unitUse: z.ZodObject, actions: Readonly<Record<string, z.ZodType>>, most: number) => {
  const lineUp = z
    .union([
      name,
      z
        .array(z.union([name, unitUse]))
        .min(1)
        .max(1_000),
    ])
    .describe(
      "A unit, or several, by name or as a map with changes of its own: every pairing with the other side is a cell",
    );
  return z
    .array(z.union([name, unitUse.extend({ unit: lineUp, ...actions })]))
    .min(1)
    .max(most);
};

/** In which the units of a sequence act. */
export const unitOrder = z.array(name).min(1).max(20).optional();

const allOptional = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, type]) => [key, type instanceof z.ZodOptional ? type : type.optional()]),
  );

/** What a modifier set may change of a situation: anything of any kind. */
export const anySituation = (situations: Readonly<Record<string, z.ZodObject>>) =>
  z.strictObject(
    Object.assign({}, ...Object.values(situations).map(({ shape }) => allOptional(shape))) as Record<string, z.ZodType>,
  );
