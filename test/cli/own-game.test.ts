/** Commands asked of a game that is written as text, as they are of the games that ship. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { half } from "../long.ts";
import { crible, cribleProcess } from "./crible.ts";

/** The first two texts of the tutorial, in a folder of their own. */
function ownGame(): string {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  const texts = [...readFileSync("docs/your-own-game.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/gu)];
  writeFileSync(
    join(cwd, "border.game.yaml"),
    texts[0]![1]!.concat("french:\n  casualties: pertes\n  models out: hors combat\n"),
  );
  writeFileSync(join(cwd, "first.yaml"), texts[1]![1]!);
  return cwd;
}

const filesOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]));

it("a game that lies beside is named where its bare name is written for a ruleset", async () => {
  const cwd = ownGame();
  writeFileSync(
    join(cwd, "bare.yaml"),
    readFileSync(join(cwd, "first.yaml"), "utf8").replace(/ruleset:.*/u, "ruleset: border"),
  );
  const { code, stderr } = await crible(["run", "bare.yaml"], { cwd });
  expect([code, stderr]).toEqual([3, expect.stringContaining('did you mean "./border.game.yaml"?')]);
  writeFileSync(join(cwd, "bare.yaml"), "version: 1\nruleset: ../border\nexperiments: {}\n");
  expect((await crible(["run", "bare.yaml"], { cwd })).stderr).not.toContain("did you mean");
});

