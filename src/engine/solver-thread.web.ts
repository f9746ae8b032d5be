/** In place of `solver-thread.ts` in a browser: a Web Worker that solves; where none can be started, this very thread. */
import type { Exact } from "../rule/index.ts";
import { type Job, solveJob } from "./job.ts";
import type { SolverListener, SolverThread } from "./solver-thread.ts";
import { hasThreads, startThread, ThreadLine } from "./web-threads.ts";

export function openSolver({ answered, failed }: SolverListener): SolverThread {
  const line = hasThreads() ? new ThreadLine(startThread()) : undefined;
  const solved = async (job: Job): Promise<readonly Exact[]> => {
    if (line === undefined) return solveJob(job);
    const answer = await line.ask({ solve: job });
    return "solved" in answer ? answer.solved : [];
  };
  let closed = false;
  const unlessClosed =
    <T>(told: (what: T) => void) =>
    (what: T) => {
      if (!closed) told(what);
    };
  return {
    solve: (job) => void solved(job).then(unlessClosed(answered), unlessClosed(failed)),
    close: () => {
      closed = true;
      line?.close();
    },
  };
}
