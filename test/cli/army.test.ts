import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { crible } from "./crible.ts";

const cwd = mkdtempSync(join(tmpdir(), "crible-army-"));
afterAll(() => rmSync(cwd, { recursive: true }));
writeFileSync(join(cwd, "patrol.ros"), readFileSync("test/scenario/fixtures/rosters/border-patrol.ros"));

interface Cell {
  readonly side: string;
  readonly attacker: string;
  readonly target: string;
  readonly phase: string;
  readonly wounds: number;
  readonly models: number;
  readonly destroyed: number;
  readonly points: number;
}
const UNITS = ["lamplighterSquad", "guildmaster", "oilWagon"];
const FIELD = ["lightInfantry", "eliteInfantry", "heavyInfantry", "lightVehicle", "tank", "monster", "knight"];

const army = async (...more: string[]) => {
  const { code, stdout, stderr } = await crible(["army", "patrol.ros", "--distance", "10", ...more], { cwd });
  expect(code, stderr).toBe(0);
  return stdout;
};

describe("crible army", () => {
  it("has in each cell what a run of the same attack comes to", async () => {
    const { cells } = JSON.parse(await army("--json")) as { cells: Cell[] };
    expect(cells).toHaveLength(2 * 2 * UNITS.length * FIELD.length);
    const list = (names: readonly string[]) => `[${names.join(", ")}]`;
    writeFileSync(
      join(cwd, "matrix.yaml"),
      `version: 1
ruleset: wh40k-10e
extends: crible:wh40k-10e/field/catalogue
units: { from: patrol.ros }
experiments:
  mine: { kind: shooting, attacker: [lamplighterSquad, oilWagon], defender: ${list(FIELD)}, situation: { distance: 10 } }
  theirs: { kind: shooting, attacker: ${list(FIELD.filter((name) => name !== "monster"))}, defender: ${list(UNITS)}, situation: { distance: 10 } }
  mineInMelee: { kind: fight, attacker: [lamplighterSquad, guildmaster], defender: ${list(FIELD)}, situation: { charged: true } }
  theirsInMelee: { kind: fight, attacker: ${list(FIELD)}, defender: ${list(UNITS)}, situation: { charged: true } }
`,
    );
    const ran = await crible(["run", "matrix.yaml", "--json"], { cwd });
    const own = JSON.parse(ran.stdout).cells as {
      experiment: string;
      attacker: string;
      defender: string;
      metrics: { name: string; mean?: number; outcomes: { value: unknown; probability: number }[] }[];
    }[];
    expect(own).toHaveLength(14 + 18 + 14 + 21);
    for (const { experiment, attacker, defender, metrics } of own) {
      const [side, phase] = [
        experiment.startsWith("mine") ? "mine" : "theirs",
        experiment.endsWith("Melee") ? "fight" : "shooting",
      ];
      const cell = cells.find(
        (one) => one.side === side && one.phase === phase && one.attacker === attacker && one.target === defender,
      )!;
      const metric = (name: string) => metrics.find((one) => one.name === name)!;
      expect(cell.wounds).toBeCloseTo(metric("damage").mean!, 9);
      expect(cell.models).toBeCloseTo(metric("killed").mean!, 9);
      const yes = metric("destroyed").outcomes.find(({ value }) => value === "yes")?.probability ?? 0;
      expect(cell.destroyed).toBeCloseTo(yes, 9);
    }
    // Nothing to shoot with, and nothing to fight with.
    for (const cell of cells)
      if (
        (cell.attacker === "guildmaster" && cell.phase === "shooting") ||
        (cell.attacker === "oilWagon" && cell.phase === "fight")
      )
        expect(cell).toMatchObject({ wounds: 0, models: 0, destroyed: 0, points: 0 });
  });

  it("assigns targets one after another, as a sequence plays them, and no other single choice is better", async () => {
    const { assignments, cells } = JSON.parse(await army("--json", "--against", "patrol.ros")) as {
      cells: Cell[];
      assignments: {
        side: string;
        phase: string;
        points: number;
        attacks: { attacker: string; target: string; points: number }[];
      }[];
    };
    const shooting = assignments.find(({ side, phase }) => side === "mine" && phase === "shooting")!;
    expect(shooting.attacks.map(({ attacker }) => attacker)).toEqual(["lamplighterSquad", "oilWagon"]);
    const points = { lamplighterSquad: 100, guildmaster: 95, oilWagon: 60 } as Record<string, number>;
    const wounds = { lamplighterSquad: 11, guildmaster: 5, oilWagon: 10 } as Record<string, number>;
    const playedAt = async (first: string, second: string) => {
      writeFileSync(
        join(cwd, "turn.yaml"),
        `version: 1
ruleset: wh40k-10e
units: { from: patrol.ros }
experiments:
  turn:
    kind: sequence
    sides:
      - units: [{ unit: lamplighterSquad, at: ${first} }, { unit: oilWagon, at: ${second} }]
      - units: [${UNITS.join(", ")}]
    situation: { distance: 10 }
`,
      );
      const { stdout, stderr } = await crible(["run", "turn.yaml", "--json"], { cwd });
      expect(stderr).not.toContain("error");
      const { metrics } = JSON.parse(stdout).cells[0] as {
        metrics: { name: string; target?: string; mean?: number }[];
      };
      return UNITS.reduce((sum, name) => {
        const lost = metrics.find((one) => one.name === "damage" && one.target === name)!.mean!;
        return sum + (points[name]! * lost) / wounds[name]!;
      }, 0);
    };
    const [first, second] = shooting.attacks.map(({ target }) => target) as [string, string];
    expect(await playedAt(first, second)).toBeCloseTo(shooting.points, 6);
    for (const other of UNITS) {
      expect(await playedAt(other, second)).toBeLessThanOrEqual(shooting.points + 1e-6);
      expect(await playedAt(first, other)).toBeLessThanOrEqual(shooting.points + 1e-6);
    }
    const alone = cells.find(
      (one) => one.side === "mine" && one.phase === "shooting" && one.attacker === "oilWagon" && one.target === second,
    )!;
    expect(alone.points).toBeCloseTo((points[second]! * alone.wounds) / wounds[second]!, 9);
  });

  it("says who answers whom and what each is worth, in both languages, and has a table", async () => {
    const text = await army();
    expect(text).toContain("Border Patrol against The standard field\n");
    expect(text).toMatch(/Knight +[\d.]+ · Lamplighter Squad/u);
    expect(text).toMatch(/All together take [\d.]+ of 1,200\.0 points/u);
    const { worth, cells } = JSON.parse(await army("--json")) as {
      worth: { unit: string; meetings: { field: number }[] }[];
      cells: Cell[];
    };
    const row = cells.filter((one) => one.side === "mine" && one.phase === "shooting" && one.attacker === "oilWagon");
    const mean = row.reduce((sum, one) => sum + one.points, 0) / FIELD.length;
    expect(worth.find(({ unit }) => unit === "oilWagon")!.meetings[0]!.field).toBeCloseTo((100 * mean) / 60, 9);
    expect(await army("--lang", "fr")).toContain("meilleure réponse au tir à 10″");
    expect((await army("--csv")).split("\n")[0]).toBe(
      "side,attacker,target,phase,distance,wounds,models,destroyed,points,lost",
    );
  });

  it("says first what its cells say: who takes most for its points, whom mine answer worst", async () => {
    const { cells, worth } = JSON.parse(await army("--json")) as {
      cells: Cell[];
      worth: { unit: string; points: number; meetings: { list: number }[] }[];
    };
    const points = new Map(worth.map((own) => [own.unit, own.points]));
    const best = worth
      .flatMap(({ unit, meetings }) => meetings.map(({ list }) => ({ unit, list })))
      .reduce((a, b) => (b.list > a.list ? b : a));
    const answers = FIELD.map((target) => {
      const own = cells.filter((one) => one.side === "mine" && one.target === target);
      return { target, each: Math.max(...own.map((one) => (100 * one.points) / points.get(one.attacker)!)) };
    });
    const hardest = answers.reduce((a, b) => (b.each < a.each ? b : a));
    expect([best.unit, hardest.target]).toEqual(["lamplighterSquad", "heavyInfantry"]);
    const text = (await army("--markdown")).replaceAll("\n", " ");
    expect(text).toContain(`Lamplighter Squad takes most for its points: ${best.list.toFixed(1)} for 100`);
    expect(text).toMatch(
      new RegExp(`Heavy infantry is hardest to answer: [\\w ]+ is best, with ${hardest.each.toFixed(1)} points`, "u"),
    );
  });

  it("writes a folder, its cells as they come, and goes on where it was cut", async () => {
    const whole = ["army", "patrol.ros", "--against", "patrol.ros", "--distance", "6,20", "--out", "all"];
    const ran = await crible(whole, { cwd });
    expect(ran.stderr).toBe("wrote all/report.html, all/summary.md, all/army.csv\n");
    const read = (name: string) => readFileSync(join(cwd, "all", name), "utf8");
    const [text, page] = [read("cells.ndjson"), read("report.html")];
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(28);
    expect(lines[1]).toMatchObject({
      attacker: "lamplighterSquad",
      target: "lamplighterSquad",
      phase: "shooting",
      distance: 6,
    });
    const table = read("army.csv").trimEnd().split("\n");
    expect(table[0]).toBe(
      "side,unit,label,points,phase,distance,worth,standard,attacks,attack_points,answered_by,answered_for_100,lost",
    );
    expect(table).toHaveLength(1 + 2 * 3 * UNITS.length);
    expect(read("summary.md")).toContain("| target | best answer shooting at 6″ |");
    const resumed = [...whole, "--resume"];
    for (const cut of [text.length, text.length - 3, 600, 40, 0]) {
      truncateSync(join(cwd, "all", "cells.ndjson"), cut);
      const { code, stdout, stderr } = await crible(resumed, { cwd });
      expect(code, stderr).toBe(0);
      expect(stdout.replace(" --resume", "")).toBe(ran.stdout);
      expect(read("cells.ndjson")).toBe(text);
      expect(read("report.html").replace(" --resume", "")).toBe(page);
    }
    const other = await crible(["army", "patrol.ros", "--out", "all", "--resume"], { cwd });
    expect([other.code, read("cells.ndjson")]).toEqual([2, text]);
    // Without --resume it is written anew.
    expect((await crible(["army", "patrol.ros", "--out", "all", "--phase", "fight"], { cwd })).code).toBe(0);
    expect(read("cells.ndjson").split("\n")).toHaveLength(2 + UNITS.length * FIELD.length);
  });

  it("plays a whole turn: more is taken than in either phase, who is left strikes back, Overwatch and regained wounds tell", async () => {
    const turn = async (...more: string[]) => {
      const { cells } = JSON.parse(await army("--phase", "turn", "--json", ...more)) as {
        cells: (Cell & { lost: number })[];
      };
      return cells.find((one) => one.side === "mine" && one.attacker === "lamplighterSquad" && one.target === "tank")!;
    };
    const { cells } = JSON.parse(await army("--json")) as { cells: Cell[] };
    const alone = cells.filter((one) => one.attacker === "lamplighterSquad" && one.target === "tank");
    const plain = await turn();
    expect(alone).toHaveLength(2);
    for (const { wounds } of alone) expect(plain.wounds).toBeGreaterThan(wounds);
    expect(plain.lost).toBeGreaterThan(0);
    const [watched, regained] = [await turn("--overwatch"), await turn("--regain", "2")];
    expect(watched.lost).toBeGreaterThan(plain.lost);
    expect(watched.wounds).toBeLessThan(plain.wounds);
    expect(regained.wounds).toBeLessThan(plain.wounds);
    expect(await army("--phase", "turn")).toContain("points lost in return, in a turn from 10″");
    expect((await crible(["army", "patrol.ros", "--overwatch"], { cwd })).stderr).toContain("go with --phase turn");
  });

  it("refuses what does not meet, and distances that are none", async () => {
    expect((await crible(["army", "patrol.ros", "--distance", "x"], { cwd })).code).toBe(2);
    expect((await crible(["army", "patrol.ros", "--phase", "charge"], { cwd })).code).toBe(2);
    expect((await crible(["army", "patrol.ros", "--resume"], { cwd })).stderr).toContain("--resume goes with --out");
    writeFileSync(join(cwd, "other.yaml"), "version: 1\nruleset: metropolis\nextends: crible:metropolis/catalogue\n");
    expect((await crible(["army", "patrol.ros", "--against", "other.yaml"], { cwd })).stderr).toContain("do not meet");
  });
});
