import { blockStream, cellKey } from "../dice/index.ts";
import { type Kernel, type Program, tallyOffsets } from "../rule/index.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { programFor } from "../rulesets/ruleset.ts";

/** A cell to be simulated, as plain data: what a worker needs to build the same kernel. */
export interface Job {
  readonly cell: string;
  readonly ruleset: string;
  readonly kind: string;
  readonly profile: unknown;
  readonly seed: bigint;
}

/** A stretch of consecutive blocks of a job. The last block of a run may be short: `trials` counts all blocks together. */
export interface Task {
  readonly job: number;
  readonly first: number;
  readonly blocks: number;
  readonly trials: number;
}

/** Builds the program of a job. */
export async function programOfJob(job: Job): Promise<Program> {
  const ruleset = await loadRuleset(job.ruleset);
  return programFor(ruleset.kinds[job.kind]!, job.profile);
}

/** Plays the blocks of one job; made once, then free of allocation but for the tallies it hands out. */
export class BlockPlayer {
  readonly #key: ReturnType<typeof cellKey>;
  readonly #kernel: Kernel;
  readonly #blockSize: number;
  readonly #bins: number;

  constructor(job: Pick<Job, "seed" | "cell">, program: Program) {
    this.#key = cellKey(job.seed, job.cell);
    this.#kernel = program.kernel();
    this.#blockSize = program.blockSize;
    this.#bins = tallyOffsets(program.metrics).at(-1)!;
  }

  /** The summed tally of the task's blocks; each block has a stream of its own. */
  play(task: Pick<Task, "first" | "blocks" | "trials">): Float64Array {
    const tally = new Float64Array(this.#bins);
    let left = task.trials;
    for (let block = task.first; left > 0; block++) {
      const trials = Math.min(left, this.#blockSize);
      this.#kernel.play(blockStream(this.#key, block), trials, tally);
      left -= trials;
    }
    return tally;
  }
}
