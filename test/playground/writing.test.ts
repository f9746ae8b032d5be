import { readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { armyScenario } from "../../src/playground/army.ts";
import { Desk } from "../../src/playground/desk.ts";
import { FIRST } from "../../src/playground/first.ts";
import { changed, type Query } from "../../src/playground/question.ts";
import { NAME } from "../../src/playground/texts.ts";
import { marksOf, runText } from "../../src/playground/writing.ts";
import { sentenceOf } from "../../src/scenario/problem.ts";

const desk = new Desk();

describe.each(Object.values(FIRST))("a question of $ruleset as a scenario", (question) => {
  it("has no error and comes to the same, with its changes beside the base", async () => {
    const own: Query = changed(
      changed(
        question,
        question.ruleset === "metropolis" ? "defender.toughness" : "defender.save",
        question.ruleset === "metropolis" ? "6" : "3+",
      ),
      "situation.distance",
      "11",
    );
    const text = await desk.written(own);
    expect(await marksOf({ [NAME]: text })).toEqual([]);
    const { cells } = await runText({ [NAME]: text }, { lang: "en" });
    const answer = await desk.ask(own);
    expect(cells.map(({ id }) => id.split("~").at(-1))).toEqual(["base", "asked"]);
    expect(cells[1]!.text).toBe(answer.is === "told" ? answer.told.text : "");
    expect(cells[0]!.text).not.toBe(cells[1]!.text);
  });

  it("fills a row of a field with what each question comes to, and says why a cell has nothing", async () => {
    const { kinds } = await desk.sheet(question.ruleset);
    const names = kinds
      .find(({ name }) => name === question.kind)!
      .defenders.slice(0, 3)
      .map(({ name }) => name);
    const row = await desk.field(question, question.attacker!, [...names, "nobody"]);
    for (const [i, defender] of names.entries()) {
      const answer = await desk.ask({ ...question, defender });
      if (answer.is !== "told") expect(row[i]!.told).toBeUndefined();
      else if (answer.what !== "wounds lost on average") expect(row[i]!.told).toEqual(answer.told);
      // A field is told by one number, though a question of few kills is told by wounds.
      else expect(row[i]!.told!.text).toBe(answer.metrics.find(({ name }) => name === "killed")!.mean);
    }
    expect(row[3]).toMatchObject({ why: expect.stringContaining("nobody") });
  });
});

describe("a scenario as text", () => {
  it("has its problems where they are", async () => {
    const [own] = await marksOf({ [NAME]: "version: 1\nruleset: alpha-omega\nunitz: {}\n" });
    expect(own).toMatchObject({ line: 3, column: 1, length: 5, isError: true });
    expect(own!.text).toBe('unknown key "unitz" (did you mean "units"?)');
  });

  it("is stopped by its signal and says so; gives the files of a run, in the language that is asked for", async () => {
    const text = (await desk.written(FIRST["alpha-omega"]!)).replace("version: 1", "version: 1\ntitle: Premier essai");
    const ran = await runText({ [NAME]: text }, { lang: "fr" });
    expect(ran).toMatchObject({ title: "Premier essai", isPartial: false });
    expect(Object.keys(ran.files)).toEqual([
      "report.html",
      "outcomes.csv",
      "summary.csv",
      "summary.md",
      "results.json",
    ]);
    expect(ran.findings[0]).toContain("1,417 perte (");
    const gone = await runText({ [NAME]: text }, { lang: "en", signal: AbortSignal.abort() });
    expect(gone).toMatchObject({ isPartial: true, cells: [] });
    await expect(runText({ [NAME]: "version: 2" }, { lang: "en" })).rejects.toThrow("scenario.yaml:1:1");
  });
});

describe("an army list that is dropped", () => {
  const bytes = readFileSync("test/scenario/fixtures/rosters/border-patrol.ros");
  it("is a scenario that runs, of its units", async () => {
    const text = await armyScenario("border-patrol.ros", zipSync({ "a.ros": bytes }));
    expect(await marksOf({ [NAME]: text })).toEqual([]);
    const { cells } = await runText({ [NAME]: text }, { lang: "en" });
    expect(cells.map(({ id }) => id)).toEqual(
      ["lamplighterSquad", "guildmaster", "oilWagon"].map((name) => `first~lamplighterSquad~${name}~base`),
    );
    expect(text).toContain("left out: Night Watch");
  });
  it("of another game is refused", async () => {
    const other = bytes.toString("utf8").replace("sys-352e-adc2-7639-d6a9", "sys-1");
    await expect(armyScenario("x.ros", new TextEncoder().encode(other))).rejects.toThrow("sys-1");
  });
  it("that is a catalogue is refused with what one does with it", async () => {
    const catalogue = readFileSync("test/scenario/fixtures/rosters/lantern.cat");
    const [problem] = await armyScenario("lantern.cat", catalogue).catch(({ problems }) => problems);
    expect(sentenceOf(problem, "en")).toContain("(take them with crible import lantern.cat --units NAME");
    expect(sentenceOf(problem, "fr")).not.toBe(sentenceOf(problem, "en"));
  });
});
