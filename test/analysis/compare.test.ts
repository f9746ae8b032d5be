import { describe, expect, it } from "vitest";
import { changeOf } from "../../src/analysis/change.ts";
import { compare } from "../../src/analysis/compare.ts";
import { DEFAULT_MARGIN, parseMargin, verdictOf } from "../../src/analysis/margin.ts";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { runPaired, withOwnStreams } from "../../src/analysis/run-paired.ts";
import { compareDocument, compareTable } from "../../src/report/compare.ts";
import { documentMarkdown, documentText } from "../../src/report/index.ts";
import { comparePage } from "../../src/report/page/analyses.ts";
import { csvOf } from "../../src/report/table.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";
import { counted, resultOf, simulated } from "../report/results.ts";
import { newcombe } from "../stats/newcombe.ts";
import { binomial, uniforms } from "../stats/random.ts";
import { fire, fireWith } from "./fire.ts";

const results = async (first: unknown, second: unknown, settings: RunSettings = {}) => {
  const [a, b] = [await studyOfData(first), await studyOfData(second)];
  return [await run(a, settings), await run(withOwnStreams(b, a), settings)] as const;
};
const withSets = (...sets: string[]) => fireWith({ with: [sets] });
const out = { measures: [parseMeasure("outcome=out")] };
const look = { colour: false, width: 100 };

describe("exact on both sides", () => {
  it("is a fraction: endurance takes 16/125 from 20/125, and moves that much from out to unharmed", async () => {
    const [a, b] = await results(withSets("base"), withSets("endurance"));
    const { pairs, onlyFirst, onlySecond } = await compare(a, b, { ...out, apart: "modifiers" });
    expect([onlyFirst, onlySecond]).toEqual([[], []]);
    expect(pairs).toHaveLength(1);
    expect(pairs[0]!.differences[0]).toMatchObject({
      measure: "outcome=out",
      first: { fraction: "4/25", trials: 0 },
      second: { fraction: "16/125" },
      change: { value: -0.032, fraction: "-4/125" },
      margin: 0.01,
      verdict: "lower",
      distance: { totalVariation: 0.032, fraction: "4/125" },
    });
    expect(pairs[0]!.differences[0]!.change).not.toHaveProperty("lower");
  });

  it.each([
    [["1pp"], "lower"],
    [["3.2pp"], "equivalent"],
    [["3.1pp"], "lower"],
    [["4pp"], "equivalent"],
  ])("with a margin of %j is %s, decided on the fraction", async (margin, verdict) => {
    const [a, b] = await results(withSets("base"), withSets("endurance"));
    const { pairs } = await compare(a, b, { ...out, apart: "modifiers", margin: parseMargin(margin) });
    expect(pairs[0]!.differences[0]!.verdict).toBe(verdict);
  });

  it("is equal where nothing differs", async () => {
    const [a, b] = await results(fire, fire);
    const { pairs } = await compare(a, b, out);
    expect(pairs[0]!.differences[0]).toMatchObject({ verdict: "equal", change: { value: 0, fraction: "0/1" } });
  });

  it("of means: four shots at four targets lose 4 × 8s/125 of them, one less in save 32/125 less", async () => {
    const volley = (save: string) => ({
      ...fireWith({ kind: "volley", defender: "targets" }),
      units: { ...fire.units, targets: { ...fire.units.marines, save } },
    });
    const [a, b] = await results(volley("4+"), volley("3+"));
    const { pairs } = await compare(a, b);
    expect(pairs[0]!.differences[0]).toMatchObject({
      measure: "casualties",
      isChance: false,
      first: { fraction: "128/125" },
      second: { fraction: "96/125" },
      change: { fraction: "-32/125" },
      verdict: "lower",
    });
    expect(pairs[0]!.differences[0]!.margin).toBeCloseTo(0.02 * (128 / 125), 14);
    // Beside them how many are out for good; of many pairs that is not said.
    expect(pairs[0]!.differences.map(({ measure }) => measure)).toEqual(["casualties", "out"]);
  });

  it("two units in one place are matched across their names", async () => {
    const [a, b] = await results(fire, fireWith({ defender: "scouts" }));
    expect((await compare(a, b, out)).onlySecond).toEqual(["once~marines~scouts~base"]);
    const { pairs } = await compare(a, b, { ...out, apart: "defender" });
    expect(pairs[0]!.differences[0]!.change.fraction).toBe("1/25"); // 5/25 - 4/25
  });

  it("names what the rules forbid on one side", async () => {
    const far = fireWith({ situation: { ...fire.experiments.once.situation, distance: 30 } });
    const [a, b] = await results(fire, far);
    const [pair] = (await compare(a, b, out)).pairs;
    expect(pair!.differences).toEqual([]);
    expect(pair!.statements).toMatchObject([{ cell: "once~marines~marines~base", rule: "A-SHOOT-07" }]);
  });
});