it("reports are made again from what was stored, without the game's text, in both languages", async () => {
  const cwd = ownGame();
  expect((await crible(["run", "first.yaml", "--out", "out", "--quiet"], { cwd })).code).toBe(0);
  await crible(["check", "first.yaml", "--update"], { cwd });
  const stored = {
    sweep: ["first.yaml", "--sweep", "rules.coverLoss=0..2"],
    compare: ["first.yaml", "--sets", "base,cover"],
    solve: ["first.yaml", "--points"],
    check: ["first.yaml"],
  };
  const texts: Record<string, string> = {};
  for (const [verb, words] of Object.entries(stored))
    texts[verb] = (await crible([verb, ...words, "--json"], { cwd })).stdout;
  // In processes that have never read the game: the words come with what was stored.
  const apart = mkdtempSync(join(tmpdir(), "own-game-"));
  const name = /"ruleset": "(border@[0-9a-f]+)"/u.exec(texts.sweep!)![1]!;
  const unread = (text: string) => text.replaceAll(name, "border@00000000");
  for (const [verb, text] of half(Object.entries({ ...texts, run: filesOf(join(cwd, "out"))["results.json"]! }))) {
    writeFileSync(join(apart, "own.json"), text, verb === "run" ? "latin1" : "utf8");
    const again = await cribleProcess(["report", "own.json", "--lang", "fr", "--format", "markdown"], { cwd: apart });
    expect(again.stderr).toBe("");
    if (verb !== "check") expect(again.stdout).toContain("pertes");
    expect(again.stdout).not.toContain("casualties");
    writeFileSync(join(apart, "strange.json"), unread(text).replace(/"game": \{/u, '"gone": {'));
    const strange = await crible(["report", "strange.json"], { cwd: apart });
    expect(strange.stderr).toContain('there is no ruleset "border@00000000"');
  }
  expect((await crible(["report", "out", "--out", "again", "--quiet"], { cwd })).code).toBe(0);
  const [made, again] = [filesOf(join(cwd, "out")), filesOf(join(cwd, "again"))];
  for (const file of ["outcomes.csv", "summary.csv", "summary.md", "results.json", "report.html"])
    expect(again[file], file).toBe(made[file]);
});

it("a replay says how many dice of a pool are met, the sum of others, and what is needed once", async () => {
  const cwd = ownGame();
  const pools: string[] = [];
  let sums = 0;
  for (const trial of ["1", "2", "3", "4", "5", "6"]) {
    const { stdout } = await crible(["replay", "first.yaml", "--trial", trial], { cwd });
    for (const [, dice = "", needed, met, all] of stdout.matchAll(/: ([\d ]+), each (\d)\+ {2}(\d+) of (\d+)/gu)) {
      const faces = dice.split(" ").map(Number);
      pools.push(`${met} of ${all}`);
      expect(pools.at(-1)).toBe(`${faces.filter((face) => face >= Number(needed)).length} of ${faces.length}`);
    }
    for (const [, one, other, sum] of stdout.matchAll(/nerve: (\d) (\d) {2}in all: (\d+)/gu)) {
      sums++;
      expect(Number(sum)).toBe(Number(one) + Number(other));
    }
    expect(stdout).not.toMatch(/to hit: \d\+/u);
  }
  expect(new Set(pools).size).toBeGreaterThan(3);
  expect(sums).toBeGreaterThan(0);
});

it("a replay of a fight stands under its turns, and says whose number changed", async () => {
  const cwd = ownGame();
  writeFileSync(
    join(cwd, "blows.game.yaml"),
    `version: 1
game: blows
unit: { models: 1..9, blows: 0..3 = 1 }
rules: { BLOW: blows, END: who has won }
kinds:
  fight:
    state: { own.lost: 0..own.models, winner: "one of first, second, draw = draw" }
    procedure: |
      BLOW: turns 2:
              each side: enemy.lost += own.blows at most enemy.models
      END:  if defender.lost == defender.models: winner = first
    metrics: { winner: winner, lost: { value: own.lost, perTurn: true } }
    winner: winner
`,
  );
  const told = async (defender: string) => {
    writeFileSync(
      join(cwd, "blows.yaml"),
      `version: 1\nruleset: ./blows.game.yaml\nunits: { elves: { label: The Elves, models: 5 }, orcs: { models: 2 } }\nexperiments: { f: { kind: fight, attacker: elves, defender: ${defender} } }\n`,
    );
    const { stdout } = await crible(["replay", "blows.yaml"], { cwd });
    const lines = stdout.split("\n").map((line) => line.replace(/ +[A-Z]+$/u, ""));
    return lines.slice(lines.indexOf("Turn 1"), lines.indexOf("This trial"));
  };
  expect(await told("orcs")).toEqual([
    ...["Turn 1", "  → orcs, lost: 1", "  → The Elves, lost: 1", ""],
    ...["Turn 2", "  → orcs, lost: 2", "  → The Elves, lost: 2", "→ winner: first", ""],
  ]);
  // Of two units of one name it says the role.
  expect((await told("elves")).slice(0, 3)).toEqual(["Turn 1", "  → defender.lost: 1", "  → attacker.lost: 1"]);
});

it("the replay of a fight says in whose turn of each side a die is rolled, in both languages", async () => {
  const cwd = ownGame();
  writeFileSync(
    join(cwd, "blows.game.yaml"),
    `version: 1
game: blows
unit: { models: 1..9, drill: 0..9 = 0 }
rules: { FIRST: order, BLOW: blow, NERVE: nerve, END: who has won }
kinds:
  fight:
    state: { own.lost: 0..own.models, winner: "one of first, second, draw = draw" }
    procedure: |
      FIRST: turns 2:
               each side by d6 + own.drill ties attacker:
      BLOW:      if d6 >= 1: enemy.lost += 1
      NERVE:   nerve = d6
      END:   if defender.lost == 2: winner = first
    metrics: { winner: winner, lost: { value: own.lost, perTurn: true } }
    winner: winner
`,
  );
  const told = async (defender: string, lang: string) => {
    writeFileSync(
      join(cwd, "blows.yaml"),
      `version: 1\nruleset: ./blows.game.yaml\nunits: { elves: { label: The Elves, models: 5, drill: 9 }, orcs: { models: 2 } }\nexperiments: { f: { kind: fight, attacker: elves, defender: ${defender} } }\n`,
    );
    const { stdout } = await crible(["replay", "blows.yaml", "--lang", lang], { cwd });
    const lines = stdout.split("\n").map((line) => line.replace(/\s?:.*| +[A-Z]+$/u, ""));
    return lines.slice(lines.findIndex((line) => /^T(?:urn|our) 1$/u.test(line))).slice(0, 13);
  };
  // Who is drilled is first; a roll of neither side stands under the turn.
  const turn = (a: string, b: string, head: string, [lostA, lostB] = [`${a}, lost`, `${b}, lost`]) => [
    ...[head, `  ${a}`, "    order", `  ${b}`, "    order"],
    ...[`  ${a}`, "    blow", `    → ${lostB}`, `  ${b}`, "    blow", `    → ${lostA}`, "  nerve", ""],
  ];
  expect(await told("orcs", "en")).toEqual(turn("The Elves", "orcs", "Turn 1"));
  expect(await told("orcs", "fr")).toEqual(turn("The Elves", "orcs", "Tour 1"));
  // Of two units of one name it says the role; nobody is drilled better, so that either may be first.
  const roles = new Set([...(await told("elves", "en")), ...(await told("elves", "fr"))]);
  for (const role of ["attacker", "defender", "attaquant", "défenseur"]) expect(roles).toContain(`  ${role}`);
});

it("a number of the game is swept under the name that its file has for it", async () => {
  const cwd = ownGame();
  const sweep = async (path: string) =>
    (await crible(["sweep", "first.yaml", "--sweep", `${path}=0..2`, "--csv"], { cwd })).stdout.replaceAll(path, "");
  expect(await sweep("numbers.coverLoss")).toBe(await sweep("rules.coverLoss"));
  const odds = ["odds", "first.yaml", "attack", "attacker=elves", "defender=orcs", "situation.cover=true"];
  const swept = await crible([...odds, "--table", "numbers.coverLoss=0..2"], { cwd });
  expect(swept.stdout).toMatch(/0 .*4\.440[\s\S]*1 .*3\.333[\s\S]*2 .*2\.222/u);
  const wrong = await crible(["run", "first.yaml", "--set", "numbers.coverLos=2"], { cwd });
  expect(wrong.stderr).toContain('did you mean "coverLoss"');
});

it("parts of a run, played apart, merge into the reports of one run", async () => {
  const cwd = ownGame();
  const run = ["run", "first.yaml", "--trials", "200001", "--no-html"];
  for (const part of ["1/2", "2/2"]) await crible([...run, "--shard", part, "--out", "parts", "--quiet"], { cwd });
  await crible(["merge", "parts", "--out", "merged", "--no-html", "--quiet"], { cwd });
  await crible([...run, "--out", "whole", "--quiet"], { cwd });
  expect(filesOf(join(cwd, "merged"))).toEqual(filesOf(join(cwd, "whole")));
});

/** Three units that meet each other in every seat; small, so that every fight is exact. */
function field(points: Readonly<Record<string, number>>): string {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  const game = readFileSync("scenarios/games/skirmish-line.game.yaml", "utf8").replace("1..20\n", "1..9\n");
  writeFileSync(join(cwd, "line.game.yaml"), game);
  writeFileSync(
    join(cwd, "field.yaml"),
    `version: 1
ruleset: ./line.game.yaml
units:
  regulars: { models: 2, points: ${points.regulars} }
  marksmen: { models: 2, skill: 3+, points: ${points.marksmen} }
  guards: { models: 2, save: 4+, nerve: 10, points: ${points.guards} }
experiments:
  fight: { kind: fight, attacker: [regulars, marksmen, guards], defender: [regulars, marksmen, guards], situation: { length: 2 } }
`,
  );
  return cwd;
}

it("a field of fights without sides meets at equal points, and prices make it even", async () => {
  const cwd = field({ regulars: 10, marksmen: 12, guards: 12 });
  const rank = async (...words: string[]) => crible(["rank", "field.yaml", "--quiet", ...words], { cwd });
  const plain = await rank();
  expect(plain.stdout).toContain("At equal points: 24 a side");
  expect(plain.stdout).toContain("They bring 2 regulars (4 points left over), 2 marksmen and 2 guards.");
  const even = JSON.parse((await rank("--even", "--points", "36", "--json")).stdout);
  const [{ units, verdict, worst, wins }] = even.evens;
  expect(verdict).toBe("mended");
  expect(worst).toBeLessThan(0.05);
  // What was found, set by hand and played as any other scenario.
  const set = units.flatMap(({ unit, even: { value } }: { unit: string; even: { value: number } }) => {
    const models = Math.floor(36 / value);
    expect(models).toBeLessThanOrEqual(9);
    return ["--set", `units.${unit}.models=${models}`];
  });
  const run = JSON.parse(
    (await crible(["run", "field.yaml", "--json", "--no-html", "--out", "o", ...set], { cwd })).stdout,
  );
  const share = (a: string, b: string) => {
    const cell = run.cells.find((one: { id: string }) => one.id === `fight~${a}~${b}~base`);
    const winner = cell.metrics.find(({ name }: { name: string }) => name === "winner").outcomes;
    const of = (side: string) => winner.find(({ value }: { value: string }) => value === side)?.probability ?? 0;
    return of("first") + of("draw") / 2;
  };
  const names = units.map(({ unit }: { unit: string }) => unit);
  const mean = (i: number) => (wins[i][0].value + wins[i][1].value + wins[i][2].value - 0.5) / 2;
  names.forEach((name: string, i: number) => {
    const others = names.filter((other: string) => other !== name);
    const own = others.map((other: string) => (share(name, other) + 1 - share(other, name)) / 2);
    expect((own[0] + own[1]) / 2).toBeCloseTo(mean(i), 9);
    expect(Math.abs(mean(i) - 0.5)).toBeLessThanOrEqual(0.05);
  });
});

it("says why a field is not at equal points, and refuses points that buy nobody", async () => {
  const rank = async (cwd: string, ...words: string[]) => crible(["rank", "field.yaml", "--quiet", ...words], { cwd });
  const cheap = field({ regulars: 2, marksmen: 12, guards: 12 });
  expect((await rank(cheap)).stdout).toContain("equal points buy more models of a unit than it may have");
  expect((await rank(cheap, "--points", "5")).stderr).toContain("5 points buy no marksmen: one costs 12");
  const even = await rank(cheap, "--even", "--lang", "fr");
  expect(even.stderr).toContain("--even\u00a0: les points n’achètent pas de figurines ici");
});

it("solve --points says each price once: from which seat, and against whom", async () => {
  const cwd = field({ regulars: 10, marksmen: 12, guards: 12 });
  const names = async (file: string, title: RegExp) => {
    const { stdout } = await crible(["solve", file, "--points", "--markdown"], { cwd });
    const rows = stdout.slice(stdout.search(title)).split("\n\n")[0]!.split("\n").slice(2);
    return rows.map((row) => row.split("|")[1]!.trim());
  };
  const fights = await names("field.yaml", /\| fight: unit/u);
  // Three pairs from two seats, and what each unit of them is worth against the other.
  expect(fights).toHaveLength(12);
  expect(fights.filter((name) => name.includes("(first)")).length).toBeGreaterThan(0);
  expect(new Set(fights).size).toBe(fights.length);
  const volleys = await names(join(process.cwd(), "scenarios/games/bucket.yaml"), /\| unit \| points a \w+/u);
  expect(volleys).toEqual([
    "gunners like riflemen against goblins",
    "gunners like riflemen against goblins, cover",
    "gunners like riflemen against knights",
    "gunners like riflemen against knights, cover",
  ]);
});

it("one question of a game: what it takes for granted, a fact without a default too, and a rule's id on either side of the file", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  writeFileSync(
    join(cwd, "ask.game.yaml"),
    `version: 1
game: ask
unit: { models: 1..9 = 2, kit: "any of swift, brave" }
situation: { cover: yes or no, band: "one of near, far" }
rules: { HIT: to hit, ARM: with arms }
kinds:
  k:
    state: { hits: 0..9, fled: yes or no }
    procedure: |
      HIT: hits = count(roll attacker.models d6: it >= (5 if cover or band == far else 4))
      ARM: if attacker has brave: hits += count(roll attacker.models d6: it >= 6) at most 9
           if hits > 1: fled = yes
    metrics: { hits: hits, fled: fled }
`,
  );
  const asked = async (...words: string[]) => crible(["odds", "./ask.game.yaml", "k", ...words], { cwd });
  const { code, stdout, stderr } = await asked();
  expect([code, stderr]).toEqual([
    0,
    "Not given, so taken as: attacker.models 2, situation.cover false, situation.band near\n",
  ]);
  // Of the dice of rules that are not come to, none is needed.
  expect(stdout).toContain("to hit: 4+");
  expect(stdout).not.toContain("with arms");
  expect((await asked("attacker.kit=[brave]", "situation.band=far")).stdout).toMatch(/to hit: 5\+.*with arms: 6\+/su);
  writeFileSync(
    join(cwd, "ask.yaml"),
    "version: 1\nruleset: ./ask.game.yaml\nunits: { a: {} }\nexperiments:\n  e: { kind: k, attacker: a, situation: { cover: false, band: near } }\n",
  );
  expect((await crible(["run", "ask.yaml"], { cwd })).stdout).toMatch(/^ {4}fled: yes 25.0 %$/mu);
  const rule = await crible(["explain", "ask.game.yaml", "ARM"], { cwd });
  expect(rule.stdout).toContain("attacker has brave");
  expect((await crible(["explain", "ARM", "ask.game.yaml"], { cwd })).stdout).toBe(rule.stdout);
});

