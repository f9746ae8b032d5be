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

/** Megabytes of what is short-lived, which is most of what solving makes: the default of 48 is filled before it is cleared. */
const YOUNG = 8;

export function openSolver({ answered, failed }: SolverListener): SolverThread {
  const worker = new Worker(packageFile("dist/crible-solver.cjs"), {
    workerData: outsideRulesets(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
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
