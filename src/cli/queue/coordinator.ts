/**
 * A runner whose blocks are played by workers on other machines. What is to be played is known here and nowhere else: the
 * queue may lose it, bring it twice, late or damaged. A result counts once, when it is what was sent and adds up; equal
 * ones that come again are ignored, unequal ones end the run.
 */

import type { Task } from "../../engine/job.ts";
import { type JobPlan, TASK_BLOCKS } from "../../engine/played-job.ts";
import { type AnyJob, EngineError, type Runner, taskError } from "../../engine/runner.ts";
import { faultOfCounts } from "../../engine/stretch.ts";
import { said } from "../../rulesets/said.ts";
import { digestOf, MOST_BLOCKS, MOST_TASK, type ResultMessage, resultIn, taskText } from "./messages.ts";

/** What a coordinator asks of a queue. Everything may fail, and be late. */
export interface QueueDesk {
  /** Puts a task on the queue; one that is there already stays as it is. */
  add(id: string, text: string): Promise<void>;
  /** Of these tasks those that the queue does not hold, or has given up; they may be added again. */
  lost(ids: readonly string[]): Promise<readonly string[]>;
  /** Hears every result at least once, or never; `heard` resolves when it need not come again. */
  listen(heard: (text: string) => Promise<void>): Promise<void>;
  /** Takes tasks away, but for those that are being played. */
  remove(ids: readonly string[]): Promise<void>;
  /** Takes away tasks, and what else is this run's. */
  close(ids: readonly string[]): Promise<void>;
}

export interface CoordinatorOptions {
  readonly jobs: readonly AnyJob[];
  readonly plans: readonly JobPlan[];
  readonly command: string;
  readonly engine: string;
  /** The name of this run on the queue. */
  readonly session: string;
  /** Milliseconds that the queue may be out of reach. */
  readonly patience?: number;
  /** Milliseconds between two looks for lost tasks. */
  readonly every?: number;
  /** Threads of all workers, as far as is known. */
  readonly threads?: () => number;
  readonly recheck?: Recheck;
  /** Workers play everything, whatever they keep. */
  readonly anew?: boolean;
  /** Told of every result that counts. */
  readonly onResult?: (task: Task, result: ResultMessage) => void;
  /** Does something after so many milliseconds, unless the answer is called before; others than the clock are for tests. */
  readonly after?: (milliseconds: number, then: () => void) => () => void;
  readonly clock?: () => number;
}

/** Has a share of the tasks played once more, and compared. */
export interface Recheck {
  /** Whether the task whose result has come is one of them. */
  readonly isDue: () => boolean;
  /** Whether another worker than this one is there. */
  readonly isOther: (worker: string) => boolean;
  /** Plays it on this machine: where no other worker is there, or two of them counted otherwise. */
  play(task: Task): Promise<Float64Array>;
}

/** What was counted, and by which worker; by none where it was this machine. */
interface CountedBlocks {
  readonly counts: Float64Array;
  readonly worker?: string;
}

interface Open {
  readonly id: string;
  readonly task: Task;
  readonly text: string;
  /** Of a task that is played once more, the worker that has played it. */
  readonly avoid?: string;
  readonly resolve: (played: CountedBlocks) => void;
  readonly reject: (error: unknown) => void;
  /** Times that it was put on the queue, and whether it is being put there. */
  times: number;
  isAdding: boolean;
}

/** Milliseconds that a task of full length takes a worker: its way there and back is then nothing. */
const GOAL = 2_000;
/** A task that is lost so often is given up: it may end every worker that takes it. */
const MOST_TIMES = 20;
/** Tasks for each thread of a worker, so that the next one is there when one ends. */
const AHEAD = 2;

const afterTime: NonNullable<CoordinatorOptions["after"]> = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

export class Coordinator implements Runner {
  readonly #desk: QueueDesk;
  readonly #options: CoordinatorOptions;
  readonly #open = new Map<string, Open>();
  /** By task that is done, what it counted: to compare with what comes again. */
  readonly #done = new Map<string, { readonly digest: string; readonly task: Task; readonly worker: string }>();
  readonly #perBlock: (number | undefined)[] = [];
  readonly #after: NonNullable<CoordinatorOptions["after"]>;
  /** What was lost when last looked for: its result may be on its way, so it is sent again only when it still is. */
  #missing: ReadonlySet<string> = new Set();
  #count = 0;
  #fault: EngineError | undefined;
  #isClosed = false;
  #calm: () => void = () => {};
  /** Since when the queue has taken no task, and answered no question: full memory lets itself be read. */
  readonly #failing: { add?: number; look?: number } = {};