it("play says of a game whose sides choose where its best play is shown, in both languages", async () => {
  const { code, stderr } = await crible(["play", "scenarios/games/night-raid.yaml"]);
  expect(`${code} ${stderr}`).toMatch(/^3 .*crible run plays what its sides choose as best play/s);
  const french = await crible(["play", "scenarios/games/night-raid.yaml", "--lang", "fr"]);
  expect(french.stderr).toContain("crible run joue au mieux ce que ses camps choisissent");
});

it("even prices of fights whose units have no models: none, and why, not an unknown key", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  const docs = readFileSync("docs/your-own-game.md", "utf8");
  const [, game] = /```yaml\n([^`]*game: duel[^`]*)```/u.exec(docs)!;
  const scenario =
    "version: 1\nruleset: ./duel.game.yaml\nunits: { a: { label: Alphas, models: 2, points: 5 }, b: { models: 2, points: 5 } }\nexperiments: { x: { kind: fight, attacker: a, defender: b } }\n";
  writeFileSync(join(cwd, "models.yaml"), scenario);
  writeFileSync(join(cwd, "raiders.yaml"), scenario.replaceAll("models", "raiders").replace("duel", "raid"));
  writeFileSync(join(cwd, "duel.game.yaml"), game!);
  writeFileSync(join(cwd, "raid.game.yaml"), game!.replaceAll("models", "raiders"));
  expect((await crible(["solve", "models.yaml", "--points"], { cwd })).stdout).not.toContain("number could be varied");
  const { code, stdout, stderr } = await crible(["solve", "raiders.yaml", "--points"], { cwd });
  expect(`${code} ${stderr}`).not.toContain("unknown key");
  expect(stdout).toContain("no side is one unit of like models, whose number could be varied");
  // More are lost than the one model of a unit that counts its raiders: what one costs is not known.
  expect(stdout).toContain("Alphas loses up to 2 and has 1 model: call models what counts them");
  expect(stdout).not.toMatch(/left for each 100|kills/u);
  expect((await crible(["solve", "models.yaml", "--points"], { cwd })).stdout).toMatch(/left for each 100/u);
  const sets = "modifierSets: { good: { attacker: { skill: 3+ } } }\n";
  for (const name of ["models", "raiders"])
    writeFileSync(
      join(cwd, `${name}.yaml`),
      readFileSync(join(cwd, `${name}.yaml`), "utf8")
        .replace("experiments:", `${sets}experiments:`)
        .replace("defender: b }", "defender: b, with: [base, good] }"),
    );
  const effects = async (name: string) =>
    (await crible(["effects", `${name}.yaml`, "--factors", "good", "--metric", "out"], { cwd })).stdout;
  expect(await effects("models")).toContain("list pts");
  expect(await effects("raiders")).not.toContain("list pts");
});

