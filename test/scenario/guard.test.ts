import { describe, expect, it } from "vitest";
import { MAX_ALIASES, MAX_DEPTH } from "../../src/scenario/guard.ts";
import { nodeAt, parseText, plain } from "../../src/scenario/located.ts";

const first = (text: string) => parseText(text, "f.yaml").problems[0]!;
const lines = (depth: number, line: (i: number) => string) =>
  Array.from({ length: depth }, (_, i) => line(i)).join("\n");

/** A nested text of each kind, and where its level 65 begins. */
const SHAPES: [name: string, text: (depth: number) => string, line: number, column: number][] = [
  ["flow lists", (n) => "[".repeat(n), 1, 65],
  ["closed flow lists", (n) => "[".repeat(n) + "]".repeat(n), 1, 65],
  ["flow lists below a key", (n) => `a: ${"[".repeat(n)}`, 1, 67],
  ["flow maps", (n) => "{a: ".repeat(n), 1, 257],
  ["JSON maps", (n) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`, 1, 321],
  ["flow lists and maps", (n) => "[{a: ".repeat(n / 2), 1, 161],
  ["dashes in one line", (n) => `${"- ".repeat(n)}a`, 1, 129],
  ["explicit keys in one line", (n) => `${"? ".repeat(n)}a`, 1, 129],
  ["empty keys in one line", (n) => `${": ".repeat(n)}a`, 1, 129],
  ["dashes and explicit keys", (n) => "- ? ".repeat(n / 2), 1, 129],
  ["indented maps", (n) => lines(Math.min(n, 1_000), (i) => `${" ".repeat(i)}a:`), 65, 66],
  ["indented lists", (n) => lines(Math.min(n, 1_000), (i) => `${" ".repeat(i)}-`), 65, 65],
  ["flow lists over lines", (n) => "[\n".repeat(n), 65, 1],
  ["anchored lists", (n) => "&a [ ".repeat(n), 1, 324],
  ["a list as a key", (n) => `? ${"[".repeat(n)}`, 1, 66],
];

describe("nesting", () => {
  for (const [name, text, line, column] of SHAPES) {
    for (const depth of [2_000, 100_000]) {
      it(`${name}, ${depth} deep, three times`, () => {
        const nested = text(depth);
        for (let time = 0; time < 3; time++) {
          const { root, problems } = parseText(nested, "f.yaml");
          expect(root).toBeUndefined();
          expect(problems).toMatchObject([
            { message: "too deeply nested: this is level 65, the limit is 64", place: { line, column } },
          ]);
        }
      });
    }
  }

  it("is accepted to the limit", () => {
    const text = "[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH);
    expect(parseText(text, "f").problems).toEqual([]);
    expect(
      parseText(
        lines(MAX_DEPTH, (i) => `${" ".repeat(i)}a:`),
        "f",
      ).problems,
    ).toEqual([]);
    expect(parseText(`${"- ".repeat(MAX_DEPTH)}a`, "f").problems).toEqual([]);
  });

  it("is counted through aliases", () => {
    const half = `${"[".repeat(40)}1${"]".repeat(40)}`;
    const text = `a: &a ${half}\nb: ${half.replace("1", "*a")}`;
    expect(first(text).message).toMatch(/too deeply nested: the limit is 64, aliases counted/u);
  });
});

describe("aliases", () => {
  const laughs = (levels: number, width: number) =>
    Array.from({ length: levels }, (_, i) =>
      i === 0
        ? "a0: &a0 [lol]"
        : `a${i}: &a${i} [${Array(width)
            .fill(`*a${i - 1}`)
            .join(", ")}]`,
    ).join("\n");

  it.each([
    ["billion laughs, 9 levels of 9", laughs(10, 9), /too many values: the limit is 500000, aliases counted/u],
    ["billion laughs, 9 levels of 12", laughs(10, 12), /too many aliases: the limit is 100/u],
    [
      "an alias bomb of empty maps",
      `a: &a [${"{}, ".repeat(10_000)}]\nb: [${"*a, ".repeat(10_000)}]`,
      /too many aliases/u,
    ],
    [
      "a merge key bomb",
      `a: &a [${"{x: 1}, ".repeat(5_000)}]\nb:\n${"  <<: *a\n".repeat(20_000)}`,
      /too many aliases/u,
    ],
    ["an alias of its own list", "a: &a [1, *a]", /stands inside its own anchor/u],
    ["an alias of nothing", "rangers: &rangers 1\nb: *ranger", /no anchor "&ranger" before this alias/u],
  ])("%s", (_name, text, message) => {
    expect(first(text).message).toMatch(message);
  });

  it("are accepted, sharing the node, and point at what they repeat", () => {
    const { root, problems } = parseText("a: &a {b: [1, 2]}\nc: *a\nd: [*a, *a]", "f");
    expect(problems).toEqual([]);
    expect(JSON.stringify(plain(root!))).toBe('{"a":{"b":[1,2]},"c":{"b":[1,2]},"d":[{"b":[1,2]},{"b":[1,2]}]}');
    expect(nodeAt(root!, ["c", "b"]).node).toBe(nodeAt(root!, ["a", "b"]).node);
  });

  it("are accepted a hundred times", () => {
    expect(parseText(`a: &a 1\nb: [${"*a, ".repeat(MAX_ALIASES)}]`, "f").problems).toEqual([]);
    expect(first(`a: &a 1\nb: [${"*a, ".repeat(MAX_ALIASES + 1)}]`).place).toMatchObject({ line: 2, column: 405 });
  });

  it("of a merge key get a hint", () => {
    expect(first(`a: &a {}\n${"<<: *a\n".repeat(200)}`).hint).toMatch(/use extends:/u);
    expect(first("a: 1\n<<: {b: 2}")).toMatchObject({
      message: 'unknown key "<<"',
      hint: "merge keys are not supported; use extends:",
      place: { line: 2, column: 1, length: 2 },
    });
    expect(parseText('a: "<<"\nb: <<', "f").problems).toEqual([]);
  });
});

describe("what YAML has and a scenario has not", () => {
  it.each([
    ["%YAML 1.1\n---\na: no", 'YAML directives are not accepted: "%YAML 1.1"', 1, 1],
    ["# x\n%TAG ! tag:x,2000:\n---\na: 1", 'YAML directives are not accepted: "%TAG ! tag:x,2000:"', 2, 1],
    ["a: !!js/function 'x'", 'YAML tags are not accepted: "!!js/function"', 1, 4],
    ["a: [1, !x 2]", 'YAML tags are not accepted: "!x"', 1, 8],
    ["a: ! 2", 'YAML tags are not accepted: "!"', 1, 4],
    ["a: !<tag:yaml.org,2002:str> 2", 'YAML tags are not accepted: "!<tag:yaml.org,2002:str>"', 1, 4],
    ["!!map {a: 1}", 'YAML tags are not accepted: "!!map"', 1, 1],
    ["a: 1\n---\nb: 2", "a second document begins here; a scenario is one document", 2, 1],
    ["a: 1\n...\nb: 2", "a second document begins here; a scenario is one document", 3, 1],
    ["---\n---\na: 1", "a second document begins here; a scenario is one document", 2, 1],
    ["a:\n\tb: 1", "line 2 begins with a tab", 2, 1],
    ["a:\n  b: 1\n\tc: 2", "line 3 begins with a tab", 3, 1],
    ["a: 1\rb: 2", "a carriage return without a line feed", 1, 5],
    ["a: \u001b[31m", "a control character (U+001B)", 1, 4],
    ["a: \ud800", "a lone surrogate (U+D800)", 1, 4],
  ])("%j", (text, message, line, column) => {
    expect(first(text)).toMatchObject({ message, place: { file: "f.yaml", line, column } });
  });

  it("all of them at once", () => {
    const { problems } = parseText("%YAML 1.1\n---\na: !x 1\nb: !y 2\na: 3", "f");
    expect(problems.map(({ place }) => place!.line)).toEqual([1, 3, 4, 5]);
  });

  it("is text where it is quoted or in a block", () => {
    const text = 'a: "!x"\nb: 100%\nc: |\n  %YAML 1.1\n  !x *y\nd: x *y\ne: "*y"\nf: a!\ng: 1-3';
    expect(parseText(text, "f").problems).toEqual([]);
  });

  it("one document may be marked, begun and ended", () => {
    expect(parseText("# c\n---\na: 1\n...\n# end\n", "f").problems).toEqual([]);
  });
});
