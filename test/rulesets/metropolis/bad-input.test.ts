import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/scenario/located.ts";
import { ScenarioError } from "../../../src/scenario/problem.ts";
import { studyOf } from "../../../src/scenario/study.ts";
import { forbiddenBy } from "./cell.ts";

const HEAD = `version: 1
ruleset: metropolis
weapons:
  rifle: { damage: { contact: 4, short: 5, medium: 5 } }
  claws: { damage: { contact: 8 } }
units:
  marines: { models: 8, assault: 4, shooting: 5, strength: 4, toughness: 4, command: 5, weapon: rifle }
  beast:   { models: 1, individual: true, assault: 8, strength: 8, toughness: 7, wounds: 5, command: 4, weapon: claws }
`;

/** Every problem of a scenario as `line message`; the lines are counted after the head. */
async function told(text: string, head = HEAD): Promise<string[]> {
  const { root } = parseText(head + text, "f.yaml");
  try {
    await studyOf(root!, "f.yaml");
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const lines = head.split("\n").length - 1;
    return error.problems.map(({ message, hint, place }) =>
      `${(place?.line ?? 0) - lines} ${message}${hint === undefined ? "" : ` (${hint})`}`.trim(),
    );
  }
  return [];
}
const experiment = (text: string) => `experiments:\n  e: ${text}\n`;

