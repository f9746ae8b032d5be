import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DiskCache } from "../../src/cli/cache.ts";
import { crible } from "./crible.ts";

const cwd = mkdtempSync(join(tmpdir(), "crible-army-"));
afterAll(() => rmSync(cwd, { recursive: true }));
writeFileSync(join(cwd, "patrol.ros"), readFileSync("test/scenario/fixtures/rosters/border-patrol.ros"));

interface Stored {
  readonly views: readonly {
    readonly side: string;
    readonly meetings: readonly {
      readonly meeting: { readonly phase: string };
      readonly grid: {
        readonly attackers: readonly { readonly name: string; readonly points: number }[];
        readonly targets: readonly { readonly name: string; readonly points: number; readonly wounds: number }[];
        readonly values: Readonly<Record<"wounds" | "models" | "destroyed" | "lost", readonly number[]>>;
      };
      readonly choice: {
        readonly points: number;
        readonly attacks: readonly { readonly attacker: number; readonly target: number; readonly points: number }[];
      };
    }[];
  }[];
}

/** What was printed as JSON, cell by cell, and whom each should attack. */
function readBack(json: string) {
  const { views } = JSON.parse(json) as Stored;
  const cells = views.flatMap(({ side, meetings }) =>
    meetings.flatMap(({ meeting: { phase }, grid: { attackers, targets, values } }) =>
      attackers.flatMap((attacker, i) =>
        targets.map((target, j) => {
          const of = (measure: keyof typeof values) => values[measure][i * targets.length + j]!;
          const [wounds, models, destroyed, lost] = [of("wounds"), of("models"), of("destroyed"), of("lost")];
          const points = (target.points * wounds) / target.wounds;
          return { side, phase, attacker: attacker.name, target: target.name, wounds, models, destroyed, lost, points };
        }),
      ),
    ),
  );
  const assignments = views.flatMap(({ side, meetings }) =>
    meetings.map(({ meeting: { phase }, grid, choice }) => ({
      side,
      phase,
      points: choice.points,
      attacks: choice.attacks.map(({ attacker, target, points }) => ({
        attacker: grid.attackers[attacker]!.name,
        target: grid.targets[target]!.name,
        points,
      })),
    })),
  );
  const points = new Map(views[0]!.meetings[0]!.grid.attackers.map((own) => [own.name, own.points]));
  return { cells, assignments, points };
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
    const { cells } = readBack(await army("--json"));
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

  it("has no tables of a meeting in which nobody hurts an enemy, and says so", async () => {
    const text = readFileSync("test/scenario/fixtures/rosters/border-patrol.ros", "utf8");
    writeFileSync(join(cwd, "shooters.ros"), text.replaceAll('typeName="Melee Weapons"', 'typeName="Trinkets"'));
    const ran = await crible(["army", "shooters.ros", "--against", "patrol.ros"], { cwd });
    expect(ran.stdout.split("\n")).toContain("Of Border Patrol nobody hurts an enemy in melee, having charged.");
    const [, mine, theirs] = ran.stdout.split(/^Border Patrol against Border Patrol$/mu).slice(1);
    expect(mine).toContain("points taken for 100, shooting");
    expect(mine).not.toContain("in melee");
    expect(theirs).toContain("points taken for 100, in melee, having charged");
  });

  it("takes of several profiles the best against each target, and names it", async () => {
    writeFileSync(
      join(cwd, "post.yaml"),
      `version: 1
ruleset: wh40k-10e
weapons:
  tube:
    profiles:
      flakShot: { range: 48, attacks: 6, skill: 4+, strength: 4, ap: 0, damage: 1 }
      boreShot: { range: 48, attacks: 1, skill: 4+, strength: 9, ap: -2, damage: 6 }
units: { post: { models: 5, toughness: 4, save: 4+, wounds: 2, points: 100, weapon: tube } }
modifierSets:
  flak: { situation: { profiles: { tube: flakShot } } }
  bore: { situation: { profiles: { tube: boreShot } } }
`,
    );
    const asked = async (...more: string[]) =>
      (await crible(["army", "post.yaml", "--phase", "shooting", ...more], { cwd })).stdout;
    const of = async (...more: string[]) =>
      readBack(await asked("--json", ...more))
        .cells.filter(({ side }) => side === "mine")
        .map(({ target, wounds }) => [target, wounds] as const);
    const [flak, bore, best] = [await of("--sets", "flak"), await of("--sets", "bore"), await of()];
    expect(best).toEqual(flak.map(([target, wounds], i) => [target, Math.max(wounds, bore[i]![1])]));
    for (const way of [flak, bore]) expect(best).not.toEqual(way);
    const text = await asked();
    expect(text).toMatch(/Light infantry +[\d.]+ · post \(flak shot\)/u);
    expect(text).toMatch(/Tank +[\d.]+ · post \(bore shot\)/u);
    expect(await asked("--sets", "flak")).not.toContain("(flak shot)");
    expect((await crible(["army", "post.yaml", "--out", "post", "--quiet"], { cwd })).code).toBe(0);
    const folder = (name: string) => readFileSync(join(cwd, "post", name), "utf8");
    expect(folder("cells.ndjson")).toContain('"target":"tank","phase":"shooting","distance":12,"wounds":');
    expect(folder("cells.ndjson").match(/"profiles":\{"tube":"(?:flak|bore)Shot"\}/gu)).toHaveLength(FIELD.length);
    const again = await crible(["report", "post"], { cwd });
    expect(again.stdout).toContain("post (bore shot)");
  });

  it("assigns targets one after another, as a sequence plays them, and no other single choice is better", async () => {
    const { assignments, cells } = readBack(await army("--json", "--against", "patrol.ros"));
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

  it("does not have loadouts of a datasheet attack together: each is told whom it should attack alone", async () => {
    const lantern = resolve("test/scenario/fixtures/rosters/lantern.cat");
    const own = ["army", lantern, "--units", "Lamplighter Squad,Lamplighter Squad + *"];
    const { cells, assignments } = readBack((await crible([...own, "--json"], { cwd })).stdout);
    expect(assignments).toHaveLength(4);
    for (const { side, phase, attacks, points } of assignments) {
      expect(points).toBe(0);
      for (const one of attacks) {
        const taken = cells.filter(
          (cell) => cell.side === side && cell.phase === phase && cell.attacker === one.attacker,
        );
        expect(one.points).toBe(Math.max(...taken.map((cell) => cell.points)));
      }
    }
    expect(assignments[0]!.attacks.map(({ attacker }) => attacker)).toHaveLength(3);
    const { stdout } = await crible(own, { cwd });
    expect(stdout).toContain("should attack, shooting at 12″");
    expect(stdout).not.toMatch(/together|targets keep what they lost/u);
  });

  it("says who answers whom and what each is worth, in both languages, and has a table", async () => {
    const text = await army();
    expect(text).toContain("Border Patrol against The standard field\n");
    expect(text).toMatch(/Knight +[\d.]+ · Lamplighter Squad/u);
    expect(text).toMatch(/All together take [\d.]+ of 1,200\.0 points/u);
    const { cells } = readBack(await army("--json"));
    const row = cells.filter((one) => one.side === "mine" && one.phase === "shooting" && one.attacker === "oilWagon");
    const mean = row.reduce((sum, one) => sum + one.points, 0) / FIELD.length;
    const wagon = (await army("--csv"))
      .split("\n")
      .find((line) => line.startsWith("mine,oilWagon,Oil Wagon,60,shooting,10,"))!;
    expect(Number(wagon.split(",")[6])).toBeCloseTo((100 * mean) / 60, 9);
    const french = await army("--lang", "fr");
    expect(french).toContain("meilleure réponse au tir à 10″");
    expect(french).toMatch(/Infanterie lourde|Chevalier/u);
    expect(french).not.toMatch(/Heavy infantry|Knight/u);
  });

  it("says first what its cells say: who takes most for its points, whom mine answer worst", async () => {
    const { cells, points } = readBack(await army("--json"));
    const best = UNITS.flatMap((unit) =>
      ["shooting", "fight"].map((phase) => {
        const own = cells.filter((one) => one.side === "mine" && one.attacker === unit && one.phase === phase);
        const taken = own.reduce((sum, one) => sum + one.points, 0);
        return { unit, list: (100 * taken) / own.length / points.get(unit)! };
      }),
    ).reduce((a, b) => (b.list > a.list ? b : a));
    const answers = FIELD.map((target) => {
      const own = cells.filter((one) => one.side === "mine" && one.target === target);
      return { target, each: Math.max(...own.map((one) => (100 * one.points) / points.get(one.attacker)!)) };
    });
    const hardest = answers.reduce((a, b) => (b.each < a.each ? b : a));
    expect([best.unit, hardest.target]).toEqual(["lamplighterSquad", "monster"]);
    const text = (await army("--markdown")).replaceAll("\n", " ");
    expect(text).toContain(`Lamplighter Squad takes most for its points: ${best.list.toFixed(1)} for 100`);
    expect(text).toMatch(
      new RegExp(`Monster is hardest to answer: [\\w ()]+ is best, with ${hardest.each.toFixed(1)} points`, "u"),
    );
  });

  it("writes a folder, its cells as they come, and goes on where it was cut", async () => {
    const whole = ["army", "patrol.ros", "--against", "patrol.ros", "--distance", "6,20", "--out", "all"];
    const ran = await crible(whole, { cwd });
    expect(ran.stderr).toBe("wrote all/army.md, all/army.json, all/army.csv, all/report.html\n");
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
    expect(read("army.md")).toContain("| target | best answer shooting at 6″ |");
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
      const { cells } = readBack(await army("--phase", "turn", "--charge", "1", "--json", ...more));
      return cells.find((one) => one.side === "mine" && one.attacker === "lamplighterSquad" && one.target === "tank")!;
    };
    const { cells } = readBack(await army("--json"));
    const alone = cells.filter((one) => one.attacker === "lamplighterSquad" && one.target === "tank");
    const plain = await turn();
    expect(alone).toHaveLength(2);
    for (const { wounds } of alone) expect(plain.wounds).toBeGreaterThan(wounds);
    expect(plain.lost).toBeGreaterThan(0);
    const [watched, regained] = [await turn("--overwatch"), await turn("--regain", "2")];
    expect(watched.lost).toBeGreaterThan(plain.lost);
    expect(watched.wounds).toBeLessThan(plain.wounds);
    expect(regained.wounds).toBeLessThan(plain.wounds);
    // 2D6 have to show 9 or more to come within an inch of who is 10 away: 10 of 36.
    const shooting = alone.find(({ phase }) => phase === "shooting")!.wounds;
    const part = (await turn("--charge", "10")).wounds - shooting;
    expect(part).toBeCloseTo(((plain.wounds - shooting) * 10) / 36, 9);
    expect((await turn("--charge", "13")).wounds).toBeCloseTo(shooting, 9);
    expect(await army("--phase", "turn")).toContain("points lost in return, in a turn from 10″, charge 10″");
    expect(await army("--phase", "turn", "--charge", "6")).toContain("in a turn from 10″, charge 6″");
    expect((await crible(["army", "patrol.ros", "--overwatch"], { cwd })).stderr).toContain("go with --phase turn");
  });

  it("puts modifier sets on, as a run does: those of the list and the forms that ship, on either side", async () => {
    writeFileSync(
      join(cwd, "forms.yaml"),
      `version: 1
ruleset: wh40k-10e
extends: [crible:wh40k-10e/forms/catalogue, crible:wh40k-10e/field/catalogue]
units: { from: patrol.ros }
experiments:
  mine: { kind: shooting, attacker: lamplighterSquad, defender: [${FIELD.join(", ")}], situation: { distance: 10 }, with: [[rerollHits, worseAp, cover, sunPistolFlare]] }
  led: { kind: shooting, attacker: lamplighterSquad, defender: tank, situation: { distance: 10 }, with: [[byMyLight]] }
  theirs: { kind: shooting, attacker: tank, defender: [${UNITS.join(", ")}], situation: { distance: 10 }, with: [[rerollOneWound, feelNoPain5]] }
`,
    );
    const { cells: own } = JSON.parse((await crible(["run", "forms.yaml", "--json"], { cwd })).stdout) as {
      cells: { experiment: string; attacker: string; defender: string; metrics: { name: string; mean?: number }[] }[];
    };
    const meant = {
      mine: ["--sets", "rerollHits+worseAp+cover+sunPistolFlare"],
      led: ["--sets", "byMyLight"],
      theirs: ["--their-sets", "rerollOneWound+feelNoPain5"],
    };
    for (const [experiment, flags] of Object.entries(meant)) {
      const { cells } = readBack(await army("--phase", "shooting", "--json", ...flags));
      const wanted = own.filter((one) => one.experiment === experiment);
      expect(wanted).toHaveLength({ mine: 7, led: 1, theirs: 3 }[experiment]!);
      for (const { attacker, defender, metrics } of wanted)
        expect(cells.find((one) => one.attacker === attacker && one.target === defender)!.wounds).toBeCloseTo(
          metrics.find(({ name }) => name === "damage")!.mean!,
          9,
        );
    }
    const refused = async (set: string) => (await crible(["army", "patrol.ros", "--sets", set], { cwd })).stderr;
    expect(await refused("rerollHit")).toContain('did you mean "rerollHits"?');
  });

  it("meets by the options and rules of a scenario, and by those of a modifier set, as a run does", async () => {
    const own = `version: 1
ruleset: wh40k-10e
options: { devastating: launch, weaponOrder: lowestDamageFirst, hazardous: launch }
rules: { modifierCap: 3, cover: 2 }
weapons:
  cannon: { range: 24, attacks: 3, skill: 3, strength: 8, ap: -1, damage: 3, abilities: [Devastating Wounds] }
  rifle: { range: 24, attacks: 4, skill: 3, strength: 4, ap: 0, damage: 1 }
units:
  gunners: { models: 2, toughness: 4, save: 3, wounds: 2, points: 80, weapons: [cannon, rifle], abilities: [Stealth] }
  guards: { models: 5, toughness: 4, save: 3, wounds: 2, points: 90, weapons: [rifle] }
`;
    const plain = own.replaceAll(/^(?:options|rules): .*\n/gmu, "");
    const sets =
      "modifierSets:\n  old: { options: { devastating: launch }, rules: { modifierCap: 3 }, defender: { hitModifier: -1 } }\n";
    const asked =
      "experiments:\n  ask: { kind: shooting, attacker: [gunners, guards], defender: [gunners, guards], situation: { distance: 12 }, with: [base] }\n";
    writeFileSync(join(cwd, "mine.yaml"), own);
    writeFileSync(join(cwd, "book.yaml"), plain);
    writeFileSync(join(cwd, "sets.yaml"), plain + sets);
    writeFileSync(join(cwd, "mine-run.yaml"), own + asked);
    writeFileSync(join(cwd, "sets-run.yaml"), plain + sets + asked.replace("base", "old"));
    const meet = async (file: string, ...more: string[]) => {
      const ran = await crible(["army", file, "--phase", "shooting", "--json", ...more], { cwd });
      expect(ran.code, ran.stderr).toBe(0);
      return readBack(ran.stdout).cells.filter(({ side }) => side === "mine");
    };
    const run = async (file: string) => {
      const { cells } = JSON.parse((await crible(["run", file, "--json"], { cwd })).stdout) as {
        cells: { attacker: string; defender: string; metrics: { name: string; mean?: number }[] }[];
      };
      return (attacker: string, defender: string) =>
        cells
          .find((one) => one.attacker === attacker && one.defender === defender)!
          .metrics.find(({ name }) => name === "damage")!.mean!;
    };
    const book = await meet("book.yaml", "--against", "book.yaml");
    const mine = { cells: await meet("mine.yaml", "--against", "mine.yaml"), of: await run("mine-run.yaml") };
    const patched = {
      cells: await meet("sets.yaml", "--against", "book.yaml", "--sets", "old"),
      of: await run("sets-run.yaml"),
    };
    for (const { cells, of } of [mine, patched]) {
      expect(cells).toHaveLength(4);
      for (const { attacker, target, wounds } of cells) expect(wounds).toBeCloseTo(of(attacker, target), 9);
      expect(cells.filter(({ wounds }, i) => Math.abs(wounds - book[i]!.wounds) > 0.01)).not.toHaveLength(0);
    }
    // What one scenario says holds for both; what two say otherwise is refused where the second says it.
    expect(await meet("book.yaml", "--against", "mine.yaml")).toEqual(mine.cells);
    writeFileSync(join(cwd, "other.yaml"), own.replace("cover: 2", "cover: 1"));
    const { code, stderr } = await crible(["army", "mine.yaml", "--against", "other.yaml"], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: rules\.cover is 2 in "mine\.yaml".*\n *--> other\.yaml:4:33/u);
  });

  it("meets the units that a scenario writes or uses, and means are of those that have points", async () => {
    const rifle = "weapons: { rifle: { range: 24, attacks: 4, skill: 3, strength: 4, ap: 0, damage: 1 } }\n";
    const unit = (further: string) => `{ models: 5, toughness: 4, save: 4, wounds: 2, weapons: [rifle]${further} }`;
    const head = "version: 1\nruleset: wh40k-10e\n";
    const all = `units: { guards: ${unit("")}, walkers: ${unit("")}, chief: ${unit(", keywords: [Character]")}, reserves: ${unit("")} }\n`;
    writeFileSync(join(cwd, "sheets.yaml"), `${head}${rifle}${all}`);
    writeFileSync(join(cwd, "sheets-alone.yaml"), `${head}extends: sheets.yaml\n`);
    const asked =
      "experiments: { ask: { kind: shooting, attacker: guards, defender: walkers, situation: { distance: 9 } } }\n";
    const written = "units: { guards: { points: 90, leader: chief } }\n";
    writeFileSync(join(cwd, "side.yaml"), `${head}extends: sheets.yaml\n${written}${asked}`);
    writeFileSync(join(cwd, "gunners.yaml"), `${head}${rifle}units: { gunners: ${unit(", points: 80")} }\n`);
    const meet = async (against: string, ...more: string[]) => {
      const ran = await crible(["army", "gunners.yaml", "--phase", "shooting", "--against", against, ...more], { cwd });
      expect(ran.code, ran.stderr).toBe(0);
      return ran.stdout;
    };
    const targetsOf = async (against: string) =>
      readBack(await meet(against, "--json")).cells.filter(({ side }) => side === "mine");
    expect((await targetsOf("sheets-alone.yaml")).map(({ target }) => target)).toEqual([
      "guards",
      "walkers",
      "chief",
      "reserves",
    ]);
    const cells = await targetsOf("side.yaml");
    expect(cells.map(({ target }) => target)).toEqual(["guards", "walkers", "chief"]);
    const [{ points }] = cells as [(typeof cells)[0]];
    const worth = ((100 * points) / 80).toFixed(1);
    const text = await meet("side.yaml");
    expect(text).toContain(`gunners takes most for its points: ${worth} for 100`);
    expect(text).toContain("Without points, and in no mean of points taken: walkers and chief.");
    expect(await meet("side.yaml", "--lang", "fr")).toContain("Sans points, et dans aucune moyenne des points pris");
    // Who has no points loses none that anybody could count.
    const back = (await meet("side.yaml", "--csv", "--phase", "turn"))
      .split("\n")
      .filter((row) => row.includes(",walkers,"));
    expect(back.map((row) => row.split(",").at(-1))).toEqual([""]);
  });

  it("says what modifier sets are worth: what all units take more with each than without", async () => {
    const shooting = ["--phase", "shooting", "--json"];
    const taken = async (side: string, ...more: string[]) => {
      const { cells } = readBack(await army(...shooting, ...more));
      const own = cells.filter((one) => one.side === side);
      const units = [...new Set(own.map(({ attacker }) => attacker))];
      return new Map(
        units.map((unit) => {
          const row = own.filter(({ attacker }) => attacker === unit);
          return [unit, row.reduce((sum, { points }) => sum + points, 0) / row.length];
        }),
      );
    };
    const sweep = ["--sets", "betterAp+rerollHits|lethalHits|base", "--their-sets", "feelNoPain5|cover"];
    const { views } = JSON.parse(await army(...shooting, ...sweep)) as {
      views: {
        side: string;
        sets: { name: string; meetings: { all: number; attacker: number; most: number }[] }[];
        meetings: { grid: { attackers: { name: string }[] } }[];
      }[];
    };
    expect(views.map(({ sets }) => sets.map(({ name }) => name))).toEqual([
      ["betterAp + rerollHits", "betterAp + lethalHits", "betterAp + base"],
      ["feelNoPain5", "cover"],
    ]);
    for (const { side, sets, meetings } of views) {
      const flag = side === "mine" ? "--sets" : "--their-sets";
      const plain = await taken(side, ...(side === "mine" ? [flag, "betterAp"] : []));
      for (const { name, meetings: own } of sets) {
        const withIt = await taken(side, flag, name.replaceAll(" ", ""));
        const gains = [...plain].map(([unit, points]) => [unit, withIt.get(unit)! - points] as const);
        expect(own[0]!.all).toBeCloseTo(
          gains.reduce((sum, [, gain]) => sum + gain, 0),
          8,
        );
        const [unit, most] = gains.reduce((a, b) => (Math.abs(b[1]) > Math.abs(a[1]) ? b : a));
        expect(own[0]!.most).toBeCloseTo(most, 8);
        if (Math.abs(most) > 0.01) expect(meetings[0]!.grid.attackers[own[0]!.attacker]!.name).toBe(unit);
      }
    }
    const [best] = [...views[0]!.sets].sort((a, b) => b.meetings[0]!.all - a.meetings[0]!.all);
    const gain = best!.meetings[0]!.all;
    expect(gain).toBeGreaterThan(0.5);
    expect(views[1]!.sets.every(({ meetings: [own] }) => own!.all < -0.5)).toBe(true);
    const text = await army("--phase", "shooting", ...sweep);
    expect(text.replaceAll(/\s+/gu, " ")).toContain(`${best!.name} changes most: +${gain.toFixed(1)} points`);
    expect(text).toMatch(new RegExp(`${best!.name.replace("+", "\\+")} +\\+${gain.toFixed(1)}`, "u"));
    expect(text).not.toMatch(/betterAp \+ base +[+−]/u);
    // A pattern is of everything that ships and everything of the list.
    const all = JSON.parse(await army(...shooting, "--sets", "*")).views[0].sets as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(["rerollHits", "lethalHits", "byMyLight"]));
    expect((await crible(["army", "patrol.ros", "--sets", "reroll*|lethalHit"], { cwd })).stderr).toContain(
      'did you mean "lethalHits"?',
    );
  });

  it("has on its page the command that makes it again, with one place for the page", async () => {
    const asked = ["army", "patrol.ros", "--against", "patrol.ros", "--phase", "turn", "--distance", "6,12"];
    const ran = await crible([...asked, "--html", "turn.html", "--no-cache", "--quiet"], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    const page = readFileSync(join(cwd, "turn.html"), "utf8");
    const [, command] = />(crible army [^<]*)</u.exec(page)!;
    expect(command).toBe("crible army patrol.ros --against patrol.ros --distance 6,12 --phase turn --html report.html");
    const again = await crible([...command!.split(" ").slice(1), "--quiet"], { cwd });
    expect(again).toEqual(ran);
    expect(readFileSync(join(cwd, "report.html"), "utf8")).toBe(page);
  });

  it("says what it cannot compute, and why, in every form, and gives no number for it", async () => {
    writeFileSync(
      join(cwd, "faulty.yaml"),
      `version: 1
ruleset: wh40k-10e
weapons:
  blade: { range: melee, attacks: 4, skill: 3+, strength: 5, ap: -1, damage: 2 }
  kick: { range: melee, attacks: 2, skill: 4+, strength: 4, ap: 0, damage: 1 }
  gun: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: 0, damage: 1 }
  spit: { range: 12, attacks: 2, strength: 4, ap: 0, damage: 1 }
units:
  knight: { models: 1, toughness: 5, save: 3+, wounds: 5, points: 90, weapons: [gun, blade, kick] }
  hounds: { models: 5, toughness: 4, save: 5+, wounds: 1, points: 70, weapons: [spit, kick] }
  guards: { models: 5, toughness: 4, save: 4+, wounds: 2, points: 100, weapons: [gun, kick] }
  broken: { models: 5, save: 4+, wounds: 2, points: 100, weapons: [gun, kick] }
`,
    );
    const of = ["army", "faulty.yaml", "--against", "faulty.yaml", "--no-cache"];
    const reasons = [
      '"spit" has no skill, which a hit roll needs',
      'the 1 model of "knight" would fight with 2 weapons that have no Extra Attacks',
      '"broken" has no toughness, which a wound roll needs',
    ];
    const plain = (text: string) =>
      text
        .replaceAll(/\\|&#?\w+;/gu, "")
        .replaceAll('"', "")
        .replaceAll(/\s+/gu, " ");
    const times = (text: string) => reasons.map((reason) => plain(text).split(plain(reason)).length - 1);
    const { stdout, code } = await crible([...of, "--html", "faulty.html"], { cwd });
    expect(code).toBe(0);
    expect(times(stdout)).toEqual([1, 1, 1]);
    expect(times((await crible([...of, "--markdown"], { cwd })).stdout)).toEqual([1, 1, 1]);
    for (const count of times(readFileSync(join(cwd, "faulty.html"), "utf8"))) expect(count).toBeGreaterThan(0);
    const { refused, views } = JSON.parse((await crible([...of, "--json"], { cwd })).stdout);
    expect(JSON.stringify(refused)).toContain("has no toughness");
    const [shooting, fight] = views[0].meetings.map(({ grid }: { grid: unknown }) => grid);
    const whyOf = (grid: { attackers: { why?: unknown }[] }) => grid.attackers.map(({ why }) => why !== undefined);
    expect([shooting, fight].map(whyOf)).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
    const rows = (await crible([...of, "--csv"], { cwd })).stdout.split("\n").map((row) => row.split(","));
    const worth = (unit: string, phase: string) => rows.find((row) => row[1] === unit && row[4] === phase)![6];
    expect(worth("knight", "fight")).toBe("");
    expect(worth("hounds", "shooting")).toBe("");
    expect(Number(worth("knight", "shooting"))).toBeGreaterThan(0);
    expect(Number(worth("hounds", "fight"))).toBeGreaterThan(0);
    const turn = await crible([...of, "--phase", "turn"], { cwd });
    expect(times(turn.stdout)).toEqual([1, 1, 1]);
    expect(turn.stdout).toMatch(/^ *knight +–$/mu);
  });

  it("refuses what does not meet, and distances that are none", async () => {
    expect((await crible(["army", "patrol.ros", "--distance", "x"], { cwd })).code).toBe(2);
    expect((await crible(["army", "patrol.ros", "--phase", "charge"], { cwd })).code).toBe(2);
    expect((await crible(["army", "patrol.ros", "--resume"], { cwd })).stderr).toContain("--resume goes with --out");
    writeFileSync(join(cwd, "other.yaml"), "version: 1\nruleset: metropolis\nextends: crible:metropolis/catalogue\n");
    expect((await crible(["army", "patrol.ros", "--against", "other.yaml"], { cwd })).stderr).toContain("do not meet");
  });
});

describe("what is kept of armies and games", () => {
  const place = mkdtempSync(join(tmpdir(), "crible-kept-"));
  const cache = join(place, "cache");
  const env = { CRIBLE_CACHE: cache };
  afterAll(() => rmSync(place, { recursive: true }));
  const said = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await crible([...words, "--quiet"], { cwd: place, env });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  /** Rewrites what is kept as a sound file with another content; how many were. */
  const planted = async (other: (text: string) => string): Promise<number> => {
    const disk = new DiskCache(cache);
    let count = 0;
    for (const { path } of [...disk.entries()]) {
      const [folder, file] = path.split(sep).slice(-2);
      const text = await disk.read("text", `${folder}${file}`);
      if (text === undefined || other(text) === text) continue;
      await disk.write("text", `${folder}${file}`, other(text));
      count++;
    }
    disk.close();
    return count;
  };
  const write = (change = (text: string) => text) => {
    const list = (side: number) => `version: 1
ruleset: wh40k-10e
weapons: { gun: { range: 24, attacks: 2, skill: 3, strength: ${side}, ap: -1, damage: 1 } }
units:
  one: { models: 5, toughness: 4, save: 3, wounds: 2, points: 90, keywords: [Infantry], weapons: [gun] }
  two: { models: 3, toughness: 5, save: 4, wounds: 3, points: 70, keywords: [Infantry], weapons: [gun] }
`;
    writeFileSync(join(place, "mine.yaml"), change(list(4)));
    writeFileSync(join(place, "theirs.yaml"), list(5));
  };
  const words = ["army", "mine.yaml", "--against", "theirs.yaml", "--json"];

  it("is taken for the same cells, and for nothing that is of other units, weapons or options", async () => {
    write();
    const expected = await said([...words, "--no-cache"]);
    expect(await said(words)).toBe(expected);
    expect(await said(words)).toBe(expected);
    // Wounds of one and the same size that nothing comes to.
    const other = (text: string) => text.replaceAll(/"wounds":\[[^\]]*/g, (all) => all.replaceAll(/\d[^,]*/g, "0.125"));
    expect(await planted(other)).toBe(1);
    expect(await said(words)).toContain("0.125");
    expect(await said([...words, "--lang", "fr"])).toContain("0.125");
    for (const [from, to] of [
      ["save: 3", "save: 2"],
      ["attacks: 2", "attacks: 4"],
      ["points: 90", "points: 95"],
      ["ruleset: wh40k-10e", "ruleset: wh40k-10e\noptions: { weaponOrder: listed }"],
    ] as const) {
      write((text) => text.replace(from, to));
      expect(await said(words), to).toBe(await said([...words, "--no-cache"]));
    }
    write();
    for (const own of [
      ["--distance", "6"],
      ["--phase", "fight"],
      ["--sets", "rerollHits"],
      ["--their-sets", "cover"],
    ])
      expect(await said([...words, ...own]), own[0]!).toBe(await said([...words, ...own, "--no-cache"]));
    expect(await said(words)).toContain("0.125");
  });

  it("is a game's solution, for the same fight and orders only", async () => {
    writeFileSync(
      join(place, "fight.yaml"),
      `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
units: { few: { models: 3, ballisticSkill: 4+, initiative: 6, save: 7+, command: 4+, weapon: laserRifle } }
experiments:
  fight: { kind: engagement, sides: [{ units: [{ unit: few, order: aimed }] }, { units: [{ unit: few, order: aimed }] }], situation: { distance: 20, turns: 2 } }
`,
    );
    const play = ["play", "fight.yaml", "--json"];
    const expected = await said([...play, "--no-cache"]);
    expect(await said(play)).toBe(expected);
    expect(await said(play)).toBe(expected);
    expect(await planted((text) => text.replace(/"gap":[^,]+/, '"gap":0.125'))).toBe(1);
    expect(await said(play)).toContain('"gap": 0.125');
    expect(await said([...play, "--set", "units.few.save=6+"])).not.toContain('"gap": 0.125');
    expect(await said([...play, "--orders", "first=aimed"])).not.toContain('"gap": 0.125');
  });
});
