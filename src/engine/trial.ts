/** One trial of a run, found again: which block it is in, and what it came to. */
import { blockStream, cellKey } from "../dice/index.ts";
import { firstWhere } from "../rule/first-where.ts";
import { type BlockPlace, type Kernel, type Program, tallyOffsets } from "../rule/program.ts";
import type { ToTell } from "../rulesets/telling.ts";
import type { Job } from "./job.ts";

type Source = Pick<Job, "seed" | "cell">;

/** Where a trial is in a run: blocks, and trials in a block, counted from 0. */
export interface TrialPlace {
  readonly block: number;
  readonly trial: number;
  /** Trials of its block; the last block of a run may be short. */
  readonly trials: number;
}

/** The place of trial number `trial` (from 0) of `trials`. */
export function placeOf(trial: number, trials: number, blockSize: number): TrialPlace {
  const block = Math.floor(trial / blockSize);
  return { block, trial: trial - block * blockSize, trials: Math.min(blockSize, trials - block * blockSize) };
}

/** What a kind needs to tell that trial. What its draws left open is settled by a stream of the trial's own. */
export function toTell({ seed, cell }: Source, at: TrialPlace): Pick<ToTell, "place" | "chance"> {
  const { block, trial, trials } = at;
  return {
    place: (): BlockPlace => ({ stream: blockStream(cellKey(seed, cell), block), trial, trials }),
    // No cell's id has a line break in it, so no block shares this address.
    chance: blockStream(cellKey(seed, `${cell}\nreplay ${block} ${trial}`), 0),
  };
}

/**
 * The first trial of a run, counted from 0, that counts in one bin of the tally.
 * @returns -1 when none of them does
 */
export function firstTrialIn(source: Source, program: Program, bin: number, trials: number): number {
  const { blockSize, metrics } = program;
  const offsets = tallyOffsets(metrics);
  const key = cellKey(source.seed, source.cell);
  const kernel = program.kernel();
  const count = (block: number, some: number) => {
    const tally = new Float64Array(offsets.at(-1)!);
    kernel.play(blockStream(key, block), some, tally);
    return tally[bin]!;
  };
  for (let block = 0; block * blockSize < trials; block++) {
    const { trials: size } = placeOf(block * blockSize, trials, blockSize);
    if (count(block, size) === 0) continue;
    const inside = kernel.trace
      ? firstTraced(kernel, block, size)
      : firstWhere(size - 1, (before) => count(block, before + 1) > 0);
    return block * blockSize + inside;
  }
  return -1;

  function firstTraced({ trace }: Kernel, block: number, size: number): number {
    const bins = trace!.call(kernel, blockStream(key, block), size);
    const metric = offsets.findIndex((from, m) => from <= bin && bin < offsets[m + 1]!);
    for (let trial = 0; ; trial++) if (offsets[metric]! + bins[trial * metrics.length + metric]! === bin) return trial;
  }
}
