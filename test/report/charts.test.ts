import { describe, expect, it } from "vitest";
import { between, edgesOf } from "../../src/analysis/edges.ts";
import type { CellResult } from "../../src/analysis/result.ts";
import { changeChart } from "../../src/report/charts/change.ts";
import { bondOf, effectsChart } from "../../src/report/charts/effects.ts";
import { histogramChart } from "../../src/report/charts/histogram.ts";
import { drawingHtml } from "../../src/report/charts/html.ts";
import { overviewChart } from "../../src/report/charts/overview.ts";
import { playBars } from "../../src/report/charts/play.ts";
import { countsOf, standingCharts, survivalChart } from "../../src/report/charts/survival.ts";
import { svgOf } from "../../src/report/charts/svg.ts";
import { sweepLines } from "../../src/report/charts/sweep.ts";
import { distributionOf } from "../../src/report/distribution.ts";
import { gridOf, keyOf } from "../../src/report/grid.ts";
import { type Language, languageOf } from "../../src/report/language/language.ts";
import { atOnce } from "../../src/rule/event-loop.ts";
import { wilson } from "../../src/stats/proportion.ts";
import { cell, counted, numericMetric, simulated } from "./results.ts";

type Wilson = ReturnType<typeof wilson>;
const en = languageOf("en", "alpha-omega");
const fr = languageOf("fr", "alpha-omega");

describe("what can happen, as a grid", () => {
  const headline = { metric: "outcome", values: ["out"], text: "out" };

  it("has a row for each modifier set, a column for each value, each number in full beside its short form", () => {
    const grid = distributionOf([cell(), cell({ modifiers: ["cover", "smoke"] })], headline, en)!;
    expect(grid.rows).toEqual(["base", "cover and smoke"]);
    expect(grid.columns).toEqual(["miss", "out"]);
    expect(grid.layers.map(({ what }) => what)).toEqual(["chance"]);
    expect(grid.layers[0]!.rows[0]!.map(({ short, full } = {} as never) => [short, full])).toEqual([
      ["30", "30.0 %"],
      ["70", "70.0 %"],
    ]);
  });

  it("of a metric that counts it has the chance of this many or more as well, and the mean", () => {
    const counts = { metric: "casualties", text: "casualties" };
    const grid = distributionOf([cell({ kind: "volley", metrics: [numericMetric] })], counts, fr)!;
    expect(grid.layers.map(({ what }) => what)).toEqual(["probabilité", "pertes ou plus"]);
    expect(grid.layers[1]!.rows[0]!.map((square) => square?.full)).toEqual([
      "100\u202f%",
      "75,0\u202f%",
      "25,0\u202f%",
    ]);
    expect(grid.layers[0]!.rowMeans).toEqual([{ short: "1,0", full: "1" }]);
  });

  it("has limits in what is simulated, and none in what is exact", () => {
    const sampled = simulated(counted("outcome", { miss: 300, out: 700 }), 1000);
    const [square] = distributionOf([sampled], headline, en)!.layers[0]!.rows[0]!;
    expect(square!.full).toMatch(/^30\.0 % ± 2\.8$/);
    // Said once below all of them, not in a tooltip alone: the widest of any square, on whichever side it is wider.
    const widest = Math.max(
      ...sampled.metrics![0]!.outcomes.map(({ probability, lower, upper }) =>
        Math.max(upper! - probability, probability - lower!),
      ),
    );
    const reach = (Math.ceil(1000 * widest) / 10).toFixed(1);
    const said = (cells: CellResult[], language: Language) =>
      keyOf(distributionOf(cells, headline, language)!.layers[0]!, language);
    expect(said([sampled], en)).toBe(`Limits at 95 %: within ${reach} pp of each square.`);
    expect(said([sampled], fr)).toBe(
      `Limites à 95\u202f%\u00a0: à ${reach.replace(".", ",")} pp au plus de chaque case.`,
    );
    const exact = cell();
    expect(said([exact], en)).toMatch(/Every number is exact\.$/);
    expect(said([exact], fr)).toMatch(/Chaque nombre est exact\.$/);
    expect(said([exact, sampled], en)).toMatch(/^(?!.*exact).*Limits at 95 %: within/);
  });

  it("of a metric that counts says how far the limits of the means reach as well", () => {
    const [low, high] = [0.9, 1.05];
    const metric = { ...numericMetric, mean: 1, meanLower: low, meanUpper: high };
    const sampled = {
      ...cell({ kind: "volley", metrics: [metric] }),
      method: "monte-carlo",
      trials: 100,
    } as CellResult;
    const [layer] = distributionOf([sampled], { metric: "casualties", text: "casualties" }, en)!.layers;
    expect(layer!.limits).toMatch(/ of each square, 0\.100 of each mean\.$/);
  });
});

