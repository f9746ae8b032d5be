import { expect, it } from "vitest";
import { estimatesOf } from "../../src/analysis/estimate.ts";
import { studyOfData } from "../../src/scenario/data.ts";

const side = (as: string, models: number) => ({ units: [{ unit: "a", as, models, order: "aimed" }] });
const study = (trials: number, models: number) =>
  studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    trials,
    weapons: { rifle: { range: { 24: 0 } } },
    units: {
      a: { models, ballisticSkill: 4, save: 4, command: 4, closeCombat: 4, initiative: 4, weapon: "rifle" },
    },
    experiments: {
      shot: { kind: "shot", attacker: "a", defender: "a", situation: { distance: 12 } },
      fight: { kind: "engagement", sides: [side("x", models), side("y", models)], situation: { distance: 12 } },
    },
  });

it("a cell's work is counted: operations of an exact answer, steps of a simulation, which grow with trials and models", async () => {
  const [shot, few] = await estimatesOf(await study(1_000_000, 30));
  expect(shot).toMatchObject({ cell: "shot~a~a~base", method: "exact", isLong: false });
  expect(shot!.operations).toBeLessThan(1_000);
  expect(few).toMatchObject({ cell: "fight~x~y~base", method: "monte-carlo", trials: 1_000_000, isLong: false });
  const [, many] = await estimatesOf(await study(1_000_000_000, 30));
  expect(many!.steps).toBe(1_000 * few!.steps);
  expect(many!.isLong).toBe(true);
  const [, large] = await estimatesOf(await study(1_000_000, 250));
  expect(large!.steps).toBeGreaterThan(3 * few!.steps);
});
