/** Every id of a rule that is ever printed is one that `crible explain` knows, in both languages. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ruleText, sheetsIn } from "../../src/cli/explain-rule.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { referenceIn } from "../../src/report/language/reference.ts";
import { crible } from "./crible.ts";

const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"] as const;
const ID = /(?<![\w-])(?:[ABCE]|Q[ABC])-(?:[A-Z]+(?:-[A-Z]+)*(?:-\d+[a-z]?)?|\d+[a-z]?)(?![\w-])/gu;
/** Letters of a pattern. */
const NONE = "A-Z";

/** The ids in what a folder holds: what is said, told and explained stands in the sources, samples in the reports. */
function idsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|md|yaml|csv)$/u.test(path))
    .flatMap((path) => readFileSync(join(folder, path), "utf8").match(ID) ?? []);
}
const ids = [...new Set(["src", "scenarios", "docs", "reports"].flatMap(idsIn))].filter((id) => id !== NONE).toSorted();

async function textsIn(lang: "en" | "fr"): Promise<(id: string) => string | undefined> {
  const sheets = await sheetsIn(lang);
  return (id) => ruleText(id, sheets, referenceIn(languageOf(lang)));
}

describe("crible explain ID", () => {
  it("knows every id of the sources, of RULES.md, of scenarios, docs and reports", async () => {
    expect(ids.length).toBeGreaterThan(330);
    for (const known of ["C-AB-RAPID-FIRE", "A-RALLY-SEQ", "E-30", "E-32", "QB-13", "C-AB"])
      expect(ids).toContain(known);
    for (const lang of ["en", "fr"] as const) {
      const textOf = await textsIn(lang);
      const unknown = ids.filter((id) => !new RegExp(`^${id}  \\S+\n  \\S`, "u").test(textOf(id) ?? ""));
      expect(unknown, lang).toEqual([]);
      expect(textOf("A-SHOOT-99"), "control").toBeUndefined();
    }
  });

  it("knows those that are put together: the bonus of each number of opponents", async () => {
    const textOf = await textsIn("en");
    for (const count of [2, 3, 4, 5]) expect(textOf(`A-CC-${11 + count}`)).toBeDefined();
  });

  it.each(RULESETS)("says how %s reads what the text leaves open, in both languages", async (ruleset) => {
    const { rows, texts, options } = (await sheetsIn("fr")).find((sheet) => sheet.ruleset === ruleset)!;
    const open = rows.filter(({ where, id }) => where === undefined && !options.some((option) => option.id === id));
    expect(open.length).toBeGreaterThan(5);
    for (const { id, words } of open) {
      expect(words, id).toMatch(/\S: \S/u);
      expect(texts?.rules[id], id).toMatch(/\S\u00a0: \S/u);
    }
  });

  it("a rule in words and where it is; what is open and how it is read; a group; a case of tests; none", async () => {
    const said = async (...words: string[]) => {
      const { code, stdout, stderr } = await crible(["explain", ...words]);
      return [code, stdout || stderr];
    };
    expect(await said("C-AB-LANCE")).toEqual([
      0,
      "C-AB-LANCE  wh40k-10e\n  +1 to wound after a charge\n  in the code: modifiers.ts woundSteps\n\n",
    ]);
    expect(await said("QA-28")).toEqual([
      0,
      "QA-28  alpha-omega\n  which soldiers must charge: manoeuvre and move that did not fire\n\n",
    ]);
    expect(await said("B-TURN", "--lang", "fr")).toEqual([
      0,
      expect.stringMatching(/^B-TURN {2}metropolis\n {2}B-TURN-01 {2}les marqueurs .*\n {2}B-TURN-02 {2}chacun lance/u),
    ]);
    expect(await said("A-RALLY-SEQ")).toEqual([
      0,
      "A-RALLY-SEQ  alpha-omega\n  a case of the tests of these rules:\n  A-RAL-13  unpinning\n  A-RAL-15  care\n  A-RAL-16  endurance and drone in care\n\n",
    ]);
    expect(await said("C-AB-LANCES")).toEqual([
      2,
      'error: no rule is called "C-AB-LANCES" (did you mean "C-AB-LANCE"?)\n',
    ]);
  });
});
