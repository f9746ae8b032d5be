/**
 * Questions that several metrics answer together: "at most one lost here and three or more there, in the same trial".
 * Each becomes a metric of its own, `joint`, with the values no and yes.
 */

import { type Stream, Stream as Words } from "../dice/index.ts";
import { holdsBy, testsIn } from "./logic.ts";
import { message, part, type Sentence } from "./message.ts";
import {
  type JointAnswer,
  type Kernel,
  type Metric,
  type MetricTest,
  type Program,
  type TrialCondition,
  tallyOffsets,
} from "./program.ts";
import { workOfPlaying } from "./work.ts";

export interface Joint {
  /** The question as it is shown. */
  readonly text: string;
  readonly holds: TrialCondition;
}

export const JOINT = "joint";

/** Numbers of the metrics that a condition looks at, each once, in rising order. */
export const metricsIn = (condition: TrialCondition): number[] =>
  [...new Set(testsIn(condition).map(({ metric }) => metric))].sort((a, b) => a - b);

/** Whether a condition holds where metric `m` is in bin `bins[m]`. */
export const holds = (condition: TrialCondition, bins: ArrayLike<number>): boolean => holdsBy(condition, bins, isIn);
const isIn = ({ metric, bins: wanted }: MetricTest, bins: ArrayLike<number>): boolean => wanted[bins[metric]!]!;

/** Operations that asking a trial takes: it is played by itself, its tally read. */
const ASKED = 20;

/**
 * The program with a metric more for each question. It is exact where the program is and answers every question; what is
 * simulated is played trial by trial, so that all metrics of a trial are seen together.
 */
export function withJoints(program: Program, joints: readonly Joint[]): Program {
  if (joints.length === 0) return program;
  const { metrics, exact } = program;
  const answers = joints.map(
    ({ holds }): JointAnswer => program.joint?.(holds) ?? { impossible: "its metrics are summed one by one" },
  );
  const { trial, pair = trial, ...making } = workOfPlaying(program);
  return {
    metrics: [...metrics, ...joints.map(({ text }): Metric => ({ name: JOINT, section: text, values: ["no", "yes"] }))],
    blockSize: program.blockSize,
    // Every metric of every trial is looked at.
    work: { ...making, trial: trial + ASKED, pair: pair + ASKED },
    exact: exactOf(exact, joints, answers),
    kernel: () => new JointKernel(program.kernel(), metrics, joints),
    ...(program.pairedKernel && { pairedKernel: () => new JointKernel(program.pairedKernel!(), metrics, joints) }),
  };
}

function exactOf(exact: Program["exact"], joints: readonly Joint[], answers: readonly JointAnswer[]): Program["exact"] {
  if ("impossible" in exact) return exact;
  const refused = answers.findIndex((answer) => "impossible" in answer);
  if (refused >= 0) {
    const { impossible } = answers[refused] as { impossible: Sentence };
    return { impossible: message`${`"${joints[refused]!.text}"`}: ${part(impossible)}` };
  }
  const solvable = answers as readonly Exclude<JointAnswer, { impossible: Sentence }>[];
  return {
    ...(exact.known && { known: true as const }),
    operations: solvable.reduce((sum, { operations }) => sum + operations, exact.operations),
    solve: () => [...exact.solve(), ...solvable.map((answer) => answer.solve())],
  };
}

/** Plays another kernel's trials one by one, and counts what holds of each. */
class JointKernel implements Kernel {
  readonly #inner: Kernel;
  readonly #joints: readonly Joint[];
  readonly #metrics: number;
  /** Metrics that are looked at, and where their bins begin and end. */
  readonly #watched: Int32Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** The counts of those bins before the trial, one after another, and the bin of every metric in it. */
  readonly #before: Float64Array;
  readonly #bins: Int32Array;
  /** Where the bins of the first question begin. */
  readonly #first: number;

  constructor(inner: Kernel, metrics: readonly Metric[], joints: readonly Joint[]) {
    const offsets = tallyOffsets(metrics);
    this.#inner = inner;
    this.#joints = joints;
    this.#metrics = metrics.length;
    this.#watched = Int32Array.from(new Set(joints.flatMap(({ holds }) => metricsIn(holds))));
    this.#from = this.#watched.map((metric) => offsets[metric]!);
    this.#to = this.#watched.map((metric) => offsets[metric + 1]!);
    this.#before = new Float64Array(offsets.at(-1)!);
    this.#bins = new Int32Array(metrics.length);
    this.#first = offsets.at(-1)!;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    if (this.#inner.trace) this.#traced(stream, trials, tally);
    else this.#oneByOne(stream, trials, tally);
  }

  #traced(stream: Stream, trials: number, tally: Float64Array): void {
    const again = new Words(stream.a, stream.b, stream.c, stream.d);
    this.#inner.play(stream, trials, tally);
    const bins = this.#inner.trace!(again, trials);
    const metrics = this.#metrics;
    for (let trial = 0; trial < trials; trial++)
      this.#count(bins.subarray(trial * metrics, (trial + 1) * metrics), tally);
  }

  #oneByOne(stream: Stream, trials: number, tally: Float64Array): void {
    const before = this.#before;
    const bins = this.#bins;
    for (let bin = 0; bin < before.length; bin++) before[bin] = tally[bin]!;
    for (let trial = 0; trial < trials; trial++) {
      this.#inner.play(stream, 1, tally);
      for (let w = 0; w < this.#watched.length; w++) {
        let bin = this.#from[w]!;
        const end = this.#to[w]! - 1;
        while (bin < end && tally[bin] === before[bin]) bin++;
        before[bin] = tally[bin]!;
        bins[this.#watched[w]!] = bin - this.#from[w]!;
      }
      this.#count(bins, tally);
    }
  }

  #count(bins: ArrayLike<number>, tally: Float64Array): void {
    for (let j = 0; j < this.#joints.length; j++) {
      const bin = this.#first + 2 * j + (holds(this.#joints[j]!.holds, bins) ? 1 : 0);
      tally[bin] = tally[bin]! + 1;
    }
  }
}
