/**
 * Which tests notice a fault in a file soonest: those that are called after it or its folder, those of its folder, of
 * these the cheap ones, then those that import it most directly.
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
export function costs(): ReadonlyMap<string, number> {
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

/**
 * Tests that import a file, directly or not: those that are called after it or its folder first, then those that share its
 * folders, of these the cheapest.
 *
 * @param files of the project, by their paths
 * @param cost of each test file, where it is known; what is not comes last
 */
export function testsFor(
  file: string,
  files: readonly string[],
  cost: ReadonlyMap<string, number> = new Map(),
): string[] {
  const importers = new Map<string, string[]>();
  for (const own of files.filter((name) => name.endsWith(".ts")))
    for (const imported of importsOf(own)) {
      const known = importers.get(imported) ?? [];
      importers.set(imported, known);
      known.push(own);
    }
  const steps = new Map([[file, 0]]);
  for (const [name, distance] of steps)
    for (const importer of importers.get(name) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  const folders = new Set(dirname(file).split("/").slice(1));
  const shared = (test: string) =>
    dirname(test)
      .split("/")
      .filter((folder) => folders.has(folder)).length;
  const words = [...wordsOf(file), ...wordsOf(dirname(file))];
  const near = (test: string) => shared(test) + (words.some((word) => basename(test).includes(word)) ? 2 : 0);
  const price = (test: string) => cost.get(test) ?? 1e9;
  return [...steps.keys()]
    .filter((name) => name.endsWith(".test.ts"))
    .sort((a, b) => near(b) - near(a) || price(a) - price(b) || steps.get(a)! - steps.get(b)! || a.localeCompare(b));
}
