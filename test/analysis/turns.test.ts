/**
 * Fights of unlike length end after another turn each: what is told of several names no turn, and is of the last of each.
 * `sweep.test.ts` and `paired.test.ts` hold the same of sweeps and pairs.
 */
import { expect, it } from "vitest";
import { besideOf } from "../../src/analysis/beside.ts";
import { effects } from "../../src/analysis/effects.ts";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { oddsTable } from "../../src/analysis/odds-table.ts";
import { run } from "../../src/analysis/run.ts";
import { parseTarget } from "../../src/analysis/solve.ts";
import { solvePath } from "../../src/analysis/solve-path.ts";
import { loadReader } from "../../src/rulesets/index.ts";
import { parseAxis, pointsOf } from "../../src/scenario/axis.ts";
import { parseText } from "../../src/scenario/located.ts";
import { oddsAxis } from "../../src/scenario/odds-axis.ts";
import { studyAt } from "../../src/scenario/points.ts";
import { scenarioOf } from "../../src/scenario/study.ts";

/** One fires at another, for 1 turn or for 3. */
const scenario = scenarioOf(
  parseText(
    `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 40: 0 } } }
units: { one: { models: 1, ballisticSkill: 6, initiative: 5, save: 11, command: 4, weapon: rifle } }
modifierSets:
  long: { factor: true, situation: { turns: 3 } }
  sharp: { factor: true, first: { ballisticSkill: 5 } }
experiments:
  fight:
    kind: engagement
    sides: [{ units: [{ unit: one, order: aimed }] }, { units: [{ unit: one, order: move }] }]
    situation: { distance: 12, turns: 1 }
    with: all
`,
    "fight.yaml",
  ).root!,
  "fight.yaml",
);
const lost = parseMeasure("second.casualties");
const asked = { measures: [lost] };
const result = await run(await scenario.study({}));

it("effects name no turn, of fights of one length their last", async () => {
  const [found] = (await effects(result, asked)).factorials;
  expect(found!.measure).toBe("casualties@second");
  // Of fights of one length the turn is named.
  const alike = await run(await scenario.study({ set: ["modifierSets.long.situation.turns=1"] }));
  expect((await effects(alike, asked)).factorials[0]!.measure).toBe("casualties@1.second");
});

it("solve names no turn", async () => {
  const { solutions } = await solvePath(scenario, {
    path: parseAxis("situation.turns=1,3", "numbers", "--path"),
    target: parseTarget("second.casualties=0.5"),
    compute: (study) => run(study),
  });
  expect(solutions.find(({ cell }) => cell.endsWith("~base"))!.measure).toBe("casualties@second");
});

it("a table of odds names no turn", async () => {
  const axes = [oddsAxis("situation.turns=1,3", "engagement", await loadReader("alpha-omega"), "--table")];
  const { study } = await studyAt(scenario.tree, "odds", pointsOf(axes), { set: [], flag: "--table" });
  const cells = { ...study, cells: study.cells.filter(({ modifiers }) => modifiers.join() === "base") };
  expect((await oddsTable(cells, await run(cells), axes, lost)).measure).toBe("casualties@second");
});

it("what moves where the number that sums it up does not names no turn", () => {
  const [base, long] = ["base", "long"].map((set) => result.cells.find(({ modifiers }) => modifiers.join() === set)!);
  const also = { metric: "casualties", text: "casualties" };
  const found = besideOf(base!, long!, { engagement: { metric: "winner", text: "won", also } });
  expect(found!.measure).toBe("casualties@second");
});
