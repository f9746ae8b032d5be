import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Played } from "../../src/analysis/playing.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { playLead, writtenName } from "../../src/report/play.ts";
import { crible, folder } from "./crible.ts";

/** Three against two at a distance at which best play mixes its orders. */
const FIGHT = `version: 1
ruleset: alpha-omega
title: A fire fight
seed: 3
weapons:
  laser: { range: { 40: -6 }, saveModifier: -1 }
  bolter: { range: { 40: -4 }, saveModifier: -1 }
units:
  rangers: { label: Rangers, models: 3, ballisticSkill: 4+, initiative: 6, save: 7+, command: 4+, weapon: laser }
  marines: { label: Marines, models: 2, ballisticSkill: 4+, initiative: 5, save: 4+, command: 3+, weapon: bolter }
  unarmed: { label: Unarmed, models: 2, initiative: 5, save: 4+, command: 3+ }
modifierSets:
  endurance: { defender: { addSkills: [endurance] } }
experiments:
  fight: { kind: engagement, sides: [{ units: [{ unit: rangers, order: aimed }] }, { units: [{ unit: marines, order: aimed }] }], situation: { distance: 36, turns: 3 }, with: [base, endurance] }
  near: { kind: engagement, sides: [{ units: [{ unit: rangers, order: aimed }] }, { units: [unarmed] }], situation: { distance: 36, turns: 2 } }
  shot: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 36 } }
`;

function place(change: (text: string) => string = (text) => text): string {
  const at = mkdtempSync(join(tmpdir(), "crible-play-"));
  writeFileSync(join(at, "fight.yaml"), change(FIGHT));
  return at;
}
const play = (...args: string[]) => crible(["play", "fight.yaml", "--only", "fight", ...args], { cwd: place() });

it("calls the orders of the file by the experiment that gives them, where several are told", () => {
  const [aims, waits] = ["aims", "waits"].map((experiment) => ({ experiment }) as Played) as [Played, Played];
  const titles = { experiments: { aims: "Everybody aims", waits: "They wait" }, sets: {}, questions: {}, weapons: {} };
  const [en, fr] = [languageOf("en", "alpha-omega", { titles }), languageOf("fr", "alpha-omega", { titles })];
  expect(writtenName([aims, waits], aims, en)).toBe("orders as written (Everybody aims)");
  expect(writtenName([aims, waits], waits, en)).toBe("orders as written (They wait)");
  expect(writtenName([aims, waits], aims, fr)).toBe("ordres écrits (Everybody aims)");
  expect(writtenName([aims, aims], aims, en)).toBe("orders as written");
});

