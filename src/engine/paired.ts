import { pairKey, TrialStream } from "../dice/index.ts";
import { withJoints } from "../rule/joint.ts";
import { type Kernel, type Program, tallyOffsets } from "../rule/program.ts";
import { addGame, loadRuleset } from "../rulesets/index.ts";
import { programFor } from "../rulesets/ruleset.ts";
import type { Job, Task } from "./job.ts";
import { MARKS, markOf } from "./marks.ts";

/** A number of one cell: the bins of its tally that a metric has, and what each is worth: whole numbers. */
export interface PairedReading {
  readonly cell: number;
  /** The first bin of the metric in the cell's tally. */
  readonly from: number;
  readonly values: readonly number[];
}

/** As in `Job`: a question adds bins to the tally of its cell. */
export interface PairedCell extends Pick<Job, "kind" | "profile" | "joints" | "game"> {
  /** Of another text of the job's game: what if a rule were another? */
  readonly ruleset?: string;
}

/** Cells that are compared with one another, played on the same dice trial by trial. Plain data. */
export interface PairedJob extends Pick<Job, "seed" | "ruleset" | "game"> {
  /** What the ids of the cells have in common: with the seed, their luck. */
  readonly common: string;
  readonly cells: readonly PairedCell[];
  /** By measure, a number of each cell that has it: those whose products are summed. */
  readonly measures: readonly (readonly PairedReading[])[];
}

/** Trials in a block: few, since one trial plays every cell. Streams go by trial, so this decides only where looks fall. */
export const PAIRED_BLOCK = 256;

/** Where things are in a message: the tally of each cell, then of each measure its sums, its products, its differences. */
export interface PairedLayout {
  /** By cell, where its tally begins; where the last one ends comes last. */
  readonly tallies: readonly number[];
  /** By measure, where its sums begin; its products, row by row from the diagonal on, come after them. */
  readonly sums: readonly number[];
  /** By measure, of every reading but the first what it is less the first: where its histogram begins, and its values. */
  readonly differences: readonly (readonly { readonly from: number; readonly values: readonly number[] }[])[];
  readonly length: number;
}

/** @param bins of each cell's tally @param measures the readings of each */
export function pairedLayout(
  bins: readonly number[],
  measures: readonly (readonly Pick<PairedReading, "values">[])[],
): PairedLayout {
  const tallies = [0];
  for (const count of bins) tallies.push(tallies.at(-1)! + count);
  let length = tallies.at(-1)!;
  const sums: number[] = [];
  const differences = measures.map((readings) => {
    const count = readings.length;
    sums.push(length);
    length += count + (count * (count + 1)) / 2;
    return readings.slice(1).map((reading) => {
      const values = differencesOf(readings[0]!.values, reading.values);
      const from = length;
      length += values.length;
      return { from, values };
    });
  });
  return { tallies, sums, differences, length };
}

/** What two readings can differ by, the least first. */
const differencesOf = (first: readonly number[], second: readonly number[]): number[] =>
  [...new Set(second.flatMap((b) => first.map((a) => b - a)))].sort((a, b) => a - b);

/** The programs of a paired job's cells. */
export async function programsOfPairs({ ruleset, game, cells }: PairedJob): Promise<Program[]> {
  for (const one of [game, ...cells.map((cell) => cell.game)]) if (one !== undefined) addGame(one);
  return Promise.all(
    cells.map(async ({ kind, profile, joints = [], ...source }) => {
      const { kinds } = await loadRuleset(source.ruleset ?? ruleset);
      return withJoints(programFor(kinds[kind]!, profile), joints);
    }),
  );
}

/**
 * Plays the blocks of a paired job. The message of a task holds integers only, and adding messages merges them: what
 * `PairedLayout` says, then, as in every message, the summed squares of the blocks' own counts (of the tallies alone) and
 * the marks of each block: of its first trial's stream, and of its last one's where the last cell left it.
 */
export class PairedPlayer {
  readonly #stream: TrialStream;
  readonly #kernels: readonly Kernel[];
  readonly #layout: PairedLayout;
  /** Of one block, and the tally of each cell within it. */
  readonly #block: Float64Array;
  readonly #parts: readonly Float64Array[];
  /** All readings, measure by measure: the cell of each, its bins, and what they are worth. */
  readonly #cell: Int32Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #worth: readonly Float64Array[];
  /** Where the readings of each measure begin, and where the last end. */
  readonly #first: Int32Array;
  /** By measure, of every reading but the first: where a trial that differs by so much from the first is counted. */
  readonly #differences: readonly (readonly ReadonlyMap<number, number>[])[];
  /** By reading: what its bins held before the trial, and what the trial gave. */
  readonly #seen: readonly Float64Array[];
  readonly #value: Float64Array;

