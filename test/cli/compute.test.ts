import { expect, it } from "vitest";
import { compute } from "../../src/cli/compute.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenario } from "../engine/jobs.ts";
import { crible } from "./crible.ts";

it("what is said beside an analysis is made where it is shown: on a page, and in what is stored", async () => {
  const study = await studyOfData(scenario);
  const told = async (flags: object) =>
    (
      await compute(
        study,
        { quiet: true, cache: false, color: false, trials: 100, workers: 0, ...flags },
        "crible rank x.yaml",
      )
    ).cells
      .flatMap(({ rolls }) => rolls ?? [])
      .map(({ needed, trial }) => [needed.length > 0, (trial ?? []).length > 0]);
  expect(await told({})).toEqual([]);
  expect(await told({ markdown: true })).toEqual([]);
  expect(await told({ csv: true })).toEqual([]);
  for (const shown of [{ json: true }, { html: "page.html" }, { out: "folder" }])
    expect(await told(shown)).toContainEqual([true, true]);
});

it("what a cell is told and never does is said wherever it is shown", async () => {
  const soldier = { ballisticSkill: 2, save: 9, command: 4, closeCombat: 4, weapon: "rifle" };
  const study = await studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 40: 0 }, saveModifier: -3 } },
    units: { lone: { ...soldier, models: 1, initiative: 1 }, many: { ...soldier, models: 9, initiative: 9 } },
    experiments: {
      fight: {
        kind: "engagement",
        sides: [
          { units: [{ unit: "lone", order: "move", does: "charge" }] },
          { units: [{ unit: "many", order: "aimed" }] },
        ],
        situation: { distance: 7, turns: 2 },
      },
    },
  });
  const seen = async (flags: object) => {
    const told = { quiet: true, cache: false, color: false, workers: 0, ...flags };
    return (await compute(study, told, "crible rank x.yaml")).cells.flatMap(({ never }) => never ?? []);
  };
  const whole = await seen({ json: true });
  expect(whole).toContainEqual(expect.objectContaining({ unseen: expect.anything() }));
  expect(await seen({})).toEqual(whole);
});

it("odds say it too, of what is asked in words", async () => {
  const lone =
    "attacker=assaultMarines attacker.models=1 attacker.initiative=1 attacker.save=9+ first.order=move first.does=charge";
  const many = "defender=marines defender.models=9 defender.ballisticSkill=2+ defender.initiative=9 second.order=aimed";
  const words = `odds alpha-omega engagement ${lone} ${many} situation.distance=12 situation.turns=2`.split(" ");
  expect((await crible(words)).stdout).toContain("told to charge, and never does: not once in 1,000 trials");
});
