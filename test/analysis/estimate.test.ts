import { expect, it } from "vitest";
import { estimatesOf } from "../../src/analysis/estimate.ts";
import { planStudy } from "../../src/analysis/planning.ts";
import { run } from "../../src/analysis/run.ts";
import { englishIn } from "../../src/rule/message.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const side = (as: string, models: number) => ({ units: [{ unit: "a", as, models, order: "aimed" }] });
const study = (trials: number | undefined, models: number) =>
  studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    ...(trials === undefined ? {} : { trials }),
    weapons: { rifle: { range: { 24: 0 } } },
    units: {
      a: { models, ballisticSkill: 4, save: 4, command: 4, closeCombat: 4, initiative: 4, weapon: "rifle" },
    },
    experiments: {
      shot: { kind: "shot", attacker: "a", defender: "a", situation: { distance: 12 } },
      fight: { kind: "engagement", sides: [side("x", models), side("y", models)], situation: { distance: 12 } },
    },
  });

it("a cell's work is counted: operations of an exact answer, seconds of a simulation, which grow with trials and models", async () => {
  const [shot, few] = (await estimatesOf(await study(1_000_000, 30))).cells;
  expect(shot).toMatchObject({ cell: "shot~a~a~base", method: "exact", isLong: false });
  expect(shot!.operations).toBeLessThan(1_000);
  expect(few).toMatchObject({ cell: "fight~x~y~base", method: "monte-carlo", trials: 1_000_000, isLong: false });
  const [, many] = (await estimatesOf(await study(1_000_000_000, 30))).cells;
  expect(many!.seconds / few!.seconds).toBeGreaterThan(500);
  expect(many!.isLong).toBe(true);
  const [, large] = (await estimatesOf(await study(1_000_000, 250))).cells;
  expect(large!.seconds).toBeGreaterThan(3 * few!.seconds);
});

it("where nobody says how many trials, a million are played of what is cheap, and a power of ten of what is not, with its limits", async () => {
  const planned = async (trials: number | undefined, models: number, settings = {}) =>
    (await planStudy(await study(trials, models), settings)).get("fight~x~y~base")!;
  expect(await planned(undefined, 30)).toMatchObject({ exact: false, trials: 1_000_000 });
  expect((await planned(undefined, 30)).note).toBeUndefined();
  const large = await planned(undefined, 70);
  expect(large).toMatchObject({ exact: false, trials: 100_000 });
  // 1.96 * sqrt(1/4 / 100,000) = 0.0031
  expect(englishIn(large.note!)).toBe("more would take long: limits within ± 0.31 pp; --trials says how many");
  // Who says how many is not told.
  expect(await planned(1_000_000, 50)).toMatchObject({ trials: 1_000_000 });
  expect((await planned(100_000, 50)).note).toBeUndefined();
  expect((await planned(undefined, 50, { trials: 100_000 })).note).toBeUndefined();
  expect((await planned(undefined, 50, { precision: "1%" })).note).toBeUndefined();
});

it("a fight is solved where that is cheap or cheaper than what would be played of it, and played else", async () => {
  const isExact = async (trials: number | undefined, models: number, method?: "exact") =>
    (await planStudy(await study(trials, models), method ? { method } : {})).get("fight~x~y~base")!.exact;
  expect(await isExact(undefined, 10)).toBe(true);
  expect(await isExact(undefined, 20)).toBe(false);
  expect(await isExact(1_000_000, 20)).toBe(false); // 0.8 s of processor time against 1.4, as they were measured
  expect(await isExact(4_000_000, 20)).toBe(true); // 2.3 s against 1.4
  expect(await isExact(undefined, 20, "exact")).toBe(true);
});

it("what is said beside the numbers is counted too: a run without it takes less", async () => {
  const whole = await study(100_000, 30);
  const { cells, seconds } = await estimatesOf(whole);
  const alone = await estimatesOf(whole, { probes: false });
  expect(alone.cells).toEqual(cells);
  // 1,000 trials of the probe at the most, of a fight that has orders to see: a hundredth of a second.
  const unseen = await estimatesOf(whole, { probes: "unseen" });
  expect(unseen.seconds - alone.seconds).toBeGreaterThan(0.001);
  // Without a page nor a stored result no fights are played in which either side goes first.
  expect(seconds - unseen.seconds).toBeGreaterThan(0.001);
  let told = 0;
  await run(await study(1_000, 3), {
    onWork(work) {
      told = work;
    },
  });
  expect(told).toBeCloseTo((await estimatesOf(await study(1_000, 3))).seconds, 9);
});

it("trials of a game of one's own are counted: a draw takes next to nothing, nor do acts of few positions; dice take long", async () => {
  const seconds = async (name: string, trials: number) => {
    const own = await loadStudy(`scenarios/games/${name}.yaml`);
    const { cells } = await estimatesOf(own, { method: "simulate", trials });
    return cells.reduce((sum, cell) => sum + cell.seconds, 0);
  };
  // With 1,000,000 trials twelve cells of one draw took 0.5 s of processor time, conquest less than a second, night-raid some ten.
  expect(await seconds("success-pool", 1_000_000)).toBeLessThan(0.5);
  expect(await seconds("conquest", 1_000_000)).toBeLessThan(1);
  const few = await seconds("night-raid", 1_000_000);
  expect(few).toBeGreaterThan(4);
  expect(await seconds("night-raid", 2_000_000)).toBeGreaterThan(1.5 * few);
});
