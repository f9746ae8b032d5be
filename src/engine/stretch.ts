/** What was played of a job, as plain data that can be kept, sent and put together again. */
import type { Task } from "./job.ts";
import { StreamLedger, type StreamNotes } from "./marks.ts";

/** Consecutive blocks and what they gave: only the last block of a job may be short, and is then a stretch of its own. */
export interface Stretch extends Omit<Task, "job"> {
  /** The summed tally of the blocks, then the summed squares of the blocks' own counts. */
  readonly counts: Float64Array;
  readonly notes: StreamNotes;
  /** It ends where the run looks at its tally: nothing is joined to it. */
  readonly isLook: boolean;
  /** Tasks of it that are to be played once more, and the digest of what they gave. */
  readonly repeats: readonly Repeat[];
}

export interface Repeat extends Omit<Task, "job"> {
  readonly digest: string;
}

/** Where what is played is kept, and where what was played before comes from. */
export interface Keeper {
  /** What is known of a job: in order of blocks, none of them twice, gaps allowed. */
  before(job: number): readonly Stretch[] | Promise<readonly Stretch[]>;
  /** Told of what is played, job by job in order of blocks. */
  add(job: number, stretch: Stretch): void;
  /** Nothing more is played. */
  close?(): Promise<void>;
}

/** A share of the blocks of every job: `part` of 1 to `of`. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const WHOLE: Share = { part: 1, of: 1 };

/** The blocks of a share of so many trials: from the first, to before the second. */
export function blocksOf({ trials, blockSize }: { trials: number; blockSize: number }, { part, of } = WHOLE) {
  const blocks = Math.ceil(trials / blockSize);
  return [Math.floor((blocks * (part - 1)) / of), Math.floor((blocks * part) / of)] as const;
}

export const isWithin = ({ first, blocks }: Pick<Stretch, "first" | "blocks">, [from, to]: readonly [number, number]) =>
  first >= from && first + blocks <= to;

/** Whether two stretches are one after the other and may be told as one. */
export const joins = (a: Stretch, b: Stretch): boolean =>
  !a.isLook && a.first + a.blocks === b.first && a.trials * b.blocks === b.trials * a.blocks;

/** Stretches that follow one another as one. */
export function joinedStretches(parts: readonly Stretch[]): Stretch {
  const [first] = parts as readonly [Stretch];
  if (parts.length === 1) return first;
  const ledger = new StreamLedger();
  const counts = new Float64Array(first.counts.length);
  for (const part of parts) {
    ledger.absorb(part.notes);
    for (let i = 0; i < counts.length; i++) counts[i]! += part.counts[i]!;
  }
  const sum = (of: (part: Stretch) => number) => parts.reduce((all, part) => all + of(part), 0);
  return {
    first: first.first,
    blocks: sum(({ blocks }) => blocks),
    trials: sum(({ trials }) => trials),
    counts,
    notes: ledger.notes(),
    isLook: parts.at(-1)!.isLook,
    repeats: parts.flatMap(({ repeats }) => repeats),
  };
}

/** A job's stretches are joined up to this share of its blocks: what is asked for later may begin within one. */
const FINEST = 8;
const LEAST = 32;

/**
 * As few stretches as say the same: what a run looked at stays apart, and none grows beyond an eighth of all, so that
 * little is played again where a later run looks elsewhere. Of the notes only what still counts is left.
 */
export function compacted(stretches: readonly Stretch[]): Stretch[] {
  const ledger = new StreamLedger();
  for (const { notes } of stretches) ledger.absorb(notes);
  const most = Math.max(LEAST, Math.ceil(stretches.reduce((sum, { blocks }) => sum + blocks, 0) / FINEST));
  const groups: Stretch[][] = [];
  let blocks = 0; // of the last group
  for (const stretch of stretches) {
    const last = groups.at(-1);
    if (last !== undefined && joins(last.at(-1)!, stretch) && blocks + stretch.blocks <= most) {
      last.push(stretch);
      blocks += stretch.blocks;
    } else {
      groups.push([stretch]);
      blocks = stretch.blocks;
    }
  }
  return groups.map((group) => {
    const whole = joinedStretches(group);
    return { ...whole, notes: ledger.needed(whole.notes) };
  });
}

/**
 * What is wrong with the counts of some trials; undefined where nothing is.
 * @param sums where the bins of each metric begin, and the last one's end: each counts every trial once
 */
export function faultOfCounts(counts: ArrayLike<number>, bins: number, trials: number, sums: readonly number[]) {
  if (counts.length < 2 * bins) return `${counts.length} numbers where ${2 * bins} are expected`;
  for (let i = 0; i < 2 * bins; i++) if (!Number.isSafeInteger(counts[i])) return `${counts[i]}, which is no count`;
  for (let m = 0; m + 1 < sums.length; m++) {
    let sum = 0;
    for (let bin = sums[m]!; bin < sums[m + 1]!; bin++) {
      if (counts[bin]! < 0) return `a count of ${counts[bin]}`;
      sum += counts[bin]!;
    }
    if (sum !== trials) return `counts that add up to ${sum} of ${trials} trials`;
  }
  return undefined;
}
