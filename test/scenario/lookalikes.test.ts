import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTree } from "../../src/scenario/extends.ts";
import { areAlike } from "../../src/scenario/lookalikes.ts";

describe("names that look the same", () => {
  it.each([
    ["rangers", "r\u0430ngers", "a Cyrillic a"],
    ["ORK", "\u039fRK", "a Greek O"],
    ["Iron", "\u0406ron", "a Cyrillic I"],
    ["marks", "marks\u200b", "a blank of no width"],
    ["ma\u00adrks", "marks", "a soft hyphen"],
    ["two words", "two\u00a0words", "a blank that does not break"],
    ["two words", "two  words", "a second blank"],
    ["marks ", "marks", "a blank at the end"],
    ["\uff4darks", "marks", "a wide m"],
    ["mk-2", "mk\u20112", "a hyphen that does not break"],
    ["e\u0301lite", "\u00e9lite", "composed otherwise"],
    ["fire\u{fe0f}", "fire", "a variation selector"],
    ["\u202eabc", "abc", "an override"],
    ["\u0440\u043e\u0441\u0430", "poca", "Cyrillic throughout"],
  ])("%j and %j: %s", (a, b) => {
    expect(areAlike(a, b)).toBe(true);
    expect(areAlike(b, a)).toBe(true);
  });

  it.each([
    ["marksI", "marksl"],
    ["mark1", "markl"],
    ["\u00c9lan I", "\u00c9lan 1"],
    ["elite", "\u00e9lite"],
    ["Rangers", "rangers"],
    ["ranger", "rangers"],
    ["\u0432\u043e\u0439", "boy"],
    ["\u5175", "\u4e18"],
  ])("%j and %j do not", (a, b) => expect(areAlike(a, b)).toBe(false));
});

describe("a scenario", () => {
  const problemsOf = async (text: string, more: Record<string, string> = {}) => {
    const at = mkdtempSync(join(tmpdir(), "crible-names-"));
    for (const [name, source] of Object.entries({ "package.json": "{}", "study.yaml": text, ...more }))
      writeFileSync(join(at, name), source);
    return (await loadTree(join(at, "study.yaml"))).problems.filter(({ severity }) => severity === "error");
  };

  it.each(["units", "weapons", "vehicles", "modifierSets", "experiments"])(
    "with two of them in %s is refused",
    async (map) => {
      const problems = await problemsOf(`${map}:\n  rangers: {}\n  r\u0430ngers: {}\n`);
      expect(problems).toMatchObject([
        {
          message: `two names in "${map}" look the same, "rangers" and "r\u0430ngers": this one has U+0430`,
          place: { line: 3, column: 3 },
          also: [{ line: 2, column: 3 }],
        },
      ]);
    },
  );
  it("says what the eye cannot see", async () => {
    const [problem] = await problemsOf('units:\n  "rangers\u200b": {}\n  rangers: {}\n');
    expect(problem!.message).toBe(
      'two names in "units" look the same, "rangers\\u{200b}" and "rangers": the other has U+200B',
    );
  });
  it("with one of its own and one of a file that it extends is refused", async () => {
    const problems = await problemsOf("extends: base.yaml\nunits:\n  r\u0430ngers: {}\n", {
      "base.yaml": "units:\n  rangers: {}\n",
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]!.also![0]!.file).toMatch(/base\.yaml$/);
  });
  it.each([
    [
      "an `as` like a unit",
      "units: { rangers: {} }\nexperiments: { e: { attacker: { unit: rangers, as: r\u0430ngers } } }",
      2,
    ],
    [
      "two of `as`, in two experiments",
      'experiments:\n  a: { attacker: [{ unit: x, as: "old guard" }] }\n  b: { sides: [{ units: [{ unit: x, as: "old\u00a0guard" }] }] }',
      3,
    ],
    ["two labels", "units:\n  a: { label: { en: R\u0430ngers, fr: Gardes } }\n  b: { label: Rangers }", 3],
    ["two sections of a vehicle", "vehicles:\n  v:\n    sections: { hull: {}, hu\u200bll: {} }", 3],
    ["two weapons of a unit", "units:\n  a:\n    weapons: { gun: 1, g\u03c5n: 2 }", 3],
  ])("with %s is refused", async (_, text, line) => {
    const problems = await problemsOf(`${text}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(/^two names in ".+" look the same/);
    expect(problems[0]!.place!.line).toBe(line);
  });
  it("where `as` says the same name again, or a label does, is not", async () => {
    const use = "{ attacker: { unit: \u00e9lite, as: vieille \u00e9lite } }";
    const text = `units: { \u00e9lite: { label: \u00c9lite }, b: { label: \u00c9lite } }\nexperiments: { a: ${use}, b: ${use} }\n`;
    expect(await problemsOf(text)).toEqual([]);
  });
  it("with names that can be told apart is not", async () => {
    expect(
      await problemsOf("units:\n  \u00e9lite: {}\n  elite: {}\n  \u0432\u043e\u0439: {}\nweapons:\n  rangers: {}\n"),
    ).toEqual([]);
  });
});
