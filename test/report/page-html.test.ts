/** What a page is made of, as text: how it is shared, read line by line, and what stands on its first screen. */
import { describe, expect, it } from "vitest";
import type { Effects, Factorial } from "../../src/analysis/effects.ts";
import type { CellResult, MetricResult } from "../../src/analysis/result.ts";
import type { Tornado } from "../../src/analysis/sensitivity.ts";
import { effectsChart } from "../../src/report/charts/effects.ts";
import { tornadoChart } from "../../src/report/charts/tornado.ts";
import { plainTitle } from "../../src/report/claim.ts";
import { effectsDocument } from "../../src/report/effects.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { analysisPage } from "../../src/report/page/again.ts";
import { effectsPage } from "../../src/report/page/analyses.ts";
import { cellBlock, cellsTable } from "../../src/report/page/cells.ts";
import { documentPage } from "../../src/report/page/document.ts";
import { contentsOf, pageHtml } from "../../src/report/page/html.ts";
import type { Page, PageBlock, Table } from "../../src/report/page/page.ts";
import { withoutPlaces } from "../../src/report/page/provenance.ts";
import { runPage } from "../../src/report/page/run.ts";
import { madeBy } from "../../src/report/provenance.ts";
import { cell, exactMetric, headlines, numericMetric, resultOf } from "./results.ts";

const en = languageOf("en");
const chance = (out: number, more: Parameters<typeof cell>[0] = {}) =>
  cell({
    ...more,
    metrics: [
      {
        ...exactMetric,
        outcomes: [
          { value: "out", probability: out },
          { value: "miss", probability: 1 - out },
        ],
      },
    ],
  });
const htmlOf = (page: Partial<Page>) => pageHtml({ ...runPage(resultOf([cell()]), headlines), ...page });

const change = (value: number) => ({ value, lower: value - 0.01, upper: value + 0.01 });
const factorial = {
  ...{ measure: "outcome=out", isChance: true },
  alone: [0.02, -0.3, 0.1].map((value, i) => ({ factors: [`f${i}`], change: change(value) })),
  together: [0.1, 0.4].map((value, i) => ({ factors: [`f${i}`, "g"], change: change(value), overlap: change(0) })),
} as unknown as Factorial;

it("a table of cells has a column for who attacks or is attacked only where that differs", () => {
  const one = chance(0.5);
  const heads = (cells: readonly CellResult[]) => cellsTable(cells, headlines[one.kind], false, en).head.slice(1, -1);
  const [number] = heads([one]);
  expect(heads([one, chance(0.2, { modifiers: ["cover"] })])).toEqual([number]);
  expect(heads([one, chance(0.2, { defender: "orks" })])).toEqual(["defender", number]);
  expect(heads([one, chance(0.2, { attacker: "orks" })])).toEqual(["attacker", number]);
});

it("a text that is quoted keeps its colons; a sentence has one", async () => {
  const html = await htmlOf({ findings: ["FIRE. Moved.", "  − FIRE: if a: b", "  + FIRE: if a: c", "fight: a: 3"] });
  expect(html).toContain("<li>− FIRE: if a: b\n<li>+ FIRE: if a: c");
  expect(html).toContain("<li>fight, a: 3");
});

it("below a map of who beats whom stands, folded, what each unit is; a map of units of which no more is known has none", () => {
  const of = (models?: number) =>
    ["a", "b", "c"].flatMap((attacker) =>
      ["x", "y", "z"].map((defender) => {
        const setup = { situation: {}, attacker: [{ unit: attacker, models }], defender: [{ unit: defender }] };
        return chance(0.5, { attacker, defender, id: `fire~${attacker}~${defender}~base`, setup: setup as never });
      }),
    );
  const folds = (cells: readonly CellResult[]) =>
    runPage(resultOf(cells), headlines).lead!.blocks.flatMap((block) => ("folded" in block ? block : []));
  expect(folds(of(4))).toEqual([
    { folded: "Who meets whom", isPrinted: true, blocks: [{ sentences: ["4 × a", "4 × b", "4 × c"] }] },
  ]);
  expect(folds(of())).toEqual([]);
});

