import { describe, expect, it } from "vitest";
import { accept } from "../../src/analysis/accept.ts";
import { type Baseline, baselineText } from "../../src/analysis/baseline.ts";
import { parseBaseline } from "../../src/analysis/baseline-reading.ts";
import { parseMargins } from "../../src/analysis/margins.ts";
import { inputDigest } from "../../src/scenario/inputs.ts";
import { ScenarioError, visible } from "../../src/scenario/problem.ts";
import { EXPERIMENTS, HEAD, studyOfText } from "./fights.ts";

const UPDATE = { update: "crible check my.yaml --update" };

const HEADER = `format: 2
stream: some/v1
seed: "18446744073709551615"
version: 0.1.0
engine: "fedcba9876543210"
scenario: "1234e56789abcdef"
trials: 256000
inputs:
  units.marines:
    digest: "${inputDigest(new Map([["save", "4+"]]))}"
    values:
      save: "4+"
cells:
  firefight~rangers~marines~base: "00000000000000e1"
`;
const SOUND = `${HEADER}metrics:
  firefight~rangers~marines~base/casualties@6.second: { n: 256000, counts: "0:200000 1:55998 2..5:0 6:2" }
  firefight~rangers~marines~base/winner=first: { k: 125184, n: 256000 }
  once~a~b~base/outcome=down: { exact: 36/125 }
`;

const problemsOf = (text: string) => {
  try {
    parseBaseline(text, "balance.baseline.yaml", UPDATE);
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as ScenarioError).problems;
  }
  throw new Error("nothing was refused");
};

describe("the file", () => {
  it("is read as it is written in the contract", () => {
    const baseline = parseBaseline(SOUND, "b.yaml", UPDATE);
    expect(baseline).toMatchObject({ seed: "18446744073709551615", scenario: "1234e56789abcdef", trials: 256_000 });
    expect([...baseline.metrics.values()]).toEqual([
      { kind: "histogram", values: [0, 1, 2, 3, 4, 5, 6], counts: [200_000, 55_998, 0, 0, 0, 0, 2] },
      { kind: "count", k: 125_184, n: 256_000 },
      { kind: "exact", value: 0.288, fraction: { top: 36n, bottom: 125n } },
    ]);
    expect(baseline.anchor.size).toBe(0);
  });

  it("written and read again is the same, whatever the names", () => {
    const names = [
      "a~b~c~d/casualties@6.second",
      'say "x"~é~#~{a: b}/outcome=down',
      "0x10~~~/outcome=yes",
      "a\u0007\u202e\u{1f600}~b/outcome=\\u0041",
      `${"long".repeat(225)}/outcome=down`,
      "trailing: ~b/outcome= down ",
    ];
    const baseline: Baseline = {
      stream: "s/v1",
      seed: "7",
      version: "0.1.0",
      engine: "1e10",
      scenario: "00000000000000e1",
      trials: 10,
      inputs: new Map([
        [
          'units.é: "x"',
          new Map([
            ["a: b", "\u0007\u202e # no"],
            ["", "true"],
            ["save", "4+"],
          ]),
        ],
      ]),
      cells: new Map(names.map((name) => [name, "12"])),
      metrics: new Map(names.map((name, i) => [name, { kind: "count", k: i, n: 10 }])),
      anchor: new Map([
        [names[0]!, { kind: "histogram", values: [-3, -1, 0, 1, 2, 7], counts: [0, 2, 0, 0, 0, 1] }],
        [names[1]!, { kind: "exact", value: 1 / 3 }],
      ]),
    };
    const text = baselineText(baseline, "crible check 'a\nb.yaml' --update");
    const again = parseBaseline(text, "b.yaml", UPDATE);
    expect(again.metrics).toEqual(new Map([...baseline.metrics].sort(([a], [b]) => (a < b ? -1 : 1))));
    expect([again.inputs, again.cells, again.engine]).toEqual([
      baseline.inputs,
      new Map([...baseline.cells].sort(([a], [b]) => (a < b ? -1 : 1))),
      "1e10",
    ]);
    expect(again.anchor.get(names[0]!)).toEqual(baseline.anchor.get(names[0]!));
    expect((again.anchor.get(names[1]!) as { value: number }).value).toBeCloseTo(1 / 3, 14);
    expect(baselineText(again, "x").split("\n").slice(2)).toEqual(text.split("\n").slice(2));
    for (const line of text.split("\n")) expect(visible(line)).toBe(line);
  });
});

