/** What is given to the command line: shipped scenarios, tables, results, baselines and words, changed a little. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "../../src/report/json.ts";
import { loadReader } from "../../src/rulesets/index.ts";
import { loadTree } from "../../src/scenario/extends.ts";
import { type JsonSchema, jsonSchemaOf } from "../../src/scenario/fields.ts";
import { scenarioSchema } from "../../src/scenario/schema.ts";
import { plain } from "../../src/scenario/tree.ts";
import type { Chance } from "./chance.ts";
import { type Doc, mutate, mutateText, ODD_TEXTS, oddValue, pathsOf } from "./mutate.ts";
import { address, brought, kept, library } from "./others.ts";

/** One thing to try: files in an empty folder, and the words of a command given in it. */
export interface Input {
  readonly files: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  /** What was changed, for people. */
  readonly said: readonly string[];
}

export type DocMap = { [key: string]: Doc };

export interface Base {
  readonly file: string;
  readonly ruleset: string;
  readonly doc: DocMap;
  readonly schema: JsonSchema;
}

/** Trials of a simulated cell: what is looked for does not need many. */
const TRIALS = 20;

let known: Promise<readonly Base[]> | undefined;
/** Every shipped scenario with all it extends in one document, so that whatever it uses can be changed; read once. */
export function bases(): Promise<readonly Base[]> {
  known ??= readBases();
  return known;
}