describe("what stands below a conclusion", () => {
  it("is folded, experiment by experiment, where there are several, each with what it comes to", async () => {
    const two = [chance(0.5), chance(0.2, { modifiers: ["cover"] })].flatMap((one) => [
      one,
      { ...one, experiment: "volley", id: one.id.replace("fire", "volley") },
    ]);
    const page = runPage(resultOf(two), headlines);
    expect(page.sections.map(({ folded }) => folded)).toEqual([
      "",
      "From 20.0 % (cover) to 50.0 % (base) of shots put the target out",
    ]);
    const html = await pageHtml(page);
    expect(html).toMatch(/<details class=part id="volley"[^>]*><summary><h2>/);
    expect(runPage(resultOf(two.slice(0, 1)), headlines).sections[0]!.folded).toBeUndefined();
  });

  it("stands beside one chart alone, which does not say the conclusion again", async () => {
    const chart = effectsChart(factorial, en);
    const html = await htmlOf({
      lead: { title: plainTitle(chart.title), lede: [], tags: [], blocks: [{ charts: [chart] }] },
      findings: ["Something else."],
    });
    expect(html).toContain("<main id=main class=beside>");
    expect(html.match(/<figcaption class=unseen>/g)).toHaveLength(1);
  });
});

describe("a page that is passed on", () => {
  it("has no folder of the sender's machine: neither in commands nor where it comes from", async () => {
    const sent = resultOf([cell()], {
      file: "/home/ann/games/fire.yaml",
      command: "crible run /home/ann/games/fire.yaml --seed 7",
    });
    const html = await pageHtml(runPage(sent, headlines));
    expect(html).toContain("<code>crible run fire.yaml --seed 7</code>");
    expect(html).toContain("crible replay fire.yaml");
    expect(html).not.toContain("/home/ann");
    const data = { tornados: [] };
    const document = { title: `${sent.file}: one up`, blocks: [], ...madeBy(sent), language: en };
    expect(await pageHtml(analysisPage("sensitivity", data, document, [sent]))).not.toContain("/home/ann");
  });

  it.each([
    ["crible run a/b.yaml --set units.x=1/2", "crible run a/b.yaml --set units.x=1/2"],
    ["crible run '/home/my games/a b.yaml' --cell 'a>=2'", "crible run 'a b.yaml' --cell 'a>=2'"],
    ["crible run 'C:\\games\\a.yaml'", "crible run a.yaml"],
    ["crible compare /tmp/old/a.yaml /tmp/new/a.yaml", "crible compare old/a.yaml new/a.yaml"],
    ["Compared with /tmp/base.yaml. Changed: a / b", "Compared with base.yaml. Changed: a / b"],
  ])("%s", (typed, shown) => expect(withoutPlaces(typed)).toBe(shown));

  it("says what it comes to where a link to it is shown, its verdict where it has one", async () => {
    const described = (html: string) => /<meta name=description content="([^"]*)">/.exec(html)?.[1];
    const lead = { title: 'Most for "Orks"', lede: [], tags: [], blocks: [] };
    expect(described(await htmlOf({ lead }))).toBe("Most for &#34;Orks&#34;");
    const verdict = { state: "pass" as const, text: "✓ 2 of 2 goals met" };
    expect(described(await htmlOf({ findings: ["One"], verdict }))).toBe("✓ 2 of 2 goals met");
  });

  it("every part has a link to itself", async () => {
    expect(await htmlOf({})).toMatch(
      /<section id="fire"[^>]*><h2>.*<a class=here href="#fire" aria-label="Link to this part">#<\/a><\/h2>/,
    );
  });

  it("the list of its parts says once what those beside each other begin with", () => {
    const fight = "Everybody aims: Rangers against Marines";
    const other = "Marines who hide: Rangers against Marines";
    expect(contentsOf([fight, `${fight}, base`, `${fight}, drone`, other, `${other}, drone`])).toEqual([
      fight,
      "base",
      "drone",
      other,
      "drone",
    ]);
    expect(contentsOf(["One", "One"])).toEqual(["One", "One"]);
  });
});

