import { describe, expect, it } from "vitest";
import { type PrecisionFault, parsePrecision } from "../../src/analysis/parse-precision.ts";
import { frenchOf } from "../../src/rulesets/said.ts";

describe("parsePrecision", () => {
  it.each([
    ["0.1%", [{ absolute: 0.001 }]],
    ["0.1pp", [{ absolute: 0.001 }]],
    [" .7 % ", [{ absolute: 0.007 }]],
    [{ damage: { relative: "2%" } }, [{ metric: "damage", relative: 0.02 }]],
    [
      { absolute: "1pp", damage: { relative: "2%", absolute: "1%" } },
      [{ absolute: 0.01 }, { metric: "damage", relative: 0.02 }, { metric: "damage", absolute: 0.01 }],
    ],
    [{ winner: "0.5pp" }, [{ metric: "winner", absolute: 0.005 }]],
  ])("reads %j", (input, targets) => {
    expect(parsePrecision(input)).toEqual(targets);
  });

  it.each([
    ["0%", "between 0 and 50"],
    ["50%", "between 0 and 50"],
    ["1e999%", "expected a number"],
    ["0.1", "expected a number followed by % or pp"],
    ["0,1%", "a decimal number has a point: write 0.1%"],
    ["-1%", "expected a number"],
    [0.001, "such as"],
    [null, "nothing"],
    [["1%"], "a list"],
    [{}, "at least one target"],
    [{ damage: "2%" }, "damage: say which: { relative: 2% }"],
    [{ damage: {} }, "relative: 2%"],
    [{ damage: { relativ: "2%" } }, 'unknown key "relativ"'],
    [{ damage: { relative: "2pp" } }, "followed by %"],
    [{ damage: { relative: 0.02 } }, 'got "0.02"'],
    [{ absolute: 1 }, "absolute: expected"],
    [{ damage: 3 }, "got 3"],
  ])("refuses %j", (input, message) => {
    const result = parsePrecision(input);
    const { said } = result as PrecisionFault;
    expect(said.en).toContain(message);
    expect(frenchOf(said), "in French").not.toBe(said.en);
  });
});
