/** Variants written in place, in the list of a side: `unit: [marines, { unit: marines, as: veterans, save: 3+ }]`. */
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { type StudyOptions, studyOf } from "../../src/scenario/study.ts";
import { treeOf } from "./fights.ts";

interface Asked {
  readonly ruleset?: string;
  readonly kind?: string;
  readonly units?: string;
  readonly first: string;
  readonly second: string;
  readonly situation: string;
  readonly more?: string;
}

const study = async (
  { ruleset = "alpha-omega", kind = "engagement", units, first, second, situation, more = "" }: Asked,
  options: StudyOptions = {},
) =>
  studyOf(
    await treeOf(`version: 1
ruleset: ${ruleset}
extends: crible:${ruleset}/catalogue
${units === undefined ? "" : `units:\n  veterans: ${units}\n`}experiments:
  fight:
    kind: ${kind}
    sides:
      - ${first}
      - ${second}
    situation: ${situation}
${more}`),
    "fight.yaml",
    options,
  );

const outcomesOf = async (asked: Asked, options: StudyOptions = {}) =>
  (await study(asked, options)).cells.map(({ id, outcome }) => [id, outcome]);

/** The catalogue's Space Marines, each characteristic written out, with another save, price and name. */
const VETERANS =
  "{ label: Veterans, models: 4, ballisticSkill: 4+, closeCombat: 5, initiative: 5, save: 3+, command: 3+, weapon: bolter, points: 31, skills: [endurance] }";
const IN_PLACE = "{ unit: marines, as: veterans, label: Veterans, save: 3+, points: 31, addSkills: [endurance] }";

test("a variant in place is the unit that is written out under units:, at equal points too", async () => {
  const fight = (variant: string, points: string) => ({
    first: `{ ${points}units: [{ unit: [rangers, ${variant}, marines], order: aimed }] }`,
    second: `{ ${points}units: [{ unit: [marines, ${variant}], order: [manoeuvre, aimed] }] }`,
    situation: "{ distance: 20, turns: 3 }",
  });
  for (const points of ["", "points: 200, "]) {
    const inPlace = await outcomesOf(fight(IN_PLACE, points));
    expect(inPlace).toHaveLength(6);
    expect(inPlace).toEqual(await outcomesOf({ ...fight("veterans", points), units: VETERANS }));
    // The control: another save is another profile.
    expect(inPlace).not.toEqual(
      await outcomesOf({ ...fight("veterans", points), units: VETERANS.replace("3+, command", "4+, command") }),
    );
  }
});

test.each([
  {
    ruleset: "metropolis",
    kind: "engagement",
    listed: (unit: string) => `{ points: 100, units: [{ unit: [convicts, ${unit}], order: fire }] }`,
    second: "{ points: 100, units: [{ unit: [convicts, snipers], order: fire }] }",
    situation: "{ distance: 12, turns: 2 }",
    change: "points: 40",
    of: "lineMarines",
  },
  {
    ruleset: "metropolis",
    kind: "sequence",
    listed: (unit: string) => `{ units: [{ unit: [snipers, ${unit}], models: 2 }, convicts] }`,
    second: "{ units: [assaultTroopers] }",
    situation: "{ distance: 12 }",
    change: "shooting: 7",
    of: "lineMarines",
  },
  {
    ruleset: "wh40k-10e",
    kind: "sequence",
    listed: (unit: string) => `{ units: [{ unit: [predator, ${unit}], at: [rhino] }, devastators] }`,
    second: "{ units: [rhino, warglaive] }",
    situation: "{ distance: 12 }",
    change: "models: 3",
    of: "hellblasters",
  },
])("$ruleset $kind: a variant in place is the unit as --set would change it", async (asked) => {
  const { ruleset, kind, listed, second, situation, change, of } = asked;
  const inPlace = await outcomesOf({
    ruleset,
    kind,
    first: listed(`{ unit: ${of}, as: ${of}, ${change} }`),
    second,
    situation,
  });
  const [field, value] = change.split(": ") as [string, string];
  const changed = await outcomesOf(
    { ruleset, kind, first: listed(of), second, situation },
    {
      set: [`units.${of}.${field}=${value}`],
    },
  );
  expect(inPlace).toEqual(changed);
  expect(inPlace).not.toEqual(await outcomesOf({ ruleset, kind, first: listed(of), second, situation }));
});

