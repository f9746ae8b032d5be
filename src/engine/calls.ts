/** What threads are asked, and what they answer: the same on threads of Node and on Web Workers. */
import { type Exact, isFraction } from "../rule/exact.ts";
import { type Job, solveJob, type Task } from "./job.ts";
import { type AnyJob, JobPlayers, reasonOf } from "./runner.ts";

/** To begin a run, of which so many jobs are played in turns; to play blocks of one; to solve one. */
export type ThreadCall =
  | { readonly underWay: number }
  | { readonly task: Task; readonly of: AnyJob }
  | { readonly solve: Job };

export type Answered =
  | { readonly ready: true }
  | { readonly counted: Float64Array }
  | { readonly solved: readonly Exact[] }
  | { readonly fault: string; readonly name: string };

/** Answers one call after another: a job that is loaded while the next call comes is answered first. */
export function answering(post: (answer: Answered) => void): (call: ThreadCall) => void {
  let players = new JobPlayers();
  const answer = async (call: ThreadCall): Promise<Answered> => {
    if ("task" in call) return { counted: await players.play(call.task, call.of) };
    if ("solve" in call) return { solved: inOneBuffer(await solveJob(call.solve)) };
    players = new JobPlayers(call.underWay);
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
  const all = new Float64Array(answers.reduce((sum, one) => sum + (isFraction(one) ? 0 : one.probabilities.length), 0));
  let end = 0;
  return answers.map((exact) => {
    if (isFraction(exact)) return exact;
    const probabilities = all.subarray(end, end + exact.probabilities.length);
    probabilities.set(exact.probabilities);
    end += probabilities.length;
    return { probabilities };
  });
}
