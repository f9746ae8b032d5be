import { describe, expect, it } from "vitest";
import { formatProblems, type Place, type Problem, quote, ScenarioError, visible } from "../../src/scenario/problem.ts";

const place = (text: string, column: number, length: number, line = 14): Place => ({
  file: "scenarios/orks.yaml",
  line,
  column,
  length,
  text,
});
const error = (message: string, more: Partial<Problem> = {}): Problem => ({ message, severity: "error", ...more });

describe("the form of a problem", () => {
  it("is an error line, an arrow and a code frame", () => {
    const problem = error('unknown key "wepons"', {
      place: place("    wepons:", 5, 6),
      hint: 'did you mean "weapons"?',
    });
    expect(formatProblems([problem])).toBe(
      [
        'error: unknown key "wepons" (did you mean "weapons"?)',
        "  --> scenarios/orks.yaml:14:5",
        "   |",
        "14 |     wepons:",
        "   |     ^^^^^^",
      ].join("\n"),
    );
  });

  it("shows every other place, all gutters of one width", () => {
    const problem = error("duplicate key", { place: place("b: 2", 1, 1, 1200), also: [place("b: 1", 1, 1, 3)] });
    expect(formatProblems([problem])).toBe(
      [
        "error: duplicate key",
        "  --> scenarios/orks.yaml:1200:1",
        "     |",
        "1200 | b: 2",
        "     | ^",
        "  and scenarios/orks.yaml:3:1",
        "     |",
        "   3 | b: 1",
        "     | ^",
      ].join("\n"),
    );
  });

  it.each([1, 40, 76, 500, 990])("a long line fits in 80 columns, with the fault at %i in it", (column) => {
    const text = `${"x".repeat(column - 1)}WRONG${"y".repeat(995 - column)}`;
    const [, , , source, carets] = formatProblems([error("a fault", { place: place(text, column, 5, 1200) })]).split(
      "\n",
    );
    expect(source!.length).toBeLessThanOrEqual(80);
    expect(source!.slice(carets!.indexOf("^"), carets!.length)).toBe("WRONG");
  });

  it("needs no place", () => {
    expect(formatProblems([{ message: "no experiment", severity: "warning" }])).toBe("warning: no experiment");
  });

  it("lists at most 20, or as many as asked", () => {
    const many = Array.from({ length: 25 }, (_, i) => error(`fault ${i}`));
    expect(formatProblems(many).split("\n\n")).toHaveLength(21);
    expect(formatProblems(many)).toMatch(/fault 19\n\n… and 5 more$/u);
    expect(formatProblems(many, { max: 1 })).toBe("error: fault 0\n\n… and 24 more");
    expect(formatProblems(many.slice(0, 20))).not.toContain("more");
  });

  it("is the message of a ScenarioError", () => {
    expect(new ScenarioError([error("a fault")]).message).toBe("error: a fault");
  });
});

describe("carets stand under what they mean", () => {
  const cases: [name: string, text: string, start: string, length: number][] = [
    ["after a tab", "\twepons: 1", "wepons", 6],
    ["after spaces and tabs", "a \t b:\twepons", "wepons", 6],
    ["after wide letters", "戦士: wepons", "wepons", 6],
    ["after an accent of its own", "cafe\u0301: wepons", "wepons", 6],
    ["after an escape", "\u001b[31m: wepons", "wepons", 6],
    ["in a line of a thousand letters", `${"x".repeat(1000)} wepons ${"y".repeat(1000)}`, "wepons", 6],
    ["past the end of the line", "a: 1", "", 3],
  ];
  it.each(cases)("%s", (_name, text, start, length) => {
    const column = start === "" ? text.length + 1 : text.indexOf(start) + 1;
    const [, , , code, carets] = formatProblems([error("x", { place: place(text, column, length) })]).split("\n");
    const caret = carets!.indexOf("^");
    const width = (s: string) =>
      [...s.replace(/\p{M}/gu, "")].reduce((n, c) => n + (/\p{Script=Han}/u.test(c) ? 2 : 1), 0);
    if (start !== "") expect(width(code!.slice(0, code!.indexOf(start)))).toBe(caret);
    expect(carets!.slice(caret)).toMatch(start === "" ? /^\^$/u : /^\^{6}$/u);
    expect(code!.length).toBeLessThan(140);
  });
});

describe("nothing in a message can act on a terminal", () => {
  const hostile: [string, string][] = [
    ["\u001b[2J", "\\u{1b}[2J"],
    ["\u001b]52;c;aGk=\u0007", "\\u{1b}]52;c;aGk=\\u{7}"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["\u009b31m", "\\u{9b}31m"],
    ["a\nb\rc\td", "a\\u{a}b\\u{d}c\\u{9}d"],
    ["\u2028\u2066\u200b\ufeff", "\\u{2028}\\u{2066}\\u{200b}\\u{feff}"],
    ["\ud800", "\\u{d800}"],
    ["\u007f", "\\u{7f}"],
    ["Éclaireurs 戦士 👩‍🚀", "Éclaireurs 戦士 👩‍🚀"],
  ];
  it.each(hostile)("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
    const whole = formatProblems([
      error(quote(text), { hint: text, place: { file: text, line: 1, column: 1, length: 1, text } }),
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
    expect(whole).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u2028-\u202e\u2066-\u2069]/u);
    expect(whole.split("\n").filter((line) => line.startsWith("error: "))).toHaveLength(1);
  });

  it("quotes at most 80 characters", () => {
    expect(quote("x".repeat(10_000_000))).toBe(`"${"x".repeat(79)}…"`);
  });
});