describe("simulated", () => {
  const cells = (k1: number, k2: number, n: number) =>
    [k1, k2].map((k, i) =>
      resultOf([simulated(counted("outcome", { lost: k, saved: n - k }), n)], {
        seed: String(i),
        ruleset: "alpha-omega",
      }),
    ) as [ReturnType<typeof resultOf>, ReturnType<typeof resultOf>];
  const lost = { measures: [parseMeasure("outcome=lost")] };
  const compared = async (k1: number, k2: number, n: number) =>
    (await compare(...cells(k1, k2, n), lost)).pairs[0]!.differences[0]!;

  it("has Newcombe's limits", async () => {
    const { change } = await compared(3_000, 3_300, 10_000);
    const { lower, upper } = newcombe(3_300, 10_000, 3_000, 10_000);
    expect(change.value).toBeCloseTo(0.03, 14);
    expect(change.lower).toBeCloseTo(lower, 14);
    expect(change.upper).toBeCloseTo(upper, 14);
  });

  it.each([
    // Limits at 30 % of n = 10,000 reach ± 1.27 points.
    [3_000, 3_300, 10_000, "higher"],
    [3_000, 2_700, 10_000, "lower"],
    [3_000, 3_100, 10_000, "undecided"],
    [300_000, 301_000, 1_000_000, "equivalent"],
    [300_000, 300_000, 1_000_000, "equivalent"],
    [0, 0, 100, "undecided"],
  ])("%i and %i of %i: %s", async (k1, k2, n, verdict) => {
    expect((await compared(k1, k2, n)).verdict).toBe(verdict);
  });

  it("says how many trials would decide: half-width 1.27 points, 0.5 away from the margin, 6.45 times as many", async () => {
    const { trialsNeeded } = await compared(3_000, 3_050, 10_000);
    expect(trialsNeeded! / 10_000).toBeCloseTo((1.27 / 0.5) ** 2, 0);
  });

  it("tells how far the distributions are apart", async () => {
    const { distance } = await compared(3_000, 3_300, 10_000);
    expect(distance.totalVariation).toBeCloseTo(0.03, 12);
  });

  it("two runs of one stream are refused: they are not independent", async () => {
    const [a] = cells(30, 40, 100);
    await expect(compare(a, a, lost)).rejects.toThrow("they share their dice");
  });

  it("holds the truth, -4/125, of really simulated sides; a margin below it is passed", async () => {
    const [a, b] = await results(withSets("base"), withSets("endurance"), { method: "simulate", trials: 400_000 });
    const { pairs } = await compare(a, b, { ...out, apart: "modifiers" });
    const { change, verdict } = pairs[0]!.differences[0]!;
    // Half-width 0.0015; six standard errors 0.0047.
    expect(Math.abs(change.value + 0.032)).toBeLessThan(0.0047);
    expect(verdict).toBe("lower");
  });

  it("one side exact and the other simulated: only the sampled side has width", async () => {
    const [a] = await results(fire, fire);
    const [b] = await results(fire, fire, { method: "simulate", trials: 10_000 });
    const { change } = (await compare(a, b, out)).pairs[0]!.differences[0]!;
    // 1.96 sqrt(0.16 × 0.84 / 10,000) = 0.00719.
    expect((change.upper! - change.lower!) / 2).toBeCloseTo(0.0072, 3);
  });

  it("the second of two like studies gets dice of its own, another seed leaves it alone", async () => {
    const study = await studyOfData(fire);
    expect(withOwnStreams(study, study).seed.seed).not.toBe(study.seed.seed);
    const other = await studyOfData({ ...fire, seed: 7 });
    expect(withOwnStreams(other, study)).toBe(other);
  });
});

