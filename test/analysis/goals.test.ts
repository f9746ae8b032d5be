import { describe, expect, it } from "vitest";
import { goalResults } from "../../src/analysis/goals.ts";
import { run } from "../../src/analysis/run.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { withGoals } from "./fights.ts";

const goalsOf = async (goals: string, settings: Parameters<typeof run>[1] = {}) =>
  (await run(await withGoals(goals), settings)).goals!;

const problemOf = async (goal: string) => {
  const error: unknown = await withGoals(goal)
    .then((study) => run(study))
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(ScenarioError);
  const [problem, ...more] = (error as ScenarioError).problems;
  expect(more).toEqual([]);
  const { place, message, hint } = problem!;
  return { message, hint, at: place?.text?.slice(place.column - 1, place.column - 1 + place.length) };
};

describe("exact cells are compared exactly", () => {
  // Hit on 4+ (7/10), saved on 6+ (5/10), down on 3 to 5 of the wound roll (3/10), pin test failed below 3+: by hand.
  const cell = "cell: once~marines~marines~base";
  it.each([
    ["a bound that is met to the last digit", "outcome, value: down, between: [10.5%, 10.5%]", "pass"],
    ["a hair above", "outcome, value: down, atLeast: 10.5000000000001%", "fail"],
    ["a hair below", "outcome, value: down, atMost: 10.4999999999999%", "fail"],
    ["inside", "outcome, value: down, between: [0.1, 0.11]", "pass"],
    ["outside", "outcome, value: down, atLeast: 11%", "fail"],
  ])("%s", async (_, bounds, verdict) => {
    const [goal, ...more] = await goalsOf(`{ ${cell}, metric: ${bounds} }`);
    expect(more).toEqual([]);
    expect(goal).toMatchObject({ key: "once~marines~marines~base/outcome=down", estimate: 0.105, verdict });
    expect(goal!.lower).toBeUndefined();
  });
});

it("a goal is held against every cell it matches, the mean without a value; run does not fail on it", async () => {
  const goals = await goalsOf(
    "{ cell: '*~base', metric: outcome, value: miss, atMost: 1% }\n{ experiment: fire, metric: casualties, atLeast: 0 }\n{ metric: hits, atLeast: 4, level: off }",
  );
  expect(goals.map(({ key, verdict }) => [key, verdict])).toEqual([
    ["once~marines~marines~base/outcome=miss", "fail"],
    ["once~marines~scouts~base/outcome=miss", "fail"],
    ["fire~marines~scouts~base/casualties", "pass"],
  ]);
});

it("simulated cells are judged by their interval", async () => {
  const of = async (bounds: string) =>
    (
      await goalsOf(`{ cell: once~marines~marines~base, metric: outcome, value: down, ${bounds} }`, {
        method: "simulate",
        trials: 10_000,
      })
    )[0]!;
  // The truth is 10.5 %, the half-width about 0.6 points.
  const wide = await of("between: [8%, 13%]");
  expect(wide.verdict).toBe("pass");
  expect(wide.lower! < 0.105 && wide.upper! > 0.105).toBe(true);
  expect((await of("atLeast: 13%")).verdict).toBe("fail");
  expect((await of("atLeast: 10.5%")).verdict).toBe("inconclusive");
});

it("nothing played is inconclusive", async () => {
  const study = await withGoals("{ experiment: fire, metric: casualties, atMost: 3 }");
  const signal = AbortSignal.abort();
  const [goal] = (await run(study, { method: "simulate", signal })).goals!;
  expect(goal).toMatchObject({ verdict: "inconclusive" });
  expect(goal!.estimate).toBeUndefined();
});

it("without goals there is no list of them", async () => {
  expect(goalResults([], [])).toEqual([]);
  const study = await withGoals("{ metric: outcome, value: out, atMost: 3%, level: off }");
  expect((await run(study)).goals).toBeUndefined();
});

describe("a goal that cannot be judged is refused before anything is played, where it stands", () => {
  it.each([
    [
      "{ experiment: once, metric: outcom, value: out, atMost: 1% }",
      'no metric "outcom" in its cells',
      "outcom",
      /outcome/,
    ],
    ["{ experiment: once, metric: outcome, value: dwn, atMost: 1% }", 'outcome is never "dwn"', "dwn", /"down"/],
    ["{ experiment: once, metric: outcome, value: out, turn: 3, atMost: 1% }", "outcome has no turns", "3", undefined],
    [
      "{ experiment: once, metric: outcome, value: out, side: first, atMost: 1% }",
      "outcome has no sides",
      "first",
      undefined,
    ],
  ])("%s", async (goal, message, at, hint) => {
    const problem = await problemOf(goal);
    expect(problem).toMatchObject({ message: `this goal matches nothing: ${message}`, at });
    if (hint) expect(problem.hint).toMatch(hint);
  });

  it("the mean of words, and bounds of the wrong sort", async () => {
    expect(await problemOf("{ experiment: once, metric: outcome, atMost: 1% }")).toMatchObject({
      message: "outcome has words for values, so it has no mean",
    });
    expect(await problemOf("{ experiment: fire, metric: casualties, atMost: 50% }")).toMatchObject({
      message: "the mean of casualties is a number, not a share",
      at: "50%",
    });
    expect(await problemOf("{ experiment: once, metric: outcome, value: out, atMost: 50 }")).toMatchObject({
      message: "a chance cannot be 50",
      hint: "write 50% for per cent",
    });
  });
});