describe("each fault has its own error, its line, and the command that mends it", () => {
  const lines = SOUND.split("\n");
  const edited = (from: string, to: string) => {
    expect(SOUND).toContain(from);
    return SOUND.replace(from, to);
  };
  it.each([
    ["an edited count: k > n", edited("k: 125184", "k: 300000"), /counts 300000 in 256000 trials: it was edited/, 17],
    ["a negative count", edited("k: 125184", "k: -1"), /"k" must be a whole number of at least 0, found -1/, 17],
    [
      "a fraction for a count",
      edited("k: 125184", "k: 0.5"),
      /"k" must be a whole number of at least 0, found 0.5/,
      17,
    ],
    ["NaN", edited("k: 125184", "k: .nan"), /"k" must be a whole number of at least 0, found ".nan"/, 17],
    ["NaN for an exact chance", edited("36/125", "NaN"), /must be a chance such as 36\/125, found "NaN"/, 18],
    ["a chance above 1", edited("36/125", "136/125"), /must be a chance such as 36\/125/, 18],
    ["a division by nought", edited("36/125", "36/0"), /must be a chance such as 36\/125/, 18],
    ["a word for a count", edited("k: 125184", "k: many"), /found "many"/, 17],
    ["no trials", edited("n: 256000, counts", "n: 0, counts"), /"n" must be a whole number of at least 1/, 16],
    ["counts of other trials", edited("6:2", "6:3"), /has 256000 trials, and its counts are not theirs/, 16],
    ["counts out of order", edited("0:200000 1:55998", "1:55998 0:200000"), /its counts are not theirs/, 16],
    ["a range without end", edited("2..5:0", "2..999999999999:0"), /its counts are not theirs/, 16],
    [
      "an edited value",
      edited('save: "4+"', 'save: "5+"'),
      /the values of units.marines are not those of its digest/,
      9,
    ],
    ["another sort of line", edited("{ k: 125184, n: 256000 }", "48.9 %"), /must be \{ k, n \}/, 17],
    ["a line with a word too many", edited("n: 256000 }", "n: 256000, p: 1 }"), /must be \{ k, n \}/, 17],
    ["a missing header", edited("seed:", "sead:"), /unknown key "sead"/, 3],
    ["no metrics", HEADER, /missing key "metrics"/, 1],
    ["a number twice", `${SOUND}${lines[16]}\n`, /duplicate key .*first at line 17/, 19],
    ["an empty file", "", /empty/, 1],
  ])("%s", (_, text, message, line) => {
    const problems = problemsOf(text);
    const problem = problems.find((one) => message.test(one.message));
    expect(problem, JSON.stringify(problems)).toBeDefined();
    expect(problem!.place?.line).toBe(line);
    expect(problem!.hint).toBe("write it anew: crible check my.yaml --update");
    expect(problem!.french?.hint).toBe("l’écrire de nouveau\u00a0: crible check my.yaml --update");
    expect(problem!.french?.message).not.toBe(problem!.message);
  });

  it("conflict markers", () => {
    const text = SOUND.replace(lines[16]!, `<<<<<<< HEAD\n${lines[16]}\n=======\n${lines[16]}\n>>>>>>> branch`);
    const [problem, ...more] = problemsOf(text);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({
      message: "the file holds the conflict markers of a merge",
      hint: "take either side as a whole, then write it anew: crible check my.yaml --update",
      place: { line: 17, column: 1, text: "<<<<<<< HEAD" },
    });
  });

  it("a future format says what to install, and nothing else of it is judged", () => {
    const [problem, ...more] = problemsOf("format: 3\nnew: things\n");
    expect(more).toEqual([]);
    expect(problem).toMatchObject({
      message: "the baseline has format 3, of a newer crible; this one reads format 2",
      hint: "npm install --save-dev crible@latest",
    });
  });

  it("an older format is one error that says how to write it anew, whatever else it lacks", () => {
    const old = `format: 1\nstream: s\nmetrics:\n  a~b~c~d/x: { n: 2, sum: 1, sumSq: 1 }\n`;
    expect(problemsOf(old)).toMatchObject([
      {
        message: "the baseline has format 1, of an older crible; this one reads format 2",
        hint: "write it anew: crible check my.yaml --update",
        place: { line: 1 },
      },
    ]);
  });

  it("all of them at once", () => {
    expect(problemsOf(edited("k: 125184", "k: x").replace("36/125", "37")).length).toBe(2);
  });
});