describe("a verdict errs as seldom as it says", () => {
  // The true difference sits on the margin, the worst place: "equivalent" and "higher" are each wrong 2.5 times in 100.
  const REPEATS = 2_000;
  const N = 2_000;
  const MARGIN = 0.05;
  const draws = (() => {
    const uniform = uniforms(2026);
    return Array.from({ length: REPEATS }, () => [binomial(uniform, N, 0.3), binomial(uniform, N, 0.35)] as const);
  })();
  const share = (verdict: (k1: number, k2: number) => string, wanted: string) =>
    draws.filter(([k1, k2]) => verdict(k1, k2) === wanted).length / REPEATS;
  const reading = (count: number) => ({
    isChance: true,
    value: count / N,
    count,
    trials: N,
    metric: { name: "x", outcomes: [] },
  });
  const ours = (k1: number, k2: number) =>
    verdictOf(
      changeOf([
        { weight: -1, reading: reading(k1) },
        { weight: 1, reading: reading(k2) },
      ]),
      MARGIN,
      false,
    );
  // 0.025 + 6 sqrt(0.025 × 0.975 / 2,000): passed by chance once in a thousand million.
  const MOST = 0.046;

  it("on the margin, equivalent and higher at most once in forty each", () => {
    expect(share(ours, "equivalent")).toBeLessThan(MOST);
    expect(share(ours, "higher")).toBeLessThan(MOST);
  });

  it("control: a verdict by the estimates alone errs half of the time, and is caught", () => {
    const naive = (k1: number, k2: number) => (Math.abs(k2 - k1) / N <= MARGIN ? "equivalent" : "higher");
    expect(share(naive, "equivalent")).toBeGreaterThan(MOST);
    expect(share(naive, "higher")).toBeGreaterThan(MOST);
  });

  it("control: limits with z = 1.28 are caught", () => {
    const narrow = (k1: number, k2: number) => {
      const { lower, upper } = newcombe(k2, N, k1, N, 0.8);
      return verdictOf({ value: (k2 - k1) / N, lower, upper }, MARGIN, false);
    };
    expect(share(narrow, "higher")).toBeGreaterThan(MOST);
  });
});

describe("a margin", () => {
  it.each([
    [[], DEFAULT_MARGIN],
    [["0.5pp"], { chance: 0.005, mean: { relative: 0.02 } }],
    [["5%", "2 pp"], { chance: 0.02, mean: { relative: 0.05 } }],
    [["0.25"], { chance: 0.01, mean: { absolute: 0.25 } }],
  ])("%j", (texts, margin) => expect(parseMargin(texts)).toEqual(margin));

  it.each(["", "1pt", "-1pp", "a"])("%j is none", (text) => expect(() => parseMargin([text])).toThrow("is no margin"));
});

it("on a page names who meets whom once, above several numbers", async () => {
  const [a, b] = await results(withSets("base"), withSets("endurance"));
  const one = await compare(a, b, { ...out, apart: "modifiers" });
  const [pair] = one.pairs;
  const [difference] = pair!.differences;
  const data = { ...one, pairs: [{ ...pair!, differences: [difference!, { ...difference!, measure: "pinned" }] }] };
  const sides = { first: "base", second: "endurance" };
  const page = comparePage(data, sides, compareDocument(data, sides, [a, b]), [a, b]);
  const numbers = page.sections.find(({ id }) => id === "numbers")!;
  const [block, ...others] = numbers.blocks as unknown as [{ table: { caption: string; rows: string[][] } }];
  expect(others).toEqual([]);
  expect(block.table.caption).toMatch(/marines/i);
  expect(block.table.rows.map(([name]) => name)).toEqual(["out", "pinned"]);
  // What moved by most of its margins is the headline, and is drawn first, wherever it stood.
  const { change } = difference!;
  const further = { ...difference!, measure: "pinned", change: { ...change, value: 3 * change.value } };
  const moved = { ...one, pairs: [{ ...pair!, differences: [difference!, further] }] };
  const { lead, findings } = comparePage(moved, sides, compareDocument(moved, sides, [a, b]), [a, b]);
  expect(lead!.title).toMatch(/pinned: 12\.8 %/u);
  // Whoever reads the findings alone reads of it too, first, with its margin.
  expect(findings.map((text) => /^ {2}(\w+): .*beyond the margin of 1 pp/u.exec(text)?.[1])).toEqual([
    undefined,
    "pinned",
    "out",
  ]);
  const [shown] = lead!.blocks as unknown as [{ charts: [{ drawing: { rows: { name: string }[] } }] }];
  expect(shown.charts[0].drawing.rows.map(({ name }) => name)).toEqual(["pinned", "out"]);
});