async function readBases(): Promise<readonly Base[]> {
  const files = readdirSync("scenarios", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml") && !path.endsWith("catalogue.yaml") && !path.startsWith("games"))
    .toSorted()
    .map((path) => join("scenarios", path));
  const found: Base[] = [];
  for (const file of files) {
    const { tree, columns } = await loadTree(file);
    if (tree === undefined || Object.keys(columns).length > 0) continue; // tables have a family of their own
    const doc = JSON.parse(JSON.stringify(plain(tree))) as DocMap;
    const ruleset = String(doc.ruleset);
    found.push({ file, ruleset, doc, schema: jsonSchemaOf(scenarioSchema(await loadReader(ruleset))) });
  }
  return found;
}

/** One experiment of a base, with what it names and nothing else: small, so that a change of it hits something. */
export function pruned({ doc }: Base, chance: Chance): DocMap {
  const experiments = Object.entries(doc.experiments as DocMap);
  const [name, experiment] = chance.of(experiments);
  const kept: DocMap = { ...doc, trials: TRIALS, experiments: { [name]: shortened(experiment as DocMap, chance) } };
  for (const key of ["goals", "track", "precision", "title"]) delete kept[key];
  const isFactorial = (experiment as DocMap).with === "all";
  for (const key of ["modifierSets", "units", "vehicles", "weapons"]) {
    const text = JSON.stringify({ ...kept, [key]: undefined });
    const used = Object.entries((doc[key] ?? {}) as DocMap).filter(
      ([own, entry]) =>
        text.includes(JSON.stringify(own)) ||
        (isFactorial && key === "modifierSets" && (entry as DocMap).factor === true),
    );
    if (used.length > 0) kept[key] = Object.fromEntries(used);
    else delete kept[key];
  }
  return structuredClone(kept);
}

/** A matrix of two by two with two sets at most. */
function shortened(experiment: DocMap, chance: Chance): DocMap {
  const short = { ...experiment };
  for (const key of ["attacker", "defender", "with"]) {
    const list = short[key];
    if (!Array.isArray(list) || list.length <= 2) continue;
    const first = chance.below(list.length - 1);
    short[key] = list.slice(first, first + 2);
  }
  return short;
}

export const yaml = (doc: Doc): string => `${JSON.stringify(doc, undefined, 1)}\n`;

const RUN = ["run", "study.yaml", "--workers", "0", "--out", "out", "--no-html"];

/** The command a changed scenario is given to; most often it is run. */
function commandFor(doc: DocMap, chance: Chance): string[] {
  const trials = ["--trials", String(TRIALS), "--workers", "0"];
  const first = Object.keys(typeof doc.experiments === "object" && doc.experiments ? doc.experiments : {})[0] ?? "x";
  return chance.of<string[]>([
    ...Array.from({ length: 6 }, () => RUN),
    ...Array.from({ length: 4 }, () => [...RUN, "--trials", String(TRIALS), "--json"]),
    ["run", "study.yaml", ...trials, "--out", "out", "--charts", "--lang", "fr"],
    ["validate", "study.yaml"],
    ["explain", "study.yaml", first],
    ["replay", "study.yaml", "--trials", "4"],
    ["sensitivity", "study.yaml", ...trials, "--json"],
    ["effects", "study.yaml", ...trials, "--out", "out"],
    ["solve", "study.yaml", "--points", ...trials, "--json"],
    ["check", "study.yaml", "--no-baseline", ...trials, "--html", "check.html"],
  ]);
}

export type Family = (
  chance: Chance,
  known: readonly Base[],
  edits: (n: number) => Chance | undefined,
) => Input | Promise<Input>;

const MOST_EDITS = 3;

/** Up to three changes, each of a chance of its own, so that any of them can be left out. */
export function changed(
  doc: DocMap,
  edits: (n: number) => Chance | undefined,
  schema?: JsonSchema,
): [DocMap, string[]] {
  let at: Doc = doc;
  const said: string[] = [];
  for (let n = 0; n < MOST_EDITS; n++) {
    const chance = edits(n);
    if (chance === undefined || (n > 0 && chance.oneIn(2))) continue;
    const made = mutate(at, chance, schema);
    at = made.doc;
    said.push(made.said);
  }
  return [at as DocMap, said];
}

const scenario: Family = (chance, known, edits) => {
  const base = chance.of(known);
  const [doc, said] = changed(pruned(base, chance), edits, base.schema);
  return { files: { "study.yaml": yaml(doc) }, words: commandFor(doc, chance), said: [base.file, ...said] };
};

/** The text of a shipped scenario as people wrote it: comments, indentation, quotes. */
const text: Family = (chance, known, edits) => {
  const { file, ruleset } = chance.of(known);
  let source = readFileSync(file, "utf8").replace("extends: catalogue.yaml", `extends: crible:${ruleset}/catalogue`);
  const said = [file];
  for (let n = 0; n < MOST_EDITS; n++) {
    const own = edits(n);
    if (own === undefined) continue;
    const made = mutateText(source, own);
    source = made.text;
    said.push(made.said);
  }
  return { files: { "study.yaml": source }, words: ["validate", "study.yaml"], said };
};

const TABLES = "scenarios/metropolis";
const table: Family = (chance, _, edits) => {
  const files: Record<string, string> = {
    "study.yaml": readFileSync(join(TABLES, "from-a-spreadsheet.yaml"), "utf8").replace(
      "extends: catalogue.yaml",
      "extends: crible:metropolis/catalogue",
    ),
    "spreadsheet-units.csv": readFileSync(join(TABLES, "spreadsheet-units.csv"), "utf8"),
    "spreadsheet-weapons.csv": readFileSync(join(TABLES, "spreadsheet-weapons.csv"), "utf8"),
  };
  const said: string[] = [];
  for (let n = 0; n < MOST_EDITS; n++) {
    const own = edits(n);
    if (own === undefined) continue;
    const file = own.of(["spreadsheet-units.csv", "spreadsheet-weapons.csv", "spreadsheet-units.csv", "study.yaml"]);
    if (own.oneIn(3)) {
      const made = mutateText(files[file]!, own);
      files[file] = made.text;
      said.push(`${file}: ${made.said}`);
      continue;
    }
    const lines = files[file]!.split("\n");
    const line = own.below(lines.length);
    const cells = lines[line]!.split(",");
    const cell = own.below(cells.length);
    const value = oddValue(own, cells);
    cells[cell] = typeof value === "string" ? value : JSON.stringify(value);
    lines[line] = cells.join(",");
    files[file] = lines.join("\n");
    said.push(`${file}: cell ${cell + 1} of line ${line + 1} is ${cells[cell]}`);
  }
  const trials = chance.oneIn(2) ? ["--trials", String(TRIALS)] : [];
  return { files, words: trials.length > 0 ? [...RUN, ...trials] : ["validate", "study.yaml"], said };
};

/** What the analyses and the check store, made once; see `corpus`. */
export interface Corpus {
  readonly stored: readonly (readonly [name: string, text: string])[];
  readonly baseline: Readonly<Record<string, string>>;
  /** Files that runs keep, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/** The commands that make what is stored, each in an empty folder with `study.yaml`. */
export const STORED: readonly (readonly [name: string, words: readonly string[]])[] = [
  ["run", ["run", "study.yaml", "--trials", "40"]],
  ["run --verify", ["run", "study.yaml", "--verify", "--only", "fire,joined"]],
  ["compare", ["compare", "study.yaml", "--sets", "base,tough", "--trials", "40"]],
  ["effects", ["effects", "study.yaml", "--only", "fire", "--trials", "40"]],
  ["sweep", ["sweep", "study.yaml", "--only", "fire", "--sweep", "defender.save=3..5"]],
  ["sensitivity", ["sensitivity", "study.yaml", "--only", "fire"]],
  [
    "solve",
    ["solve", "study.yaml", "--cell", "fire~a~b~base", "--path", "defender.save=2..7", "--target", "casualties=1"],
  ],
  ["points", ["solve", "study.yaml", "--points", "--only", "fire"]],
  ["check", ["check", "study.yaml", "--no-baseline", "--trials", "40"]],
  ["play", ["play", "study.yaml", "--only", "fight"]],
];

/** A scenario of every part: a volley, a fight, a cell that the rules forbid, goals, tracks, a joint question. */
export const STUDY = `version: 1
ruleset: alpha-omega
title: A study
trials: 40
weapons: { rifle: { range: { 24: 0 }, saveModifier: -1 } }
units:
  a: { models: 3, points: 30, ballisticSkill: 4+, closeCombat: 4, initiative: 4, save: 4+, command: 4+, weapon: rifle }
  b: { models: 3, points: 20, ballisticSkill: 3+, closeCombat: 4, initiative: 4, save: 5+, command: 4+, weapon: rifle }
modifierSets:
  tough: { factor: true, defender: { addSkills: [endurance] } }
  hidden: { factor: true, situation: { visible: 50 } }
experiments:
  fire: { kind: volley, attacker: a, defender: b, situation: { distance: 12 }, with: all }
  joined: { kind: volley, attacker: a, defender: b, situation: { distance: 12 }, joint: "casualties>=1 and out=0" }
  far: { kind: shot, attacker: a, defender: b, situation: { distance: 900 } }
  fight: { kind: engagement, sides: [{ units: [a] }, { units: [b] }], situation: { distance: 12, turns: 2 } }
goals:
  - { experiment: fire, metric: casualties, between: [0.1, 2] }
track: ["fire*/hits"]
`;

/** Where a document has what its reader goes by. */
const stored =
  ({ stored }: Corpus): Family =>
  (chance, _, edits) => {
    const [name, json] = chance.of(stored);
    const format = chance.of(["terminal", "markdown", "csv", "json", "html", "charts"]);
    const out = format === "charts" || chance.oneIn(4) ? ["--out", "out"] : [];
    const words = ["report", "results.json", "--format", format, ...out, ...(chance.oneIn(4) ? ["--lang", "fr"] : [])];
    if (chance.oneIn(8)) {
      const made = mutateText(json, edits(0) ?? chance);
      return { files: { "results.json": made.text }, words, said: [`stored by ${name}`, made.said] };
    }
    const [doc, said] = changed(JSON.parse(json), edits);
    const text = chance.oneIn(8) ? yaml(doc) : resealed(yaml(doc));
    return { files: { "results.json": text }, words, said: [`stored by ${name}`, ...said] };
  };

/** With the digest that fits what it says now, so that the edit is found where it does harm, or not at all. */
function resealed(text: string): string {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? text.replace(/"sum": ?"\w*"/, `"sum": "${sumOf(data)}"`) : text;
  } catch {
    return text;
  }
}

const baseline =
  ({ baseline }: Corpus): Family =>
  (chance, _, edits) => {
    const files: Record<string, string> = { ...baseline };
    const said: string[] = [];
    const names = Object.keys(files).filter((name) => name !== "study.yaml");
    for (let n = 0; n < MOST_EDITS; n++) {
      const own = edits(n);
      if (own === undefined || (n > 0 && own.oneIn(2))) continue;
      const file = own.of(names);
      const made = mutateText(files[file]!, own);
      files[file] = made.text;
      said.push(`${file}: ${made.said}`);
    }
    const words = ["check", "study.yaml", "--workers", "0", "--trials", "40", ...(chance.oneIn(2) ? ["--json"] : [])];
    return { files, words: chance.oneIn(8) ? [...words, "--update"] : words, said };
  };

/** A path as `--set` takes it: of something that is there, of what a part of a cell may have, now and then of nothing. */
function pathOf({ schema }: Base, doc: DocMap, chance: Chance): string {
  if (chance.oneIn(12))
    return chance.of([
      "attacker",
      "",
      ".",
      "units",
      "a..b",
      '"',
      "seed",
      "trials",
      "__proto__.x",
      "experiments",
      "x.y",
    ]);
  const quoted = (path: readonly (string | number)[]) =>
    path.map((step) => (/^\w+$/.test(String(step)) ? step : `"${step}"`)).join(".");
  const scalars = pathsOf(doc).filter((path) => typeof at(doc, path) !== "object" && path.length > 1);
  if (chance.oneIn(3)) return quoted(chance.of(scalars));
  const root = chance.of(["attacker", "defender", "situation", "rules", "options"]);
  const set = (schema.properties as Record<string, JsonSchema>).modifierSets!.additionalProperties as JsonSchema;
  const part = (set.properties as Record<string, JsonSchema>)[root]!;
  const known = Object.keys((resolved(part, schema).properties ?? {}) as object);
  return `${root}.${known.length > 0 ? chance.of(known) : chance.of(scalars).at(-1)}`;
}

const at = (doc: Doc, path: readonly (string | number)[]): Doc =>
  path.reduce<Doc>((inner, step) => (inner as DocMap)[step]!, doc);

/** A schema behind its references. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  const target = schema.$ref
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, part) => (inner as JsonSchema)[part], root) as JsonSchema;
  return resolved(target, root);
}

const valueText = (chance: Chance): string => {
  const value = chance.oneIn(2)
    ? chance.of([0, 1, 2, 3, 5, 6, 7, 10, 12, 24, 100, -1, true, "4+"])
    : oddValue(chance, []);
  return typeof value === "string" && chance.oneIn(2) ? value : JSON.stringify(value);
};

const set: Family = (chance, known, edits) => {
  const base = chance.of(known);
  const doc = pruned(base, chance);
  const sets: string[] = [];
  for (let n = 0; n < MOST_EDITS; n++) {
    const own = edits(n);
    if (own !== undefined && !(n > 0 && own.oneIn(2))) sets.push(`${pathOf(base, doc, own)}=${valueText(own)}`);
  }
  const words = [...RUN, "--json", ...sets.flatMap((edit) => ["--set", edit])];
  return { files: { "study.yaml": yaml(doc) }, words, said: [base.file] };
};

/** Metrics of each kind, to ask something that has an answer. */
const METRICS: Readonly<Record<string, readonly string[]>> = {
  shot: ["outcome"],
  volley: ["casualties", "hits", "ready", "out", "removed", "wounds"],
  engagement: ["winner", "first.out", "second.out", "second.casualties", "casualties@1.first", "removed"],
  shooting: ["killed", "hits", "wounds", "unsaved", "damage", "destroyed", "selfKilled"],
  fight: ["killed", "hits", "wounds", "unsaved", "damage", "destroyed"],
  assault: ["winner", "attackerRemoved", "defenderRemoved"],
  duel: ["result", "attackerState", "defenderState"],
};
const joint: Family = (chance, known, edits) => {
  const base = chance.of(known);
  const doc = pruned(base, chance);
  const [experiment] = Object.values(doc.experiments as DocMap);
  const metrics = METRICS[String((experiment as DocMap).kind)] ?? ["outcome", "state", "x"];
  const part = (own: Chance) => {
    const odd = own.oneIn(5);
    const place = odd ? own.of(["@1", "@2.first", "@0", "@99999999999", ".second", "[x]"]) : "";
    const value = odd
      ? own.of(["-1", "1e99", "yes", "", ...ODD_TEXTS])
      : own.of(["0", "1", "2", "first", "out", "yes"]);
    return `${own.of(metrics)}${place}${own.of([">=", "<=", "=", ">", odd ? "!=" : "="])}${value}`;
  };
  const parts = [0, 1, 2].flatMap((n) => part(edits(n) ?? chance));
  const asked = parts.slice(0, 1 + chance.below(3)).join(chance.oneIn(6) ? chance.of([" or ", "", " & "]) : " and ");
  const flagged = chance.oneIn(2);
  if (!flagged) (experiment as DocMap).joint = asked;
  const command = chance.oneIn(8)
    ? ["sensitivity", "study.yaml", "--workers", "0", "--trials", "4"]
    : [...RUN, "--json"];
  const words = flagged ? [...command, "--joint", asked] : command;
  return { files: { "study.yaml": yaml(doc) }, words, said: [base.file, asked] };
};

const rangeText = (chance: Chance): string =>
  chance.of([
    "2..7",
    "2..7/0.5",
    "1..3",
    "0..2",
    "-3..3",
    "1,2,3",
    "1",
    "",
    "7..2",
    "0..1e9",
    "1..1000001",
    "0.1..0.3/0.1",
  ]) + (chance.oneIn(6) ? chance.of(ODD_TEXTS) : "");

/** Fields that most scenarios can be swept over. */
const SWEPT = ["defender.save", "situation.distance", "attacker.models", "defender.models", "defender.toughness"];
const sweep: Family = (chance, known) => {
  const base = chance.of(known);
  const doc = pruned(base, chance);
  const axes = Array.from(
    { length: chance.of([1, 1, 2, 3]) },
    () => `${chance.oneIn(2) ? chance.of(SWEPT) : pathOf(base, doc, chance)}=${rangeText(chance)}`,
  );
  const words = ["sweep", "study.yaml", "--workers", "0", "--trials", String(TRIALS), "--json"];
  return {
    files: { "study.yaml": yaml(doc) },
    words: [...words, ...axes.flatMap((axis) => ["--sweep", axis])],
    said: [base.file],
  };
};

const KINDS: Readonly<Record<string, readonly string[]>> = {
  "alpha-omega": "shot,volley,duel,melee,recovery,dodge,gladiator,cloud,antiArmour,repair,engagement,sequence".split(
    ",",
  ),
  metropolis: "shot,volley,assault,test,morale,engagement,sequence".split(","),
  "wh40k-10e": ["shooting", "fight", "sequence"],
};

const odds: Family = (chance, known) => {
  const base = chance.of(known);
  const { ruleset, doc } = base;
  const kind = chance.oneIn(20) ? chance.of(ODD_TEXTS) : chance.of(KINDS[ruleset]!);
  const units = Object.keys((doc.units ?? {}) as DocMap);
  const word = () =>
    chance.of([
      `attacker=${chance.of(units)}`,
      `defender=${chance.of(units)}`,
      `situation.distance=${chance.of([1, 6, 12, 24])}`,
      `${pathOf(base, doc, chance)}=${valueText(chance)}`,
      `${chance.of(["attacker", "defender", "situation"])}.${pathsOf(doc)
        .map((path) => String(path.at(-1)))
        .at(chance.below(pathsOf(doc).length))}=${valueText(chance)}`,
    ]);
  const given = Array.from({ length: chance.below(5) }, word);
  const more = chance.oneIn(3)
    ? [
        "--table",
        `${pathOf(base, doc, chance)}=${rangeText(chance)}`,
        ...(chance.oneIn(2) ? ["--by", "defender.save"] : []),
      ]
    : chance.oneIn(3)
      ? ["--json"]
      : [];
  return { files: {}, words: ["odds", ...more, "--", ruleset, kind, ...given], said: [] };
};

/** Every family, by name; those that find most stand in more often. */
export const families = (corpus: Corpus): readonly (readonly [name: string, make: Family])[] => [
  ...Array.from({ length: 6 }, () => ["scenario", scenario] as const),
  ["text", text],
  ["table", table],
  ["stored", stored(corpus)],
  ["stored", stored(corpus)],
  ["baseline", baseline(corpus)],
  ["set", set],
  ["set", set],
  ["joint", joint],
  ["sweep", sweep],
  ["odds", odds],
  ["odds", odds],
  ["library", library],
  ["library", library],
  ["address", address],
  ["address", address],
  ["kept", kept(corpus)],
  ["kept", kept(corpus)],
  ["package", brought],
];
