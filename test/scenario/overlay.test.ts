import { describe, expect, it } from "vitest";
import { nodeAt, parseText, plain } from "../../src/scenario/located.ts";
import { parseAssignment, setPath, splitPath } from "../../src/scenario/overlay.ts";

const tree = parseText(
  `version: 1
trials: 1000
units:
  rangers: &r { models: 7, weapon: laserRifle }
  twins: *r
  mk.2: { models: 1 }
experiments:
  firefight: { kind: engagement, sides: [{ order: aimed }, { order: run }] }
empty:
`,
  "f.yaml",
).root!;

describe("an edit", () => {
  const edits: [edit: string, path: (string | number)[], value: unknown][] = [
    ["units.rangers.models=10", ["units", "rangers", "models"], 10],
    ["units.rangers.save=4+", ["units", "rangers", "save"], "4+"],
    ["units.rangers.skills=[leap, fear]", ["units", "rangers", "skills"], ["leap", "fear"]],
    ['units."mk.2".models=2', ["units", "mk.2", "models"], 2],
    ["units.new={models: 3}", ["units", "new"], { models: 3 }],
    ["experiments.firefight.sides.1.order=move", ["experiments", "firefight", "sides", 1, "order"], "move"],
    ["trials=012", ["trials"], "012"],
    ["seed=18446744073709551615", ["seed"], "18446744073709551615"],
    ["precision=0.1%", ["precision"], "0.1%"],
    ["title=a = b", ["title"], "a = b"],
    ['title="x"', ["title"], "x"],
    ["options.camouflageRun=2", ["options", "camouflageRun"], 2],
    ["rules.woundBands.standard=[2, 6]", ["rules", "woundBands", "standard"], [2, 6]],
  ];
  it.each(edits)("%s", (edit, path, value) => {
    const before = JSON.stringify(plain(tree));
    const edited = setPath(tree, edit);
    expect(JSON.parse(JSON.stringify(plain(nodeAt(edited, path).node)))).toEqual(value);
    expect(JSON.stringify(plain(tree))).toBe(before);
  });

  it("changes one use of a shared node only", () => {
    expect(plain(setPath(tree, "units.twins.models=1"))).toMatchObject({
      units: { rangers: { models: 7 }, twins: { models: 1 } },
    });
  });

  it("stands at its column of the argument", () => {
    const edited = setPath(tree, "units.rangers.models=ten");
    expect(nodeAt(edited, ["units", "rangers", "models"]).node.place).toEqual({
      file: "--set",
      line: 1,
      column: 22,
      length: 3,
      text: "units.rangers.models=ten",
    });
  });

  const refused: [edit: string, message: string, column: number, hint?: string][] = [
    ["units.ranger.models=1", 'no "ranger" in "units"', 7, 'did you mean "rangers"?'],
    ["unit.rangers.models=1", 'no "unit" in the scenario', 1, 'did you mean "units"?'],
    ["units.rangers.weapon.range=1", '"units.rangers.weapon" is "laserRifle": there is nothing below it to set', 22],
    ["empty.x=1", '"empty" is empty: there is nothing below it to set', 7],
    [
      "experiments.firefight.sides.2.order=x",
      'no item "2": "experiments.firefight.sides" is a list with items 0 to 1',
      29,
    ],
    ["experiments.firefight.sides.x=1", 'no item "x": "experiments.firefight.sides" is a list with items 0 to 1', 29],
    ["units.rangers.models", '"units.rangers.models" is not an edit', 1, "write path=value"],
    ["", '"" is not an edit', 1, "write path=value"],
    ["=1", 'a name is missing in the path ""', 1],
    ["units..models=1", 'a name is missing in the path "units..models"', 7],
    ["units.=1", 'a name is missing in the path "units."', 7],
    ["trials=", "no value after the =", 7],
    ["trials= # none", "the file holds only comments", 8],
    ["units.x=a: 1", "a map must be written in brackets here", 9, "write {key: value}"],
    ["units.x=- 1", "a list must be written in brackets here", 9, "write [a, b]"],
    ["units.x={a: 1, a: 2}", 'duplicate key "a": first at line 1, column 10', 16],
    ["units.x=[1", "a ] is missing before this", 11],
    ["units.__proto__=1", '"__proto__" cannot be a name: it is reserved', 7],
    ["units.constructor.prototype.x=1", '"constructor" cannot be a name: it is reserved', 7],
    ["extends=/etc/passwd", '"extends" cannot be set: the files are already merged', 1],
    ["units.x=!!js/function y", 'YAML tags are not accepted: "!!js/function"', 9],
    [`units.x=${"[".repeat(2000)}`, "too deeply nested: this is level 65, the limit is 64", 73],
  ];
  it.each(refused)("%s is refused", (edit, message, column, hint) => {
    try {
      setPath(tree, edit);
    } catch (error) {
      const [problem] = (error as { problems: { hint?: string }[] }).problems;
      expect(problem).toMatchObject({ message, place: { file: "--set", line: 1, column } });
      if (hint !== undefined) expect(problem!.hint).toBe(hint);
      return;
    }
    expect.unreachable();
  });
});

it("paths split at dots, quoted names kept whole", () => {
  expect(splitPath("attacker.ballisticSkill")).toEqual(["attacker", "ballisticSkill"]);
  expect(splitPath('units."mk.2".models')).toEqual(["units", "mk.2", "models"]);
  expect(splitPath('a"b.c')).toEqual(['a"b', "c"]);
  expect(() => splitPath("a.")).toThrow(/a name is missing/u);
});

it("an edit that is a patch is taken apart for others", () => {
  const { path, node } = parseAssignment("attacker.ballisticSkill=3+");
  expect(path).toEqual(["attacker", "ballisticSkill"]);
  expect(plain(node)).toBe("3+");
});
