/** Threads of Node. In a browser `thread.web.ts` stands in its place. */
import { existsSync } from "node:fs";
import type { ResourceLimits } from "node:worker_threads";
import { Piscina } from "piscina";
import { packageFile } from "../package.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import type { Answered, ThreadCall } from "./calls.ts";
import { EngineError } from "./runner.ts";

/** One that answers in the order in which it is asked. */
export interface Thread {
  post(call: ThreadCall): void;
  /** Ends it, whatever it does. */
  terminate(): unknown;
}

export interface ThreadHeard {
  answered(answer: Answered): void;
  ended(error: unknown): void;
}

export interface ThreadOptions {
  /** The module, and its memory; others are for tests. */
  readonly worker?: string;
  readonly resourceLimits?: ResourceLimits;
}

/** Whether there are any. */
export const hasThreads = (): boolean => true;

/** @throws EngineError where the module is missing */
export function startThread(
  { answered, ended }: ThreadHeard,
  { worker: module, resourceLimits }: ThreadOptions,
): Thread {
  const file = module ?? packageFile("dist/crible-worker.cjs");
  if (!existsSync(file)) throw new EngineError(said`the worker ${file} is missing: run npm run build`);
  // A pool of one: which call a thread gets, and what is lost with it, is then known. It has the next call while it answers one.
  const pool = new Piscina({
    ...{ filename: file, minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: 2, workerData: outsideRulesets() },
    ...(resourceLimits ? { resourceLimits } : {}),
  });
  // Piscina starts another in the place of one that has ended, also where it is told twice to end it: it is ended too, and once.
  let ending: Promise<void> | undefined;
  const terminate = () => (ending ??= pool.destroy());
  const over = (error: unknown) => {
    ended(error);
    void terminate();
  };
  pool.on("error", over);
  pool.on("workerDestroy", () => setImmediate(() => over(new Error("a thread ended while it was loading"))));
  return { post: (call) => void pool.run(call).then(answered, over), terminate };
}
