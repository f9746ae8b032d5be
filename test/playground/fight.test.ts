import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bestPlay, gamesOf } from "../../src/analysis/playing.ts";
import { loadStudy, replay, run } from "../../src/browser.ts";
import type { UnitAnswer } from "../../src/playground/answer.ts";
import { commandOf } from "../../src/playground/command.ts";
import { Desk } from "../../src/playground/desk.ts";
import { fightBetween, perTurn, writtenTurns } from "../../src/playground/fight-words.ts";
import { FIRST_FIGHT } from "../../src/playground/first.ts";
import { changed, type Query } from "../../src/playground/question.ts";
import { NAME } from "../../src/playground/texts.ts";
import { marksOf } from "../../src/playground/writing.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { crible, workplace } from "../cli/crible.ts";

const desk = new Desk();
/** Small enough to be played in no time. */
const small = (question: Query, more: Readonly<Record<string, string>> = {}): Query => ({
  ...question,
  changes: {
    ...question.changes,
    "attacker.models": "3",
    "defender.models": "2",
    "situation.turns": "3",
    ...more,
  },
});
const duel = small(FIRST_FIGHT["alpha-omega"]!, { "defender.save": "3+", "first.order": "[aimed, manoeuvre]" });
/** Too many ways to be solved. */
const squads = small(
  { ...FIRST_FIGHT.metropolis!, defender: "assaultTroopers" },
  {
    "attacker.models": "20",
    "defender.models": "20",
    "second.order": "[move, move, charge, assault]",
    "situation.distance": "[34, 22, 12, 0]",
  },
);

function toldOf(answer: UnitAnswer) {
  if (answer.is !== "told") throw new Error(JSON.stringify(answer).slice(0, 400));
  return answer;
}
/** The scenario that the page writes of a question, as the command line reads it. */
const studyOf = async (question: Query) =>
  loadStudy(NAME, { files: givenFiles({ [NAME]: await desk.written(question) }) });

