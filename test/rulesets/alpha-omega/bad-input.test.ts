import { describe, expect, it } from "vitest";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { parseText } from "../../../src/scenario/located.ts";
import { ScenarioError } from "../../../src/scenario/problem.ts";
import { studyOf } from "../../../src/scenario/study.ts";

const studyOfText = (text: string) => studyOf(parseText(text, "bad.yaml").root!, "bad.yaml");

/** Line 10 is the tank, line 12 the experiment. */
const scenario = (experiment: string, { rules = "{}", location = "engine: 1-5, tank: 6-10", save = 5 } = {}) => `
version: 1
ruleset: alpha-omega
rules: ${rules}
weapons: { rifle: { range: { 12: 0, 24: -1 } }, sword: { melee: true } }
units:
  squad: { models: 6, ballisticSkill: 4, closeCombat: 4, initiative: 4, save: ${save}, command: 3, weapon: rifle }
  swords: { models: 4, closeCombat: 4, initiative: 4, save: 5, command: 3, weapon: sword }
vehicles:
  tank: { rank: 2, resistance: 8, armour: 3, hitModifier: { aimed: 0 }, sections: { engine: 3, tank: 3 }, location: { external: { ${location} }, internal: { engine: 1-5, tank: 6-10 } } }
experiments:
  x: ${experiment}
`;

const fight = (first: string, second = "{ unit: squad, order: aimed }", turns = 6) =>
  `{ kind: engagement, sides: [{ units: [${first}] }, { units: [${second}] }], situation: { distance: 12, turns: ${turns} } }`;

