/**
 * Which tests notice a fault in a file soonest: those that are called after it, that name a rule of the function it is in
 * or speak of what the file is called, that are of its folder or called after that; of these the cheap ones, then those
 * that import it most directly.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path/posix";
import ts from "typescript";

/** What a file imports from this project. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => normalize(join(dirname(file), name)));
}

/** What each test file took, in ms, when Vitest last ran it here; empty where it never did. */
export function costs(): Map<string, number> {
  const cost = new Map<string, number>();
  const cache = "node_modules/.vite/vitest";
  for (const run of existsSync(cache) ? readdirSync(cache) : []) {
    const { results } = JSON.parse(readFileSync(join(cache, run, "results.json"), "utf8")) as {
      results: [string, { duration: number }][];
    };
    for (const [name, { duration }] of results) cost.set(name.slice(name.indexOf(":") + 1), duration);
  }
  return cost;
}

/** Words of four letters and more: `engagement/melee-game.ts` has `engagement`, `melee`, `game`. */
const wordsOf = (path: string): string[] => basename(path, ".ts").match(/[a-z\d]{4,}/g) ?? [];

/** Ids of rules, assumptions and gaps: `A-CC-17`, `E-12`, `QA-05b`. */
const idsIn = (text: string): string[] => text.match(/\b[A-Z]{1,2}(?:-[A-Z]+)?-\d+[a-z]?\b/g) ?? [];

/** The member of a class, or what else stands at the top of a file, that a place is in, with the comment before it. */
export function aroundIn(text: string, at: number): string {
  let around = "";
  const visit = (node: ts.Node): void => {
    if (node.pos > at || node.end <= at) return;
    around = node.getFullText();
    if (ts.isClassDeclaration(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile("around.ts", text, ts.ScriptTarget.Latest, true), visit);
  return around;
}

/**
 * Tests that import a file, directly or not. First those that are called after it, then those that name a rule that is
 * named around the fault or speak of what the file is called, then those of its folders; of these the cheapest.
 *
 * @param files of the project, by their paths
 * @param cost of each test file, where it is known; what is not comes last
 * @param around what the fault stands in (`aroundIn`)
 */
export function testsFor(
  file: string,
  files: readonly string[],
  cost: ReadonlyMap<string, number> = new Map(),
  around = "",
): string[] {
  const importers = importersIn(files);
  const steps = new Map([[file, 0]]);
  for (const [name, distance] of steps)
    for (const importer of importers.get(name) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  const folders = new Set(dirname(file).split("/").slice(1));
  const shared = (test: string) =>
    dirname(test)
      .split("/")
      .filter((folder) => folders.has(folder)).length;
  const isCalled = (test: string, after: string) => wordsOf(after).some((word) => basename(test).includes(word));
  const ids = new Set(idsIn(around));
  const own = wordsOf(file).map((word) => new RegExp(`\\b${word}(?![a-z])`));
  const tests = [...steps.keys()].filter((name) => name.endsWith(".test.ts"));
  const near = new Map(
    tests.map((test) => {
      const text = readFileSync(test, "utf8");
      const namesRule = idsIn(text).some((id) => ids.has(id)) ? 2 : 0;
      const speaksOf = own.length > 0 && own.every((word) => word.test(text)) ? 2 : 0;
      const called = isCalled(test, file) ? 4 : isCalled(test, dirname(file)) ? 1 : 0;
      return [test, called + namesRule + speaksOf + shared(test)];
    }),
  );
  const price = (test: string) => cost.get(test) ?? 1e9;
  return tests.sort(
    (a, b) => near.get(b)! - near.get(a)! || price(a) - price(b) || steps.get(a)! - steps.get(b)! || a.localeCompare(b),
  );
}

/** By file, those that import it. */
function importersIn(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const own of files.filter((name) => name.endsWith(".ts")))
    for (const imported of importsOf(own)) {
      const known = importers.get(imported) ?? [];
      importers.set(imported, known);
      known.push(own);
    }
  return importers;
}
