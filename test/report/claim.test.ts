/** What a report claims first: each sentence is held by its numbers, and changes or goes where they change. */
import { describe, expect, it } from "vitest";
import type { CellResult, MetricResult } from "../../src/analysis/result.ts";
import type { Chart } from "../../src/report/charts/chart.ts";
import { objectOf, oneColon } from "../../src/report/claim.ts";
import type { Document } from "../../src/report/document.ts";
import { findingsOf, leadClaim } from "../../src/report/findings.ts";
import { languageFor } from "../../src/report/format.ts";
import { documentPage } from "../../src/report/page/document.ts";
import { runPage } from "../../src/report/page/run.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { cell, counted, headlines, numericMetric, resultOf, simulated } from "./results.ts";

/** The distribution of casualties whose mean is this: ten at once, or nobody. */
const meanOf = (mean: number): MetricResult => ({
  ...numericMetric,
  mean,
  outcomes: [
    { value: 0, probability: 1 - mean / 10, atLeast: 1 },
    { value: 10, probability: mean / 10, atLeast: mean / 10 },
  ],
});
/** A volley of so many casualties on average. */
const volley = (mean: number, ...modifiers: string[]): CellResult =>
  cell({ kind: "volley", modifiers: modifiers.length === 0 ? ["base"] : modifiers, metrics: [meanOf(mean)] });
const shot = (out: number, ...modifiers: string[]): CellResult =>
  cell({
    modifiers: modifiers.length === 0 ? ["base"] : modifiers,
    metrics: [
      {
        name: "outcome",
        outcomes: [
          { value: "miss", probability: 1 - out },
          { value: "out", probability: out },
        ],
      },
    ],
  });
const claimed = (cells: readonly CellResult[], labels?: "fr"): string =>
  leadClaim(findingsOf(resultOf(cells, labels === undefined ? {} : { labels }), headlines))!.title;

describe("a mean under one set", () => {
  it.each([
    [0.5, "Cover halves the losses of Marines to Rangers"],
    [0.52, "Cover halves the losses of Marines to Rangers"],
    [0.54, "Cover lowers the losses of Marines to Rangers by 46 %"],
    [1 / 3, "Cover cuts the losses of Marines to Rangers to a third"],
    [0.25, "Cover cuts the losses of Marines to Rangers to a quarter"],
    [0.88, "Cover lowers the losses of Marines to Rangers by 12 %"],
    [0, "Cover prevents the losses of Marines to Rangers"],
    [1.35, "Cover raises the losses of Marines to Rangers by 35 %"],
    [2, "Cover doubles the losses of Marines to Rangers"],
    [3, "Cover triples the losses of Marines to Rangers"],
    [8, "With cover, 8 casualties on average instead of 1"],
  ])("of %f times as much", (ratio, title) => {
    expect(claimed([volley(1), volley(ratio, "cover")])).toBe(title);
  });

  it.each([
    [0.5, "Cover réduit de moitié les pertes des Marines face aux Rangers"],
    [0.25, "Cover réduit des trois quarts les pertes des Marines face aux Rangers"],
    [0.88, "Cover réduit de 12\u202f% les pertes des Marines face aux Rangers"],
    [1.35, "Cover augmente de 35\u202f% les pertes des Marines face aux Rangers"],
  ])("of %f times as much, in French", (ratio, title) => {
    expect(claimed([volley(1), volley(ratio, "cover")], "fr")).toBe(title);
  });

  it("of those who are out for good tells so", () => {
    const shipped = languageFor({ ...resultOf([volley(1)]), ruleset: "alpha-omega" });
    const [say, cells] = [shipped, { attacker: "rangers", defender: "marines" }];
    expect(objectOf("out", cells, say)).toBe("the permanent losses of Marines to Rangers");
    // In a game of a designer's own it is what he says it is.
    const own = languageFor({ ...resultOf([]), ruleset: "border.game.yaml" });
    expect(objectOf("out", cells, own)).toBe(undefined);
    expect(objectOf("casualties", cells, own)).toMatch(/^the losses of /u);
    expect(objectOf("ready", cells, say)).toBeUndefined();
  });

  it("that changes nothing is not claimed", () => {
    expect(claimed([volley(1), volley(1, "cover")])).toBe("Rangers against Marines: 1 casualties on average");
  });
});

