/** A thread that solves. In a browser `solver-thread.web.ts` stands in its place. */
import { Worker } from "node:worker_threads";
import { packageFile } from "../package.ts";
import type { Exact } from "../rule/index.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import type { Job } from "./job.ts";

export interface SolverThread {
  /** One job at a time: the next is asked when the last has been answered. */
  solve(job: Job): void;
  /** Ends the thread, whatever it does. */
  close(): unknown;
}

/** What is told of it; nothing after it is closed. */
export interface SolverListener {
  answered(answer: readonly Exact[]): void;
  failed(error: unknown): void;
}

export function openSolver({ answered, failed }: SolverListener): SolverThread {
  const worker = new Worker(packageFile("dist/crible-solver.cjs"), { workerData: outsideRulesets() });
  worker.on("message", answered);
  worker.on("error", failed);
  worker.on("exit", () => failed("its thread ended"));
  return {
    solve: (job) => worker.postMessage(job),
    close: () => {
      worker.removeAllListeners();
      return worker.terminate();
    },
  };
}
