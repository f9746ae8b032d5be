/** `crible explain field RULESET PATH`: what may stand at a place of a scenario, made from the schema; all of it as Markdown. */

import { type Language, languageOf } from "../report/index.ts";
import { textsOf } from "../report/rule-sheet.ts";
import type { Metric } from "../rule/program.ts";
import { examplesOf } from "../rulesets/examples.ts";
import type { Examples } from "../rulesets/forms.ts";
import { loadReader } from "../rulesets/index.ts";
import { translationIn } from "../rulesets/languages.ts";
import type { Reader } from "../rulesets/reader.ts";
import { programFor } from "../rulesets/ruleset.ts";
import { hinted, inLanguage, said } from "../rulesets/said.ts";
import {
  expectedAt,
  type JsonSchema,
  jsonSchemaOf,
  keysAt,
  saidAt,
  schemasAt,
  typesAt,
  valuesAt,
} from "../scenario/fields.ts";
import { type LanguageTag, textIn } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { questionOf } from "../scenario/question.ts";
import { scenarioSchema } from "../scenario/schema.ts";
import type { Located } from "../scenario/tree.ts";
import { UsageError } from "./exit.ts";
import { exampleAt, exampleFile, measuredIn } from "./field-examples.ts";
import { rulesetOf } from "./ruleset-arg.ts";
import { printFolded } from "./streams.ts";

const PLACE = { file: "", line: 1, column: 1, length: 0 };
const map = (entries: Readonly<Record<string, Located>>): Located => ({
  kind: "map",
  place: PLACE,
  entries: Object.entries(entries).map(([key, node]) => ({ key, keyPlace: PLACE, node })),
});
const scalar = (value: string): Located => ({ kind: "scalar", place: PLACE, value, raw: value, quoted: false });

/** Everything that is asked of a schema here. */
interface FormatAsked {
  readonly reader: Reader;
  readonly json: JsonSchema;
  readonly language: Language;
  /** What fields mean, by name or path, where it is not in the schema: in another language than English. */
  readonly meanings: Readonly<Record<string, string>>;
  /** What options ask, by name. */
  readonly questions: Readonly<Record<string, string>>;
  /** Undefined where a ruleset from outside brings none. */
  readonly examples: Examples | undefined;
}

/** What is known of one place. */
interface FormatField {
  readonly path: string;
  readonly text: string;
  readonly takes: string;
  readonly example: string | undefined;
  readonly isRequired: boolean;
  /** It is required where nothing else stands in its place. */
  readonly isEither: boolean;
  readonly below: readonly string[];
}

async function formatOf(given: string, lang: LanguageTag): Promise<FormatAsked> {
  const name = await rulesetOf(given);
  const reader = await loadReader(name);
  const language = languageOf(lang, name);
  const texts = textsOf(name, lang);
  const asked = reader.options.map(({ id, name, question }) => {
    return [name, `${id}. ${texts?.options[name]?.[0] ?? language.saying(question)}`];
  });
  return {
    reader,
    json: jsonSchemaOf(scenarioSchema(reader)),
    language,
    meanings: texts?.fields ?? {},
    questions: Object.fromEntries(asked),
    examples: await examplesOf(name),
  };
}

/** A scenario with one experiment of a kind, so that what stands below it is that kind's. */
const treeOf = (kind: string | undefined): Located =>
  map(kind === undefined ? {} : { experiments: map({ NAME: map({ kind: scalar(kind) }) }) });

/** Maps whose keys are names that a designer gives. */
const NAMED = new Set(["units", "weapons", "vehicles", "modifierSets", "experiments"]);

/** `experiments.volley.situation.distance`: the name after a map of names says nothing, but a kind is one. */
function stepsOf(path: string, kinds: readonly string[]): { steps: string[]; kind: string | undefined } {
  const given = path.split(".").filter((step) => step !== "");
  // As `crible odds` and `--set` take it.
  const above = {
    situation: ["experiments", "NAME", "situation"],
    attacker: ["units", "NAME"],
    defender: ["units", "NAME"],
  };
  const [first = ""] = given;
  const steps = Object.hasOwn(above, first) ? [...above[first as keyof typeof above], ...given.slice(1)] : given;
  const kind = steps[0] === "experiments" && steps[1] !== undefined && kinds.includes(steps[1]) ? steps[1] : undefined;
  if (NAMED.has(steps[0] ?? "") && steps.length > 1) steps[1] = "NAME";
  return { steps, kind };
}

