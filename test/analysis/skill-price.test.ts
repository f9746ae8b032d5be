/** What a skill is worth in points: the price that is said makes the fight even when units are fielded at it. */
import { describe, expect, it } from "vitest";
import { compare } from "../../src/analysis/compare.ts";
import { effects } from "../../src/analysis/effects.ts";
import type { FightPrices } from "../../src/analysis/fight-prices.ts";
import type { LimitedValue } from "../../src/analysis/points.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { withPairPrices, withPrices } from "../../src/analysis/skill-price.ts";
import { compareDocument } from "../../src/report/compare.ts";
import { effectsDocument, effectsTable } from "../../src/report/effects.ts";
import { documentText } from "../../src/report/index.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { pricesText } from "../../src/report/skill-price.ts";
import { csvOf } from "../../src/report/table.ts";
import { scenarioOfData } from "../../src/scenario/data.ts";
import type { Study } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";

const SOLDIER = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 3, weapon: "rifle" };
const fight = (marines: object = {}, more: object = {}, situation: object = {}, rangers: object = {}) => ({
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 24: 0 } } },
  units: {
    rangers: { models: 6, ...SOLDIER, points: 7, ...rangers },
    marines: { models: 3, ...SOLDIER, ballisticSkill: 3, save: 3, points: 20, ...marines },
  },
  modifierSets: {
    endurance: { factor: true, defender: { addSkills: ["endurance"] } },
    medikit: { factor: true, defender: { addAptitudes: ["medikit"] } },
  },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "aimed" }] }],
      situation: { distance: 12, turns: 3, ...situation },
      with: "all",
      ...more,
    },
  },
});

async function priced(data: object, settings: RunSettings = {}, lang: "en" | "fr" = "en") {
  const scenario = scenarioOfData({ ...data, labels: lang });
  const study = await scenario.study({});
  const result = await run(study, settings);
  const found = await effects(result, { study });
  const own = await withPrices(found, { scenario, study, result }, { compute: (each) => run(each, settings) });
  const text = documentText(effectsDocument(own, result), { colour: false, width: 2_000 });
  return { prices: own.factorials[0]!.prices, text, csv: csvOf(effectsTable(own)) };
}

/** The fight of most tests here, solved and priced once. */
let exact: ReturnType<typeof priced> | undefined;
const pricedExactly = () => (exact ??= priced(fight()));

/** How often the marines win, a draw as half, against so many rangers: a run of its own. */
async function marinesWin(rangers: number, skills: object): Promise<number> {
  const data = fight(skills, { with: undefined }, {}, { models: rangers });
  const { cells } = await run(await scenarioOfData(JSON.parse(JSON.stringify(data))).study({}), {});
  const { outcomes } = cells[0]!.metrics!.find(({ name }) => name === "winner")!;
  const chance = (value: string) => outcomes.find((own) => own.value === value)!.probability;
  return chance("second") + chance("draw") / 2;
}

/** The same against 3 marines' worth of rangers at a price: the two whole numbers about it, mixed. */
async function winAt(price: number, skills: object): Promise<number> {
  const rangers = (3 * price) / 7;
  const few = Math.floor(rangers);
  const [more, fewer] = [await marinesWin(few + 1, skills), await marinesWin(few, skills)];
  return fewer + (rangers - few) * (more - fewer);
}

const byName = ({ alone }: FightPrices, name: string) => alone.find(({ factors }) => factors.join() === name)!;

const FEW: RunSettings = { method: "simulate", trials: 200 };