it("a page says what its axis counts, and tells what the orders of the file come to, with the dice, under ids of their own", async () => {
  const page = readFileSync("reports/pages/play.html", "utf8").replace(/[\u00a0\u202f]/gu, " ");
  expect(page).toMatch(/Fights won by Space Marines; a draw counts half/u);
  const [, told = ""] = page.split("Orders as written: the dice</h2>");
  // As a run of the same fight has them.
  const file = resolve("scenarios/alpha-omega/orders-of-a-fire-fight.yaml");
  const cell = "fireFight~scouts~marines~base";
  const { stdout } = await crible(["run", file, "--cell", cell, "--json", "--quiet"], { cwd: folder() });
  const { outcomes } = JSON.parse(stdout).cells[0].metrics.find(({ name }: { name: string }) => name === "winner");
  const chances = outcomes.map(({ probability }: { probability: number }) => (100 * probability).toFixed(1));
  expect(chances).toHaveLength(3);
  for (const chance of chances) expect(told).toContain(`>${chance} %`);
  expect(told).toMatch(/to hit/u);
  const ids = [...page.matchAll(/ id="?([^\s">]+)/gu)].map(([, id]) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

describe("crible play", () => {
  it("says what best play is worth, what to order, what plans lose and what to fear", async () => {
    const { code, stdout, stderr } = await play();
    expect(code, stderr).toBe(0);
    const order = "(?:aimed|manoeuvre|move|run)(?: [\\d.]+ %)?";
    const opening = `${order}(?: or ${order})*`;
    expect(stdout.replace(/\n(?! )/g, " ")).toMatch(
      new RegExp(
        `Marines win \\d+\\.\\d % when both sides play their best; (?:both open with (?:the same mix, )?${opening}|Rangers open with ${opening}, Marines with ${opening})\\.`,
      ),
    );
    // Everywhere the view of one side, of whoever leads.
    expect(stdout).toMatch(/Marines win \d+\.\d % with the orders as written and \d+\.\d % with/);
    expect(stdout).toMatch(/modifiers +Marines win with best play +change +orders as written +change/);
    expect(stdout).not.toMatch(/Rangers win/);
    expect(stdout).toMatch(
      /The best single order of Rangers is \w+(?: or \w+)* every turn: Marines who know it win [\d.]+ %/,
    );
    expect(stdout).toMatch(/Rangers: move +[\d.]+ % . +[\d.]+\spp/);
    expect(stdout).toMatch(/endurance +[\d.]+ % . +\+[\d.]+\spp/);
    // A key has what stands in the squares above or below it, and nothing else.
    const pictures = stdout.split("\nWhat ").filter((text) => / order in turn \d/.test(text));
    expect(pictures.length).toBeGreaterThan(3);
    for (const picture of pictures) {
      const [, key = "", grid = ""] = /all others out.*?\n {2}([A·].*?)\n\n(.*?)(?:\n\n|$)/s.exec(picture)!;
      const letters = [...key.replace(/;.*/s, "").matchAll(/(?:^|, )(\w{1,2}) (?=aimed|manoeuvre|move|run)/g)].map(
        ([, one]) => one,
      );
      expect(letters.toSorted()).toEqual([...new Set(grid.match(/\b(?:A|Ma|Mo|R)\b/g))].toSorted());
      expect(/in\s+per\s+cent/.test(key)).toBe(/(?:A|Ma|Mo|R) \d/.test(grid));
      expect(key.includes("·")).toBe(grid.includes("·"));
    }
    expect(stdout).toContain("Turn 1 has no grid: all are ready then, and the order is the opening.");
  });

  it("gives the whole policy: shares that add up to one in every state in which there is somebody to order", async () => {
    const { stdout } = await play("--csv", "--cell", "fight~rangers~marines~base");
    const [head, ...rows] = stdout.trim().split("\n");
    const columns = head!.split(",");
    const orders = ["aimed", "manoeuvre", "move", "run"].map((name) => columns.indexOf(name));
    const counts = ["ready", "pinned", "down", "out"].map((name) => columns.indexOf(name));
    for (const row of rows) {
      const entries = row.split(",");
      expect(orders.reduce((sum, at) => sum + Number(entries[at]), 0)).toBeCloseTo(1, 8);
      expect(Number(entries[counts[0]!])).toBeGreaterThan(0);
      const models = entries[1] === "first" ? 3 : 2;
      expect(counts.reduce((sum, at) => sum + Number(entries[at]), 0)).toBe(models);
    }
    expect(new Set(rows.map((row) => row.split(",").slice(0, 15).join())).size).toBe(rows.length);
    expect(rows.filter((row) => row.split(",")[2] === "1")).toHaveLength(2);
  });

  it("writes files, from which crible report makes the same", async () => {
    const cwd = place();
    const { code, stderr } = await crible(["play", "fight.yaml", "--only", "fight", "--out", "out"], { cwd });
    expect(code, stderr).toBe(0);
    const read = (name: string) => readFileSync(join(cwd, "out", name), "utf8");
    const again = (format: string) => crible(["report", "out/play.json", "--format", format], { cwd });
    expect((await again("markdown")).stdout).toBe(read("play.md"));
    expect((await again("csv")).stdout).toBe(read("play.csv"));
    expect(read("report.html")).toContain("What Rangers order in turn 2 against Marines");
    // The page draws the pictures: their captions are no findings, and no table repeats them.
    expect(read("report.html")).not.toContain("all others out. Bars show");
    // A sentence a fight leads, which does not say again who wins; what belongs to it, and who orders what in each turn, is folded.
    const [, led = "", folded = ""] = /<ul class=sentences>(.*?)<\/ul>(.*)/s.exec(read("report.html"))!;
    expect(read("report.html").match(/<h1>[^<]* when both sides play their best<\/h1>/gu)).toHaveLength(1);
    expect(led).not.toContain("when both sides play their best");
    // With what both open stands below the headline; then what to order, who leads first.
    expect(read("report.html")).toMatch(/<p class=lede>[^<]* (?:Both|Rangers) open with /u);
    expect(led).toMatch(/^<li>Marines(?:, rule of thumb|: no rule of thumb|: \w+ every turn).*\n<li>Rangers/u);
    expect(led).toMatch(/<li>With endurance, Marines win \d+\.\d\s% \([+−]\d+\.\d\spp\); /u);
    expect(led).not.toMatch(/hurts|with the orders as written/);
    // The grids of the first fight are on paper, the others where they are opened; what they show is said once each.
    expect(folded.split("<details class=more><summary>Who orders what, turn by turn</summary>")).toHaveLength(2);
    expect(folded.split("<details><summary>Who orders what, turn by turn</summary>")).toHaveLength(2);
    expect(folded.split("Text: what to order.")).toHaveLength(3);
    // The orders themselves are on paper: there before they are opened.
    const orders = "<details class=more><summary>What to order, and what to fear</summary><ul class=sentences>";
    expect(folded.split(orders)).toHaveLength(3);
    const french = await crible(["report", "out/play.json", "--lang", "fr"], { cwd });
    expect(french.stdout).toMatch(/quand les deux camps jouent au mieux/);
    expect(french.stdout).not.toMatch(/\b(?:win|against|aimed|loses)\b/);
  });

  it("names all single orders that lose as little, not the first of them", async () => {
    const { fights, results } = JSON.parse((await play("--json")).stdout);
    const [fight] = fights;
    const advice = (losses: readonly number[]) => {
      const plans = fight.sides[0].plans.map((plan: object, i: number) => ({ ...plan, loss: losses[i] ?? 0.2 }));
      const sides = [{ ...fight.sides[0], plans, thumbs: [] }, fight.sides[1]];
      return playLead({ fights: [{ ...fight, sides }] }, results[0]).join("\n");
    };
    expect(advice([0.05, 0.05])).toContain(
      "no rule of thumb does better than the same order every turn (aimed or manoeuvre), which costs 5.0 pp against",
    );
    expect(advice([0.05, 0.06])).toContain(
      "no rule of thumb does better than the same order every turn (aimed), which costs 5.0 pp against",
    );
  });

  it("tells a game once that differs from another by the orders of the file alone", async () => {
    const line = /^ {2}fight: (.*)$/m.exec(FIGHT)![1]!;
    const other = line.replace("order: aimed", "order: manoeuvre").replace(", with: [base, endurance]", "");
    const cwd = place((text) => text.replace(/^ {2}near: /m, `  again: ${other}\n$&`));
    const words = ["play", "fight.yaml", "--only", "fight,again"];
    const { code, stdout, stderr } = await crible([...words, "--html", "page.html"], { cwd });
    expect(code, stderr).toBe(0);
    const same =
      /Again[:,] Rangers against Marines: best play is the same as in “Fight”\. Marines win [\d.]+ % with the orders/g;
    const plain = (text: string) => text.replace(/\s+/g, " ");
    expect(plain(stdout).match(same)).toHaveLength(1);
    // Titles of experiments may tell of orders, which best play leaves alone: one game is called by who meets whom.
    expect(stdout).toMatch(/^Rangers against Marines, endurance$/mu);
    expect(stdout).not.toMatch(/^Fight: Rangers/mu);
    // Two games, each with the same order every turn, though three fights.
    expect(stdout.match(/the same order every turn +wins/g)).toHaveLength(2);
    const page = plain(readFileSync(join(cwd, "page.html"), "utf8")).replace(/&#58;/g, ":");
    expect(page.match(same)).toHaveLength(1);
    expect(page.match(/<details class=part id="(?!cells)/g)).toHaveLength(2);
    expect(page).toMatch(/crible play fight\.yaml --cell [^<]* --csv/);
  });

  it("--orders: fewer are worth no more to whoever has them", async () => {
    const value = async (...flags: string[]) =>
      JSON.parse((await play("--json", ...flags)).stdout).fights[0].sides[0].value as number;
    const free = await value();
    expect(await value("--orders", "first=aimed")).toBeLessThan(free);
    expect(await value("--orders", "second=aimed")).toBeGreaterThan(free);
    expect(await value("--orders", "aimed")).toBeCloseTo(
      await value("--orders", "first=aimed", "--orders", "second=aimed"),
      12,
    );
  });

  it("refuses what is no fight, cannot be solved, and orders that a unit cannot have", async () => {
    const refused = async (cwd: string, ...args: string[]) => {
      const { code, stderr } = await crible(["play", "fight.yaml", ...args], { cwd });
      return `${code} ${stderr}`;
    };
    expect(await refused(place(), "--only", "shot")).toMatch(/^3 .*nobody gives orders in this kind/);
    const near = (text: string) => text.replaceAll("distance: 36", "distance: 6").replace("models: 3", "models: 4");
    expect(await refused(place(near), "--only", "fight")).toMatch(
      /^3 .*charges are in reach of \d+ soldiers; .* up to 4 of both sides together/,
    );
    expect(await refused(place(), "--only", "fight", "--orders", "first=run,second=aimed")).toMatch(
      /^2 .*--orders first=aimed --orders second=move/s,
    );
    const crowd = place((text) => text.replace("models: 3", "models: 30"));
    expect(await refused(crowd, "--only", "fight")).toMatch(/^3 .*more than \d+ soldiers/s);
    expect(await refused(place(), "--only", "near", "--orders", "second=move+charge")).toMatch(
      /^3 .*unarmed cannot be given the order move\+charge, only aimed, manoeuvre, move, run \(E-02\)/,
    );
    expect(await refused(place(), "--orders", "aimed,aimed")).toMatch(/^2 .*--orders takes different orders/);
  });

  it("says an order that nobody can have once for each unit, where it stands, in the language that is asked for", async () => {
    const { code, stderr } = await play("--orders", "aimed,foo", "--orders", "second=bar, foo");
    expect(code).toBe(3);
    const heads = stderr.split("\n").filter((line) => line.startsWith("error"));
    expect(heads).toEqual([
      "error: rangers cannot be given the order foo, only aimed, manoeuvre, move, run (E-02)",
      "error: marines cannot be given the order bar, only aimed, manoeuvre, move, run (E-02)",
      "error: marines cannot be given the order foo, only aimed, manoeuvre, move, run (E-02)",
    ]);
    expect(stderr).toContain("  --> --orders:1:7\n");
    expect(stderr).toContain("  --> --orders:1:8\n");
    const french = await play("--orders", "foo", "--lang", "fr");
    expect(french.stderr).toMatch(/^erreur\u00a0: rangers ne peut pas recevoir l’ordre foo/);
    const crowd = place((text) => text.replace("models: 3", "models: 30"));
    const many = await crible(["play", "fight.yaml", "--only", "fight", "--lang", "fr"], { cwd: crowd });
    expect(many.stderr.match(/erreur/g)).toHaveLength(1);
    expect(many.stderr).toMatch(/^erreur\u00a0: fight n’a pas de réponse ici\u00a0: une unité a plus de 12 soldats/);
  });

  it("lets them charge where an enemy is in reach, and the policy can be followed", async () => {
    const near = (text: string) =>
      text.replaceAll("distance: 36", "distance: 6").replaceAll(/models: \d/g, "models: 1");
    const armed = (text: string) => near(text).replaceAll(", command:", ", closeCombat: 4, command:");
    const words = ["play", "fight.yaml", "--cell", "fight~rangers~marines~base"];
    const bare = await crible(words, { cwd: place(near) });
    expect(bare.stderr).toMatch(/charges are in reach, and rangers has no closeCombat/);
    const cwd = place(armed);
    const { fights } = JSON.parse((await crible([...words, "--json"], { cwd })).stdout);
    const [first] = fights[0].sides;
    expect(first.orders).toEqual(["aimed", "manoeuvre", "manoeuvre+charge", "move", "move+charge", "run"]);
    writeFileSync(join(cwd, "play.csv"), (await crible([...words, "--csv"], { cwd })).stdout);
    const follows = ", order: aimed }] }, { units: [marines], policy: { from: play.csv } }]";
    const text = armed(FIGHT).replace(", order: aimed }] }, { units: [{ unit: marines, order: aimed }] }]", follows);
    writeFileSync(join(cwd, "told.yaml"), text);
    const told = ["run", "told.yaml", "--cell", "fight~rangers~marines~base", "--trials", "4000", "--json"];
    const { code, stdout, stderr } = await crible(told, { cwd });
    expect(code, stderr).toBe(0);
    const [winner] = JSON.parse(stdout).cells[0].metrics;
    const share = (value: string) =>
      winner.outcomes.find((one: { value: string }) => one.value === value)?.probability ?? 0;
    // Rangers who only aim have no more of it than best play gives them.
    expect(share("first") + share("draw") / 2).toBeLessThan(first.value + 0.03);
  });

  it("whose policy is followed, a fight is compared without prices, which need other numbers of models", async () => {
    const cwd = place((text) => text.replace(/^( {2}(?:rangers|marines): \{)/gmu, "$1 points: 10,"));
    const policy = await crible(["play", "fight.yaml", "--cell", "fight~rangers~marines~base", "--csv"], { cwd });
    writeFileSync(join(cwd, "play.csv"), policy.stdout);
    const text = readFileSync(join(cwd, "fight.yaml"), "utf8");
    const follows = "{ units: [marines], policy: { from: play.csv } }]";
    writeFileSync(join(cwd, "told.yaml"), text.replace("{ units: [{ unit: marines, order: aimed }] }]", follows));
    const told = (...args: string[]) => crible([...args, "told.yaml", "--only", "fight"], { cwd });
    const because =
      /no price \(the file refuses other numbers of models, as where the table of a policy has no rows for them\)/u;
    for (const words of [
      ["effects", "--factors", "endurance"],
      ["compare", "--sets", "base,endurance"],
    ]) {
      const { code, stdout, stderr } = await told(...words);
      expect(code, stderr).toBe(0);
      expect(stdout.replace(/\s+/gu, " ")).toMatch(because);
    }
    const even = await told("solve", "--points", "--lang", "fr");
    expect(even.code, even.stderr).toBe(0);
    expect(even.stdout.replace(/\s+/gu, " ")).toContain("le fichier refuse d’autres effectifs");
  });

  it("says of metropolis why there is nothing to be chosen at once", async () => {
    const { code, stderr } = await crible(["play", "scenarios/metropolis/shoot-or-close-in.yaml", "--lang", "en"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/has no answer here: units act one after another.*\(E-20\)\n {2}--> /);
  });

  it("orders to aim even those who have nothing to aim with: they are harder to hit (A-GEN-06)", async () => {
    const { stdout, stderr } = await crible(["play", "fight.yaml", "--only", "near", "--json"], { cwd: place() });
    expect(JSON.parse(stdout || stderr).fights[0].sides[1].orders).toEqual(["aimed", "manoeuvre", "move", "run"]);
  });
});
