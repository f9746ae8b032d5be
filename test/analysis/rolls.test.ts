/** The dice that cells need, and one trial of each experiment, as a page shows them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headlinesOf } from "../../src/analysis/measure.ts";
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

  it("of many cells is told of the pair that the page begins with, and of no other", async () => {
    const units = "rangers, marines, sergeant, guardians, warMachines, orkBoyz";
    const many = TEXT.replace("attacker: rangers, defender: marines", `attacker: [${units}], defender: [${units}]`);
    const result = await run(await study(many));
    const { cells } = result;
    expect(cells).toHaveLength(72);
    const plain = cells.filter(({ modifiers, metrics }) => metrics && modifiers.join() === "base");
    const meanOf = ({ metrics }: (typeof cells)[number]) => metrics!.find(({ name }) => name === "casualties")!.mean!;
    const most = plain.find((cell) => meanOf(cell) === Math.max(...plain.map(meanOf)))!;
    expect(cells.filter(({ rolls }) => rolls !== undefined).map(({ id }) => id)).toEqual([most.id]);
    expect(most.rolls!.trial!.length).toBeGreaterThan(3);
    const headlines = await headlinesOf("alpha-omega");
    const { lead, sections } = runPage(result, headlines);
    const unit = (name: string) => result.unitLabels[name]!;
    expect(lead!.title).toContain(`${unit(most.attacker)} against ${unit(most.defender)}: `);
    expect(sections[0]!.blocks.flatMap((block) => ("id" in block ? block.id : []))).toEqual([`${most.id}~told`]);
  });
});
