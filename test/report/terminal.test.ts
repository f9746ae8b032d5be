import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { sweep } from "../../src/analysis/sweep.ts";
import { documentText, parseStored, storedIn, storedView, summaryMarkdown } from "../../src/report/index.ts";
import { sweepDocument } from "../../src/report/sweep.ts";
import { bar, curve, step } from "../../src/report/terminal/blocks.ts";
import { broken, wide } from "../../src/report/terminal/wrap.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { half } from "../long.ts";

const WIDTHS = half([40, 57, 80, 120, 200]);
const FIGHT = "scenarios/alpha-omega/contract.yaml";
const headlinesOf = async (ruleset: string) => {
  const { kinds } = await loadRuleset(ruleset);
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
};
const played = loadStudy(FIGHT).then((study) => run(study, { method: "simulate", trials: 400, workers: 0 }));
const fight = () => played;
const withoutCommand = (text: string) => text.split("\n").filter((line) => !line.includes(" crible "));
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escapes
const bare = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, "");

describe("blocks", () => {
  it("a bar is its share of the width, in eighths; in ASCII in whole ones", () => {
    expect(bar(0.5, 8)).toBe("████");
    expect(bar(1 / 64, 8)).toBe("▏");
    expect(bar(2, 3)).toBe("███");
    expect(bar(0.5, 8, true)).toBe("####");
  });
  it("a curve runs from 0 to its greatest", () => {
    expect(curve([0, 1, 2, 4, 8])).toBe("▁▂▃▅█");
    expect(curve([0, 0])).toBe("▁▁");
    expect([0, 0.5, 1].map((share) => step(share, true))).toEqual(["_", "=", "#"]);
  });
  it("a line is broken at blanks, never within a number and its interval; nothing is lost", () => {
    const line = "  seven words and 12.0 % ± 0.1 of them × 2.00";
    for (let width = 14; width < 50; width++) {
      const rows = broken(line, width);
      expect(rows.map((row) => row.trim()).join(" ")).toBe(line.trim());
      for (const row of rows) expect(wide(row)).toBeLessThanOrEqual(Math.max(width, 18));
      expect(
        rows.some((row) => row.includes("12.0 % ± 0.1")),
        rows.join("|"),
      ).toBe(true);
    }
  });
});

