import { describe, expect, it } from "vitest";
import { pointsWorth, type Worth } from "../../src/analysis/points.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { documentText } from "../../src/report/index.ts";
import { pointsDocument, pointsTable } from "../../src/report/points.ts";
import { csvOf } from "../../src/report/table.ts";
import { inEnglish } from "../../src/rule/message.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { readCsv } from "../report/read-csv.ts";
import { fire, fireWith } from "./fire.ts";

const worth = async (data: unknown, settings: RunSettings = {}) => {
  const study = await studyOfData(data);
  const result = await run(study, settings);
  return { ...(await pointsWorth(study, result)), result };
};
const volley = (more: object) => fireWith({ kind: "volley", ...more });

/**
 * Four marines at 20 points shoot at five scouts at 12: four shots, each at another man, each puts down or out with
 * 8/10 × 5/10 × 8/10 = 8/25 (a save of 5+ fails 5 times in 10): 32/25 casualties. Five scouts at four marines: the
 * fifth shot is a second one at the first of them.
 */
describe("by hand", () => {
  it("kills for 100 points: 32/25 for 80 points, worth 12 points each", async () => {
    const { worths, pointsBuy } = await worth(volley({ defender: "scouts" }));
    expect(pointsBuy).toBe("model");
    const [marines, scouts] = worths;
    expect(marines).toMatchObject({
      side: "attacker",
      unit: "marines",
      points: 80,
      killsPer100: { value: 1.6, fraction: "8/5" },
      pointsPer100: { fraction: "96/5" },
    });
    expect(marines).not.toHaveProperty("lost");
    expect(scouts).toMatchObject({ side: "defender", unit: "scouts", points: 60, lost: { fraction: "32/25" } });
    expect(scouts!.survivorsPer100!.value).toBeCloseTo(((5 - 1.28) / 60) * 100, 12);
  });

  it("two defenders: scouts lose 32/25 of 5, marines 128/125 of 4; even where both lose as many points", async () => {
    const units = { ...fire.units, targets: { ...fire.units.marines } };
    const found = await worth({ ...volley({ defender: ["targets", "scouts"] }), units });
    // targets: 20 × 128/125 = 20.48 points lost; scouts 32/25 models: 20.48 / 1.28 = 16 points each.
    expect(found.ratios).toMatchObject([
      { basis: "defenders", unit: "scouts", than: "targets", points: 12, ratio: { fraction: "16/1" } },
    ]);
  });

  it("two attackers of one target: half the kills is worth half the points", async () => {
    const units = {
      ...fire.units,
      targets: { ...fire.units.marines, models: 8 },
      few: { ...fire.units.marines, models: 2, points: 30 },
    };
    const { ratios } = await worth({ ...volley({ attacker: ["marines", "few"], defender: "targets" }), units });
    // Two marines shoot half as much as four: they are even at the same 20 points a model.
    expect(ratios).toMatchObject([
      { basis: "attackers", unit: "few", than: "marines", points: 30, ratio: { fraction: "20/1" } },
    ]);
  });

  it("an exchange of like units in two halves is even at the price of the other", async () => {
    const units = { ...fire.units, twins: { ...fire.units.marines, points: 26 } };
    const { ratios } = await worth({
      ...volley({ attacker: ["marines", "twins"], defender: ["twins", "marines"] }),
      units,
    });
    const exchange = ratios.filter(({ basis }) => basis === "exchange");
    expect(exchange).toMatchObject([
      { unit: "marines", than: "twins", points: 20, ratio: { fraction: "26/1" } },
      { unit: "twins", than: "marines", points: 26, ratio: { fraction: "20/1" } },
    ]);
  });

  it("counts the points of a whole unit where the ruleset does", async () => {
    const { worths, pointsBuy } = await worth({
      version: 1,
      ruleset: "wh40k-10e",
      weapons: { gun: { range: 24, attacks: 1, skill: "4+", strength: 4, ap: 0, damage: 1 } },
      units: {
        guns: { models: 5, toughness: 4, save: "4+", wounds: 2, weapons: [{ weapon: "gun", count: 5 }], points: 100 },
        targets: { models: 10, toughness: 4, save: "4+", wounds: 1 },
      },
      experiments: { once: { kind: "shooting", attacker: "guns", defender: "targets", situation: { distance: 12 } } },
    });
    expect(pointsBuy).toBe("unit");
    // Five shots, each kills with 1/2 × 1/2 × 1/2.
    expect(worths).toHaveLength(1);
    expect(worths[0]).toMatchObject({ unit: "guns", points: 100, killsPer100: { value: 0.625 } });
    expect(worths[0]).not.toHaveProperty("pointsPer100");
  });
});

