import { sha256Hex } from "../dice/index.ts";
import type { Task } from "./job.ts";
import { notesOf, StreamLedger, type Streams } from "./marks.ts";
import { type Runner, reasonOf } from "./runner.ts";
import { Cut, Slots, substreamsOf } from "./slots.ts";
import { blocksOf, type Keeper, type Repeat, type Share, type Stretch } from "./stretch.ts";

/** What is to be simulated of one job: how long its blocks are, and when to stop. */
export interface JobPlan {
  readonly blockSize: number;
  readonly bins: number;
  /** At most this many trials. */
  readonly trials: number;
  /** What playing them all takes, in operations of `Program.exact`. */
  readonly work?: number;
  /** What was played before, a complete prefix of blocks: these trials are not played again. */
  readonly from?: { readonly tally: Float64Array; readonly trials: number };
  /**
   * Looks at a complete prefix of blocks and says whether it is enough; called at the block counts of `looks` only, so
   * that the stop does not depend on workers. Left out: play all trials.
   */
  readonly stop?: { readonly looks: Iterable<number>; enough(tally: Float64Array, trials: number): boolean };
  /** Where the bins of each metric begin, and the last one's end: of tallies that count every trial once. */
  readonly sums?: readonly number[];
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
  /** Keeps what is played; what it kept before is not played again. */
  readonly keeper?: Keeper;
  /** Only these blocks are played: nothing is counted, what is kept of them is all there is. */
  readonly share?: Share;
  readonly onProgress?: (progress: Progress) => void;
}

/** Most blocks in one task, enough work to be worth a message; the first tasks are shorter, so that something is soon there. */
export const TASK_BLOCKS = 32;
/**
 * Blocks of so many trials are of kinds whose trials are a draw or a few. A task of theirs is over sooner than handing over the
 * next one keeps the main thread busy: they become longer, up to so many times, and none an eighth of what was played before.
 */
const QUICK = 65_536;
const MOST_STRIDE = 16;
/** Blocks from one place to the next where tasks are cut that are kept one by one, however long they are. */
export const pieceBlocks = (blockSize: number): number => TASK_BLOCKS * (blockSize < QUICK ? 1 : MOST_STRIDE);
const strideAt = (first: number, blockSize: number): number =>
  blockSize < QUICK ? 1 : Math.min(MOST_STRIDE, Math.floor(first / (8 * TASK_BLOCKS)));
/** One stretch of so many blocks in so many is played again where that is asked for. */
const REPEATED = 100;
/** Looks whose tallies are remembered: four steps of a quarter more than double the blocks. */
const REMEMBERED = 4;

/** Blocks of the task that begins at one: what is repeated of a run does not depend on what its tasks were cut into. */
function lengthAt(first: number, stride: number, repeat: boolean): number {
  if (first < TASK_BLOCKS) return Math.max(1, Math.min(first, TASK_BLOCKS - first));
  const group = Math.floor(first / TASK_BLOCKS);
  const room = !repeat ? stride : group % REPEATED === 0 ? 1 : REPEATED - (group % REPEATED);
  return (group + Math.max(1, Math.min(stride, room))) * TASK_BLOCKS - first;
}
const isRepeated = (first: number): boolean =>
  first === 0 || (first >= TASK_BLOCKS && Math.floor(first / TASK_BLOCKS) % REPEATED === 0);

/** Blocks that are under way, or were played before. */
interface Waiting {
  readonly first: number;
  readonly blocks: number;
  readonly trials: number;
  readonly known?: Stretch;
  readonly counted?: Promise<Float64Array | undefined>;
}

/**
 * Plays every job, several tasks at a time, and merges their tallies in order of blocks. When the signal comes,
 * running tasks are dropped and each job keeps its complete prefix of blocks. A task that fails ends its own job; the others finish.
 */
