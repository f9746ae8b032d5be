/** Doubles of a runner: what they count is known in advance, when they answer is not. */

import type { Task } from "../../src/engine/job.ts";
import type { JobPlan } from "../../src/engine/played-job.ts";
import type { Runner } from "../../src/engine/runner.ts";

const BINS = 5;

/** A small hash, so that every block of every job counts something of its own. */
const mix = (a: number, b: number): number => {
  let h = Math.imul(a ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(b + 1, 0xc2b2_ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d);
  return (h ^ (h >>> 13)) >>> 0;
};

/** What a block of a job counts: its trials dealt to bins in shares that depend on the block alone. */
function addBlock(job: number, block: number, trials: number, tally: Float64Array): void {
  const h = mix(job, block);
  let left = trials;
  for (let bin = 0; bin < BINS - 1; bin++) {
    const share = Math.min(left, ((h >>> (bin * 7)) & 127) % (trials + 1));
    tally[bin] = tally[bin]! + share;
    left -= share;
  }
  tally[BINS - 1] = tally[BINS - 1]! + left;
}

/** What a task counts: the tally of its blocks, then the summed squares of their own counts. */
export function countsOf({ job, first, trials }: Task, blockSize: number): Float64Array {
  const counted = new Float64Array(2 * BINS);
  for (let block = first, left = trials; left > 0; block++, left -= blockSize) {
    const own = new Float64Array(BINS);
    addBlock(job, block, Math.min(left, blockSize), own);
    own.forEach((count, bin) => {
      counted[bin]! += count;
      counted[BINS + bin]! += count * count;
    });
  }
  return counted;
}

/** The tally of the first `trials` trials of a job, block after block: what any order of work must come to. */
export function inOrder(job: number, blockSize: number, trials: number): Float64Array {
  const tally = new Float64Array(BINS);
  for (let block = 0, left = trials; left > 0; block++, left -= blockSize)
    addBlock(job, block, Math.min(left, blockSize), tally);
  return tally;
}

export const planOf = (blockSize: number, trials: number, stop?: JobPlan["stop"]): JobPlan => ({
  blockSize,
  bins: BINS,
  trials,
  ...(stop ? { stop } : {}),
});

/** Plays tasks after a delay of its choosing; keeps what it was asked. */
export class DelayedRunner implements Runner {
  readonly workers: number;
  readonly asked: Task[] = [];
  readonly answered: Task[] = [];
  readonly #blockSizes: readonly number[];
  readonly #delay: (task: Task, nth: number) => number;
  running = 0;
  most = 0;

  constructor(workers: number, plans: readonly JobPlan[], delay: (task: Task, nth: number) => number) {
    this.workers = workers;
    this.#blockSizes = plans.map((plan) => plan.blockSize);
    this.#delay = delay;
  }

  async run(task: Task): Promise<Float64Array> {
    this.most = Math.max(this.most, ++this.running);
    this.asked.push(task);
    const delay = this.#delay(task, this.asked.length);
    await new Promise((resolve) => (delay > 0 ? setTimeout(resolve, delay) : setImmediate(resolve)));
    const counted = countsOf(task, this.#blockSizes[task.job]!);
    this.running--;
    this.answered.push(task);
    return counted;
  }

  async close(): Promise<void> {}
}

/** A seeded sequence of whole numbers below a limit. */
export function sequence(seed: number): (limit: number) => number {
  let n = 0;
  return (limit) => mix(seed, n++) % limit;
}
