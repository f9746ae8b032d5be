import { describe, expect, it } from "vitest";
import { oddsView, resultsJson, summaryMarkdown } from "../../src/report/index.ts";
import { escapeMarkdown } from "../../src/report/markdown-text.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { cell, headlines, numericMetric, resultOf } from "./results.ts";

/** Names that would ring, paint, copy to the clipboard, turn text round, or hide in it. */
const EVIL = {
  red: "\u001b[31mred\u001b[0m",
  clipboard: "\u001b]52;c;ZXZpbA==\u0007",
  bell: "ding\u0007",
  c1: "\u009b31mred",
  bidi: "abc\u202edcba\u2066x",
  hidden: "zero\u200bwidth\u00ad\ufeff",
  lines: "one\ntwo\r\nthree\u2028four",
  backspace: "safe\b\b\b\bevil",
};

const evilResult = (name: string) =>
  resultOf(
    [
      cell({ experiment: name, attacker: name, defender: name, modifiers: [name], assumptions: [name] }),
      cell({ experiment: name, metrics: [{ ...numericMetric, target: name }], modifiers: ["x"] }),
      cell({
        experiment: name,
        modifiers: ["y"],
        options: [{ id: "Q-1", name: "reading", value: name }],
        note: name,
      }),
      cell({ experiment: "no", statement: { rule: "T-1", text: name } }),
    ],
    {
      title: name,
      file: name,
      command: `crible run '${name}'`,
      warnings: [name],
      unitLabels: { rangers: name, marines: name },
    },
  );

// What must not be in a report but as our own: C0 save the line feed, DEL, C1, invisible and bidirectional characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

describe.each(Object.entries(EVIL))("a name with %s", (_, name) => {
  it("is shown on a terminal, not obeyed", () => {
    const plain = terminalView(evilResult(name), headlines, { colour: false, width: 80 });
    expect(plain).not.toMatch(UNSAFE);
    const odds = oddsView(evilResult(name), { colour: false, width: 80 });
    expect(odds).not.toMatch(UNSAFE);
  });

  it("leaves no escape in colour but our own", () => {
    const coloured = terminalView(evilResult(name), headlines, { colour: true, width: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    const ours = /\u001b\[(?:1|2|4|22|24|31|32|33|36|39)m/g;
    expect(coloured).toMatch(ours);
    expect(coloured.replace(ours, "")).not.toMatch(UNSAFE);
  });

  it("is shown in Markdown, not obeyed", () => {
    expect(summaryMarkdown(evilResult(name), headlines)).not.toMatch(UNSAFE);
  });

  it("comes back whole from results.json", () => {
    expect(JSON.parse(resultsJson(evilResult(name))).title).toBe(name);
  });
});

describe("Markdown", () => {
  it.each([
    ["a|b", "a\\|b"],
    ["`code`", "\\`code\\`"],
    ["@org/team", "&#64;org/team"],
    ["![x](http://evil/x.png)", "\\!\\[x\\](http://evil/x.png)"],
    ["<!-- crible -->", "&lt;\\!-- crible --&gt;"],
    ["</script><img src=x onerror=alert(1)>", "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"],
    ["*bold* _it_ ~~no~~ #1", "\\*bold\\* \\_it\\_ \\~\\~no\\~\\~ \\#1"],
    ["&lt;", "&amp;lt;"],
    ["\\", "\\\\"],
    ["Rangers d'Élite, 2e section", "Rangers d'Élite, 2e section"],
  ])("%s is written %s", (name, text) => expect(escapeMarkdown(name)).toBe(text));

  it("a cell may have more rows than a call takes arguments", () => {
    const outcomes = Array.from({ length: 1_000 }, (_, value) => ({ value, probability: 0.001 }));
    const metrics = Array.from({ length: 160 }, (_, i) => ({ name: `metric${i}`, outcomes }));
    const rows = summaryMarkdown(resultOf([cell({ metrics })]), headlines).match(/^\| 999 /gmu);
    expect(rows).toHaveLength(160);
  });

  it("a name cannot break out of a table, a heading, a code span or the command's fence", () => {
    const name = "x` | y\n# heading ``` \n<b>";
    const text = summaryMarkdown(evilResult(name), headlines);
    const lines = text.split("\n");
    const headings = lines.filter((line) => /^#+ /.test(line));
    expect(headings).toEqual(lines.filter((line) => line.startsWith("#")));
    for (const line of headings) expect(line).not.toMatch(/(?<!\\)[<`]/);
    const columns = (line: string) => line.match(/(?<!\\)\|/g)!.length;
    const tables = lines.flatMap((line, i) => (/^\| --- \|/.test(line) ? [i] : []));
    expect(tables.length).toBeGreaterThan(0);
    for (const i of tables) expect(columns(lines[i - 1]!)).toBe(columns(lines[i]!));
    const [open, command, close] = lines.slice(lines.indexOf("## How to make this again") + 2);
    expect(open).toMatch(/^`{4,}$/);
    expect(close).toBe(open);
    expect(command!.startsWith("crible run 'x` | y")).toBe(true);
  });
});
