/** The shape of a game's file, before its texts are read. */
import * as z from "zod";

const words = z.string().min(1).max(400);
export const text = z.union([words, z.strictObject({ en: words, fr: words.optional() })]);
const identifier = z
  .string()
  .regex(/^[\p{L}_][\p{L}\d_]{0,59}$/u, "must be a name of letters and digits")
  .meta({ expects: "a name of letters and digits", french: "un nom de lettres et de chiffres" });
const typed = z
  .string()
  .min(1)
  .max(400)
  .describe(
    "What it takes: 1..10, 0..48 cm, needed d6, dice, yes or no, one of a, b, any of a, b; with = DEFAULT behind",
  );
const field = z.union([typed, z.strictObject({ type: typed, text: text.optional() })]).meta({
  expects: 'what it takes, with its value behind it: 0..4 = 2; within { } a list with commas in quotes: "one of a, b"',
  french:
    'ce que la valeur peut être, puis la valeur : 0..4 = 2 ; dans { }, une liste entre guillemets : "one of a, b"',
});
const fields = z.record(identifier, field).optional();
const rule = z.union([text, z.strictObject({ title: text, text: text.optional() })]);
const id = z
  .string()
  .regex(/^[A-Z][A-Z0-9_-]{0,39}$/u, "must be of capital letters: HIT")
  .meta({ expects: "an id of capital letters such as HIT", french: "un numéro en majuscules tel que HIT" });
const formula = z.string().min(1).max(2_000);
const cell = z.union([z.int().min(-1_000_000).max(1_000_000), z.string().min(1).max(60)]);
const line = z.string().regex(/^-?\d+(?:\.\.-?\d+)?$/u, "must be a number or a range such as 2..4");
const table = z.strictObject({
  of: identifier.optional().describe("The list of words that its cells are from"),
  columns: z
    .array(z.union([line, z.int()]))
    .min(1)
    .max(60)
    .optional(),
  rows: z.record(line, z.union([cell, z.array(cell).min(1).max(60)])),
});
const metric = z.union([formula, z.strictObject({ value: formula, perTurn: z.boolean().optional() })]);
const loss = z.union([identifier, z.strictObject({ metric: identifier, value: z.string().optional() })]);
const ofBothSides = identifier.meta({
  expects: "a name without a dot: a metric is there once for each side where its formula says own.",
  french: "un nom sans point : une mesure existe pour chaque camp dès que sa formule dit own.",
});
const kind = z.strictObject({
  title: text.optional(),
  state: z.record(z.string().min(1).max(80), formula).optional(),
  procedure: z.string().min(1).max(20_000),
  metrics: z.record(ofBothSides, metric),
  headline: z
    .strictObject({
      metric: identifier,
      values: z
        .array(z.union([z.string(), z.number()]))
        .min(1)
        .optional(),
      even: z.number().optional(),
      text: text,
    })
    .meta({
      expects: "a metric and what its number is of: { metric: sunk, text: ships sunk }",
      french: "une mesure et ce que son nombre compte : { metric: sunk, text: ships sunk }",
    })
    .optional(),
  winner: identifier.optional(),
  losses: z.strictObject({ attacker: loss.optional(), defender: loss.optional() }).optional(),
});

/** What a file of a game may say. */
export const gameShape = z.strictObject({
  version: z.literal(1),
  game: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/u, "must be a name of small letters, digits and hyphens")
    .meta({
      expects: "a name of small letters, digits and hyphens",
      french: "un nom en minuscules, chiffres et traits d’union",
    })
    .describe("The game's name"),
  title: text.optional(),
  points: z
    .enum(["model", "unit"])
    .optional()
    .describe("What the points of a unit buy; unless it is said a model, or the unit where it has no models"),
  words: z.record(identifier, z.array(identifier).min(1).max(60)).optional(),
  unit: fields,
  weapon: fields,
  situation: fields,
  numbers: fields,
  options: z
    .record(
      identifier,
      z.strictObject({ id: z.string().min(1).max(40), question: text, readings: z.record(identifier, text) }),
    )
    .optional(),
  tables: z.record(identifier, table).optional(),
  rules: z.record(id, rule).optional(),
  functions: z.string().min(1).max(20_000).optional(),
  french: z.record(z.string(), z.string()).optional().describe("Words in French, by the English"),
  kinds: z.record(identifier, kind),
});
