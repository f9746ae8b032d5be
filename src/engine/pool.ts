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
  const open = new Set<PoolThreads>();
  let closed = false;
  let noThreads: unknown; // why none can be started any more
  const start = async (count: number): Promise<PoolThreads> => {
    const threads = new PoolThreads(file, known, count, options);
    open.add(threads);
    try {
      await threads.greet();
      return threads;
    } catch (error) {
      await stop(threads);
      throw new EngineError(said`the worker threads could not start: ${reasonOf(error)}`);
    }
  };
  const stop = (threads: PoolThreads) => {
    open.delete(threads);
    return threads.close();
  };

  const threads = await start(workers);
  return {
    workers,
    async run(given) {
      const task = known === jobs || given.of !== undefined ? given : { ...given, of: jobs[given.job]! };
      try {
        return await threads.run(task);
      } catch (error) {
        if (closed) throw error;
      }
      let fresh: PoolThreads | undefined;
      try {
        if (noThreads !== undefined) throw noThreads;
        fresh = await start(1).catch((error: unknown) => {
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
    async close() {
      closed = true;
      await Promise.all([...open].map(stop));
    },
  };
}

const afterTime: NonNullable<PoolOptions["after"]> = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * A Piscina that cannot leave anybody waiting. Piscina replaces a thread that dies, but not one that dies while it
 * loads, and it does not notice one that never finishes loading: tasks would then wait in its queue for ever.
 */
class PoolThreads {
  readonly #pool: Piscina;
  readonly #count: number;
  readonly #patience: number;
  readonly #waiting = new Set<(error: unknown) => void>();
  readonly #after: NonNullable<PoolOptions["after"]>;
  #calm: () => void = () => {};
  #fault: unknown;

  constructor(
    filename: string,
    jobs: readonly AnyJob[],
    count: number,
    { patience = 60_000, after = afterTime, ...options }: PoolOptions,
  ) {
    this.#count = count;
    this.#patience = patience;
    this.#after = after;
    this.#pool = new Piscina({
      filename,
      minThreads: count,
      maxThreads: count,
      concurrentTasksPerWorker: 1,
      workerData: { jobs, rulesets: outsideRulesets(), underWay: substreamsOf(count) },
      ...(options.resourceLimits ? { resourceLimits: options.resourceLimits } : {}),
    });
    this.#pool.on("error", (error) => this.#giveUp(error));
    let loading = 0; // threads in place of dead ones; the first ones are waited for by greet()
    this.#pool.on("workerCreate", () => {
      if (loading > 0 && --loading === 0) this.#calm();
    });
    this.#pool.on("workerDestroy", () => {
      loading++;
      this.#beImpatient();
      // Looked at when Piscina has had its turn to replace the thread.
      setImmediate(() => {
        if (this.#pool.threads.length < count) this.#giveUp(new Error("a thread ended while it was loading"));
      });
    });
  }

  /** Resolves when every thread has loaded and answered. */
  async greet(): Promise<void> {
    this.#beImpatient();
    await Promise.all(Array.from({ length: this.#count }, () => this.run(null)));
    this.#calm();
  }

  /** Rejects with whatever befell the task's thread, or all of them. */
  run(task: OwnTask | null): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        reject(this.#fault);
        return;
      }
      this.#waiting.add(reject);
      this.#pool
        .run(task)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
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
