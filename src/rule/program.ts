import type { Stream } from "../dice/index.ts";
import type { Exact } from "./exact.ts";
import type { Logic } from "./logic.ts";
import type { Sentence } from "./message.ts";

/** What is measured: a name, where in the trial, and the value that each bin stands for. */
export interface Metric {
  readonly name: string;
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly target?: string;
  readonly section?: string;
  /** Numbers (then mean, sd and quantiles make sense) or words, one per bin. */
  readonly values: readonly (number | string)[];
}

/** Plays trials and counts them. Allocates when it is made, never while it plays. */
export interface Kernel {
  /** Adds `trials` trials to the tally: for each metric in order, one bin per value. */
  play(stream: Stream, trials: number, tally: Float64Array): void;
  /**
   * The same trials one by one: the bin of every metric (0 is its first value), trial after trial. Only kernels have it
   * whose trials are not played one after another; of the others the first n trials of a stream are always the same.
   */
  trace?(stream: Stream, trials: number): Int32Array;
}

/** Whether the bin of metric number `metric` is one of those. */
export interface MetricTest {
  readonly metric: number;
  readonly bins: readonly boolean[];
}
/** What has to hold of one trial. Plain data: it goes to worker threads. */
export type TrialCondition = Logic<MetricTest>;

/** An exact answer of one question: the chances of no and yes, or why there is none. */
export type JointAnswer = { readonly operations: number; solve(): Exact } | { readonly impossible: Sentence };

/**
 * What a simulation takes, in the operations of `Program.exact`: one is an addition of short whole numbers, of which a thread
 * does about 20 million a second. Counted from the numbers of the fight, never measured by a clock.
 */
export interface PlayingWork {
  /** Making the program itself, for an exact answer too. */
  readonly program: number;
  /** Making its kernel. */
  readonly kernel: number;
  readonly trial: number;
  /** A trial of one of the cells of a paired run; a trial when left out. */
  readonly pair?: number;
}

/** What an experiment comes down to: the engine knows no more about a game than this. */
export interface Program {
  /** The first one is the main metric. */
  readonly metrics: readonly Metric[];
  /**
   * How many operations the exact answer takes, and the answer, one per metric; or why there is none. Where it is `known`, those
   * were made to find that out, and are not made again; where it `isOpen`, more of them may find one.
   */
  readonly exact:
    | { readonly operations: number; readonly known?: true; solve(): readonly Exact[] }
    | { readonly impossible: Sentence; readonly isOpen?: boolean };
  /** Looks for the exact answer in so many operations at most, where that takes many; gives how many it did. */
  find?(operations: number): number;
  /** Trials per block: a constant of the kind, so that results do not depend on workers. */
  readonly blockSize: number;
  /** Left out where nobody has counted it: told by the size of a block then. */
  readonly work?: PlayingWork;
  /** The exact answer of a question that several metrics answer together; left out where they are never seen together. */
  joint?(question: TrialCondition): JointAnswer;
  kernel(): Kernel;
  /** Where another kernel serves paired runs better: one that draws in the order of outcomes, substream by substream. */
  pairedKernel?(): Kernel;
}

/** Where each metric's bins begin in a tally, and the length of the whole tally last. */
export function tallyOffsets(metrics: readonly Metric[]): number[] {
  const offsets = [0];
  for (const metric of metrics) offsets.push(offsets.at(-1)! + metric.values.length);
  return offsets;
}

/** Where a trial is: in a block that begins with `stream`, so many trials before it of so many in all. */
export interface BlockPlace {
  readonly stream: Stream;
  readonly trial: number;
  readonly trials: number;
}
