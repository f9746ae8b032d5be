/** How the tasks of a run take turns, and are left when it is cut off. */

/** Tasks that are handed over to so many threads, and jobs that are played in turns: none of them waits for the next. */
export const substreamsOf = (workers: number): number => Math.max(1, workers) * 2;

/** Nobody waits for a task once the signal has come: it may take seconds, and its thread ends with the runner. */
export class Cut {
  readonly #signal: AbortSignal | undefined;
  readonly #waiting = new Set<(nothing: undefined) => void>();
  readonly #fall = () => {
    for (const resolve of this.#waiting) resolve(undefined);
  };

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener("abort", this.#fall, { once: true });
  }

  /** What `work` gives, or undefined when the signal comes first. */
  off<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#signal?.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      const settled = () => this.#waiting.delete(resolve);
      work().then(resolve, reject).finally(settled);
    });
  }

  close(): void {
    this.#signal?.removeEventListener("abort", this.#fall);
  }
}
