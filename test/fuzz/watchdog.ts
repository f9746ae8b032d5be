/** Ends a process that is stuck on one input, and says which: nothing in the process itself could. */
import { Worker } from "node:worker_threads";

const CODE = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const steps = new Int32Array(workerData.steps);
let seen = -1;
let quiet = 0;
setInterval(() => {
  const now = Atomics.load(steps, 0);
  quiet = now === seen ? quiet + 1 : 0;
  seen = now;
  if (quiet < workerData.patience) return;
  writeSync(2, "stuck for " + quiet + " s on input " + now + ": see " + workerData.file + "\\n");
  process.kill(workerData.pid, "SIGKILL");
}, 1000);
`;

export interface Watchdog {
  /** Another input is begun. */
  step(run: number): void;
  stop(): Promise<unknown>;
}

/** @param patience seconds for one input @param file where the input is kept that is being tried @param pid what is ended */
export function watchdog(patience: number, file: string, pid = process.pid): Watchdog {
  const steps = new SharedArrayBuffer(4);
  const worker = new Worker(CODE, { eval: true, workerData: { steps, patience, file, pid } });
  worker.unref();
  return {
    step: (run) => void Atomics.store(new Int32Array(steps), 0, run + 1),
    stop: () => worker.terminate(),
  };
}
