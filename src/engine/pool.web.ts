/** In place of `pool.ts` in a browser: the same runner on Web Workers; where none can be started, on this very thread. */
import type { PoolOptions } from "./pool.ts";
import { type AnyJob, inProcessRunner, type Runner, taskError } from "./runner.ts";
import { hasThreads, startThread, ThreadLine } from "./web-threads.ts";

export type { PoolOptions };

/** As in `pool.ts`. `start` makes workers; others than Web Workers are for tests. */
export async function pooledRunner(
  jobs: readonly AnyJob[],
  { workers, command }: PoolOptions,
  start: typeof startThread | undefined = hasThreads() ? startThread : undefined,
): Promise<Runner> {
  if (start === undefined) return inProcessRunner(jobs, command);
  const open = async (): Promise<ThreadLine> => {
    const line = new ThreadLine(start());
    await line.ask({ jobs });
    return line;
  };
  const lines = await Promise.all(Array.from({ length: workers }, open));
  return {
    workers,
    async run(task) {
      const free = lines.toSorted((a, b) => a.waiting - b.waiting)[0]!;
      try {
        const answer = await free.ask({ task });
        return "counted" in answer ? answer.counted : new Float64Array();
      } catch (error) {
        throw taskError(jobs[task.job]!, task, error, command);
      }
    },
    close: async () => {
      for (const line of lines) line.close();
    },
  };
}
