import { parentPort, workerData } from "node:worker_threads";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Job, solveJob } from "./job.ts";

addRulesets(workerData as readonly OutsideRuleset[]);

/** What a thread runs that solves: a job in, its exact answer out. */
parentPort!.on("message", async (job: Job) => parentPort!.postMessage(await solveJob(job)));