test("what the list says goes before what the variant says, and modifier sets and words after it", async () => {
  const skills = async (options: StudyOptions = {}) => {
    const { cells, units } = await study(
      {
        first:
          "{ units: [{ unit: [rangers, { unit: rangers, as: veterans, addSkills: [leap], save: 5+ }], addSkills: [implacable], save: 6+ }] }",
        second: "{ units: [marines] }",
        situation: "{ distance: 20 }",
      },
      options,
    );
    return cells.map(({ id }) => {
      const { name, data } = units.get(id)!.attacker[0]!;
      return [name, data.skills, data.save];
    });
  };
  expect(await skills()).toEqual([
    ["rangers", ["camouflage", "implacable"], "6+"],
    ["veterans", ["camouflage", "implacable", "leap"], "5+"],
  ]);
  expect((await skills({ set: ["first.units.0.save=4+"] })).map(([, , save]) => save)).toEqual(["4+", "4+"]);
  expect(
    (await skills({ set: ["experiments.fight.sides.0.units.0.unit.1.save=3+"] })).map(([, , save]) => save),
  ).toEqual(["6+", "3+"]);
});

test("a variant knows its inputs: the unit it is of, not the others of its list", async () => {
  const { cells, uses } = await study({
    first: "{ units: [{ unit: [rangers, { unit: gretchin, as: elders }], order: aimed }] }",
    second: "{ units: [marines] }",
    situation: "{ distance: 20 }",
  });
  expect(cells.map(({ id }) => uses.get(id)?.filter((name) => name.startsWith("units.")))).toEqual([
    ["units.marines", "units.rangers"].toReversed(),
    ["units.gretchin", "units.marines"],
  ]);
});

const problemsOf = async (items: string, also = "", kind = "engagement") => {
  const error = await study({
    kind,
    first: `{ units: [{ unit: ${items}${also} }] }`,
    second: "{ units: [rangers] }",
    situation: "{ distance: 20 }",
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ScenarioError)) throw new Error("no error");
  return error.problems.map(({ message, hint, place }) => ({
    message,
    hint,
    text: place?.text?.slice(place.column - 1, place.column - 1 + place.length),
  }));
};

test("bad variants are placed: names, fields, values, and names that two items share", async () => {
  expect(await problemsOf("[marines, { unit: marinez, as: veterans }]")).toEqual([
    { message: 'there is no unit "marinez"', hint: 'did you mean "marines"?', text: "marinez" },
  ]);
  expect(await problemsOf("[marines, { unit: marines, as: veterans, sav: 3+ }]")).toEqual([
    { message: 'unknown key "sav"', hint: 'did you mean "save"?', text: "sav" },
  ]);
  expect(await problemsOf("[marines, { as: veterans, save: 3+ }]")).toMatchObject([{ text: "as" }]);
  expect(await problemsOf("[marines, { unit: [marines, rangers], as: veterans }]")).toMatchObject([
    { message: '"unit" must be text, found a list', text: "unit" },
  ]);
  expect(await problemsOf("[marines, { unit: marines, as: veterans, order: aimed }]")).toMatchObject([
    { message: 'unknown key "order"', text: "order" },
  ]);
  const hint = "name the changed one with as:";
  const message = '"marines" is listed twice';
  expect(await problemsOf("[marines, { unit: marines, save: 3+ }]")).toEqual([
    { message, hint, text: "{ unit: marines, save: 3+ }" },
  ]);
  expect(await problemsOf("[{ unit: marines, save: 3+ }, marines]")).toEqual([
    { message, hint, text: "{ unit: marines, save: 3+ }" },
  ]);
  expect(await problemsOf("[{ unit: marines, as: a }, { unit: rangers, as: a }]")).toEqual([
    { message: '"a" is listed twice', hint: "name each unit once", text: "{ unit: rangers, as: a }" },
  ]);
  expect(await problemsOf("[marines, { unit: marines, as: a, save: 3+ }]", ", as: b")).toMatchObject([
    { message: '"as" names one unit, and unit lists 2' },
  ]);
});

test("what a variant is said to be where it cannot act is refused at the variant", async () => {
  expect(await problemsOf("[marines, { unit: marines, as: veterans, closeCombat: 7 }]", "", "sequence")).toMatchObject([
    { text: "7" },
  ]);
});
