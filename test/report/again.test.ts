import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parseMeasure } from "../../src/analysis/measure.ts";
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
} from "../../src/report/index.ts";
import { analysisPage, figuresOf, pageHtml, storedHtml } from "../../src/report/page/index.ts";
import { sweepDocument, sweepTable } from "../../src/report/sweep.ts";
import { csvOf } from "../../src/report/table.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { scenarioOfData } from "../../src/scenario/data.ts";
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

const unit = { ballisticSkill: 4, save: 4, command: 3, weapon: "rifle", models: 4, points: 12 };
const SKIRMISH = {
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 12: 0 } } },
  units: { rangers: unit, marines: { ...unit, save: 5 } },
  experiments: { whole: { kind: "volley", attacker: "rangers", defender: "marines", situation: { distance: 12 } } },
  goals: [{ experiment: "whole", metric: "casualties", atMost: 2 }],
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
    expect(files.get("sweep.csv")).toBe(csvOf(sweepTable(data)));
    expect(files.get("sweep.json")).toBe(analysisJson("sweep", data, [result]));
  });

  it.each([
    ["few cells", "2..4"],
    ["more cells than are stored with their metrics", "1..27"],
  ])("of a sweep of fights, %s, give its document and its page again", async (_, values) => {
    const side = (name: string) => ({ units: [{ unit: name, models: 2, order: "aimed" }] });
    const fight = {
      kind: "engagement",
      sides: [side("rangers"), side("marines")],
      situation: { distance: 12, turns: 1 },
    };
    const units = { rangers: { ...unit, initiative: 5 }, marines: { ...unit, initiative: 4 } };
    const scenario = scenarioOfData({ ...SKIRMISH, units, experiments: { fight }, goals: [] });
    const axes = [parseAxis(`units.rangers.points=${values}`)];
    const result = await run(await scenario.study({ sweep: axes }), { workers: 0 });
    const data = await sweep(result, { measures: [parseMeasure("winner=first")] });
    const document = documentMarkdown(sweepDocument(data, result));
    expect(document).toContain("A draw is no win here");
    const read = parseStored(analysisJson("sweep", data, [result]), "sweep.json");
    expect(storedFiles(read, {}).get("sweep.md")).toBe(document);
    const page = await pageHtml(analysisPage("sweep", data, sweepDocument(data, result), [result]));
    expect(page).toContain("What each side buys for its points:");
    expect(await storedHtml(read, {})).toBe(page);
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
    [edited((result) => Object.assign(result, { analysis: {} })), /no report of "\{\}"/],
    [edited((result) => Object.assign(result, { analysis: { a: [] } })), /no report of "\{\\?"a/],
    [edited((result) => Object.assign(result, { analysis: [] })), /no report of "\[\]"/],
    [edited((result) => Object.assign(result, { analysis: null })), /no report of "null"/],
    [edited((result) => Object.assign(result, { analysis: 5 })), /no report of "5"/],
    [
      edited((result) => Object.assign(result, { seed: { a: 1 } })),
      /shape of a result: seed must be a text, found a map/,
    ],
    [edited((result) => Object.assign(result, { unitLabels: { a: {} } })), /unitLabels\.a must be a text, found a map/],
    [edited((result) => Object.assign(result, { title: { en: {}, fr: "x" } })), /shape of a result: title/],
    [edited((result) => Object.assign(result, { file: {} })), /shape of a result: file must be a text, found a map/],
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
    expect(() => parseStored(change({ value: 1.5 }), "results.json")).toThrow(/1\.5 is no whole number/);
    const exact = JSON.parse(
      resultsJson(
        await run(await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", { only: ["interception"] })),
      ),
    );
    exact.cells[0].metrics[0].outcomes[1].value = 1.5;
    expect(() => parseStored(resultsJson(exact), "results.json")).toThrow(/1\.5 is no whole number/);
  });

  describe("numbers that were edited by hand", () => {
    type Data = {
      cells: { [key: string]: never }[];
      goals: { [key: string]: unknown }[];
      version: string;
      sum?: string;
    };
    let played = "";
    let solved = "";
    beforeAll(async () => {
      const study = await scenarioOfData(SKIRMISH).study({});
      played = resultsJson(await run(study, { method: "simulate", trials: 500, workers: 0 }));
      solved = resultsJson(await run(study, { workers: 0 }));
    });
    const told = (text: string, edit: (metric: Record<string, never>, data: Data) => void): string => {
      const data = JSON.parse(text);
      const [cell] = data.cells.filter(({ kind }: { kind: string }) => kind === "volley");
      edit(cell.metrics[0], data);
      try {
        parseStored(JSON.stringify(data), "results.json");
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const NUMBERS = ["mean", "sd", "median", "meanLower", "meanUpper", "medianLower", "medianUpper"];

    it("as they are", () => {
      expect(told(played, () => {})).toBe("");
      expect(told(solved, () => {})).toBe("");
    });

    it.each(NUMBERS)("a simulated metric's %s", (key) => {
      expect(told(played, (metric) => Object.assign(metric, { [key]: 3.25 }))).toContain(
        `casualties: its ${key} is 3.25, where its outcomes give`,
      );
      expect(told(played, (metric) => void delete metric[key])).toContain(`its ${key} is missing`);
    });

    it.each(["lower", "upper", "atLeast", "atLeastLower", "atLeastUpper"])("%s of an outcome", (key) => {
      const edit = ({ outcomes }: Record<string, never>) => Object.assign(outcomes![1]!, { [key]: 0.123 });
      expect(told(played, edit)).toContain(`casualties: its ${key} of 1 is 0.123`);
    });

    it("quantiles, and what an exact metric rests on", () => {
      for (const text of [played, solved])
        expect(told(text, ({ quantiles }) => Object.assign(quantiles!, { q95: 9 }))).toContain(
          "its q95 of quantiles is 9",
        );
      expect(told(solved, (metric) => Object.assign(metric, { mean: 2 }))).toContain("its mean is 2");
      expect(told(solved, ({ outcomes }) => Object.assign(outcomes![0]!, { fraction: "1/3" }))).toContain(
        "file was edited",
      );
      expect(told(solved, ({ outcomes }) => Object.assign(outcomes![0]!, { fraction: "x" }))).toContain(
        "its fractions are none",
      );
    });

    it("a goal's verdict, its estimate, and its limits", () => {
      const verdict = told(solved, (_, { goals }) => Object.assign(goals[0]!, { verdict: "inconclusive" }));
      expect(verdict).toContain('casualties" is pass, not inconclusive');
      for (const key of ["estimate", "lower", "upper"])
        expect(told(played, (_, { goals }) => Object.assign(goals[0]!, { [key]: 9 }))).toContain(`its ${key} is 9`);
    });

    it("limits of another version are its own, what was counted is not", () => {
      const other = (key: string) =>
        told(played, (metric, data) => {
          Object.assign(metric, { [key]: 0.5 });
          data.version = "0.0.9";
          delete data.sum;
        });
      expect(other("medianLower")).toBe("");
      expect(other("mean")).toContain("its mean is 0.5");
    });

    it("limits that hold at any time", async () => {
      const study = await scenarioOfData(SKIRMISH).study({});
      const anytime = resultsJson(
        await run(study, { method: "simulate", trials: 500, workers: 0, guarantee: "anytime" }),
      );
      expect(told(anytime, () => {})).toBe("");
      expect(told(anytime, (metric) => Object.assign(metric, { mean: 0.5 }))).toContain("its mean is 0.5");
    });

    it("what the numbers of the file cannot tell: its digest does not fit", () => {
      const digest = /its digest \(sum\) is of other data: the file was edited/;
      const cell = (more: object) => told(played, (_, { cells }) => Object.assign(cells[0]!, more));
      expect(cell({ quality: { score: 100, checks: [] } })).toMatch(digest);
      const verification = { trials: 9, verdict: "agree", pValue: 1, metric: "outcome" };
      expect(cell({ verification })).toMatch(digest);
      expect(cell({ goingFirst: { first: { value: 0.5 }, second: { value: 0.5 } } })).toMatch(digest);
      expect(told(played, (_, data) => Object.assign(data, { command: "crible run other.yaml" }))).toMatch(digest);
      expect(told(played, (_, data) => Object.assign(data, { labels: "fr" }))).toBe("");
    });

    it("what a cell says beside its metrics, of another form than any run writes", () => {
      const cell = (more: object) => told(played, (_, { cells }) => Object.assign(cells[0]!, more));
      expect(cell({ verification: { agrees: true, p: 1 } })).toContain(
        "cells.0.verification.trials must be a number, found nothing",
      );
      expect(cell({ goingFirst: { first: 0.5 } })).toContain("cells.0.goingFirst.first must be a map, found a number");
      expect(cell({ worth: { killsPer100: "9" } })).toContain("cells.0.worth.killsPer100 must be a number");
      expect(cell({ shares: [{ unit: 1 }] })).toContain("cells.0.shares.0.unit must be a text");
    });

    it("of an analysis or a check, whose metrics are not in the file: its digest does not fit", async () => {
      const study = await scenarioOfData(SKIRMISH).study({});
      const result = await run(study, { workers: 0 });
      const told = { measure: "winner.first", isChance: true, margin: 0, verdict: "lower" };
      const numbers = { first: { value: 0.6, trials: 0 }, second: { value: 0.1, trials: 0 }, change: { value: -0.5 } };
      const pairs = [{ differences: [{ ...told, ...numbers }] }];
      const json = analysisJson("compare", { pairs, onlyFirst: [], onlySecond: [] }, [result, result]);
      expect(parseStored(json, "compare.json").of).toBe("compare");
      // Laid out anew, or told in another language, it is the same.
      expect(parseStored(JSON.stringify(JSON.parse(json)), "compare.json").of).toBe("compare");
      const french = json.replaceAll('"labels": "en"', '"labels": "fr"');
      expect(french).not.toBe(json);
      expect(parseStored(french, "compare.json").of).toBe("compare");
      const otherwise = (from: string, to: string) => () => parseStored(json.replace(from, to), "compare.json");
      expect(otherwise('"lower"', '"higher"')).toThrow(/its digest \(sum\) is of other data: the file was edited/);
      expect(otherwise("-0.5", "-0.4")).toThrow(/digest/);
      expect(otherwise(/,\s*"sum": "\w+"/.exec(json)![0], "")).toThrow(/no digest of what it says/);
    });
  });

  describe("that were sealed again are held to what their numbers can be", () => {
    const resealed = (name: string, data: object, result: Result) => analysisJson(name, data, [result, result]);
    const chance = { value: 0.5, trials: 0 };
    const side = {
      ...{ side: "first", unit: "a", orders: ["hold"], value: 0.5, opening: [1], thumbs: [] },
      ...{ plans: [{ order: "hold", secured: 0.5, loss: 0 }], fears: { order: "hold", value: 0.5 } },
    };
    const head = { cell: "x", experiment: "x", attacker: "a", defender: "b", modifiers: ["base"] };
    const play = (own: object) => ({
      fights: [{ ...head, gap: 0, sides: [{ ...side, ...own }, side], pictures: [], policies: [] }],
      unsolved: [],
    });
    const curve = (estimate: object, isChance = true) => ({
      axes: [],
      curves: [{ ...head, measure: "outcome=out", isChance, points: [{ point: {}, cell: "x", estimate }] }],
    });
    let result: Result;
    beforeAll(async () => {
      result = await run(await scenarioOfData(SKIRMISH).study({}), { workers: 0 });
    });

    it("control: as they are they are taken", () => {
      expect(parseStored(resealed("play", play({}), result), "play.json").of).toBe("play");
      expect(parseStored(resealed("sweep", curve(chance), result), "sweep.json").of).toBe("sweep");
      expect(parseStored(resealed("sweep", curve({ value: 5, trials: 0 }, false), result), "sweep.json").of).toBe(
        "sweep",
      );
    });

    it.each<[string, object, string]>([
      ["play", play({ value: 1e300 }), "fights.0.sides.0.value is too big"],
      ["play", play({ opening: [-1] }), "fights.0.sides.0.opening.0 is too small"],
      ["play", play({ plans: [] }), "fights.0.sides.0.plans is too small"],
      ["play", { ...play({}), fights: [null] }, "fights.0 must be a map, found null"],
      ["sweep", curve({ value: 5, trials: 0 }), "curves.0.points.0.estimate.value is too big"],
      ["sweep", curve({ value: "0.5", trials: 0 }), "curves.0.points.0.estimate.value must be a number, found a text"],
      ["sweep", curve({ value: 0.5, trials: 0.5 }), "curves.0.points.0.estimate.trials must be a whole number"],
      ["rank", { rankings: [{ experiment: "x", units: {} }], unranked: [] }, "rankings.0.units must be a list"],
    ])("%s: %#", (name, data, said) => {
      expect(() => parseStored(resealed(name, data, result), `${name}.json`)).toThrow(said);
    });

    it("no number is beyond what a number can be", () => {
      const json = resealed("play", play({ value: 0.123 }), result).replace("0.123", "1e999");
      expect(() => parseStored(json, "play.json")).toThrow("a number in it is too large");
      expect(() => parseStored(stored.replace(/"trials": \d+/, '"trials": 1e999'), "results.json")).toThrow(
        "a number in it is too large",
      );
    });
  });
});
