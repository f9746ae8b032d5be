/** Which tests are likeliest to notice a fault in a file: those of its folder, then those that import it most directly. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import ts from "typescript";

/** What a file imports from this project. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => normalize(join(dirname(file), name)));
}

/** Tests that import a file, directly or not, the likeliest to notice it first. @param files of the project, by their paths */
export function testsFor(file: string, files: readonly string[]): string[] {
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
  return [...steps.keys()]
    .filter((name) => name.endsWith(".test.ts"))
    .sort((a, b) => shared(b) - shared(a) || steps.get(a)! - steps.get(b)! || a.localeCompare(b));
}