export async function simulate(
  runner: Runner,
  plans: readonly JobPlan[],
  { signal, onProgress, keeper, share }: SimulateOptions = {},
): Promise<Simulated[]> {
  const substreams = () => substreamsOf(runner.workers);
  let done = plans.reduce((sum, { from }) => sum + (from?.trials ?? 0), 0);
  const total = plans.reduce((sum, plan) => sum + trialsIn(plan, share), 0);
  let spared = 0; // trials that a stop by precision, or a fault, made unnecessary

  const playJob = async (job: number, slots: Slots): Promise<Simulated> => {
    const { blockSize, bins, trials, stop, from, repeat } = plans[job]!;
    const tally = from ? from.tally.slice() : new Float64Array(bins);
    const squares = new Float64Array(bins);
    const ledger = new StreamLedger();
    const last = Math.ceil(trials / blockSize);
    const halfway = from || stop ? 0 : last >> 1;
    const remembered: NonNullable<Trace["half"]>[] = [];
    const kept: Repeat[] = [];
    const [begin, end] = share ? blocksOf(share, last) : [from ? Math.ceil(from.trials / blockSize) : 0, last];
    const before = begin < end ? [...((await keeper?.before(job)) ?? [])] : [];
    let merged = begin; // before this block all are in the tally
    let whole: Trace["blocks"] | undefined; // as it stood before a short block
    const trialsOf = (blocks: number) => Math.min(blocks * blockSize, trials);
    const play = (task: Omit<Task, "job">) => slots.use(() => cut.off(() => runner.run({ job, ...task })));
    const remember = () => {
      remembered.push({ tally: tally.slice(), trials: trialsOf(merged) });
      if (remembered.length > REMEMBERED) remembered.shift();
    };

    /** What is next, up to a block: from what was played before, where it ends by then, or a task. */
    const begun = (next: number, until: number): Waiting => {
      const edge = next < halfway ? Math.min(until, halfway) : until;
      const fits = ({ first, blocks, trials }: Stretch) =>
        first + blocks <= edge && trials === trialsOf(first + blocks) - trialsOf(first);
      while (before.length > 0 && (before[0]!.first < next || (before[0]!.first < edge && !fits(before[0]!))))
        before.shift();
      const [known] = before;
      if (known?.first === next) return { first: next, blocks: known.blocks, trials: known.trials, known };
      let blocks = Math.min(
        lengthAt(next, runner.stride?.(job) ?? strideAt(next, blockSize), repeat === true),
        edge - next,
        known ? known.first - next : edge,
      );
      if (blocks > 1 && next + blocks === last && trials % blockSize !== 0) blocks--; // a short block has its own task
      const task = { first: next, blocks, trials: trialsOf(next + blocks) - trialsOf(next) };
      const counted = play(task);
      counted.catch(() => {}); // a failure is met where the result is awaited
      return { ...task, counted };
    };

    /** Adds what a task or an earlier run counted. */
    const merge = ({ first, blocks, trials, known }: Waiting, part: Float64Array, isLook: boolean) => {
      if (trials < blockSize) whole = { count: merged, blockSize, tally: tally.slice(), squares: squares.slice() };
      for (let bin = 0; bin < bins; bin++) {
        tally[bin] = tally[bin]! + part[bin]!;
        squares[bin] = squares[bin]! + part[bins + bin]!;
      }
      const marks = part.subarray(2 * bins);
      if (known) ledger.absorb(known.notes);
      else ledger.add(marks, first);
      const repeats =
        known?.repeats ?? (repeat && isRepeated(first) ? [{ first, blocks, trials, digest: digestOf(part) }] : []);
      if (repeat) kept.push(...repeats);
      if (keeper && known === undefined) {
        const counts = part.slice(0, 2 * bins);
        keeper.add(job, { first, blocks, trials, counts, notes: notesOf(marks, first), isLook, repeats });
      }
      done += trials;
      merged += blocks;
    };

    /** Plays blocks `merged` to `until`, merging in order; says what kept it from playing all of them. */
    const playUntil = async (
      until: number,
      isLook = false,
    ): Promise<Pick<Simulated, "stoppedBy" | "fault"> | undefined> => {
      const waiting: Waiting[] = [];
      let next = merged;
      while (merged < until) {
        while (waiting.length < substreams() && next < until) {
          const one = begun(next, until);
          waiting.push(one);
          next += one.blocks;
        }
        const one = waiting.shift()!;
        let part: Float64Array | undefined;
        try {
          part = one.known ? one.known.counts : await one.counted;
        } catch (error) {
          spared += trials - trialsOf(merged);
          return { stoppedBy: "fault", fault: reasonOf(error) };
        }
        if (part === undefined) return { stoppedBy: "interrupt" };
        const ends = one.first + one.blocks;
        merge(one, part, ends === halfway || (isLook && ends === until));
        if (merged === halfway) remember();
        onProgress?.({ done, total: total - spared, job, tally, trials: trialsOf(merged) - trialsOf(begin) });
      }
      return undefined;
    };

    const played = async (): Promise<Pick<Simulated, "stoppedBy" | "fault">> => {
      if (stop !== undefined) {
        for (const look of stop.looks) {
          if (look >= last) break;
          const kept = await playUntil(look, true);
          if (kept) return kept;
          if (stop.enough(tally, trialsOf(look))) {
            spared += trials - trialsOf(look);
            return { stoppedBy: "precision" };
          }
          remember();
        }
      }
      const kept = await playUntil(end);
      return kept ?? { stoppedBy: stop?.enough(tally, trials) ? "precision" : "trials" };
    };

    /** From the last to the first, by threads that have played much since. */
    const repeated = async (): Promise<Trace["repeated"]> => {
      let blocks = 0;
      let unlike: number | undefined;
      for (const { digest, ...task } of kept.toReversed()) {
        const again = await play(task).then((counted) => counted && digestOf(counted), reasonOf);
        if (again === undefined) return undefined;
        blocks += task.blocks;
        if (again !== digest) unlike = task.first;
      }
      return { blocks, ...(unlike === undefined ? {} : { unlike }) };
    };

    if (share) {
      const { fault } = (await playUntil(end)) ?? {};
      const nothing = { tally: new Float64Array(bins), trials: 0 };
      return fault === undefined ? { ...nothing, stoppedBy: "interrupt" } : { ...nothing, stoppedBy: "fault", fault };
    }
    const outcome = await played();
    const all = trialsOf(merged);
    if (from) return { tally, trials: all, ...outcome };
    const half = nearestHalf(remembered, all);
    const again = repeat && outcome.stoppedBy !== "fault" ? await repeated() : undefined;
    const trace: Trace = {
      blocks: whole ?? { count: merged, blockSize, tally, squares },
      ...(half ? { half } : {}),
      ...(again ? { repeated: again } : {}),
      streams: ledger.streams(),
    };
    return { tally, trials: all, ...outcome, trace };
  };

  const slots = new Slots(substreams);
  const cut = new Cut(signal);
  // A few jobs at a time keep the workers busy while one of them looks at its tally.
  const results: Simulated[] = new Array(plans.length);
  let nextJob = 0;
  const worker = async () => {
    for (let job = nextJob++; job < plans.length; job = nextJob++) results[job] = await playJob(job, slots);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(substreams(), plans.length) }, worker));
    return results;
  } finally {
    cut.close();
  }
}

function trialsIn({ trials, blockSize }: JobPlan, share: Share | undefined): number {
  if (share === undefined) return trials;
  const [begin, end] = blocksOf(share, Math.ceil(trials / blockSize));
  return Math.min(end * blockSize, trials) - begin * blockSize;
}

const digestOf = (counted: Float64Array): string => sha256Hex(counted).slice(0, 16);

/** The remembered tally nearest to half of all trials. */
const nearestHalf = (remembered: readonly NonNullable<Trace["half"]>[], all: number) =>
  remembered
    .filter(({ trials }) => trials < all)
    .toSorted((a, b) => Math.abs(2 * a.trials - all) - Math.abs(2 * b.trials - all))[0];
