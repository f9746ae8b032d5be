import { describe, expect, it } from "vitest";
import { run } from "../src/analysis/run.ts";
import { matchers } from "../src/matchers.ts";
import { EXPERIMENTS, HEAD, studyOfText, withGoals } from "./analysis/fights.ts";

expect.extend(matchers);

const study = await studyOfText(`${HEAD}${EXPERIMENTS}`);
const exact = await run(study);
const dice = await run(study, { method: "simulate", trials: 40_000 });
const CELL = { cell: "once~marines~marines~base" };
const message = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it passed");
};

describe("toHaveProbability", () => {
  // 7/10 hit, 5/10 not saved, 3/10 down: 21/200 by hand.
  it("compares exact chances exactly", () => {
    expect(exact).toHaveProbability("down", { ...CELL, of: "21/200" });
    expect(exact).toHaveProbability("down", { ...CELL, of: 0.105 });
    expect(exact).toHaveProbability("down", { ...CELL, of: "10.5%" });
    expect(exact).not.toHaveProbability("down", { ...CELL, of: "10.5000000001%" });
    expect(exact).toHaveProbability("down", { ...CELL, of: "10%", within: "0.5pp" });
    expect(exact).not.toHaveProbability("down", { ...CELL, of: "10%", within: "0.4999999pp" });
    expect(exact).toHaveProbability("down", { ...CELL, atLeast: "10%", atMost: 0.11 });
    expect(exact.cells[0]).toHaveProbability("down", { of: "21/200", metric: "outcome" });
  });

  it("of a simulated chance takes the whole interval, and cannot be had both ways", () => {
    expect(dice).toHaveProbability("down", { ...CELL, of: 0.105, within: 0.01 });
    expect(dice).not.toHaveProbability("down", { ...CELL, of: 0.2, within: 0.01 });
    const wanted = { ...CELL, atLeast: 0.105 };
    expect(message(() => expect(dice).toHaveProbability("down", wanted))).toContain("these trials cannot tell");
    expect(message(() => expect(dice).not.toHaveProbability("down", wanted))).toContain("these trials cannot tell");
  });

  it("within alone asks how well it is known", () => {
    expect(dice).toHaveProbability("down", { within: 0.01 });
    expect(dice).not.toHaveProbability("down", { within: 0.0001 });
    expect(exact).toHaveProbability("down", { within: 0 });
  });

  it("speaks of every cell that matches, and says which fail", () => {
    const text = message(() => expect(exact).toHaveProbability("down", { cell: "once~marines~*~base", of: "21/200" }));
    expect(text).toContain(
      "expected the chance of down to be 21/200:\n  once~marines~scouts~base/outcome=down: 0.147 exactly",
    );
    expect(text).not.toContain("marines~marines");
  });

  it("a cell, value or wish that makes no sense is an error, negated or not", () => {
    const no = expect(exact).not;
    expect(() => no.toHaveProbability("down", { cell: "onec~*", of: 1 })).toThrow("there is no cell onec~*");
    expect(() => no.toHaveProbability("dwn", { of: 1 })).toThrow("no cell has a chance of dwn; measured are outcome, ");
    expect(() => no.toHaveProbability("down", { metric: "casualties", of: 1 })).toThrow("no cell has a");
    expect(() => no.toHaveProbability("down", {})).toThrow("say what is wanted");
    expect(() => no.toHaveProbability("down", { of: "a lot" })).toThrow("is no number, fraction or percentage");
  });
});

it("toHaveMean", () => {
  // Three shots at three soldiers: 7/10 hit, 7/10 not saved, down on 3 to 5, out on 6 and more: 3 × 0.49 × 0.8.
  expect(exact).toHaveMean("casualties", { cell: "fire~*", of: 1.176 });
  expect(exact).not.toHaveMean("casualties", { cell: "fire~*", atLeast: 3 });
  expect(dice).toHaveMean("casualties", { cell: "fire~*", atLeast: 0.5, atMost: 3 });
  expect(() => expect(exact).toHaveMean("loot", { atLeast: 3 })).toThrow("no cell has a mean of loot");
});

it("toMeetItsGoals", async () => {
  const of = async (goals: string) => run(await withGoals(goals));
  const met = "{ metric: outcome, value: down, cell: once~marines~marines~base, atLeast: 10% }";
  const missed = "{ metric: outcome, value: down, cell: once~marines~marines~base, atLeast: 20% }";
  expect(await of(met)).toMeetItsGoals();
  expect(await of(`${met}\n${missed.replace(" }", ", level: warn }")}`)).toMeetItsGoals();
  const result = await of(`${met}\n${missed}`);
  expect(result).not.toMeetItsGoals();
  expect(message(() => expect(result).toMeetItsGoals())).toContain(
    "1 of 2 goals:\n  fail: once~marines~marines~base/outcome=down (line 17)",
  );
  expect(() => expect(exact).not.toMeetItsGoals()).toThrow("no goals");
});
