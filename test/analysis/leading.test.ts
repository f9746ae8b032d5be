/** What is said first of a cell: where the headline of a kind hardly ever happens, what it leaves the word to, everywhere alike. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leadingOf } from "../../src/analysis/measure.ts";
import type { CellResult } from "../../src/analysis/result.ts";
import { Desk } from "../../src/playground/desk.ts";
import type { Query } from "../../src/playground/question.ts";
import type { Headline } from "../../src/rulesets/ruleset.ts";
import { crible } from "../cli/crible.ts";

const HEADLINE: Headline = {
  metric: "killed",
  text: "models destroyed on average",
  whereRare: { below: 0.05, headline: { metric: "damage", text: "wounds lost on average" } },
};
const counted = (name: string, chances: readonly number[]) => ({
  name,
  outcomes: chances.map((probability, value) => ({ value, probability })),
});
const cell = (killed: number, damage: number) =>
  ({
    metrics: [counted("killed", [1 - killed, killed]), counted("damage", [1 - damage, damage])],
  }) as unknown as CellResult;

describe("what leads", () => {
  const leads = (...cells: CellResult[]) => leadingOf(cells, HEADLINE)!.metric;

  it("is the headline of the kind, but where it is rarer than it says and the other happens twice as often", () => {
    expect(leads(cell(0.05, 0.9))).toBe("killed");
    expect(leads(cell(0.049, 0.9))).toBe("damage");
    expect(leads(cell(0.04, 0.079))).toBe("killed"); // models of one wound: both are the same rare thing
    expect(leads(cell(0.04, 0.08))).toBe("damage");
    expect(leads(cell(0, 0))).toBe("killed");
    expect(leadingOf([cell(0, 1)], { metric: "killed", text: "models" }).metric).toBe("killed");
  });

  it("is one for all cells that are held against each other", () => {
    expect(leads(cell(0.01, 0.9), cell(0.3, 0.9))).toBe("killed");
    expect(leads(cell(0.01, 0.9), cell(0.02, 0.9), { statement: {} } as unknown as CellResult)).toBe("damage");
  });
});

/**
 * Ten of two shots each that hit on 3+ at toughness 9 (strength 4: 6+ wounds), save 3+ worsened by one: 20 × 2/3 × 1/6 × 1/2.
 * Standing still they hit on 2+: 20 × 5/6 × 1/6 × 1/2.
 */
const [MOVING, STANDING] = [20 / 18, 25 / 18].map((mean) => mean.toFixed(3)) as [string, string];
const RHINO: Query = {
  ruleset: "wh40k-10e",
  kind: "shooting",
  attacker: "intercessors",
  defender: "rhino",
  changes: { "attacker.models": "10" },
};

describe("ten Intercessors at a Rhino", () => {
  const odds = (...words: string[]) =>
    crible([
      "odds",
      "wh40k-10e",
      "shooting",
      "attacker=intercessors",
      "defender=rhino",
      "attacker.models=10",
      ...words,
    ]);

  it("are wounds first in odds, with their chances, in both languages", async () => {
    const { stdout } = await odds("situation.stationary=true");
    expect(stdout).toMatch(new RegExp(`^Intercessor Squad against Rhino: ${STANDING} wounds lost on average`));
    const [damage, killed] = ["damage  chance", "killed  "].map((head) => stdout.indexOf(head));
    expect(damage).toBeGreaterThan(0);
    expect(killed).toBeGreaterThan(damage!);
    const french = await odds("--lang", "fr");
    expect(french.stdout).toMatch(`${MOVING.replace(".", ",")} point de vie perdu en moyenne`);
  });

  it("have every weapon named that fired, the leader's too", async () => {
    const { stdout } = await odds("attacker.leader=captain");
    expect(stdout).toMatch(/10 × bolt rifle/);
    expect(stdout).toMatch(/1 × Master-crafted bolter/i);
  });

  it("are wounds first in the playground, and what would move it most moves wounds", async () => {
    const desk = new Desk("en");
    const answer = await desk.ask(RHINO, { ...RHINO, changes: {} });
    if (answer.is !== "told") throw new Error(answer.is);
    expect([answer.told.text, answer.what]).toEqual([MOVING, "wounds lost on average"]);
    expect(answer.change!.size).toBe((10 / 18).toFixed(3)); // five more of them, told in wounds as well
    const moves = await desk.moves(RHINO);
    expect(moves.length).toBeGreaterThan(2);
    for (const { told } of moves) expect(Math.abs(told.value - 20 / 18)).toBeGreaterThan(0.05);
    const [five] = await desk.notches(RHINO, "attacker.models", ["5"]);
    expect(five!.value).toBeCloseTo(10 / 18, 9);
  });

  it("are wounds first in a terminal, Markdown, a page, effects, a sweep and sensitivity", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "crible-leading-"));
    writeFileSync(
      join(cwd, "tank.yaml"),
      `version: 1
ruleset: wh40k-10e
extends: crible:wh40k-10e/catalogue
modifierSets:
  still: { factor: true, situation: { stationary: true } }
experiments:
  tank: { kind: shooting, attacker: intercessors, defender: rhino, situation: { distance: 18 }, with: [base, still] }
`,
    );
    const of = async (...args: string[]) => {
      const { code, stdout, stderr } = await crible([args[0]!, "tank.yaml", ...args.slice(1)], { cwd });
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const ran = await of("run", "--out", "out");
    const mean = (10 / 18).toFixed(3);
    expect(ran).toMatch(`${mean} wounds lost on average`);
    expect(ran).toMatch(/damage {2}chance/);
    const read = (name: string) => readFileSync(join(cwd, "out", name), "utf8");
    expect(read("summary.md")).toMatch(`${mean} wounds lost on average`);
    expect(read("report.html")).toMatch(`${mean} wounds lost on average`);
    expect(read("report.html")).toMatch(/<th>wounds lost on average/);
    expect(await of("effects")).toMatch(/damage/);
    expect(await of("sweep", "--sweep", "attacker.models=5..10")).toMatch((20 / 18).toFixed(3));
    expect(await of("sensitivity")).toMatch(/damage/);
  });
});

describe("other vehicles and creatures of many wounds", () => {
  const first = async (...words: string[]) => (await crible(["odds", ...words])).stdout.split("\n")[0];

  it("are told by what happens to them", async () => {
    const tank = ["alpha-omega", "antiArmour", "attacker=rangers", "defender=battleTank"];
    expect(await first(...tank, "situation.turns=1")).toMatch(
      /: [\d.]+ % of vehicles are immobilised at the end, .* destroyed\.$/,
    );
    expect(await first(...tank)).toMatch(/: [\d.]+ % of vehicles are destroyed at the end, .* immobilised\.$/);
    const suit = ["metropolis", "volley", "attacker=lineMarines", "defender=battlesuit"];
    expect(await first(...suit)).toMatch(/ models removed on average, [\d.]+ wounds\.$/);
    expect(await first(...suit, "attacker.models=3")).toMatch(
      /: [\d.]+ wounds on average, .* models removed on average\.$/,
    );
  });
});
