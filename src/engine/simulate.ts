import { sha256Hex } from "../dice/index.ts";
import type { Task } from "./job.ts";
import { StreamLedger, type Streams } from "./marks.ts";
import { type Runner, reasonOf } from "./runner.ts";

/** What is to be simulated of one job: how long its blocks are, and when to stop. */
export interface Plan {
  readonly blockSize: number;
  readonly bins: number;
  /** At most this many trials. */
  readonly trials: number;
  /** What was played before, a complete prefix of blocks: these trials are not played again. */
  readonly from?: { readonly tally: Float64Array; readonly trials: number };
  /**
   * Looks at a complete prefix of blocks and says whether it is enough; called at the block counts of `looks` only, so
   * that the stop does not depend on workers. Left out: play all trials.
   */
  readonly stop?: { readonly looks: Iterable<number>; enough(tally: Float64Array, trials: number): boolean };
  /** Play one task in a hundred once more at the end, and say whether it counts the same. */
  readonly repeat?: boolean;
}

export interface Simulated {
  readonly tally: Float64Array;
  readonly trials: number;
  /** `fault`: a task could not be played, and `fault` says which; what was counted before it stands in the tally. */
  readonly stoppedBy: "trials" | "precision" | "interrupt" | "fault";
  readonly fault?: string;
  /** Left out when the run went on from what was played before. */
  readonly trace?: Trace;
}

/** What the health of a run is read from, besides its tally. Memory does not grow with the trials. */
export interface Trace {
  /** Of all blocks but a short last one: how many, their tally, and bin by bin the sum of the squares of their counts. */
  readonly blocks: {
    readonly count: number;
    readonly blockSize: number;
    readonly tally: Float64Array;
    readonly squares: Float64Array;
  };
  /** The tally halfway, or at the look nearest to it. */
  readonly half?: { readonly tally: Float64Array; readonly trials: number };
  /** Blocks that were played once more, and the first of those that did not count the same. */
  readonly repeated?: { readonly blocks: number; readonly unlike?: number };
  /** Whether each block drew numbers of its own. */
  readonly streams: Streams;
}

export interface Progress {
  /** Trials done and, as far as is known, to do, over all jobs. */
  readonly done: number;
  readonly total: number;
  readonly job: number;
  /** The tally so far of that job. */
  readonly tally: Float64Array;
  readonly trials: number;
}

export interface SimulateOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Most blocks in one task, enough work to be worth a message; the first tasks are shorter, so that something is soon there. */
const TASK_BLOCKS = 32;
/** One task in so many is played again where that is asked for. */
const REPEATED = 100;
/** Looks whose tallies are remembered: four steps of a quarter more than double the blocks. */
const REMEMBERED = 4;

/**
 * Plays every job, several tasks at a time, and merges their tallies in order of blocks. When the signal comes,
 * running tasks are dropped and each job keeps its complete prefix of blocks. A task that fails ends its own job; the others finish.
 */
