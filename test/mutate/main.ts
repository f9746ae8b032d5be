/**
 * Plants small faults in the layers that numbers come from, one at a time, in a copy of the project, and runs the tests
 * that could notice: `npm run mutate -- --count 20 --seed 1 --layers rule,stats` (all layers, 10 of each, unless told).
 * A survivor is a hole in the tests, or stands in equal.json with the reason why it changes nothing. Exit 1 when fewer
 * than 92 % of the others die in a layer. `acts` and `keys` are layers too, across the folders.
 *
 * `--changed REF` plants only in lines that changed since a commit, `--count` of all layers together; `--budget SECONDS`
 * ends each one: a fault that nobody noticed by then, though tests are left, counts neither way; nor does one with which
 * tests fail that fail without it too. With which they never end, though without it they soon do, has died.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { changedLines, type Mutant, mutantsOf, nameOf, planted, sampled } from "./mutants.ts";
import { aroundIn, costs, testsFor } from "./nearest.ts";

const LAYERS = ["dice", "rule", "rulesets", "stats", "engine"];
/** Layers that are no folder: how battles go by acts, and what keys of acts and of cells are made of. */
const ACROSS: Readonly<Record<string, RegExp>> = {
  acts: /^src\/(?:rule|rulesets)\/.*\bacts?\b|^src\/rule\/(?:chain|lanes|solve|wide-rows)\.|game\/battle\.|fire-volleys\./,
  keys: /^src\/rulesets\/.*\b(?:counts?|fire-keys|moment|run-fields|ways)\b|\/(?:cell-cache|engine-hash|hash|kept-blocks|once)\./,
};
const WANTED = 0.92;
/** So many tests at a time, the likeliest to notice first: a few alone, as most faults die there. */
const BATCH = 8;
const FIRST = 4;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    layers: { type: "string", default: LAYERS.join() },
    changed: { type: "string" },
    budget: { type: "string", default: "900" },
  },
});
/** Of each test file, what it took in ms when it last passed: here, or with a fault that it did not notice. */
const cost = costs();
const git = (...words: string[]) =>
  execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });
const files = git("ls-files", "-co", "--exclude-standard").split("\n").filter(existsSync);
const equal = new Map(
  Object.entries(JSON.parse(readFileSync("test/mutate/equal.json", "utf8")) as Record<string, string>),
);

/** Lines that changed, by file; undefined where the commit is not there, as in a clone of one commit. */
function changesSince(commit: string): ReadonlyMap<string, ReadonlySet<number>> | undefined {
  try {
    return changedLines(git("diff", "--unified=0", "--no-color", commit, "--", "src"));
  } catch {
    return undefined;
  }
}

const mutants = (layer: string): Mutant[] =>
  files
    .filter((file) => /^src\/.*\.ts$/.test(file))
    .filter((file) => ACROSS[layer]?.test(file) ?? file.startsWith(`src/${layer}/`))
    .flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));

/** What is tried, by the name under which it is counted. */
function samples(): { readonly name: string; readonly from: number; readonly mutants: readonly Mutant[] }[] {
  const layers = values.layers.split(",");
  const take = (name: string, pool: readonly Mutant[]) => ({
    name,
    from: pool.length,
    mutants: sampled(pool, Number(values.count), Number(values.seed)),
  });
  if (values.changed === undefined) return layers.map((layer) => take(layer, mutants(layer)));
  const changed = changesSince(values.changed);
  if (changed === undefined) console.log(`there is no commit ${values.changed} here: nothing is planted`);
  return [
    take(
      "what changed",
      layers.flatMap(mutants).filter(({ file, line }) => changed?.get(file)?.has(line)),
    ),
  ];
}

/** A copy of the project, built. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), "crible-mutate-"));
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  if (existsSync("dist")) cpSync("dist", join(copy, "dist"), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  execFileSync("npm", ["run", "--silent", "build"], { cwd: copy, stdio: "inherit" });
  return copy;
}

/** Puts a source and what is built from it into the copy. */
function put(copy: string, file: string, text: string): void {
  writeFileSync(join(copy, file), text);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  writeFileSync(join(copy, file.replace(/^src/, "dist").replace(/\.ts$/, ".js")), outputText);
}

interface Ran {
  readonly answer: "passed" | "failed" | "late";
  /** The test files that failed. */
  readonly failed: readonly string[];
  readonly took: number;
}

