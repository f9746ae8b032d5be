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

/** Milliseconds of one go. Nothing but when a signal is heard hangs on this clock. */
const A_GO = 20;
let since = 0;

/** Gives way where this thread has not for a while: whoever does many small things says so between them. */
export async function giveWay(): Promise<void> {
  if (performance.now() - since < A_GO) return;
  await nextTurn();
  since = performance.now();
}

/** What is made in stretches; between two of a text in pieces stands an empty one. */
export type Stretches<T> = Generator<"" | undefined, T>;

/** The same with a turn between them. */
export async function inTurns<T>(stretches: Stretches<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = stretches.next();
    if (done) return value as T;
    await giveWay();
  }
}

/** The same at once. */
export function atOnce<T>(stretches: Stretches<T>): T {
  for (;;) {
    const { done, value } = stretches.next();
    if (done) return value as T;
  }
}