/** A duel in which one side cannot be hurt and the other always hits. */
const CERTAIN = `version: 1
game: certain
unit:
  models: 1..9 = 3
  skill: needed d6 = 4
  armour: needed d6 = none
situation:
  cover: 0..2 = 0
rules: { HIT: to hit, SAVE: to save }
kinds:
  duel:
    state:
      out: 0..defender.models
      winner: one of first, second, draw = draw
    procedure: |
      HIT:  need = attacker.skill + cover
            hits = count(roll attacker.models d6: it >= need)
      SAVE: out += hits - count(roll hits d6: it >= defender.armour) at most defender.models
            if out > 0: winner = first
    metrics: { winner: winner, out: out }
    winner: winner
`;
function certain(): string {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  writeFileSync(join(cwd, "c.game.yaml"), CERTAIN);
  writeFileSync(
    join(cwd, "c.yaml"),
    "version: 1\nruleset: ./c.game.yaml\nunits: { a: {}, b: { skill: 1+ } }\nexperiments: { x: { kind: duel, attacker: [a, b], defender: a } }\n",
  );
  return cwd;
}

it("needed dice are 4+, always or never, wherever they are said, and of names that stand for one", async () => {
  const cwd = certain();
  const explained = await crible(["explain", "c.yaml", "--cell", "x~b~a~base"], { cwd });
  expect(explained.stdout).toMatch(/attacker\.skill always\n[\s\S]*defender\.armour never\n/u);
  expect(explained.stdout).toMatch(/to hit: 1\+ on a D6 \(always\)\n.*to save: 7\+ on a D6 \(never\)/u);
  const french = await crible(["explain", "c.yaml", "--cell", "x~b~a~base", "--lang", "fr"], { cwd });
  expect(french.stdout).toMatch(/attacker\.skill toujours\n[\s\S]*defender\.armour jamais\n/u);
  const swept = await crible(["sweep", "c.yaml", "--sweep", "units.a.armour=5..7"], { cwd });
  expect(swept.stdout).toMatch(/5\+[\s\S]*6\+[\s\S]*never/u);
  expect(swept.stdout).not.toMatch(/7\+|\b7 /u);
});

