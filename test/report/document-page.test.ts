/** Where the page of an analysis puts what its document says. */
import { describe, expect, it } from "vitest";
import { pricesChart } from "../../src/report/charts/prices.ts";
import type { Block } from "../../src/report/document.ts";
import { documentText } from "../../src/report/document.ts";
import { priceText } from "../../src/report/even-price.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { pointsPage } from "../../src/report/page/analyses.ts";
import { pointsClaim } from "../../src/report/page/claims.ts";
import { documentPage } from "../../src/report/page/document.ts";
import { pageHtml } from "../../src/report/page/html.ts";
import type { Page, PageBlock } from "../../src/report/page/page.ts";
import { type PointsData, pointsDocument, pricesOf } from "../../src/report/points.ts";
import { madeBy } from "../../src/report/provenance.ts";
import { cell, resultOf } from "./results.ts";

const result = resultOf([cell()]);
const rows = (n: number) => Array.from({ length: n }, (_, i) => [`row ${i}`, "1"]);
const pageOf = (blocks: readonly Block[]): Page =>
  documentPage({ title: "T", blocks, ...madeBy(result), language: languageOf("en") }, result, {});
/** The table, or what a fold is called, one for each block. */
const shapes = ({ sections }: Page): string[] =>
  sections.flatMap(({ blocks }) =>
    blocks.map((block: PageBlock) =>
      "table" in block
        ? "table"
        : "folded" in block
          ? `folded ${block.folded}`
          : "sentences" in block
            ? block.sentences.join(" ")
            : "other",
    ),
  );

