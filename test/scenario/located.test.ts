import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { entries, nodeAt, parseText, placeOf, plain } from "../../src/scenario/located.ts";
import { booleanHint, numberHint, typed } from "../../src/scenario/spelling.ts";
import type { ScalarNode } from "../../src/scenario/tree.ts";

const parsed = (text: string) => {
  const { root, problems } = parseText(text, "f.yaml");
  expect(problems).toEqual([]);
  return root!;
};
const first = (text: string) => parseText(text, "f.yaml").problems[0]!;

describe("what a scalar is", () => {
  const numbers: [written: string, value: number][] = [
    ["0", 0],
    ["-0", 0],
    ["-0.0", 0],
    ["7", 7],
    ["-3", -3],
    ["1.5", 1.5],
    ["-0.25", -0.25],
    ["1.0", 1],
    ["1e3", 1000],
    ["1E+3", 1000],
    ["25e-2", 0.25],
    ["9007199254740991", 9007199254740991],
  ];
  it.each(numbers)("%s is a number", (written, value) => {
    const { value: found } = nodeAt(parsed(`a: ${written}`), ["a"]).node as ScalarNode;
    expect(found).toBe(value);
    expect(Object.is(found, -0)).toBe(false);
  });

  it.each([
    ["null", null],
    ["", null],
    ["true", true],
    ["false", false],
  ])("%j is a word of YAML", (written, value) => {
    expect(plain(parsed(`a: ${written}`))).toEqual({ a: value });
  });

  const texts: [written: string, numberHint: string | undefined, booleanHint?: string][] = [
    ["012", "write 12"],
    ["-012", "write -12"],
    ["+5", "write 5"],
    ["00", "write 0"],
    ["0x1F", "write 31"],
    ["0o17", "write 15"],
    ["0b101", "write 5"],
    ["1_000", "write 1000"],
    ["1_000.5", "write 1000.5"],
    ["1 000", "write 1000"],
    ["1'000'000", "write 1000000"],
    ["1,5", "write 1.5"],
    [".5", "write 0.5"],
    ["5.", "write 5"],
    ["-.5", "write -0.5"],
    ["−4", "write -4"],
    ["20:30", "a time or a ratio is not a number; write one number"],
    ["1:20:30", "a time or a ratio is not a number; write one number"],
    [".nan", "write a finite number"],
    [".NaN", "write a finite number"],
    [".inf", "write a finite number"],
    ["-.INF", "write a finite number"],
    ["1e400", "too large: numbers are exact up to 9007199254740991"],
    ["1e20", "too large: numbers are exact up to 9007199254740991"],
    ["9007199254740993", "too large: numbers are exact up to 9007199254740991"],
    ["-9007199254740992", "too large: numbers are exact up to 9007199254740991"],
    ["0xFFFFFFFFFFFFFFFFFF", "too large: numbers are exact up to 9007199254740991"],
    ["4+", "write 4"],
    ['"6"', "remove the quotes"],
    ["'1e3'", "remove the quotes"],
    ["no", undefined, "write false"],
    ["No", undefined, "write false"],
    ["off", undefined, "write false"],
    ["n", undefined, "write false"],
    ["non", undefined, "write false"],
    ["yes", undefined, "write true"],
    ["on", undefined, "write true"],
    ["y", undefined, "write true"],
    ["oui", undefined, "write true"],
    ["True", undefined, "write true"],
    ["FALSE", undefined, "write false"],
    ['"true"', undefined, "remove the quotes"],
    ["~", undefined],
    ["Null", undefined],
    ["ten", undefined],
    ["1-3", undefined],
    ["D6+3", undefined],
    ["10%", undefined],
    ["2026-11-21", undefined],
    [".", "write a number"],
    ["1.2.3", undefined],
    ["''", undefined],
  ];
  it.each(texts)("%s is text", (written, asNumber, asBoolean) => {
    const node = nodeAt(parsed(`a: [${written.includes(",") ? `"${written}"` : written}]`), ["a", 0]).node;
    const scalar = written.includes(",") ? { value: written, raw: written, quoted: false } : (node as ScalarNode);
    expect(typeof scalar.value).toBe("string");
    expect(scalar.raw).toBe(written);
    expect(numberHint(scalar, () => true)?.en).toBe(asNumber);
    expect(booleanHint(scalar)?.en).toBe(asBoolean);
  });

  it("no number is suggested that may not stand there", () => {
    const scalar = { value: "0+", raw: "0+", quoted: false };
    expect(numberHint(scalar, (value) => value >= 1)).toBeUndefined();
    expect(numberHint({ ...scalar, value: "1+", raw: "1+" }, (value) => value >= 1)?.en).toBe("write 1");
  });

  it.each(["<<<<<<< HEAD", "=======", "||||||| base", ">>>>>>> branch", "=======\r"])("%j is a conflict", (marker) => {
    const { root, problems } = parseText(`a: 1\n${marker}\nb: 2\n`, "x.yaml");
    expect(root).toBeUndefined();
    expect(problems).toMatchObject([
      { message: "the file holds the conflict markers of a merge", place: { line: 2, column: 1 } },
    ]);
  });

  it("what only looks like a marker is none", () =>
    expect(parseText("a: |\n  =======\n# =======\n", "x.yaml").problems).toEqual([]));

  it("every suggested number is one", () => {
    for (const [written, hint] of texts) {
      const number = /^write (-?[\d.]+)$/u.exec(hint ?? "")?.[1];
      if (number !== undefined) expect([written, typeof typed(number)]).toEqual([written, "number"]);
    }
  });

  it("no text makes the hints slow: of a million repeats, what is not linear would take hours", () => {
    for (const c of ["1", "1_", "1 000", "1:", "0", ".", "1."]) {
      const value = c.repeat(1_000_000);
      expect(numberHint({ value, raw: value, quoted: false }, () => true)?.en).toSatisfy(
        (hint) => hint === undefined || typeof hint === "string",
      );
      expect(["string", "number"]).toContain(typeof typed(value));
    }
  });

  it("blocks and folded lines are text", () => {
    expect(plain(parsed("a: |\n  12\nb: >\n  x\n  y\nc: x\n  y"))).toEqual({ a: "12\n", b: "x y\n", c: "x y" });
  });
});

