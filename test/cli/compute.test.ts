import { expect, it } from "vitest";
import { compute } from "../../src/cli/compute.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenario } from "../engine/jobs.ts";

it("what is said beside an analysis is made where it is shown: on a page, and in what is stored", async () => {
  const plain = await studyOfData(scenario);
  const told = async (flags: object, study = plain) =>
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
  // What is seldom in them is said of joint questions.
  const { oneShot } = scenario.experiments;
  const experiments = { oneShot: { ...oneShot, joint: "outcome=out" } };
  expect(await told({}, await studyOfData({ ...scenario, experiments }))).toContainEqual([true, true]);
});