describe("a view of a run", () => {
  it.each(WIDTHS)("fits %d columns, in both languages, and says the same without colours", async (width) => {
    const result = await fight();
    const headlines = await headlinesOf(result.ruleset);
    for (const labels of ["en", "fr"] as const) {
      const stored = storedIn({ of: "run", result }, labels);
      const view = (colour: boolean) => storedView(stored, headlines, { colour, width, wraps: true });
      for (const line of withoutCommand(view(true)))
        if (line.trim().includes(" ")) expect(wide(line), line).toBeLessThanOrEqual(width); // an id is never broken
      expect(bare(view(true))).toBe(view(false));
      expect(view(false)).not.toContain("\u001b");
    }
  });

  it("a fight shows its course by side and turn, as curves with their first and last value", async () => {
    const result = await fight();
    const view = storedView({ of: "run", result }, await headlinesOf(result.ruleset), { colour: false, width: 100 });
    expect(view).toMatch(/turns 1–6 +turn 1 +turn 6\n/);
    const row = /[^:\n]+: ready +([▁-█]{6}) +([\d.]+) [±(][^\n]*? {2,}([\d.]+) [±(][^\n]*\n/.exec(view);
    const metric = (turn: number) =>
      result.cells
        .find(({ kind }) => kind === "engagement")!
        .metrics!.find((one) => one.name === "ready" && one.turn === turn && one.side === "first")!.mean!;
    expect(Number(row![2])).toBeCloseTo(metric(1), 2);
    expect(Number(row![3])).toBeCloseTo(metric(6), 2);
    expect(view).not.toMatch(/means: .*turn/);
  });

  it("folds an experiment of many cells into a line each, with its number", () => {
    const stored = parseStored(readFileSync("reports/rangers-vs-marines/results.json", "utf8"), "results.json");
    if (stored.of !== "run") throw new Error("not a run");
    const [first] = stored.result.cells;
    const cells = Array.from({ length: 40 }, (_, i) => ({ ...first!, id: `x${i}`, modifiers: [`set${i}`] }));
    const headlines = { shot: { metric: "outcome", values: ["out"], text: "out" } };
    const options = { colour: false, width: 100 };
    const view = storedView({ of: "run", result: { ...stored.result, cells } }, headlines, options);
    const who = `${stored.result.unitLabels.rangers} against Space Marines`;
    expect(view.match(new RegExp(`^ {2}${who} {2}set\\d+ +12\\.0 % {2}█▆▃▂▃$`, "gm"))).toHaveLength(32);
    expect(view).toContain("and 8 more");
    expect(view).toContain("one line a cell");
  });

  it("draws with ASCII alone where it must", async () => {
    const result = await fight();
    const view = storedView({ of: "run", result }, await headlinesOf(result.ruleset), {
      colour: false,
      width: 80,
      ascii: true,
    });
    expect(view).not.toMatch(/[▁-▏✓✗]/);
    expect(view).toMatch(/ #{3,}/);
  });
});

it("a grid that is too wide comes in parts, each with its first column; no number is lost", async () => {
  const axes = [parseAxis("defender.save=2..4"), parseAxis("situation.distance=2..20/2")];
  const only = ["oneShot~rangers~marines~base"];
  const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { sweep: axes, cells: only });
  const result = await run(study, { workers: 0 });
  const document = sweepDocument(await sweep(result), result);
  const text = (width: number) => documentText(document, { colour: false, width, wraps: true });
  const numbers = (shown: string) => shown.match(/\d+\.\d %/g)!.toSorted();
  expect(numbers(text(64))).toEqual(numbers(text(200)));
  for (const line of withoutCommand(text(64)).slice(1)) expect(wide(line), line).toBeLessThanOrEqual(64);
  expect(text(64).match(/defender\.save \\/g)!.length).toBeGreaterThan(1);
});

describe("weapons", () => {
  const shooting = async (attacker: string) => {
    const file = join(mkdtempSync(join(tmpdir(), "weapons-")), "shooting.json");
    const experiment = { kind: "shooting", attacker, defender: "rhino", situation: { distance: 12 } };
    const head = { version: 1, ruleset: "wh40k-10e", extends: "crible:wh40k-10e/catalogue" };
    writeFileSync(file, JSON.stringify({ ...head, experiments: { x: experiment } }));
    return run(await loadStudy(file), { workers: 0 });
  };
  it("a run names every weapon that fired where several did, those that need the same dice too", async () => {
    const result = await shooting("predator");
    const headlines = await headlinesOf("wh40k-10e");
    // C-WND-01: S12 and S9 or more against T9; C-SAV-01: AP -3 on a save of 3+.
    const lines = [
      "1 × twin lascannon [Twin-linked] of Predator Annihilator at Rhino: to hit 3+, to wound 3+, to save 6+",
      "2 × Lascannon of Predator Annihilator at Rhino: to hit 3+, to wound 3+, to save 6+",
    ];
    const terminal = terminalView(result, headlines, { colour: false, width: 120 });
    for (const line of lines) {
      expect(terminal).toContain(`    ${line}\n`);
      expect(summaryMarkdown(result, headlines)).toContain(`\n- ${line.replace(/[[\]]/gu, "\\$&")}\n`);
    }
    expect(result.cells[0]!.rolls!.needed).toHaveLength(2);
  });
  it("a save that cannot be made is none; one weapon alone is not listed", async () => {
    const headlines = await headlinesOf("wh40k-10e");
    const many = terminalView(await shooting("landRaider"), headlines, { colour: false, width: 120 });
    expect(many.match(/^ {4}\d × .* at Rhino: to hit/gmu)).toHaveLength(4);
    expect(many).toContain("Multi-melta of Land Raider at Rhino: to hit 3+, to wound 4+, to save never\n");
    expect(terminalView(await shooting("rhino"), headlines, { colour: false, width: 120 })).not.toContain("to hit");
  });
});
