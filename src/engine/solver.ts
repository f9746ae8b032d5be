import { parentPort } from "node:worker_threads";
import { type Job, programOfJob } from "./job.ts";

/** What a thread runs that solves: a job in, its exact answer out. */
parentPort!.on("message", async (job: Job) => {
  const { exact } = await programOfJob(job);
  parentPort!.postMessage("solve" in exact ? exact.solve() : []);
});