it("needed dice of a name that is changed before it is read, and of faces that always or never do; none, no heading", async () => {
  const cwd = certain();
  const explained = async (steps: string, cell = "x~a~a~base") => {
    const text = CERTAIN.replace("hits = count(roll attacker.models d6: it >= need)", () =>
      steps.replaceAll("\n", "\n            "),
    ).replace("kinds:", "functions: |\n  function two(x):\n    give 2 * x\nkinds:");
    writeFileSync(join(cwd, "c.game.yaml"), text);
    return (await crible(["explain", "c.yaml", "--cell", cell], { cwd })).stdout;
  };
  const changed = "if cover == 0: need += 1\nif cover > 0: need += 2\nhits = count(roll 2 d6: it >= need)";
  expect(await explained(changed)).toContain("to hit: 5+ on a D6\n");
  expect(await explained(`${changed}\nneed += 1`)).not.toContain("to hit: "); // read before it changes: neither number
  expect(await explained("turns 2: need += 1\nhits = count(roll 2 d6: it >= need)")).not.toContain("to hit: ");
  expect(await explained("hits = count(roll 2 d6: it >= need + 4 or it == 6)")).toContain("to hit: 6+ on a D6\n");
  expect(await explained("hits = count(roll 2 d6: it >= need + 4 or it == 5)")).not.toContain("to hit: ");
  const ones = await explained("hits = count(roll 2 d6: it >= need and it != 1)", "x~b~a~base");
  expect(ones).toContain("to hit: 2+ on a D6\n");
  expect(ones).toMatch(/\n {17}defender\.models 3\n/u); // of no rule, whatever functions there are
  writeFileSync(join(cwd, "c.game.yaml"), CERTAIN.replaceAll(/it >= [a-z.]+/gu, "it in 3..4"));
  expect((await crible(["explain", "c.yaml", "--cell", "x~a~a~base"], { cwd })).stdout).toMatch(/What can happen/u);
  expect((await crible(["explain", "c.yaml", "--cell", "x~a~a~base"], { cwd })).stdout).not.toContain("Needed dice");
});

