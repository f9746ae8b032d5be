import { expect, it } from "vitest";
import { pointsWorth } from "../../src/analysis/points.ts";
import { run, studyOfData } from "../../src/index.ts";
import { summaryMarkdown } from "../../src/report/index.ts";
import { englishIn } from "../../src/rule/message.ts";

/** Two bolts at BS3+, S4 against T4, save 3+ with AP 0, one wound: each kills with 4/6 · 3/6 · 2/6 = 1/9; mean 2/9. */
const scenario = (points?: number) => ({
  version: 1,
  ruleset: "wh40k-10e",
  weapons: { bolt: { range: 24, attacks: 2, skill: "3+", strength: 4, ap: 0, damage: 1 } },
  units: {
    one: {
      models: 1,
      toughness: 4,
      save: "3+",
      wounds: 1,
      weapons: [{ weapon: "bolt" }],
      ...(points ? { points } : {}),
    },
    many: { models: 10, toughness: 4, save: "3+", wounds: 1 },
  },
  experiments: { fire: { kind: "shooting", attacker: "one", defender: "many", situation: { distance: 12 } } },
});

it("casualties per hundred points and points per casualty come from the mean, and say so", async () => {
  const result = await run(await studyOfData(scenario(20)));
  const { worth } = result.cells[0]!;
  expect(worth!.killsPer100).toBeCloseTo(((2 / 9) * 100) / 20, 12);
  expect(worth!.pointsPerKill).toBeCloseTo(20 / (2 / 9), 12);
  expect(summaryMarkdown(result, {})).toContain(
    "1.111 casualties per 100 points, 90 points per casualty (from the mean)",
  );
});

it("at each point of a sweep points buy what they buy there, at the price of that point", async () => {
  const sweep = [{ path: "attacker.points", values: [20, 40] }];
  const { cells } = await run(await studyOfData(scenario(20), { sweep }));
  expect(cells.map(({ worth }) => worth!.killsPer100)).toEqual([
    expect.closeTo(((2 / 9) * 100) / 20, 12),
    expect.closeTo(((2 / 9) * 100) / 40, 12),
  ]);
});

it("without points there is nothing to say", async () => {
  const result = await run(await studyOfData(scenario()));
  expect(result.cells[0]).not.toHaveProperty("worth");
});

it("40k: models of several wounds lose points with their wounds, as an army's do, also unit by unit", async () => {
  const { units, experiments, ...head } = scenario(20);
  const study = await studyOfData({
    ...head,
    units: { ...units, many: { ...units.many, models: 2, wounds: 6, points: 60 } },
    experiments: {
      ...experiments,
      turn: {
        kind: "sequence",
        sides: [{ units: [{ unit: "one" }] }, { units: [{ unit: "many" }] }],
        situation: { distance: 12 },
      },
    },
  });
  const result = await run(study);
  // Two bolts take 2/9 of twelve wounds that cost 60: 10/9 points for 20; they destroy no model of six.
  const { worths } = await pointsWorth(study, result);
  expect(worths.filter(({ side }) => side === "attacker").map(({ killsPer100 }) => killsPer100!.value)).toEqual([0, 0]);
  for (const { pointsPer100 } of worths.filter(({ side }) => side === "attacker"))
    expect(pointsPer100!.value).toBeCloseTo(((10 / 9) * 100) / 20, 12);
  expect(result.cells[0]!.worth).toEqual({ killsPer100: 0 });
});

it("40k: a leader's points count with its unit's, on both sides, and its models among those that can be killed", async () => {
  const { weapons, units, experiments, ...head } = scenario(20);
  const captain = { models: 1, toughness: 4, save: "3+", wounds: 4, keywords: ["Character"], weapons: ["bolt"] };
  const led = (points?: number) => ({
    ...head,
    weapons,
    units: {
      one: { ...units.one, leader: "captain" },
      many: { ...units.many, points: 90, leader: "captain" },
      captain: { ...captain, ...(points ? { points } : {}) },
    },
    experiments,
  });
  const study = await studyOfData(led(60));
  const result = await run(study);
  // Two bolts each of the marine and the captain: 4/9 killed for 20 + 60 points.
  expect(result.cells[0]!.worth!.killsPer100).toBeCloseTo(((4 / 9) * 100) / 80, 12);
  const { worths } = await pointsWorth(study, result);
  expect(worths).toMatchObject([
    // Fourteen wounds cost 150: 4/9 of one is worth 4/9 * 150/14 points.
    { unit: "one + captain", models: 2, points: 80, pointsPer100: { fraction: "125/21" } },
    { unit: "many + captain", models: 11, points: 150 },
  ]);
  const priceless = await studyOfData(led());
  const { worths: none, silent } = await pointsWorth(priceless, await run(priceless));
  expect(none).toEqual([]);
  expect(englishIn(silent[0]!.reason)).toBe("captain, who leads one, has no points");
});
