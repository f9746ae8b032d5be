import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { EXPERIMENTS, HEAD, studyOfText, withGoals } from "../analysis/fights.ts";

const problemsOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ScenarioError);
  return (error as ScenarioError).problems.map(({ message, hint, place }) => ({
    message,
    hint,
    at: place?.text?.slice(place.column - 1, place.column - 1 + place.length),
  }));
};

describe("a part of a scenario in the wrong column is all that is told", () => {
  it.each([
    ["\nexperiments:", "\n  experiments:", '"experiments" stands inside of "modifierSets"', "begin it in column 1"],
    ["\nmodifierSets:", "\n  modifierSets:", '"modifierSets" stands inside of "units"', "begin it in column 1"],
    [
      "\n  endurance:",
      "\nendurance:",
      '"endurance" stands beside "modifierSets", which is empty',
      "begin it further in",
    ],
  ])("%j", async (line, moved, message, hint) => {
    const found = await problemsOf(studyOfText(`${HEAD}${EXPERIMENTS}`.replace(line, moved)));
    expect(found).toEqual([{ message, hint, at: moved.trim().slice(0, -1) }]);
  });

  it.each([
    ["units", "title", '"title" must be a map, found nothing'],
    ["experiments", "seed", '"seed" must be a map, found nothing'],
  ])("but in %s an empty %s is an entry, beside which all else is told", async (part, name, message) => {
    const text = `${HEAD}${EXPERIMENTS}`.replace(`\n${part}:`, `\n${part}:\n  ${name}:`);
    const found = await problemsOf(studyOfText(text.replace("distance: 12", "distanse: 12")));
    expect(found).toContainEqual(expect.objectContaining({ message, at: name }));
    expect(found).toContainEqual(expect.objectContaining({ at: "distanse" }));
  });

  it("but a misspelt head behind an empty one is a misspelt head", async () => {
    const found = await problemsOf(studyOfText(`${HEAD}${EXPERIMENTS}`.replace("\nunits:", "\ngoals:\nunit:")));
    expect(found).toContainEqual({ message: 'unknown key "unit"', hint: 'did you mean "units"?', at: "unit" });
  });
});

describe("goals", () => {
  it("are read with their bounds as decimals and their places", async () => {
    const { goals } = await withGoals(
      '{ experiment: once, metric: outcome, value: out, between: [7%, "12.5 pp"], level: warn }\n{ metric: casualties, atMost: 1.5 }',
    );
    expect(goals[0]).toMatchObject({
      experiment: "once",
      metric: "outcome",
      value: "out",
      atLeast: { value: 0.07, text: "7 %", isShare: true },
      atMost: { value: 0.125, isShare: true },
      level: "warn",
    });
    expect(goals[0]!.place).toMatchObject({ file: "test.yaml", line: 16 });
    expect(goals[1]).toMatchObject({ atMost: { value: 1.5, isShare: false }, level: "error" });
    expect(goals[1]!.atLeast).toBeUndefined();
  });

  it("true and false are yes and no", async () => {
    const { goals } = await withGoals("{ metric: outcome, value: true, atLeast: 1% }");
    expect(goals[0]!.value).toBe("yes");
  });

  it("one that matches nothing is an error with the nearest name, at the goal", async () => {
    const found = await problemsOf(
      withGoals(
        "{ experiment: onec, metric: outcome, value: out, atLeast: 1% }\n{ cell: fire~marine~scouts~base, metric: casualties, atMost: 1 }\n{ experiment: fire, cell: once~*, metric: outcome, atMost: 1 }",
      ),
    );
    expect(found).toEqual([
      { message: 'this goal matches nothing: there is no experiment "onec"', hint: 'did you mean "once"?', at: "onec" },
      {
        message: 'this goal matches nothing: there is no cell "fire~marine~scouts~base"',
        hint: 'did you mean "fire~marines~scouts~base"?',
        at: "fire~marine~scouts~base",
      },
      { message: 'this goal matches nothing: no cell "once~*" in "fire"', hint: undefined, at: "once~*" },
    ]);
  });

  it("of an experiment that is wrong itself leave the word to that", async () => {
    const text = `${HEAD.replace("units:", "units:\n  unarmed: { models: 1, ballisticSkill: 4+, save: 6+, command: 3+ }")}${EXPERIMENTS}  wrong: { kind: shot, attacker: unarmed, defender: scouts }\n`;
    const alone = await problemsOf(studyOfText(text));
    expect(alone).toHaveLength(1);
    const goal = "goals: [{ experiment: wrong, metric: outcome, value: out, atLeast: 40% }]\n";
    expect(await problemsOf(studyOfText(`${text}${goal}`))).toEqual(alone);
  });

  it("needs one sort of bound, the smaller end first", async () => {
    const found = await problemsOf(
      withGoals(
        "{ metric: outcome, value: out }\n{ metric: outcome, value: out, between: [80%, 20%] }\n{ metric: outcome, value: out, between: [20%, 80%], atMost: 3% }",
      ),
    );
    expect(found.map(({ message }) => message)).toEqual([
      "a goal needs a bound",
      "no number is at least 80 % and at most 20 %",
      "a goal has between, or atLeast and atMost, not both",
    ]);
  });

  it("may speak of what --only leaves out", async () => {
    const goals =
      "{ cell: fire~*, metric: casualties, atMost: 1 }\n{ experiment: fire, metric: casualties, atMost: 1 }";
    await expect(withGoals(goals, { only: ["once"] })).resolves.toMatchObject({ goals: [{}, {}] });
  });

  it("track: keeps its patterns with their places", async () => {
    const { track } = await studyOfText(`${HEAD}${EXPERIMENTS}track: ["*/casualties*", hits]\n`);
    expect(track.map(({ pattern, place }) => [pattern, place.line, place.column])).toEqual([
      ["*/casualties*", 15, 9],
      ["hits", 15, 26],
    ]);
  });
});
