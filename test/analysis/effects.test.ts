import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { changeOf } from "../../src/analysis/change.ts";
import { effects } from "../../src/analysis/effects.ts";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { effectsDocument, effectsTable } from "../../src/report/effects.ts";
import { documentText } from "../../src/report/index.ts";
import { csvOf } from "../../src/report/table.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { parseText } from "../../src/scenario/located.ts";
import { factorialEdits } from "../../src/scenario/variants.ts";
import { readCsv } from "../report/read-csv.ts";
import { newcombe } from "../stats/newcombe.ts";
import { binomial, uniforms } from "../stats/random.ts";
import { fire, fireWith } from "./fire.ts";

const factorial = async (data: unknown = fireWith({ with: "all" }), settings: RunSettings = {}) =>
  run(await studyOfData(data), settings);
const out = { measures: [parseMeasure("outcome=out")] };
const fractions = (list: readonly { factors: readonly string[]; change: { fraction?: string } }[]) =>
  Object.fromEntries(list.map(({ factors, change }) => [factors.join("+"), change.fraction]));

/**
 * One shot, out of action. Base 8/10 × 4/10 × 5/10 = 20/125. Endurance: wounds of 7 or more, 16/125. Tough: a save of
 * 2+, missed 2 times in 10: 10/125. Both: 8/125.
 */
describe("two factors, by hand", () => {
  it("are worth -4/125 and -10/125 alone, -12/125 together: they overlap by 2/125", async () => {
    const { factorials, forbidden } = await effects(await factorial(), out);
    expect(forbidden).toEqual([]);
    const [found] = factorials;
    expect(found!.base.fraction).toBe("4/25");
    expect(fractions(found!.alone)).toEqual({ endurance: "-4/125", tough: "-2/25" });
    expect(fractions(found!.together)).toEqual({ "endurance+tough": "-12/125" });
    expect(found!.together[0]!.overlap).toEqual({ value: -0.016, fraction: "-2/125" });
  });

  it("on average -3/125 and -9/125, and change each other by 1/125: the ±1 contrasts", async () => {
    const [found] = (await effects(await factorial(), out)).factorials;
    expect(fractions(found!.main)).toEqual({ endurance: "-3/125", tough: "-9/125" });
    expect(fractions(found!.interactions)).toEqual({ "endurance+tough": "1/125" });
  });

  it("in words", async () => {
    const result = await factorial();
    const text = documentText(effectsDocument(await effects(result, out), result), { colour: false, width: 100 });
    expect(text).toContain("16.0 % without any factor.");
    expect(text).toContain("out: tough −8.0 pp, endurance −3.2 pp; all together −9.6 pp, 1.6 pp less than their sum.");
    // −8.0 and −3.2 are −11.2: what both do is 1.6 above that.
    expect(text).toMatch(/\n +endurance and tough +−9\.6 pp +\+1\.6 pp\n/);
  });

  it("as CSV, where a text that begins with a sign is quoted against formulas", async () => {
    const table = readCsv(csvOf(effectsTable(await effects(await factorial(), out))));
    expect(table.map(({ effect, factors, fraction }) => [effect, factors, fraction])).toEqual([
      ["alone", "endurance", "'-4/125"],
      ["alone", "tough", "'-2/25"],
      ["together", "endurance+tough", "'-12/125"],
      ["overlap", "endurance+tough", "'-2/125"],
      ["main", "endurance", "'-3/125"],
      ["main", "tough", "'-9/125"],
      ["interaction", "endurance+tough", "1/125"],
    ]);
  });
});

describe("three factors", () => {
  const idle = { factor: true, attacker: { weapon: "rifle" } }; // which they have already
  const data = fireWith({ with: "all" }, { modifierSets: { ...fire.modifierSets, idle } });

  it("one of which does nothing: it and all its interactions are exactly 0, the others as they were", async () => {
    const [found] = (await effects(await factorial(data), out)).factorials;
    expect(found!.cells).toHaveLength(8);
    expect(fractions(found!.main)).toEqual({ endurance: "-3/125", tough: "-9/125", idle: "0/1" });
    expect(fractions(found!.interactions)).toEqual({
      "endurance+tough": "1/125",
      "endurance+idle": "0/1",
      "tough+idle": "0/1",
      "endurance+tough+idle": "0/1",
    });
    expect(fractions(found!.together)).toEqual({
      "endurance+tough": "-12/125",
      "endurance+idle": "-4/125",
      "tough+idle": "-2/25",
      "endurance+tough+idle": "-12/125",
    });
  });

  it("says of those that they add up exactly", async () => {
    const result = await factorial(data);
    const text = documentText(effectsDocument(await effects(result, out), result), { colour: false, width: 100 });
    expect(text).toContain(
      "tough −8.0 pp, endurance −3.2 pp, idle no change; all together −9.6 pp, 1.6 pp less than their sum.",
    );
    const { tough: _, ...others } = fire.modifierSets;
    const pair = await factorial(fireWith({ with: "all" }, { modifierSets: { ...others, idle } }));
    const said = documentText(effectsDocument(await effects(pair, out), pair), { colour: false, width: 100 });
    expect(said).toContain("endurance −3.2 pp, idle no change; all together −3.2 pp, exactly their sum.");
  });
});