/** What is impossible, and what is said of it: the rule, the fix, the line. */
const IMPOSSIBLE: readonly [name: string, text: string, line: number, message: RegExp][] = [
  [
    "models beside members that are not as many",
    scenario("{ kind: recovery, defender: { unit: squad, models: 4, members: [{}, {}] } }"),
    12,
    /models says 4, the members are 2; leave models out/,
  ],
  [
    "a melee weapon as wh40k-10e writes it",
    scenario("{ kind: recovery, defender: squad }").replace("melee: true", "range: melee"),
    5,
    /"range" must be a map of paces to modifiers .* a weapon of close combat has melee: true instead, found "melee"/,
  ],
  [
    "a weapon of no range at all, of whom a fight asks how far it reaches",
    scenario(fight("squad")).replace(/range: \{[^}]*\}/, "range: {}"),
    5,
    /"range" must be a map of paces to modifiers such as \{ 12: 0, 24: -1 \}/,
  ],
  [
    "more shots than a volley can have, each number within its own limit",
    scenario("{ kind: volley, attacker: { unit: squad, models: 1000 }, defender: squad, situation: { distance: 12 } }")
      .replace("rifle: { range", "rifle: { shots: 100, range")
      .replace("models: 1000 }", "models: 1000, weapons: [rifle, rifle] }"),
    7,
    /200000 shots, more than the 100000 that are told apart at 6 soldiers \(A-SHOOT-18\): give it fewer models/,
  ],
  [
    "more shots one after another than a volley can have where hits change hands",
    scenario(
      "{ kind: volley, attacker: { unit: squad, models: 1000 }, defender: { unit: squad, models: 500 }, situation: { distance: 12 } }",
    )
      .replace("rifle: { range", "rifle: { shots: 3, range")
      .replace("rules: {}", "options: { hitTransfer: protectCharacters }"),
    7,
    /3000 shots, more than the 2000 that are told apart at 500 soldiers/,
  ],
  ["six against one", scenario("{ kind: melee, attacker: squad, defender: swords }"), 7, /A-CC-04.*models: 5 or fewer/],
  ["a vehicle in a duel", scenario("{ kind: duel, attacker: squad, defender: tank }"), 12, /A-VEH-01/],
  [
    "a vehicle that dodges",
    scenario("{ kind: dodge, attacker: tank, situation: { opponents: [squad] } }"),
    12,
    /A-VEH-01/,
  ],
  [
    "a vehicle that is dodged",
    scenario("{ kind: dodge, attacker: squad, situation: { opponents: [tank] } }"),
    12,
    /A-VEH-01/,
  ],
  [
    "a vehicle that nothing on the other side can hurt",
    scenario(fight("{ unit: tank, order: aimed }")),
    12,
    /only vehicles to fire at.*A-VEH-05, E-17/,
  ],
  [
    "soldiers as armour",
    scenario("{ kind: antiArmour, attacker: squad, defender: swords, situation: { distance: 9 } }"),
    8,
    /A-VEH-01/,
  ],
  [
    "an order an engaged soldier cannot have",
    scenario(
      "{ kind: volley, attacker: squad, defender: squad, situation: { distance: 9, attackerEngaged: true, attackerOrder: aimed } }",
    ),
    12,
    /attackerOrder: none.*A-GEN-06/,
  ],
  ["an order that does not charge", scenario(fight("{ unit: squad, order: aimed, does: charge }")), 12, /A-SHOOT-02/],
  [
    "a location table with a hole",
    scenario("{ kind: antiArmour, attacker: squad, defender: tank, situation: { distance: 9 } }", {
      location: "engine: 1-4, tank: 6-10",
    }),
    10,
    /face 5.*A-VEH-09/,
  ],
  [
    "a face for two sections",
    scenario("{ kind: antiArmour, attacker: squad, defender: tank, situation: { distance: 9 } }", {
      location: "engine: 1-6, tank: 6-10",
    }),
    10,
    /face 6.*A-VEH-09/,
  ],
  [
    "nobody who could shoot",
    scenario("{ kind: shot, attacker: swords, defender: squad, situation: { distance: 9 } }"),
    8,
    /A-SHOOT-07/,
  ],
  [
    "an interception without a gun",
    scenario(fight("{ unit: swords, order: aimed, intercept: true }")),
    12,
    /A-SHOOT-07, A-SHOOT-08/,
  ],
  ["turns beyond the limit", scenario(fight("squad", "squad", 1_001)), 12, /1 to 1000/],
  [
    "hit bands that fall, in a shot",
    scenario("{ kind: shot, attacker: squad, defender: squad, situation: { distance: 9 } }", {
      rules: "{ hitBands: [9, 3, 1] }",
    }),
    4,
    /rules\.hitBands changes nothing in kind shot/,
  ],
  ["hit bands that fall, in a fight", scenario(fight("squad"), { rules: "{ hitBands: [9, 3, 1] }" }), 4, /A-CC-10/],
  [
    "wound bands that fall, at a repair",
    scenario("{ kind: repair, defender: tank, situation: { section: engine, points: 1 } }", {
      rules: "{ woundBands: { drone: [8, 3] } }",
    }),
    4,
    /rules\.woundBands changes nothing in kind repair/,
  ],
];

describe("what is impossible is an error at load, with the rule and the place", () => {
  for (const [name, text, line, message] of IMPOSSIBLE)
    it(name, async () => {
      const problems = await studyOfText(text).then(
        () => [],
        (error: unknown) => (error instanceof ScenarioError ? error.problems : Promise.reject(error)),
      );
      expect(problems.map((problem) => problem.message).join("\n")).toMatch(message);
      expect(problems[0]!.place?.line).toBe(line);
    });

  it("two sides that cannot hurt each other end in a draw, and it shows", async () => {
    const { cells } = await studyOfText(scenario(fight("{ unit: squad, order: aimed }"), { save: 1 }));
    const { outcome, kind } = cells[0]!;
    if (!("profile" in outcome)) throw new Error("no profile");
    const program = programFor(ruleset.kinds[kind]!, outcome.profile);
    if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
    expect(program.metrics[0]).toMatchObject({ name: "winner", values: ["first", "second", "draw"] });
    // Saved, they may be pinned; pinned they are as fit to fight as ready ones (E-13).
    expect([...probabilitiesOf(program.exact.solve()[0]!)]).toEqual([0, 0, expect.closeTo(1, 12)]);
  });

  it("control: the same units where they belong are no error", async () => {
    for (const experiment of [
      fight("squad"),
      "{ kind: antiArmour, attacker: squad, defender: tank, situation: { distance: 9 } }",
    ])
      expect((await studyOfText(scenario(experiment))).cells).toHaveLength(1);
  });
});
