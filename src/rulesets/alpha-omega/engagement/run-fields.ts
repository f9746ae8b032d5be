import { type LaneRead, NEVER } from "../../../rule/lanes.ts";
import { downOf, pack, pinnedOf, readyOf, waysOf } from "./counts.ts";
import type { LikeRun, Plan, Squad } from "./plan.ts";

/** Soldiers of a run, whose counts of three states a field has room for. */
export const MOST_A_RUN = 63;
/** Bits that a field may have, and ways in which the soldiers of one may stand: what one draw may settle. */
const MOST_BITS = 18;
const MOST_WAYS = 512;
/** Bits of a field up to which one read sees all of it. */
const MOST_AT_ONCE = 9;

/** What bits of a field add to a key, whose highest number is `most`. */
export const readOf = (field: number, shift: number, most: number, of: (value: number) => number): LaneRead => ({
  field,
  shift,
  adds: Int32Array.from({ length: 2 ** (32 - Math.clz32(most)) }, (_, value) => of(value)),
});

/** Nothing happens but where a field is as it has to be. @param most that it may be */
export const only = (field: number, most: number, is: (value: number) => boolean): LaneRead =>
  readOf(field, 0, most, (value) => (is(value) ? 0 : NEVER));

/** Where the counts of a run are. */
interface RunPlace {
  /** The runs of its field, and the field. */
  readonly block: readonly LikeRun[];
  readonly field: number;
  /** Bits of one count of it, and where those who are ready begin; so many bits on those who are pinned, then down. */
  readonly bits: number;
  readonly shift: number;
  readonly apart: number;
}

/**
 * The fields of a battle by acts in which runs of like soldiers are: how many of each are ready, then how many are pinned, then
 * down, in bits of their own. Small runs who follow each other are in one field, so that one act may settle them.
 */
export class RunFields {
  /** How each field begins. */
  readonly start: readonly number[];
  readonly #places = new Map<LikeRun, RunPlace>();

  constructor({ squads }: Pick<Plan, "squads">) {
    this.start = squads.flatMap(blocksOf).map((block, field) => {
      const apart = block.reduce((sum, { size }) => sum + bitsOf(size), 0);
      let shift = 0;
      for (const run of block) {
        const bits = bitsOf(run.size);
        this.#places.set(run, { block, field, bits, shift, apart });
        shift += bits;
      }
      return block.reduce((all, run) => all + this.of(run)(pack(run.size, 0, 0)), 0);
    });
  }

  field(run: LikeRun): number {
    return this.#places.get(run)!.field;
  }

  /** Runs, those of one field together. */
  blocks(runs: readonly LikeRun[]): LikeRun[][] {
    return [...new Set(runs.map((run) => this.field(run)))].map((field) =>
      runs.filter((run) => this.field(run) === field),
    );
  }

  /** The same for runs whose counts have the same bits of their fields. */
  layout(run: LikeRun): number {
    const { shift, apart } = this.#places.get(run)!;
    return (shift << MOST_BITS) + apart;
  }

  /** Packed counts as they are in the field of a run. */
  of(run: LikeRun): (counts: number) => number {
    const { shift, apart } = this.#places.get(run)!;
    return (counts) => (readyOf(counts) + (pinnedOf(counts) << apart) + (downOf(counts) << (2 * apart))) << shift;
  }

  /** Packed counts of a run. */
  counts(run: LikeRun, position: ArrayLike<number>): number {
    const { field, bits, shift, apart } = this.#places.get(run)!;
    const packed = position[field]! >> shift;
    const mask = (1 << bits) - 1;
    return pack(packed & mask, (packed >> apart) & mask, (packed >> (2 * apart)) & mask);
  }

  /** What some runs add to a key: those who are ready, and those who are pinned and down. @param k the place among the runs */
  reads(
    runs: readonly LikeRun[],
    ready?: (count: number, k: number) => number,
    stricken?: (pinned: number, down: number, k: number) => number,
  ): LaneRead[] {
    return this.blocks(runs).flatMap((block) => {
      const places = block.map((run) => ({ ...this.#places.get(run)!, k: runs.indexOf(run) }));
      const { field, apart } = places[0]!;
      const count = (all: number, { shift, bits }: RunPlace) => (all >> shift) & ((1 << bits) - 1);
      const ofReady = (all: number) => places.reduce((sum, at) => sum + ready!(count(all, at), at.k), 0);
      const ofStricken = (all: number) =>
        places.reduce((sum, at) => sum + stricken!(count(all, at), count(all >> apart, at), at.k), 0);
      if (ready && stricken && 3 * apart <= MOST_AT_ONCE)
        return [readOf(field, 0, 2 ** (3 * apart) - 1, (all) => ofReady(all) + ofStricken(all >> apart))];
      return [
        ...(ready ? [readOf(field, 0, 2 ** apart - 1, ofReady)] : []),
        ...(stricken ? [readOf(field, apart, 2 ** (2 * apart) - 1, ofStricken)] : []),
      ];
    });
  }
}

const bitsOf = (size: number): number => 32 - Math.clz32(size);

function blocksOf({ runs, hidden }: Squad): LikeRun[][] {
  const blocks: LikeRun[][] = [];
  for (const run of runs) {
    const last = blocks.at(-1);
    const all = [...(last ?? []), run];
    const bits = 3 * all.reduce((sum, { size }) => sum + bitsOf(size), 0);
    const ways = all.reduce((product, { size }) => product * waysOf(size), 1);
    const fits = bits <= MOST_BITS && ways <= MOST_WAYS && all.every(({ kind }) => hidden[kind] === hidden[run.kind]);
    if (last !== undefined && fits) last.push(run);
    else blocks.push([run]);
  }
  return blocks;
}