describe("simulated", () => {
  it("holds the exact effects within its limits", async () => {
    const [found] = (await effects(await factorial(undefined, { method: "simulate", trials: 400_000 }), out))
      .factorials;
    const near = (change: { value: number; lower?: number; upper?: number } | undefined, truth: number) => {
      // Six standard errors of a sum of four chances of 400,000 trials are below 0.007.
      expect(Math.abs(change!.value - truth)).toBeLessThan(0.007);
      expect(change!.lower!).toBeLessThan(change!.value);
      expect(change!.upper!).toBeGreaterThan(change!.value);
    };
    near(found!.alone[0]!.change, -4 / 125);
    near(found!.together[0]!.overlap, -2 / 125);
    near(found!.main[1]!.change, -9 / 125);
    near(found!.interactions[0]!.change, 1 / 125);
  });

  describe("limits of an overlap cover the truth 95 times in 100", () => {
    const N = 500;
    const REPEATS = 4_000;
    const P = [0.55, 0.61, 0.73, 0.74]; // base, each alone, both: an overlap of 5 points
    const truth = P[1]! + P[2]! - P[3]! - P[0]!;
    const weights = [-1, 1, 1, -1];
    const uniform = uniforms(1908);
    const draws = Array.from({ length: REPEATS }, () => P.map((p) => binomial(uniform, N, p)));
    const coverage = (limits: (counts: readonly number[]) => { lower?: number; upper?: number }) =>
      draws.filter((counts) => {
        const { lower, upper } = limits(counts);
        return lower! <= truth && truth <= upper!;
      }).length / REPEATS;
    // 4.9 sqrt(0.95 × 0.05 / 4,000), and 0.005 for what MOVER itself misses.
    const SLACK = 0.017 + 0.005;

    it("with the sum of four", () => {
      const ours = (counts: readonly number[]) =>
        changeOf(
          counts.map((count, i) => ({
            weight: weights[i]!,
            reading: { isChance: true, value: count / N, count, trials: N, metric: { name: "x", outcomes: [] } },
          })),
        );
      expect(Math.abs(coverage(ours) - 0.95)).toBeLessThan(SLACK);
    });

    it("control: the width of one difference for a sum of two is caught", () => {
      // √2 too narrow: covers 83.4 %.
      const narrow = ([base, a, b, both]: readonly number[]) => {
        const estimate = (a! + b! - both! - base!) / N;
        const { lower, upper } = newcombe(a!, N, base!, N);
        const half = (upper - lower) / 2;
        return { lower: estimate - half, upper: estimate + half };
      };
      expect(Math.abs(coverage(narrow) - 0.95)).toBeGreaterThan(SLACK);
    });
  });
});

/**
 * Three shots at marines of 20 points, one at each: 3 × 0.8 × 0.4 × 0.8 = 0.768 casualties, with a save of 2+ half as
 * many: 7.68 points fewer. Scouts of 12 points shoot and lose nothing.
 */
describe("in points", () => {
  const volley = { kind: "volley", attacker: "scouts", defender: "marines", with: "all" };
  const data = (points: object) =>
    fireWith(
      { ...volley, situation: { ...fire.experiments.once.situation, targets: [1, 1, 1] } },
      {
        units: {
          ...fire.units,
          marines: { ...fire.units.marines, ...points },
          scouts: { ...fire.units.scouts, models: 3 },
        },
      },
    );

  it("what a factor spares the side that loses models, by hand", async () => {
    const study = await studyOfData(data({}));
    const result = await run(study);
    const [found] = (await effects(result, { study })).factorials;
    const tough = found!.alone.find(({ factors }) => factors[0] === "tough")!;
    expect(found!.base.value).toBeCloseTo(0.768, 12);
    expect(tough.lost).toEqual({ defender: { value: expect.closeTo(-7.68, 12) } });
    const text = documentText(effectsDocument({ factorials: [found!], forbidden: [] }, result), {
      colour: false,
      width: 100,
    });
    expect(text).toMatch(/lost by marines\n.*(?:−7\.7 list pts)/s);
    const rows = readCsv(csvOf(effectsTable({ factorials: [found!], forbidden: [] })));
    const row = rows.find(({ effect, factors }) => effect === "points lost" && factors === "tough");
    expect(row).toMatchObject({ metric: "defender" });
  });

  // Ten attacks wound one model of ten wounds and 100 points: who dies seldom of them loses points all the same.
  it("by wounds, where a model has several and they are counted", async () => {
    const study = await studyOfData({
      version: 1,
      ruleset: "wh40k-10e",
      weapons: { gun: { range: 24, attacks: 10, skill: "3+", strength: 4, ap: 0, damage: 1 } },
      units: {
        gunner: { models: 1, toughness: 5, save: "3+", wounds: 5, points: 90, weapons: ["gun"] },
        beast: { models: 1, toughness: 5, save: "3+", wounds: 10, points: 100, weapons: ["gun"] },
      },
      modifierSets: { soft: { factor: true, defender: { toughness: 3 } } },
      experiments: {
        fire: { kind: "shooting", attacker: "gunner", defender: "beast", situation: { distance: 12 }, with: "all" },
      },
    });
    const [found] = (await effects(await run(study), { study })).factorials;
    // 10 × 2/3 × (2/3 − 1/3) × 1/3 wounds more, of 10 points each.
    expect(found!.alone[0]!.lost).toEqual({ defender: { value: expect.closeTo(200 / 27, 12) } });
  });

  it("control: without points nothing is said of them", async () => {
    const study = await studyOfData(data({ points: undefined }));
    const [found] = (await effects(await run(study), { study })).factorials;
    expect(found!.alone.every(({ lost }) => lost === undefined)).toBe(true);
  });
});

