/** What is asked and so seldom comes that plain trials hardly see it: how often it does, by trials that are split. */
import { holds, JOINT, metricsIn } from "../rule/joint.ts";
import type { Metric, TrialCondition } from "../rule/program.ts";
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
const MOST_WAYS = 10_000;
/** Questions of one study of which that is told. */
const MOST_QUESTIONS = 12;
/** Blocks of each: limits some 20 % from what is found. */
const BLOCKS = 128;
const PLAN = { blockSize: ROOTS, bins: 2, trials: BLOCKS * ROOTS, work: 3 * A_SECOND };

type Progressed = Parameters<NonNullable<RunSettings["onProgress"]>>[0];
/** What is split is weighed: nothing of it is an estimate of the cell's own numbers. */
const UNKNOWN = new Float64Array(1);

/** Whether any values of its metrics are as a question wants them; so it is said where there are too many to be gone through. */
function mayHold(question: TrialCondition, metrics: readonly Metric[]): boolean {
  const looked = metricsIn(question);
  if (looked.reduce((ways, metric) => ways * metrics[metric]!.values.length, 1) > MOST_WAYS) return true;
  const bins: number[] = [];
  const isMet = ([metric, ...others]: readonly number[]): boolean => {
    if (metric === undefined) return holds(question, bins);
    return metrics[metric]!.values.some((_, bin) => {
      bins[metric] = bin;
      return isMet(others);
    });
  };
  return isMet(looked);
}

/** Cells with how often it comes what they ask and hardly see. */
export async function withRare(
  study: Study,
  cells: readonly CellResult[],
  planned: ReadonlyMap<string, Planned>,
  { workers = 0, signal, cache, onProgress }: RunSettings = {},
): Promise<readonly CellResult[]> {
  const seldom = cells.flatMap((cell) =>
    (cell.metrics ?? []).flatMap(({ name, section = "", outcomes }, split) => {
      if (cell.method !== "monte-carlo" || name !== JOINT || outcomes[1]!.probability >= RARE) return [];
      const plan = planned.get(cell.id)!;
      const isPossible = mayHold(plan.joints.find(({ text }) => text === section)!.holds, plan.program.metrics);
      if (isPossible && splitProgram(plan.program, split) === undefined) return [];
      const job = { ...jobOf(study, plan), cell: `${cell.id}@rare=${section}`, split };
      return { cell, question: section, isPossible, job };
    }),
  );
  const asked = seldom.filter(({ isPossible }) => isPossible).slice(0, MOST_QUESTIONS);
  const jobs = asked.map(({ job }) => job);
  const names = asked.map(({ cell, job }) => ({ cell: job.cell, program: planned.get(cell.id)!.program }));
  const settings = {
    ...{ workers, thrifty: true, ...(signal ? { signal } : {}), ...(cache ? { cache } : {}) },
    ...(onProgress ? { onProgress: (of: Progressed) => onProgress({ ...of, tally: UNKNOWN }) } : {}),
  };
  const played = await playJobs(jobs, Array(jobs.length).fill(PLAN), names, `crible run ${study.file}`, settings);
  return cells.map((cell) => {
    const rare = seldom.flatMap((own) => {
      if (own.cell !== cell) return [];
      if (!own.isPossible) return { question: own.question, value: 0, trials: 0 };
      const { trials = 0, trace } = played[asked.indexOf(own)] ?? {};
      if (trials < PLAN.trials || trace === undefined) return []; // cut off
      const { tally, squares } = trace.blocks;
      // None where the blocks scatter too much.
      const limits = logLimits(BLOCKS, tally[1]!, squares[1]!, ROOTS * WHOLE);
      return { question: own.question, ...limits, trials: tally[0]! + PILOT };
    });
    return rare.length > 0 ? { ...cell, rare } : cell;
  });
}
