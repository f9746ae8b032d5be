import { expect, it } from "vitest";
import {
  compare,
  effects,
  loadStudy,
  nudge,
  parseAxis,
  parseMeasure,
  parseTarget,
  run,
  scenarioOfData,
  sensitivity,
  solve,
  studyOfData,
  sweep,
  withOwnStreams,
} from "../../src/index.ts";
import { fire, fireWith } from "./fire.ts";

const measures = [parseMeasure("outcome=out")];

it("sweeps, compares, factors, ranks and solves from the outside", async () => {
  const swept = await run(await studyOfData(fire, { sweep: [parseAxis("defender.save=2..3")] }));
  expect((await sweep(swept, { measures })).curves[0]!.points.map(({ estimate }) => estimate!.fraction)).toEqual([
    "2/25",
    "3/25",
  ]);

  const first = await studyOfData(fire);
  const second = await studyOfData(fireWith({ defender: "scouts" }));
  const compared = await compare(await run(first), await run(withOwnStreams(second, first)), {
    measures,
    apart: "defender",
  });
  expect(compared.pairs[0]!.differences[0]!.change.fraction).toBe("1/25");

  const factorial = await run(await studyOfData(fireWith({ with: "all" })));
  expect((await effects(factorial, { measures })).factorials[0]!.main[1]!.change.fraction).toBe("-9/125");

  const nudged = await nudge(scenarioOfData(fire));
  const { tornados } = await sensitivity(await run(nudged.study), nudged, { measures });
  expect(tornados[0]!.bars[0]!.swing).toBeCloseTo(0.08, 14);

  const target = parseTarget("outcome=out=20%");
  const { solutions } = await solve(scenarioOfData(fire), { path: parseAxis("defender.save=2..7"), target });
  expect(solutions[0]).toMatchObject({ reach: "met", best: { value: 5 } });
});

it("a sweep of a file is a study like any other: points in ids, results and CSV", async () => {
  const study = await loadStudy("scenarios/alpha-omega/contract.yaml", {
    only: ["interception"],
    sweep: [parseAxis("defender.save=3..4")],
  });
  const { cells } = await run(study);
  expect(cells.map(({ id, point }) => [id, point])).toEqual([
    ["interception~rangers~marines~base@defender.save=3", { "defender.save": 3 }],
    ["interception~rangers~marines~base@defender.save=4", { "defender.save": 4 }],
  ]);
});