it("no line begins with a mark or a number that belongs to the line before", async () => {
  const html = await htmlOf({
    findings: ["Sur qui tirer ? moins de < 0,1 %, soit ≈ 3 « points »", "save 4+ → 5+, 1.2 → −0.3"],
  });
  expect(html).toContain("tirer\u00a0? moins de &#60;\u00a00,1\u00a0%, soit ≈\u00a03 «\u00a0points\u00a0»");
  expect(html).toContain("save 4+\u00a0→\u00a05+, 1.2\u00a0→\u00a0−0.3");
});

describe("a cell of a fight", () => {
  const state = (turn: number, side: "first" | "second", shares: readonly number[]): MetricResult => ({
    ...{ name: "out", turn, side, mean: turn, sd: 0.5 },
    outcomes: shares.map((probability, value) => ({
      ...{ value, probability },
      atLeast: shares.slice(value).reduce((a, b) => a + b, 0),
    })),
  });
  const fight = cell({
    metrics: [
      exactMetric,
      state(1, "first", [0.75, 0.25]),
      state(1, "second", [1]),
      state(2, "first", [0.5, 0.25, 0.125, 0.125]),
      state(2, "second", [0.5, 0.5]),
    ],
  });
  const tables = (isShort: boolean): readonly Table[] => {
    const { blocks } = cellBlock(fight, isShort, en) as Extract<PageBlock, { id: string }>;
    return blocks.flatMap((block) => ("tables" in block ? block.tables : []));
  };

  it("has one table for all turns of what is counted, with every chance, of how many or more, and the mean", () => {
    const [winner, first, second, ...none] = tables(false);
    expect(none).toEqual([]);
    expect(winner!.caption).toBe("outcome");
    expect([first!.caption, second!.caption]).toEqual(["out (rangers)", "out (marines)"]);
    expect(first!.head).toEqual(["out", "turn 1", "turn 2"]);
    expect(first!.rows).toEqual([
      ["0", "75.0 %", "50.0 %"],
      ["1", "25.0 %", "25.0 %"],
      ["2", "", "12.5 %"],
      ["3", "", "12.5 %"],
      ["at least 1", "25.0 %", "50.0 %"],
      ["at least 2", "", "25.0 %"],
      ["mean", "1", "2"],
      ["spread (sd)", "0.500", "0.500"],
    ]);
  });

  it("of very many values it has those of the first metric, as before", () => {
    expect(tables(true)).toHaveLength(1);
  });
});

describe("the first screen", () => {
  const cells = [0.2, 0.5, 0.4].map((out, i) => chance(out, { experiment: ["hold", "fire", "run"][i]! }));
  const ask = { en: "What should they do?", fr: "Que faire ?" };
  const questions = (names: readonly string[]) => ({
    titles: { experiments: {}, sets: {}, questions: Object.fromEntries(names.map((name) => [name, ask])) },
  });
  const first = (names: readonly string[]) => runPage(resultOf(cells, questions(names)), headlines).first;

  it("says and draws what answers a question over several experiments", () => {
    const { lead } = runPage(resultOf(cells, questions(["hold", "fire", "run"])), headlines);
    const [block] = lead!.blocks as unknown as [{ charts: readonly { title: string }[] }];
    expect(block.charts.map(({ title }) => title)).toEqual([
      "From 20.0 % (Hold) to 50.0 % (Fire) of shots put the target out",
      "Miss: 50.0 % with Fire, 80.0 % with Hold",
    ]);
    expect(lead!.title).toBe("Fire: 50.0 % of shots put the target out, more than Run or Hold");
  });

  it("tells the experiments that answer a question as they rank, each with how far it is behind the best", () => {
    const { findings } = runPage(resultOf(cells, questions(["hold", "fire", "run"])), headlines);
    expect(findings.map((text) => text.replace(/: .*: .*/u, ""))).toEqual([
      "Fire",
      "Run",
      "  40.0 %, −10.0 pp against Fire (50.0 %)",
      "Hold",
      "  20.0 %, −30.0 pp against Fire (50.0 %)",
    ]);
    expect(runPage(resultOf(cells), headlines).findings.filter((text) => text.startsWith("  "))).toEqual([]);
  });

  it("draws nothing of a question of one experiment, which has its chart below", () => {
    const isDrawn = (block: PageBlock) => "charts" in block;
    expect(first(["fire"]).filter(isDrawn)).toEqual([]);
    const sets = [chance(0.3), chance(0.6, { modifiers: ["cover"] })];
    expect(runPage(resultOf(sets, questions(["fire"])), headlines).first.filter(isDrawn)).toEqual([]);
  });
});

