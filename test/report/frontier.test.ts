import { expect, it } from "vitest";
import type { Worth } from "../../src/analysis/points.ts";
import { worthChart } from "../../src/report/charts/worth.ts";
import { frontiersOf } from "../../src/report/frontier.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { cell } from "./results.ts";

const ENEMIES = ["x", "y"];
/** Points of a unit, and what it takes out of each enemy. */
const UNITS: readonly (readonly [unit: string, points: number, ...taken: number[]])[] = [
  ["dear", 200, 90, 110],
  ["cheap", 50, 20, 40],
  ["idle", 60, 10, 10],
  ["good", 100, 70, 90],
];
const cells = UNITS.flatMap(([attacker]) => ENEMIES.map((defender) => cell({ attacker, defender })));
const worths = UNITS.flatMap(([unit, points, ...taken]) =>
  ENEMIES.map((enemy, i): Worth => {
    const per100 = { value: (taken[i]! * 100) / points };
    const id = cell({ attacker: unit, defender: enemy }).id;
    return { cell: id, side: "attacker", unit, enemy, models: 5, points, killsPer100: per100, pointsPer100: per100 };
  }),
);

it("the frontier has whom no cheaper unit outdoes, over the same enemies", () => {
  const [frontier] = frontiersOf({ worths }, { cells });
  expect(frontier!.units.map(({ unit, points, taken, isBest }) => [unit, points, taken.value, isBest])).toEqual([
    ["cheap", 50, 30, true],
    ["idle", 60, 10, false],
    ["good", 100, 80, true],
    ["dear", 200, 100, true],
  ]);
  const chart = worthChart(frontier!, languageOf("en"));
  expect(chart.title).toBe("No unit that costs as little takes out as many points as cheap, good and dear");
  if (chart.drawing.kind !== "curves") throw new Error("no plot");
  expect(chart.drawing.series.map(({ points }) => points.map(({ text }) => text))).toEqual([
    ["cheap", "good", "dear"],
    ["idle"],
  ]);
});

it("there is none of units that met other enemies, of two, or at one price but for what equal points leave over", () => {
  expect(frontiersOf({ worths: worths.slice(1) }, { cells })).toEqual([]);
  expect(frontiersOf({ worths: worths.slice(0, 4) }, { cells })).toEqual([]);
  expect(frontiersOf({ worths: worths.map((worth) => ({ ...worth, points: 50 })) }, { cells })).toEqual([]);
  const left = (least: number) => worths.map((worth, i) => ({ ...worth, points: i < 2 ? least : 120 }));
  expect(frontiersOf({ worths: left(108) }, { cells })).toEqual([]);
  expect(frontiersOf({ worths: left(90) }, { cells })).toHaveLength(1);
});