  constructor(job: Pick<PairedJob, "common" | "seed" | "measures">, programs: readonly Program[]) {
    const readings = job.measures.flat();
    this.#stream = new TrialStream(pairKey(job.seed, job.common));
    this.#kernels = programs.map((program) => program.pairedKernel?.() ?? program.kernel());
    this.#layout = pairedLayout(
      programs.map(({ metrics }) => tallyOffsets(metrics).at(-1)!),
      job.measures,
    );
    this.#differences = this.#layout.differences.map((difference) =>
      difference.map(({ from, values }) => new Map(values.map((value, bin) => [value, from + bin]))),
    );
    this.#block = new Float64Array(this.#layout.length);
    const { tallies } = this.#layout;
    this.#parts = this.#kernels.map((_, cell) => this.#block.subarray(tallies[cell], tallies[cell + 1]));
    this.#cell = Int32Array.from(readings, ({ cell }) => cell);
    this.#from = Int32Array.from(readings, ({ from }) => from);
    this.#to = Int32Array.from(readings, ({ from, values }) => from + values.length);
    this.#worth = readings.map(({ values }) => Float64Array.from(values));
    this.#seen = readings.map(({ values }) => new Float64Array(values.length));
    this.#value = new Float64Array(readings.length);
    let first = 0;
    this.#first = Int32Array.of(0, ...job.measures.map(({ length }) => (first += length)));
  }

  play(task: Pick<Task, "first" | "blocks" | "trials">): Float64Array {
    if (task.trials > task.blocks * PAIRED_BLOCK)
      throw new RangeError(`${task.trials} trials are more than ${task.blocks} blocks of ${PAIRED_BLOCK}`);
    const { length, tallies } = this.#layout;
    const end = task.first * PAIRED_BLOCK + task.trials;
    const message = new Float64Array(2 * length + MARKS * Math.ceil(task.trials / PAIRED_BLOCK));
    const block = this.#block;
    const counts = tallies.at(-1)!;
    let marks = 2 * length;
    for (let start = task.first * PAIRED_BLOCK; start < end; start += PAIRED_BLOCK) {
      block.fill(0);
      for (const seen of this.#seen) seen.fill(0);
      this.#stream.begin(start);
      message[marks++] = markOf(this.#stream);
      this.#some(start, Math.min(end, start + PAIRED_BLOCK));
      message[marks++] = markOf(this.#stream);
      for (let i = 0; i < length; i++) message[i]! += block[i]!;
      for (let bin = 0; bin < counts; bin++) message[length + bin]! += block[bin]! * block[bin]!;
    }
    return message;
  }

  #some(start: number, end: number): void {
    const parts = this.#parts;
    for (let trial = start; trial < end; trial++) {
      for (let cell = 0; cell < parts.length; cell++) {
        this.#stream.begin(trial);
        this.#kernels[cell]!.play(this.#stream, 1, parts[cell]!);
      }
      this.#read(parts);
      this.#add(this.#block);
    }
  }

  /** What the trial gave: in each metric one bin has gone up by one. */
  #read(parts: readonly Float64Array[]): void {
    for (let r = 0; r < this.#value.length; r++) {
      const tally = parts[this.#cell[r]!]!;
      const from = this.#from[r]!;
      const seen = this.#seen[r]!;
      for (let bin = from; bin < this.#to[r]!; bin++)
        if (tally[bin] !== seen[bin - from]) {
          seen[bin - from] = tally[bin]!;
          this.#value[r] = this.#worth[r]![bin - from]!;
        }
    }
  }

  #add(message: Float64Array): void {
    const value = this.#value;
    for (let m = 0; m + 1 < this.#first.length; m++) {
      const begin = this.#first[m]!;
      const end = this.#first[m + 1]!;
      let at = this.#layout.sums[m]!;
      for (let r = begin; r < end; r++, at++) message[at] = message[at]! + value[r]!;
      for (let r = begin; r < end; r++)
        for (let s = r; s < end; s++, at++) message[at] = message[at]! + value[r]! * value[s]!;
      const differences = this.#differences[m]!;
      for (let r = begin + 1; r < end; r++) message[differences[r - begin - 1]!.get(value[r]! - value[begin]!)!]! += 1;
    }
  }
}
