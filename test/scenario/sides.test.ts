/** What a modifier set or the command line says of the sides of a fight: `first`, `second`, and one unit of them. */
import { describe, expect, it } from "vitest";
import type { EngagementProfile } from "../../src/rulesets/alpha-omega/engagement/profile.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { nudge } from "../../src/scenario/nudges.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { type StudyOptions, scenarioOf } from "../../src/scenario/study.ts";
import { cells, fightText, study, treeOf } from "./fights.ts";

const TWO = { first: ["rangers"], besides: ["marines"], second: ["marines"] };

async function fought(set: readonly string[], more = "") {
  const [cell] = await cells({ ...TWO, more }, { set });
  const { sides } = (cell!.outcome as { profile: EngagementProfile }).profile;
  return sides.map((units) => units.map(({ orders, soldiers, each }) => ({ orders, models: soldiers.length, each })));
}

describe("a path of the command line", () => {
  it("first.order is the order of every unit of the side, first.units.1.order that of one", async () => {
    expect(await fought(["first.order=move"])).toMatchObject([[{ orders: ["move"] }, { orders: ["move"] }], [{}]]);
    expect(await fought(["first.order=move", "first.units.1.order=[aimed, run]"])).toMatchObject([
      [{ orders: ["move"] }, { orders: ["aimed", "run"] }],
      [{ orders: ["aimed"] }],
    ]);
  });

  it("reaches models, targeting, interception and what the side adds to a unit", async () => {
    const set = ["second.units.0.models=9", "second.targeting={focus: 2}", "first.units.0.intercept=true"];
    expect(await fought(set)).toMatchObject([[{}, {}], [{ models: 9, each: 2 }]]);
    const [cell] = await cells(TWO, { set: [...set, "second.addSkills=[endurance]"] });
    const { sides } = (cell!.outcome as { profile: EngagementProfile }).profile;
    expect(sides[0].map(({ intercept }) => intercept)).toEqual([true, false]);
    expect(sides[1][0]!.troopers[0]!.line.skills).toEqual(["endurance"]);
  });

  it("is swept over words, two of them a grid", async () => {
    const sweep = [parseAxis("first.order=aimed,move", "anything"), parseAxis("second.order=aimed,run", "anything")];
    const found = await cells({ first: ["rangers"], second: ["marines"] }, { sweep });
    expect(found.map(({ point }) => Object.values(point!))).toEqual([
      ["aimed", "aimed"],
      ["aimed", "run"],
      ["move", "aimed"],
      ["move", "run"],
    ]);
  });
});

it("a modifier set changes sides, a later one after an earlier one, and `attacker` before them", async () => {
  const sets = `modifierSets:
  go: { attacker: { models: 2 }, first: { order: move, units: { 1: { models: 3 } } } }
  stay: { first: { order: aimed } }
`;
  const text = fightText({ ...TWO, more: sets }).replace("with: [base]", "with: [go, [go, stay]]");
  const { cells: found } = await scenarioOf(await treeOf(text), "f.yaml").study();
  const first = found.map(({ outcome }) =>
    (outcome as { profile: EngagementProfile }).profile.sides[0].map(({ orders, soldiers }) => [
      orders[0],
      soldiers.length,
    ]),
  );
  expect(first).toEqual([
    [
      ["move", 2],
      ["move", 3],
    ],
    [
      ["aimed", 2],
      ["aimed", 3],
    ],
  ]);
});

it("sensitivity moves what a side says of each of its units", async () => {
  const scenario = scenarioOf(await treeOf(fightText({ ...TWO, also: "models: 4" })), "f.yaml");
  const { study: nudged } = await nudge(scenario);
  const paths = new Set(nudged.cells.flatMap(({ point }) => Object.keys(point ?? {})));
  expect([...paths]).toEqual(expect.arrayContaining(["first.units.0.models", "first.units.1.save", "second.models"]));
});

describe("what no side has is refused where it is written", () => {
  const refused = async (options: StudyOptions, more = "", swap = "") => {
    try {
      const text = fightText({ ...TWO, more }).replace("with: [base]", swap === "" ? "with: [base]" : swap);
      await scenarioOf(await treeOf(text), "f.yaml").study(options);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      return error.problems.map(
        ({ message, hint, place }) => `${place?.file ?? ""}:${place?.column}: ${message} (${hint})`,
      );
    }
    return [];
  };
  it.each([
    ["first.order=flee", '--set:13: "order" must be one of aimed, manoeuvre, move, run, none or a list, found "flee"'],
    ["first.ordre=aimed", '--set:7: unknown key "ordre" (did you mean "order"?)'],
    ["frist.order=aimed", 'no "frist" in the scenario (did you mean "first"?)'],
    ["first.units.2.order=run", "first.units.2: the side has no such unit (its units are 0 to 1)"],
    ["second.units.1.order=run", "second.units.1: the side has no such unit (its one unit is 0)"],
    ["second=marines", '"second" is changed field by field (write second.order=move'],
  ])("%s", async (word, message) => {
    expect(await refused({ set: [word] })).toEqual([expect.stringContaining(message)]);
  });

  it("a set with a unit that the side has not, and an order that the unit cannot have", async () => {
    const sets =
      "modifierSets: { far: { first: { units: { 5: { order: run } } } }, charge: { second: { does: charge } } }\n";
    expect(await refused({}, sets, "with: [far]")).toEqual([
      expect.stringContaining("first.units.5: the side has no such unit"),
    ]);
    const found = await refused({}, sets, "with: [charge]");
    expect(found).toEqual([expect.stringContaining('"marines" is to charge and is never on move or manoeuvre')]);
  });

  it("a side of a kind that has none", async () => {
    const text = fightText(TWO).replace(
      "experiments:\n",
      "experiments:\n  shot: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 12 } }\n",
    );
    const scenario = scenarioOf(await treeOf(text), "f.yaml");
    await expect(scenario.study({ only: ["shot"], set: ["first.order=run"] })).rejects.toThrow(
      "kind shot has no sides",
    );
    expect((await scenario.study({ set: ["first.order=run"] })).cells).toHaveLength(2);
  });
});

it("control: a fight without a word of it is another fight", async () => {
  const [plain] = (await study(TWO)).cells;
  const [told] = (await study(TWO, { set: ["first.order=move"] })).cells;
  expect(told!.outcome).not.toEqual(plain!.outcome);
});
