import { type JobPlan, type JobsPlayed, playedJob, type Simulated } from "./played-job.ts";
import type { Runner } from "./runner.ts";
import { Cut, substreamsOf } from "./slots.ts";
import { blocksOf, type Keeper, type Share } from "./stretch.ts";

export interface Progress {
  /** Trials done and, as far as is known, to do, over all jobs. */
  readonly done: number;
  readonly total: number;
  readonly job: number;
  /** The tally so far of that job. */
  readonly tally: Float64Array;
  readonly trials: number;
}

export interface SimulateOptions {
  readonly signal?: AbortSignal;
  /** Keeps what is played; what it kept before is not played again. */
  readonly keeper?: Keeper;
  /** Only these blocks are played: nothing is counted, what is kept of them is all there is. */
  readonly share?: Share;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Plays every job, several tasks at a time, and merges their tallies in order of blocks. When the signal comes,
 * running tasks are dropped and each job keeps its complete prefix of blocks. A task that fails ends its own job; the
 * others finish.
 */
export async function simulate(
  runner: Runner,
  plans: readonly JobPlan[],
  { signal, onProgress, keeper, share }: SimulateOptions = {},
): Promise<Simulated[]> {
  const total = plans.reduce((sum, plan) => sum + trialsIn(plan, share), 0);
  const cut = new Cut(signal);
  const done = plans.reduce((sum, { from }) => sum + (from?.trials ?? 0), 0);
  const underWay = Math.min(substreamsOf(runner.workers), plans.length);
  const run: JobsPlayed = { runner, cut, keeper, share, underWay, done, spared: 0 };
  // A few jobs at a time keep the workers busy while one of them looks at its tally.
  const results: Simulated[] = new Array(plans.length);
  let nextJob = 0;
  const worker = async () => {
    for (let job = nextJob++; job < plans.length; job = nextJob++) {
      results[job] = await playedJob(run, job, plans[job]!, (trials, tally) =>
        onProgress?.({ done: run.done, total: total - run.spared, job, tally, trials }),
      );
    }
    run.underWay--;
  };
  try {
    await Promise.all(Array.from({ length: underWay }, worker));
    return results;
  } finally {
    cut.close();
  }
}

function trialsIn(plan: JobPlan, share: Share | undefined): number {
  const [begin, end] = blocksOf(plan, share);
  return Math.min(end * plan.blockSize, plan.trials) - begin * plan.blockSize;
}