it("effects are drawn with the most telling first, of each kind", () => {
  const { drawing } = effectsChart(factorial, en);
  const names = (drawing as { rows: readonly { name: string }[] }).rows.map(({ name }) => name);
  expect(names.slice(0, 5)).toEqual(["f1", "f2", "f0", "f1 and g", "f0 and g"]);
});

it("of several parts every finding says what it is of, the last one too; what ends the document is of all", () => {
  const result = resultOf([cell()]);
  const document = { title: "T", ...madeBy(result), language: en };
  const blocks = [
    { heading: "One shot" },
    { sentences: ["20 %."] },
    { heading: "The volley" },
    { sentences: ["1.2."] },
  ];
  expect(documentPage({ ...document, blocks }, result, {}).findings).toEqual(["One shot: 20 %.", "The volley: 1.2."]);
  const more = [...blocks, { head: ["a", "b"], rows: [["x", "1"]] }, { sentences: ["Of all."] }];
  expect(documentPage({ ...document, blocks: more }, result, {}).findings.at(-1)).toBe("Of all.");
});

describe("words of a page", () => {
  const wordsIn = async (told: string, tag: "en" | "fr" = "en", ruleset = "alpha-omega") => {
    const html = await htmlOf({ language: languageOf(tag, ruleset), findings: [told], sections: [], first: [] });
    const [, list = ""] = /<dl>(.*?)<\/dl><\/details>/su.exec(html.slice(html.indexOf("<footer>"))) ?? [];
    return Array.from(list.matchAll(/<dt>([^<]*)/gu), ([, word]) => word);
  };

  it("are explained in the plural and in the singular", async () => {
    expect(await wordsIn("One house reading, and 2 goals.")).toEqual(
      expect.arrayContaining(["house readings", "goal"]),
    );
    expect(await wordsIn("Nothing of either.")).not.toContain("goal");
    // By the word itself, whatever form a sentence has.
    expect(await wordsIn("Les rangers dominent les orks.", "fr")).toContain("dominer");
  });

  it("are those of the game too, in both languages, and not of a game that means something else by them", async () => {
    expect(await wordsIn("4 are pinned.")).toContain("pinned");
    expect(await wordsIn("4 sont bloqués.", "fr")).toContain("bloqué");
    expect(await wordsIn("Orders: implacable, in cover, save modifier −1; the winner has command 3+.")).toEqual(
      expect.arrayContaining(["implacable", "order", "cover", "save modifier", "winner", "command"]),
    );
    expect(await wordsIn("A commander discovers nothing.")).not.toEqual(expect.arrayContaining(["command", "cover"]));
    expect(await wordsIn("Ordres du vainqueur", "fr")).toEqual(expect.arrayContaining(["ordre", "vainqueur"]));
    expect(await wordsIn("4 are pinned.", "en", "a-game")).not.toContain("pinned");
  });
});