describe("documents", () => {
  it.each([
    ["", "the file is empty"],
    [" \n\n", "the file is empty"],
    ["# a\n# b\n", "the file holds only comments"],
    ["\n  # a", "the file holds only comments"],
    ["---\n", "the document is empty"],
  ])("%j", (text, message) => {
    const { root, problems } = parseText(text, "f.yaml");
    expect(root).toBeUndefined();
    expect(problems).toMatchObject([{ message, severity: "error", place: { file: "f.yaml", line: 1, column: 1 } }]);
  });

  it("JSON is read, tabs and all", () => {
    const data = { version: 1, units: { rangers: { models: 7, save: "4+", skills: ["a", "b"], x: null, y: true } } };
    for (const indent of [undefined, 2, "\t"]) expect(plain(parsed(JSON.stringify(data, null, indent)))).toEqual(data);
    expect(plain(parsed('"\\ud83d\\ude00"'))).toBe("😀");
  });

  it("line ends of any system count lines alike", () => {
    for (const end of ["\n", "\r\n"]) {
      expect(placeOf(parsed(["# x", "a:", "  b: 12"].join(end)), ["a", "b"])).toMatchObject({
        line: 3,
        column: 6,
        length: 2,
        text: "  b: 12",
      });
    }
  });

  it.each([
    ['a: "x\nb: 1', "this quote is never closed", 1, 4],
    ["a: 'it''s\nb: 1", "this quote is never closed", 1, 4],
    ["a: [1, 2\nb: 3", "a ] is missing before this", 2, 1],
    ["a: {b: 1", "a } is missing before this", 1, 9],
    ["a: b: c", "a second colon in one line, or a value that goes on in a deeper line", 1, 4],
    ["a: 'it's'", "this does not belong here", 1, 8],
    ["- a\nb: 1", "this does not belong here", 2, 1],
    ["a: @x", "a text cannot begin with this character", 1, 4],
    ['a: "\\q"', "there is no such escape in a text in double quotes", 1, 5],
    ["? [a]\n: 1", "a key must be a plain name", 1, 3],
    [": 1", "a key is empty", 1, 1],
    ['a: "\\ud800"', "this text holds a lone surrogate", 1, 4],
    ['a: "\\0"', "this text holds a NUL character", 1, 4],
  ])("%j", (text, message, line, column) => {
    expect(first(text)).toMatchObject({ message, place: { line, column } });
  });

  it("all faults are listed, in the order of the text", () => {
    const { problems } = parseText("a: 1\na: 2\nb: @x\n__proto__: 1\nc: *d\n", "f");
    expect(problems.map(({ place }) => place!.line)).toEqual([2, 3, 4, 5]);
  });

  it.each([1, 2, -1, -2])("a line that stands %i columns from where it belongs is told once", (by) => {
    const lines = ["units:", "  scouts:", "    models: 5", "    save: 4+", "    command: 3+", "  elves: { models: 4 }"];
    const moved = (line: string) => (by > 0 ? " ".repeat(by) + line : line.slice(-by));
    for (const [i, line] of lines.entries()) {
      if (by < 0 && !line.startsWith(" ")) continue;
      const { problems } = parseText([...lines.with(i, moved(line)), "more: 1"].join("\n"), "f");
      expect(problems.length, `${line}: ${problems.map(({ message }) => message).join("; ")}`).toBeLessThan(2);
      const [at = i + 1] = problems.map(({ place }) => place!.line);
      if (line.startsWith("    ")) expect([i, i + 1, i + 2], line).toContain(at);
    }
  });

  it("a line deeper than one that has its value: which two", () => {
    expect(first("a:\n  b: 1\n\n    c: 2\n    d: 3")).toMatchObject({
      message: "line 4 stands deeper than line 2, which has its value already",
      place: { line: 4, column: 5, length: 4 },
    });
  });

  it("a text whose first line stands too far in is told at the second line, however many follow", () => {
    const many = Array.from({ length: 300 }, (_, i) => `k${i}: ${i}`);
    for (const lines of [many.slice(0, 9), many])
      expect(parseText(`  ${lines.join("\n")}`, "f").problems.slice(0, 2)).toMatchObject([
        { message: "this does not belong here", place: { line: 2 } },
        ...(lines.length > 9 ? [{ message: expect.stringContaining("too many errors") }] : []),
      ]);
  });

  it("nothing reaches stderr, and no warning is lost", () => {
    const warn = vi.spyOn(process, "emitWarning");
    const log = vi.spyOn(console, "warn");
    parseText("a: !!js/function x\n? {b: 1}\n: 2\n%x: 1", "f");
    expect(warn).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
  });
});