describe("the page of an analysis", () => {
  it("says what stands before all parts in no part's name", () => {
    const parts = ["A", "B"].flatMap((heading): Block[] => [
      { heading },
      { sentences: [`Of ${heading}.`] },
      { head: [heading, "n"], rows: rows(2) },
    ]);
    const { findings } = pageOf([{ sentences: ["Over all."] }, ...parts]);
    expect(findings).toEqual(["Over all.", "A: Of A.", "B: Of B."]);
  });

  const blocks: Block[] = [
    { sentences: ["The answer."], notes: ["How to read it."] },
    { head: ["first", "n"], rows: rows(30) },
    { sentences: [], notes: ["What it rests on."] },
    { head: ["second", "n"], rows: rows(13) },
    { head: ["third", "n"], rows: rows(12) },
    { sentences: ["The rest."], notes: ["Of all of it."] },
  ];

  it("says once what a table is of: its caption is its part's name, and unseen below that", async () => {
    const page = pageOf([{ heading: "One shot" }, { head: ["distance", "hits"], rows: rows(2) }]);
    const html = await pageHtml(page);
    expect(html).toContain("<caption class=unseen>One shot</caption><thead><tr><th>distance");
  });

  it("has findings alone among its findings; how to read them stands below the table, what is of all at the foot", () => {
    const page = pageOf(blocks);
    // What stands in large letters, and below them, is not said again.
    expect(page.lead).toMatchObject({ title: "The answer", lede: ["The rest."] });
    expect(page.findings).toEqual([]);
    const more = pageOf([{ sentences: ["The answer.", "  Of it.", "Another."] }]);
    expect([more.lead!.lede, more.findings]).toEqual([["Of it."], ["Another."]]);
    expect(shapes(page)).toEqual(["table", "How to read it.", "What it rests on.", "folded second", "table", "other"]);
    expect(page.how[0]).toBe("Of all of it.");
  });

  it("a terminal says all of it in its order", () => {
    const text = documentText(
      { title: "T", blocks, ...madeBy(result), language: languageOf("en") },
      { colour: false, width: 80 },
    );
    const places = ["The answer.", "row 29", "How to read it.", "What it rests on.", "Of all of it."].map((said) =>
      text.indexOf(said),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe("cells of a page that does not carry their values", () => {
  const page = (n: number) => {
    const cells = Array.from({ length: n }, (_, i) => {
      const { metrics: _metrics, ...head } = cell({ defender: `u${i}`, assumptions: ["E-05"] });
      return head;
    });
    const many = resultOf(cells, { command: "crible effects fire.yaml", ruleIds: ["A-WOUND-01"] });
    return documentPage({ title: "T", blocks: [], ...madeBy(many), language: languageOf("en") }, many, {});
  };

  it("have each the commands that tell its dice; the rules are named at the foot", () => {
    const { facts, sections } = page(2);
    const [section] = sections;
    const text = JSON.stringify(section);
    expect(section!.folded).toBe("");
    expect(facts.map(([, told]) => told)).toContain("A-WOUND-01");
    for (const i of [0, 1])
      for (const command of ["explain", "replay"])
        expect(text).toContain(`crible ${command} fire.yaml --cell fire~rangers~u${i}~base`);
  });

  it("are up to sixty; of one experiment each is called by who meets whom alone", () => {
    const text = JSON.stringify(page(60).sections);
    expect(text.match(/crible replay/g)).toHaveLength(60);
    expect(text).toContain('"title":"rangers against u59"');
    expect(page(61).sections).toEqual([]);
  });
});

/** Two fights: marines are worth more than they cost in one, far less in the other; a third is nearly even. */
describe("prices beside even prices", () => {
  const even = (id: string, points: number, value: number) => ({
    ...{ cell: id, unit: "marines", than: "orks", points, even: { value, lower: value, upper: value } },
    ...{ varied: "marines", kept: { unit: "orks", models: 4, points: 40 } },
    neighbours: [{ models: 3, win: { value: 0.5, trials: 0 } }],
  });
  const cells = ["base", "cover", "drone"].map((set) =>
    cell({ attacker: "marines", defender: "orks", modifiers: [set] }),
  );
  const [base, cover, drone] = cells.map(({ id }) => id) as [string, string, string];
  const data = {
    ...{ pointsBuy: "model", worths: [], ratios: [], silent: [], unsettled: [] },
    evens: [even(drone, 20, 20.5), even(base, 20, 30), even(cover, 20, 5), even(cover, 20, 5)],
  } as unknown as PointsData;
  const fights = resultOf(cells);
  const language = languageOf("en");

  it("the base first, then the furthest off, each once, those that are as good as even not at all", () => {
    const prices = pricesOf(data, fights);
    expect(prices.map(({ ratio }) => ratio)).toEqual([1.5, 0.25]);
    const chart = pricesChart(prices, "a model", language);
    expect(chart.title).toBe("What each unit costs, and the price at which its fights are even");
    // It is drawn so too.
    const drawn = JSON.stringify(chart.drawing);
    expect(drawn).toMatch(/"text":"20 → 30".*"text":"20 → 5"/);
    // An even price is said with those that are as even, in its chart and in its sentence, which is the title.
    const ranged = { ...prices[0]!, even: { value: 30, lower: 27, upper: 40.5 } };
    expect(JSON.stringify(pricesChart([ranged], "a model", language).drawing)).toContain(
      '"text":"20 → 30","change":"27 to 40.5"',
    );
    expect(priceText(ranged, language)).toMatch(
      /too cheap at 20 a model; even price 30 \(with whole models 27 to 40\.5\)\.$/,
    );
    const ofRange = pointsClaim({ ...data, evens: [{ ...even(base, 20, 30), even: ranged.even }] } as never, fights);
    expect(ofRange!.title).toMatch(/even price 30 \(with whole models 27 to 40\.5\)$/);
    // What rows that follow each other begin with is said by the first.
    const named = (name: string, who: string) => ({ ...prices[0]!, name: `${name}: ${who}`, who });
    const three = [named("Open field", "marines, base"), named("Open field", "marines, drone"), named("Hill", "orks")];
    const { drawing } = pricesChart(three, "a model", language) as { drawing: { rows: readonly { name: string }[] } };
    expect(drawing.rows.map(({ name }) => name)).toEqual(["Open field: marines, base", "… drone", "Hill: orks"]);
  });

  it("a price is no finer than whole models tell, both sides are drawn with what those allow, and the title is of all fights", () => {
    const own = even(base, 20, 63.65);
    const coarse = { ...own, even: { value: 63.65, lower: 48, upper: 96 } };
    const mirror = { ...own, unit: "orks", than: "marines", points: 32, even: { value: (32 * 20) / 63.65 } };
    const both = { ...data, evens: [coarse, mirror] } as unknown as PointsData;
    const prices = pricesOf(both, fights);
    expect(prices.map(({ texts }) => texts[1])).toEqual(["64", "10.05"]);
    // Of two sides that are as far off, the one that is worth more is first, whatever the last digit of a quotient.
    for (const value of [63.65, 63.3, 61.7, 59.9]) {
      const sides = [
        { ...mirror, even: { value: ((32 * 20) / value) * (1 - 1e-12) } },
        { ...own, even: { value } },
      ];
      const ratios = pricesOf({ ...data, evens: sides } as unknown as PointsData, fights).map(({ ratio }) => ratio);
      expect(ratios[0], `${value}`).toBeGreaterThan(1);
    }
    // Each point says which it is.
    const drawn = JSON.stringify(pricesChart(prices, "a model", language).drawing);
    expect(drawn.match(/isPair/g)).toHaveLength(2);
    expect(drawn).toContain('"value":63.65,"lower":48,"upper":96');
    const said = Array.from(drawn.matchAll(/"said":"([^"]*)"/g), ([, text]) => text);
    expect(new Set(said).size).toBe(4);
    // Of many, each pair once.
    const many = Array.from({ length: 6 }, (_, i) => prices.map((one) => ({ ...one, unit: `${one.unit}${i}` }))).flat();
    expect(
      JSON.stringify(
        pricesChart(
          many.map((one, i) => ({ ...one, than: `x${i}` })),
          "a model",
          language,
        ),
      ),
    ).toMatch(/the chart shows the first 10 of 12; the table below has all/);
    expect(pointsClaim(both, fights)?.lede.at(-1)).toMatch(/change one of the two, not both\.$/);
    const chip = (given: PointsData) =>
      pointsPage(given, { title: "T", blocks: [], ...madeBy(fights), language }, fights).lead!.tags;
    expect(chip(both)).toEqual([{ text: "fights exact; prices interpolated between whole numbers of models" }]);
    // The foot of the page does not say otherwise: there were no trials, whatever is exact.
    const { facts } = pointsPage(both, { title: "T", blocks: [], ...madeBy(fights), language }, fights);
    expect(facts.find(([name]) => name === "trials")?.[1]).toBe("none");
    const met = { ...data, evens: [even(base, 20, 30)] } as unknown as PointsData;
    expect(chip(met)).toEqual([{ text: "every number is exact" }]);
    // One fight by three sets is one fight; three enemies are three.
    const bySets = { ...data, evens: [even(cover, 20, 5), even(drone, 20, 25), even(base, 20, 30)] };
    const claim = pointsClaim(bySets as unknown as PointsData, fights)!;
    expect(claim.title).toMatch(/^Marines against .*: too cheap at 20 a model; even price 30$/);
    expect(claim.lede).toEqual([expect.stringMatching(/, cover: too dear at 20 a model; even price 5\.$/)]);
    const enemies = ["orks", "rangers", "guardians"].map((defender) => cell({ attacker: "marines", defender }));
    const several = { ...data, evens: [30, 25, 5].map((value, i) => even(enemies[i]!.id, 20, value)) };
    expect(pointsClaim(several as unknown as PointsData, resultOf(enemies))?.title).toBe(
      "Marines: too cheap at 20 a model; 2 of 3 fights are even at a higher price (median 25)",
    );
  });

  it("who is too cheap is said first, then who is too dear", () => {
    const [first] = pointsDocument(data, fights).blocks;
    const { sentences, notes } = first as Extract<Block, { sentences: readonly string[] }>;
    expect(sentences.map((text) => /: (too \w+) at 20 a model; even price /u.exec(text)?.[1])).toEqual([
      "too cheap",
      "too dear",
    ]);
    // The numbers of models that a price lies between are no finding: they stand in a table below it.
    const tables = pointsDocument(data, fights).blocks.flatMap((block) => ("head" in block ? [block] : []));
    expect(tables[1]!.rows[0]!.slice(0, 2)).toEqual(["3 × Marines against 4 × orks, drone", "50.0 %"]);
    // What an even price is is no finding: it stands below the table.
    expect(notes).toEqual(["Equal points win equally often at an even price; a draw is half a win."]);
  });

  it("over many fights each unit is told once, of fights and not of seats, and the count of the chart is the table's", () => {
    const names = ["a", "b", "c", "d", "e"];
    const pairs = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));
    const fought = pairs.flatMap(([one, other]) => [
      cell({ attacker: one, defender: other }),
      cell({ attacker: other, defender: one }),
    ]);
    // a is worth twice its price against everybody, all others are even: four fights of ten, each from both seats.
    const evens = fought.flatMap(({ id, attacker, defender }) =>
      [attacker, defender].map((unit) => {
        const than = unit === attacker ? defender : attacker;
        const value = unit === "a" ? 40 : than === "a" ? 10 : 20;
        return { ...even(id, 20, value), unit, than, varied: unit, kept: { unit: than, models: 3 } };
      }),
    );
    const many = { ...data, evens } as unknown as PointsData;
    const result = resultOf(fought);
    const { lead, findings } = pointsPage(many, pointsDocument(many, result), result);
    expect(lead!.title).toBe("A: too cheap at 20 a model; 4 of 4 fights are even at a higher price (median 40)");
    expect(findings.join()).not.toMatch(/10 fights/);
    expect(findings.join()).not.toMatch(/\d × /u);
    const [table, bound] = pointsDocument(many, result).blocks.flatMap((block) => ("head" in block ? [block] : []));
    expect(table!.rows).toHaveLength(20);
    // Fights of the first prices; how many these are is said above them.
    expect(bound!.rows.length).toBeLessThanOrEqual(16);
    expect(JSON.stringify(pointsDocument(many, result).blocks)).toContain("(of 16 prices; --csv has all)");
  });
});
