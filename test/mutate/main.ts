/**
 * Plants small faults in the layers that numbers come from, one at a time, in a copy of the project, and runs the tests
 * that could notice: `npm run mutate -- --count 20 --seed 1 --layers rule,stats` (all layers, 10 of each, unless told).
 * `--changed REF` plants only in files changed since a commit. A survivor is a hole in the tests, or stands in equal.json
 * with the reason why it changes nothing. Exit 1 when fewer than 92 % of the others die in a layer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { type Mutant, mutantsOf, nameOf, planted, sampled } from "./mutants.ts";

const LAYERS = ["dice", "rule", "rulesets", "stats", "engine"];
const WANTED = 0.92;
/** Milliseconds after which tests count as hanging, which is one way to notice. */
const HANG = 900_000;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    layers: { type: "string", default: LAYERS.join() },
    changed: { type: "string" },
  },
});
const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).split("\n").filter(Boolean);
const files = git("ls-files", "-co", "--exclude-standard");
const changed = values.changed === undefined ? undefined : new Set(git("diff", "--name-only", values.changed));
const equal = new Map(
  Object.entries(JSON.parse(readFileSync("test/mutate/equal.json", "utf8")) as Record<string, string>),
);

const copy = mkdtempSync(join(tmpdir(), "crible-mutate-"));
for (const file of files) {
  mkdirSync(join(copy, dirname(file)), { recursive: true });
  cpSync(file, join(copy, file));
}
symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
execFileSync("npm", ["run", "--silent", "build"], { cwd: copy, stdio: "inherit" });

/** Puts a source and what is built from it into the copy. */
function put(file: string, text: string): void {
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

const vitest = (...words: string[]): boolean =>
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words, "--bail=1", "--reporter=dot"], {
    cwd: copy,
    timeout: HANG,
    stdio: "ignore",
    env: { ...process.env, CI: "" },
  }).status === 0;

/** Whether all tests pass: those that import the file first, then those that use what is built. */
const survives = (file: string): boolean =>
  vitest("related", file, "--run", "--maxWorkers=2") && vitest("run", "test/cli", "test/examples.test.ts");

let isGood = true;
for (const layer of values.layers.split(",")) {
  const own = files.filter((file) => file.startsWith(`src/${layer}/`) && file.endsWith(".ts"));
  const pool = own
    .filter((file) => changed === undefined || changed.has(file))
    .flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  let killed = 0;
  let same = 0;
  const tried = sampled(pool, Number(values.count), Number(values.seed));
  for (const mutant of tried) {
    const text = readFileSync(mutant.file, "utf8");
    const name = nameOf(mutant, text.split("\n")[mutant.line - 1]!);
    const reason = equal.get(`${mutant.file} | ${name}`);
    if (reason !== undefined) {
      same++;
      continue;
    }
    put(mutant.file, planted(text, mutant));
    const lives = survives(mutant.file);
    put(mutant.file, text);
    if (!lives) killed++;
    console.log(`${lives ? "LIVED" : "died "}  ${at(mutant)}  ${name}`);
  }
  const share = killed / Math.max(1, tried.length - same);
  if (tried.length > same && share < WANTED) isGood = false;
  console.log(`${layer}: ${killed} of ${tried.length - same} died, ${same} change nothing (${pool.length} there are)`);
}
rmSync(copy, { recursive: true, force: true });
process.exitCode = isGood ? 0 : 1;

function at({ file, line }: Mutant): string {
  return `${file}:${line}`;
}
