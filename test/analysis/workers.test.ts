import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { resultsJson } from "../../src/report/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenario } from "../engine/jobs.ts";
import { LONG } from "../long.ts";

/** A whole result, played by this process and by 3 threads, or by 1, 2 and 7: the same bytes. */
const asked = [
  ["trials with a short last block", { method: "simulate", trials: 3_000_001 }],
  ["a precision", { method: "simulate", precision: "0.1%" }],
  ["exact and verified", { verify: true, trials: 200_001 }],
] as const;

describe.each(asked)("%s", (_, settings) => {
  let expected: string;
  beforeAll(async () => {
    expected = resultsJson(await run(await studyOfData(scenario), settings));
  });
  it.each("verify" in settings ? [2] : LONG ? [1, 2, 7] : [3])("%i workers", async (workers) => {
    expect(resultsJson(await run(await studyOfData(scenario), { ...settings, workers }))).toBe(expected);
  });
});

it("a cell's numbers do not move when another cell is added or taken away", async () => {
  const settings = { method: "simulate", trials: 100_000 } as const;
  const all = await run(await studyOfData(scenario), settings);
  const { whole } = scenario.experiments;
  const less = await run(await studyOfData({ ...scenario, experiments: { whole } }), settings);
  expect(less.cells).toEqual(all.cells.filter((cell) => cell.experiment === "whole"));
});
