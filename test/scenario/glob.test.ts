import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globOf } from "../../src/scenario/glob.ts";

describe("globOf", () => {
  it.each([
    ["", "", true],
    ["", "a", false],
    ["a", "a", true],
    ["a", "ab", false],
    ["*", "", true],
    ["*", "anything", true],
    ["a*", "a", true],
    ["*a", "ba", true],
    ["*a", "ab", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["volley~*~base", "volley~rangers~marines~base", true],
    ["volley~*~base", "volley~rangers~marines~cover", false],
    ["*b*b*", "aba", false],
    ["*b*b*", "abab", true],
    ["a**b", "ab", true],
    ["*ab*ab", "xab", false],
    [".*", "x", false],
    ["[a-z]+", "a", false],
    ["(a|b)?", "(a|b)?", true],
  ])("%j on %j: %j", (pattern, text, expected) => {
    expect(globOf(pattern)(text)).toBe(expected);
  });

  it("agrees with the definition", () => {
    const naive = (p: string, t: string): boolean => {
      if (p === "") return t === "";
      if (p[0] === "*") return naive(p.slice(1), t) || (t !== "" && naive(p, t.slice(1)));
      return t !== "" && p[0] === t[0] && naive(p.slice(1), t.slice(1));
    };
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
    fc.assert(
      fc.property(pattern, text, (p, t) => {
        expect(globOf(p)(t)).toBe(naive(p, t));
      }),
      { seed: 42, numRuns: 5000 },
    );
  });
});
