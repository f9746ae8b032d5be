/** RULES.md names every rule and gap of the sheet once, and only functions and tests that exist. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ABILITIES } from "../../../src/rulesets/wh40k-10e/abilities.ts";
import { OPTIONS } from "../../../src/rulesets/wh40k-10e/options.ts";

const home = new URL("../../../src/rulesets/wh40k-10e/", import.meta.url);
const rows = readFileSync(new URL("RULES.md", home), "utf8")
  .split("\n")
  .filter((line) => /^\| (C|QC)-/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const ids = rows.map(([id]) => id!);

const numbered = (prefix: string, most: number) =>
  Array.from({ length: most }, (_, i) => `${prefix}-${String(i + 1).padStart(2, "0")}`);
const RULES = [
  ...numbered("C-SH", 12),
  ...numbered("C-BGNT", 4),
  "C-SEQ",
  ...numbered("C-HIT", 5),
  ...numbered("C-WND", 3),
  ...numbered("C-ALL", 2),
  ...numbered("C-SAV", 6),
  ...numbered("C-DMG", 5),
  ...numbered("C-MOD", 3),
  "C-RR-01",
  "C-FAST-01",
];

it("names every rule and every gap once", () => {
  expect(ids.filter((id) => id.startsWith("C-") && !id.startsWith("C-AB"))).toEqual(RULES);
  expect(ids.filter((id) => id.startsWith("QC"))).toEqual(numbered("QC", 17));
});

it("names every ability that is read", () => {
  // These stand under the rules that they are.
  const elsewhere = [
    "Stealth",
    "Lone Operative",
    "Leader",
    "Feel No Pain",
    "Invulnerable Save",
    "-1 Damage",
    "Half Damage",
    "0 Damage",
  ];
  for (const { name } of ABILITIES) {
    if (elsewhere.includes(name)) continue;
    expect(ids).toContain(`C-AB-${name.replace(/-$/, "").replaceAll(" ", "-").toUpperCase()}`);
  }
  expect(new Set(ids).size).toBe(ids.length);
});

it("names only functions that are in the file beside them", () => {
  for (const [id, , where] of rows.filter(([id]) => id!.startsWith("C-"))) {
    let file: string | undefined;
    for (const [, code] of where!.matchAll(/`([^`]+)`/g)) {
      if (code!.endsWith(".ts")) file = readFileSync(new URL(code!, home), "utf8");
      else if (file !== undefined && /^#?\w+$/.test(code!)) expect(file, `${id}: ${code}`).toContain(code);
    }
  }
});

it("names only tests that exist", () => {
  for (const [id, , , test] of rows.filter(([id]) => id!.startsWith("C-")))
    for (const [, file] of test!.matchAll(/`([^`]+\.test\.ts)`/g))
      expect(existsSync(fileURLToPath(new URL(file!, import.meta.url))), `${id}: ${file}`).toBe(true);
});

it("names every option beside its gap, and no other", () => {
  const listed = rows
    .filter(([id]) => id!.startsWith("QC-"))
    .flatMap(([id, , , options]) => [...options!.matchAll(/`(\w+)`/g)].map(([, name]) => `${id} ${name}`));
  expect(listed.toSorted()).toEqual(OPTIONS.map(({ id, name }) => `${id} ${name}`).toSorted());
});
