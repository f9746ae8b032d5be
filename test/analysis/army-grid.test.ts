import { expect, it } from "vitest";
import { type ArmyData, ExchangeGrid, restored } from "../../src/analysis/army.ts";

const unit = (name: string) => ({ name, label: name, points: 10, models: 1, wounds: 2 });
const grid = new ExchangeGrid([unit("a")] as never, [unit("b"), unit("c")] as never);
grid.set(0, 1, { wounds: 1.5, models: 0.5, destroyed: 0.25, lost: 0, profiles: { launcher: "krak" } });
const data = {
  views: [
    { side: "mine", attacker: "A", target: "B", meetings: [{ meeting: { phase: "shooting", distance: 12 }, grid }] },
  ],
} as const satisfies ArmyData;
const gridIn = ({ views }: ArmyData) => views[0].meetings[0]!.grid;

it("takes the grids of a field as they are: three copies of a million cells took half a gigabyte", () => {
  expect(gridIn(restored(data))).toBe(grid);
});

it("makes grids of what was stored, the same as they were", () => {
  const again = gridIn(restored(JSON.parse(JSON.stringify(data))));
  expect(again).not.toBe(grid);
  expect(again.attackerAt(0, 1)).toBe("a (krak)");
  expect(JSON.stringify(again)).toBe(JSON.stringify(grid));
});
