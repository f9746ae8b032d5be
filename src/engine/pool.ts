/** Threads that play and solve. */
import type { Exact } from "../rule/exact.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import type { Answered, ThreadCall } from "./calls.ts";
import { type Job, solveJob, type Task } from "./job.ts";
import { type AnyJob, EngineError, inProcessRunner, type Runner, reasonOf, taskError } from "./runner.ts";
import { substreamsOf } from "./slots.ts";
import { hasThreads, startThread, type Thread, type ThreadOptions } from "./thread.ts";

export interface PoolOptions extends ThreadOptions {
  readonly workers: number;
  /** The command of the run, for the error that says how to play blocks again. */
  readonly command?: string;
  /** Milliseconds a worker may take to load. Default 60,000. */
  readonly patience?: number;
  /** Does something after so many milliseconds, unless the answer is called before; others than the clock are for tests. */
  readonly after?: (milliseconds: number, then: () => void) => () => void;
}

/** A runner that also solves. */
export interface Pool extends Runner {
  /** @throws what solving threw, by its name; or why its thread ended */
  solve(job: Job): Promise<readonly Exact[]>;
}

/** Threads that may end one after another, with nothing answered between, before no more are started. */
const MOST_LOST = 6;

/**
 * Starts threads. A task whose thread throws, ends or runs out of memory is played once more on a fresh thread.
 * @throws EngineError when the threads do not load
 */
export async function pooledRunner(jobs: readonly AnyJob[], options: PoolOptions): Promise<Pool> {
  if (!hasThreads()) return { ...inProcessRunner(jobs, options.command), solve: solveJob };
  const pool = new ThreadPool(jobs, options);
  await pool.begin();
  return pool;
}

class ThreadPool implements Pool {
  readonly workers: number;
  readonly #jobs: readonly AnyJob[];
  readonly #options: PoolOptions;
  /** Whom tasks are given to, and which jobs each has played. */
  readonly #lines = new Map<ThreadLine, Set<number>>();
  readonly #open = new Set<ThreadLine>();
  #isClosed = false;
  #lost = 0;
  /** Why none can be started any more. */
  #hopeless: EngineError | undefined;

  constructor(jobs: readonly AnyJob[], options: PoolOptions) {
    this.workers = options.workers;
    this.#jobs = jobs;
    this.#options = options;
  }

