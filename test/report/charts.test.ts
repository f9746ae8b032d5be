import { describe, expect, it } from "vitest";
import { atLeastChart } from "../../src/report/charts/at-least.ts";
import { changeChart } from "../../src/report/charts/change.ts";
import type { Chart } from "../../src/report/charts/chart.ts";
import { type Matchup, matchupsChart } from "../../src/report/charts/matchups.ts";
import { outcomesChart } from "../../src/report/charts/outcomes.ts";
import { countsOf, survivalChart } from "../../src/report/charts/survival.ts";
import { svgOf } from "../../src/report/charts/svg.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { counted, exactMetric, numericMetric } from "./results.ts";

const en = languageOf("en", "alpha-omega");
const fr = languageOf("fr", "alpha-omega");

/** What the marks of a chart say, from its data. */
const said = (chart: Chart): string[] =>
  (chart.spec.data as { values: { said?: string }[] }).values.flatMap((row) => row.said ?? []);

describe("the chance of each outcome", () => {
  it("says what is most likely, each chance, and its interval", () => {
    const chart = outcomesChart("Us against them", [{ name: "base", metric: exactMetric }], en);
    expect(chart.title).toBe("Us against them: most often out (70.0 %)");
    expect(said(chart)).toEqual(["base: 30.0 % for outcome miss", "base: 70.0 % for outcome out"]);
    expect(chart.table).toEqual({
      head: ["outcome", "base"],
      rows: [
        ["miss", "30.0 %"],
        ["out", "70.0 %"],
      ],
    });
    const sampled = outcomesChart("Us", [{ name: "base", metric: counted("outcome", { miss: 300, out: 700 }) }], en);
    expect(said(sampled)[0]).toMatch(/^base: 30\.0 % ± 2\.8 for outcome miss$/);
  });

  it("in French: its words and its commas", () => {
    const chart = outcomesChart("Nous", [{ name: "base", metric: exactMetric }], fr);
    expect(said(chart)[1]).toBe("base\u00a0: 70,0\u202f% pour résultat hors combat");
  });

  it("has no whisker for an exact number, and one for a simulated one", () => {
    const rows = (metric: typeof exactMetric) =>
      (outcomesChart("Us", [{ name: "base", metric }], en).spec.data as { values: object[] }).values;
    expect(rows(exactMetric).every((row) => !("lower" in row))).toBe(true);
    expect(rows(counted("outcome", { miss: 3, out: 7 })).every((row) => "lower" in row && "upper" in row)).toBe(true);
  });
});

it("at least k: the sentence a designer would say", () => {
  const chart = atLeastChart("Us against them", [{ name: "base", metric: numericMetric }], en);
  expect(chart.title).toBe("Us against them: 75.0 % to put 1 or more out of action");
  expect(said(chart)).toEqual(["75.0 % to put 1 or more out of action", "25.0 % to put 2 or more out of action"]);
});

describe("who beats whom", () => {
  const matchup = (defender: string, value: number, half: number): Matchup => ({
    attacker: "A",
    defender,
    pairing: `A against ${defender}`,
    estimate: { value, lower: value - half, upper: value + half, trials: 1000 },
  });

  it("marks what includes even, and only that", () => {
    const matchups = [matchup("B", 0.52, 0.03), matchup("C", 0.6, 0.03), matchup("D", 0.4, 0.03)];
    const chart = matchupsChart(matchups, { isChance: true, isContest: true, what: "of fights are won" }, en);
    expect(chart.title).toMatch(/^Most for A against C .+, least for A against D .+; 1 hatched/);
    expect(said(chart).map((text) => text.includes("even is within"))).toEqual([true, false, false]);
    const means = matchupsChart(matchups, { isChance: false, isContest: false, what: "killed" }, en);
    expect(said(means).some((text) => text.includes("even"))).toBe(false);
  });

  it("says which rule forbids what has no number", () => {
    const forbidden: Matchup = { attacker: "A", defender: "E", pairing: "A against E", rule: "A-SHOOT-03" };
    const settings = { isChance: true, isContest: false, what: "hit" };
    expect(said(matchupsChart([matchup("B", 0.5, 0), forbidden], settings, en)).at(-1)).toBe(
      "A against E: not possible (A-SHOOT-03)",
    );
  });
});

it("old against new: the furthest beyond its margin is the finding", () => {
  const moved = (name: string, value: number, isBeyond: boolean) => ({
    name,
    before: "50.0 %",
    now: "60.0 %",
    change: { value, lower: value - 0.01, upper: value + 0.01 },
    margin: 0.02,
    verdict: isBeyond ? "higher" : "equivalent",
    isBeyond,
  });
  const title = (...all: ReturnType<typeof moved>[]) => changeChart(all, true, ["old", "new"], en).title;
  expect(title(moved("a", 0.05, true), moved("b", 0.1, true), moved("c", 0, false))).toBe(
    "2 of 3 moved beyond the margin; the most: b (+10.0 points (+9.0 to +11.0))",
  );
  expect(title(moved("c", 0, false))).toBe("None of 1 is known to have moved beyond the margin");
});

describe("who is left", () => {
  const state = (name: string, turn: number, mean: number) => ({
    name,
    turn,
    side: "first" as const,
    outcomes: [],
    mean,
  });

  it("counts the states of a side over its turns; one turn is no curve", () => {
    const metrics = [state("ready", 1, 6), state("out", 1, 1), state("ready", 2, 5), state("out", 2, 2)];
    expect(countsOf(metrics, "second")).toEqual([]);
    expect(countsOf(metrics.slice(0, 2), "first")).toEqual([]);
    const chart = survivalChart("Rangers", countsOf(metrics, "first"), en);
    expect(chart.title).toBe("Rangers: after turn 2, 5 of 7 still stand on average, 2 out");
    expect(chart.table).toEqual({
      head: ["turn", "ready", "out"],
      rows: [
        ["1", "6", "1"],
        ["2", "5", "2"],
      ],
    });
  });
});

describe("an SVG of its own", () => {
  const chart = outcomesChart(
    "Us <b>&",
    [
      { name: "</svg><script>alert(1)</script>\u202e", metric: numericMetric },
      { name: "x", metric: numericMetric },
    ],
    en,
  );

  it("is the same bytes however often it is drawn, with no colour, font or link of elsewhere", async () => {
    const svg = await svgOf(chart);
    expect(await svgOf(chart)).toBe(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toMatch(/var\(|href=|url\((?!#crible-)/);
    expect(svg.match(/http/g)).toHaveLength(1);
  });

  it("shows a hostile name and obeys none of it", async () => {
    const svg = await svgOf(chart);
    expect(svg).not.toContain("<script");
    expect(svg).not.toContain("\u202e");
    expect(svg).toContain("&lt;/svg&gt;&lt;script&gt;");
  });

  it("knows widths of texts by its own table: no canvas, no font of the machine", async () => {
    // The first label of an axis of seven signs stands where the table puts it, on every machine.
    const svg = await svgOf(chart);
    expect(svg).toMatch(/width="640"/);
  });
});
