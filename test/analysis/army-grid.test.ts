import { expect, it } from "vitest";
import { type ArmyData, armyForm, attackerAt, emptyGrid, pointsAt, setCell } from "../../src/analysis/army.ts";
import { heldIn } from "../../src/analysis/form.ts";

const unit = (name: string) => ({ name, label: name, points: 10, models: 1, wounds: 2, resolved: () => 0 });
const sides = { mine: [unit("a")], theirs: [unit("b"), unit("c"), unit("d")] };
const grid = emptyGrid(sides, { phase: "shooting", distance: 12 });
setCell(grid, 0, 1, { wounds: 1.5, models: 0.5, destroyed: 0.25, lost: 0, profiles: { launcher: "krak" } });
setCell(grid, 0, 2, { wounds: 1, models: 0.5, destroyed: 0, lost: 0, profiles: { launcher: "krak" } });
const data = {
  views: [
    { side: "mine", attacker: "A", target: "B", meetings: [{ meeting: { phase: "shooting", distance: 12 }, grid }] },
  ],
} as const satisfies ArmyData;

it("is plain data: stored and read it is the same, and nothing of how its units were resolved is in it", () => {
  const again = heldIn(armyForm, JSON.stringify(data))!.views[0].meetings[0]!.grid;
  expect(again).toEqual(grid);
  expect(Object.keys(again.attackers[0]!)).toEqual(["name", "label", "points", "models", "wounds"]);
  expect([0, 1, 2].map((target) => attackerAt(again, 0, target))).toEqual(["a", "a (krak)", "a (krak)"]);
  // A field of a million cells shares a few choices of profiles.
  expect([again.profiles, again.chosen]).toEqual([[{ launcher: "krak" }], [0, 1, 1]]);
  expect([pointsAt(again, 0, 0), pointsAt(again, 0, 1)]).toEqual([0, 7.5]);
});
