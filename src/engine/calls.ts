/** What threads are asked, and what they answer: the same on threads of Node and on Web Workers. */
import { type Exact, isFraction } from "../rule/exact.ts";
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
    if ("solve" in call) return { solved: inOneBuffer(await solveJob(call.solve)) };
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

/** Chances in a buffer each are dear to send, and to keep: a fight has hundreds of them. They come as views of one. */
function inOneBuffer(answers: readonly Exact[]): Exact[] {
  const lengthOf = (exact: Exact) => (isFraction(exact) ? 0 : exact.probabilities.length);
  const all = new Float64Array(answers.reduce((sum, exact) => sum + lengthOf(exact), 0));
  let end = 0;
  return answers.map((exact) => {
    if (isFraction(exact)) return exact;
    const begin = end;
    all.set(exact.probabilities, begin);
    end += lengthOf(exact);
    return { probabilities: all.subarray(begin, end) };
  });
}
