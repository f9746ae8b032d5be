import { describe, expect, it } from "vitest";
import { studyAtEqualPoints } from "../../src/analysis/equal-points.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import type { ScenarioError } from "../../src/scenario/problem.ts";
import { openScenario, type StudyOptions } from "../../src/scenario/study.ts";

const UNIT = "ballisticSkill: 4+, initiative: 4, save: 5+, command: 4+, weapon: rifle";
const SIDE = "{ units: [{ unit: [a, b, c], order: aimed }] }";
const FIELD = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 40: 0 } } }
units:
  a: { models: 2, points: 10, ${UNIT} }
  b: { models: 3, points: 20, ${UNIT} }
  c: { models: 4, points: 30, ${UNIT} }
experiments: { field: { kind: engagement, sides: [${SIDE}, ${SIDE}], situation: { distance: 12, turns: 2 } } }
`;

/** The field, and of each study that is made of it how many cells were resolved. */
async function opened(text = FIELD) {
  const scenario = await openScenario("a.yaml", { files: givenFiles({ "a.yaml": text }) });
  const resolved: number[] = [];
  const study = async (options?: StudyOptions) => {
    const made = await scenario.study(options);
    resolved.push(made.cells.filter(({ outcome }) => "profile" in outcome).length);
    return made;
  };
  return { scenario: { ...scenario, study }, resolved };
}

describe("a field at equal points", () => {
  it.each([{}, { asWritten: "asked" as const }])("has every fight resolved once: %o", async (settings) => {
    const { scenario, resolved } = await opened();
    const { study, fieldings } = await studyAtEqualPoints(scenario, {}, settings);
    expect(resolved.filter((cells) => cells > 0)).toEqual([9]);
    expect(study.cells.every(({ outcome }) => "profile" in outcome)).toBe(true);
    const models = fieldings[0]!.units.map((unit) => unit.models);
    expect(models).toEqual("asWritten" in settings ? [2, 3, 4] : [12, 6, 4]);
  });

  it("has the faults of its file told where they are, of edits as theirs, and of its points as the flag's", async () => {
    const filesOf = async (text: string, points: number, set: readonly string[] = []) => {
      const { scenario } = await opened(text);
      const error = await studyAtEqualPoints(scenario, { set }, { points }).catch((error: unknown) => error);
      return [...new Set((error as ScenarioError).problems.map(({ place }) => place?.file))];
    };
    expect(await filesOf(FIELD.replace("distance: 12, ", ""), 120)).toEqual(["a.yaml"]);
    expect(await filesOf(FIELD, 120, ["experiments.field.sides.0.units.0.does=charge"])).toEqual(["--set"]);
    expect(await filesOf(FIELD, 25)).toEqual(["--points"]);
  });
});