describe("several sets", () => {
  it("are told by the largest change, then by the next that differs, in its simplest form", () => {
    const sets = [volley(1), volley(0.88, "endurance", "drone"), volley(0.88, "endurance"), volley(0.5, "cover")];
    expect(claimed(sets)).toBe("Cover halves the losses of Marines to Rangers; endurance lowers them by 12 %");
    expect(claimed(sets, "fr")).toBe(
      "Cover réduit de moitié les pertes des Marines face aux Rangers\u202f; endurance les réduit de 12\u202f%",
    );
    // The numbers the other way round are another claim.
    expect(claimed([volley(1), volley(0.5, "endurance"), volley(0.88, "cover")])).toBe(
      "Endurance halves the losses of Marines to Rangers; cover lowers them by 12 %",
    );
  });

  it("together are plural, and a name of several words stands in quotes", () => {
    expect(claimed([volley(1), volley(0.5, "cover", "drone")])).toBe(
      "Cover and drone halve the losses of Marines to Rangers",
    );
    const titles = { experiments: {}, sets: { cover: { en: "Marines in cover", fr: "à couvert" } }, questions: {} };
    const result = resultOf([volley(1), volley(0.5, "cover")], { titles });
    expect(leadClaim(findingsOf(result, headlines))!.title).toBe(
      "“Marines in cover” halves the losses of Marines to Rangers",
    );
  });

  it("of a chance are told as the numbers are", () => {
    expect(claimed([shot(0.192), shot(0.096, "cover"), shot(0.168, "endurance")])).toBe(
      "With cover, 9.6 % of shots put the target out instead of 19.2 %; with endurance, 16.8 %",
    );
  });
});

describe("of several pairs", () => {
  const against = (defender: string, out: number, ...modifiers: string[]): CellResult => {
    const { id: _, ...own } = shot(out, ...modifiers);
    return cell({ ...own, defender });
  };
  const leads = (cells: readonly CellResult[]) => leadClaim(findingsOf(resultOf(cells), headlines))!;

  it("on which nothing is tried how they rank is claimed, and drawn", () => {
    const cells = [against("marines", 0.2), against("orks", 0.5), against("grots", 0.3)];
    const { title, lede, cells: drawn, base, most } = leads(cells);
    expect(title).toBe("Orks: 50.0 % of shots put the target out, more than grots or Marines");
    expect(lede).toEqual(["grots 30.0 %, Marines 20.0 %."]);
    expect([drawn.length, base.defender, most!.defender]).toEqual([3, "orks", "marines"]);
    expect(leads([against("marines", 0.6), ...cells.slice(1)]).title).toMatch(/^Marines: 60\.0 %/u);
    // Beside another question the first names its own, and what is tried there comes first where it does something.
    const other = [cell({ experiment: "volley", kind: "volley", metrics: [meanOf(1)] })];
    expect(leads([...other, ...cells]).title).toMatch(/^Fire, orks: 50\.0 % /u);
    const tried = (mean: number) =>
      [...other, ...cells]
        .concat(volley(mean, "cover"))
        .map((own) => (own.kind === "volley" ? { ...own, experiment: "volley" } : own));
    expect(leads(tried(0.5)).title).toBe("Cover halves the losses of Marines to Rangers");
    expect(leads(tried(0.99)).title).toMatch(/^Fire, orks/u);
  });

  it("that nothing moves is claimed only where nothing does", () => {
    const still = [against("marines", 0.2), against("marines", 0.2, "cover"), against("marines", 0.2, "drone")];
    expect(leads(still).title).toBe("Cover or drone: no difference; 20.0 % of shots put the target out");
    const moved = [against("orks", 0.5), against("orks", 0.25, "cover")];
    expect(leads([...still, ...moved]).title).toBe("With cover, 25.0 % of shots put the target out instead of 50.0 %");
  });

  it("what leaves the number alone is claimed by the one beside it", () => {
    const both = (out: number, hits: number, ...modifiers: string[]): CellResult => {
      const { metrics = [], ...own } = shot(out, ...modifiers);
      return { ...own, metrics: [...metrics, { ...meanOf(hits), name: "hits" }] };
    };
    const own = { ...headlines.shot!, also: { metric: "hits", text: "hits on average" } };
    const title = (cells: readonly CellResult[]) =>
      leadClaim(findingsOf(resultOf(cells), { ...headlines, shot: own }))!.title;
    expect(title([both(0.2, 1), both(0.2, 0.4, "cover")])).toBe("Cover lowers the hits of Rangers on Marines by 60 %");
    expect(title([both(0.2, 1), both(0.1, 0.4, "cover")])).toMatch(/^With cover, 10\.0 % of shots/u);
  });
});

describe("of what was simulated", () => {
  /** As many trials as these, of which a tenth of the mean put ten out. */
  const played = (mean: number, reach: number, trials: number, ...modifiers: string[]) => {
    const hit = (mean / 10) * trials;
    const metric = { ...meanOf(mean), meanLower: mean - reach, meanUpper: mean + reach };
    const outcomes = metric.outcomes.map((outcome, i) => ({ ...outcome, count: i === 0 ? trials - hit : hit }));
    const set = { kind: "volley", modifiers: modifiers.length === 0 ? ["base"] : modifiers };
    return simulated({ ...metric, outcomes }, trials, set);
  };

  it("a word is said where the limits allow nothing else, and the numbers with their limits where they do", () => {
    expect(claimed([played(1, 0.001, 1e7), played(0.5, 0.001, 1e7, "cover")])).toBe(
      "Cover halves the losses of Marines to Rangers",
    );
    expect(claimed([played(1, 0.05, 20_000), played(0.5, 0.05, 20_000, "cover")])).toBe(
      "With cover, 0.500 ± 0.050 casualties on average instead of 1 ± 0.050",
    );
  });

  it("what the trials cannot tell apart is not claimed", () => {
    const cells = [300, 310].map((out, i) =>
      simulated(counted("outcome", { miss: 1_000 - out, out }), 1_000, { modifiers: [i === 0 ? "base" : "cover"] }),
    );
    expect(claimed(cells)).toMatch(/^Rangers against Marines: 30\.0 % ± /);
  });
});

