import * as z from "zod";
import { once } from "../rule/once.ts";
import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { text, title } from "../rulesets/schema.ts";
import { GAME_FILE } from "./game/file.ts";
import { RANKED, type RankedBy } from "./goals.ts";
import { LANGUAGES } from "./languages.ts";
import { MOST_TRIALS } from "./limits.ts";

const name = z.string().min(1);
const share = z
  .string()
  .regex(/^\d+(\.\d+)?\s?(%|pp)$/, "must be a share such as 0.1% or 0.5pp")
  .meta({ expects: "a share such as 0.1% or 0.5pp", french: "une part telle que 0.1% ou 0.5pp" });
const precision = z.union([
  share,
  z.record(name, z.union([share, z.strictObject({ absolute: share }), z.strictObject({ relative: share })])),
]);
const bound = z.union([z.number(), share]);
const goal = z.strictObject({
  experiment: name.optional(),
  cell: name.optional().describe("A cell id; * stands for any text"),
  metric: name.optional(),
  rank: z
    .enum(Object.keys(RANKED) as [RankedBy, ...RankedBy[]])
    .optional()
    .describe(
      "Of a field of fights, instead of a metric: the share of wins of each unit, or how many a statement is true of",
    ),
  value: z.union([z.number(), z.string(), z.boolean()]).optional(),
  turn: z.int().min(1).optional(),
  side: z.enum(["first", "second"]).optional(),
  between: z.tuple([bound, bound]).optional(),
  atLeast: bound.optional(),
  atMost: bound.optional(),
  level: z.enum(["off", "warn", "error"]).optional(),
});

const withSets = z
  .union([z.literal("all"), z.array(z.union([name, z.array(name).min(1)])).min(1)])
  .describe("Modifier sets, one cell each; a nested list is one cell; all is every combination of the factors");

const question = z.string().min(1).max(1_000);
const joint = z
  .union([question, z.array(question).min(1).max(20)])
  .describe("Questions of several metrics in one trial: first.out<=1 and second.out>=3");
const tables = z
  .union([name, z.array(name).min(1)])
  .describe("CSV tables, one row each: the column id names it, the others are its fields; entries beside it win");
/** Named entries as they may be written: some of them in tables. */
const fromTables = (type: z.ZodType) => z.object({ from: z.union([tables, type]).optional() }).catchall(type);

/** What a modifier set may change of a cell; of the sides of a whole fight all units of a side, or one by its place. */
export function patchesOf({ unitPatch, sideUnit, situation }: Reader["parts"]): Record<string, z.ZodType> {
  const patches = { attacker: unitPatch, defender: unitPatch };
  if (sideUnit === undefined) return { ...patches, situation };
  const place = z.string().regex(/^\d{1,2}$/, "units of a side are counted from 0");
  const patch = sideUnit.extend({
    units: z.record(place, sideUnit).optional().describe("One unit of the side, by its place from 0"),
  });
  const first = patch.describe("Every unit of the first side of a fight");
  return { ...patches, first, second: patch, situation };
}

type Described = Pick<Reader, "parts" | "ruleset" | "written">;
const readWhole = once((reader: Described) => made(reader, false));

/**
 * The schema of a whole scenario of one ruleset (design contract 4.1). Tables have been read into it, and `extends` has
 * been followed, when it is checked; `asWritten` is that of the file itself.
 */
export const scenarioSchema = (reader: Described, asWritten = false): ReturnType<typeof made> =>
  asWritten ? made(reader, true) : readWhole(reader);

function made({ parts, ruleset, written }: Described, asWritten: boolean) {
  const entries = (type: z.ZodType) => (asWritten ? fromTables(type) : z.record(name, type));
  const modifierSet = z
    .strictObject({
      title,
      factor: z.boolean(),
      ...patchesOf(parts),
      options: parts.options,
      rules: parts.rules,
    })
    .partial();
  const elsewhere = parts.situation.meta()?.elsewhere;
  const experiments = Object.entries(parts.kinds).map(([kind, names]) => {
    const situation = parts.situations[kind]!;
    const empty = situation.safeParse({}).success;
    const unread = ["attacker", "defender"].filter((role) => !("sides" in names || role in names));
    const known = z.strictObject({
      kind: z.literal(kind),
      title: title.optional(),
      question: text.describe("What it is to answer; experiments of one question are answered together").optional(),
      ...names,
      situation: empty ? situation.optional() : situation,
      with: withSets.optional(),
      joint: joint.optional(),
    });
    const why = said`nothing of it is read in kind ${kind}: leave it out`;
    return unread.length === 0 ? known : known.meta({ elsewhere: Object.fromEntries(unread.map((one) => [one, why])) });
  });
  return z.strictObject({
    version: z.literal(1),
    ruleset: asWritten && written ? z.string().regex(GAME_FILE) : z.literal(ruleset.name),
    title: title.optional(),
    seed: z
      .union([z.number(), z.string()])
      .meta({
        expects: "a whole number from 0 to 18446744073709551615, or a text",
        french: "un nombre entier de 0 à 18446744073709551615, ou un texte",
      })
      .optional()
      .describe("A whole number below 2^64, or any text"),
    trials: z
      .int()
      .min(1)
      .max(MOST_TRIALS)
      .meta({
        expects: "a whole number from 1 to 1e10 (to stop at a precision write precision: 0.1%)",
        french: "un nombre entier de 1 à 1e10 (pour s’arrêter à une précision, écrire precision: 0.1%)",
      })
      .optional()
      .describe("Trials of each simulated cell"),
    precision: precision.optional().describe("95 % half-width at which a simulated cell stops"),
    ...(parts.never === undefined
      ? {}
      : {
          mute: z
            .array(z.enum(parts.never as [string, ...string[]]))
            .optional()
            .describe("What is said no more when it is written and never happens, by its name"),
        }),
    labels: z.enum(LANGUAGES).optional().describe("The language of the reports"),
    options: parts.options.optional(),
    rules: parts.rules.optional(),
    weapons: entries(parts.weapon).optional(),
    units: entries(parts.unit).optional(),
    ...parts.extra,
    modifierSets: z.record(name, elsewhere === undefined ? modifierSet : modifierSet.meta({ elsewhere })).optional(),
    experiments: z
      .record(
        name,
        z.discriminatedUnion("kind", experiments as unknown as [z.ZodObject<{ kind: z.ZodLiteral<string> }>]),
      )
      .optional(),
    goals: z.array(goal).optional(),
    track: z.array(name).optional().describe("More metrics for the baseline, as patterns"),
    extends: z
      .union([name, z.array(name)])
      .optional()
      .describe("Files that this one builds on; later wins"),
  });
}

/** The JSON Schema of a ruleset's scenarios, for editors (draft 7, which they all read). */
export const jsonSchemaFor = (reader: Pick<Reader, "parts" | "ruleset" | "written">): object => ({
  ...z.toJSONSchema(scenarioSchema(reader, true), {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
    reused: "ref",
    override: ({ jsonSchema }) => void delete jsonSchema.elsewhere, // hints of our own errors
  }),
  title: `crible scenario, ruleset ${reader.ruleset.name}`,
});
