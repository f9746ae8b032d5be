/** The scenarios that ship, of rulesets that ship: those of games that are written as text are in `oracle/games`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Study } from "../src/scenario/study.ts";
import { LONG } from "./long.ts";

export const SHIPPED: readonly string[] = readdirSync("scenarios", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml") && !path.endsWith("catalogue.yaml") && !path.startsWith("games"))
  .map((path) => join("scenarios", path))
  .toSorted();

/** What is asked in a file: each kind of its ruleset. */
const kindsIn = (path: string) =>
  Array.from(readFileSync(path, "utf8").matchAll(/\bkind: ?(\w+)/g), ([, kind]) => `${path.split("/")[1]} ${kind}`);

/** Every second of them, and what has a kind that those have not: every kind of every ruleset. */
const second = SHIPPED.filter((_, i) => i % 2 === 0);
const asked = new Set(second.flatMap(kindsIn));
/** Those of CI, where many are held to the same; all of them in `npm run test:long`. */
export const SOME: readonly string[] = LONG
  ? SHIPPED
  : [
      ...second,
      ...SHIPPED.filter((path) => {
        const others = kindsIn(path).filter((kind) => !asked.has(kind));
        for (const kind of others) asked.add(kind);
        return others.length > 0;
      }),
    ];

/** A study with at most `most` of its cells, from all over the file: the cells of a large matrix are like each other. */
export function someOf(study: Study, most: number): Study {
  const step = Math.max(1, study.cells.length / most);
  return { ...study, cells: study.cells.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)) };
}