/** A-VEH-01: 3+ hits; piercing 10 always goes through, and takes the only point of the only section: 4/5. */
it("a vehicle is lost when it is destroyed: its points count, in exact answers and with limits", async () => {
  const data = {
    version: 1,
    ruleset: "alpha-omega",
    seed: 5,
    weapons: { gun: { range: { 40: 0 }, piercing: 10 } },
    units: {
      crew: {
        models: 1,
        ballisticSkill: 3,
        closeCombat: 3,
        initiative: 3,
        save: 5,
        command: 5,
        weapon: "gun",
        points: 30,
      },
    },
    vehicles: {
      cart: {
        rank: 1,
        resistance: 1,
        armour: 0,
        hitModifier: { aimed: 0 },
        sections: { tank: 1 },
        location: { external: { tank: "1-10" }, internal: { tank: "1-10" } },
        points: 80,
      },
    },
    experiments: {
      once: {
        kind: "antiArmour",
        attacker: "crew",
        defender: "cart",
        situation: { attackerOrder: "manoeuvre", defenderOrder: "aimed", distance: 30, turns: 1 },
      },
    },
  };
  const { worths, silent } = await worth(data);
  expect(silent).toEqual([]);
  const [crew, cart] = worths;
  expect(crew).toMatchObject({ side: "attacker", unit: "crew", points: 30 });
  expect(crew!.killsPer100!.value).toBeCloseTo((0.8 * 100) / 30, 12);
  expect(crew!.pointsPer100!.value).toBeCloseTo((0.8 * 80 * 100) / 30, 10);
  expect(cart).toMatchObject({ side: "defender", unit: "cart", models: 1, points: 80 });
  expect(cart!.lost!.value).toBeCloseTo(0.8, 12);
  expect(cart!.survivorsPer100!.value).toBeCloseTo((0.2 * 100) / 80, 12);
  const { lost } = (await worth(data, { method: "simulate", trials: 400 })).worths[1]!;
  expect(lost!.lower).toBeLessThan(0.8);
  expect(lost!.upper).toBeGreaterThan(0.8);
});

it("simulated, has limits that hold the truth", async () => {
  const units = { ...fire.units, targets: { ...fire.units.marines } };
  const { worths, ratios } = await worth(
    { ...volley({ defender: ["targets", "scouts"] }), units },
    { method: "simulate", trials: 200_000 },
  );
  const scouts = ratios[0]!.ratio;
  // 16, within six standard errors: relative sd of each mean below 0.002.
  expect(Math.abs(scouts.value - 16)).toBeLessThan(0.25);
  expect(scouts.lower!).toBeLessThan(scouts.value);
  expect(scouts.upper!).toBeGreaterThan(scouts.value);
  expect(scouts.upper! - scouts.lower!).toBeLessThan(0.25);
  expect(worths[0]!.killsPer100!.lower).toBeLessThan(1.28);
});

it("names every row by what tells it apart: the set, and of several experiments which; no column without a number", async () => {
  const units = { ...fire.units, twins: { ...fire.units.marines, points: 26 }, free: { ...fire.units.scouts } };
  const twice = {
    attacker: ["marines", "twins"],
    defender: "free",
    situation: { distance: 12 },
    with: ["base", "far"],
  };
  const data = {
    ...fire,
    units: { ...units, free: { ...units.free, points: undefined } },
    modifierSets: { far: { defender: { save: 3 } } },
    experiments: { near: { kind: "volley", ...twice }, later: { kind: "volley", ...twice } },
  };
  const { result, ...found } = await worth(data);
  const lines = documentText(pointsDocument(found, result), { colour: false, width: 120 }).split("\n");
  const rows = lines.flatMap((line) => /^ {2}(\S.*?) {2,}\S/.exec(line)?.[1] ?? []);
  expect(new Set(rows.filter((row) => row !== "unit")).size).toBe(rows.filter((row) => row !== "unit").length);
  expect(rows).toContain("Later: twins like marines, far");
  expect(rows).toContain("Near: marines against free");
  expect(lines.join("\n")).not.toContain("points taken");
  expect(lines.find((line) => line.startsWith("The most for"))).toBe(
    "The most for its points: 100 points of marines (Near) cause 1.400 casualties among free.",
  );
});

it("lists once what both sides of a fight say alike", async () => {
  const { result, ...found } = await worth(volley({ defender: "scouts" }));
  const [killer, left] = found.worths as [Worth, Worth];
  const rowsOf = (worths: readonly Worth[]) =>
    pointsDocument({ ...found, worths }, result).blocks.flatMap((block) =>
      "rows" in block ? [block.rows.length] : [],
    );
  expect(rowsOf([killer, left])).toEqual([1, 1]);
  expect(rowsOf([killer, left, killer, left])).toEqual([1, 1]);
  const other = { ...killer, killsPer100: { value: 2 * killer.killsPer100!.value } };
  expect(rowsOf([killer, left, other])).toEqual([2, 1]);
});

it("tells which cells say nothing of points, and why; in words and as CSV", async () => {
  const { result, ...data } = await worth({
    ...fire,
    experiments: { ...fire.experiments, salvo: { ...fire.experiments.once, kind: "volley", defender: "scouts" } },
  });
  expect(inEnglish(data.silent)).toEqual([
    { cell: "once~marines~marines~base", reason: "kind shot counts no models lost" },
  ]);
  const text = documentText(pointsDocument(data, result), { colour: false, width: 120 });
  expect(text).toContain("Once: marines against marines: kind shot counts no models lost.");
  const table = readCsv(csvOf(pointsTable(data)));
  expect(table.map(({ what, unit, fraction }) => [what, unit, fraction])).toEqual([
    ["killsPer100", "marines", "8/5"],
    ["pointsPer100", "marines", "96/5"],
    ["lost", "scouts", "32/25"],
    ["survivorsPer100", "scouts", ""],
  ]);
});

it("a label that an experiment gives is the name in reports, where every use of the unit gives the same", async () => {
  const labelsOf = async (...defenders: object[]) => {
    const data = fireWith({ kind: "volley", attacker: { unit: "marines", label: "Red" }, defender: defenders });
    return Object.fromEntries((await studyOfData(data)).unitLabels);
  };
  const scouts = { unit: "scouts", label: "Grey" };
  expect(await labelsOf(scouts, { ...scouts, as: "few", label: "Few", models: 2 })).toEqual({
    marines: "Red",
    scouts: "Grey",
    few: "Few",
  });
  expect(await labelsOf({ unit: "marines" })).toEqual({ marines: "marines", scouts: "scouts" });
});