describe("accept", () => {
  const text = `${HEAD}${EXPERIMENTS}`;

  it("tracks each cell's main metric, and what track: adds", async () => {
    const { baseline } = (await accept(await studyOfText(text)))!;
    const cell = (name: string) => [...baseline.metrics.keys()].filter((key) => key.startsWith(name));
    expect(cell("fire~marines~scouts~base/")).toEqual(["fire~marines~scouts~base/casualties"]);
    expect(cell("once~marines~marines~base/")).toEqual(
      ["down", "miss", "out", "pinned", "unharmed"].map((value) => `once~marines~marines~base/outcome=${value}`),
    );
    // By hand: 7/10 hit, 5/10 not saved, 3/10 down.
    expect(baseline.metrics.get("once~marines~marines~base/outcome=down")).toMatchObject({
      fraction: { top: 21n, bottom: 200n },
    });
    const more = (await accept(
      await studyOfText(`${text}track: ["fire~*/out", "casualties=2", "once~*/nothing=*"]`),
    ).catch((error) => error)) as ScenarioError;
    expect(more.message).toContain('track: "once~*/nothing=*" matches nothing');
    const tracked = (await accept(await studyOfText(`${text}track: ["fire~*/out", "casualties=2"]`)))!;
    expect([...tracked.baseline.metrics.keys()].filter((key) => key.startsWith("fire"))).toEqual([
      "fire~marines~scouts~base/casualties",
      "fire~marines~scouts~base/casualties=2",
      "fire~marines~scouts~base/out",
    ]);
  });

  it("says what it accepts, and keeps where numbers stood", async () => {
    const first = (await accept(await studyOfText(text)))!;
    expect(first).toMatchObject({ changed: [], removed: [], unchanged: 0 });
    const again = (await accept(await studyOfText(text), { old: first.baseline }))!;
    expect(again).toMatchObject({ changed: [], added: [], removed: [], unchanged: first.added.length });

    const softer = text.replace("save: 8+", "save: 9+");
    const margins = parseMargins(["50pp", "10"]);
    const second = (await accept(await studyOfText(softer), { old: first.baseline, margins }))!;
    expect(second.changed.map(({ key }) => key)).toContain("fire~marines~scouts~base/casualties");
    expect(second.changed.every(({ key }) => key.includes("scouts"))).toBe(true);
    expect([...second.baseline.anchor.keys()]).toEqual(second.changed.map(({ key }) => key));
    // A second step keeps the first anchor; the way back needs none; --anchor takes all of them up.
    const thirdStudy = await studyOfText(text.replace("save: 8+", "save: 7+"));
    const third = (await accept(thirdStudy, { old: second.baseline, margins }))!;
    expect(third.baseline.anchor).toEqual(second.baseline.anchor);
    expect((await accept(await studyOfText(text), { old: second.baseline, margins }))!.baseline.anchor.size).toBe(0);
    const anchored = await accept(await studyOfText(softer), { old: first.baseline, anchor: true });
    expect(anchored!.baseline.anchor.size).toBe(0);
  });
});
