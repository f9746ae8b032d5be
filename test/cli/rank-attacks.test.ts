import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/analysis/form.ts";
import { attackersRanked } from "../../src/analysis/rank-matrix.ts";
import { crible } from "./crible.ts";

/** Those who attack, ranked: a cheap shot, a dear one that hits as often, and one that never does. */

const SCENARIO = `version: 1
ruleset: alpha-omega
weapons:
  rifle: { range: { 40: 0 }, saveModifier: -1 }
units:
  cheap: { label: Cheap, points: 10, models: 2, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  dear: { label: Dear, points: 20, models: 2, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  lame: { label: Lame, points: 10, models: 2, ballisticSkill: 9+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
modifierSets:
  better: { attacker: { ballisticSkill: 2 } }
  harder: { defender: { save: 4+ } }
experiments:
  volleys: { kind: volley, attacker: [cheap, dear, lame], defender: [cheap, dear], situation: { distance: 12 } }
  sets: { kind: volley, attacker: cheap, defender: [cheap, dear], situation: { distance: 12 }, with: [base, better] }
  both: { kind: volley, attacker: cheap, defender: [cheap, dear], situation: { distance: 12 }, with: [base, better, harder, [better, harder]] }
  targets: { kind: volley, attacker: cheap, defender: dear, situation: { distance: 12 }, with: [base, harder] }
  alone: { kind: volley, attacker: cheap, defender: dear, situation: { distance: 12 } }
`;

