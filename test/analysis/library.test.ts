import { expect, it } from "vitest";
import {
  compare,
  effects,
  loadStudy,
  nudge,
  parseAxis,
  parseMeasure,
  parseTarget,
  rankScenario,
  run,
  type Sweep,
  scenarioOfData,
  sensitivity,
  solve,
  studiesOfVariants,
  studyOfData,
  sweep,
  sweepToEdges,
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

it("what commands put together is a function each: edges of a sweep, variants to compare, a field ranked and priced", async () => {
  const scenario = scenarioOfData(fire);
  const banded = scenarioOfData({ ...fire, weapons: { rifle: { range: { 10: 0, 24: -2 }, saveModifier: -1 } } });
  const result = await run(await banded.study({ sweep: [parseAxis("situation.distance=4,8,14,20")] }));
  // The band ends at 10, between what was swept.
  const edgesIn = ({ curves }: Sweep) => curves[0]!.edges?.map(({ after }) => after);
  expect(edgesIn(await sweep(result, { measures }))).toBeUndefined();
  expect(edgesIn(await sweepToEdges(banded, {}, result, { measures }))).toEqual([10]);

  const { studies, apart } = await studiesOfVariants(
    scenario,
    [{ defender: "marines" }, { defender: "scouts" }],
    "defender",
  );
  const [first, second] = [await run(studies[0]), await run(studies[1])];
  expect((await compare(first, second, { measures, apart })).pairs[0]!.differences[0]!.change.fraction).toBe("1/25");
  await expect(studiesOfVariants(scenario, [{ sets: ["base"] }, { sets: ["nothing"] }], "modifiers")).rejects.toThrow(
    /"nothing"/,
  );

  const { data, refused } = await rankScenario(scenario, {});
  expect(data.rankings).toEqual([]);
  expect(refused.map(({ experiment }) => experiment)).toEqual(["once"]);
});
