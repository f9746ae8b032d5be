import { describe, expect, it } from "vitest";
import { outcomesCsv, summaryCsv } from "../../src/report/csv.ts";
import { readCsv } from "./read-csv.ts";
import { cell, counted, exactMetric, numericMetric, resultOf, simulated } from "./results.ts";

const OUTCOMES =
  "cell,experiment,kind,attacker,defender,modifiers,point,metric,turn,side,target,section,value,probability,lower,upper,at_least,fraction,count,trials,method,seed,stream,version,at_least_lower,at_least_upper";
const SUMMARY =
  "cell,experiment,kind,attacker,defender,modifiers,point,metric,turn,side,target,section,mean,sd,median,q05,q25,q75,q95,trials,method,stopped_by,mean_lower,mean_upper,median_lower,median_upper,q05_lower,q05_upper,q25_lower,q25_upper,q75_lower,q75_upper,q95_lower,q95_upper";

describe("outcomes.csv", () => {
  it("has its columns, in their order, even of no cell at all", () => {
    expect(outcomesCsv(resultOf([cell()])).split("\n")[0]).toBe(OUTCOMES);
    expect(outcomesCsv(resultOf([]))).toBe(`${OUTCOMES}\n`);
  });

  it("has a row per value", () => {
    const placed = { ...numericMetric, turn: 2, side: "first" as const, target: "tank", section: "hull" };
    const rows = readCsv(
      outcomesCsv(resultOf([cell({ modifiers: ["cover", "drone"], metrics: [exactMetric, placed] })])),
    );
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      cell: "fire~rangers~marines~cover+drone",
      experiment: "fire",
      kind: "shot",
      attacker: "rangers",
      defender: "marines",
      modifiers: "cover+drone",
      point: "",
      metric: "outcome",
      turn: "",
      side: "",
      target: "",
      section: "",
      value: "miss",
      probability: "0.3",
      lower: "",
      upper: "",
      at_least: "",
      fraction: "3/10",
      count: "",
      trials: "0",
      method: "exact",
      seed: "18446744073709551615",
      stream: "a-stream/v1",
      version: "0.1.0",
      at_least_lower: "",
      at_least_upper: "",
    });
    expect(rows[4]).toMatchObject({
      metric: "casualties",
      turn: "2",
      side: "first",
      target: "tank",
      section: "hull",
      value: "2",
      at_least: "0.25",
    });
  });

  it("gives simulated values their count and interval, as numbers that come back bit for bit", () => {
    const metric = counted("outcome", { miss: 9_999, out: 1, gone: 0 });
    const rows = readCsv(outcomesCsv(resultOf([simulated(metric, 10_000)])));
    for (const [i, { count, probability, lower, upper }] of metric.outcomes.entries()) {
      expect(Number(rows[i]!.count)).toBe(count);
      expect(Number(rows[i]!.probability)).toBe(probability);
      expect(Number(rows[i]!.lower)).toBe(lower);
      expect(Number(rows[i]!.upper)).toBe(upper);
    }
  });

  it("has no row of a cell that the rules forbid", () => {
    expect(outcomesCsv(resultOf([cell({ statement: { rule: "T-1", text: "no" } })]))).toBe(`${OUTCOMES}\n`);
  });

  it("writes the point of a sweep as JSON", () => {
    const [row] = readCsv(outcomesCsv(resultOf([cell({ point: { "defender.save": 3 } })])));
    expect(JSON.parse(row!.point!)).toEqual({ "defender.save": 3 });
  });
});

describe("summary.csv", () => {
  it("has its columns in their order, and a row per metric", () => {
    const text = summaryCsv(resultOf([cell({ metrics: [numericMetric, exactMetric] })]));
    expect(text.split("\n")[0]).toBe(SUMMARY);
    const rows = readCsv(text);
    expect(rows.map(({ mean, sd, median, q05, q25, q75, q95 }) => [mean, sd, median, q05, q25, q75, q95])).toEqual([
      ["1", String(Math.SQRT1_2), "1", "0", "0", "1", "2"],
      ["", "", "", "", "", "", ""],
    ]);
    expect(rows[0]).toMatchObject({ trials: "0", method: "exact", stopped_by: "exact" });
  });
});

describe("text that a spreadsheet would run", () => {
  const evil = ['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "\ttab", "\rreturn"];
  it.each(evil)("%j gets a quote in front, and comes back whole behind it", (name) => {
    const result = resultOf([cell({ experiment: name, attacker: name, defender: name, modifiers: [name] })]);
    for (const text of [outcomesCsv(result), summaryCsv(result)]) {
      const [row] = readCsv(text);
      for (const column of ["cell", "experiment", "attacker", "defender", "modifiers"] as const)
        expect(row![column]!.startsWith(`'${name}`)).toBe(true);
    }
  });

  it.each(['a "quoted" name', "a, b", "two\nlines", "two\r\nlines", "naïve, « guillemets »"])(
    "%j comes back as it was",
    (name) => {
      const [row] = readCsv(outcomesCsv(resultOf([cell({ attacker: name })])));
      expect(row!.attacker).toBe(name);
    },
  );

  it("numbers stay numbers, negative ones too", () => {
    const metric = { ...numericMetric, outcomes: [{ value: -2, probability: 1, atLeast: 1 }], mean: -2 };
    const result = resultOf([cell({ metrics: [metric] })]);
    expect(readCsv(outcomesCsv(result))[0]!.value).toBe("-2");
    expect(readCsv(summaryCsv(result))[0]!.mean).toBe("-2");
  });

  it("control: the reader refuses what is no CSV", () => {
    expect(() => readCsv('a,b\n"x"y,z\n')).toThrow();
    expect(() => readCsv("a,b\n1\n")).toThrow();
    expect(() => readCsv('a,b\n"1,2\n')).toThrow();
  });
});