describe("the price of a skill", () => {
  it("makes equal points win half, fielded at it with the skill and without; at another price they do not", async () => {
    const { prices } = await pricedExactly();
    const [only] = prices!;
    expect(prices).toHaveLength(1);
    expect(only).toMatchObject({ role: "defender", unit: "marines", than: "rangers", points: 7, pointsBuy: "model" });
    const endurance = byName(only!, "endurance");
    expect(await winAt(endurance.without!.value, {})).toBeCloseTo(0.5, 9);
    expect(await winAt(endurance.with!.value, { skills: ["endurance"] })).toBeCloseTo(0.5, 9);
    expect(endurance.worth!.value).toBeCloseTo(endurance.with!.value - endurance.without!.value, 12);
    expect(endurance.worth!.value).toBeGreaterThan(0.2);
    // Without what the skill is worth its bearers win more than their points.
    expect(await winAt(endurance.without!.value, { skills: ["endurance"] })).toBeGreaterThan(0.51);
    const both = { skills: ["endurance"], aptitudes: ["medikit"] };
    expect(await winAt(only!.all!.with!.value, both)).toBeCloseTo(0.5, 9);
  });

  it("is the same in a comparison of two sets, between which it is what the second is worth more", async () => {
    const [only] = (await pricedExactly()).prices!;
    const compared = async (a: string, b: string) => {
      const scenario = scenarioOfData(fight());
      const question = async (name: string) => {
        const set = [`experiments.fight.with=[${name}]`];
        const study = await scenario.study({ set });
        return [
          { scenario, study, result: await run(study) },
          { set, compute: (each: Study) => run(each) },
        ] as const;
      };
      const [[first, one], [second, other]] = [await question(a), await question(b)];
      const found = await compare(first.result, second.result, { apart: "modifiers" });
      const own = await withPairPrices(found, [first, second], [one, other]);
      const document = compareDocument(own, { first: a, second: b }, [first.result, second.result]);
      return { prices: own.pairs[0]!.prices!, text: documentText(document, { colour: false, width: 2_000 }) };
    };
    const { prices, text } = await compared("base", "endurance");
    const endurance = byName(only!, "endurance");
    expect(prices.alone[0]!.worth!.value).toBeCloseTo(endurance.worth!.value, 9);
    expect(text).toMatch(
      /endurance adds \S+ points a model to the price of marines \(even at \S+ without, \S+ with\)/u,
    );
    const between = await compared("endurance", "medikit");
    const gap = byName(only!, "medikit").worth!.value - endurance.worth!.value;
    expect(between.prices.alone[0]!.worth!.value).toBeCloseTo(gap, 9);
    expect(between.text).toMatch(
      /medikit adds \S+ points a model more than endurance to the price of marines \(even at/u,
    );
  });

  it("beside the others is what it adds to them", async () => {
    const [only] = (await pricedExactly()).prices!;
    const { alone, beside, all } = only!;
    for (const { factors, worth } of beside) {
      const other = alone.find((one) => one.factors.join() !== factors.join())!;
      expect(worth!.value).toBeCloseTo(all!.worth!.value - other.worth!.value, 9);
    }
  });

  it("is said alone and beside the others, each with its limits; of one that nothing stands beside, how", () => {
    const told = (worth: LimitedValue | undefined, points = 7) => {
      const one = (factors: string, own: LimitedValue) =>
        ({ factors: [factors], without: { value: 7 }, with: { value: 9 }, worth: own }) as const;
      const prices: FightPrices = {
        ...({
          role: "defender",
          unit: "marines",
          than: "rangers",
          pointsBuy: "model",
          situation: {},
        } as const),
        points,
        alone: [one("medikit", { value: 1 }), one("endurance", { value: 2 })],
        beside: worth === undefined ? [] : [one("endurance", worth), one("medikit", { value: 0.9 })],
      };
      return pricesText(prices, languageOf("en", "alpha-omega"))[0];
    };
    expect(told({ value: 0.19 })).toBe(
      "  endurance adds 2.00 points a model to the price of marines (beside the others 0.19); medikit 1.00 (0.90).",
    );
    // Beside prices of two digits a hundredth says nothing; limits say how far digits go.
    expect(told({ value: 0.19 }, 20)).toContain("(beside the others 0.2); medikit 1.0 (0.9)");
    expect(told({ value: 0.1, lower: 0.08, upper: 0.12 }, 20)).toMatch(/\(beside the others 0\.10\d* ± 0\.02\d*\)/u);
    expect(told({ value: -0.19 })).toMatch(/\(beside the others −0\.19\)/u);
    expect(told(undefined)).toBe(
      "  endurance adds 2.00 points a model to the price of marines (even at 7.00 without, 9.00 with); medikit 1.00.",
    );
  });

  it("simulated, has limits that hold the exact one", async () => {
    const [exact] = (await pricedExactly()).prices!;
    const [played] = (await priced(fight(), { method: "simulate", trials: 20_000 })).prices!;
    for (const [i, { worth }] of played!.alone.entries()) {
      const { value } = exact!.alone[i]!.worth!;
      expect(worth!.lower).toBeLessThan(value);
      expect(worth!.upper).toBeGreaterThan(value);
      expect(worth!.upper! - worth!.lower!).toBeLessThan(0.5);
      expect(exact!.alone[i]!.worth).not.toHaveProperty("lower");
    }
  });

  it("is said with what it was measured against, in both languages, and stands in the CSV", async () => {
    const { text, csv } = await pricedExactly();
    expect(text).toMatch(
      /(?:endurance|medikit) adds \d\.\d+ points a model to the price of marines \(beside the others \d\.\d+\)/u,
    );
    expect(text).toContain("Measured against rangers at 7 points a model (distance\u00a012\u00a0paces, 3\u00a0turns)");
    // What a number is of stands over its column; how it was measured is no finding, and stands below the table.
    const [head, measured] = [text.indexOf("against base"), text.indexOf("Measured against")];
    expect(head).toBeGreaterThan(text.indexOf(" adds "));
    expect(measured).toBeGreaterThan(head);
    expect(text).toMatch(/^ +wins by \S.* +against base/mu);
    expect(text).toMatch(/; all together [\d.]+\.$/mu);
    // What the list asks stands with it, and what is even as the file has it in the first row.
    expect(text).toMatch(
      /^ *points a model of marines \(list price 20\) +alone +beside the others +even price with it$/mu,
    );
    expect(text).toMatch(/^ *base +\d+\.\d+$/mu);
    const french = (await priced(fight(), {}, "fr")).text;
    expect(french).toMatch(/ajoute \d,\d+ points par figurine au prix des marines/u);
    expect(french).toContain("Mesuré contre rangers à 7 points par figurine");
    const rows = readCsv(csv).filter(({ effect }) => effect!.startsWith("points worth"));
    expect(rows.map(({ effect, factors }) => `${effect} ${factors}`)).toEqual([
      "points worth endurance",
      "points worth medikit",
      "points worth beside the others endurance",
      "points worth beside the others medikit",
      "points worth together endurance+medikit",
    ]);
  });

  it("is none where no number of models makes the fight even, and says so", async () => {
    // Of two sides one alone reaches the other.
    const far = fight({ weapon: "cannon" }, {}, { distance: 40 });
    const { prices, text } = await priced({ ...far, weapons: { ...far.weapons, cannon: { range: { 60: 0 } } } }, FEW);
    expect(prices![0]!.alone.every(({ worth }) => worth === undefined)).toBe(true);
    expect(text).toContain("endurance and medikit: no price (no number of models up to 40 makes it even)");
    expect(text).toContain("Measured against rangers at 7 points a model (distance\u00a040\u00a0paces, 3\u00a0turns).");
  });

  it("is not told where too few trials bound it", async () => {
    const { medikit: _, ...modifierSets } = fight().modifierSets; // one is enough
    const few = fight({ models: 2 }, {}, { turns: 1 }, { models: 4 });
    const { prices, text } = await priced({ ...few, modifierSets }, { method: "simulate", trials: 1 });
    expect(prices![0]!.alone.every(({ worth }) => worth === undefined)).toBe(true);
    expect(text).toContain("no price (too few trials for limits of a price)");
    expect(text).not.toContain("Infinity");
  });

  it("is no question of a set that changes the rules, nor of units without points", async () => {
    const rules = { modifierSets: { harder: { factor: true, rules: { woundBands: { standard: [3, 6] } } } } };
    expect((await priced({ ...fight(), ...rules })).prices).toBeUndefined();
    const free = fight();
    const units = { ...free.units, rangers: { ...free.units.rangers, points: undefined } };
    expect((await priced(JSON.parse(JSON.stringify({ ...free, units })))).prices).toBeUndefined();
  });
});