describe("what cannot be told", () => {
  it("a combination that is missing", async () => {
    const result = await factorial(fireWith({ with: ["base", "endurance", ["endurance", "tough"]] }));
    await expect(effects(result, out)).rejects.toThrow("the combination tough is missing; effects need with: all");
  });

  it("no factors at all", async () => {
    await expect(effects(await factorial(fire), out)).rejects.toThrow("has no factors");
  });

  it("a combination that the rules forbid is named, and the others have no effects", async () => {
    const far = { factor: true, situation: { distance: 30 } };
    const result = await factorial(fireWith({ with: "all" }, { modifierSets: { base: {}, far } }));
    const { factorials, forbidden } = await effects(result, out);
    expect(factorials).toEqual([]);
    expect(forbidden).toMatchObject([{ cell: "once~marines~marines~far", rule: "A-SHOOT-07" }]);
  });
});

describe("edits for a factorial", () => {
  const tree = (data: unknown) => parseText(JSON.stringify(data), "fire.json").root!;

  it("all that are marked, or those that are named", () => {
    expect(factorialEdits(tree(fire))).toEqual(['experiments.once.with="all"']);
    expect(factorialEdits(tree(fire), ["tough", "endurance"])).toEqual([
      'experiments.once.with=[["base"],["tough"],["endurance"],["tough","endurance"]]',
    ]);
    expect(factorialEdits(tree(fire), undefined, ["other"])).toEqual([]);
  });

  it("none is marked: says so, and how to name them", () => {
    const unmarked = { ...fire, modifierSets: { base: {}, cover: { situation: { visible: 40 } } } };
    expect(() => factorialEdits(tree(unmarked))).toThrow("no modifier set is marked factor: true");
    expect(() => factorialEdits(tree(unmarked))).toThrow("--factors cover");
  });
});

describe("a factor that leaves alone what sums up the kind", () => {
  const FILE = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 12: 0 }, saveModifier: -1 } }
units:
  a: { ballisticSkill: 4+, save: 4+, command: 3+, weapon: rifle, models: 1 }
  b: { ballisticSkill: 4+, save: 5+, command: 3+, weapon: rifle, models: 1 }
modifierSets:
  base: {}
  endurance: { factor: true, defender: { addSkills: [endurance] } }
  drone: { factor: true, defender: { addSkills: [drone] } }
experiments:
  salvo: { kind: volley, attacker: a, defender: b, situation: { distance: 12 }, with: all }
`;
  const told = async (labels: string) => {
    const result = await run(await studyOfData(parseYaml(`labels: ${labels}\n${FILE}`)));
    const data = await effects(result);
    const text = documentText(effectsDocument(data, result), { colour: false, width: 200 }).replaceAll("\u00a0", " ");
    return { result, data, text };
  };

  it("is told by what else it moves, and by how much; what moves the first is not", async () => {
    const { result, data, text } = await told("en");
    const meanOf = (...sets: string[]) =>
      result.cells
        .find(({ modifiers }) => modifiers.join() === sets.join())!
        .metrics!.find(({ name }) => name === "out")!.mean!;
    const moved = meanOf("drone") - meanOf("base");
    expect(moved).toBeLessThan(0);
    const [endurance, drone] = data.factorials[0]!.alone;
    expect(drone!.change.value).toBe(0);
    expect(drone!.beside).toMatchObject({
      measure: "out",
      isChance: false,
      change: { value: expect.closeTo(moved, 12) },
    });
    expect(endurance!.beside).toBeUndefined();
    expect(text).toContain(`  But drone moves out: −${Math.abs(moved).toFixed(3)}.\n`);
    expect(text).not.toContain("But endurance");
    expect((await told("fr")).text).toContain("  Mais drone change hors combat : −0,");
  });

  it("is not where somebody asked for that measure alone", async () => {
    const { result } = await told("en");
    const { factorials } = await effects(result, { measures: [parseMeasure("casualties")] });
    expect(factorials[0]!.alone.some(({ beside }) => beside !== undefined)).toBe(false);
  });
});
