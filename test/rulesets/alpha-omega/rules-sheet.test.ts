/** RULES.md names every rule and gap of the sheet once, and only functions and tests that exist. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { OPTIONS } from "../../../src/rulesets/alpha-omega/options.ts";

const home = new URL("../../../src/rulesets/alpha-omega/", import.meta.url);
const text = readFileSync(new URL("RULES.md", home), "utf8");
const rows = text
  .split("\n")
  .filter((line) => /^\| (A|QA|E)-/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const numbered = (prefix: string, most: number, except: readonly number[] = []) =>
  Array.from({ length: most }, (_, i) => i + 1)
    .filter((n) => !except.includes(n))
    .map((n) => `${prefix}-${String(n).padStart(2, "0")}`);
const RULES = [
  ...numbered("A-GEN", 9),
  ...numbered("A-SHOOT", 20),
  ...numbered("A-SAVE", 2),
  ...numbered("A-SUP", 5),
  ...numbered("A-WOUND", 6),
  ...numbered("A-VEH", 10),
  ...numbered("A-CC", 21),
  ...numbered("A-RAL", 19, [8]),
  ...["A-RAL-08a", "A-RAL-08b", "A-RAL-08c"],
];
const GAPS = [...numbered("QA", 56), ...["QA-05b", "QA-07b", "QA-19b", "QA-32b", "QA-37b", "QA-39b"]];

/** Of whole fights. */
const ASSUMPTIONS = [...numbered("E", 19), "E-26"];
const isPlaced = (id: string) => /^(A|E)-/.test(id);

it("names every rule and every gap once", () => {
  const named = rows.map(([id]) => id!);
  expect(named.toSorted()).toEqual([...RULES, ...GAPS, ...ASSUMPTIONS].toSorted());
});

it("names only functions that are in the file beside them", () => {
  for (const [id, , where] of rows.filter(([id]) => isPlaced(id!))) {
    let file: string | undefined;
    for (const [, code] of where!.matchAll(/`([^`]+)`/g)) {
      if (code!.endsWith(".ts")) {
        file = readFileSync(new URL(code!, home), "utf8");
        continue;
      }
      if (file !== undefined && /^#?\w+$/.test(code!)) expect(file, `${id}: ${code}`).toContain(code);
    }
  }
});

it("names a test for every rule, and only tests that exist, with the words they are found by", () => {
  for (const [id, , , test] of rows.filter(([id]) => isPlaced(id!))) {
    expect(test, id).not.toBe("");
    for (const [, file, words] of test!.matchAll(/`([^`]+\.test\.ts)`([^,`]*)/g)) {
      const path = fileURLToPath(new URL(file!, import.meta.url));
      expect(existsSync(path), `${id}: ${file}`).toBe(true);
      expect(readFileSync(path, "utf8"), `${id}: ${file}`).toContain(words!.trim());
    }
  }
});

it("names every option beside its gap, and no other", () => {
  const listed = rows
    .filter(([id]) => id!.startsWith("QA-"))
    .flatMap(([id, , , options]) => [...options!.matchAll(/`(\w+)`/g)].map(([, name]) => `${id} ${name}`));
  expect(listed.toSorted()).toEqual(OPTIONS.map(({ id, name }) => `${id} ${name}`).toSorted());
});