  async begin(): Promise<void> {
    const one = async () => void this.#lines.set(await this.#start(), new Set());
    try {
      await Promise.all(Array.from({ length: this.workers }, one));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async run(task: Task, of = this.#jobs[task.job]!): Promise<Float64Array> {
    const played = async (line: ThreadLine) => {
      const answer = await this.#asked(line, { task, of });
      return "counted" in answer ? answer.counted : new Float64Array();
    };
    const line = this.#free(task.job);
    this.#lines.get(line!)?.add(task.job);
    try {
      if (line) return await played(line);
    } catch (error) {
      if (this.#isClosed) throw error;
    }
    let fresh: ThreadLine | undefined;
    try {
      fresh = await this.#start();
      return await played(fresh);
    } catch (error) {
      throw error === this.#hopeless ? error : taskError(of, task, error, this.#options.command);
    } finally {
      // It takes the place of one that has ended.
      const isNeeded = this.#lines.size < this.workers;
      if (fresh && isNeeded && !fresh.hasEnded) this.#lines.set(fresh, new Set([task.job]));
      else if (fresh) await this.#end(fresh);
    }
  }

  async solve(job: Job): Promise<readonly Exact[]> {
    const answer = await this.#asked(this.#free() ?? (await this.#start()), { solve: job });
    return "solved" in answer ? answer.solved : [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hopeless = new EngineError(said`the workers were stopped`);
    await Promise.all([...this.#open].map((line) => (this.#isShared && spare(line) ? undefined : this.#end(line))));
    this.#lines.clear();
  }

  /** Whether its threads are as others'. */
  get #isShared(): boolean {
    return this.#options.worker === undefined && this.#options.resourceLimits === undefined;
  }

  /** Who has least to do; among those, who has made the job's tables. */
  #free(job = -1): ThreadLine | undefined {
    const has = (line: ThreadLine) => +this.#lines.get(line)!.has(job);
    return [...this.#lines.keys()].sort((a, b) => a.waiting - b.waiting || has(b) - has(a))[0];
  }

  async #start(): Promise<ThreadLine> {
    if (this.#hopeless) throw this.#hopeless;
    const { workers, patience = 60_000, after = afterTime } = this.#options;
    let line: ThreadLine | undefined;
    let calm = () => {};
    try {
      line = (this.#isShared ? spared() : undefined) ?? new ThreadLine(this.#options);
      this.#open.add(line);
      const late = new Error(`a thread did not load within ${patience / 1000} s`);
      calm = after(patience, () => line!.close(late));
      await line.ask({ underWay: substreamsOf(workers) });
      return line;
    } catch (error) {
      if (line) await this.#end(line);
      this.#hopeless ??= new EngineError(said`the worker threads could not start: ${reasonOf(error)}`);
      throw this.#hopeless;
    } finally {
      calm();
    }
  }

  async #asked(line: ThreadLine, call: ThreadCall): Promise<Answered> {
    try {
      const answer = await line.ask(call);
      this.#lost = 0;
      return answer;
    } catch (error) {
      if (line.hasEnded && this.#open.delete(line)) {
        this.#lines.delete(line);
        if (++this.#lost >= MOST_LOST)
          this.#hopeless ??= new EngineError(
            said`${this.#lost} worker threads ended one after another: ${reasonOf(error)}`,
          );
      }
      throw error;
    }
  }

  #end(line: ThreadLine): unknown {
    this.#open.delete(line);
    return line.close(new EngineError(said`the workers were stopped`));
  }
}

const afterTime: NonNullable<PoolOptions["after"]> = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/** A thread and those that wait for it, in the order in which they asked. It ends all of them when it ends. */
class ThreadLine {
  readonly #thread: Thread;
  readonly #waiting: { readonly resolve: (answer: Answered) => void; readonly reject: (error: unknown) => void }[] = [];
  #ended: unknown;

  constructor(options: ThreadOptions) {
    const answered = (answer: Answered) => this.#waiting.shift()?.resolve(answer);
    this.#thread = startThread({ answered, ended: (error) => void this.close(error) }, options);
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Calls that wait for it. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws what the thread threw, by its name; or why it ended */
  async ask(call: ThreadCall): Promise<Answered> {
    if (this.#ended !== undefined) throw this.#ended;
    const answer = await new Promise<Answered>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#thread.post(call);
    });
    if ("fault" in answer) throw Object.assign(new Error(answer.fault), { name: answer.name });
    return answer;
  }

  close(reason: unknown): unknown {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
    return this.#thread.terminate();
  }
}

/** Threads that have nothing to do, by what they know: the next run, or the next part of one, takes them. */
const spares = new Map<ThreadLine, { readonly rulesets: string; readonly timer: ReturnType<typeof setTimeout> }>();
/** Milliseconds that they wait for it. */
const LINGER = 1_000;
const rulesetsNow = (): string => JSON.stringify(outsideRulesets());

function spare(line: ThreadLine): boolean {
  if (line.hasEnded || line.waiting > 0) return false;
  line.ask({ underWay: 0 }).catch(() => {}); // lets go of its tables
  const timer = setTimeout(() => {
    spares.delete(line);
    line.close(new EngineError(said`the workers were stopped`));
  }, LINGER);
  timer.unref?.();
  spares.set(line, { rulesets: rulesetsNow(), timer });
  return true;
}

function spared(): ThreadLine | undefined {
  const rulesets = rulesetsNow();
  for (const [line, known] of spares) {
    if (known.rulesets !== rulesets) continue;
    clearTimeout(known.timer);
    spares.delete(line);
    if (!line.hasEnded) return line;
  }
  return undefined;
}