describe("the first screen of a run", () => {
  const sets = [volley(1), volley(0.5, "cover")];

  it("draws the sets against the base, and both distributions", () => {
    const { lead } = runPage(resultOf(sets), headlines);
    const [block] = lead!.blocks as unknown as [
      { charts: { name: string; drawing: { rows?: { change?: string }[] } }[] },
    ];
    expect(block.charts.map(({ name }) => name)).toEqual(["overview", "histogram"]);
    expect(block.charts[0]!.drawing.rows!.map(({ change }) => change)).toEqual([undefined, "−50 %"]);
    expect(lead!.tags).toEqual([{ text: "every number is exact" }]);
    // Beside what is simulated only those that it says are.
    const other = simulated(meanOf(1), 1_000, { experiment: "other", kind: "volley" });
    expect(runPage(resultOf([...sets, other]), headlines).lead!.tags).toEqual([{ text: "these numbers are exact" }]);
  });

  it("says whether what is exact was checked, and what is not the book's", () => {
    const check = (verdict: "agree" | "differ") => ({
      verdict,
      trials: 5_000,
      pValue: 0.5,
      metric: "casualties",
    });
    const tagsOf = (verdict: "agree" | "differ") => {
      const options = [{ name: "hidden", value: 2, id: "QA-01", rule: "QA-01" }];
      const cells = sets.map((one) => ({ ...one, options, verification: check(verdict) }) as unknown as CellResult);
      return runPage(resultOf(cells), headlines).lead!.tags;
    };
    expect(tagsOf("agree")).toEqual([
      { text: "every number is exact" },
      { text: "agrees with 5,000 simulated trials", state: "pass" },
      { text: "one house reading", to: "readings" },
    ]);
    expect(tagsOf("differ")[1]).toEqual({ text: "2 of 2 exact answers differ from what was simulated", state: "fail" });
  });

  it("is what a terminal says first, too", () => {
    const [title, , first] = terminalView(resultOf(sets), headlines, { columns: 100, colour: false } as never).split(
      "\n",
    );
    expect(title).toBe("Rangers and marines");
    expect(first).toBe("Cover halves the losses of Marines to Rangers.");
  });
});

describe("the first screen of an analysis", () => {
  const document = { title: "A sweep", language: languageFor(resultOf([])) } as unknown as Document;
  const blocks = [
    { sentences: ["casualties: from 1 at 4 to 2 at 8."] },
    { head: ["distance", "casualties"], rows: [["4", "1"]] },
  ];
  const chart = { name: "sweep", title: "casualties: from 1 at 4 to 2 at 8" } as Chart;
  const page = (drawn: Parameters<typeof documentPage>[2]) =>
    documentPage({ ...document, blocks } as Document, resultOf([cell()]), drawn);

  it("says what its chart found, and draws it nowhere else", () => {
    const { lead, sections, title } = page({ charts: [chart] });
    expect([title, lead!.title, lead!.lede]).toEqual(["A sweep", "Casualties: from 1 at 4 to 2 at 8", []]);
    expect(lead!.blocks).toEqual([{ charts: [chart] }]);
    expect(JSON.stringify(sections)).not.toContain('"charts"');
  });

  it("says its first finding where its charts are of all of it", () => {
    const map = { ...chart, title: "who beats whom" };
    const { lead } = page({ first: [map, chart, chart] });
    expect(lead!.title).toBe("Casualties: from 1 at 4 to 2 at 8");
    expect(lead!.blocks).toEqual([{ charts: [map, chart] }]);
  });
});

it.each([
  ["Fire: Rangers against Marines: 1.2 casualties: 3", "Fire, Rangers against Marines, 1.2 casualties: 3"],
  ["Tir\u00a0: Rangers contre Marines\u00a0: 1,2 pertes", "Tir, Rangers contre Marines\u00a0: 1,2 pertes"],
  ["Fire: 1.2; cover: 0.6", "Fire: 1.2; cover: 0.6"],
  ["Compared with a.yaml. Changed since: scenario. So: yes", "Compared with a.yaml. Changed since: scenario. So: yes"],
  ["Again: as in “Fire: Rangers”", "Again: as in “Fire: Rangers”"],
  ["Fire: Rangers (7 men): 1.2 casualties", "Fire, Rangers (7 men): 1.2 casualties"],
  ["Tir\u00a0: «\u00a0Rangers\u00a0»\u00a0: 1,2 pertes", "Tir, «\u00a0Rangers\u00a0»\u00a0: 1,2 pertes"],
  ["Even at 64 (with whole models: 48 to 96)", "Even at 64 (with whole models: 48 to 96)"],
])("a clause has one colon: %s", (given, said) => {
  expect(oneColon(given)).toBe(said);
});
