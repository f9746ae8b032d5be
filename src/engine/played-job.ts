import { sha256Hex } from "../dice/index.ts";
import type { Task } from "./job.ts";
import { notesOf, StreamLedger, type Streams } from "./marks.ts";
import { type Runner, reasonOf } from "./runner.ts";
import { type Cut, substreamsOf } from "./slots.ts";
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
interface Waiting extends Omit<Task, "job"> {
  readonly known?: Stretch;
  readonly counted?: Promise<Float64Array | undefined>;
}

type Ended = Pick<Simulated, "stoppedBy" | "fault">;

/** What all jobs of a run have in common. */
export interface JobsPlayed {
  readonly runner: Runner;
  readonly cut: Cut;
  readonly keeper: Keeper | undefined;
  readonly share: Share | undefined;
  /** Jobs that are played in turns now. */
  underWay: number;
  /** Trials that are done; and that a stop by precision, or a fault, made unnecessary. */
  done: number;
  spared: number;
}

/**
 * One job that is played, several tasks at a time, and merged in order of blocks.
 * @param heard told after each task how many trials of it are done
 */
export function playedJob(
  run: JobsPlayed,
  job: number,
  plan: JobPlan,
  heard: (trials: number, tally: Float64Array) => void,
): Promise<Simulated> {
  const { blockSize, bins, trials: all, from, stop, repeat } = plan;
  const { cut, keeper, runner, share } = run;
  const tally = from ? from.tally.slice() : new Float64Array(bins);
  const squares = new Float64Array(bins);
  const ledger = new StreamLedger();
  const remembered: NonNullable<Trace["half"]>[] = [];
  const repeats: Repeat[] = [];
  /** The one after the last block of all; the first to play, and the one after its last. */
  const last = Math.ceil(all / blockSize);
  const [begin, end] = from ? [Math.ceil(from.trials / blockSize), last] : blocksOf(plan, share);
  const halfway = from || stop ? 0 : last >> 1;
  /** What was played before, from the next block on. */
  let before: Stretch[] = [];
  /** Before this block all are in the tally. */
  let merged = begin;
  /** As it stood before a short block. */
  let whole: Trace["blocks"] | undefined;
  return played();

  async function played(): Promise<Simulated> {
    if (begin < end) before = [...((await keeper?.before(job)) ?? [])];
    if (share) return { tally: new Float64Array(bins), trials: 0, stoppedBy: "interrupt", ...(await until(end, true)) };
    const ended = await toItsEnd();
    const trials = trialsOf(merged);
    if (from) return { tally, trials, ...ended };
    const half = nearestHalf(remembered, trials);
    const again = repeat && ended.stoppedBy !== "fault" ? await repeated() : undefined;
    const trace: Trace = {
      blocks: whole ?? { count: merged, blockSize, tally, squares },
      ...(half ? { half } : {}),
      ...(again ? { repeated: again } : {}),
      streams: ledger.streams(),
    };
    return { tally, trials, ...ended, trace };
  }

  function trialsOf(blocks: number): number {
    return Math.min(blocks * blockSize, all);
  }

  async function toItsEnd(): Promise<Ended> {
    for (const look of stop?.looks ?? []) {
      if (look >= last) break;
      const kept = await until(look, true);
      if (kept) return kept;
      if (stop!.enough(tally, trialsOf(look))) {
        run.spared += all - trialsOf(look);
        return { stoppedBy: "precision" };
      }
      remember();
    }
    const kept = await until(end, true);
    return kept ?? { stoppedBy: stop?.enough(tally, all) ? "precision" : "trials" };
  }

  /** Plays blocks up to one, merging in order; says what kept it from playing all of them. */
  async function until(block: number, isLook = false): Promise<Ended | undefined> {
    const waiting: Waiting[] = [];
    let next = merged;
    while (merged < block) {
      // Of many jobs each has one task under way: a thread that plays another makes the job's tables once more.
      const most = Math.max(1, Math.floor(substreamsOf(runner.workers) / run.underWay));
      while (waiting.length < most && next < block) {
        const one = begun(next, block);
        waiting.push(one);
        next += one.blocks;
      }
      const one = waiting.shift()!;
      let part: Float64Array | undefined;
      try {
        part = one.known ? one.known.counts : await one.counted;
      } catch (error) {
        run.spared += all - trialsOf(merged);
        return { stoppedBy: "fault", fault: reasonOf(error) };
      }
      if (part === undefined) return { stoppedBy: "interrupt" };
      const ends = one.first + one.blocks;
      merge(one, part, ends === halfway || (isLook && ends === block));
      if (merged === halfway) remember();
      heard(trialsOf(merged) - trialsOf(begin), tally);
    }
    return undefined;
  }

  function counted(task: Omit<Task, "job">): Promise<Float64Array | undefined> {
    return cut.off(() => runner.run({ job, ...task }));
  }

  /** What is next, up to a block: from what was played before, where it ends by then, or a task. */
  function begun(next: number, end: number): Waiting {
    const edge = next < halfway ? Math.min(end, halfway) : end;
    const fits = ({ first, blocks, trials: count }: Stretch) =>
      first + blocks <= edge && count === trialsOf(first + blocks) - trialsOf(first);
    while (before.length > 0 && (before[0]!.first < next || (before[0]!.first < edge && !fits(before[0]!))))
      before.shift();
    const [known] = before;
    if (known?.first === next) return { first: next, blocks: known.blocks, trials: known.trials, known };
    const stride = runner.stride?.(job) ?? strideAt(next, blockSize);
    let blocks = Math.min(lengthAt(next, stride, repeat === true), edge - next, known ? known.first - next : edge);
    if (blocks > 1 && next + blocks === last && all % blockSize !== 0) blocks--; // a short block has its own task
    const task = { first: next, blocks, trials: trialsOf(next + blocks) - trialsOf(next) };
    const result = counted(task);
    result.catch(() => {}); // a failure is met where the result is awaited
    return { ...task, counted: result };
  }

  /** Adds what a task or an earlier run counted. */
  function merge({ first, blocks, trials, known }: Waiting, part: Float64Array, isLook: boolean): void {
    if (trials < blockSize) whole = { count: merged, blockSize, tally: tally.slice(), squares: squares.slice() };
    for (let bin = 0; bin < bins; bin++) {
      tally[bin] = tally[bin]! + part[bin]!;
      squares[bin] = squares[bin]! + part[bins + bin]!;
    }
    const marks = part.subarray(2 * bins);
    if (known) ledger.absorb(known.notes);
    else ledger.add(marks, first);
    const again =
      known?.repeats ?? (repeat && isRepeated(first) ? [{ first, blocks, trials, digest: digestOf(part) }] : []);
    if (repeat) repeats.push(...again);
    if (keeper && known === undefined) {
      const counts = part.slice(0, 2 * bins);
      keeper.add(job, { first, blocks, trials, counts, notes: notesOf(marks, first), isLook, repeats: again });
    }
    run.done += trials;
    merged += blocks;
  }

  function remember(): void {
    remembered.push({ tally: tally.slice(), trials: trialsOf(merged) });
    if (remembered.length > REMEMBERED) remembered.shift();
  }

  /** From the last to the first, by threads that have played much since. */
  async function repeated(): Promise<Trace["repeated"]> {
    let blocks = 0;
    let unlike: number | undefined;
    for (const { digest, ...task } of repeats.toReversed()) {
      const again = await counted(task).then((counted) => counted && digestOf(counted), reasonOf);
      if (again === undefined) return undefined;
      blocks += task.blocks;
      if (again !== digest) unlike = task.first;
    }
    return { blocks, ...(unlike === undefined ? {} : { unlike }) };
  }
}

const digestOf = (counted: Float64Array): string => sha256Hex(counted).slice(0, 16);

/** The remembered tally nearest to half of all trials. */
const nearestHalf = (remembered: readonly NonNullable<Trace["half"]>[], all: number) =>
  remembered
    .filter(({ trials }) => trials < all)
    .toSorted((a, b) => Math.abs(2 * a.trials - all) - Math.abs(2 * b.trials - all))[0];
