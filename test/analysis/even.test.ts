import { describe, expect, it } from "vitest";
import { type EvenPrices, evenPrices, PLAYS } from "../../src/analysis/even.ts";
import { SearchStopped } from "../../src/analysis/field-search.ts";
import { pointsWorth } from "../../src/analysis/points.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { documentText } from "../../src/report/index.ts";
import { pointsDocument, pointsTable } from "../../src/report/points.ts";
import { csvOf } from "../../src/report/table.ts";
import { scenarioOfData } from "../../src/scenario/data.ts";
import { readCsv } from "../report/read-csv.ts";

const SOLDIER = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 3, weapon: "rifle" };
/** Ten of one unit against four of another who are better shots and better armoured, three turns of fire and rally. */
const fight = (rangers: object = {}, marines: object = {}, kind: object = {}) => ({
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 24: 0 } } },
  units: {
    rangers: { models: 10, ...SOLDIER, points: 7, ...rangers },
    marines: { models: 4, ...SOLDIER, ballisticSkill: 3, save: 3, points: 20, ...marines },
  },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "aimed" }] }],
      situation: { distance: 12, turns: 3 },
      ...kind,
    },
  },
});

async function evens(data: object, settings: RunSettings = {}): Promise<EvenPrices & { text: string; csv: string }> {
  const scenario = scenarioOfData(data);
  const study = await scenario.study({});
  const result = await run(study, settings);
  const found = await evenPrices(scenario, study, result, { compute: (own) => run(own, settings) });
  const all = { ...(await pointsWorth(study, result)), ...found };
  const text = documentText(pointsDocument(all, result), { colour: false, width: 100 });
  return { ...found, text, csv: csvOf(pointsTable(all)) };
}

/** How often the first side wins, a draw as half: read off a run of its own, with other numbers of models. */
async function winOf(rangers: number, marines: number): Promise<number> {
  const { cells } = await run(await scenarioOfData(fight({ models: rangers }, { models: marines })).study({}), {});
  const { outcomes } = cells[0]!.metrics!.find(({ name }) => name === "winner")!;
  const chance = (value: string) => outcomes.find((own) => own.value === value)!.probability;
  return chance("first") + chance("draw") / 2;
}

