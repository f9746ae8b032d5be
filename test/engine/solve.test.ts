import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "../../src/engine/job.ts";
import { EngineError } from "../../src/engine/runner.ts";
import { AT_ONCE, type SolveProgress, solveAll, TOGETHER } from "../../src/engine/solve.ts";
import type { Program } from "../../src/rule/program.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { jobsOf } from "./jobs.ts";

/** The cells of a small scenario; those at `dear` are said to take long, and so are solved on threads. */
async function cells(dear: readonly number[] = []) {
  const { kinds } = await loadRuleset("alpha-omega");
  const solvedHere: string[] = [];
  const made = (await jobsOf(0)).map(({ job }, i) => {
    const program = programFor(kinds[job.kind]!, job.profile);
    const { exact } = program;
    if ("impossible" in exact) throw new Error("it is possible");
    const solve = () => {
      solvedHere.push(job.cell);
      return exact.solve();
    };
    const operations = dear.includes(i) ? TOGETHER + 1 : exact.operations;
    return { job, program: { ...program, exact: { operations, solve } } satisfies Program };
  });
  return { made, solvedHere };
}

// Whoever may give way finds that it is time to.
let now = 0;
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000)));
afterEach(() => void vi.restoreAllMocks());

describe("solveAll", () => {
  it.each([
    [[], 0],
    [[1], 1],
    [[0, 1, 2], 1],
    [[0, 2], 2],
    [[0, 1, 2], 16],
  ])("the answers are the same wherever they are worked out: long %j on %i threads", async (dear, workers) => {
    const expected = (await cells()).made.map(({ program }) => program.exact.solve());
    const { made, solvedHere } = await cells(dear);
    const heard: SolveProgress[] = [];
    const answers = await solveAll(made, { workers, onSolve: (progress) => heard.push(progress) });
    expect(answers).toEqual(expected);
    expect(solvedHere).toEqual(made.flatMap(({ job }, i) => (dear.includes(i) ? [] : job.cell)));
    const ids = dear.map((i) => made[i]!.job.cell);
    for (const state of ["begun", "done"] as const)
      expect(heard.filter((own) => own.state === state).map(({ cell }) => cell)).toEqual(expect.arrayContaining(ids));
    expect(heard.filter(({ state }) => state === "done").map(({ done }) => done)).toEqual(dear.map((_, i) => i + 1));
  });

  it("without threads and without a signal everything is solved here", async () => {
    const { made, solvedHere } = await cells([0, 1, 2]);
    await solveAll(made);
    expect(solvedHere).toHaveLength(3);
  });

  it("an answer that is known is not worked out again on a thread, however long it took", async () => {
    const { made, solvedHere } = await cells([0, 1, 2]);
    const known = made.map(({ job, program }) => ({
      job,
      program: { ...program, exact: { ...program.exact, known: true as const } },
    }));
    await solveAll(known, { workers: 2 });
    expect(solvedHere).toHaveLength(3);
  });

  it("a signal gives up what takes long at once, and begins nothing", async () => {
    const early = await cells([1]);
    const cut = await solveAll(early.made, { signal: AbortSignal.abort() });
    expect(cut.map((answer) => answer !== undefined)).toEqual([true, false, true]);
    const { made } = await cells([1]);
    // A fight of sixteen against sixteen over two hundred turns: half a minute of work or more.
    const controller = new AbortController();
    const onSolve = ({ state }: SolveProgress) => {
      if (state === "begun") setImmediate(() => controller.abort());
    };
    const answers = await solveAll([made[0]!, await forEver(), made[2]!], { signal: controller.signal, onSolve });
    expect(answers.map((answer) => answer !== undefined)).toEqual([true, false, true]);
  });

  it("small cells are solved side by side once they are some tenths together", async () => {
    const { made } = await cells();
    const solvedHere: number[] = [];
    const of = (count: number) =>
      Array.from({ length: count }, (_, i) => {
        const { job, program } = made[i % made.length]!;
        const solve = () => {
          solvedHere.push(i);
          return program.exact.solve();
        };
        return { job, program: { ...program, exact: { operations: AT_ONCE + 1, solve } } };
      });
    const few = of(TOGETHER / AT_ONCE - 1);
    await solveAll(few, { workers: 2 });
    expect(solvedHere).toHaveLength(few.length); // threads would take as long to start
    const many = of(TOGETHER / AT_ONCE);
    expect(await solveAll(many, { workers: 2 })).toEqual(many.map(({ program }) => program.exact.solve()));
    expect(solvedHere).toHaveLength(few.length + many.length); // those of the line above
  });

  it("a signal is heard between many small cells, none of which takes long", async () => {
    const { made } = await cells();
    const controller = new AbortController();
    const solved: number[] = [];
    const many = Array.from({ length: 240 }, (_, i) => {
      const { job, program } = made[i % made.length]!;
      const solve = () => {
        solved.push(i);
        if (i === 0) setImmediate(() => controller.abort()); // comes when this thread next listens
        return program.exact.solve();
      };
      return { job, program: { ...program, exact: { operations: AT_ONCE, solve } } };
    });
    const answers = await solveAll(many, { signal: controller.signal });
    // It listens after every cell; what is left, a tenth of a second's work, is solved.
    expect(solved.length).toBeGreaterThanOrEqual(166);
    expect(solved.length).toBeLessThanOrEqual(180);
    expect(answers.flatMap((answer, i) => (answer === undefined ? [] : i))).toEqual(solved);
  });

  it("many small cells that together take a while are told, and others have their turn between them; a few are not", async () => {
    const { made } = await cells();
    const heardOf = async (count: number) => {
      const small = Array.from({ length: count }, (_, i) => {
        const { job, program } = made[i % made.length]!;
        return { job, program: { ...program, exact: { operations: AT_ONCE, solve: program.exact.solve } } };
      });
      const heard: SolveProgress[] = [];
      let turns = 0;
      const turn = () => {
        turns++;
        if (heard.length > 0 && heard.length < 2 * count) setImmediate(turn);
      };
      const waiting = setImmediate(turn);
      const answers = await solveAll(small, { onSolve: (progress) => heard.push(progress) });
      clearImmediate(waiting);
      const known = made.map(({ program }) => program.exact.solve());
      expect(answers.filter((answer, i) => !isDeepStrictEqual(answer, known[i % made.length]))).toEqual([]);
      expect(answers).toHaveLength(count);
      return { heard, turns };
    };
    const { heard, turns } = await heardOf(11_000);
    expect(heard.filter(({ state }) => state === "done").map(({ done }) => done)).toEqual(
      Array.from({ length: 11_000 }, (_, i) => i + 1),
    );
    expect(heard.every(({ total }) => total === 11_000)).toBe(true);
    expect(turns).toBeGreaterThan(9);
    expect((await heardOf(100)).heard).toEqual([]);
  });

  it("a thread that cannot do it names the cell", async () => {
    const { made } = await cells([1]);
    const broken: Job = { ...made[1]!.job, cell: "broken~a~b~base", profile: { soldiers: null } };
    const failing = solveAll([{ ...made[1]!, job: broken }], { workers: 1 });
    await expect(failing).rejects.toThrow(EngineError);
    await expect(failing).rejects.toThrow(/^broken~a~b~base could not be solved: /);
  });
});

async function forEver() {
  const { studyOfData } = await import("../../src/scenario/data.ts");
  const { cells, seed } = await studyOfData(LONG);
  const [cell] = cells;
  const { profile } = cell!.outcome as { profile: unknown };
  const job: Job = { cell: cell!.id, ruleset: "alpha-omega", kind: "engagement", profile, seed: seed.seed };
  const { kinds } = await loadRuleset("alpha-omega");
  return { job, program: programFor(kinds.engagement!, profile) };
}

const side = (as: string) => ({ units: [{ unit: "a", as, order: "aimed" }] });
const LONG = {
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 24: 0 } } },
  units: { a: { models: 16, ballisticSkill: 4, save: 4, command: 4, closeCombat: 4, initiative: 4, weapon: "rifle" } },
  experiments: {
    whole: { kind: "engagement", sides: [side("a"), side("b")], situation: { distance: 12, turns: 200 } },
  },
};