  constructor(desk: QueueDesk, options: CoordinatorOptions) {
    this.#desk = desk;
    this.#options = options;
    this.#after = options.after ?? afterTime;
  }

  /** Begins to listen. @throws what the queue throws */
  async start(): Promise<void> {
    await this.#desk.listen((text) => this.heard(text));
    this.#look();
  }

  get workers(): number {
    return Math.max(4, AHEAD * (this.#options.threads?.() ?? 1));
  }

  /** So many strides that a task takes about two seconds. */
  readonly stride = (job: number): number => {
    const perBlock = this.#perBlock[job];
    if (perBlock === undefined) return 1;
    return Math.max(1, Math.min(MOST_BLOCKS / 16, Math.floor(GOAL / perBlock)) / TASK_BLOCKS) | 0 || 1;
  };

  run(task: Task): Promise<Float64Array> {
    return this.#send(task).then(({ counts }) => counts);
  }

  #send(task: Task, avoid?: string): Promise<CountedBlocks> {
    if (this.#fault) return Promise.reject(this.#fault);
    const { session, engine, jobs, anew = false } = this.#options;
    const id = `${session}-${this.#count++}`;
    const { first, blocks, trials } = task;
    const avoiding = avoid === undefined ? {} : { avoid };
    const sent = { session, id, engine, task: { first, blocks, trials }, job: jobs[task.job]!, anew, ...avoiding };
    const text = taskText(sent);
    if (text.length > MOST_TASK) {
      const size = `${Math.ceil(text.length / 1024 ** 2)} MB`;
      return Promise.reject(
        this.#named(task, `as a task they are of ${size}, and a worker takes 8: play them at home`),
      );
    }
    return new Promise((resolve, reject) => {
      const open: Open = { id, task, text, resolve, reject, times: 0, isAdding: false, ...avoiding };
      this.#open.set(id, open);
      void this.#add(open);
    });
  }

  /** Takes a result in. Its promise never rejects: what is wrong with a result is not rebalanced by hearing it again. */
  async heard(text: string): Promise<void> {
    const result = resultIn(text);
    if (result === undefined || this.#isClosed) return; // damaged on its way: its task is lost, and comes again
    await this.accept(result);
  }

  /** @param result as it was sent */
  protected async accept(result: ResultMessage): Promise<void> {
    const { id, worker, counts } = result;
    const before = this.#done.get(id);
    if (before) {
      if (counts && digestOf(counts) !== before.digest)
        this.#end(
          this.#named(before.task, `${before.worker} and ${worker} counted otherwise: one of them is at fault`),
        );
      return;
    }
    const open = this.#open.get(id);
    if (open === undefined) return; // of another run
    const wrong = this.#wrongIn(open, result);
    if (wrong !== undefined) {
      this.#end(this.#named(open.task, wrong));
      return;
    }
    if (counts === undefined) {
      this.#open.delete(id);
      open.reject(this.#named(open.task, `${result.error} (worker ${worker})`));
      return;
    }
    this.#done.set(id, { digest: digestOf(counts), task: open.task, worker });
    if (open.avoid === undefined && this.#options.recheck?.isDue()) void this.#confirm(open, result, counts);
    else this.#finish(open, result, counts);
  }

  #finish(open: Open, result: ResultMessage, counts: Float64Array): void {
    this.#open.delete(open.id);
    if (open.avoid === undefined) this.counted(open.task, result);
    open.resolve({ counts, worker: result.worker });
  }

  /** Has a task played once more before it counts. Of two workers that differ, this machine says which is at fault. */
  async #confirm(open: Open, result: ResultMessage, counts: Float64Array): Promise<void> {
    const { task } = open;
    const { worker } = result;
    const { isOther, play } = this.#options.recheck!;
    try {
      const again: CountedBlocks = isOther(worker) ? await this.#send(task, worker) : { counts: await play(task) };
      const right = digestOf(again.counts);
      if (right === digestOf(counts)) return this.#finish(open, result, counts);
      const here = again.worker === undefined ? right : digestOf(await play(task));
      const wrong = [{ counts, worker }, again].filter((played) => digestOf(played.counts) !== here);
      const names = wrong.map((played) => played.worker).join(" and ");
      this.#end(this.#named(task, `played again here they count otherwise than worker ${names} said`));
    } catch (error) {
      this.#end(error instanceof EngineError ? error : this.#named(task, error));
    }
  }

  /** Plays here what another worker was to play again, and none is there any more. */
  #takeBack({ id, task, resolve, reject }: Open): void {
    this.#open.delete(id);
    this.#desk.remove([id]).catch(() => {}); // its result is then of no task
    this.#options.recheck!.play(task).then((counts) => resolve({ counts }), reject);
  }

  /** Once for every task. */
  protected counted(task: Task, result: ResultMessage): void {
    this.#perBlock[task.job] = Math.max(0.01, result.took / task.blocks);
    this.#options.onResult?.(task, result);
  }

  #wrongIn({ task }: Open, { engine, worker, counts }: ResultMessage): string | undefined {
    if (engine !== this.#options.engine)
      return `worker ${worker} is of engine ${engine}, not ${this.#options.engine}: give it the same version of crible`;
    if (counts === undefined) return undefined;
    const { bins, sums = [] } = this.#options.plans[task.job]!;
    const fault =
      counts.length === 2 * bins + 2 * task.blocks
        ? faultOfCounts(counts, bins, task.trials, sums)
        : `${counts.length} numbers where ${2 * bins + 2 * task.blocks} are expected`;
    return fault === undefined ? undefined : `worker ${worker} sent ${fault}, so nothing it sent is to be trusted`;
  }

  #named(task: Task, why: unknown): EngineError {
    return taskError(this.#options.jobs[task.job]!, task, why, this.#options.command);
  }

  async #add(open: Open): Promise<void> {
    if (open.isAdding || this.#isClosed) return;
    if (open.times >= MOST_TIMES) {
      this.#open.delete(open.id);
      open.reject(this.#named(open.task, `no worker has brought them back, ${MOST_TIMES} times`));
      return;
    }
    open.isAdding = true;
    for (let wait = 100; !this.#isClosed && !this.#fault; wait = Math.min(5_000, 2 * wait)) {
      try {
        await this.#desk.add(open.id, open.text);
        open.times++;
        delete this.#failing.add;
        break;
      } catch (error) {
        if (!(await this.#bears("add", error, wait))) break;
      }
    }
    open.isAdding = false;
  }

  /** Waits after a failure of the queue; false when there was one too many. */
  async #bears(call: "add" | "look", error: unknown, wait: number): Promise<boolean> {
    const { patience = 60_000, clock = Date.now } = this.#options;
    this.#failing[call] ??= clock();
    if (clock() - this.#failing[call] > patience) {
      const why = error instanceof Error ? error.message : String(error);
      this.#end(new EngineError(said`the queue has not worked for ${Math.round(patience / 1_000)} s: ${why}`));
      return false;
    }
    await new Promise<void>((resolve) => this.#after(wait, resolve));
    return true;
  }

  /** Every few seconds: what the queue has lost is put there again. */
  #look(): void {
    const { every = 5_000 } = this.#options;
    this.#calm = this.#after(every, async () => {
      for (const open of this.#open.values())
        if (open.avoid !== undefined && !this.#options.recheck!.isOther(open.avoid)) this.#takeBack(open);
      const ids = [...this.#open.values()].filter(({ isAdding, times }) => !isAdding && times > 0).map(({ id }) => id);
      try {
        const lost = ids.length === 0 ? [] : await this.#desk.lost(ids);
        delete this.#failing.look;
        for (const id of lost) {
          const open = this.#open.get(id);
          if (open && !this.#done.has(id) && this.#missing.has(id)) void this.#add(open);
        }
        this.#missing = new Set(lost);
      } catch (error) {
        await this.#bears("look", error, every);
      }
      if (!this.#isClosed && !this.#fault) this.#look();
    });
  }

  #end(fault: EngineError): void {
    this.#fault ??= fault;
    for (const { reject } of this.#open.values()) reject(this.#fault);
    this.#open.clear();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#calm();
    await this.#desk.close([...this.#open.keys()]);
  }
}
