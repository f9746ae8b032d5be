import { blockStream, cellKey } from "../dice/index.ts";
import type { Exact } from "../rule/exact.ts";
import { type Joint, withJoints } from "../rule/joint.ts";
import { type Kernel, type Program, tallyOffsets } from "../rule/program.ts";
import type { GameData } from "../rulesets/game/ir.ts";
import { addGame, loadRuleset } from "../rulesets/index.ts";
import { programFor } from "../rulesets/ruleset.ts";
import { MARKS, markOf } from "./marks.ts";

/** A cell to be simulated, as plain data: what a worker needs to build the same kernel. */
export interface Job {
  readonly cell: string;
  readonly ruleset: string;
  /** The game, where the ruleset is one that is written as text. */
  readonly game?: GameData;
  readonly kind: string;
  readonly profile: unknown;
  readonly seed: bigint;
  /** Questions that its metrics answer together. */
  readonly joints?: readonly Joint[];
  /** Its trials are split towards yes of the metric of this number. */
  readonly split?: number;
}

/** A stretch of consecutive blocks of a job. The last block of a run may be short: `trials` counts all blocks together. */
export interface Task {
  /** The number of its job; tasks of one number are of one job. */
  readonly job: number;
  readonly first: number;
  readonly blocks: number;
  readonly trials: number;
}

/** Builds the program of a job. */
export async function programOfJob(job: Job): Promise<Program> {
  if (job.game !== undefined) addGame(job.game);
  const ruleset = await loadRuleset(job.ruleset);
  const program = withJoints(programFor(ruleset.kinds[job.kind]!, job.profile), job.joints ?? []);
  return job.split === undefined ? program : (await import("../rule/split.ts")).splitProgram(program, job.split)!;
}

/** The exact answer of a job; empty where it has none. */
export async function solveJob(job: Job): Promise<readonly Exact[]> {
  const { exact } = await programOfJob(job);
  return "solve" in exact ? exact.solve() : [];
}

/** Plays the blocks of one job; made once, then free of allocation but for what it hands out. */
export class BlockPlayer {
  readonly #key: ReturnType<typeof cellKey>;
  readonly #kernel: Kernel;
  readonly #blockSize: number;
  readonly #bins: number;
  readonly #block: Float64Array;

  constructor(job: Pick<Job, "seed" | "cell">, program: Program) {
    this.#key = cellKey(job.seed, job.cell);
    this.#kernel = program.kernel();
    this.#blockSize = program.blockSize;
    this.#bins = tallyOffsets(program.metrics).at(-1)!;
    this.#block = new Float64Array(this.#bins);
  }

  /**
   * The summed tally of the task's blocks, then the summed squares of the blocks' own counts, bin by bin: what shows
   * whether blocks scatter as they should; then the marks of each block (`marks.ts`). Each has a stream of its own.
   */
  play(task: Pick<Task, "first" | "blocks" | "trials">): Float64Array {
    if (task.trials > task.blocks * this.#blockSize)
      throw new RangeError(`${task.trials} trials are more than ${task.blocks} blocks of ${this.#blockSize}`);
    const bins = this.#bins;
    const block = this.#block;
    const counted = new Float64Array(2 * bins + MARKS * task.blocks);
    let left = task.trials;
    for (let index = task.first; left > 0; index++) {
      const trials = Math.min(left, this.#blockSize);
      block.fill(0);
      const stream = blockStream(this.#key, index);
      const marks = 2 * bins + MARKS * (index - task.first);
      counted[marks] = markOf(stream);
      this.#kernel.play(stream, trials, block);
      counted[marks + 1] = markOf(stream);
      for (let bin = 0; bin < bins; bin++) {
        const count = block[bin]!;
        counted[bin]! += count;
        counted[bins + bin]! += count * count;
      }
      left -= trials;
    }
    return counted;
  }
}