describe("errors name the place, the rule and the way out", () => {
  const cases: [name: string, text: string, ...told: RegExp[]][] = [
    [
      "a band the weapon cannot fire in, QB-06",
      experiment("{ kind: shot, attacker: marines, defender: marines, situation: { distance: 30 } }"),
      /^2 "rifle" cannot fire at long range \(B-RANGE-01, QB-06\): it fires at short, medium; change .* damage\.long$/,
    ],
    [
      "a band the weapon cannot fire in, named",
      experiment("{ kind: volley, attacker: marines, defender: marines, situation: { band: extreme } }"),
      /^2 "rifle" cannot fire at extreme range/,
    ],
    [
      "a unit that does not shoot",
      experiment("{ kind: shot, attacker: beast, defender: marines, situation: { distance: 5 } }"),
      /^2 "claws" cannot fire at short range .* it fires at no range/,
    ],
    [
      "an unknown band",
      experiment("{ kind: shot, attacker: marines, defender: marines, situation: { band: near } }"),
      /^2 "band" must be .*contact.*, found "near"/,
    ],
    [
      "more survivors than models",
      experiment("{ kind: morale, defender: marines, situation: { surviving: 9 } }"),
      /^2 surviving: 9 is more than the 8 models of "marines" \(B-MOR-02\); give at most 8$/,
    ],
    [
      "more wounds left than a model has",
      experiment("{ kind: morale, defender: beast, situation: { woundsLeft: 6 } }"),
      /^2 woundsLeft: 6 is more than the 5 wounds .* \(QB-20\); give at most 5$/,
    ],
    [
      "an order a unit may not have",
      experiment(
        "{ kind: engagement, sides: [{ units: [{ unit: beast, order: [charge, fire] }] }, { units: [{ unit: marines, order: hold }] }], situation: { distance: 9 } }",
      ),
      /^2 "beast" may not have the order fire: no weapon of it fires at a distance \(B-ORD-03, QB-06\); order move, charge, hold or assault$/,
    ],
    [
      "no order, for a unit that cannot fire",
      experiment("{ kind: engagement, sides: [{ units: [beast] }, { units: [marines] }], situation: { distance: 9 } }"),
      /"beast" may not have the order fire, which is the default/,
    ],
    [
      "an unknown order",
      experiment(
        "{ kind: engagement, sides: [{ units: [{ unit: marines, order: asault }] }, { units: [marines] }], situation: { distance: 9 } }",
      ),
      /^2 "order" must be .*assault.*, found "asault" \(did you mean "assault"\?\)$/,
    ],
    [
      "a reaction that is impossible",
      experiment(
        "{ kind: engagement, sides: [{ units: [{ unit: beast, order: move, reaction: fire }] }, { units: [marines] }], situation: { distance: 9 } }",
      ),
      /^2 "beast" cannot react with fire: it does not shoot \(E-22\)$/,
    ],
    [
      "no gap",
      experiment("{ kind: engagement, sides: [{ units: [marines] }, { units: [marines] }] }"),
      /^2 distance is missing: the gap between the sides, .* \(E-20\)$/,
    ],
    [
      "no distance",
      experiment("{ kind: shot, attacker: marines, defender: marines }"),
      /^2 distance is missing: the range band needs it \(B-RANGE-01\); or give band$/,
    ],
    [
      "a band against its distance",
      experiment("{ kind: shot, attacker: marines, defender: marines, situation: { distance: 5, band: medium } }"),
      /^2 band: medium contradicts distance: 5, which is short \(B-RANGE-01\)/,
    ],
    [
      "a counter-charge without a charge",
      experiment("{ kind: assault, attacker: marines, defender: marines, situation: { counterCharged: true } }"),
      /^2 counterCharged: there is no charge to counter \(B-CC-03\); add charged: true$/,
    ],
    [
      "a table retuned and shifted by its formula",
      `options: { modifierStage: beforeTable }\nrules: { testTable: [${Array(10)
        .fill(`[${Array(10).fill(5).join()}]`)
        .join()}] }\n${experiment("{ kind: test, attacker: marines }")}`,
      /^1 modifierStage: beforeTable shifts the printed tables .* \(QB-02\); use afterTable$/,
    ],
    [
      "range bands that shrink",
      `rules: { bands: { short: 30 } }\n${experiment("{ kind: shot, attacker: marines, defender: marines, situation: { distance: 10 } }")}`,
      /^1 range bands must not shrink/,
    ],
  ];
  it.each(cases)("%s", async (_, text, ...expected) => {
    const problems = await told(text);
    expect(problems).toHaveLength(expected.length);
    expected.forEach((pattern, i) => {
      expect(problems[i]).toMatch(pattern);
    });
  });

  it.each([
    ["shooting: 11", /must be a whole number from 1 to 10: the tables have no other stats \(B-TAB-01\)/],
    ["toughness: 0", /must be a whole number from 1 to 10/],
    ["assault: 4.5", /must be a whole number from 1 to 10/],
    ["sizeClass: 11", /must be a whole number from 0 to 10: size classes go so far \(QB-09\)/],
  ])("a stat outside 1 to 10: %s", async (stat, pattern) => {
    const unit = `version: 1\nruleset: metropolis\nunits:\n  odd: { models: 1, ${stat} }\n`;
    const problems = await told("experiments: { e: { kind: test, attacker: odd } }\n", unit);
    expect(problems[0]).toMatch(pattern);
    expect(problems[0]).toMatch(/^0 /);
  });

  it("QB-09: a size class of 0 or 10 is allowed", async () => {
    const unit = HEAD.replace("marines: {", "marines: { sizeClass: 10, ");
    expect(
      await told(experiment("{ kind: shot, attacker: marines, defender: marines, situation: { distance: 5 } }"), unit),
    ).toEqual([]);
  });

  it("melee as the other rulesets write it, in either language", async () => {
    const ours = /damage says where a weapon reaches here: damage: \{ contact: 5 \} is melee/;
    const head = HEAD.replace("short: 5,", "short: 5 }, range: melee, melee: true, ignored: {")
      .replace(", ignored: { medium: 5 }", "")
      .replace("weapon: claws", "meleeWeapon: claws");
    const problems = await told("experiments: { e: { kind: test, attacker: beast } }\n", head);
    for (const key of ["range", "melee", "meleeWeapon"])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`unknown key "${key}" .*${ours.source}`)));
  });

  it("a stat that is missing and needed", async () => {
    const head = HEAD.replace("command: 5, ", "");
    const problems = await told(experiment("{ kind: morale, defender: marines }"), head);
    expect(problems).toEqual([
      expect.stringMatching(
        /"marines" has no command, which morale is tested with \(B-MOR-01\); give it one from 1 to 10/,
      ),
    ]);
  });

  it("an individual of several models, a squad whose members do not add up", async () => {
    const head = HEAD.replace("models: 1, individual", "models: 2, individual").replace(
      "units:",
      "units:\n  squad: { models: 5, toughness: 4, command: 4, members: [{ models: 2 }, { models: 2 }] }",
    );
    const problems = await told(experiment("{ kind: morale, defender: [beast, squad] }"), head);
    expect(problems.join("\n")).toMatch(/an individual is one model, here are 2 \(B-MOR-02\)/);
    expect(problems.join("\n")).toMatch(/models says 5, the members are 4; leave models out/);
  });
});

describe("what the rules forbid is an answer with the rule's id", () => {
  it.each([
    ["shot", { situation: { lineOfSight: false } }, "B-SHOOT-01"],
    ["volley", { situation: { defenderInMelee: true } }, "B-SHOOT-02"],
    ["volley", { situation: { distance: 0 } }, "B-SHOOT-02"],
    ["shot", { situation: { distance: 49 } }, "B-RANGE-01"],
    ["shot", { situation: { attackerPanicked: true } }, "B-MOR-05"],
    ["assault", { situation: { charged: true, attackerPanicked: true } }, "B-MOR-05"],
    ["assault", { situation: { charged: true, counterCharged: true, defenderPanicked: true } }, "B-MOR-05"],
    ["morale", { defender: { models: 8 }, situation: { trigger: "loss", surviving: 4 } }, "B-MOR-02"],
  ] as const)("%s %j: %s", (kind, change, rule) => {
    expect(forbiddenBy(kind, change)).toBe(rule);
  });

  it("QB-04: exactly 48 inches is within range", () => {
    expect(forbiddenBy("shot", { situation: { distance: 48 } })).toBeUndefined();
  });
});