function fieldAt(format: FormatAsked, steps: readonly string[], kind: string | undefined): FormatField | undefined {
  const { json, language, examples } = format;
  const tree = treeOf(kind);
  if (schemasAt(json, tree, steps).length === 0) return undefined;
  const { texts, isRequired, isEither } = saidAt(json, tree, steps);
  return {
    path: steps.join("."),
    text: (texts.length === 0 ? undefined : meaningOf(format, steps, kind)) ?? texts.map(language.saying).join("; "),
    takes: inLanguage(expectedAt(json, tree, steps) ?? said`anything`, language.tag),
    example:
      steps.length === 0 || examples === undefined
        ? undefined
        : exampleAt(examples, format.reader, {
            steps,
            kind,
            values: valuesAt(json, tree, steps),
            types: typesAt(json, tree, steps),
          }),
    isRequired,
    isEither,
    below: keysAt(json, tree, steps, map({})),
  };
}

/** What a field means where that is not in the schema: by its place, with its kind or without, else by its name. */
function meaningOf({ language, meanings, questions }: FormatAsked, steps: readonly string[], kind: string | undefined) {
  const [section, , ...below] = steps;
  const name = steps.at(-1)!;
  if (steps.at(-2) === "options") return questions[name];
  const places = kind === undefined ? [] : [`experiments.${kind}.${below.join(".")}`];
  const place = [...places, `${section}.${name}`, name].find((one) => Object.hasOwn(meanings, one));
  return place === undefined ? translationIn(language.tag).template(`${name}{#means}`) : meanings[place];
}

/** What is measured of a kind, from the program of its plainest question; nothing where it has none. */
async function metricsOf({ reader }: FormatAsked, kind: string): Promise<readonly string[]> {
  try {
    const { scenario, set } = await questionOf(reader, kind, []);
    const { outcome } = (await scenario.study({ set })).cells[0]!;
    if (!("profile" in outcome)) return [];
    const { metrics } = programFor(reader.ruleset.kinds[kind]!, outcome.profile);
    const described = ({ name, values }: Metric) =>
      typeof values[0] === "string" ? `${name} (${values.join(", ")})` : name;
    return [...new Set(metrics.map(described))];
  } catch {
    return []; // It needs more than a word.
  }
}

/** What stands below a place in a line: what it takes, and what it means. */
const childLine = (path: string, { takes, isRequired, text }: FormatField, { say }: Language): string =>
  isRequired
    ? text === ""
      ? say`${path}: ${takes}, required`
      : say`${path}: ${takes}, required. ${text}`
    : text === ""
      ? say`${path}: ${takes}`
      : say`${path}: ${takes}. ${text}`;