describe("who beats whom, as a grid", () => {
  const headline = { metric: "outcome", values: ["out"], text: "of shots" };
  const hit = (attacker: string, defender: string, share: number, modifiers = ["base"]) =>
    cell({
      id: `fire~${attacker}~${defender}~${modifiers.join("+")}`,
      attacker,
      defender,
      modifiers,
      metrics: [
        {
          name: "outcome",
          outcomes: [
            { value: "miss", probability: 1 - share },
            { value: "out", probability: share },
          ],
        },
      ],
    });
  const statement = { rule: "A-SHOOT-03", text: "it cannot be seen" };
  const forbidden = { ...hit("b", "y", 0), metrics: undefined, statement } as unknown as CellResult;
  const cells = [
    hit("a", "x", 0.1),
    hit("a", "y", 0),
    hit("b", "x", 0.0001),
    forbidden,
    hit("c", "x", 0.9),
    hit("c", "y", 0.5),
  ];

  it("puts the strongest first, with what each comes to; never is not practically never, nor what is forbidden", () => {
    const grid = atOnce(gridOf(cells, headline, en))!;
    expect(grid.rows).toEqual(["c", "a", "b"]);
    expect(grid.columns).toEqual(["x", "y"]);
    const [layer] = grid.layers;
    expect(layer!.rows.map((row) => row.map((square) => square?.short))).toEqual([
      ["90", "50"],
      ["10", "0"],
      ["~0", "–"],
    ]);
    expect(layer!.rowMeans).toEqual([
      { short: "70", full: "70.0 %" },
      { short: "5.0", full: "5.0 %" },
      { short: "~0", full: "0.010 %" },
    ]);
    expect(layer!.limits).toBeUndefined();
    expect(layer!.rows[2]![1]!.full).toBe("not possible: it cannot be seen (A-SHOOT-03)");
    expect(keyOf(layer!, en)).toBe(
      "0: nothing at all. ~0: practically nothing. –: the rules forbid it. Every number is exact.",
    );
  });

  it("gives means of simulated squares limits of their own: errors of independent cells add up as squares", () => {
    const seen = (attacker: string, defender: string, share: number) => {
      const own = hit(attacker, defender, share);
      const [metric] = own.metrics!;
      const outcomes = metric!.outcomes.map((one) => ({
        ...one,
        count: one.probability * 1000,
        lower: 0.01,
        upper: 0.9,
      }));
      return { ...own, method: "monte-carlo", trials: 1000, metrics: [{ ...metric!, outcomes }] } as CellResult;
    };
    const cells = [seen("a", "x", 0.3), seen("a", "y", 0.2), seen("b", "x", 0.1), hit("b", "y", 0.1)];
    const [layer] = atOnce(gridOf(cells, headline, en))!.layers;
    const [high, low, rare] = [300, 200, 100].map((k) => wilson(k, 1000)) as [Wilson, Wilson, Wilson];
    const text = (share: number) => (100 * share).toFixed(1);
    const upTo = Math.hypot(high.upper - 0.3, low.upper - 0.2) / 2;
    const downTo = Math.hypot(0.3 - high.lower, 0.2 - low.lower) / 2;
    expect(layer!.rowMeans.map((own) => own!.full)).toEqual([
      `25.0 % ± ${text((upTo + downTo) / 2)}`,
      // An exact square adds none.
      `10.0 % (${text((0.1 + rare.lower) / 2)} to ${text((0.1 + rare.upper) / 2)})`,
    ]);
    const widest = Math.max(upTo, downTo, Math.hypot(high.upper - 0.3, rare.upper - 0.1) / 2);
    const above = (share: number) => (Math.ceil(1000 * share) / 10).toFixed(1);
    expect(layer!.limits).toBe(
      `Limits at 95 %: within ${above(high.upper - 0.3)} pp of each square, ${above(widest)} pp of each mean.`,
    );
  });

  it("knows what each number is in the base", () => {
    const more = cells.map(({ attacker, defender }) => hit(attacker, defender, 0.3, ["aimed"]));
    const grid = atOnce(gridOf([...cells, ...more], headline, en))!;
    const row = ({ rows }: (typeof grid.layers)[number]) => rows[0]!.map((square) => square!.value);
    expect(row(grid.layers.find(({ isBase }) => isBase)!)).toEqual([0.9, 0.5]);
    expect(row(grid.layers[1]!)).toEqual([0.3, 0.3]);
  });

  it("is none where there is one attacker, or one defender", () => {
    expect(atOnce(gridOf(cells.slice(0, 2), headline, en))).toBeUndefined();
  });
});

