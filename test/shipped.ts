/** The scenarios that ship, of rulesets that ship: those of games that are written as text are in `oracle/games`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Study } from "../src/scenario/study.ts";

export const SHIPPED: readonly string[] = readdirSync("scenarios", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml") && !path.endsWith("catalogue.yaml") && !path.startsWith("games"))
  .map((path) => join("scenarios", path))
  .toSorted();

/** A study with at most `most` of its cells, from all over the file: the cells of a large matrix are like each other. */
export function someOf(study: Study, most: number): Study {
  const step = Math.max(1, study.cells.length / most);
  return { ...study, cells: study.cells.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)) };
}