it("in words, as Markdown and as CSV", async () => {
  const [a, b] = await results(withSets("base"), withSets("endurance"));
  const data = await compare(a, b, { ...out, apart: "modifiers" });
  const sides = { first: "base", second: "endurance" };
  const document = compareDocument(data, sides, [a, b]);
  const numbers = comparePage(data, sides, document, [a, b]).sections.find(({ id }) => id === "numbers")!;
  const [block] = numbers.blocks as unknown as [{ table: { rows: string[][] } }];
  expect(block.table.rows.map((row) => row.slice(1))).toEqual([["−3.2 pp", "lower", "16.0 %", "12.8 %"]]);
  const text = documentText(document, look);
  expect(text).toContain(
    "out: 12.8 % with endurance (defender) instead of 16.0 %, −3.2 pp; beyond the margin of 1 pp.\n",
  );
  // How far whole distributions are apart says nothing of either side: the table has it.
  expect(text).not.toContain("0.032");
  expect(documentMarkdown(document)).toContain("- out: 12.8 % with");
  expect(readCsv(csvOf(compareTable(data)))).toMatchObject([
    {
      first: "once~marines~marines~base",
      second: "once~marines~marines~endurance",
      difference: "-0.032",
      verdict: "lower",
    },
  ]);
});

describe("where nobody ever does what sums an experiment up", () => {
  const duel = (skill: string) => ({
    version: 1,
    ruleset: "wh40k-10e",
    weapons: { gun: { range: 24, attacks: 1, skill, strength: 4, ap: -6, damage: 1 } },
    units: {
      gunner: { models: 1, toughness: 4, save: "3+", wounds: 1, weapons: ["gun"] },
      pair: { models: 2, toughness: 4, save: "3+", wounds: 1, weapons: ["gun"] },
    },
    experiments: {
      fire: { kind: "sequence", sides: [{ units: ["gunner"] }, { units: ["pair"] }], situation: { distance: 12 } },
    },
  });
  const differing = async (first: unknown, second: unknown, settings: object = {}) => {
    const [a, b] = await results(first, second);
    return (await compare(a, b, settings)).pairs[0]!.differences.map(({ measure, change, verdict }) => [
      measure,
      Math.round(change.value * 1e9) / 1e9,
      verdict,
    ]);
  };

  it("what else is measured is told: a shot kills one of two in 1/4 or 1/3, and never both", async () => {
    expect(await differing(duel("4+"), duel("3+"))).toEqual([
      ["allDestroyed=yes", 0, "equal"],
      ["killedInAll", 0.083333333, "higher"],
    ]);
  });

  it("nothing is added where nothing differs, nor to what was asked", async () => {
    expect(await differing(duel("4+"), duel("4+"))).toEqual([["allDestroyed=yes", 0, "equal"]]);
    const measures = [parseMeasure("allDestroyed=yes")];
    expect(await differing(duel("4+"), duel("3+"), { measures })).toEqual([["allDestroyed=yes", 0, "equal"]]);
  });
});

