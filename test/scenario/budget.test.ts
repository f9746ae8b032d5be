/** Sides at equal points: as many whole models as they buy, what is left over said (design of sides). */

import { expect, it } from "vitest";
import { englishIn, type Sentence } from "../../src/rule/message.ts";
import type { EngagementProfile } from "../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { scenarioOf } from "../../src/scenario/study.ts";
import { treeOf } from "./fights.ts";

/** Rangers cost 19, marines 27, boyz 9, terminators 60 (the catalogue). */
async function fought(side: string, set: readonly string[] = []) {
  const text = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
units: { free: { models: 2, ballisticSkill: 4, initiative: 4, save: 4, command: 4, weapon: bolter } }
experiments:
  fight:
    kind: engagement
    sides:
      - ${side}
      - { units: [{ unit: marines, order: aimed }] }
    situation: { distance: 20 }
`;
  try {
    const { cells } = await scenarioOf(await treeOf(text), "f.yaml").study({ set });
    return cells.map(({ outcome }) => {
      const { profile, note } = outcome as { profile: EngagementProfile; note?: Sentence };
      return {
        models: profile.sides[0].map(({ soldiers }) => soldiers.length),
        ...(note === undefined ? {} : { note: englishIn(note) }),
      };
    });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ message, place }) => `${place?.line}: ${message}`);
  }
}

it("as many whole models as points buy", async () => {
  // 200 = 10 × 19 + 10 = 7 × 27 + 11 = 22 × 9 + 2.
  expect(await fought("{ points: 200, units: [{ unit: [rangers, marines, orkBoyz], order: aimed }] }")).toEqual([
    { models: [10], note: "for 200 points: 10 Eldar Rangers, 10 left over" },
    { models: [7], note: "for 200 points: 7 Space Marines, 11 left over" },
    { models: [22], note: "for 200 points: 22 Ork Boyz, 2 left over" },
  ]);
  expect(await fought("{ points: 19, units: [rangers] }")).toMatchObject([{ models: [1] }]);
  // As many as a schema lets a unit have are too many for this kind, which says so itself; one more is refused below.
  expect(await fought("{ points: 19000, units: [rangers] }")).toContain(
    '34: "rangers" has 1000 soldiers; a unit of a fight takes at most 255',
  );
});

it("units whose models the side says are paid for first", async () => {
  // 200 - 2 × 60 = 80 = 2 × 27 + 26.
  const side =
    "{ points: 200, units: [{ unit: terminators, models: 2, order: aimed }, { unit: marines, order: aimed }] }";
  expect(await fought(side)).toMatchObject([{ models: [2, 2], note: expect.stringContaining("26 left over") }]);
  // A price that a word of the command line changes: 80 = 4 × 20.
  expect(await fought(side, ["first.units.1.points=20"])).toMatchObject([{ models: [2, 4] }]);
  // Models of a word of the command line are taken as they are.
  expect(await fought("{ points: 200, units: [marines] }", ["first.models=3"])).toEqual([{ models: [3] }]);
});

it.each([
  ["{ points: 10, units: [rangers] }", '9: 10 points buy no "rangers": one costs 19'],
  ["{ points: 200, units: [free] }", '9: "free" has no points, so it is not known how many of it 200 points buy'],
  ["{ points: 200, units: [rangers, marines] }", "9: points buy the models of one unit, and 2 of this side say none"],
  ["{ points: 200, units: [{ unit: rangers, models: 3 }] }", "9: every unit of this side says how many models it has"],
  [
    "{ points: 200, units: [{ unit: terminators, models: 3 }, marines] }",
    "9: 200 points, of which the others cost 180, buy no",
  ],
  ["{ points: 19019, units: [rangers] }", '9: 19019 points buy 1001 "rangers": a unit has at most 1000 models'],
  ["{ points: 0, units: [rangers] }", '"points" must be a number'],
  ["{ points: 100, units: [] }", '"units" must have at least 1 item'],
])("%s", async (side, message) => {
  expect(await fought(side)).toEqual([expect.stringContaining(message)]);
});