describe("a whole fight at the desk", () => {
  it("comes to what its own scenario comes to on the command line, turn by turn", async () => {
    expect(await marksOf({ [NAME]: await desk.written(duel) })).toEqual([]);
    const [cell] = (await run(await studyOf(duel))).cells;
    const answer = toldOf(await desk.ask(duel));
    expect([answer.isExact, answer.isOpen]).toEqual([true, false]);
    expect(answer.metrics.map(({ rows }) => rows.map(({ probability }) => probability))).toEqual(
      cell!.metrics!.map(({ outcomes }) => outcomes.map(({ probability }) => probability)),
    );
    const { standings, names } = (await desk.fight(duel))!;
    expect(names).toEqual(["Eldar Rangers", "Space Marines"]);
    const ready = cell!.metrics!.filter(({ name, side }) => name === "ready" && side === "second");
    expect(standings[1]!.drawing.values.map(([first]) => first!.value)).toEqual(ready.map(({ mean }) => mean));
    expect(answer.what).toBe("of fights are won by Eldar Rangers");
  });

  it("that is simulated is played further, stage by stage, to the bytes that a run of as many trials has", async () => {
    const first = toldOf(await desk.ask(squads));
    expect([first.isExact, first.isOpen]).toEqual([false, true]);
    const second = toldOf(await desk.further(squads));
    expect(second.told.value).not.toBe(first.told.value);
    const [cell] = (await run(await studyOf(squads), { trials: 8_192 })).cells;
    expect(second.metrics.map(({ rows }) => rows.map(({ probability }) => probability))).toEqual(
      cell!.metrics!.map(({ outcomes }) => outcomes.map(({ probability }) => probability)),
    );
  });

  it("tells the trial that crible replay tells, step by step", async () => {
    for (const question of [duel, squads]) {
      const told = await desk.replay(question, { percentile: 90 });
      const study = await studyOf(question);
      const other = await replay(study, study.cells[0]!.id, { percentile: 90, trials: 65_536 });
      if ("statement" in other) throw new Error("forbidden");
      expect(told.trial).toBe(other.trial);
      expect(told.left).toHaveLength(3);
      const turns = other.entries.filter((entry) => "heading" in entry).length;
      expect(told.steps.at(-1)!.turn).toBe(turns);
      expect(told.steps.filter(({ is }) => is === "dice").length).toBeGreaterThan(3);
    }
    await expect(desk.replay(duel, { trial: 65_537 })).rejects.toThrow("there is no trial 65537");
  });

  it("has its best play, or says why it has none", async () => {
    const best = await desk.best(duel);
    if ("reason" in best) throw new Error(best.reason);
    const study = await studyOf(duel);
    const { fights } = await bestPlay(await gamesOf(study), await run(study));
    const value = fights[0]!.sides[0].value;
    expect(JSON.stringify(best.blocks)).toContain(`Eldar Rangers win ${(value * 100).toFixed(1)} %`);
    const far = await desk.best(small(FIRST_FIGHT["alpha-omega"]!, { "situation.distance": "90" }));
    expect(JSON.stringify(far)).toContain("never fires: the nearest enemy is 90 paces away");
    expect(await desk.best(squads)).toEqual({
      reason:
        "units act one after another, each knowing what the last one did: the sides choose nothing at once (E-20)",
    });
    expect(await new Desk("fr").goingFirst(small(FIRST_FIGHT.metropolis!))).toMatch(
      /^commencer chaque tour.*pp.*pour\sMarines\sde\sligne/,
    );
  });

  it("says what a change of a unit is worth in points, as compare --sets says it of the same fight", async () => {
    const before = small(FIRST_FIGHT["alpha-omega"]!, { "situation.distance": "10", "first.order": "aimed" });
    const now = changed(before, "defender.addAptitudes", "[medikit]");
    const told = await desk.price(now, before);
    if ("reason" in told) throw new Error(told.reason);
    // The command line is given the scenario that the page writes, and a set of its own.
    const text = (await desk.written(before)).replace(
      /^experiments:/mu,
      "modifierSets: { medikit: { defender: { addAptitudes: [medikit] } } }\nexperiments:",
    );
    const cwd = workplace();
    writeFileSync(join(cwd, "fight.yaml"), text);
    const { stdout, stderr } = await crible(["compare", "fight.yaml", "--sets", "base,medikit", "--markdown"], { cwd });
    const said = stdout.split("\n").flatMap((line) => /^ +- (medikit adds .*|Measured .*)$/u.exec(line)?.[1] ?? []);
    expect(said, stderr).toHaveLength(2);
    expect(told.blocks).toEqual([{ sentences: said }]);
    expect(said[0]).toMatch(/^medikit adds \d\.\d+ points a model to the price of Space Marines \(even at/u);
    expect(said[1]).toMatch(/distance\s10\spaces/u);
  });

  it("says why a change has no price: of the ground, and of other units", async () => {
    const why = { reason: "both sides need points, and the change has to be of the unit of one side" };
    expect(await desk.price(changed(duel, "situation.distance", "20"), duel)).toEqual(why);
    expect(await desk.price({ ...duel, defender: "orkBoyz" }, duel)).toEqual(why);
    expect((await new Desk("fr").price(changed(duel, "situation.distance", "20"), duel)) as object).toMatchObject({
      reason: expect.stringContaining("les deux camps doivent avoir des points"),
    });
  });

  it("is made of the units of any question, and of none where a ruleset has no fights", async () => {
    const question: Query = {
      ruleset: "alpha-omega",
      kind: "volley",
      attacker: "guardians",
      defender: "orkBoyz",
      changes: { "defender.save": "3+", "situation.distance": "20", "situation.attackerOrder": "aimed" },
    };
    const own = fightBetween(question, FIRST_FIGHT["alpha-omega"]!);
    expect(own).toMatchObject({ kind: "engagement", attacker: "guardians", defender: "orkBoyz" });
    expect(own.changes).toMatchObject({ "defender.save": "3+", "situation.distance": "20", "first.order": "aimed" });
    expect(own.changes).not.toHaveProperty("situation.attackerOrder");
    // A fight of a scenario is at the distances that it writes, not at those of the volley that was looked at before.
    const written = { ...FIRST_FIGHT["alpha-omega"]!, changes: { "situation.distance": "[20, 10, 0]" } };
    expect(fightBetween(question, written, true).changes).toEqual({
      "defender.save": "3+",
      "situation.distance": "[20, 10, 0]",
    });
    expect(fightBetween(question, written).changes).toMatchObject({ "situation.distance": "20" });
    expect(commandOf(own)).toMatch(
      /^crible odds alpha-omega engagement attacker=guardians defender=orkBoyz .*first\.order=aimed/,
    );
    expect((await desk.sheet("wh40k-10e")).kinds.some(({ isFight }) => isFight)).toBe(false);
  });

  it("is impossible where an order is none, and fills a field", async () => {
    expect(await desk.ask(changed(duel, "first.order", "dance"))).toMatchObject({ is: "wrong" });
    const [one] = await desk.field(duel, "guardians", ["marines"]);
    expect(one!.told).toEqual(toldOf(await desk.ask({ ...duel, attacker: "guardians" })).told);
  });
});

describe("orders turn by turn", () => {
  it("repeat their last, and are written as short as they can be", () => {
    expect(perTurn("[a, b]", 4)).toEqual(["a", "b", "b", "b"]);
    expect(perTurn("a", 2)).toEqual(["a", "a"]);
    expect(writtenTurns(["a", "b", "b", "b"])).toBe("[a, b]");
    expect(writtenTurns(["a", "a"])).toBe("a");
  });
});
