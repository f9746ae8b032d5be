import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { Job, Task } from "./job.ts";
import { EngineError, type Runner } from "./runner.ts";

export interface PoolOptions {
  readonly workers: number;
  /** The worker's module; another one is for tests. */
  readonly worker?: string;
  /** Milliseconds a worker may take to load. Default 30,000. */
  readonly patience?: number;
}

/** The built worker, also when this file runs from its TypeScript source. */
function builtWorker(): string {
  const beside = fileURLToPath(new URL("./worker.js", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/engine/worker.js", import.meta.url));
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * A pool of worker threads. Resolves when every worker has answered a greeting, so a worker that cannot load is an
 * error here and never a run that hangs.
 * @throws EngineError when the workers do not load
 */
export async function pooledRunner(jobs: readonly Job[], options: PoolOptions): Promise<Runner> {
  const { workers, patience = 30_000 } = options;
  const filename = options.worker ?? builtWorker();
  if (!existsSync(filename)) throw new EngineError(`the worker ${filename} is missing: run npm run build`);
  const pool = new Piscina({
    filename,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    workerData: jobs,
  });
  // A worker that dies outside a task reports here; whatever waits is told instead of waiting for ever.
  let fail: (error: unknown) => void = () => {};
  let death = new Promise<never>((_, reject) => {
    fail = reject;
  });
  death.catch(() => {});
  pool.on("error", (error) => fail(error));
  const orDeath = <T>(work: Promise<T>) => Promise.race([work, death]);

  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patience / 1000} s`)), patience);
    });
    const greetings = Promise.all(Array.from({ length: workers }, () => pool.run(null)));
    greetings.catch(() => {});
    await Promise.race([orDeath(greetings), late]);
  } catch (error) {
    await abandon(pool);
    throw new EngineError(`the worker threads could not start: ${describe(error)}`);
  } finally {
    clearTimeout(timer);
  }

  return {
    workers,
    async run(task: Task) {
      for (let attempt = 1; ; attempt++) {
        try {
          return (await orDeath(pool.run(task))) as Float64Array;
        } catch (error) {
          if (attempt === 1) {
            death = new Promise<never>((_, reject) => {
              fail = reject;
            });
            death.catch(() => {});
            continue; // once more, on a fresh worker: the pool has replaced the dead one
          }
          const { cell } = jobs[task.job]!;
          const last = task.first + task.blocks - 1;
          throw new EngineError(
            `a worker failed twice on blocks ${task.first} to ${last} of ${cell}: ${describe(error)}\n` +
              `play them again with: --cell '${cell}' --workers 0 (the same blocks, in this process)`,
          );
        }
      }
    },
    close: () => abandon(pool),
  };
}

async function abandon(pool: Piscina): Promise<void> {
  await pool.destroy().catch(() => {});
}