describe("a sweep", () => {
  const axis = { path: "situation.distance", values: [4, 8, 9, 10] };
  const points = [0.3, 0.3, 0.3, 0.2].map((value, i) => ({
    cell: "x",
    point: { "situation.distance": axis.values[i]! },
    estimate: { value, trials: 0 },
  }));
  const links = (given: typeof points) => {
    const curve = { measure: "outcome=out", isChance: true, points: given };
    const { drawing } = sweepLines([{ name: "x", curve }], axis, en)!;
    return drawing.kind === "curves" ? drawing.series[0]!.points.map(({ next }) => next) : [];
  };

  it("joins what is the same, steps between neighbours, and invents nothing between what was computed", () => {
    const [first, second, step, last] = links(points);
    expect([first, second, last]).toEqual(["same", "same", undefined]);
    expect(step).toHaveLength(1);
    expect(links([points[0]!, points[3]!])).toEqual([undefined, undefined]);
  });

  it("steps at the edge of a band, where what lies between was looked at", () => {
    const at = (distance: number, value: number) => ({
      cell: "x",
      point: { "situation.distance": distance },
      estimate: { value, trials: 0 },
    });
    const swept = [at(4, 0.3), at(8, 0.3), at(16, 0.2), at(20, 0.2)];
    expect(between([{ points: swept }])).toEqual([9, 10, 11, 12, 13, 14, 15]);
    const looked = [9, 10, 11, 12].map((n) => at(n, 0.3)).concat([13, 14, 15].map((n) => at(n, 0.2)));
    const edges = edgesOf({ points: swept }, looked);
    expect(edges.map(({ after, from, to }) => [after, from.value, to.value])).toEqual([[12, 0.3, 0.2]]);
    const curve = { measure: "outcome=out", isChance: true, points: swept, edges };
    const distances = { path: "situation.distance", values: [4, 8, 16, 20] };
    const { drawing } = sweepLines([{ name: "", curve }], distances, en)!;
    if (drawing.kind !== "curves") throw new Error("no curves");
    const [, second] = drawing.series[0]!.points;
    expect(second!.next).toMatchObject([{ text: "12 | 13", number: "20.0 %", y: drawing.series[0]!.points[2]!.y }]);
    expect(drawing.across).toContain("12 | 13: the number changes between these two values");
    // Of several curves too, since their axis has the same two values.
    const both = sweepLines(
      ["a", "b"].map((name) => ({ name, curve })),
      distances,
      en,
    )!;
    expect(both.drawing).toMatchObject({ across: expect.stringContaining("12 | 13: the number changes") });
    // The last number of each of them stands beside its end; one that has no room is left out, and one curve has its first.
    const ends = (...last: readonly number[]) =>
      svgOf(
        sweepLines(
          last.map((value, i) => ({
            name: `c${i}`,
            curve: { ...curve, points: [...swept.slice(0, 3), at(20, value)] },
          })),
          distances,
          en,
        )!,
      ).match(/(?<=dx="9"[^>]*>)[^<]+/gu);
    expect(ends(0.21, 0.1)).toEqual(["21.0 %", "10.0 %"]);
    expect(ends(0.21, 0.2, 0.1)).toEqual(["21.0 %", "20.0 %", "10.0 %"]);
    expect(ends(0.2, 0.2)).toEqual(["20.0 %"]);
    expect(ends(0.2)).toBeNull();
    // Unknown: nothing was looked at, what was is simulated, or it steps everywhere.
    expect(edgesOf({ points: swept })).toEqual([]);
    expect(edgesOf({ points: [{ ...swept[0]!, estimate: { value: 0.3, trials: 9 } }, at(5, 0.2)] })).toEqual([]);
    expect(edgesOf({ points: [1, 2, 3, 4].map((n) => at(n, n / 10)) })).toEqual([]);
  });
});

