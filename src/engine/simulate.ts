import type { Runner } from "./runner.ts";

/** What is to be simulated of one job: how long its blocks are, and when to stop. */
export interface Plan {
  readonly blockSize: number;
  readonly bins: number;
  /** At most this many trials. */
  readonly trials: number;
  /** What was played before, a complete prefix of blocks: these trials are not played again. */
  readonly from?: { readonly tally: Float64Array; readonly trials: number };
  /**
   * Looks at a complete prefix of blocks and says whether it is enough; called at the block counts of `looks` only, so
   * that the stop does not depend on workers. Left out: play all trials.
   */
  readonly stop?: { readonly looks: Iterable<number>; enough(tally: Float64Array, trials: number): boolean };
}

export interface Simulated {
  readonly tally: Float64Array;
  readonly trials: number;
  readonly stoppedBy: "trials" | "precision" | "interrupt";
}

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
  readonly onProgress?: (progress: Progress) => void;
}

/** Blocks in one task: enough work to be worth a message, little enough to stop within a second. */
const TASK_BLOCKS = 32;

/**
 * Plays every job, several tasks at a time, and merges their tallies in order of blocks. When the signal comes, running
 * tasks finish and each job keeps its complete prefix of blocks.
 */
export async function simulate(
  runner: Runner,
  plans: readonly Plan[],
  { signal, onProgress }: SimulateOptions = {},
): Promise<Simulated[]> {
  const lanes = Math.max(1, runner.workers) * 2;
  let done = plans.reduce((sum, { from }) => sum + (from?.trials ?? 0), 0);
  const total = plans.reduce((sum, plan) => sum + plan.trials, 0);
  let spared = 0; // trials that a stop by precision made unnecessary

  const playJob = async (job: number, slots: Slots): Promise<Simulated> => {
    const { blockSize, bins, trials, stop, from } = plans[job]!;
    const tally = from ? from.tally.slice() : new Float64Array(bins);
    const last = Math.ceil(trials / blockSize);
    let merged = from ? Math.ceil(from.trials / blockSize) : 0; // blocks in the tally
    const trialsOf = (blocks: number) => Math.min(blocks * blockSize, trials);

    /** Plays blocks `merged` to `until`, merging in order; true when all of them were played. */
    const playUntil = async (until: number): Promise<boolean> => {
      const waiting: Promise<Float64Array | undefined>[] = [];
      const sizes: number[] = [];
      let next = merged;
      const issue = () => {
        const blocks = Math.min(TASK_BLOCKS, until - next);
        const task = { job, first: next, blocks, trials: trialsOf(next + blocks) - trialsOf(next) };
        next += blocks;
        sizes.push(blocks);
        const result = slots.use(() => (signal?.aborted ? Promise.resolve(undefined) : runner.run(task)));
        result.catch(() => {}); // a failure is met where the result is awaited
        waiting.push(result);
      };
      while (merged < until) {
        while (waiting.length < lanes && next < until) issue();
        const part = await waiting.shift()!;
        const blocks = sizes.shift()!;
        if (part === undefined) return false;
        for (let bin = 0; bin < bins; bin++) tally[bin] = tally[bin]! + part[bin]!;
        done += trialsOf(merged + blocks) - trialsOf(merged);
        merged += blocks;
        onProgress?.({ done, total: total - spared, job, tally, trials: trialsOf(merged) });
      }
      return true;
    };

    const result = (stoppedBy: Simulated["stoppedBy"]): Simulated => ({ tally, trials: trialsOf(merged), stoppedBy });
    if (stop !== undefined) {
      for (const look of stop.looks) {
        if (look >= last) break;
        if (!(await playUntil(look))) return result("interrupt");
        if (stop.enough(tally, trialsOf(look))) {
          spared += trials - trialsOf(look);
          return result("precision");
        }
      }
    }
    if (!(await playUntil(last))) return result("interrupt");
    return result(stop?.enough(tally, trials) ? "precision" : "trials");
  };

  const slots = new Slots(lanes);
  // A few jobs at a time keep the workers busy while one of them looks at its tally.
  const results: Simulated[] = new Array(plans.length);
  let nextJob = 0;
  const worker = async () => {
    for (let job = nextJob++; job < plans.length; job = nextJob++) results[job] = await playJob(job, slots);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, plans.length) }, worker));
  return results;
}

/** Lets a limited number of tasks run at a time, first come first served. */
class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
