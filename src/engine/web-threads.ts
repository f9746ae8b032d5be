/** Web Workers that play and solve. A worker does one thing at a time; what it is asked meanwhile waits. */

import { said } from "../rulesets/said.ts";
import { EngineError } from "./runner.ts";
import type { Answered, WorkerCall } from "./web-worker.ts";

/** As much of a `Worker` as is used. */
export interface WebThread {
  onmessage: ((event: { readonly data: Answered }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: WorkerCall): void;
  terminate(): void;
}

type WorkerOf = new (url: URL, options: { readonly type: "module"; readonly name: string }) => WebThread;

/** Whether this browser, or this worker of one, starts workers. */
export const hasThreads = (): boolean => typeof (globalThis as { Worker?: unknown }).Worker === "function";

/** A new worker. Bundlers look for just this form of words and put the worker's file where it is found. */
export function startThread(): WebThread {
  const { Worker } = globalThis as unknown as { readonly Worker: WorkerOf };
  return new Worker(new URL("./web-worker.js", import.meta.url), { type: "module", name: "crible" });
}

/** One worker that answers in turn. A worker that fails to load, or is ended, fails all that wait for it. */
export class ThreadLine {
  readonly #thread: WebThread;
  readonly #waiting: { readonly resolve: (answer: Answered) => void; readonly reject: (error: unknown) => void }[] = [];
  #ended: Error | undefined;

  constructor(thread: WebThread) {
    this.#thread = thread;
    thread.onmessage = ({ data }) => this.#waiting.shift()?.resolve(data);
    thread.onerror = ({ message }) => this.close(new EngineError(message ?? said`a worker could not be loaded`));
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws what the worker threw, by its name */
  async ask(asked: WorkerCall): Promise<Exclude<Answered, { readonly fault: string }>> {
    if (this.#ended) throw this.#ended;
    const answer = await new Promise<Answered>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#thread.postMessage(asked);
    });
    if ("fault" in answer) throw Object.assign(new Error(answer.fault), { name: answer.name });
    return answer;
  }

  close(reason: Error = new EngineError(said`the workers were stopped`)): void {
    this.#ended ??= reason;
    this.#thread.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