/** Runs tests; `late` when they have not come to an end in so many milliseconds. */
function run(copy: string, tests: readonly string[], within: number): Promise<Ran> {
  const report = join(copy, "mutate.json");
  rmSync(report, { force: true });
  // What is built loads faster: `put` puts a fault there too.
  const words = [
    "run",
    "--mode=built",
    ...tests,
    "--bail=1",
    "--reporter=json",
    `--outputFile=${report}`,
    "--maxWorkers=1",
    "--no-isolate",
  ];
  const start = Date.now();
  // A group of its own: whoever loops for ever goes with it.
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], {
    cwd: copy,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, CI: "" },
  });
  return new Promise((resolve) => {
    const end = (answer: Ran["answer"], failed: readonly string[] = []) =>
      resolve({ answer, failed, took: Date.now() - start });
    const timer = setTimeout(() => {
      // Those of them that nothing is known of are not cheap.
      for (const test of tests) if (!cost.has(test)) cost.set(test, within);
      end("late");
      process.kill(-child.pid!, "SIGKILL");
    }, within);
    child.on("exit", (code) => {
      clearTimeout(timer);
      const results = resultsIn(report);
      for (const { test, status, took } of results) if (status === "passed") cost.set(test, took);
      const failed = results.filter(({ status }) => status === "failed").map(({ test }) => test);
      end(code === 0 ? "passed" : "failed", code === 0 ? [] : failed);
    });
  });
}

/** What became of each test file, by the report; nothing where Vitest itself broke down. */
function resultsIn(report: string): { readonly test: string; readonly status: string; readonly took: number }[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  return testResults.map(({ name, status, startTime, endTime }) => {
    return { test: name.slice(name.lastIndexOf("/test/") + 1), status, took: endTime - startTime };
  });
}

interface Verdict {
  readonly found: "died" | "LIVED" | "late";
  readonly by: string;
}

/** What tests say of the copy without a fault: one that fails then, or is as slow then, has noticed nothing. */
const healthy = new Map<string, Promise<Ran>>();
function control(copy: string, tests: readonly string[], within: number): Promise<Ran> {
  const key = tests.join(" ");
  const known = healthy.get(key) ?? run(copy, tests, within);
  healthy.set(key, known);
  return known;
}

/**
 * Whether a fault in a file is noticed: by the tests that import it, then by those that use what is built. What fails or
 * never ends with the fault must come to a good end without it: `rebalance` takes the fault out.
 */
async function verdict(copy: string, file: string, around: string, rebalance: () => void): Promise<Verdict> {
  const within = 1_000 * Number(values.budget);
  const end = Date.now() + within;
  const tests = [...testsFor(file, files, cost, around), "test/cli", "test/examples.test.ts"];
  for (let from = 0, to = FIRST; from < tests.length; from = to, to += BATCH) {
    const some = tests.slice(from, to);
    const { answer, failed, took } = await run(copy, some, Math.max(0, end - Date.now()));
    if (answer === "passed") continue;
    rebalance();
    const suspects = failed.length > 0 ? failed : some;
    const without = took === 0 ? undefined : await control(copy, suspects, within);
    if (without?.answer !== "passed") return { found: "late", by: `unsound: ${suspects.join(" ")}` };
    if (answer === "failed") return { found: "died", by: suspects.join(" ") };
    const isEndless = took > 60_000 && took > 4 * without.took;
    return { found: isEndless ? "died" : "late", by: `${isEndless ? "endless" : "slow"}: ${some.join(" ")}` };
  }
  return { found: "LIVED", by: "" };
}

let copy: string | undefined;
const tried = samples().map((sample) => ({ ...sample, count: { died: 0, LIVED: 0, late: 0, same: 0 } }));
// In turns: a run that is stopped has tried as many of each layer.
const turns = Array.from({ length: Number(values.count) }, (_, turn) => turn);
for (const turn of turns)
  for (const { mutants, count } of tried) {
    const mutant = mutants[turn];
    if (mutant === undefined) continue;
    const text = readFileSync(mutant.file, "utf8");
    const name = nameOf(mutant, text.split("\n")[mutant.line - 1]!);
    if (equal.has(`${mutant.file} | ${name}`)) {
      count.same++;
      continue;
    }
    copy ??= copied();
    put(copy, mutant.file, planted(text, mutant));
    process.stdout.write(`${mutant.file}:${mutant.line}  ${name}  `);
    const rebalance = put.bind(undefined, copy, mutant.file, text);
    const { found, by } = await verdict(copy, mutant.file, aroundIn(text, mutant.start), rebalance);
    rebalance();
    count[found]++;
    console.log(`${found} ${by}`);
  }
let isGood = true;
for (const { name: sample, from, count } of tried) {
  const decided = count.died + count.LIVED;
  if (decided > 0 && count.died / decided < WANTED) isGood = false;
  const rest = `${count.same} change nothing, ${count.late} undecided in time`;
  console.log(`${sample}: ${count.died} of ${decided} died, ${rest} (${from} there are)`);
}
if (copy !== undefined) rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = isGood ? 0 : 1;