describe("the even price of a whole fight", () => {
  it("says before each number of models that is played which one it is", async () => {
    const scenario = scenarioOfData(fight());
    const study = await scenario.study({});
    const told: number[][] = [];
    const onPlay = (...own: number[]) => void told.push(own);
    let played = 0;
    const compute = (own: typeof study) => {
      played++;
      expect(told).toHaveLength(played);
      return run(own);
    };
    await evenPrices(scenario, study, await run(study), { compute, onPlay });
    expect(played).toBeGreaterThan(2);
    expect(told[0]).toEqual([1, 1, 10]);
  });

  it("takes about as many plays as are counted beforehand: of units as unlike as those of a game", async () => {
    const unit = (i: number) => ({ models: 2 + 2 * i, ...SOLDIER, save: 3 + i, points: 9 + i });
    const units = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`u${i}`, unit(i)]));
    const all = { units: [{ unit: Object.keys(units), order: "aimed" }] };
    const scenario = scenarioOfData({
      ...fight({}, {}, { sides: [all, all], situation: { distance: 12, turns: 2 } }),
      units,
    });
    const study = await scenario.study({});
    let played = 0;
    const compute = (own: typeof study) => {
      played += own.cells.length;
      return run(own);
    };
    const { evens: found } = await evenPrices(scenario, study, await run(study), { compute });
    expect(found.length).toBeGreaterThan(10);
    const each = played / study.cells.length;
    expect(each).toBeGreaterThan(PLAYS / 2);
    expect(each).toBeLessThan(PLAYS * 2);
  });

  it("is told of the fights before the one at which the search is stopped", async () => {
    const rangers = { units: [{ unit: ["rangers", "marines"], order: "aimed" }] };
    const scenario = scenarioOfData(fight({}, {}, { sides: [rangers, fight().experiments.fight.sides[1]] }));
    const study = await scenario.study({});
    const result = await run(study);
    const all = await evenPrices(scenario, study, result);
    expect(all.evens).toHaveLength(4);
    const told = new Set<number>();
    for (let most = 0; told.size < 3; most++) {
      let played = 0;
      const compute = (own: typeof study) => (played++ < most ? run(own) : Promise.reject(new SearchStopped()));
      const { evens: found } = await evenPrices(scenario, study, result, { compute });
      expect(found).toEqual(all.evens.slice(0, found.length));
      told.add(found.length); // none, those of the first fight, all
    }
    expect([...told]).toEqual([0, 2, 4]);
  });

  it("at the price that is printed equal points win half, within what whole models allow", async () => {
    const { evens: found } = await evens(fight());
    expect(found.map(({ unit, than, points }) => [unit, than, points])).toEqual([
      ["rangers", "marines", 7],
      ["marines", "rangers", 20],
    ]);
    const [rangers, marines] = found as [(typeof found)[number], (typeof found)[number]];
    // Four marines are 80 points; so many rangers are worth as much, and the nearest whole numbers win less and more.
    const equal = 80 / rangers.even.value;
    const [few, many] = [await winOf(Math.floor(equal), 4), await winOf(Math.ceil(equal), 4)];
    expect(few).toBeLessThan(0.5);
    expect(many).toBeGreaterThan(0.5);
    expect(many - few).toBeLessThan(0.35);
    // The same of the marines' price, the rangers' being what it is.
    expect((4 * marines.even.value) / 7).toBeCloseTo(equal, 9);
    expect(rangers.neighbours.map(({ models }) => models)).toEqual([Math.floor(equal), Math.ceil(equal)]);
    // Half of a draw is added here, and what is left is taken from 1 there: the same but for the last bit.
    expect(rangers.neighbours[0]!.win.value).toBeCloseTo(few, 14);
    expect(rangers.neighbours[1]!.win.value).toBeCloseTo(many, 14);
    expect(rangers.even.lower).toBeCloseTo(80 / Math.ceil(equal), 12);
    expect(rangers.even.upper).toBeCloseTo(80 / Math.floor(equal), 12);
    // Not what the losses of the fight that was played would say: there ten rangers took far more than they lost.
    expect(Math.abs(equal - 10)).toBeGreaterThan(1);
  });

  it("of like units is their price, whatever the file says of it", async () => {
    const twin = { ...SOLDIER, models: 5, ballisticSkill: 4, save: 5 };
    const { evens: found } = await evens(fight({ ...twin, points: 9 }, { ...twin, points: 30 }));
    expect(found).toMatchObject([
      { unit: "rangers", points: 9, even: { value: 30, lower: 30, upper: 30 } },
      { unit: "marines", points: 30, even: { value: 9 } },
    ]);
    expect(found[0]!.neighbours).toHaveLength(1);
  });

  it("simulated, its limits hold the exact price and are said with their chances", async () => {
    const exact = (await evens(fight())).evens[0]!;
    const { evens: found, text } = await evens(fight(), { method: "simulate", trials: 400 });
    const { even, neighbours } = found[0]!;
    expect(even.lower).toBeLessThan(exact.even.value);
    expect(even.upper).toBeGreaterThan(exact.even.value);
    for (const { win } of neighbours) expect(win.lower).toBeLessThan(win.upper!);
    expect(text).toMatch(/\d+ × rangers against 4 × marines +\d+\.\d % ± /u);
  });

  it("is told with both neighbours, and stands in the CSV", async () => {
    const { text, csv, evens: found } = await evens(fight());
    // What is said first is no more than what whole models allow.
    const [, lower, upper] = / \(with whole models ([\d.]+) to ([\d.]+)\)\./u.exec(text)!.map(Number);
    // To three digits, rounded inwards: beyond its ends a price fields other numbers of models.
    expect(found[0]!.even.lower).toBeLessThanOrEqual(lower!);
    expect(found[0]!.even.upper).toBeGreaterThanOrEqual(upper!);
    expect([lower, upper]).toEqual([11.5, 13.3]);
    expect(text).toMatch(/fight: unit +points a model +even price/u);
    expect(text).toMatch(/rangers against marines +7 +\d/u);
    // Both ends are the points of the other side, 4 at 20, shared among whole models; the other's are theirs among 4.
    const rows4 = [...text.matchAll(/(\d+) × rangers against 4 × marines +(\d+\.\d) % +([\d.]+) +([\d.]+)/gu)];
    const [few, many] = rows4.map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number]);
    expect(rows4).toHaveLength(2);
    for (const [models, , own, other] of [few!, many!]) {
      expect(models * own).toBeCloseTo(80, 1);
      expect(other * 4).toBeCloseTo(models * 7, 1);
    }
    expect(many![0]).toBe(few![0] + 1);
    expect([few![1] < 50, many![1] > 50]).toEqual([true, true]);
    expect([few![2] >= upper!, many![2] <= lower!]).toEqual([true, true]);
    expect(text).not.toContain("exchange ratio");
    const rows = readCsv(csv).map(({ what, unit, models }) => [what, unit, models]);
    expect(rows.filter(([what]) => what === "even price")).toEqual([
      ["even price", "rangers", ""],
      ["even price", "marines", ""],
    ]);
    expect(rows.filter(([what]) => what === "wins")).toHaveLength(4);
  });

  it("is not said where no side is one unit, or no number of models wins half", async () => {
    const members = { models: undefined, members: [{ models: 2 }, { models: 1, save: 4 }] };
    const data = (own: object) => JSON.parse(JSON.stringify(own)) as object;
    const unlike = await evens(data(fight(members, members)));
    expect(unlike.evens).toEqual([]);
    expect(unlike.text).toContain("no side is one unit of like models, whose number could be varied");
    // Nobody can hit the marines, and whoever hits them hurts nobody.
    const helpless = await evens(data(fight({ ballisticSkill: 20 }, { models: 1, save: 1, points: 5 })), {
      method: "simulate",
      trials: 50,
    });
    expect(helpless.evens).toEqual([]);
    expect(helpless.text).toContain("no number of models up to 100 makes it even");
  });
});

it("an exchange of fire is never called even", async () => {
  const { evens: found, text } = await evens({
    ...fight(),
    experiments: {
      fire: {
        kind: "volley",
        attacker: ["rangers", "marines"],
        defender: ["marines", "rangers"],
        situation: { attackerOrder: "aimed", defenderOrder: "move", distance: 12 },
      },
    },
  });
  expect(found).toEqual([]);
  expect(text).toContain("exchange ratio at this size");
  expect(text).not.toMatch(/\beven\b/u);
});
