/** The dice that cells need, and one trial of each experiment, as a page shows them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/analysis/replay.ts";
import { run } from "../../src/analysis/run.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { pageHtml } from "../../src/report/page/html.ts";
import { runPage } from "../../src/report/page/run.ts";
import { entryText } from "../../src/report/telling-entry.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import type { ToldEntry } from "../../src/rulesets/telling.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const TEXT = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
modifierSets: { tough: { defender: { addSkills: [endurance] } } }
experiments:
  fire: { kind: volley, attacker: rangers, defender: marines, situation: { distance: 20 }, with: [base, tough] }
`;
const FILE = join(mkdtempSync(join(tmpdir(), "crible-rolls-")), "fire.yaml");
const study = (text = TEXT) => {
  writeFileSync(FILE, text);
  return loadStudy(FILE);
};
const linesIn = (entries: readonly ToldEntry[]): string[] =>
  entries.flatMap((entry) => [
    entryText(entry, languageOf("en")),
    ...("heading" in entry ? linesIn(entry.entries) : []),
  ]);

describe("what a cell rolls", () => {
  it("has the dice of the rules: endurance is hurt one higher; one trial of an experiment, as a replay tells it", async () => {
    const { cells } = await run(await study());
    const dice = cells.map(({ rolls }) => rolls!.needed[0]!.dice.map(({ sides, least }) => `${least}+ D${sides}`));
    // To hit: 4+, and −2 at 20 paces; saves: 4+, and −1 of the laser.
    expect(dice).toEqual([
      ["6+ D10", "5+ D10", "3+ D10", "3+ D10", "6+ D10"],
      ["6+ D10", "5+ D10", "3+ D10", "4+ D10", "7+ D10"],
    ]);
    const told = await replay(await study(), cells[0]!.id);
    const lines = cells[0]!.rolls!.trial!.map((line) => entryText(line, languageOf("en")));
    expect(lines).toEqual(linesIn("statement" in told ? [] : told.entries));
    expect(lines.length).toBeGreaterThan(3);
    expect(cells[1]!.rolls!.trial).toBeUndefined();
  });

  it("stands in the page, and none of it is folded within what is folded", async () => {
    const result = await run(await study());
    const { kinds } = await loadRuleset("alpha-omega");
    const headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
    const html = await pageHtml(runPage(result, headlines));
    expect(html).toContain("<tr><th>wound roll: out from<td>7+ (D10)<td>4/10");
    expect(html).toMatch(/One trial, die by die<\/summary>(?!<noscript>)/);
  });

  it("is left out of many cells", async () => {
    const many = TEXT.replace("distance: 20 }", "distance: 20 }").replace(
      "attacker: rangers, defender: marines",
      "attacker: [rangers, marines, sergeant, guardians, warMachines], defender: [rangers, marines, sergeant, guardians]",
    );
    const { cells } = await run(await study(many));
    expect(cells).toHaveLength(40);
    expect(cells.filter(({ rolls }) => rolls !== undefined)).toEqual([]);
  });
});
