/** What is given from elsewhere than a scenario: packages of rulesets, calls of the library, addresses of the playground, files that runs keep. */
import { formatProblems, resultsJson, run, ScenarioError, SettingError, scenarioOfData } from "../../src/index.ts";
import { addressOf, parseAddress } from "../../src/playground/address.ts";
import { AddressError } from "../../src/playground/address-error.ts";
import { Desk } from "../../src/playground/desk.ts";
import type { Query } from "../../src/playground/question.ts";
import { UnknownName } from "../../src/playground/unknown.ts";
import { dataOf, sealed } from "../cli/kept.ts";
import type { Chance } from "./chance.ts";
import { type Corpus, changed, type DocMap, type Family, pruned, STUDY, yaml } from "./inputs.ts";
import { type Doc, mutate, mutateText, ODD_TEXTS, oddValue } from "./mutate.ts";

/** What is heard of a call: as of a command, so that both are judged alike. */
export interface Heard {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls that are no commands, by their first word. */
export const CALLS: Readonly<Record<string, (words: readonly string[]) => Promise<string>>> = {
  /** The library: a scenario as data, and the settings of a run. */
  async library([data = "", settings = ""]) {
    const study = await scenarioOfData(JSON.parse(data)).study({});
    return resultsJson(await run(study, { workers: 0, trials: 20, ...JSON.parse(settings, revived) }));
  },
  /** The playground: the fragment of an address, and what the desk answers. */
  async address([fragment = "", lang = ""]) {
    const shared = await parseAddress(fragment);
    if (shared === undefined) return "";
    const answer = await new Desk(lang === "fr" ? "fr" : "en").ask(shared.question, shared.pinned);
    return JSON.stringify(answer);
  },
};

/** Numbers that JSON has no words for. */
const revived = (_: string, value: unknown) =>
  typeof value === "string" && /^(?:-?Infinity|NaN)$/.test(value) ? Number(value) : value;

export async function called(words: readonly string[]): Promise<Heard> {
  try {
    return { code: 0, stdout: await CALLS[words[0]!]!(words.slice(1)), stderr: "" };
  } catch (error) {
    if (error instanceof ScenarioError) return { code: 3, stdout: "", stderr: `${formatProblems(error.problems)}\n` };
    if (error instanceof SettingError || error instanceof AddressError || error instanceof UnknownName)
      return { code: 2, stdout: "", stderr: `${error.message}\n` };
    return { code: 5, stdout: "", stderr: `${(error as Error).stack}\n` };
  }
}

const SETTINGS: Readonly<Record<string, readonly Doc[]>> = {
  method: ["exact", "simulate", "auto", "exactly"],
  trials: [0, -1, 1, 0.5, 20, 1e300, "NaN", "Infinity"],
  precision: ["1%", "50%", "0%", "-1%", "", "x", "1e9%", "101%", "NaN%"],
  guarantee: ["fixed", "anytime", "never"],
  verify: [true, false],
  workers: [0, -1, 0.5, "NaN"],
};

export const library: Family = (chance, known, edits) => {
  const base = chance.of(known);
  const [doc, said] = changed(pruned(base, chance), edits, base.schema);
  const settings: DocMap = {};
  for (const [name, values] of Object.entries(SETTINGS)) if (chance.oneIn(5)) settings[name] = chance.of(values);
  // To a precision that is small a run is as long as it needs.
  if (settings.precision !== undefined && settings.trials === undefined) settings.trials = 40;
  return { files: {}, words: ["library", JSON.stringify(doc), JSON.stringify(settings)], said: [base.file, ...said] };
};

const QUESTIONS: readonly Query[] = [
  {
    ruleset: "alpha-omega",
    kind: "shot",
    attacker: "rangers",
    defender: "marines",
    changes: { "situation.distance": "28" },
  },
  { ruleset: "metropolis", kind: "volley", attacker: "marines", defender: "orks", changes: { "defender.models": "4" } },
  { ruleset: "wh40k-10e", kind: "shooting", attacker: "intercessors", defender: "boyz", changes: {} },
];
const WORDS = ["r", "k", "a", "d", "v", "y", "e", "~r", "~k", "situation.distance", "defender.save", "units.a", "z"];

export const address: Family = async (chance, _, edits) => {
  const question = chance.of(QUESTIONS);
  const pinned = chance.oneIn(3) ? { pinned: chance.of(QUESTIONS) } : {};
  const text = chance.oneIn(3) ? { view: "write", text: STUDY.repeat(chance.of([1, 5])) } : {};
  let fragment = await addressOf({ question, ...pinned, ...text });
  const said = [fragment];
  for (let n = 0; n < 3; n++) {
    const own = edits(n);
    if (own === undefined || (n > 0 && own.oneIn(2))) continue;
    if (own.oneIn(2)) fragment = mutateText(fragment, own).text;
    else {
      const words = new URLSearchParams(fragment);
      const value = oddValue(own, ODD_TEXTS);
      words.set(own.of(WORDS), typeof value === "string" ? value : JSON.stringify(value));
      fragment = words.toString();
    }
  }
  return { files: {}, words: ["address", fragment, chance.of(["en", "fr"])], said };
};

const KEPT_RUN = ["run", "study.yaml", "--only", "fire", "--trials", "40", "--workers", "0", "--no-html"];
/** The commands that leave a file behind, and how it is read. */
export const KEPT: Readonly<Record<string, readonly [made: readonly string[], read: readonly string[]]>> = {
  "part-study-1-of-1.ndjson": [
    [...KEPT_RUN, "--shard", "1/1"],
    ["merge", "part-study-1-of-1.ndjson", "--no-html"],
  ],
  "checkpoint.ndjson": [
    [...KEPT_RUN, "--out", ".", "--checkpoint", "1"],
    [...KEPT_RUN, "--out", ".", "--resume"],
  ],
};

/** A checkpoint or a part of which lines were changed, their checksums made to fit. */
export const kept =
  ({ kept }: Corpus): Family =>
  (chance, _, edits) => {
    const name = chance.of(Object.keys(KEPT));
    const lines = (kept[name] ?? "").trimEnd().split("\n");
    const said: string[] = [];
    for (let n = 0; n < 3; n++) {
      const own = edits(n);
      if (own === undefined || (n > 0 && own.oneIn(2))) continue;
      const at = own.oneIn(3) ? 0 : own.below(lines.length);
      const { doc, said: told } = changedLine(lines[at]!, own);
      const seals = lines[0]!.slice(0, 16);
      lines[at] = own.oneIn(8) ? mutateText(lines[at]!, own).text : sealed(at === 0 ? "" : seals, doc);
      // Other lines are of the first one's seal.
      if (at === 0 && lines[0]!.slice(0, 16) !== seals && !own.oneIn(4))
        for (let i = 1; i < lines.length; i++) lines[i] = sealed(lines[0]!.slice(0, 16), lines[i]!.slice(17));
      said.push(`line ${at + 1}: ${told}`);
    }
    return { files: { "study.yaml": STUDY, [name]: `${lines.join("\n")}\n` }, words: KEPT[name]![1], said };
  };

/** A line that was damaged before is another altogether. */
function changedLine(line: string, chance: Chance) {
  try {
    return mutate(dataOf(line) as Doc, chance);
  } catch {
    return { doc: oddValue(chance, []), said: "another value" };
  }
}

const SCENARIO: DocMap = {
  version: 1,
  ruleset: "border",
  units: { a: { models: 2 } },
  experiments: { x: { kind: "shot", attacker: "a", defender: "a" } },
};
const PACKAGE: DocMap = {
  name: "crible-border",
  crible: { name: "border", ruleset: "./index.js", reader: "./reader.js" },
};
/** What a module may export where a ruleset is wanted; the first two are names of no export and of one of another kind. */
const HALVES = [
  "",
  "5",
  "null",
  "{}",
  '{ name: "border" }',
  '{ name: "border", kinds: {} }',
  '{ name: "border", kinds: { shot: null } }',
];

const READERS = ['{ ruleset: { name: "border" } }', '{ ruleset: { name: "border", kinds: {} }, parts: null }'];

/** A package that brings a ruleset, and the project that lists it. Each has modules of its own name: Node keeps those it has loaded. */
export const brought: Family = (chance, _, edits) => {
  const own = `./border-${chance.below(2 ** 30)}`;
  const [project, told] = changed({ crible: { rulesets: [own] } }, (n) =>
    n === 0 && chance.oneIn(2) ? edits(0) : undefined,
  );
  const [manifest, more] = changed(PACKAGE, (n) => (n === 0 && chance.oneIn(2) ? edits(1) : undefined));
  const half = (name: string) => {
    const value = chance.of([...HALVES, ...(name === "reader" ? READERS : [])]);
    return value === "" ? "export const other = 1;\n" : `export const ${name} = ${value};\n`;
  };
  const files = {
    "package.json": yaml(project),
    [`${own}/package.json`]: yaml(manifest),
    [`${own}/index.js`]: half("ruleset"),
    [`${own}/reader.js`]: half("reader"),
    "study.yaml": yaml(SCENARIO),
  };
  return {
    files,
    words: chance.of([
      ["validate", "study.yaml"],
      ["run", "study.yaml", "--workers", "0", "--out", "out"],
    ]),
    said: [...told, ...more],
  };
};
