import { nextTurn } from "../rule/event-loop.ts";
import { SaidError, said } from "../rulesets/said.ts";
import { BlockPlayer, type Job, programOfJob, type Task } from "./job.ts";
import { joined } from "./marks.ts";
import { PAIRED_BLOCK, type PairedJob, PairedPlayer, programsOfPairs } from "./paired.ts";

/** What a runner plays: a cell by itself, or cells on the same dice. */
export type AnyJob = Job | PairedJob;

/** Where blocks are played: in this process, on a pool of threads or of machines. All give the same tallies. */
export interface Runner {
  /** Threads; may change while it runs. */
  readonly workers: number;
  /** How many times as long as on threads a task is to be: where handing it over costs more. */
  readonly stride?: (job: number) => number;
  /**
   * @param of its job, where the runner was not made with it
   * @throws EngineError naming the task's blocks and the command that plays them again
   */
  run(task: Task, of?: AnyJob): Promise<Float64Array>;
  close(): Promise<void>;
}

/** A task could not be played. Says which blocks, and how to play them again. */
export class EngineError extends SaidError {
  override readonly name = "EngineError";
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The error of a task that failed. `command` is that of the whole run. */
export function taskError(job: AnyJob, task: Task, error: unknown, command = "crible run FILE"): EngineError {
  const last = task.first + task.blocks - 1;
  const blocks = last > task.first ? said`blocks ${task.first} to ${last}` : said`block ${last}`;
  const [name, only] =
    "cell" in job
      ? [job.cell, ` --cell '${job.cell.replaceAll("'", "'\\''")}'`]
      : [said`the pairs of ${job.common}`, ""];
  return new EngineError(
    said`${blocks} of ${name} could not be played: ${reasonOf(error)}\nplay them again, in one process, with: ${command}${only} --workers 0`,
  );
}

/** Begins when something is to be played: of what is known already nothing may be. */
export function lazyRunner(workers: number, begin: () => Promise<Runner>): Runner {
  let begun: Promise<Runner> | undefined;
  return {
    workers,
    async run(task) {
      begun ??= begin();
      return (await begun).run(task);
    },
    close: async () => (await begun?.catch(() => undefined))?.close(),
  };
}

/** Players that are kept: each may hold megabytes of tables, and of many jobs few are under way at a time. */
const MOST_PLAYERS = 4;

/** Plays tasks by job number, building each job's kernel when it is first needed; of those least lately used it lets go. */
export class JobPlayers {
  readonly #most: number;
  readonly #players = new Map<number, Promise<BlockPlayer | PairedPlayer>>();

  /** @param underWay how many jobs may be played in turns */
  constructor(underWay = 0) {
    this.#most = Math.max(MOST_PLAYERS, underWay);
  }

  async play(task: Task, of: AnyJob): Promise<Float64Array> {
    const player = this.#players.get(task.job) ?? playerOf(of);
    this.#players.delete(task.job); // it becomes the latest
    this.#players.set(task.job, player);
    for (const oldest of this.#players.keys()) {
      if (this.#players.size <= this.#most) break;
      this.#players.delete(oldest);
    }
    return (await player).play(task);
  }
}

const playerOf = async (job: AnyJob) =>
  "cell" in job ? new BlockPlayer(job, await programOfJob(job)) : new PairedPlayer(job, await programsOfPairs(job));

/** One block of a task. Of several of a cell none is short; of paired ones the last may be. */
function blockOf({ job, first, blocks, trials }: Task, block: number, of: AnyJob): Task {
  const size = "cell" in of ? trials / blocks : PAIRED_BLOCK;
  return { job, first: first + block, blocks: 1, trials: Math.min(size, trials - block * size) };
}

/** Plays on the calling thread, giving way to timers and signals between blocks; what is under way ends with `close`. */
export function inProcessRunner(jobs: readonly AnyJob[], command?: string): Runner {
  const players = new JobPlayers();
  let closed = false;
  return {
    workers: 0,
    async run(task, of = jobs[task.job]!) {
      const parts: Float64Array[] = [];
      for (let block = 0; block < task.blocks; block++) {
        await nextTurn();
        if (closed) throw new EngineError(said`the run was stopped`);
        try {
          parts.push(await players.play(blockOf(task, block, of), of));
        } catch (error) {
          throw taskError(of, task, error, command);
        }
      }
      return joined(parts);
    },
    close: async () => {
      closed = true;
    },
  };
}
