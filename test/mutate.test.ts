import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedLines, mutantsOf, planted, sampled } from "./mutate/mutants.ts";
import { aroundIn, testsFor } from "./mutate/nearest.ts";

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

  it("leave out what a key is made of, one part at a time", () => {
    const text = `const act = { reads: [TURN, ...fields], sets: [STATE] };
const key = \`\${side} \${place}\`;
const held = cacheKey({ job, bins: 2 });
`;
    const lines = mutantsOf("f.ts", text).map((mutant) => planted(text, mutant).split("\n"));
    expect(lines.map((own) => own.filter((line, i) => line !== text.split("\n")[i]))).toEqual([
      ["const act = { reads: [...[], ...fields], sets: [STATE] };"],
      ["const act = { reads: [TURN, ...[]], sets: [STATE] };"],
      [`const key = \`\${""} \${place}\`;`],
      [`const key = \`\${side} \${""}\`;`],
      ["const held = cacheKey({ ...{}, bins: 2 });"],
      ["const held = cacheKey({ job, ...{} });"],
      ["const held = cacheKey({ job, bins: (2 + 1) });"],
    ]);
  });

  it("are drawn the same way by the same seed, none twice", () => {
    const list = Array.from({ length: 100 }, (_, i) => i);
    expect(sampled(list, 40, 7)).toEqual(sampled(list, 40, 7));
    expect(new Set(sampled(list, 40, 7)).size).toBe(40);
    expect(sampled(list, 40, 8)).not.toEqual(sampled(list, 40, 7));
    expect(sampled(list, 200, 7).sort((a, b) => a - b)).toEqual(list);
  });

  it("may be of changed lines only", () => {
    const diff = [
      "diff --git a/src/a.ts b/src/a.ts",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -3 +3,2 @@ function a() {",
      "-old",
      "+new",
      "+newer",
      "@@ -9,2 +10,0 @@",
      "-gone",
      "-gone",
      "--- a/src/b.ts",
      "+++ b/src/b.ts",
      "@@ -1 +1 @@",
    ].join("\n");
    expect([...changedLines(diff)].map(([file, lines]) => [file, ...lines])).toEqual([
      ["src/a.ts", 3, 4],
      ["src/b.ts", 1],
    ]);
  });

  it("are shown first to the tests of their folder, then to those that import them most directly", () => {
    const files = ["src/dice", "test/dice", "test/stats"].flatMap(globbed);
    const tests = testsFor("src/dice/sha256.ts", files);
    expect(tests[0]).toBe("test/dice/sha256.test.ts");
    expect(tests.length).toBeGreaterThan(1);
    expect(tests.every((test) => test.endsWith(".test.ts"))).toBe(true);
    expect(testsFor("src/dice/sha256.ts", globbed("src/dice"))).toEqual([]);
    const cost = new Map([["test/dice/faces.test.ts", 1]]);
    expect(testsFor("src/dice/sha256.ts", files, cost)[0]).toBe("test/dice/sha256.test.ts");
  });
});

describe("a fault inside a function", () => {
  const text = `/** A-CC-17: one. */
export function one() {
  return 1;
}

/** Two. */
class Two {
  /** QA-05b: three. */
  three() {
    return 3;
  }
}
`;

  it("is known by the member that it stands in, with the comment before it", () => {
    expect(aroundIn(text, text.indexOf("return 1"))).toMatch(/A-CC-17.*return 1/s);
    expect(aroundIn(text, text.indexOf("return 1"))).not.toMatch(/Two|QA/);
    expect(aroundIn(text, text.indexOf("return 3"))).toMatch(/QA-05b.*return 3/s);
    expect(aroundIn(text, text.indexOf("return 3"))).not.toContain("Two");
  });

  it("is shown first to tests of its folder that name its rule", () => {
    const files = [
      "src/rulesets/alpha-omega",
      "src/rulesets/alpha-omega/engagement",
      "src/rulesets/alpha-omega/kinds",
      "test/rulesets/alpha-omega",
    ].flatMap(globbed);
    const [named, unnamed] = ["charges", "firing-order"].map((name) => `test/rulesets/alpha-omega/${name}.test.ts`);
    const places = (around: string) => {
      const cost = new Map([[unnamed!, 1]]);
      const tests = testsFor("src/rulesets/alpha-omega/engagement/multinomial.ts", files, cost, around);
      return [tests.indexOf(named!), tests.indexOf(unnamed!)];
    };
    // Who calls to sacrifice is in one of them only; without the rule the cheap one is first.
    const [first, second] = places("/** E-10 */");
    expect(first!).toBeLessThan(second!);
    const [later, sooner] = places("");
    expect(sooner!).toBeLessThan(later!);
  });
});

const globbed = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
