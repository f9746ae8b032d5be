/** What threads are asked, and what they answer: the same on threads of Node and on Web Workers. */
import type { Exact } from "../rule/exact.ts";
import { type Job, solveJob } from "./job.ts";
import { type AnyJob, JobPlayers, type OwnTask, reasonOf } from "./runner.ts";

/** To learn the jobs of a run, of which so many are played in turns; to play blocks of one; to solve one. */
export type ThreadCall =
  | { readonly jobs: readonly AnyJob[]; readonly underWay: number }
  | { readonly task: OwnTask }
  | { readonly solve: Job };

export type Answered =
  | { readonly ready: true }
  | { readonly counted: Float64Array }
  | { readonly solved: readonly Exact[] }
  | { readonly fault: string; readonly name: string };

/** Answers one call after another: a job that is loaded while the next call comes is answered first. */
export function answering(post: (answer: Answered) => void): (call: ThreadCall) => void {
  let players = new JobPlayers([]);
  const answer = async (call: ThreadCall): Promise<Answered> => {
    if ("task" in call) return { counted: await players.play(call.task) };
    if ("solve" in call) return { solved: await solveJob(call.solve) };
    players = new JobPlayers(call.jobs, call.underWay);
    return { ready: true };
  };
  let last = Promise.resolve();
  return (call) => {
    last = last
      .then(() => answer(call))
      .catch((error: unknown) => ({ fault: reasonOf(error), name: error instanceof Error ? error.name : "Error" }))
      .then(post);
  };
}
