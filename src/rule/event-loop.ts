/** Gives way to timers, signals and messages; resolves at once after them. Browsers have no `setImmediate`. */
export const nextTurn: () => Promise<void> =
  typeof setImmediate === "function"
    ? () => new Promise((resolve) => void setImmediate(resolve))
    : () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => {
            port1.close();
            resolve();
          });
          port1.start();
          port2.postMessage(null);
        });

/** Counts work, and gives way whenever so much of it is done since it last did. */
export function turns(most: number): (work: number) => Promise<void> {
  let since = 0;
  return async (work) => {
    since += work;
    if (since < most) return;
    since = 0;
    await nextTurn();
  };
}

/** What is made in stretches; between two of a text in pieces stands an empty one. */
export type Stretches<T> = Generator<"" | undefined, T>;

/** The same with a turn between them. */
export async function inTurns<T>(stretches: Stretches<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = stretches.next();
    if (done) return value as T;
    await nextTurn();
  }
}

/** The same at once. */
export function atOnce<T>(stretches: Stretches<T>): T {
  for (;;) {
    const { done, value } = stretches.next();
    if (done) return value as T;
  }
}
