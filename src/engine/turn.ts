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
