/**
 * Looks for a witness of every field and writes what it found: `npx tsx test/rulesets/fields/find.ts RULESET [BASES]`.
 * With BASES (a regular expression) only in those, `none` in none; what was found before is kept. What is left is
 * printed: the walk fails until it has a base in which it acts, or is refused.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { CellPart } from "../../../src/rulesets/applicability.ts";
import { loadReader } from "../../../src/rulesets/index.ts";
import type { Reader } from "../../../src/rulesets/reader.ts";
import { canonicalOf } from "./canonical.ts";
import { editsOf, fieldsOf, shown, type Witness, type Witnesses, witnessesOf, worldOf } from "./walk.ts";

const [ruleset, only = ""] = process.argv.slice(2) as [string, string?];
const { BASES, TEXTS } = (await import(`./${ruleset}.ts`)) as typeof import("./alpha-omega.ts");
const file = new URL(`./${ruleset}.witnesses.json`, import.meta.url);
const strict = await loadReader(ruleset);
// Everything is let through, so that what the ruleset calls inapplicable has to be so.
const open: Reader = { ...strict, isInapplicable: () => false };
const world = worldOf(open, TEXTS, canonicalOf(open));
const ids = fieldsOf(world.root, world);
const write = (found: Witnesses) => {
  const lines = Object.entries(found)
    .filter(([id]) => ids.has(id))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, witness]) => `  ${JSON.stringify(id)}: ${JSON.stringify(witness)}`);
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
};

/** The kind, part and name of what is said of a cell: `duel.attacker.addSkills[]="fear"`. */
const OF_CELL = /^(\w+)\.(attacker|defender|sides|options|rules)\.(\w+)(?:\[\]="(.*)")?$/u;
/** Whether the ruleset says of a field that nothing comes of it where it stands. */
const isInapplicable = (id: string) => {
  const [, kind, part, name, item] = OF_CELL.exec(id) ?? [];
  if (kind === undefined || !strict.kinds.includes(kind)) return false;
  return strict.isInapplicable(kind, (part === "sides" ? "attacker" : part) as CellPart, name!, item);
};
/** Of each such field the first edit, which is refused. */
function refusals(wanted: readonly string[]): Witnesses {
  const left = new Set(wanted);
  const refused: Record<string, Witness> = {};
  for (const base of BASES) {
    if (left.size === 0) break;
    for (const { ids: named, path, value } of editsOf(world.root, base.data, world))
      for (const id of named.filter((own) => left.delete(own))) {
        const shows = shown(strict, base, path, value);
        if (shows === "refused") refused[id] = { base: base.name, path, value, shows };
        else process.stderr.write(`IDLE AND IS NOT REFUSED: ${id}\n`);
      }
  }
  return refused;
}

const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Witnesses) : {};
const bases = BASES.filter(({ name }) => new RegExp(only, "u").test(name));
const { found, dead } = witnessesOf(open, bases, world, before, (base, known, crashes) => {
  for (const crash of crashes) process.stderr.write(`CRASH ${base.name}: ${crash}\n`);
  process.stderr.write(`${base.name}: ${Object.keys(known).length}\n`);
  write(known);
});
for (const [id, { shows }] of Object.entries(found))
  if (shows === "acts" && isInapplicable(id)) process.stderr.write(`ACTS AND IS REFUSED: ${id}\n`);
const all = { ...found, ...refusals(dead.filter(isInapplicable)) };
write(all);
const left = [...ids].filter((id) => all[id] === undefined);
process.stdout.write(`${left.join("\n")}\n`);
