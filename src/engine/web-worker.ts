/**
 * What a Web Worker of the engine runs: blocks of the jobs it was told first, or whole solutions. Started by
 * `web-threads.ts`; anything it throws comes back as a message, for an error event says nothing of a worker's own error.
 */
import type { Exact } from "../rule/index.ts";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type Job, solveJob, type Task } from "./job.ts";
import { type AnyJob, JobPlayers, reasonOf } from "./runner.ts";

/** What a worker is asked: to learn its jobs, to play blocks of one of them, to solve one. */
export type WorkerCall = { readonly jobs: readonly AnyJob[] } | { readonly task: Task } | { readonly solve: Job };

/** What it answers, in the order it was asked. */
export type Answered =
  | { readonly ready: true }
  | { readonly counted: Float64Array }
  | { readonly solved: readonly Exact[] }
  | { readonly fault: string; readonly name: string };

addRulesets((globalThis as { readonly brought?: readonly OutsideRuleset[] }).brought ?? []); // as the engine's own

let players = new JobPlayers([]);

async function answer(asked: WorkerCall): Promise<Answered> {
  if ("jobs" in asked) {
    players = new JobPlayers(asked.jobs);
    return { ready: true };
  }
  return "task" in asked ? { counted: await players.play(asked.task) } : { solved: await solveJob(asked.solve) };
}

/** A dedicated worker's own scope, as far as it is used here. */
interface Scope {
  onmessage: ((event: { readonly data: WorkerCall }) => void) | null;
  postMessage(message: Answered): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = ({ data }) => {
  answer(data)
    .catch((error: unknown) => ({ fault: reasonOf(error), name: error instanceof Error ? error.name : "Error" }))
    .then((message) => scope.postMessage(message));
};
