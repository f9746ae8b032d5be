import { describe, expect, it } from "vitest";
import { editsOf, parseAxis, pointsOf, pointText } from "../../src/scenario/axis.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";

describe("an axis", () => {
  it.each([
    ["defender.save=2..7", "defender.save", [2, 3, 4, 5, 6, 7]],
    ["situation.distance=6,12,24", "situation.distance", [6, 12, 24]],
    ["situation.visible=0..1/0.1", "situation.visible", [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    ["rules.cover.contact=-2..2/2", "rules.cover.contact", [-2, 0, 2]],
    ["a.b=1..6/2,10", "a.b", [1, 3, 5, 10]],
    ['units."mk.2".save=3', 'units."mk.2".save', [3]],
  ])("%s", (text, path, values) => {
    expect(parseAxis(text)).toEqual({ path, values });
  });

  it.each([
    ["defender.save", "says no values"],
    ["=3", "says no values"],
    ["defender.skills=drone", 'cannot be "drone": a sweep goes over numbers'],
    ["defender.save=4+", 'cannot be "4+"'],
    ["defender.save=", 'cannot be ""'],
    ["defender.save=7..2", "runs backwards (write 2..7)"],
    ["defender.save=1..9/0", "a step is above 0"],
    ["defender.save=1,2,1", "is 1 twice"],
    ["defender.save=1..100000", "100000 values, more than 1000"],
    ["situation.distance=6..30:6", "are 6..30/6"],
    ["situation.distance=6..30 by 6", "are 6..30/6"],
    ["situation.distance=6 to 30", "are 6..30"],
    ["defender..save=2", "a name is missing"],
  ])("%s is refused", (text, words) => {
    expect(() => parseAxis(text)).toThrow(ScenarioError);
    expect(() => parseAxis(text)).toThrow(words);
  });

  it.each(["6..30:6", "6..30 pas 6", "6..30;6"])(
    "%s: the steps as they are written, where words may stand too",
    (text) => {
      const refused = () => parseAxis(`situation.distance=${text}`, "anything");
      expect(refused).toThrow(
        /--sweep: situation\.distance cannot be ".*" \(numbers from one to another, in steps, are 6\.\.30\/6\)/,
      );
    },
  );
  it("control: what has a dash or a name in it is a word", () => {
    expect(parseAxis("vehicles.tank.location.external.engine=1-3,totem", "anything").values).toEqual(["1-3", "totem"]);
  });

  it("of a table may hold lists, whose commas are theirs", () => {
    expect(parseAxis("attacker.addAbilities=[Blast],[Rapid Fire 1, Lethal Hits],none", "anything").values).toEqual([
      "[Blast]",
      "[Rapid Fire 1, Lethal Hits]",
      "none",
    ]);
  });

  it("of a table may hold words", () => {
    expect(parseAxis("situation.defenderOrder=move,run", "anything").values).toEqual(["move", "run"]);
  });
});

it("two axes make every pair, the second fastest", () => {
  const points = pointsOf([parseAxis("a=1..2"), parseAxis("b=3,4")]);
  expect(points.map(pointText)).toEqual(["a=1,b=3", "a=1,b=4", "a=2,b=3", "a=2,b=4"]);
  expect(editsOf(points[1]!)).toEqual(["a=1", "b=4"]);
});