/** Prints one place and what may stand below it; without a path, what a scenario is made of. @throws UsageError */
export async function explainField(ruleset: string | undefined, path = "", lang: LanguageTag = "en"): Promise<void> {
  if (ruleset === undefined)
    throw new UsageError(said`name a ruleset and a path: crible explain field alpha-omega units.rangers.save`);
  const format = await formatOf(ruleset, lang);
  const { say, saying } = format.language;
  const kinds = Object.keys(format.reader.ruleset.kinds);
  const { steps, kind } = stepsOf(path, kinds);
  const field = fieldAt(format, steps, kind);
  if (field === undefined) return unknown(format, steps, kind, path);
  const lines = [
    `${field.path === "" ? say`a scenario` : field.path}  (${ruleset}${kind === undefined ? "" : say`, kind ${kind}`})`,
  ];
  if (field.text !== "") lines.push(`  ${field.text}`);
  lines.push(`  ${field.isRequired ? say`takes ${field.takes}; must be given` : say`takes ${field.takes}`}`);
  const isKind = kind !== undefined && steps.length === 2;
  if (field.example !== undefined && !isKind)
    lines.push(`  ${say`for example ${`${steps.at(-1)}: ${field.example}`}`}`);
  const { headline, winner } = (kind === undefined ? undefined : format.reader.ruleset.kinds[kind]) ?? {};
  if (isKind && headline !== undefined) {
    lines.push(`  ${say`reports say: … ${saying(headline.text)}`}`);
    const wins = format.examples?.winners?.[kind];
    if (wins !== undefined) lines.push(`  ${textIn(wins, lang)}`);
    if (winner !== undefined) lines.push(`  ${say`who wins is its metric ${winner}: first, second or draw`}`);
    const metrics = await metricsOf(format, kind);
    if (metrics.length > 0)
      lines.push(`  ${say`measured: ${metrics.join(", ")}`}`, `  ${say`try it: ${`crible odds ${ruleset} ${kind}`}`}`);
    const file = format.examples && exampleFile(format.examples, ruleset, kind);
    if (file !== undefined) {
      const measured = await measuredIn(file, format.language);
      lines.push("", `  ${say`for example, in full:`}`, ...file.split("\n").map((line) => `    ${line}`));
      lines.push(
        "",
        `  ${say`measured, and what it comes to there:`}`,
        ...measured.map(({ name, comesTo }) => `    ${name}: ${comesTo}`),
      );
    }
  }
  const children = field.below.flatMap((key) => fieldAt(format, [...steps, key], kind) ?? []);
  const isOneOf = children.every(({ isEither }) => isEither);
  if (children.length > 0) lines.push("", `  ${isOneOf ? say`below it, one of these:` : say`below it:`}`);
  for (const { isRequired, ...child } of children)
    lines.push(
      `    ${childLine(child.path.split(".").at(-1)!, { ...child, isRequired: isRequired && !isOneOf }, format.language)}`,
    );
  if (path === "")
    lines.push(
      "",
      `  ${say`kinds of experiments: ${kinds.join(", ")}`}`,
      `  ${say`more: ${`crible explain field ${ruleset} experiments.${kinds[0]}`}`}`,
    );
  await printFolded(`${lines.join("\n")}\n`);
}

async function unknown(
  format: FormatAsked,
  steps: readonly string[],
  kind: string | undefined,
  path: string,
): Promise<never> {
  const depth = steps.findIndex((_, i) => fieldAt(format, steps.slice(0, i + 1), kind) === undefined);
  const above = steps.slice(0, depth);
  const known = fieldAt(format, above, kind)?.below ?? [];
  const hint =
    suggested(steps[depth]!, known) ??
    (known.length > 0 ? said`known: ${known.join(", ")}` : said`nothing stands below it`);
  const where = above.length === 0 ? said`a scenario` : above.join(".");
  throw new UsageError(hinted(said`there is no ${path}: ${where} has no ${steps[depth]!}`, hint));
}

/** Where fields stand whose numbers change answers. */
const SEARCHED = [["units", "NAME"], ["vehicles", "NAME"], ["weapons", "NAME"], ["rules"]] as const;

/** Every field of units, vehicles, weapons, rules and situations, each once: what it means, and a line for it. */
export async function fieldsIn(
  ruleset: string,
  lang: LanguageTag,
): Promise<readonly { readonly path: string; readonly text: string; readonly line: string }[]> {
  const format = await formatOf(ruleset, lang);
  const found = new Map<string, { path: string; text: string; line: string }>();
  const walk = (steps: readonly string[], kind: string | undefined, depth: number): void => {
    for (const key of fieldAt(format, steps, kind)?.below ?? []) {
      const child = fieldAt(format, [...steps, key], kind);
      if (child === undefined) continue;
      const path = child.path.replace(/^experiments\.\w+\./, "");
      const line = childLine(path, { ...child, isRequired: false }, format.language);
      if (!found.has(path)) found.set(path, { path, text: child.text, line });
      if (depth > 1) walk([...steps, key], kind, depth - 1);
    }
  };
  for (const steps of SEARCHED) walk(steps, undefined, steps[0] === "rules" ? 2 : 1);
  for (const kind of Object.keys(format.reader.ruleset.kinds)) walk(["experiments", "NAME", "situation"], kind, 1);
  return [...found.values()];
}

/** How deep the reference goes below a place. */
const DEEPEST = 3;