it("an editor's schema takes the path of the game, as scenarios name it, and no other ruleset", async () => {
  const cwd = ownGame();
  const schema = JSON.parse((await crible(["schema", "./border.game.yaml"], { cwd })).stdout);
  const validate = new Ajv({ strict: false }).compile(schema);
  const scenario = parse(readFileSync(join(cwd, "first.yaml"), "utf8"));
  expect(validate(scenario), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...scenario, ruleset: "alpha-omega" })).toBe(false);
});

it("winner is French in French, unless the game says another word", async () => {
  const cwd = certain();
  const { stdout } = await crible(["run", "c.yaml", "--lang", "fr", "--no-html"], { cwd });
  expect(stdout).toContain("vainqueur");
  expect(stdout).not.toContain("winner");
});

it("a check compares every metric of a game: a number that is no headline cannot move unseen", async () => {
  const cwd = ownGame();
  await crible(["check", "first.yaml", "--update"], { cwd });
  expect(readFileSync(join(cwd, "balance.baseline.yaml"), "utf8")).toContain("volley~elves~orcs~base/fled=yes");
  const game = readFileSync(join(cwd, "border.game.yaml"), "utf8");
  writeFileSync(join(cwd, "border.game.yaml"), game.replace("2d6 > defender.nerve", "3d6 > defender.nerve"));
  const { code, stdout } = await crible(["check", "first.yaml"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/fled/u);
});

const measured = `version: 1
game: measured
unit: { models: 1..9 = 4, reach: 1..30 hexes = 12 }
situation:
  gap: 0..48 inches = 12
  light: { type: 0..100 % = 100, text: { en: How much is seen, fr: Ce qui se voit } }
  height: 0..9 = 0
options:
  near: { id: Q1, question: { en: Is 9 near?, fr: 9 est-il près ? }, readings: { same: it is, less: it is not } }
rules: { AIM: { title: { en: aim, fr: visée } } }
french: { inches: pouces, inch: pouce, hexes: cases, gap: écart }
kinds:
  shot:
    state: { hits: 0..attacker.models }
    procedure: |
      AIM: far = gap > attacker.reach or height > 3 or light < 50 or (near == less and gap == 9)
      AIM: hits = count(roll attacker.models d6: it >= (6 if far else 4))
    metrics: { hits: hits }
`;

it("numbers are told with what they count where the game says it, in both languages", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  writeFileSync(join(cwd, "measured.game.yaml"), measured);
  writeFileSync(
    join(cwd, "m.yaml"),
    "version: 1\nruleset: ./measured.game.yaml\nunits: { a: {} }\nexperiments: { shot: { kind: shot, attacker: a } }\n",
  );
  const told = async (...words: string[]) => (await crible(words, { cwd })).stdout.replaceAll("\u00a0", " ");
  const gap = ["sweep", "m.yaml", "--sweep", "situation.gap=6,13"];
  expect(await told(...gap)).toContain("2 at gap 6 to 12 inches, falling to 0.667 at 13 inches.");
  expect(await told(...gap, "--lang", "fr")).toContain("2 (écart 6 à 12 pouces) à 0,667 (13 pouces)");
  const one = ["sweep", "m.yaml", "--set", "attacker.reach=1", "--sweep", "situation.gap=1,2"];
  expect(await told(...one)).toContain("at gap 1 inch, falling to");
  expect(await told(...one, "--lang", "fr")).toContain("(écart 1 pouce)");
  expect(await told("sweep", "m.yaml", "--sweep", "situation.light=40,60")).toContain("light 40 to 49 %");
  expect(await told("sweep", "m.yaml", "--sweep", "situation.height=0,5")).toContain(
    "at height 0 to 3, falling to 0.667 at 4 to 5.",
  );
  const reach = ["solve", "m.yaml", "--path", "attacker.reach=5..20", "--target", "hits=2"];
  expect(await told(...reach)).toContain("12 hexes");
  expect(await told(...reach, "--lang", "fr")).toContain("12 cases");
  // What French has no word for of one stays as it is of several.
  expect(await told(...reach.with(3, "attacker.reach=1..2"), "--lang", "fr")).toContain("1 cases");
  // What was stored says it without the game's text.
  writeFileSync(join(cwd, "gap.json"), await told(...gap, "--json"));
  const again = await cribleProcess(["report", "gap.json", "--format", "markdown", "--lang", "fr"], { cwd });
  expect(again.stdout).toMatch(/13\spouces/u);
  expect(await told("replay", "m.yaml", "shot", "--trial", "1", "--lang", "fr")).toMatch(
    /\nvisée : [\d ]+, chacun à 4\+ /u,
  );
  const field = (path: string, lang: string) => told("explain", "field", "./measured.game.yaml", path, "--lang", lang);
  expect(await field("situation.gap", "fr")).toContain("\n  pouces\n");
  expect(await field("situation.light", "fr")).toContain("\n  Ce qui se voit\n");
  expect(await field("options.near", "en")).toContain("\n  Q1. Is 9 near?\n");
  expect(await field("options.near", "fr")).toContain("\n  Q1. 9 est-il près ?\n");
  expect(await told("explain", "measured.game.yaml", "--markdown")).toContain("| gap | 0..48 inches | 12 |");
  expect(JSON.stringify(JSON.parse(await told("schema", "./measured.game.yaml")))).toContain('"unit":"inches"');
});