describe("crible rank of attacks", () => {
  const cwd = mkdtempSync(join(tmpdir(), "crible-rank-attacks-"));
  writeFileSync(join(cwd, "shots.yaml"), SCENARIO);
  const rank = (...args: string[]) => crible(["rank", "shots.yaml", ...args], { cwd });

  it("holds them against each other at equal points, and says what ranks them", async () => {
    const { code, stdout, stderr } = await rank("--only", "volleys");
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/Ranked at equal points, by the points that 100 of its own take out/);
    expect(stdout).toMatch(/Auto-include: nothing does better than Cheap against any target\./);
    expect(stdout).toMatch(/Never worth taking: Dear and Lame\./);
    const { matrices } = JSON.parse((await rank("--only", "volleys", "--json")).stdout);
    const run = JSON.parse((await crible(["run", "shots.yaml", "--only", "volleys", "--json"], { cwd })).stdout);
    // Points taken for each 100: models lost, times the price of one, over the points of the attackers.
    const cell = run.cells.find(({ id }: { id: string }) => id === "volleys~dear~cheap~base");
    expect(matrices[0].attackers.map(({ name }: { name: string }) => name)).toEqual(["cheap", "dear", "lame"]);
    expect(matrices[0].values[1][0].value).toBeCloseTo((cell.metrics[0].mean * 10 * 100) / 40, 10);
  });

  it("takes points of models with several wounds as an army does: by the wounds that they lose", async () => {
    const scenario = `version: 1
ruleset: wh40k-10e
weapons:
  bolt: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: -1, damage: 1 }
  lance: { range: 24, attacks: 1, skill: 3+, strength: 9, ap: -3, damage: D6 }
units:
  line: { models: 5, toughness: 4, save: 3+, wounds: 2, weapons: [bolt], points: 100 }
  tank: { models: 1, toughness: 10, save: 3+, wounds: 11, weapons: [{ weapon: lance, count: 2 }], points: 150 }
experiments: { field: { kind: shooting, attacker: [line, tank], defender: [line, tank], situation: { distance: 18 } } }
`;
    writeFileSync(join(cwd, "wounds.yaml"), scenario);
    const json = async (...words: string[]) => JSON.parse((await crible([...words, "--json"], { cwd })).stdout);
    const { matrices } = await json("rank", "wounds.yaml");
    const army = ["army", "wounds.yaml", "--against", "wounds.yaml", "--phase", "shooting", "--distance", "18"];
    const { attackers, targets, values } = (await json(...army)).views[0].meetings[0].grid;
    const named = (name: string, list: { name: string }[]) => list.findIndex((unit) => unit.name === name);
    for (const [i, { name }] of matrices[0].attackers.entries())
      for (const [j, target] of matrices[0].targets.entries()) {
        const [a, t] = [named(name, attackers), named(target, targets)];
        const lost = values.wounds[a * targets.length + t] / targets[t].wounds;
        const expected = (100 * lost * targets[t].points) / attackers[a].points;
        expect(matrices[0].values[i][j].value, `${name} at ${target}`).toBeCloseTo(expected, 9);
        expect(expected).toBeGreaterThan(0.1);
      }
  });

  it("has no even prices for a game none of whose kinds has a winner: what to use instead is said", async () => {
    const unit = (more: string) => `{ models: 5, toughness: 4, save: 4+, wounds: 1, points: 50${more} }`;
    const guns = `version: 1
ruleset: wh40k-10e
weapons: { gun: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: 0, damage: 1 } }
units: { bows: ${unit(", weapon: gun")}, axes: ${unit(", weapon: gun")} }
experiments: { all: { kind: shooting, attacker: [bows, axes], defender: [bows, axes], situation: { distance: 10 } } }
`;
    writeFileSync(join(cwd, "guns.yaml"), guns);
    const tail = "; attacks are compared by run, by rank without --even, and armies of wh40k-10e by crible army)";
    const none = await crible(["rank", "guns.yaml", "--even"], { cwd });
    expect(none.code).toBe(3);
    expect(none.stderr).toContain(`this is none (no kind of this game has a winner${tail}`);
    expect((await rank("--only", "volleys", "--even")).stderr).toContain(
      `this is none (use a kind with a winner${tail}`,
    );
  });

  it("leaves a target out of the ranking that one of them may not attack, with a dash and the reason", async () => {
    const unit = (more: string) => `{ models: 5, toughness: 4, save: 4+, wounds: 1${more} }`;
    const scenario = (distance: number) => `version: 1
ruleset: wh40k-10e
weapons:
  short: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: 0, damage: 1 }
  long: { range: 48, attacks: 1, skill: 3+, strength: 4, ap: 0, damage: 1 }
units:
  bows: ${unit(", weapon: long")}
  axes: ${unit(", weapon: short")}
  close: ${unit("")}
  away: ${unit(`, distance: ${distance}`)}
experiments:
  fire: { kind: shooting, attacker: [bows, axes], defender: [close, away], situation: { distance: 12 } }
`;
    writeFileSync(join(cwd, "far.yaml"), scenario(30));
    writeFileSync(join(cwd, "near.yaml"), scenario(20));
    const far = await crible(["rank", "far.yaml"], { cwd });
    expect(far.stdout, far.stderr).toMatch(/axes against away: not possible: .*30.* \(C-SH-05\)\./isu);
    expect(far.stdout).toMatch(/^ +unit ↓ against → +close +away\n +axes +[\d.]+ \S +–\n +bows +[\d.]+ \S +–\n/imu);
    const near = await crible(["rank", "near.yaml"], { cwd });
    expect(near.stdout).not.toMatch(/not possible|–/u);
    expect((await crible(["rank", "far.yaml", "--even"], { cwd })).stderr).toMatch(
      /rank without --even.*crible army/isu,
    );
  });

  it("ranks by another metric that is asked for, by which both shots are as good", async () => {
    const { stdout } = await rank("--only", "volleys", "--metric", "casualties>=1");
    expect(stdout).toMatch(/Ranked by .*more is better\. Points are not considered\./);
    expect(stdout).toMatch(/Nothing does better than (?:Cheap and Dear|Dear and Cheap) against any target/);
    // The title of a page names all that are best, not the first of them.
    await rank("--only", "volleys", "--metric", "casualties>=1", "--html", "equal.html");
    const [, title = ""] = /<h1>(.*?)<\/h1>/su.exec(readFileSync(join(cwd, "equal.html"), "utf8"))!;
    expect(title).toMatch(/^Best on average: (?:Cheap and Dear|Dear and Cheap) \([\d.]+\u00a0%/);
    // Lame shots never hit as often, but nothing says that they are not cheap enough.
    expect(stdout).not.toMatch(/Auto-include|Never worth taking/);
    const given = await rank("--only", "volleys", "--metric", "casualties>=1", "--out", "raw");
    expect(given.code, given.stderr).toBe(0);
    const [head, ...rows] = readFileSync(join(cwd, "raw/rank.csv"), "utf8").trim().split(/\r?\n/);
    const columns = ["never_worth_taking", "auto_include"].map((name) => head!.split(",").indexOf(name));
    expect(rows.map((row) => columns.map((at) => row.split(",")[at]))).toEqual(rows.map(() => ["", ""]));
    const french = await rank("--only", "volleys", "--metric", "casualties>=1", "--lang", "fr");
    expect(french.stdout).toMatch(/Les points ne sont pas pris en compte\./);
    expect(french.stdout).not.toMatch(/[Jj]amais à prendre|Toujours à prendre/);
    const wrong = await rank("--only", "volleys", "--metric", "casualtys");
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toMatch(/casualties/);
  });

  it("ranks the modifier sets of the only attacker, and refuses what has but one", async () => {
    const { stdout } = await rank("--only", "sets");
    expect(stdout).toMatch(/Nothing does better than better against any target/);
    const alone = await rank("--only", "alone");
    expect(alone.code).toBe(3);
    expect(alone.stderr).toMatch(/alone is not ranked: kind volley has no winner, and nobody to hold/);
    const even = await rank("--only", "volleys", "--even");
    expect(`${even.code} ${even.stderr}`).toMatch(/^3 .*--even prices fights/s);
  });

  it("does not rank sets that change who is attacked, and says so", async () => {
    const { stdout } = await rank("--only", "both");
    expect(stdout).toMatch(/Points are not considered\./);
    expect(stdout).not.toMatch(/Never worth taking/);
    expect(stdout).toMatch(/Left out: harder and better and harder\. They change who is attacked/);
    const { matrices } = JSON.parse((await rank("--only", "both", "--json")).stdout);
    expect(matrices[0].attackers.map(({ name }: { name: string }) => name)).toEqual(["better", "base"]);
    const french = await rank("--only", "both", "--lang", "fr");
    expect(french.stdout).toMatch(/Sans .* ils changent la cible/);
    const none = await rank("--only", "targets");
    expect(`${none.code} ${none.stderr}`).toMatch(/^3 .*targets is not ranked: its sets change who is attacked/s);
    const aucun = await rank("--only", "targets", "--lang", "fr");
    expect(aucun.stderr).toContain("ses jeux de modificateurs changent la cible");
  });

  it("says of simulated ones only what noise could not turn, in every form, also in French", async () => {
    const few = await rank("--only", "volleys", "--trials", "30");
    expect(few.stdout).not.toMatch(/Auto-include/);
    await rank("--only", "volleys", "--out", "out");
    const read = (name: string) => readFileSync(join(cwd, "out", name), "utf8");
    expect(read("rank.md")).toMatch(/\| Cheap \|/);
    expect(read("rank.csv").split("\n")[1]).toMatch(/^volleys,base,cheap,.*,points,,,,\r?$/);
    const page = read("report.html");
    expect(page).toContain("Never worth taking: Dear and Lame");
    // The page begins with who is best and a map of who does what to whom; its numbers stand there, and in no second table.
    const mean = JSON.parse(read("rank.json")).matrices[0].attackers[0].mean.value as number;
    const best = /<h1>Best on average for its points: Cheap \(([\d.]+) points for each 100\)<\/h1>/.exec(page);
    expect(Number(best?.[1])).toBeCloseTo(mean, 2);
    const [before, after] = page.split("<section id=findings>") as [string, string];
    expect(before).toMatch(/<figure class="rank">[\s\S]*points that 100 of its own take out[\s\S]*<td class=/);
    expect(after.split("<footer>")[0]).not.toContain("unit ↓ against →");
    expect(page).toMatch(/crible explain shots\.yaml --cell volleys~/);
    const again = await crible(["report", "out/rank.json", "--format", "markdown"], { cwd });
    expect(again.stdout).toBe(read("rank.md"));
    const french = await rank("--only", "volleys", "--lang", "fr");
    expect(french.stdout).toMatch(/Classement à points égaux/);
    expect(french.stdout).not.toMatch(/\b(?:against|worth|more|on average)\b/);
  });

  it("brings a mix where no attacker is best against all", () => {
    const exactly = (rows: readonly (readonly number[])[]): Estimate[][] =>
      rows.map((row) => row.map((value) => ({ value, trials: 0 })));
    const { attackers, dominates, neverWorthTaking } = attackersRanked(
      ["a", "b", "c"],
      ["x", "y"],
      exactly([
        [3, 1],
        [1, 2],
        [0.5, 1.5],
      ]),
    );
    const share = (name: string) => attackers.find((own) => own.name === name)!.equilibrium;
    expect([share("a"), share("b"), share("c")]).toEqual([0.333333, 0.666667, 0]);
    expect(dominates).toEqual([["b", "c"]]);
    expect(neverWorthTaking).toEqual(["c"]);
  });
});