/** The whole format of a ruleset as Markdown. */
export async function referenceMarkdown(ruleset: string, lang: LanguageTag = "en"): Promise<string> {
  const format = await formatOf(ruleset, lang);
  const { reader } = format;
  const { say, saying } = format.language;
  const texts = textsOf(ruleset, lang);
  const kinds = Object.keys(reader.ruleset.kinds);
  const rows = (steps: readonly string[], kind: string | undefined, depth: number): string[] => {
    const field = fieldAt(format, steps, kind);
    if (field === undefined) return [];
    return field.below.flatMap((key) => {
      const child = fieldAt(format, [...steps, key], kind);
      if (child === undefined) return [];
      const name = child.path.split(".").slice(SHOWN_FROM(steps)).join(".");
      const example = child.example === undefined ? "" : `\`${cell(child.example)}\``;
      const row = `| \`${name}\`${child.isRequired ? " *" : ""} | ${cell(child.takes)} | ${example} | ${cell(child.text)} |`;
      return [row, ...(depth > 1 ? rows([...steps, key], kind, depth - 1) : [])];
    });
  };
  const table = (steps: readonly string[], kind?: string, depth = DEEPEST) => {
    const body = rows(steps, kind, depth);
    return body.length === 0 ? [] : [say`| field | takes | for example | |`, "| --- | --- | --- | --- |", ...body, ""];
  };
  const sections = [
    [
      "units",
      say`Who takes part, by name. Experiments name units; a modifier set patches them; \`--set units.NAME.field=…\` changes the file.`,
    ],
    ["vehicles", say`Vehicles, by name: wherever an experiment takes a unit that may be one.`],
    ["weapons", say`What units carry, by name.`],
    [
      "modifierSets",
      say`A named change: of the attacker, the defender, the situation, the options or the rules. Each entry of an experiment's \`with\` is one cell: a set, or a list of sets applied from left to right; \`all\` is every combination of the sets marked \`factor: true\`.`,
    ],
  ].flatMap(([name = "", prose = ""]) => {
    const body = table([name, "NAME"], undefined, 2);
    return body.length === 0 ? [] : [`## ${name}`, "", prose, "", ...body];
  });
  const experiments: string[] = [];
  for (const kind of kinds) {
    const { headline, winner } = reader.ruleset.kinds[kind]!;
    const file = format.examples && exampleFile(format.examples, ruleset, kind);
    const told = format.examples?.winners?.[kind];
    const wins = told && textIn(told, lang);
    const measured = file === undefined ? [] : await measuredIn(file, format.language);
    experiments.push(
      `### ${kind}`,
      "",
      winner === undefined
        ? say`Reports say: … ${saying(headline.text)}.`
        : say`Reports say: … ${saying(headline.text)}. Who wins is its metric \`${winner}\`: the first side, the second, or a draw.`,
      "",
      ...(wins === undefined ? [] : [`${wins}.`, ""]),
      ...((await metricsOf(format, kind)).length === 0 ? [] : ["```sh", `crible odds ${ruleset} ${kind}`, "```", ""]),
      ...(file === undefined ? [] : ["```yaml", file, "```", ""]),
      ...(measured.length === 0
        ? []
        : [
            say`| measured | there |`,
            "| --- | --- |",
            ...measured.map(({ name, comesTo }) => `| \`${name}\` | ${cell(comesTo)} |`),
            "",
          ]),
      ...table(["experiments", "NAME"], kind, 2),
    );
  }
  const options = reader.options.map(({ id, name, question, readings }) => {
    const wording = texts?.options[name];
    const meanings = readings.map(
      ({ value, meaning }, i) =>
        `\`${JSON.stringify(value)}\` ${wording?.[i + 1] ?? meaning}${i === 0 ? ` (${say`default`})` : ""}`,
    );
    return say`- \`${name}\` (${id}): ${wording?.[0] ?? question} ${meanings.join(say`; `)}`;
  });
  return `${[
    `# ${say`The format of ${ruleset} scenarios`}`,
    "",
    say`Made from the schema by \`npm run schemas\`; \`crible explain field ${ruleset} PATH\` prints an entry. A field with * must be given.`,
    "",
    `## ${say`A scenario`}`,
    "",
    ...table([], undefined, 1),
    ...sections,
    "## experiments",
    "",
    say`A question, by name: its \`kind\`, who takes part, the situation. Lists of attackers and defenders make a matrix. What each kind counts is its metrics; the first is its main one.`,
    "",
    ...experiments,
    ...(options.length > 0
      ? [
          "## options",
          "",
          say`Readings of sentences that the rule text leaves open. A result names those that differ from the default.`,
          "",
          ...options,
          "",
        ]
      : []),
  ].join("\n")}`;
}

/** Steps that the heading of a table says already. */
const SHOWN_FROM = (steps: readonly string[]): number => (NAMED.has(steps[0] ?? "") ? 2 : 0);

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
