/**
 * Looks for a witness of every field and writes what it found: `npx tsx test/rulesets/fields/find.ts RULESET [BASES]`.
 * With BASES (a regular expression) only in those; what was found before is kept. `none` searches in no base and writes
 * the list of what is left open.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadReader } from "../../../src/rulesets/index.ts";
import { canonicalOf } from "./canonical.ts";
import { fieldsOf, type Witnesses, witnessesOf, worldOf } from "./walk.ts";

const [ruleset, only = ""] = process.argv.slice(2) as [string, string?];
const { BASES, TEXTS } = (await import(`./${ruleset}.ts`)) as typeof import("./alpha-omega.ts");
const file = new URL(`./${ruleset}.witnesses.json`, import.meta.url);
const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Witnesses) : {};
const reader = await loadReader(ruleset);
const world = worldOf(reader, TEXTS, canonicalOf(reader));
const write = (found: Witnesses) => {
  const lines = Object.entries(found)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, witness]) => `  ${JSON.stringify(id)}: ${JSON.stringify(witness)}`);
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
};
const bases = BASES.filter(({ name }) => new RegExp(only, "u").test(name));
const { found, dead } = witnessesOf(reader, bases, world, before, (base, known, crashes) => {
  for (const crash of crashes) process.stderr.write(`CRASH ${base.name}: ${crash}\n`);
  process.stderr.write(`${base.name}: ${Object.keys(known).length}\n`);
  write(known);
});
write(found);
// What has no witness yet. The list may only become shorter: `fields.test.ts` refuses what is on it and has one.
if (only === "none") {
  const open = [...fieldsOf(world.root, world)].filter((id) => before[id] === undefined);
  writeFileSync(new URL(`./${ruleset}.open.json`, import.meta.url), `${JSON.stringify(open, undefined, 2)}\n`);
}
process.stdout.write(`${dead.join("\n")}\n`);
