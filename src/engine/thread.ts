/** Threads of Node. In a browser `thread.web.ts` stands in its place. */
import { existsSync } from "node:fs";
import { type ResourceLimits, Worker } from "node:worker_threads";
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
  /** Whether the process waits for it. */
  hold?(isHeld: boolean): void;
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
  const worker = new Worker(file, { workerData: outsideRulesets(), ...(resourceLimits ? { resourceLimits } : {}) });
  worker.on("message", answered);
  worker.on("error", ended);
  worker.on("exit", (code) => ended(new Error(`worker exited with code: ${code}`)));
  return {
    post: (call) => worker.postMessage(call),
    terminate: () => worker.terminate(),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}
