import { describe, expect, it } from "vitest";
import { explanationText, treeLines } from "../../src/report/explanation.ts";
import { languageOf } from "../../src/report/language/language.ts";
import type { Rule } from "../../src/rule/rule.ts";

const lines = (tree: Rule<string>) => treeLines({ title: "test", steps: [], needed: [], tree }, languageOf("en"));

/** The chances told, added up. */
const sum = (told: readonly string[]) =>
  told.reduce((total, line) => {
    const [, weight, of] = /\((\d+)\/(\d+)\)$/.exec(line) ?? [];
    return weight === undefined ? total : total + Number(weight) / Number(of);
  }, 0);

/** A wound roll; whoever is down rolls again, whatever face put him there. */
const wound = (face: number) => (face <= 2 ? "pinned" : face <= 5 ? "down" : "out");
const twice: Rule<string> = (dice) => {
  const first = wound(dice.face(10, "A-WOUND-01"));
  return first === "down" ? wound(dice.face(10, "A-RAL-15")) : first;
};

describe("what can happen", () => {
  it("tells faces that lead to the same once, however much comes after them", () => {
    const told = lines(twice);
    expect(told).toEqual([
      "A-WOUND-01 D10 → 1–2: pinned  20.0 % (1/5)",
      "A-WOUND-01 D10 → 3–5",
      "  A-RAL-15 D10 → 1–2: pinned  6.0 % (3/50)",
      "  A-RAL-15 D10 → 3–5: down  9.0 % (9/100)",
      "  A-RAL-15 D10 → 6–10: out  15.0 % (3/20)",
      "A-WOUND-01 D10 → 6–10: out  50.0 % (1/2)",
    ]);
    expect(sum(told)).toBeCloseTo(1, 12);
  });

  it("stops listing where there are more ways than anybody reads", () => {
    let asked = 0;
    const dice =
      (count: number): Rule<string> =>
      (given) => {
        asked++;
        let sum = 0;
        for (let i = 0; i < count; i++) sum += given.face(10, "A-GEN-01");
        return String(sum);
      };
    expect(lines(dice(9))).toEqual(["(too many ways to list)"]);
    expect(asked).toBeLessThan(5_000);
    expect(lines(dice(3)).length).toBeGreaterThan(1);
  });

  it("faces that are not neighbours are listed", () => {
    const told = lines((dice) => (dice.face(6, "A-GEN-01") % 3 === 0 ? "third" : "other"));
    expect(told).toEqual(["A-GEN-01 D6 → 1–2, 4–5: other  66.7 % (2/3)", "A-GEN-01 D6 → 3, 6: third  33.3 % (1/3)"]);
  });

  it("keeps apart what differs further on, by outcome, chance or rule", () => {
    const tree =
      (second: (face: number, dice: Parameters<Rule<string>>[0]) => boolean): Rule<string> =>
      (dice) =>
        second(dice.face(2, "A-GEN-01"), dice) ? "yes" : "no";
    const first = (rule: Rule<string>) => lines(rule).filter((line) => line.startsWith("A-GEN-01"));
    expect(first(tree((_, dice) => dice.atLeast(10, 5, "A-SAVE-01")))).toEqual(["A-GEN-01 D2 → 1–2"]);
    expect(first(tree((face, dice) => dice.atLeast(10, face + 4, "A-SAVE-01")))).toHaveLength(2);
    expect(first(tree((face, dice) => dice.atLeast(10, 5, face === 1 ? "A-SAVE-01" : "A-SUP-01")))).toHaveLength(2);
    expect(first(tree((face, dice) => dice.atLeast(10, 5, "A-SAVE-01") === (face === 1)))).toHaveLength(2);
  });

  it("a tree that is merged adds up to one", () => {
    const told = lines((dice) => {
      let state = 0;
      for (let hit = 0; hit < 2; hit++)
        if (dice.atLeast(10, state === 0 ? 5 : 7, "A-SHOOT-17"))
          state = Math.max(state, dice.face(6, "A-WOUND-01") >> 1);
      return String(state);
    });
    expect(told.length).toBeLessThan(40);
    expect(sum(told)).toBeCloseTo(1, 12);
  });
});

it("a sum stands behind what is added up, and not behind what is no part of it", () => {
  const steps = [
    { rule: "A-SHOOT-05", text: "aimed", value: 1 },
    { rule: "A-SHOOT-07", text: "far", value: -4 },
    { rule: "A-SAVE-01", text: "save 5+" },
  ];
  const of = (some: typeof steps, tag: "en" | "fr") =>
    explanationText("a", [{ title: "test", steps: some, needed: [], tree: () => "x" }], [], [], false, languageOf(tag));
  expect(of(steps, "en")).toMatch(/A-SHOOT-07 +far: −4\n +in all: −3\n +A-SAVE-01 +save 5\+\n/);
  expect(of(steps, "fr")).toMatch(/A-SHOOT-07 .*−4\n +en tout\u00a0: −3\n +A-SAVE-01 /);
  expect(of(steps.slice(2), "en")).not.toContain("in all");
  expect(of([], "en")).toContain("in all: 0");
});
