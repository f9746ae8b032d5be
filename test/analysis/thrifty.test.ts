import { availableParallelism } from "node:os";
import { expect, it, vi } from "vitest";
import { solvedCells } from "../../src/analysis/answers.ts";
import { StoredCells } from "../../src/analysis/cell-cache.ts";
import { planStudy } from "../../src/analysis/planning.ts";
import { run } from "../../src/analysis/run.ts";
import type { CellCache } from "../../src/analysis/run-settings.ts";
import { threadsOf } from "../../src/cli/options.ts";
import type { Job } from "../../src/engine/job.ts";
import { A_THREAD, operationsOf, type ToSolve, threadsWorth } from "../../src/engine/solve.ts";
import { resultsJson } from "../../src/report/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenario } from "../engine/jobs.ts";

vi.mock("../../src/engine/pool.ts", () => ({
  pooledRunner: (_jobs: unknown, { workers }: { workers: number }) => {
    throw new Error(`threads are started: ${workers}`);
  },
}));

it("threads are started for what takes long, or where they are asked for", async () => {
  const played = async (settings: object) =>
    resultsJson(await run(await studyOfData(scenario), { method: "simulate", trials: 1_000, ...settings }));
  expect(await played({ workers: 2, thrifty: true })).toBe(await played({ workers: 0 }));
  await expect(played({ workers: 2 })).rejects.toThrow("threads are started");
  await expect(played({ workers: 2, thrifty: true, trials: 50_000_000 })).rejects.toThrow("threads are started");
});

it("there are as many as what is left is worth: none where all but a little is kept", async () => {
  const kept = new Map<string, string>();
  const cache = new StoredCells({
    read: async (_sort, key) => kept.get(key),
    write: async (_sort, key, text) => void kept.set(key, text),
    drop: (_sort, key) => void kept.delete(key),
  });
  const study = await studyOfData(scenario);
  const played = (trials: number, settings: object) =>
    run(study, { method: "simulate", probes: false, trials, cache, ...settings });
  await played(50_000_000, { workers: 0 });
  const more = { workers: 64, thrifty: true };
  const faults = async (trials: number) => (await played(trials, more)).cells.map(({ fault }) => fault);
  expect(await faults(50_100_000)).toEqual([undefined, undefined, undefined]);
  expect(await faults(80_000_000)).toContain("threads are started: 1");
  expect(await faults(10_000_000_000)).toContain("threads are started: 64");
});

it("one more for every second of work, as far as there are some", () => {
  expect([1, A_THREAD, A_THREAD + 1, 10 * A_THREAD].map((work) => threadsWorth(work, 8))).toEqual([1, 1, 2, 8]);
});

it("what is solved has the threads that what is played next will have", async () => {
  const unit = { save: 6, command: 5, weapon: "gun", initiative: 4, ballisticSkill: 5, closeCombat: 5 };
  const side = (models: number) => ({ units: [{ unit: "a", models, order: "aimed" }] });
  const fight = (models: number) => ({
    kind: "engagement",
    sides: [side(models), side(models)],
    situation: { distance: 8, turns: 6 },
  });
  const studyOf = (experiments: object) => {
    const weapons = { gun: { range: { 24: 0 } } };
    return studyOfData({ version: 1, ruleset: "alpha-omega", weapons, units: { a: unit }, experiments });
  };
  const faultOf = async (experiments: object) =>
    await run(await studyOf(experiments), { workers: 2 }).then(String, ({ message }) => message);
  const solved = { eleven: fight(11), twelve: fight(12) };
  expect(await faultOf(solved)).toBe("threads are started: 1");
  expect(await faultOf({ ...solved, forty: fight(40) })).toBe("threads are started: 2");

  // Of what is played as much is kept as of what is solved.
  const cells = [...(await planStudy(await studyOf({ ...solved, nine: fight(9), ten: fight(10) }), {})).values()].map(
    (cell) => ({
      job: { cell: cell.cell.id } as Job,
      program: cell.program,
    }),
  );
  const kept = { answer: async ({ job }: ToSolve) => (/^(?:nine|ten)/.test(job.cell) ? [] : undefined) };
  const threads = (cache: object) =>
    solvedCells(cells, { workers: 2, ahead: 1.2 * A_THREAD, cache: cache as CellCache }).catch(
      ({ message }) => message,
    );
  const open = cells.filter(({ job }) => /^(?:eleven|twelve)/.test(job.cell)).map(operationsOf);
  expect(open[0]! + open[1]!).toBeLessThan(0.4 * A_THREAD);
  expect(await threads({ answer: async () => undefined })).toBe("threads are started: 2");
  expect(await threads(kept)).toBe("threads are started: 1");
});

it("--workers and --verify ask for them", () => {
  expect(threadsOf({ workers: 3 })).toEqual({ workers: 3 });
  expect(threadsOf({})).toEqual({ workers: availableParallelism(), thrifty: true });
  expect(threadsOf({ verify: true })).toMatchObject({ thrifty: false });
});
