/** In place of `thread.ts` in a browser: Web Workers. */
import { said } from "../rulesets/said.ts";
import type { Answered, ThreadCall } from "./calls.ts";
import { EngineError } from "./runner.ts";
import type { Thread, ThreadHeard } from "./thread.ts";

/** As much of a `Worker` as is used. */
interface WebWorker {
  onmessage: ((event: { readonly data: Answered }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: ThreadCall): void;
  terminate(): void;
}

type WorkerOf = new (url: URL, options: { readonly type: "module"; readonly name: string }) => WebWorker;

/** Whether this browser, or this worker of one, starts workers. */
export const hasThreads = (): boolean => typeof (globalThis as { Worker?: unknown }).Worker === "function";

export function startThread({ answered, ended }: ThreadHeard): Thread {
  const { Worker } = globalThis as unknown as { readonly Worker: WorkerOf };
  // Bundlers look for just this form of words and put the worker's file where it is found.
  const worker = new Worker(new URL("./web-worker.js", import.meta.url), { type: "module", name: "crible" });
  worker.onmessage = ({ data }) => answered(data);
  worker.onerror = ({ message }) => ended(new EngineError(message ?? said`a worker could not be loaded`));
  return { post: (call) => worker.postMessage(call), terminate: () => worker.terminate() };
}
