/** A worker: takes tasks, has them played, and stores what they counted before it says that they are done. */
import { cacheKey } from "../../analysis/cell-cache.ts";
import type { CellCache } from "../../analysis/run-settings.ts";
import { joined } from "../../engine/marks.ts";
import { PAIRED_BLOCK } from "../../engine/paired.ts";
import { pieceBlocks } from "../../engine/played-job.ts";
import type { AnyJob, Runner } from "../../engine/runner.ts";
import { isBuilt, isGameName } from "../../rulesets/index.ts";
import { MOST_RESULT, type ResultMessage, resultIn, resultText, type TaskMessage, taskIn } from "./messages.ts";

export interface BenchOptions {
  readonly name: string;
  readonly engine: string;
  /** Where blocks are played: never in the thread that keeps the queue's locks alive. */
  readonly runner: Pick<Runner, "run">;
  /** Stores a result where its run finds it, whatever becomes of this process. */
  readonly store: (session: string, text: string) => Promise<void>;
  readonly clock: () => number;
  /** What was played before is taken from it, but for what is asked for anew, and what is played is added. */
  readonly cache?: Pick<CellCache, "text">;
  /** Aborted where this worker is told to stop: what it is at is another's then. */
  readonly signal?: AbortSignal;
  readonly onTask?: (task: TaskMessage["task"], took: number) => void;
}

type ResultHead = Pick<ResultMessage, "id" | "engine" | "worker">;

export class Bench {
  readonly #options: BenchOptions;
  readonly #numbers = new Map<string, number>();

  constructor(options: BenchOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the task's result is stored: not before may it be taken off the queue. What is no task is let go.
   * @returns `later` for a task that another worker is to play: it stays on the queue
   */
  async work(text: unknown): Promise<"done" | "later"> {
    const message = taskIn(text);
    if (message === undefined) return "done"; // damaged: its run misses it, and sends it again
    const { session, id, task } = message;
    const { name, engine, clock, store, onTask } = this.#options;
    if (message.avoid === name) return "later";
    const began = clock();
    const head = { id, engine, worker: name };
    let result: ResultMessage;
    try {
      this.#check(message);
      result = await this.#played(head, message);
    } catch (error) {
      // Its threads were stopped under it: that is no fault of the task.
      if (this.#options.signal?.aborted) return "later";
      result = { ...head, took: clock() - began, error: (error as Error).message.split("\n")[0]! };
    }
    const sent = resultText(result);
    const error = "its result is of more than 32 MB, which no run takes";
    await store(session, sent.length > MOST_RESULT ? resultText({ ...head, took: result.took, error }) : sent);
    onTask?.(task, clock() - began);
    return "done";
  }

  /** What a task counts, and how long that takes or took. It is kept in pieces, for another run cuts its tasks elsewhere. */
  async #played(head: ResultHead, { key, job, task, anew, avoid }: TaskMessage): Promise<ResultMessage> {
    const { runner, cache, clock } = this.#options;
    const play = async (piece: TaskMessage["task"]) => {
      const began = clock();
      const counts = await runner.run({ ...piece, job: this.#numberOf(key) }, job);
      return { ...head, took: clock() - began, counts };
    };
    if (cache === undefined || anew || avoid !== undefined) return play(task);
    const pieces = piecesOf(task, "cell" in job ? task.trials / task.blocks : PAIRED_BLOCK);
    const parts: ResultMessage[] = [];
    const of = cacheKey(job);
    const isPart = (text: string) => resultIn(text)?.counts !== undefined;
    for (const piece of pieces) {
      let answer: ResultMessage | undefined;
      const make = async () => {
        answer = await play(piece);
        return resultText(answer);
      };
      const text = await cache.text({ of, ...piece }, Number.POSITIVE_INFINITY, isPart, make);
      parts.push(answer ?? resultIn(text)!);
    }
    const [counts, took] = [parts.map(({ counts }) => counts!), parts.reduce((sum, { took }) => sum + took, 0)];
    return { ...head, took, counts: joined(counts, pieces[0]!.blocks) };
  }

  /** @throws Error for a task that is not for this worker: nothing is loaded because a message names it */
  #check({ engine, job }: TaskMessage): void {
    if (engine !== this.#options.engine)
      throw new Error(`the task is of engine ${engine}, this worker of ${this.#options.engine}`);
    // The text of a game comes with its tasks.
    const { ruleset, game } = job as AnyJob & { readonly game?: { readonly name?: unknown } };
    const isBrought = game !== undefined && game.name === ruleset && isGameName(ruleset);
    if (typeof ruleset !== "string" || !(isBrought || isBuilt(ruleset)))
      throw new Error(`this worker has no ruleset ${String(ruleset)}`);
  }

  /** One number for each job: threads remember its player. */
  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#next++;
    this.#numbers.set(key, number);
    if (this.#numbers.size > 10_000) this.#numbers.delete(this.#numbers.keys().next().value!);
    return number;
  }
  #next = 0;
}

/** A task in pieces that end at the same blocks whatever the task. Only a block by itself is short, or the last of a pair. */
function piecesOf({ first, blocks, trials }: TaskMessage["task"], size: number): TaskMessage["task"][] {
  const step = pieceBlocks(size);
  const pieces: TaskMessage["task"][] = [];
  for (let at = first, next = 0; at < first + blocks; at = next) {
    next = Math.min(first + blocks, (Math.floor(at / step) + 1) * step);
    const left = trials - (at - first) * size;
    pieces.push({ first: at, blocks: next - at, trials: Math.min((next - at) * size, left) });
  }
  return pieces;
}
