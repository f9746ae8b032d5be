/** What is asked and so seldom comes that plain trials hardly see it: how often it does, by trials that are split. */
import { JOINT } from "../rule/joint.ts";
import { PILOT, ROOTS, splitProgram, WHOLE } from "../rule/split.ts";
import type { Study } from "../scenario/study.ts";
import { logLimits } from "../stats/log-limits.ts";
import { jobOf, type Planned } from "./planned.ts";
import { playJobs } from "./play-jobs.ts";
import type { CellResult } from "./result.ts";
import type { RunSettings } from "./run-settings.ts";
import { A_SECOND } from "./work.ts";

/** What comes less often is split. */
const RARE = 1e-4;
/** Questions of one study of which that is told. */
const MOST_QUESTIONS = 12;
/** Blocks of each: limits some 20 % from what is found. */
const BLOCKS = 128;
const PLAN = { blockSize: ROOTS, bins: 2, trials: BLOCKS * ROOTS, work: 3 * A_SECOND };

type Progressed = Parameters<NonNullable<RunSettings["onProgress"]>>[0];
/** What is split is weighed: nothing of it is an estimate of the cell's own numbers. */
const UNKNOWN = new Float64Array(1);

/** Cells with how often it comes what they ask and hardly see. */
export async function withRare(
  study: Study,
  cells: readonly CellResult[],
  planned: ReadonlyMap<string, Planned>,
  { workers = 0, signal, cache, onProgress }: RunSettings = {},
): Promise<readonly CellResult[]> {
  const asked = cells
    .flatMap((cell) =>
      (cell.metrics ?? []).flatMap(({ name, section = "", outcomes }, split) => {
        if (cell.method !== "monte-carlo" || name !== JOINT || outcomes[1]!.probability >= RARE) return [];
        const plan = planned.get(cell.id)!;
        if (splitProgram(plan.program, split) === undefined) return [];
        return { cell, question: section, job: { ...jobOf(study, plan), cell: `${cell.id}@rare=${section}`, split } };
      }),
    )
    .slice(0, MOST_QUESTIONS);
  const jobs = asked.map(({ job }) => job);
  const names = asked.map(({ cell, job }) => ({ cell: job.cell, program: planned.get(cell.id)!.program }));
  const settings = {
    ...{ workers, thrifty: true, ...(signal ? { signal } : {}), ...(cache ? { cache } : {}) },
    ...(onProgress ? { onProgress: (of: Progressed) => onProgress({ ...of, tally: UNKNOWN }) } : {}),
  };
  const played = await playJobs(jobs, Array(jobs.length).fill(PLAN), names, `crible run ${study.file}`, settings);
  return cells.map((cell) => {
    const rare = asked.flatMap((own, i) => {
      const { trials, trace } = played[i]!;
      if (own.cell !== cell || trials < PLAN.trials || trace === undefined) return []; // of another, or cut off
      const { tally, squares } = trace.blocks;
      // None where the blocks scatter too much.
      const limits = logLimits(BLOCKS, tally[1]!, squares[1]!, ROOTS * WHOLE);
      return { question: own.question, ...limits, trials: tally[0]! + PILOT };
    });
    return rare.length > 0 ? { ...cell, rare } : cell;
  });
}
