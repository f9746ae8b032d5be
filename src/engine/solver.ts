import { parentPort } from "node:worker_threads";
import { type Job, solveJob } from "./job.ts";

/** What a thread runs that solves: a job in, its exact answer out. */
parentPort!.on("message", async (job: Job) => parentPort!.postMessage(await solveJob(job)));
