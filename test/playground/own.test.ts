/** A game of one's own in the playground: what the desk says of it, held to the command line. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { addressOf, parseAddress } from "../../src/playground/address.ts";
import type { ToldMetric } from "../../src/playground/answer.ts";
import { commandOf } from "../../src/playground/command.ts";
import { Desk } from "../../src/playground/desk.ts";
import { hintsAt, saidOf } from "../../src/playground/hints.ts";
import { newGame, starterOf } from "../../src/playground/own.ts";
import { changed, type Query, wordsOf } from "../../src/playground/question.ts";
import { stepped } from "../../src/playground/step.ts";
import { NAME, type Texts } from "../../src/playground/texts.ts";
import { questionsIn } from "../../src/playground/way-back.ts";
import { marksOf, runText } from "../../src/playground/writing.ts";
import { GameProgram } from "../../src/rulesets/game/program.ts";
import { crible } from "../cli/crible.ts";
import { half, LONG } from "../long.ts";

const textsOf = (name: string): Texts => ({
  [NAME]: readFileSync(`scenarios/games/${name}.yaml`, "utf8"),
  [`${name}.game.yaml`]: readFileSync(`scenarios/games/${name}.game.yaml`, "utf8"),
});

async function asked(texts: Texts, changes: Query["changes"] = {}) {
  const desk = new Desk();
  const own = await desk.own(texts);
  const question = { ...own.first, changes };
  const answer = await desk.ask(question);
  if (answer.is !== "told") throw new Error(JSON.stringify(answer).slice(0, 300));
  return { desk, own, question, answer };
}

describe("a game of one's own in the playground", () => {
  it.each(
    half([
      ["bucket", { "defender.save": "4+", "weapons.rifle.attacks": "3", "situation.cover": "true" }],
      ["skirmish-line", { "defender.nerve": "10" }],
      ["walkers", { "weapons.cannon.damage": "8" }],
      ["after-battle", {}],
    ] as const),
  )("says of %s what the command line says, before and after changes", async (name, changes) => {
    const texts = textsOf(name);
    for (const own of LONG || name === "bucket" ? [{}, changes] : [changes]) {
      const { answer, question } = await asked(texts, own);
      const [, , ruleset, ...rest] = commandOf(question).replaceAll("'", "").split(" ");
      expect(ruleset).toBe(NAME); // as the page hands it out
      const { stdout } = await crible(["odds", `scenarios/games/${name}.yaml`, ...rest, "--json"]);
      const { cells } = JSON.parse(stdout) as { cells: { metrics: { outcomes: { fraction?: string }[] }[] }[] };
      expect(answer.metrics.map(({ rows }) => rows.map(({ fraction }) => fraction))).toEqual(
        cells[0]!.metrics.map(({ outcomes }) => outcomes.map(({ fraction }) => fraction)),
      );
      expect(question.ruleset).toMatch(new RegExp(`^${name}@[0-9a-f]{8}$`));
    }
  });

  it("makes nothing ready to be played of a question that is solved", async () => {
    const acted = vi.spyOn(GameProgram.prototype, "acted");
    const { answer, desk, question } = await asked(textsOf("bucket"));
    const changes = await desk.ask(changed(question, "defender.toughness", "5"), question);
    expect([answer.isExact, changes.is]).toEqual([true, "told"]);
    expect(acted).not.toHaveBeenCalled();
    acted.mockRestore();
  });

  it("turns what the game declares, with its defaults, and its numbers", async () => {
    const { answer, desk, question } = await asked(textsOf("skirmish-line"));
    const [attacker] = answer.cards.units;
    const nerve = attacker!.controls.find(({ field }) => field === "nerve")!;
    expect([nerve.base, nerve.isMain]).toEqual(["8", true]); // nobody says it: the game does
    const number = answer.cards.situation.find(({ path }) => path === "rules.shaken")!;
    expect(number.base).toBe("1");
    const harder = await desk.ask(changed(question, "rules.shaken", "3"), question);
    expect(harder.is === "told" && harder.change?.sign).not.toBe(undefined);
  });

  it("says what a number counts where the game does", async () => {
    const texts = textsOf("bucket");
    const game = texts["bucket.game.yaml"]!.replace(/^situation:$/mu, "situation:\n  gap: 0..48 inches = 12");
    const read = game.replace(/(procedure: \|\n\s+[A-Z]+:)(\s+)/u, "$1$2near = gap < 20; ");
    const { answer } = await asked({ ...texts, "bucket.game.yaml": read });
    const units = answer.cards.situation.map(({ path, unit }) => [path, unit]);
    expect(units).toContainEqual(["situation.gap", "inches"]);
  });

  it("steps a needed die up to none and back", async () => {
    const { answer, question, desk } = await asked(textsOf("bucket"), { "defender.save": "6+" });
    const save = answer.cards.units[1]!.controls.find(({ field }) => field === "save")!;
    expect(stepped(save, 1)).toBe("none");
    expect(stepped({ ...save, value: "none" }, 1)).toBeUndefined();
    expect(stepped({ ...save, value: "none" }, -1)).toBe("6+");
    expect(stepped({ ...save, value: undefined }, -1)).toBe("6+");
    const bare = await desk.ask(changed(question, "defender.save", "none"), question);
    expect(bare.is).toBe("told");
  });

  it("asks it back: a question is written with its units, and every cell of a scenario is a question", async () => {
    const texts = textsOf("bucket");
    const { desk, question } = await asked(texts, { "defender.save": "3+", "weapons.rifle.attacks": "3" });
    const text = await desk.written(question);
    expect(text).toContain("ruleset: ./bucket.game.yaml");
    expect(text).toContain("# Many light shots or few heavy ones?"); // whoever wrote it keeps what he wrote
    const back = await questionsIn({ ...texts, [NAME]: text });
    const found = back.at(-1)!;
    expect(found.isWhole).toBe(true);
    const again = new Desk();
    await again.own({ ...texts, [NAME]: text });
    const [one, other] = [await desk.ask(question), await again.ask(found.question)];
    expect(one.is === "told" && other.is === "told" && other.told).toEqual(one.is === "told" && one.told);
    const ran = await runText(texts, { lang: "en", workers: 0 });
    expect(ran.cells.length).toBe(8);
  });

  it("is a scenario of a ruleset that ships, with units of its own: each cell is what the command line says", async () => {
    const text = [
      "version: 1\nruleset: wh40k-10e\nextends: crible:wh40k-10e/catalogue",
      "weapons:",
      "  maul: { range: melee, attacks: 3, skill: 4+, strength: 12, ap: -3, damage: D6, abilities: [Anti-Vehicle 4+] }",
      "  fist: { range: melee, attacks: 4, skill: 3+, strength: 10, ap: -2, damage: 2 }",
      "units:",
      "  reavers: { label: Reavers, models: 6, toughness: 5, save: 3+, wounds: 3, weapons: [fist] }",
      "  orkBoyz: { toughness: 6 }",
      "modifierSets: { fist: {}, mauls: { attacker: { weapons: [maul] } } }",
      "experiments: { blows: { kind: fight, attacker: reavers, defender: [rhino, orkBoyz], with: [fist, mauls] } }\n",
    ].join("\n");
    const desk = new Desk();
    const { ruleset, first } = await desk.own({ [NAME]: text });
    expect(first).toMatchObject({ ruleset, kind: "fight", attacker: "reavers", defender: "rhino" });
    const { kinds } = await desk.sheet(ruleset);
    const [shipped] = (await desk.sheet("wh40k-10e")).kinds;
    const shooting = kinds.find(({ name }) => name === "shooting")!;
    const namesOf = (units: readonly { readonly name: string }[]) => units.map(({ name }) => name);
    expect(namesOf(shooting.defenders)).toEqual([...namesOf(shipped!.defenders), "reavers"]);
    const cells = await questionsIn({ [NAME]: text });
    expect(cells.map(({ cell, isWhole }) => [cell, isWhole])).toEqual(
      ["rhino~fist", "rhino~mauls", "orkBoyz~fist", "orkBoyz~mauls"].map((end) => [`blows~reavers~${end}`, true]),
    );
    // Whose units they are is told by the name of the game alone.
    const folder = mkdtempSync(join(tmpdir(), "crible-reavers-"));
    const file = join(folder, "reavers.yaml");
    writeFileSync(file, text);
    for (const { question } of cells) {
      const answer = await desk.ask(question);
      const said = await crible(["odds", file, question.kind, ...wordsOf(question)]);
      expect(answer.is === "told" && said.stdout).toContain(answer.is === "told" && answer.told.text);
    }
    const untouched = await desk.ask({ ...first, ruleset: "wh40k-10e", kind: "shooting", attacker: "intercessors" });
    expect(untouched.is).toBe("told");
    await expect(desk.ask({ ...first, ruleset: "wh40k-10e", kind: "shooting" })).rejects.toThrow("reavers");
    await expect(new Desk().ask(first)).rejects.toThrow("no game called");
    expect(await desk.written(first)).toContain("Reavers");
  });

  it("keeps A of the rule as it was beside the rule as it is", async () => {
    const texts = textsOf("bucket");
    const { desk, question } = await asked(texts);
    const game = texts["bucket.game.yaml"]!;
    const edited = { ...texts, "bucket.game.yaml": game.replace("it - weapon.piercing", "it - weapon.piercing - 1") };
    expect(edited["bucket.game.yaml"]).not.toBe(game);
    const own = await desk.own(edited);
    const answer = await desk.ask({ ...question, ruleset: own.ruleset }, question);
    expect(answer.is === "told" && answer.change?.sign).toBe(1);
  });

  it("answers anew whatever is edited: a unit, its weapon, a fact, the scenario's text and the game's", async () => {
    const texts = textsOf("bucket");
    const desk = new Desk();
    /** Goblins that fall on average: each shot takes one out. */
    const fallen = async (edits: Record<string, [from: string, to: string]>, changes: Query["changes"]) => {
      const edited = Object.entries(texts).map(([name, text]) => [name, text.replace(...(edits[name] ?? ["", ""]))]);
      for (const name of Object.keys(edits)) expect(texts[name]).toContain(edits[name]![0]);
      const { first } = await desk.own(Object.fromEntries(edited));
      const answer = await desk.ask({ ...first, changes });
      const { rows } = (answer.is === "told" && answer.metrics.find(({ name }) => name === "casualties")) as ToldMetric;
      return rows.reduce((sum, { label, probability }) => sum + Number(label) * probability, 0);
    };
    const game = "bucket.game.yaml";
    const hit = "it >= attacker.skill";
    // Twenty shots hit on 3+, wound on 3+, and a 6 saves.
    for (const [edits, changes, expected] of [
      [{}, {}, (20 * 4 * 4 * 5) / 6 ** 3],
      [{}, { "attacker.models": "7" }, (14 * 4 * 4 * 5) / 6 ** 3],
      [{}, { "defender.toughness": "4" }, (20 * 4 * 3 * 5) / 6 ** 3],
      [{}, { "weapons.rifle.attacks": "1" }, (10 * 4 * 4 * 5) / 6 ** 3],
      [{}, { "situation.cover": "true" }, (20 * 4 * 4 * 4) / 6 ** 3],
      [{ [NAME]: ["skill: 3+", "skill: 5+"] }, {}, (20 * 2 * 4 * 5) / 6 ** 3],
      [{ [NAME]: ["attacks: 2", "attacks: 1"] }, {}, (10 * 4 * 4 * 5) / 6 ** 3],
      [{ [game]: [hit, "it > attacker.skill"] }, {}, (20 * 3 * 4 * 5) / 6 ** 3],
      [{ [game]: [hit, "it > attacker.skill"] }, { "attacker.models": "7" }, (14 * 3 * 4 * 5) / 6 ** 3],
      [{}, { "attacker.models": "7" }, (14 * 4 * 4 * 5) / 6 ** 3],
    ] as const)
      expect(await fallen({ ...edits } as never, changes), JSON.stringify([edits, changes])).toBeCloseTo(expected, 12);
  });

  it("draws who is left of a fight turn by turn, from metrics that are called after states", async () => {
    const docs = readFileSync("docs/your-own-game.md", "utf8");
    const [, game] = /```yaml\n([^`]*game: duel[^`]*)```/u.exec(docs)!;
    const scenario =
      "version: 1\nruleset: ./duel.game.yaml\nunits: { a: { models: 2 }, b: { models: 1 } }\nexperiments: { x: { kind: fight, attacker: a, defender: b } }\n";
    const charts = async (text: string) => {
      const { desk, question } = await asked({ [NAME]: scenario, "duel.game.yaml": text });
      return (await desk.fight(question))!.standings;
    };
    const [first, second] = await charts(game!);
    expect(first!.unit).toBe("a");
    expect(first!.table!.rows).toHaveLength(6);
    // One die at 4+ is one model of one at most: of b, 3/4 is out after the first turn when a goes first, else 1/2 · 3/4 + 1/2 · 1/2.
    const out = (3 / 4 + (1 / 2) * (3 / 4) + (1 / 2) * (1 / 2)) / 2;
    expect(Number(second!.drawing.values[0]![1]!.value)).toBeCloseTo(out, 12);
  });

  it("draws what else is measured turn by turn, each metric of each side, and says why where nothing is", async () => {
    const game = (metrics: string) => `version: 1
game: clock
unit:
  models: 2..9
words: { mood: [calm, angry] }
kinds:
  fight:
    state:
      own.hits: 0..9
      mood: mood
      winner: one of first, second, draw
    procedure: |
      turns 3:
        attacker.hits += 1 + count(roll 1 d6: it >= 4)
        if d6 == 6: mood = angry
    metrics:
      winner: winner
${metrics}
    winner: winner
`;
    const fight = async (metrics: string) => {
      const scenario =
        "version: 1\nruleset: ./clock.game.yaml\nunits: { a: { models: 2 }, b: { models: 2 } }\nexperiments: { x: { kind: fight, attacker: a, defender: b } }\n";
      const { desk, question } = await asked({ [NAME]: scenario, "clock.game.yaml": game(metrics) });
      return (await desk.fight(question))!;
    };
    const { standings, why } = await fight(
      "      hits: { value: own.hits, perTurn: true }\n      mood: { value: mood, perTurn: true }",
    );
    expect(why).toBeUndefined();
    expect(standings.map(({ unit, drawing }) => [unit, drawing.title])).toEqual([
      ["a", "a: hits"],
      ["b", "b: hits"],
      ["", "mood"],
    ]);
    // One and a half each turn; a die that shows a 6 sooner or later.
    expect(standings[0]!.drawing.values.map(([own]) => own!.value)).toEqual([1.5, 3, 4.5]);
    expect(standings[2]!.drawing.values[1]![1]!.value).toBeCloseTo(1 - (5 / 6) ** 2, 12);
    expect(standings[0]!.table!.rows[0]!.slice(0, 5)).toEqual(["1", "1.500", "0 %", "50.0 %", "50.0 %"]);
    // The picture that is handed out is of the same charts.
    const clock = {
      [NAME]:
        "version: 1\nruleset: ./clock.game.yaml\nunits: { a: { models: 2 }, b: { models: 2 } }\nexperiments: { x: { kind: fight, attacker: a, defender: b } }\n",
      "clock.game.yaml": game("      hits: { value: own.hits, perTurn: true }"),
    };
    const { desk, question } = await asked(clock);
    const { svg } = await desk.exported(question);
    // Who wins is what the fight is about, wherever it is declared.
    const text = game("      hits: own.hits").replace(
      / {6}winner: winner\n( {6}hits: own\.hits\n)/u,
      "$1      winner: winner\n",
    );
    expect(text).toMatch(/hits: own\.hits\n {6}winner/u);
    const last = await asked({ ...clock, "clock.game.yaml": text });
    expect(last.answer.metrics.map(({ label }) => label)[0]).toBe("winner");
    expect((await last.desk.replay(last.question, { trial: 1 })).winner).not.toMatch(/^\d/u);
    expect([svg.includes("a: hits"), svg.includes("b: hits")]).toEqual([true, true]);
    const none = await fight("      hits: own.hits");
    expect(none.standings).toEqual([]);
    expect(none.why).toContain("perTurn: true");
  });

  it("goes through a link, and one with another's texts is read as any file is", async () => {
    const texts = textsOf("walkers");
    const { question, answer } = await asked(texts);
    const { [NAME]: text = "", ...beside } = texts;
    const link = await addressOf({ question, text, beside });
    expect(link.length).toBeLessThan(4_000);
    const shared = (await parseAddress(link))!;
    const { answer: there } = await asked({ ...shared.beside, [NAME]: shared.text! });
    expect(there.told).toEqual(answer.told);
    await expect(parseAddress("r=alpha-omega&k=shot&y.../etc/passwd=a")).rejects.toThrow("files");
    await expect(parseAddress("r=alpha-omega&k=shot&y.__proto__=a")).rejects.toThrow("files");
    await expect(new Desk().own({ [NAME]: "version: 1\nruleset: alpha-omega\n" })).rejects.toThrow("no experiments");
    await expect(
      new Desk().own({ ...texts, "walkers.game.yaml": "version: 1\ngame: x\nkinds: {}\n" }),
    ).rejects.toThrow();
  });

  it("has problems at their places in both files", async () => {
    const texts = textsOf("bucket");
    expect(await marksOf(texts)).toEqual([]);
    const game = texts["bucket.game.yaml"]!;
    const wrong = game.replace("attacker.skill)", "attacker.skil)");
    const marks = await marksOf({ ...texts, "bucket.game.yaml": wrong });
    const line = wrong.split("\n").findIndex((own) => own.includes("attacker.skil)")) + 1;
    expect(marks[0]).toMatchObject({ file: "bucket.game.yaml", line, isError: true });
    expect(marks[0]!.text).toContain("skill");
    expect((await marksOf({ [NAME]: texts[NAME]! }))[0]).toMatchObject({ file: NAME, line: 3 }); // there is no such file
  });

  it("begins with a small game, and with a scenario for a game that has none", async () => {
    const { answer } = await asked(newGame());
    expect(answer.isExact).toBe(true);
    const game = textsOf("bucket")["bucket.game.yaml"]!;
    const begun = await starterOf("bucket.game.yaml", game);
    expect((await asked({ [NAME]: begun, "bucket.game.yaml": game })).answer.isExact).toBe(true);
    await expect(starterOf("a.game.yaml", "version: 1\n")).rejects.toThrow();
  });

  describe("completion and hover", () => {
    const texts = textsOf("bucket");
    const game = texts["bucket.game.yaml"]!;
    const at = (text: string, needle: string) => {
      const before = text.slice(0, text.indexOf(needle) + needle.length).split("\n");
      return { line: before.length, column: before.at(-1)!.length + 1 };
    };
    const labels = async (text: string, needle: string) =>
      (await hintsAt({ ...texts, "bucket.game.yaml": text }, at(text, needle), "bucket.game.yaml")).map(
        ({ label }) => label,
      );

    it("know a side's characteristics, its weapon's, state, numbers and words of the language", async () => {
      const typing = game.replace("SAVE:  saved", "SAVE:  x = attacker.\n      SAVE:  saved");
      expect(await labels(typing, "x = attacker.")).toEqual(expect.arrayContaining(["models", "skill", "weapon"]));
      const weapon = game.replace("SAVE:  saved", "SAVE:  x = weapon.\n      SAVE:  saved");
      expect(await labels(weapon, "x = weapon.")).toEqual(expect.arrayContaining(["attacks", "strength"]));
      expect(await labels(weapon, "x = weapon.")).not.toContain("skill");
      const bare = game.replace("SAVE:  saved", "SAVE:  x = \n      SAVE:  saved");
      expect(await labels(bare, "x = ")).toEqual(expect.arrayContaining(["cover", "hits", "count", "roll"]));
    });

    it("know lists of words, and what is declared for each word of one", async () => {
      const listed = `words: { troop: [spears, bows] }\n${game.replace("unit:", "unit:\n  left$troop: 0..9 = 1")}`;
      const each = listed.replace("SAVE:  saved", "SAVE:  each \n      SAVE:  saved");
      expect(await labels(each, "SAVE:  each ")).toEqual(expect.arrayContaining(["side", "troop"]));
      const named = listed.replace("SAVE:  saved", "SAVE:  x = attacker.left$\n      SAVE:  saved");
      expect(await labels(named, "x = attacker.left$")).toContain("left$troop");
      expect(await labels(named, "x = attacker.left$")).not.toContain("count");
    });

    it("know the keys of a game's file where no steps stand, and the games of a scenario", async () => {
      expect(await labels(`${game}\ntab`, "\ntab")).toContain("tables");
      const scenario = { ...texts, [NAME]: "version: 1\nruleset: \n" };
      const named = await hintsAt(scenario, { line: 2, column: 10 });
      expect(named.map(({ label }) => label)).toEqual(expect.arrayContaining(["./bucket.game.yaml", "alpha-omega"]));
      const unit = `${texts[NAME]!.replace("units:", "units:\n  mine: {  }")}`;
      const fields = await hintsAt({ ...texts, [NAME]: unit }, at(unit, "mine: { "));
      expect(fields.map(({ label }) => label)).toEqual(expect.arrayContaining(["toughness", "wounds"]));
    });

    it("say what a name is declared as and how a word is written", async () => {
      const said = (needle: string, back: number) => {
        const { line, column } = at(game, needle);
        return saidOf(texts, { line, column: column - back }, "bucket.game.yaml");
      };
      expect(await said("attacker.skill", 5)).toBe("attacker.skill: needed d6 = 4");
      expect(await said("count(", 6)).toBe("count(POOL: it >= 4)");
    });
  });
});