describe("what moves a number most, where several do", () => {
  const title = (paths: readonly string[], isSampled: boolean) => {
    const bars = paths.map((path) => ({
      path: `situation.${path}`,
      ...{ rank: 1, swing: 0.2, down: { to: 1, change: isSampled ? change(0.2) : { value: 0.2 } } },
      ...(isSampled ? { swingLower: 0.19, swingUpper: 0.21 } : {}),
    }));
    const tornado = { measure: "casualties", isChance: false, attacker: "a", defender: "b", bars, base: { value: 1 } };
    return tornadoChart(tornado as unknown as Tornado, en)!.title;
  };

  it("is all of them where they are exactly as much, and the first where trials cannot tell", () => {
    expect(title(["a", "b"], false)).toBe(
      "a and b matter most: 0.200 casualties between one step lower and one higher",
    );
    expect(title(["a", "b"], true)).toBe(
      "a matters most: 0.200 (0.190 to 0.210) casualties between one step lower and one higher; these trials do not tell it from b",
    );
  });

  it("names no more than three", () =>
    expect(title(["a", "b", "c", "d", "e"], false)).toMatch(
      /^a, b and 3 others matter most: 0\.200 casualties between/,
    ));
});

it("what a difference is worth in points is said of what is no fight; of who fights nobody nothing is", () => {
  const effects = (one: ReturnType<typeof cell>) => {
    const asked = resultOf([one], { command: "crible effects fire.yaml --set a=1" });
    const document = { title: "T", blocks: [], ...madeBy(asked), language: en };
    const { first, how } = effectsPage({ factorials: [], forbidden: [] }, document, asked);
    return JSON.stringify([first, how]);
  };
  const winner = { ...exactMetric, name: "winner", outcomes: [{ value: "first", probability: 1 }] };
  expect(effects(cell({ metrics: [winner] }))).not.toMatch(/[Pp]oints/);
  const worth = { killsPer100: 0.5, pointsPerKill: 200 };
  expect(effects(cell({ worth }))).toMatch(/100 points of .* buy 0\.500 casualties\./);
  expect(effects(cell())).toMatch(/No value in points: a unit has no points in the file/);
  expect(effects(cell({ attacker: "-" }))).not.toMatch(/[Pp]oints/);
});

it("a run says what points buy in each cell, of many the most and the least, and at which price the least would be as much", () => {
  const bought = (modifiers: string[], killsPer100: number, limits = {}) =>
    cell({
      ...{ experiment: "volley", kind: "volley", modifiers, worth: { killsPer100, ...limits } },
      metrics: [{ ...numericMetric, mean: killsPer100 }],
    });
  const cells = [bought(["base"], 2), bought(["cover"], 0.5), bought(["endurance"], 1), bought(["drone"], 1)];
  const others = ["a", "b", "c"].map((name, i) => bought([name], 1.2 + i / 10));
  const told = (own: typeof cells) => JSON.stringify(runPage(resultOf(own), headlines).first);
  expect(told(cells)).toMatch(
    /100 points of .* buy 2 casualties \(base\), 1 \(endurance; drone\) or 0\.500 \(cover\)\.".*With cover, .* would have to cost 0\.25 times their price to buy as many casualties as with base, or .* 4\.00 times theirs to lose as many points,/,
  );
  expect(told([...cells, ...others])).toMatch(
    /buy 2 casualties \(base\) or 0\.500 \(cover\)\. All others lie between these\./,
  );
  expect(told([cells[0]!, bought(["cover"], 1, { killsPer100Lower: 0.8, killsPer100Upper: 1.2 })])).toMatch(
    /1(?:\.000)? ± 0\.200 \(cover\).*would have to cost 0\.40 to 0\.60 times their price to buy .* or .* 1\.67 to 2\.50 times theirs to lose as many points/,
  );
});

