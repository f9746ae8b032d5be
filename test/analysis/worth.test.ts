import { expect, it } from "vitest";
import { run, studyOfData } from "../../src/index.ts";
import { summaryMarkdown } from "../../src/report/index.ts";

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

it("kills per hundred points and points per kill come from the mean, and say so", async () => {
  const result = await run(await studyOfData(scenario(20)));
  const { worth } = result.cells[0]!;
  expect(worth!.killsPer100).toBeCloseTo(((2 / 9) * 100) / 20, 12);
  expect(worth!.pointsPerKill).toBeCloseTo(20 / (2 / 9), 12);
  expect(summaryMarkdown(result, {})).toContain("1.111 kills per 100 points, 90 points per kill (from the mean)");
});

it("without points there is nothing to say", async () => {
  const result = await run(await studyOfData(scenario()));
  expect(result.cells[0]).not.toHaveProperty("worth");
});