export async function simulate(
  runner: Runner,
  plans: readonly Plan[],
  { signal, onProgress }: SimulateOptions = {},
): Promise<Simulated[]> {
  const lanes = Math.max(1, runner.workers) * 2;
  let done = plans.reduce((sum, { from }) => sum + (from?.trials ?? 0), 0);
  const total = plans.reduce((sum, plan) => sum + plan.trials, 0);
  let spared = 0; // trials that a stop by precision, or a fault, made unnecessary

  const playJob = async (job: number, slots: Slots): Promise<Simulated> => {
    const { blockSize, bins, trials, stop, from, repeat } = plans[job]!;
    const tally = from ? from.tally.slice() : new Float64Array(bins);
    const squares = new Float64Array(bins);
    const ledger = new StreamLedger();
    const last = Math.ceil(trials / blockSize);
    const halfway = from || stop ? 0 : last >> 1;
    const remembered: NonNullable<Trace["half"]>[] = [];
    const kept: { readonly task: Task; readonly digest: string }[] = [];
    let merged = from ? Math.ceil(from.trials / blockSize) : 0; // blocks in the tally
    let issued = 0;
    let whole: Trace["blocks"] | undefined; // as it stood before a short block
    const trialsOf = (blocks: number) => Math.min(blocks * blockSize, trials);
    const play = (task: Task) => slots.use(() => cut.off(() => runner.run(task)));
    const remember = () => {
      remembered.push({ tally: tally.slice(), trials: trialsOf(merged) });
      if (remembered.length > REMEMBERED) remembered.shift();
    };

    /** Plays blocks `merged` to `until`, merging in order; says what kept it from playing all of them. */
    const playUntil = async (until: number): Promise<Pick<Simulated, "stoppedBy" | "fault"> | undefined> => {
      const waiting: {
        readonly task: Task;
        readonly nth: number;
        readonly counted: Promise<Float64Array | undefined>;
      }[] = [];
      let next = merged;
      const issue = () => {
        const end = next < halfway ? Math.min(until, halfway) : until;
        let blocks = Math.min(TASK_BLOCKS, Math.max(1, next), end - next);
        if (blocks > 1 && next + blocks === last && trials % blockSize !== 0) blocks--; // a short block has its own task
        const task = { job, first: next, blocks, trials: trialsOf(next + blocks) - trialsOf(next) };
        next += blocks;
        const counted = play(task);
        counted.catch(() => {}); // a failure is met where the result is awaited
        waiting.push({ task, nth: issued++, counted });
      };
      while (merged < until) {
        while (waiting.length < lanes && next < until) issue();
        const { task, nth, counted } = waiting.shift()!;
        let part: Float64Array | undefined;
        try {
          part = await counted;
        } catch (error) {
          spared += trials - trialsOf(merged);
          return { stoppedBy: "fault", fault: reasonOf(error) };
        }
        if (part === undefined) return { stoppedBy: "interrupt" };
        if (task.trials < blockSize)
          whole = { count: merged, blockSize, tally: tally.slice(), squares: squares.slice() };
        for (let bin = 0; bin < bins; bin++) {
          tally[bin] = tally[bin]! + part[bin]!;
          squares[bin] = squares[bin]! + part[bins + bin]!;
        }
        ledger.add(part.subarray(2 * bins), task.first);
        if (repeat && nth % REPEATED === 0) kept.push({ task, digest: digestOf(part) });
        done += task.trials;
        merged += task.blocks;
        if (merged === halfway) remember();
        onProgress?.({ done, total: total - spared, job, tally, trials: trialsOf(merged) });
      }
      return undefined;
    };

    const played = async (): Promise<Pick<Simulated, "stoppedBy" | "fault">> => {
      if (stop !== undefined) {
        for (const look of stop.looks) {
          if (look >= last) break;
          const kept = await playUntil(look);
          if (kept) return kept;
          if (stop.enough(tally, trialsOf(look))) {
            spared += trials - trialsOf(look);
            return { stoppedBy: "precision" };
          }
          remember();
        }
      }
      const kept = await playUntil(last);
      return kept ?? { stoppedBy: stop?.enough(tally, trials) ? "precision" : "trials" };
    };

    /** From the last to the first, by threads that have played much since. */
    const repeated = async (): Promise<Trace["repeated"]> => {
      let blocks = 0;
      let unlike: number | undefined;
      for (const { task, digest } of kept.toReversed()) {
        const again = await play(task).then((counted) => counted && digestOf(counted), reasonOf);
        if (again === undefined) return undefined;
        blocks += task.blocks;
        if (again !== digest) unlike = task.first;
      }
      return { blocks, ...(unlike === undefined ? {} : { unlike }) };
    };

    const end = await played();
    const all = trialsOf(merged);
    if (from) return { tally, trials: all, ...end };
    const half = nearestHalf(remembered, all);
    const again = repeat && end.stoppedBy !== "fault" ? await repeated() : undefined;
    const trace: Trace = {
      blocks: whole ?? { count: merged, blockSize, tally, squares },
      ...(half ? { half } : {}),
      ...(again ? { repeated: again } : {}),
      streams: ledger.streams(),
    };
    return { tally, trials: all, ...end, trace };
  };

  const slots = new Slots(lanes);
  const cut = new Cut(signal);
  // A few jobs at a time keep the workers busy while one of them looks at its tally.
  const results: Simulated[] = new Array(plans.length);
  let nextJob = 0;
  const worker = async () => {
    for (let job = nextJob++; job < plans.length; job = nextJob++) results[job] = await playJob(job, slots);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, plans.length) }, worker));
    return results;
  } finally {
    cut.close();
  }
}

const digestOf = (counted: Float64Array): string => sha256Hex(counted);

/** The remembered tally nearest to half of all trials. */
const nearestHalf = (remembered: readonly NonNullable<Trace["half"]>[], all: number) =>
  remembered
    .filter(({ trials }) => trials < all)
    .toSorted((a, b) => Math.abs(2 * a.trials - all) - Math.abs(2 * b.trials - all))[0];

/** Nobody waits for a task once the signal has come: it may take seconds, and its thread ends with the runner. */
class Cut {
  readonly #signal: AbortSignal | undefined;
  readonly #waiting = new Set<(nothing: undefined) => void>();
  readonly #fall = () => {
    for (const resolve of this.#waiting) resolve(undefined);
  };

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener("abort", this.#fall, { once: true });
  }

  /** What `work` gives, or undefined when the signal comes first. */
  off<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#signal?.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      const settled = () => this.#waiting.delete(resolve);
      work().then(resolve, reject).finally(settled);
    });
  }

  close(): void {
    this.#signal?.removeEventListener("abort", this.#fall);
  }
}

/** Lets a limited number of tasks run at a time, first come first served. */
class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