it("old against new: the first beyond its margin is the finding, as in the headline", () => {
  const moved = (name: string, value: number, isBeyond: boolean) => ({
    name,
    before: "50.0 %",
    now: "60.0 %",
    change: { value, lower: value - 0.01, upper: value + 0.01 },
    margin: 0.02,
    verdict: isBeyond ? "higher" : "equivalent",
    isBeyond,
    isChance: true,
  });
  const title = (...all: ReturnType<typeof moved>[]) => changeChart(all, ["old", "new"], en).title;
  expect(title(moved("c", 0, false), moved("a", 0.05, true), moved("b", 0.1, true))).toBe(
    "With new, 2 of 3 numbers moved by more than the margin, first “a” (+5.0 pp (+4.0 to +6.0))",
  );
  const both = (...by: readonly [number, number]) => title(...by.map((value, i) => moved("ab"[i]!, value, true)));
  expect(both(-0.1, -0.05)).toBe("With new, both fall by more than the margin");
  expect(both(0.1, 0.05)).toBe("With new, both rise by more than the margin");
  expect(both(-0.1, 0.05)).toMatch(/^With new, 2 of 2 numbers moved by more than the margin, first “a” \(−10\.0 pp/u);
  expect(title(moved("c", 0, false))).toBe("None of 1 is known to have moved beyond the margin");
  // Of means how much of what they were they moved by, too.
  const mean = changeChart(
    [
      { ...moved("a", -1, true), isChance: false, share: "−12 %" },
      { ...moved("b", -2, true), isChance: false },
    ],
    ["old", "new"],
    en,
  );
  expect(mean.title).toBe("With new, both fall by more than the margin");
  expect(mean.drawing).toMatchObject({ rows: [{ change: "50.0 % → 60.0 %, −12 %" }, { change: "50.0 % → 60.0 %" }] });
  const { drawing, table } = changeChart([moved("a", 0.05, true)], ["old", "new"], en);
  expect(table!.head).toEqual(["number", "old", "new", "new minus old", "verdict"]);
  if (drawing.kind !== "rows") throw new Error("not rows");
  expect(drawing.form).toBe("bar");
  expect(drawing.rows[0]).toMatchObject({
    ...{ text: "+5.0 pp (+4.0 to +6.0)", change: "50.0 % → 60.0 %", zone: 0.02 },
    marks: [{ value: 0.05, lower: expect.closeTo(0.04), upper: expect.closeTo(0.06) }],
  });
  // Bars in margins have numbers in margins beside them, and what is saved has both.
  const byMargin = changeChart([moved("a", 0.05, true)], ["old", "new"], en, true);
  expect(byMargin.drawing).toMatchObject({
    rows: [{ text: "+2.5\u00a0×", change: "+5.0 pp (+4.0 to +6.0), 50.0 % → 60.0 %" }],
  });
  expect(byMargin.table!.head.slice(-3)).toEqual(["margin", "change in margins", "verdict"]);
  // As wide as the change and its margin, wherever the numbers themselves lie.
  expect(drawing.domain[0]).toBeLessThan(-0.02);
  expect(drawing.domain[1]).toBeLessThan(0.07);
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

describe("the states that a game of one's own declares", () => {
  const state = (name: string, turn: number, mean: number) => ({
    ...{ name, turn, side: "first" as const },
    ...{ outcomes: [], mean },
  });
  const drawn = (of: readonly (readonly [name: string, first: number, second: number])[]) => {
    const metrics = of.flatMap(([name, first, second]) => [state(name, 1, first), state(name, 2, second)]);
    const { drawing, title } = survivalChart("Orcs", countsOf(metrics, "first"), en);
    if (drawing.kind !== "stack") throw new Error("not a stack");
    return { title, most: drawing.most, parts: drawing.parts.map(({ name }) => name), fills: drawing.parts };
  };

  it("are drawn on each other as it calls them, where each model is in one of them", () => {
    const { title, most, parts, fills } = drawn([
      ["whole", 5, 3],
      ["hurt", 2, 2.5],
      ["dead", 1, 2.5],
    ]);
    expect(title).toBe("Orcs: after turn 2: 3 whole, 2.500 hurt, 2.500 dead on average");
    expect([most, parts]).toEqual([8, ["whole", "hurt", "dead"]]);
    expect(new Set(fills.map(({ fill }) => fill)).size).toBe(3);
    const mixed = drawn([
      ["ready", 5, 3],
      ["wavering", 2, 2.5],
      ["out", 1, 2.5],
    ]);
    expect([mixed.most, mixed.parts]).toEqual([8, ["ready", "wavering", "out"]]);
  });

  it("are not, where the numbers of a side do not come to all of it: the known ones are", () => {
    const shots = ["shots", 9, 7] as const;
    expect(drawn([["ready", 5, 3], ["out", 3, 5], shots]).parts).toEqual(["ready", "out"]);
    // Nobody is lost, and so casualties are as constant as all.
    const casualties = drawn([
      ["ready", 5, 5],
      ["out", 0, 0],
      ["casualties", 0, 0],
    ]);
    expect(casualties.parts).toEqual(["ready", "out"]);
    expect(
      countsOf([state("whole", 1, 5), state("whole", 2, 4), state("hits", 1, 2), state("hits", 2, 2)], "first"),
    ).toEqual([]);
  });

  it("are not, where only those out are read, of how many nobody says; words are drawn by their chances", () => {
    const order = (turn: number, hold: number) => ({
      ...{ name: "order", turn, side: "first" as const },
      outcomes: [
        { value: "hold", probability: hold },
        { value: "advance", probability: 1 - hold },
      ],
    });
    const titles = (metrics: Parameters<typeof standingCharts>[0]) =>
      standingCharts(metrics, ["Orcs", "Elves"], en).map(([, { title }]) => title);
    const orders = [order(1, 0.5), order(2, 0.25)];
    expect(titles([state("out", 1, 1), state("out", 2, 3), ...orders])).toEqual([
      "Orcs: after turn 2: 3 out on average",
      "Orcs: order after turn 2: hold 25.0 %, advance 75.0 %",
    ]);
    const whole = [state("ready", 1, 7), state("out", 1, 1), state("ready", 2, 5), state("out", 2, 3)];
    expect(titles([...whole, ...orders])).toEqual([
      "Orcs: after turn 2, 5 of 8 still stand on average, 3 out",
      "Orcs: order after turn 2: hold 25.0 %, advance 75.0 %",
    ]);
  });
});

describe("who is left of one, of four, and in French", () => {
  const counts = (means: readonly (readonly [state: string, mean: number])[]) =>
    countsOf(
      [1, 2].flatMap((turn) =>
        means.map(([name, mean]) => ({ name, turn, side: "first" as const, outcomes: [], mean })),
      ),
      "first",
    );
  const drawn = (means: readonly (readonly [string, number])[], language = en) => {
    const { drawing, table } = survivalChart("Rangers", counts(means), language);
    if (drawing.kind !== "stack") throw new Error("not a stack");
    return { most: drawing.most, parts: drawing.parts.map(({ name }) => name), head: table!.head.slice(1) };
  };

  it("the axis ends at the size of the side", () => {
    expect(
      drawn([
        ["ready", 0.6],
        ["out", 0.4],
      ]).most,
    ).toBe(1);
    expect(
      drawn([
        ["ready", 3.5],
        ["out", 0.5],
      ]).most,
    ).toBe(4);
  });

  it("the legend says the words of the table, in the reader's language and the ruleset's", () => {
    const four = [
      ["ready", 3],
      ["out", 1],
    ] as const;
    const french = drawn(four, fr);
    expect(french.parts).toEqual(["valides", "hors combat"]);
    expect(french.head).toEqual(french.parts);
    const squad = drawn(four, languageOf("fr", "metropolis"));
    expect(squad.parts).toContain("retirées");
    expect(squad.head).toEqual(squad.parts);
  });
});

describe("the key of a chart", () => {
  it("has the shape of each series that is drawn as points, and a square for bars", () => {
    const keyOf = (form: "point" | "bar") => {
      const drawing = {
        kind: "rows",
        form,
        rows: [],
        domain: [0, 1],
        ticks: [],
        title: null,
        series: ["a", "b"],
      } as const;
      return drawingHtml(drawing).split("<div class=rows>")[0]!;
    };
    expect(keyOf("point").match(/<path /g)).toHaveLength(2);
    expect(keyOf("point")).not.toContain("<rect");
    expect(keyOf("bar").match(/<rect /g)).toHaveLength(2);
  });

  it("has the line through all rows, which is the base's, in the page and in a file; without one it has none", () => {
    const keysOf = (isBase: boolean) => {
      const points = [
        { name: "plain", isBase, estimate: { value: 2, trials: 0 } },
        { name: "cover", estimate: { value: 1, trials: 0 } },
      ];
      const chart = overviewChart(points, false, { what: "casualties" }, en, { form: "bar" });
      return [drawingHtml(chart.drawing).split("<div class=rows>")[0]!, svgOf(chart).split('y="0" width="320"')[0]!];
    };
    expect(keysOf(true)[0]).toMatch(
      /^<ul class=legend><li><svg[^>]*><svg[^>]*><line [^>]*dasharray[^>]*\/><\/svg><\/svg> plain<\/ul>$/,
    );
    expect(keysOf(true)[1]).toMatch(/<line [^>]*stroke-dasharray="3 3"[^>]*\/><\/svg><text [^>]*>plain</);
    expect(keysOf(false)[0]).toBe("");
  });

  it("bars beside each other are apart without their colours: one is filled, the other an outline", () => {
    const chart = histogramChart(
      ["then", "now"].map((name) => ({ name, metric: numericMetric })),
      en,
    )!;
    const html = drawingHtml(chart.drawing);
    const [key, plot] = html.split("<div class=plot>") as [string, string];
    for (const part of [key, plot]) {
      const bars = [...part.matchAll(/<rect [^>]*fill="[^"]*"[^>]*>/gu)].map(([bar]) => bar.includes("fill-opacity"));
      expect(bars).toEqual(bars.map((_, i) => i % 2 === 1));
      expect(bars.length).toBeGreaterThan(1);
    }
    // The same numbers in a table, which is what is saved: each head says whose and what.
    expect(chart.table!.head).toEqual([
      "casualties",
      ...["then", "now"].flatMap((name) => [`${name}: chance`, `${name}: Chance of at least this many`]),
    ]);
    const words = histogramChart([{ name: "then", metric: cell().metrics![0]! }], en)!;
    expect(words.table).toEqual({
      head: ["outcome", "then: chance"],
      rows: [
        ["miss", "30.0 %"],
        ["out", "70.0 %"],
      ],
    });
  });

  it("say none of what is counted, and how many numbers are too rare for a bar", () => {
    const metric = (name: string, ...chances: readonly number[]) => ({
      ...{ name, mean: 1 },
      outcomes: chances.map((probability, value) => ({ value, probability, fraction: "1/9" })),
    });
    const of = (name: string, ...chances: readonly number[]) =>
      histogramChart(
        [
          { name: "then", metric: metric(name, ...chances) },
          { name: "now", metric: metric(name, chances[0]! - 0.3, chances[1]! + 0.2, ...chances.slice(2)) },
        ],
        en,
      )!;
    expect(of("out", 0.9, 0.1).title).toMatch(/^Nobody out: 90\.0 %/u);
    expect(of("casualties", 0.9, 0.1).title).toMatch(/^No casualties: 90\.0 %/u);
    expect(of("armour", 0.9, 0.1).title).toMatch(/^Armour 0: 90\.0 %/u);
    const across = (...chances: readonly number[]) => {
      const { drawing } = of("out", ...chances);
      return drawing.kind === "stack" && [drawing.across, drawing.columns.length];
    };
    expect(across(0.9, 0.098, 0.002)).toEqual(["out", 3]);
    expect(across(0.9, 0.0981, 0.0019)).toEqual(["out; 1 more number below 0.2 %", 2]);
    expect(across(0.9, 0.0965, 0.0018, 0.0017)).toEqual(["out; 2 more numbers below 0.2 %", 2]);
  });

  it("names of two words that are wider than their bars have two lines, and a tick stands above what is nearly certain", () => {
    const of = (names: readonly string[], chance: number) => {
      const outcomes = names.map((value, i) => ({ value, probability: i === 0 ? chance : 0.01, fraction: "1/9" }));
      const { drawing } = histogramChart([{ name: "then", metric: { name: "winner", outcomes } }], en)!;
      return drawingHtml(drawing);
    };
    const long = of(["Assault troopers", "Line marines", "draw"], 0.6);
    expect(long).toMatch(/y="13"[^>]*>Assault<.*y="26"[^>]*>troopers<.*y="13"[^>]*>draw</su);
    expect(of(["Us all", "Them", "draw"], 0.6)).toMatch(/>Us all</u);
    expect(long).not.toMatch(/>100\s%</u);
    expect(of(["Us", "Them", "draw"], 0.98)).toMatch(/>100\s%</u);
  });

  it("no number of a row is parted from its unit", () => {
    const points = [{ name: "x", estimate: { value: 0.168, lower: 0.166, upper: 0.17, trials: 1_000 } }];
    const { drawing } = overviewChart(points, true, { what: "out" }, en);
    expect(drawingHtml(drawing)).toContain("<b>16.8\u00a0%");
    expect(drawingHtml(drawing)).not.toMatch(/<b>[^<]*\d %/);
  });
});

describe("factors together", () => {
  it("give less or more than their sum, whichever way the number goes", () => {
    const bond = (change: number, overlap: number) =>
      bondOf({ factors: [], change: { value: change }, overlap: { value: overlap } }, true, en);
    // 3 and 2 points come to 4, or to 6: of what is raised and of what is lowered.
    expect([bond(0.04, 0.01), bond(0.06, -0.01)]).toEqual(["1.0 pp less than their sum", "1.0 pp more than their sum"]);
    expect([bond(-0.04, -0.01), bond(-0.06, 0.01)]).toEqual([
      "1.0 pp less than their sum",
      "1.0 pp more than their sum",
    ]);
    expect(bond(0.05, 0)).toBe("exactly their sum");
  });

  it("stand beside what they come to one by one, so that an overlap is no gain", () => {
    const change = (value: number) => ({ value });
    const chart = effectsChart(
      {
        ...{ measure: "casualties", isChance: false },
        alone: [3, 2].map((value, i) => ({ factors: [`f${i}`], change: change(value) })),
        together: [{ factors: ["f0", "f1"], change: change(4), overlap: change(1) }],
      } as unknown as Parameters<typeof effectsChart>[0],
      en,
    );
    if (chart.drawing.kind !== "rows") throw new Error("not rows");
    const [both] = chart.drawing.rows.slice(-1);
    expect(both!.marks.map(({ value }) => value)).toEqual([5, 4]);
    expect(both!.change).toBe("sum less 1"); // as the table says it
    expect(both!.marks.map(({ said }) => said)).toEqual([
      "f0 and f1, each alone, added up: +5.000",
      "f0 and f1, together: +4.000",
    ]);
  });
});

describe("a part of a number", () => {
  const estimate = (value: number) => ({ value, trials: 0 });
  const rows = (words: Parameters<typeof overviewChart>[2]) => {
    const points = [
      { name: "base", isBase: true, estimate: estimate(2), part: estimate(1) },
      { name: "drone", estimate: estimate(2), part: estimate(0.5) },
    ];
    const { drawing } = overviewChart(points, false, words, en, { form: "bar" });
    return drawing.kind === "rows" ? drawing.rows : [];
  };

  it("is drawn within it, and told where it alone has changed", () => {
    const [, drone] = rows({ what: "casualties", part: "out for good" });
    expect(drone!.marks.map(({ value, isPart }) => [value, isPart])).toEqual([
      [2, false],
      [0.5, true],
    ]);
    const one = [{ name: "base", estimate: estimate(2) }];
    expect(overviewChart(one, false, { what: "casualties" }, en, { form: "bar" }).text).toBe(
      "A row for each cell: casualties.",
    );
    expect(drone!.change).toBe("out for good 0.500");
    expect(rows({ what: "casualties" })[1]!.change).toBeUndefined();
  });
});

describe("an SVG of its own", () => {
  const point = (name: string, value: number) => ({ name, estimate: { value, trials: 0 } });
  const chart = overviewChart(
    [point("</svg><script>alert(1)</script>\u202e", 0.2), point("x", 0.4)],
    true,
    { what: "of shots put the target <b>& out" },
    en,
  );

  it("is the same bytes however often it is drawn, with no colour, font or link of elsewhere", () => {
    const svg = svgOf(chart);
    expect(svgOf(chart)).toBe(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720"/);
    expect(svg).not.toMatch(/var\(|href=|url\((?!#crible-)/);
    expect(svg.match(/http/g)).toHaveLength(1);
  });

  it("shows a hostile name and obeys none of it", () => {
    const svg = svgOf(chart);
    expect(svg).not.toContain("<script");
    expect(svg).not.toContain("\u202e");
    expect(svg).toContain("&#60;/svg&#62;&#60;script&#62;");
  });

  it("draws what is near together apart: an axis begins at zero only where it has to", () => {
    const domain = (...values: number[]) => {
      const { drawing } = overviewChart(
        values.map((value, i) => point(String(i), value)),
        true,
        { what: "x" },
        en,
      );
      return drawing.kind === "rows" ? drawing.domain : [];
    };
    expect(domain(0.1, 0.4)[0]).toBeLessThan(0);
    expect(domain(0.4, 0.41)[0]).toBeGreaterThan(0.39);
  });
});

describe("what is aimed at", () => {
  const points = [0.644, 0.946, 1.233, 1.507].map((value, i) => ({
    ...{ cell: "x", point: { "defender.save": i + 2 }, estimate: { value, trials: 0 } },
  }));
  const curve = { measure: "casualties", isChance: false, points };
  const axis = { path: "defender.save", values: [2, 3, 4, 5] };

  it("is a line across with its name, also beyond all that was tried; the chart says what was found", () => {
    for (const value of [1, 3]) {
      const aim = { value, text: `target ${value}` };
      const chart = sweepLines([{ name: "", curve }], axis, en, { title: "3+ is nearest", aim })!;
      expect(chart.title).toBe("3+ is nearest");
      const { goal } = chart.drawing as { goal?: { at: number } };
      expect(goal!.at).toBeGreaterThan(0);
      expect(goal!.at).toBeLessThan(1);
      const svg = svgOf(chart);
      expect(svg).toContain('stroke-dasharray="6 4"');
      expect(svg).toContain(`>target ${value}<`);
    }
    // Its name stands where the curve does not: at the left of one that ends near it, at the right of one that begins there.
    const nameAt = (value: number) =>
      / x="([^"]*)"[^>]*>near</.exec(
        svgOf(sweepLines([{ name: "", curve }], axis, en, { aim: { value, text: "near" } })!),
      )?.[1];
    expect([nameAt(1.5), nameAt(0.65)]).toEqual(["0%", "100%"]);
    expect(svgOf(sweepLines([{ name: "", curve }], axis, en)!)).not.toContain("6 4");
  });

  it("the answer has its number where others have no room, once; the words speak of whiskers where any are drawn", () => {
    const near = [0.501, 0.502, 0.503, 0.504, 0.505, 0.506, 0.507, 0.508, 0.509, 0.51].map((value, i) => ({
      ...{ cell: "x", point: { "defender.save": i + 2 }, estimate: { value, trials: 0 } },
    }));
    const wide = { path: "defender.save", values: near.map((_, i) => i + 2) };
    const drawn = (answer?: number) =>
      sweepLines([{ name: "", curve: { ...curve, points: near } }], wide, en, answer === undefined ? {} : { answer })!;
    expect(near.every(({ estimate }) => svgOf(drawn()).includes(`>${estimate.value.toFixed(3)}<`))).toBe(false);
    for (const { point, estimate } of near) {
      const svg = svgOf(drawn(point["defender.save"]));
      expect(svg.split(`>${estimate.value.toFixed(3)}<`)).toHaveLength(2);
    }
    expect(drawn().text).toBe("Lines: casualties on average over save (defender).");
    const limited = near.map((one) => ({
      ...one,
      estimate: { ...one.estimate, lower: 0.4, upper: 0.6, trials: 1_000 },
    }));
    expect(sweepLines([{ name: "", curve: { ...curve, points: limited } }], wide, en)!.text).toMatch(/Whiskers are/);
    // Limits that points hide are told below the axis; those that are seen are not.
    const below = (by: number) => {
      const points = near.map((one) => {
        const { value } = one.estimate;
        return { ...one, estimate: { value, lower: value - by, upper: value + by, trials: 1_000 } };
      });
      const { drawing } = sweepLines([{ name: "", curve: { ...curve, points } }], wide, en)!;
      return drawing.kind === "curves" ? drawing.across : "";
    };
    expect([below(0.001), below(0.1)]).toEqual([
      "save (defender); limits at 95 % lie within the points",
      "save (defender)",
    ]);
  });

  it("every value has its number, the first of a rising line too, which stands below it", () => {
    const values = [0.644, 0.946, 1.233, 1.507, 1.767, 2.013, 2.246, 2.464];
    const rising = values.map((value, i) => ({
      ...{ cell: "x", point: { "defender.save": i + 2 }, estimate: { value, trials: 0 } },
    }));
    const wide = { path: "defender.save", values: values.map((_, i) => i + 2) };
    const svg = svgOf(sweepLines([{ name: "", curve: { ...curve, points: rising } }], wide, en)!);
    for (const { estimate } of rising) expect(svg).toContain(`>${estimate.value.toFixed(3)}<`);
  });
});

it("rows of bars that trials do not tell from the next one stand in the order given; exact ones by their number", () => {
  const order = (limits: number) =>
    overviewChart(
      [
        ["base", 1.21],
        ["cover", 0.6],
        ["drone", 1.23],
        ["implacable", 1.24],
      ].map(([name, value]) => ({
        name: String(name),
        estimate: {
          value: Number(value),
          trials: limits === 0 ? 0 : 9,
          ...(limits === 0 ? {} : { lower: Number(value) - limits, upper: Number(value) + limits }),
        },
      })),
      false,
      { what: "casualties" },
      en,
      { form: "bar" },
    ).drawing;
  const names = (limits: number) =>
    (order(limits) as { rows: readonly { name: string }[] }).rows.map(({ name }) => name);
  expect(names(0)).toEqual(["implacable", "drone", "base", "cover"]);
  expect(names(0.013)).toEqual(["base", "drone", "implacable", "cover"]);
});

it("a text of an axis is in the middle of its value; one that would reach into two that are joined is said within them at an end, else left out", () => {
  const textsOf = (at: readonly (readonly [at: number, text: string])[]) => {
    const xTicks = at.map(([place, text]) => ({ at: place, text }));
    const html = drawingHtml({ kind: "curves", title: "", across: "", series: [], xTicks, yTicks: [] });
    const texts = [...html.matchAll(/ x="([^"]*)" y="13"[^>]* text-anchor="middle">([^<]*)</g)];
    return texts.map(([, x, text]) => [x, text]);
  };
  expect(
    textsOf([
      [0.02, "2"],
      [0.5, "49"],
      [0.51, "50"],
      [0.98, "100"],
    ]),
  ).toEqual([
    ["2%", "2"],
    ["50.5%", "49 | 50"],
    ["98%", "100"],
  ]);
  expect(
    textsOf([
      [0.04, "10"],
      [0.86, "90"],
      [0.87, "91"],
      [0.96, "100"],
    ]),
  ).toEqual([
    ["4%", "10"],
    ["86.5%", "90 | 91–100"],
  ]);
  expect(
    textsOf([
      [0.04, "10"],
      [0.8, "80"],
      [0.86, "90"],
      [0.87, "91"],
      [0.99, "104"],
    ]),
  ).toEqual([
    ["4%", "10"],
    ["86.5%", "90 | 91–104"],
  ]);
});

it("best play of several fights: the first, then as they rank", () => {
  const fight = (modifiers: string, value: number) => ({
    ...{ experiment: "fight", attacker: "a", defender: "b", modifiers: [modifiers], cell: modifiers },
    sides: [value, 1 - value].map((own, i) => ({ value: own, unit: "ab"[i], orders: [], plans: [] })),
    pictures: [],
  });
  const named = (...fights: readonly ReturnType<typeof fight>[]) =>
    (
      playBars({ fights } as unknown as Parameters<typeof playBars>[0], en)!.drawing as unknown as {
        rows: { name: string }[];
      }
    ).rows.map(({ name }) => name);
  expect(named(fight("base", 0.8), fight("x", 0.81), fight("y", 0.9), fight("z", 0.7))).toEqual([
    "base",
    "y",
    "x",
    "z",
  ]);
  expect(named(fight("base", 0.8), fight("x", 0.95), fight("y", 0.9))).toEqual(["base", "x", "y"]);
});