it("what points buy in whole fights that answer one question is told, and no price that one fight cannot tell", () => {
  const winner = {
    ...exactMetric,
    name: "winner",
    outcomes: [
      { value: "first", probability: 0.5 },
      { value: "second", probability: 0.5 },
    ],
  };
  const fights = ["fire", "charge"].map((experiment, i) =>
    cell({
      experiment,
      kind: "engagement",
      metrics: [
        { ...winner, outcomes: winner.outcomes.map((one, k) => ({ ...one, probability: k === i ? 0.7 : 0.3 })) },
      ],
      worth: { killsPer100: 4 - i },
    }),
  );
  const questions = Object.fromEntries(fights.map(({ experiment }) => [experiment, "What to do?"]));
  const winners = { ...headlines, engagement: { metric: "winner", values: ["first"], text: "of fights are won" } };
  const result = resultOf(fights, { titles: { experiments: {}, sets: {}, questions } } as unknown as Parameters<
    typeof resultOf
  >[1]);
  const told = JSON.stringify(runPage(result, winners).first);
  expect(told).toMatch(/100 points of .* buy 4 casualties \(Fire\) or 3 \(Charge\)\./u);
  expect(told).not.toMatch(/times their price/u);
});

it("one finding that is folded is named by what it is about; of several their number is said", async () => {
  const findings = ["A: 1", "B: 2", "C: 3", "D: 4", "E: 5", "One shot: Rangers: 19 %", "  cover: 9 %"];
  expect(await htmlOf({ findings })).toContain("<summary>One more finding: One shot</summary>");
  expect(await htmlOf({ findings: [...findings, "G: 7"] })).toContain("<summary>2 more findings</summary>");
  expect(await htmlOf({ findings: [...findings.slice(0, 5), "12 of them moved"] })).toContain(
    "<summary>One more finding</summary>",
  );
});

it("what is open is said among the rules of a page without how it is read where nothing else is chosen", async () => {
  const html = await htmlOf({ ruleset: "alpha-omega", findings: ["QA-01 and A-SHOOT-09"] });
  const meaning = (id: string) => new RegExp(`<dt>${id}<dd>([^<]*)`, "u").exec(html)?.[1];
  expect(meaning("QA-01")).toBe("a running target: +1 or +2");
  expect(meaning("A-SHOOT-09")).toMatch(/\S/u);
});

it("what stands below the conclusion of one factorial is no finding again", () => {
  const asked = resultOf([cell()], { command: "crible effects fire.yaml" });
  const factorial = {
    ...{ experiment: "fire", attacker: "rangers", defender: "marines", measure: "outcome=out", isChance: true },
    ...{ base: { value: 0.5, trials: 0 }, together: [], main: [], interactions: [] },
    alone: [{ factors: ["cover"], change: { value: -0.25 } }],
    cells: [{ factors: ["cover"], estimate: { value: 0.25, trials: 0 } }],
  };
  const data = { factorials: [{ ...factorial, main: factorial.alone }], forbidden: [] } as unknown as Effects;
  const { lead, findings } = effectsPage(data, effectsDocument(data, asked), asked);
  expect(lead!.lede).toEqual(["out: cover −25.0 pp."]);
  expect(findings).toEqual(["50.0 % without any factor."]);
  expect(lead!.title).toBe("Out: 25.0 % with cover instead of 50.0 %");
});

it("effects begin with what all factors together make of the number, of fights with who wins", () => {
  const asked = resultOf([cell()], { command: "crible effects fire.yaml" });
  const titleOf = (measure: string, change: number) => {
    const [alone, both] = [["cover"], ["cover", "drone"]].map((factors) => ({ factors, change: { value: change } }));
    const estimate = { value: 0.5 + change, trials: 0 };
    const factorial = {
      ...{ experiment: "fire", attacker: "rangers", defender: "marines", measure, isChance: true },
      ...{ base: { value: 0.5, trials: 0 }, main: [alone], interactions: [], alone: [alone] },
      together: [{ ...both, overlap: { value: 0 } }],
      cells: [alone!, both!].map(({ factors }, i) => ({
        factors,
        estimate: i === 1 ? estimate : { value: 0.9, trials: 0 },
      })),
    };
    const data = { factorials: [factorial], forbidden: [] } as unknown as Effects;
    return effectsPage(data, effectsDocument(data, asked), asked).lead!.title;
  };
  expect(titleOf("winner=second", 0.25)).toMatch(/^Wins by .+: 75\.0\s% with cover and drone instead of 50\.0\s%$/);
  expect(titleOf("outcome=out", -0.25)).toMatch(/^Out: 25\.0\s% with cover and drone instead of 50\.0\s%$/);
  expect(titleOf("outcome=out", 0)).toBe("Nothing here is known to move out");
});

