import { describe, expect, it } from "vitest";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { oddsTable } from "../../src/analysis/odds-table.ts";
import { run } from "../../src/analysis/run.ts";
import { documentText } from "../../src/report/index.ts";
import { oddsTableDocument, oddsTable as oddsTableRows } from "../../src/report/odds-table.ts";
import { csvOf } from "../../src/report/table.ts";
import { loadReader } from "../../src/rulesets/index.ts";
import { pointsOf } from "../../src/scenario/axis.ts";
import { oddsAxis } from "../../src/scenario/odds-axis.ts";
import { studyAt } from "../../src/scenario/points.ts";
import { questionOf } from "../../src/scenario/question.ts";
import { readCsv } from "../report/read-csv.ts";

const reader = await loadReader("alpha-omega");
const out = parseMeasure("outcome=out");

async function tabled(words: readonly string[], table: string, by?: string) {
  const axes = [oddsAxis(table, "shot", reader, "--table"), ...(by ? [oddsAxis(by, "shot", reader, "--by")] : [])];
  const { scenario, set, taken } = await questionOf(
    reader,
    "shot",
    words,
    axes.map(({ path }) => path),
  );
  const { study } = await studyAt(scenario.tree, "odds", pointsOf(axes), { set, flag: "--table" });
  const result = await run(study);
  return { ...(await oddsTable(study, result, axes, out)), result, taken };
}

/**
 * A plain shot: no modifier to hit, nor to the save. Skill b+ hits 11 - b times in 10, a save of s+ fails s - 1 times,
 * and half of the wounds are 6 or more.
 */
describe("skill by save, by hand", () => {
  it("is (11 - b) (s - 1) / 200 at every place, with both needed dice", async () => {
    const { entries, shown, isChance } = await tabled([], "attacker.ballisticSkill=2..6", "defender.save=3..6");
    expect(isChance).toBe(true);
    expect(shown).toEqual(["to hit", "to save"]);
    expect(entries).toHaveLength(5 * 4);
    for (const { at, needed, estimate } of entries) {
      const [b, s] = at as [number, number];
      expect(estimate!.value, `${at}`).toBeCloseTo(((11 - b) * (s - 1)) / 200, 14);
      expect(needed.find(({ text }) => text === "to hit")!.needed).toBe(b);
      expect(needed.find(({ text }) => text === "to save")!.needed).toBe(s);
    }
  });

  it("as a grid and as CSV", async () => {
    const { result, taken, ...table } = await tabled([], "attacker.ballisticSkill=4..5", "defender.save=3,5");
    const text = documentText(oddsTableDocument(table, result, "a shot"), { colour: false, width: 100 });
    expect(text).toContain("attacker.ballisticSkill \\ defender.save");
    expect(text).toMatch(/^ {2}4 +4\+\/3\+ 7\.0 % . +4\+\/5\+ 14\.0 % .$/m);
    expect(readCsv(csvOf(oddsTableRows(table))).map((row) => [row["to hit"], row["to save"], row.fraction])).toEqual([
      ["4", "3", "7/100"],
      ["4", "5", "7/50"],
      ["5", "3", "3/50"],
      ["5", "5", "3/25"],
    ]);
    expect(taken.some((text) => text.startsWith("defender.save"))).toBe(false);
  });
});

describe("an axis", () => {
  const axis = (text: string) => oddsAxis(text, "shot", reader, "--by");

  it("alone takes every value its path may have", () => {
    expect(axis("situation.defenderOrder").values).toEqual(["aimed", "manoeuvre", "move", "run", "none"]);
    expect(axis("situation.contactCover").values).toEqual(["false", "true"]);
  });

  it("of what a unit has not but its situation has is meant of that", () => {
    expect(axis("defender.order")).toMatchObject({ title: "defender.order", path: "situation.defenderOrder" });
    expect(axis("defender.order=move,run").values).toEqual(["move", "run"]);
    expect(axis("defender.save=2..4")).toMatchObject({ path: "defender.save", values: [2, 3, 4] });
  });

  it("may be units", () => {
    expect(axis("defender=marines,orkBoyz")).toEqual({
      title: "defender",
      path: "experiments.odds.defender",
      values: ["marines", "orkBoyz"],
    });
  });

  it.each([
    ["defender.ordr", 'did you mean "order"?'],
    ["defender.sve=2..3", 'did you mean "save"?'],
    ["situation.distanse=6..40", 'did you mean "distance"?'],
    ["situation.distance", "--by situation.distance=6..40"],
  ])("%s is refused", (text, words) => expect(() => axis(text)).toThrow(words));
});

it("a target that runs is 1 easier to hit than one that moves", async () => {
  const { entries } = await tabled(
    ["situation.attackerOrder=aimed"],
    "situation.distance=12",
    "defender.order=move,run",
  );
  const [move, run] = entries.map(({ needed }) => needed[0]!.needed);
  expect(run).toBe(move! - 1);
});

it("tells where the rules forbid the shot", async () => {
  const { entries } = await tabled(["attacker=rangers", "defender=marines"], "situation.distance=40,41");
  expect(entries[0]!.estimate).toBeDefined();
  expect(entries[1]!.statement!.rule).toBe("A-SHOOT-07");
});
