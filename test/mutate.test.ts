import { describe, expect, it } from "vitest";
import { mutantsOf, planted, sampled } from "./mutate/mutants.ts";

const TEXT = `import { a } from "a.ts";
export const isHit = (die: number): boolean => {
  if (die >= 4) return true;
  log("miss");
  throw new RangeError(\`no die shows \${die + 1}\`);
};
`;

describe("mutants", () => {
  it("swap operators, raise numbers, negate conditions, leave calls out; words of errors stay", () => {
    const texts = mutantsOf("f.ts", TEXT).map((mutant) => planted(TEXT, mutant).split("\n"));
    expect(
      texts.map((lines) => lines.filter((line, i) => line !== TEXT.split("\n")[i]).map((line) => line.trim())),
    ).toEqual([
      ["if (!(die >= 4)) return true;"],
      ["if (die > 4) return true;"],
      ["if (die >= (4 + 1)) return true;"],
      ["if (die >= 4) return false;"],
      [";"],
    ]);
  });

  it("are drawn the same way by the same seed, none twice", () => {
    const list = Array.from({ length: 100 }, (_, i) => i);
    expect(sampled(list, 40, 7)).toEqual(sampled(list, 40, 7));
    expect(new Set(sampled(list, 40, 7)).size).toBe(40);
    expect(sampled(list, 40, 8)).not.toEqual(sampled(list, 40, 7));
    expect(sampled(list, 200, 7).sort((a, b) => a - b)).toEqual(list);
  });
});