describe("which two of three skills give least against their sum", () => {
  const exact = (value: number) => ({ value });
  const names = ["a", "b", "c"] as const;
  /** Even at 10 without any; `pairs`: even prices of bc, ac and ab, of which each is all but one. */
  const told = (pairs: readonly number[], chances: readonly number[], base = 0.5) => {
    const priced = (factors: readonly string[], without: number, own: number) => ({
      ...{ factors, without: exact(without), with: exact(own), worth: exact(own - without) },
    });
    const alone = names.map((name, i) => priced([name], 10, [14, 13, 12][i]!));
    const prices = {
      ...{ role: "defender", unit: "u", than: "v", points: 20, pointsBuy: "model", situation: {}, alone },
      beside: names.map((name, i) => priced([name], pairs[i]!, 17)),
    };
    const factorial = {
      ...{ experiment: "fire", attacker: "a", defender: "d", measure: "outcome=out", isChance: true, prices: [prices] },
      ...{ base: { value: base, trials: 0 }, factors: names, interactions: [], main: [] },
      alone: names.map((name) => ({ factors: [name], change: exact(0.1) })),
      together: [
        ...chances.map((overlap, i) => ({
          factors: names.filter((_, n) => n !== i),
          change: exact(0.2 - overlap),
          overlap: exact(overlap),
        })),
        { factors: names, change: exact(0.3), overlap: exact(0) },
      ],
    };
    const averages = [...factorial.alone, ...factorial.together].map(({ factors, change }) => ({ factors, change }));
    const data = { factorials: [{ ...factorial, main: averages }], forbidden: [] };
    const { blocks } = effectsDocument(data as unknown as Effects, resultOf([cell()]));
    return blocks
      .flatMap((block) => ("sentences" in block ? block.sentences : []))
      .filter((one) => /^ {2}Of any two/.test(one));
  };

  it("is said of the two that are farthest from their sum, whether they do more or less", () => {
    expect(told([15, 14, 16.5], [0, 0.02, 0.05])).toEqual([
      "  Of any two, a and b are farthest from their sum: +15.0 pp, 5.0 pp less than their sum.",
    ]);
    expect(told([15, 14, 16.5], [0, 0.05, -0.1])).toEqual([
      "  Of any two, a and b are farthest from their sum: +30.0 pp, 10.0 pp more than their sum.",
    ]);
  });

  it("is not said where all add up, nor where a factor alone reaches the end", () => {
    expect(told([16, 17, 18], [0, 0, 0])).toEqual([]);
    expect(told([16, 17, 18], [0, 0, 0.05], 0.9)).toEqual([]);
  });

  it("a factor alone reaches the end only where that is exact", () => {
    const factorial = (limits: object) => {
      const [a, b] = ["a", "b"].map((name) => ({
        factors: [name],
        change: { value: name === "a" ? -0.2 : 0.1, ...limits },
      }));
      const both = { factors: ["a", "b"], change: { value: -0.2, ...limits }, overlap: { value: 0.1, ...limits } };
      return {
        ...{ experiment: "fire", attacker: "a", defender: "d", measure: "outcome=out", isChance: true },
        ...{
          base: { value: 0.2, trials: 0 },
          factors: ["a", "b"],
          interactions: [],
          main: [a, b, both],
          alone: [a, b],
        },
        together: [both],
      };
    };
    const said = (limits: object) =>
      JSON.stringify(
        effectsDocument({ factorials: [factorial(limits)], forbidden: [] } as unknown as Effects, resultOf([cell()])),
      );
    expect(said({})).toContain("With a alone it is 0 %: nothing is left for the others to add.");
    expect(said({ lower: -0.21, upper: -0.19 })).not.toContain("nothing is left");
  });
});
