/** The sources of `src`: read once and parsed once in a process, for whatever tests ask of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface Source {
  /** From `src`, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const SOURCES: readonly Source[] = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join("src", path), "utf8") }));

/** What is found of a source, found once. */
export function oncePerSource<T>(find: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, T>();
  return (source) => {
    if (!known.has(source)) known.set(source, find(source));
    return known.get(source)!;
  };
}

export const treeOf = oncePerSource(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true));