describe("keys", () => {
  it.each([
    ["a: 1\na: 2", 2, 1, 1, 1],
    ["u: {b: 1,\n  c: 2, b: 3}", 2, 9, 1, 5],
    ['a: 1\n"a": 2', 2, 1, 1, 1],
    ["\u00e9: 1\ne\u0301: 2", 2, 1, 1, 1],
    ["12: a\n'12': b", 2, 1, 1, 1],
  ])("equal ones are refused, both places shown: %j", (text, line, column, firstLine, firstColumn) => {
    const problem = first(text);
    expect(problem.message).toMatch(/^duplicate key/u);
    expect(problem.message).toContain(`first at line ${firstLine}, column ${firstColumn}`);
    expect(problem).toMatchObject({ place: { line, column }, also: [{ line: firstLine, column: firstColumn }] });
  });

  it.each([...Object.getOwnPropertyNames(Object.prototype), "prototype"])("%s is refused", (name) => {
    for (const text of [`${name}: {polluted: 1}`, `units:\n  "${name}": 1`, `{"${name}": {"polluted": true}}`]) {
      const { root, problems } = parseText(text, "f");
      expect(problems).toMatchObject([{ message: `"${name}" cannot be a name: it is reserved`, severity: "error" }]);
      plain(root!);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("become NFC", () => {
    expect(entries(parsed("e\u0301claireurs: 1")).map(([key]) => key)).toEqual(["\u00e9claireurs"]);
  });

  it("keep their text and order, numbers too", () => {
    const root = parsed("b: 1\n12: 2\n012: 3\ntrue: 4\n4+: 5\n10: 6");
    expect(entries(root).map(([key]) => key)).toEqual(["b", "12", "012", "true", "4+", "10"]);
    expect(Object.keys(plain(root) as object)).toEqual(["10", "12", "b", "012", "true", "4+"]);
    expect(entries(nodeAt(root, ["b"]).node)).toEqual([]);
  });

  it("that mix alphabets are warned of", () => {
    const { root, problems } = parseText("r\u0430ngers: 1\nΔ speed: 2\nрейнджеры: 3\nordre β: 4", "f");
    expect(entries(root)).toHaveLength(4);
    expect(problems).toMatchObject([{ severity: "warning", place: { line: 1, column: 1 } }]);
    expect(problems[0]!.message).toContain("U+0430");
  });

  it("have at most 200 characters, counted as people do", () => {
    expect(parseText(`${"😀".repeat(200)}: 1`, "f").problems).toEqual([]);
    expect(first(`${"😀".repeat(201)}: 1`).message).toBe("a name of 201 characters; the limit is 200");
  });
});

describe("moving in the tree", () => {
  const root = parsed("units:\n  rangers: {models: 7, skills: [a, b]}\n  empty:\n");

  it.each([
    [[], 0, undefined],
    [["units"], 1, "units:1:1"],
    [["units", "rangers", "models"], 3, "models:2:13"],
    [["units", "rangers", "skills", 1], 4, undefined],
    [["units", "marines", "models"], 1, "units:1:1"],
    [["units", "rangers", "skills", 9], 3, "skills:2:24"],
    [["units", "rangers", "models", "x"], 3, "models:2:13"],
    [["units", "toString"], 1, "units:1:1"],
  ])("nodeAt %j", (path, steps, key) => {
    const found = nodeAt(root, path);
    expect(found.steps).toBe(steps);
    const { keyPlace } = found;
    expect(
      keyPlace &&
        `${keyPlace.text!.slice(keyPlace.column - 1, keyPlace.column - 1 + keyPlace.length)}:${keyPlace.line}:${keyPlace.column}`,
    ).toBe(key);
  });

  it("placeOf is the value, else the key, else the nearest key above", () => {
    const spot = (path: (string | number)[]) => {
      const { line, column, length } = placeOf(root, path);
      return [line, column, length];
    };
    expect(spot(["units", "rangers", "models"])).toEqual([2, 21, 1]);
    expect(spot(["units", "rangers"])).toEqual([2, 3, 7]);
    expect(spot(["units", "empty"])).toEqual([3, 3, 5]);
    expect(spot(["units", "none", "x"])).toEqual([1, 1, 5]);
  });

  it("any JSON comes back as it was", () => {
    const key = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((k) => k.trim() !== "" && !(k in {}) && k !== "prototype");
    const leaf = fc.oneof(
      fc.string().filter((s) => !s.includes("\0")),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (data) => {
        const { root: read, problems } = parseText(JSON.stringify(data), "f");
        if (problems.some((p) => p.severity === "error")) return; // names equal once normalised
        expect(JSON.parse(JSON.stringify(plain(read!)))).toEqual(normal(JSON.parse(JSON.stringify(data))));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("no text at all makes it throw", () => {
    const piece = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "-",
      "?",
      "[",
      "]",
      "{",
      "}",
      ",",
      "&a",
      "*a",
      "'",
      '"',
      "|",
      ">",
      "#",
      "!",
      "%",
      "<<",
      "1",
      "\t",
      "---\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { root: read, problems } = parseText(pieces.join(""), "f");
        expect(read !== undefined || problems.length > 0).toBe(true);
        for (const problem of problems) expect(problem.place).toBeDefined();
      }),
      { seed: 11, numRuns: 3_000 },
    );
  });
});

/** JSON data with its keys in NFC. */
function normal(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(normal);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key.normalize("NFC"), normal(value)]));
}
