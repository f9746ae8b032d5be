import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/analysis/result.ts";
import { run } from "../../src/analysis/run.ts";
import { sweep } from "../../src/analysis/sweep.ts";
import {
  analysisJson,
  documentMarkdown,
  parseStored,
  resultsJson,
  storedFiles,
  storedIn,
  storedView,
  sweepCsv,
  sweepDocument,
} from "../../src/report/index.ts";
import { figuresOf } from "../../src/report/page/index.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const SHOWCASE = "reports/rangers-vs-marines";

const headlinesOf = async (ruleset: string) => {
  const { kinds } = await loadRuleset(ruleset);
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
};
const showcase = (name: string) => readFileSync(join(SHOWCASE, name), "utf8");
const stored = showcase("results.json");
const edited = (edit: (result: Result) => void): string => {
  const result = JSON.parse(stored);
  edit(result);
  return resultsJson(result);
};

describe("stored results", () => {
  it("of the showcase give its committed files again, byte for byte", async () => {
    const read = parseStored(stored, "results.json");
    const headlines = await headlinesOf("alpha-omega");
    if (read.of !== "run") throw new Error("not a run");
    const drawn = await figuresOf(read.result, headlines);
    for (const [name, svg] of drawn.files) expect(svg, name).toBe(showcase(name));
    expect([...drawn.files.values()].join("").length).toBeLessThan(40_000);
    const files = storedFiles(read, headlines, drawn.figures);
    expect(files.get("summary.md")).toMatch(/^!\[From 9\.6 % .+\]\(chart-1-overview\.svg\)$/m);
    expect([...files.keys()].toSorted()).toEqual(["outcomes.csv", "results.json", "summary.csv", "summary.md"]);
    for (const [name, text] of files) expect(text, name).toBe(showcase(name));
  });

  it("of an analysis give its document and its table again", async () => {
    const axes = [parseAxis("defender.save=2..5")];
    const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { sweep: axes, only: ["oneShot"] });
    const result = await run(study, { workers: 0 });
    const data = await sweep(result);
    const files = storedFiles(parseStored(analysisJson("sweep", data, [result]), "sweep.json"), {});
    expect(files.get("sweep.md")).toBe(documentMarkdown(sweepDocument(data, result)));
    expect(files.get("sweep.csv")).toBe(sweepCsv(data));
    expect(files.get("sweep.json")).toBe(analysisJson("sweep", data, [result]));
  });

  it("are told in another language, and back", async () => {
    const read = parseStored(stored, "results.json");
    const headlines = await headlinesOf("alpha-omega");
    const french = storedFiles(storedIn(read, "fr"), headlines);
    expect(french.get("summary.md")).toContain("des tirs mettent la cible au tapis");
    const back = parseStored(french.get("results.json")!, "results.json");
    expect(storedFiles(storedIn(back, "en"), headlines).get("outcomes.csv")).toBe(showcase("outcomes.csv"));
    const english = storedFiles(read, headlines).get("summary.md");
    expect(storedFiles(storedIn(back, "en"), headlines).get("summary.md")).toBe(english);
  });
});

describe("texts of a stored result", () => {
  const EVIL = "1\u001b[31m\u001b]52;c;ZXZpbA==\u0007\u202e\u009b2";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/u;
  const plain = { colour: false, width: 72 };

  it.each(["version", "stream", "seed", "file", "command", "title"])("are cleaned of escapes: %s", (key) => {
    const read = parseStored(
      edited((result) => Object.assign(result, { [key]: EVIL })),
      "results.json",
    );
    const { kind } = (read as { result: Result }).result.cells[0]!;
    const headlines = { [kind]: { metric: "outcome" } } as never;
    expect(storedView(read, headlines, plain)).not.toMatch(UNSAFE);
    for (const [name, text] of storedFiles(read, headlines)) expect(text, name).not.toMatch(UNSAFE);
    const json = storedFiles(read, headlines).get("results.json")!;
    expect(JSON.parse(json)[key]).toBe(EVIL);
  });
});

describe("what is no result", () => {
  it.each([
    ["", /not JSON: it is empty/],
    ['{"a": 1,\n "b": }', /not JSON: \w.* \(give results\.json/],
    ["[]", /no result of crible \(give results\.json/],
    ['{"name": "x", "version": "1"}', /no result of crible/],
    [edited((result) => Object.assign(result, { format: 2 })), /its format is 2; .* reads format 1 \(a later version/],
    [edited((result) => Object.assign(result, { format: "1" })), /its format is "1"; 1 is expected/],
    [
      edited((result) => Object.assign(result, { ruleset: "alpha-omeg" })),
      /no ruleset "alpha-omeg" \(did you mean "alpha-omega"\?\)/,
    ],
    [edited((result) => Object.assign(result, { ruleset: "__proto__" })), /no ruleset "__proto__"/],
    [edited((result) => Object.assign(result, { labels: "de" })), /shape of a result: labels/],
    [edited((result) => Object.assign(result, { cells: {} })), /shape of a result: cells/],
    [edited((result) => Object.assign(result, { analysis: "swep" })), /no report of "swep" \(did you mean "sweep"\?\)/],
    [edited((result) => Object.assign(result, { analysis: "sweep" })), /shape of a result: results/],
    [
      edited(({ cells }) => Object.assign(cells[0]!.metrics![0]!.outcomes[0]!, { probability: 0.41 })),
      /"oneShot~rangers~marines~base", outcome: its chances add up to 1\.0\d+, not to 1: the file was edited/,
    ],
  ])("%#: is told in one clear error", (text, wanted) => {
    expect(() => parseStored(text, "results.json")).toThrow(wanted);
  });

  it("a result that rests on results of an unknown ruleset, or of none", async () => {
    const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { only: ["oneShot"] });
    const json = analysisJson("sweep", {}, [await run(study, { workers: 0 })]);
    const change = (ruleset: unknown): string => {
      const data = JSON.parse(json);
      data.results[0].ruleset = ruleset;
      return JSON.stringify(data);
    };
    expect(() => parseStored(change("warmachine"), "sweep.json")).toThrow(/no ruleset "warmachine"/);
    expect(() => parseStored(change(undefined), "sweep.json")).toThrow(
      /results\.0\.ruleset must be a text, found nothing/,
    );
    const seedless = edited((result) => Object.assign(result, { seed: [] }));
    expect(() => parseStored(seedless, "results.json")).toThrow(/shape of a result: seed must be a text, found a list/);
  });

  it("counts that do not add up, and chances that are not theirs", async () => {
    const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { only: ["oneShot"] });
    const played = resultsJson(await run(study, { method: "simulate", trials: 1_000, workers: 0 }));
    const change = (by: object): string => {
      const result = JSON.parse(played);
      Object.assign(result.cells[0].metrics[0].outcomes[1], by);
      return resultsJson(result);
    };
    expect(() => parseStored(played, "results.json")).not.toThrow();
    expect(() => parseStored(change({ count: 7 }), "results.json")).toThrow(
      /counts add up to \d+, not to the 1000 trials/,
    );
    expect(() => parseStored(change({ probability: 0.5 }), "results.json")).toThrow(
      /of 1000 trials are not a chance of 0\.5/,
    );
  });
});