describe("of a kind that names no second number", () => {
  const GAME = `version: 1
game: raid
unit: { models: 1..6 }
numbers: { fire: 2..7 = 6, stall: 1..6 = 1 }
kinds:
  raid:
    state: { taken: yes or no, burnt: yes or no, ends: "one of first, second, draw", spent: 0..6 }
    procedure: |
      spent = d6
      taken = d6 >= 4
      burnt = d6 >= fire
      if d6 > stall: ends = first
      else: ends = second
      if ends == second and d6 > 3: ends = draw
    metrics: { taken: taken, spent: spent, burnt: burnt, ashes: burnt, ends: ends, hearths: "10 - (1 if burnt else 0)" }
    headline: { metric: taken, values: ["yes"], text: camps are taken }
`;
  const studyWith = (rules: string) =>
    loadStudy("raid.yaml", {
      files: givenFiles({
        "raid.game.yaml": GAME,
        "raid.yaml": `version: 1\nruleset: ./raid.game.yaml\nrules: { ${rules} }\nunits: { wolves: { models: 3 } }\nexperiments: { raid: { kind: raid, attacker: wolves } }`,
      }),
    });
  const compared = async (rules: string, settings: Partial<RunSettings> & object = {}, asked: object = {}) => {
    const studies = [await studyWith("fire: 6"), await studyWith(rules)];
    const { results, pairing } = await runPaired(studies, { apart: "nothing", workers: 0, ...settings });
    const [first, second] = results as [(typeof results)[number], (typeof results)[number]];
    return { first, second, ...(await compare(first, second, { pairing, ...asked })) };
  };
  const differences = async (...asked: Parameters<typeof compared>) => (await compared(...asked)).pairs[0]!.differences;

  it("whatever moved is told, once: a fire on 4+ instead of 6 burns 1/2 instead of 1/6, and the headline stays", async () => {
    const found = await differences("fire: 4");
    expect(found.map(({ measure, change, verdict }) => [measure, change.fraction, verdict])).toEqual([
      ["taken=yes", "0/1", "equal"],
      ["burnt=yes", "1/3", "higher"],
      ["hearths", "-1/3", "lower"],
    ]);
  });

  it("of words the one that moved most: from 5/6, 1/12, 1/12 to 1/6, 5/12, 5/12", async () => {
    const found = await differences("stall: 5");
    expect(found.map(({ measure, change }) => [measure, change.fraction])).toEqual([
      ["taken=yes", "0/1"],
      ["ends=first", "-2/3"],
    ]);
  });

  it("simulated, in pairs too", async () => {
    const found = await differences("fire: 4", { method: "simulate", trials: 4_000 });
    expect(found.map(({ measure, verdict }) => [measure, verdict])).toEqual([
      ["taken=yes", "equivalent"],
      ["burnt=yes", "higher"],
      ["hearths", "lower"],
    ]);
    // Six standard errors of the share of trials that burn by the second rule only, 1/3.
    expect(Math.abs(found[1]!.change.value - 1 / 3)).toBeLessThan(6 * Math.sqrt(((1 / 3) * (2 / 3)) / 4_000));
    expect(found[1]!.change.paired).toMatchObject({ trials: 4_000, onlyFirst: 0 });
  });

  it("a precision is that of what sums up: what differs in a third of all trials would take 8,500 for a point", async () => {
    const precision = "1pp";
    const [taken, burnt] = await differences("fire: 4", { method: "simulate", precision });
    expect(taken!.first.trials).toBeLessThan(8_000);
    expect(burnt!.measure).toBe("burnt=yes");
  });

  it("in words, in the table and on the page the one that moved by most of its margins leads", async () => {
    const { first, second, ...data } = await compared("fire: 4");
    const sides = { first: "a.yaml", second: "b.yaml" };
    const document = compareDocument(data, sides, [first, second]);
    expect(documentMarkdown(document)).toMatch(/burnt: 50\.0 %.*hearths.*taken: 50\.0 %/su);
    expect(comparePage(data, sides, document, [first, second]).lead!.title).toMatch(/burnt: 50\.0 %/u);
    expect(readCsv(csvOf(compareTable(data))).map(({ metric }) => metric)).toContain("burnt=yes");
  });

  it("control: nothing is added where nothing moved beyond its margin, nor to what was asked", async () => {
    expect(await differences("fire: 6")).toHaveLength(1);
    const measures = [parseMeasure("spent")];
    expect((await differences("fire: 4", {}, { measures })).map(({ measure }) => measure)).toEqual(["spent"]);
    const margin = parseMargin(["50pp", "50%"]);
    expect((await differences("fire: 4", {}, { margin })).map(({ measure }) => measure)).toEqual([
      "taken=yes",
      "burnt=yes", // of what sums up an experiment and stays exactly the same, the first that is not
    ]);
  });
});
