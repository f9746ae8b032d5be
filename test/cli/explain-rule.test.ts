/** Every id of a rule that is ever printed is one that `crible explain` knows, in both languages. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type RuleSheet, ruleText, sheetsIn } from "../../src/cli/explain-rule.ts";
import { languageOf } from "../../src/report/language/language.ts";
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
  return (id) => ruleText(id, sheets, languageOf(lang));
}

describe("crible explain ID", () => {
  it("of cover says from where it counts, and the numbers that can be retuned", async () => {
    for (const lang of ["en", "fr"]) {
      const { stdout } = await crible(["explain", "A-SHOOT-10", "--lang", lang], { env: { COLUMNS: "400" } });
      // Of the sheet: 10 to 50 % seen −2, 50 to 90 % −1, contact with scenery −1.
      expect(stdout.replaceAll(/\s+/gu, " ")).toMatch(
        /rules\.cover: .*mostlyHidden .*10 .*50 %.*\(-2\).*partlyHidden.*50 %.*90 % \(-1\).*\(-1\)/u,
      );
    }
    expect((await crible(["explain", "A-SHOOT-09"])).stdout).not.toContain("rules.");
    expect((await crible(["explain", "A-WOUND-01"])).stdout).toContain("rules.woundBands: ");
  });

  it.each(["situation.cover=true", "defender.cover=true"])("%s is told what cover is written as", async (word) => {
    const { code, stderr } = await crible(["odds", "alpha-omega", "shot", word]);
    expect(code).toBe(3);
    expect(stderr).toContain("write situation.visible=40 (per cent of the target that is seen; A-SHOOT-10)");
  });

  it("so is the cover of a modifier set, wherever it stands there", async () => {
    const sets = "{ a: { cover: true }, b: { situation: { cover: 1 } }, c: { defender: { cover: 1 } } }";
    const text = `version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\nmodifierSets: ${sets}\nexperiments:\n  one: { kind: shot, attacker: rangers, defender: marines, situation: { cover: 1 } }\n`;
    const { stderr } = await crible(["run", "-"], { input: text });
    expect(stderr.match(/unknown key "cover" \(write situation\.visible=40 /g)).toHaveLength(4);
  });

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
    const [french, { rows, options }] = (await Promise.all(
      (["fr", "en"] as const).map(async (lang) => (await sheetsIn(lang)).find((one) => one.ruleset === ruleset)!),
    )) as [RuleSheet, RuleSheet];
    const open = rows.filter(({ where, id }) => where === undefined && !options.some((option) => option.id === id));
    expect(open.length).toBeGreaterThan(5);
    for (const { id, words } of open) {
      expect(words, id).toMatch(/\S: \S/u);
      expect(french.rows.find((row) => row.id === id)!.words, id).toMatch(/\S\u00a0: \S/u);
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
