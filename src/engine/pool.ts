import { existsSync } from "node:fs";
import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { packageFile } from "../package.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { type AnyJob, EngineError, type OwnTask, type Runner, reasonOf, taskError } from "./runner.ts";
import { substreamsOf } from "./slots.ts";

export interface PoolOptions {
  readonly workers: number;
  /** The command of the run, for the error that says how to play blocks again. */
  readonly command?: string;
  /** Milliseconds a worker may take to load. Default 60,000. */
  readonly patience?: number;
  /** Does something after so many milliseconds, unless the answer is called before; others than the clock are for tests. */
  readonly after?: (milliseconds: number, then: () => void) => () => void;
  /** The worker's module and its memory; others are for tests. */
  readonly worker?: string;
  readonly resourceLimits?: ResourceLimits;
}

/** Jobs up to which every thread has them all from the start; of more each task brings its own, and none is held by all. */
const FEW = 64;

/**
 * Runs tasks on a pool of worker threads. A task whose thread throws, dies or runs out of memory is played once more on
 * a fresh thread.
 * @throws EngineError when the threads do not load
 */
export async function pooledRunner(jobs: readonly AnyJob[], options: PoolOptions): Promise<Runner> {
  const { workers, command } = options;
  const known = jobs.length > FEW ? [] : jobs;
  const file = options.worker ?? packageFile("dist/crible-worker.cjs");
  if (!existsSync(file)) throw new EngineError(said`the worker ${file} is missing: run npm run build`);
  const open = new Set<PoolThread>();
  let closed = false;
  let noThreads: unknown; // why none can be started any more
  const start = async (): Promise<PoolThread> => {
    const thread = new PoolThread(file, known, options);
    open.add(thread);
    try {
      await thread.greet();
      return thread;
    } catch (error) {
      await stop(thread);
      throw new EngineError(said`the worker threads could not start: ${reasonOf(error)}`);
    }
  };
  const stop = (thread: PoolThread) => {
    open.delete(thread);
    return thread.close();
  };

  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([...open].map(stop));
  };

  const threads = await Promise.all(Array.from({ length: workers }, start)).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  /** Who has least to do; among those, who has made the job's tables. */
  const threadFor = (job: number): PoolThread =>
    threads.toSorted((a, b) => a.waiting - b.waiting || +b.played.has(job) - +a.played.has(job))[0]!;
  return {
    workers,
    async run(given) {
      const task = known === jobs || given.of !== undefined ? given : { ...given, of: jobs[given.job]! };
      try {
        return await threadFor(task.job).run(task);
      } catch (error) {
        if (closed) throw error;
      }
      let fresh: PoolThread | undefined;
      try {
        if (noThreads !== undefined) throw noThreads;
        fresh = await start().catch((error: unknown) => {
          noThreads ??= error;
          throw error;
        });
        return await fresh.run(task);
      } catch (error) {
        throw taskError(task.of ?? jobs[task.job]!, task, error, command);
      } finally {
        if (fresh) await stop(fresh);
      }
    },
    close,
  };
}

const afterTime: NonNullable<PoolOptions["after"]> = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * A thread in a Piscina that cannot leave anybody waiting. Piscina replaces a thread that dies, but not one that dies while
 * it loads, and it does not notice one that never finishes loading: tasks would then wait in its queue for ever.
 */
class PoolThread {
  /** Jobs that it has played. */
  readonly played = new Set<number>();
  readonly #pool: Piscina;
  readonly #patience: number;
  readonly #waiting = new Set<(error: unknown) => void>();
  readonly #after: NonNullable<PoolOptions["after"]>;
  #calm: () => void = () => {};
  #fault: unknown;

  constructor(
    filename: string,
    jobs: readonly AnyJob[],
    { workers, patience = 60_000, after = afterTime, ...options }: PoolOptions,
  ) {
    this.#patience = patience;
    this.#after = after;
    this.#pool = new Piscina({
      filename,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      workerData: { jobs, rulesets: outsideRulesets(), underWay: substreamsOf(workers) },
      ...(options.resourceLimits ? { resourceLimits: options.resourceLimits } : {}),
    });
    this.#pool.on("error", (error) => this.#giveUp(error));
    let loading = 0; // threads in place of dead ones; the first one is waited for by greet()
    this.#pool.on("workerCreate", () => {
      if (loading > 0 && --loading === 0) this.#calm();
    });
    this.#pool.on("workerDestroy", () => {
      loading++;
      this.#beImpatient();
      // Looked at when Piscina has had its turn to replace the thread.
      setImmediate(() => {
        if (this.#pool.threads.length === 0) this.#giveUp(new Error("a thread ended while it was loading"));
      });
    });
  }

  /** Tasks that wait for it. */
  get waiting(): number {
    return this.#fault === undefined ? this.#waiting.size : Number.POSITIVE_INFINITY;
  }

  /** Resolves when it has loaded and answered. */
  async greet(): Promise<void> {
    this.#beImpatient();
    await this.run(null);
    this.#calm();
  }

  /** Rejects with whatever befell it. */
  run(task: OwnTask | null): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        reject(this.#fault);
        return;
      }
      this.#waiting.add(reject);
      if (task) this.played.add(task.job);
      this.#pool
        .run(task)
        .finally(() => this.#waiting.delete(reject)) // first: who is told asks at once who has least to do
        .then(resolve, reject);
    });
  }

  async close(): Promise<void> {
    this.#giveUp(new Error("the worker threads were stopped"));
    await this.#pool.destroy().catch(() => {});
    this.#calm();
  }

  #beImpatient(): void {
    this.#calm();
    const message = `a thread did not load within ${this.#patience / 1000} s`;
    this.#calm = this.#after(this.#patience, () => this.#giveUp(new Error(message)));
  }

  #giveUp(error: unknown): void {
    this.#calm();
    this.#fault ??= error;
    for (const reject of this.#waiting) reject(this.#fault);
    this.#waiting.clear();
  }
}
