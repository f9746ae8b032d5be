/**
 * Battles whose acts come in a fixed order, played side by side in WebAssembly. A battle is fields of small whole numbers. An
 * act goes by some bits of some fields: what they add up to is the key under which its row is kept, and what is drawn from the
 * row is added to a field, or to several. Fields of several counts hold them in bits of their own, so that one addition changes
 * all of them.
 */

import type { Stream } from "../dice/index.ts";
import { AliasRows } from "./alias-rows.ts";
import { LANES_WASM } from "./lanes-wasm.ts";
import { keptIn } from "./once.ts";
import type { Kernel } from "./program.ts";
import { loopOf } from "./wasm-loop.ts";

/** By some bits of a field, from `shift` on, what they add to a key: as many as the table has places, a power of two. */
export interface LaneRead {
  readonly field: number;
  readonly shift: number;
  readonly adds: Int32Array;
}

/** What is added to a key where nothing is to happen. */
export const NEVER = 2 ** 24;

/** What is added to a field: a change, and what a distribution comes to. */
export interface LaneChange {
  readonly field: number;
  readonly change: number;
  readonly part?: LanePart;
}

/** What an act does, each distribution for itself. */
export type LaneDistribution = readonly LaneChange[];

/** At most 512 outcomes, of 20 bits with the sign. */
export interface LanePart {
  readonly outcomes: ArrayLike<number>;
  readonly chances: ArrayLike<number>;
}

export interface LaneAct {
  readonly reads: readonly LaneRead[];
  /** How many keys there are; nothing happens from there on. */
  readonly keys: number;
  /** The field that it changes where it changes one. */
  readonly sets: number;
  /** By the fields that it reads; undefined where nothing happens. The same object where it is the same distribution. */
  distribution(position: Int32Array): LaneDistribution | undefined;
}

/** Counts how battles stand. */
export interface LaneCount {
  readonly reads: readonly LaneRead[];
  /** By key, so many bins of a tally. */
  readonly bins: Int32Array;
  readonly width: number;
}

/** Reckons a field from others, so that acts to come go by one number. */
export interface LaneReckoning {
  readonly reads: readonly LaneRead[];
  /** What it is by key; 0 where there is no such key. */
  readonly values: Int32Array;
  readonly sets: number;
}

/** What all lanes do, one after another. */
export type LaneStep =
  | { readonly act: LaneAct }
  | { readonly reckon: LaneReckoning }
  | { readonly count: LaneCount /** Where its bins begin. */; readonly at: number };

/** What a step did in a battle that is told. */
export interface LaneTaken {
  /** Its number among the acts, counts left out. */
  readonly number: number;
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** Battles side by side: each waits for its own last draw, not for the others'. */
const LANES = 32;
/** Words: the lane in which a step was left, that step, battles to come, keys, fields; the stream's four come first. */
const LANE = 4;
const NUMBER = 5;
const LEFT = 6;
const KEYS = 16;
const FIELDS = KEYS + LANES;
/** Words of a step; what it does. */
const STEP = 6;
const [COUNTS, ACTS, RECKONS] = [0, 1, 2];

/** The loop of assets/wasm/lanes.ts: addresses, but for `still`, numbers of steps, and lanes. */
interface LaneLoop {
  play(at: number, rows: number, still: number, steps: number, last: number, start: number, bytes: number): number;
  run(at: number, rows: number, still: number, steps: number, first: number, last: number, lanes: number): number;
}

export class LaneKernel implements Kernel {
  /** How many fields there are; in words from the beginning, what they begin with in all lanes. */
  readonly #fields: number;
  readonly #start: number;
  readonly #steps: readonly LaneStep[];
  readonly #memory = loopOf(LANES_WASM);
  readonly #loop = this.#memory.exports as unknown as LaneLoop;
  readonly #rows = new AliasRows();
  readonly #still: number;
  readonly #distributions = new Map<LaneDistribution, number>();
  readonly #parts = new Map<LanePart, number>();
  /** All but the rows, as it was left; rows follow it. */
  readonly #image: Int32Array;
  /** In words from its beginning: where steps are, and by step its heads or counters. */
  readonly #stepped: number;
  readonly #places: readonly number[];
  /** The same where it is played. */
  #words: Int32Array = new Int32Array(0);
  /** Where it lies in the memory, and how many words of rows with it; since which clearing. */
  #at = 0;
  #rowsAt = 0;
  #copied = 0;
  #room = 0;
  #since = -1;

  /** @param start every field's first value */
  constructor(start: ArrayLike<number>, steps: readonly LaneStep[]) {
    this.#fields = start.length;
    this.#steps = steps;
    this.#still = this.#rows.add([0], [1]);
    let end = FIELDS + start.length * LANES;
    const room = (length: number) => {
      end += length;
      return end - length;
    };
    const places = new Map<unknown, number>();
    const place = (what: unknown, length: number) => keptIn(places, what, () => room(length));
    this.#start = room(start.length * LANES);
    this.#stepped = room(STEP * steps.length);
    this.#places = steps.map((step) => {
      if ("act" in step) return place(step.act, step.act.keys + 1);
      return "count" in step ? room(keysOf(step.count)) : place(step.reckon, step.reckon.values.length + 1);
    });
    const written: (readonly [at: number, words: ArrayLike<number>])[] = Array.from(start, (value, field) => [
      this.#start + field * LANES,
      new Int32Array(LANES).fill(value),
    ]);
    steps.forEach((step, s) => {
      const inner = "act" in step ? step.act : "count" in step ? step.count : step.reckon;
      const keys = "act" in step ? step.act.keys : "count" in step ? 0 : step.reckon.values.length;
      const reads = inner.reads.flatMap((read) => {
        const table = place(read.adds, read.adds.length);
        written.push([table, read.adds]);
        return [4 * (FIELDS + read.field * LANES), read.shift, read.adds.length - 1, 4 * table];
      });
      const first = place(inner.reads, reads.length);
      written.push([first, reads]);
      const field = "sets" in inner ? 4 * (FIELDS + inner.sets * LANES) : 0;
      const does = "act" in step ? ACTS : "count" in step ? COUNTS : RECKONS;
      const words = [4 * this.#places[s]!, field, 4 * first, 4 * (first + reads.length), keys, does];
      written.push([this.#stepped + STEP * s, words]);
      if ("act" in step) written.push([this.#places[s]! + keys, [this.#still]]);
      if ("reckon" in step) written.push([this.#places[s]!, step.reckon.values]);
    });
    this.#memory.admit(4 * end);
    this.#image = new Int32Array(end + (end & 1));
    for (const [at, words] of written) this.#image.set(words, at);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#begin(stream);
    this.#words[NUMBER] = 0;
    this.#words[LEFT] = trials;
    const start = 4 * this.#start;
    const bytes = 4 * LANES * this.#fields;
    const last = this.#steps.length;
    while (this.#loop.play(this.#at, this.#rowsAt, this.#still, 4 * this.#stepped, last, start, bytes))
      this.#make(this.#words[NUMBER]!);
    this.#end(stream, tally);
  }

  /** What happens in trial number `trial` of a stream: acts in which something may. Reckonings are none. */
  taken(stream: Stream, trial: number): LaneTaken[] {
    const lane = trial % LANES;
    this.play(stream, trial - lane, new Float64Array(0)); // nobody reads it
    this.#begin(stream);
    this.#words.copyWithin(FIELDS, this.#start, this.#start + LANES * this.#fields);
    const taken: LaneTaken[] = [];
    let number = 0;
    this.#steps.forEach((entry, step) => {
      if ("count" in entry) return;
      const before = this.#position(lane);
      while (this.#loop.run(this.#at, this.#rowsAt, this.#still, 4 * this.#stepped, step, step + 1, 0) === step)
        this.#make(step);
      if ("reckon" in entry) return;
      const happens = keyAt(entry.act.reads, before) < entry.act.keys && entry.act.distribution(before) !== undefined;
      if (happens) taken.push({ number, before, after: this.#position(lane) });
      number++;
    });
    this.#end(stream, new Float64Array(0));
    return taken;
  }

  #begin(stream: Stream): void {
    if (this.#since !== this.#memory.clearings) this.#lay();
    // The memory may have grown meanwhile.
    else if (this.#words.buffer !== this.#memory.words.buffer) this.#words = this.#view();
    const words = this.#words;
    words[0] = stream.a;
    words[1] = stream.b;
    words[2] = stream.c;
    words[3] = stream.d;
  }

  /** Pours what has been counted into a tally. */
  #end(stream: Stream, tally: Float64Array): void {
    const words = this.#words;
    stream.a = words[0]!;
    stream.b = words[1]!;
    stream.c = words[2]!;
    stream.d = words[3]!;
    for (let s = 0; s < this.#steps.length; s++) {
      const step = this.#steps[s]!;
      if ("count" in step) pour(words, this.#places[s]!, step.count, step.at, tally);
    }
    this.#image.set(words);
  }

  #view(): Int32Array {
    return this.#memory.words.subarray(this.#at >> 2, (this.#at >> 2) + this.#image.length);
  }

  /** Puts all anew where it has room. */
  #lay(): void {
    const { length, data } = this.#rows;
    this.#room = 2 * length;
    this.#at = this.#memory.reserve(4 * (this.#image.length + this.#room));
    this.#rowsAt = this.#at + 4 * this.#image.length;
    this.#since = this.#memory.clearings;
    this.#words = this.#view();
    this.#words.set(this.#image);
    this.#memory.words.set(data.subarray(0, length), this.#rowsAt >> 2);
    this.#copied = length;
  }

  #make(number: number): void {
    const words = this.#words;
    const lane = words[LANE]!;
    const step = this.#steps[number]!;
    if (!("act" in step)) throw new RangeError("only acts have rows");
    const distribution = step.act.distribution(this.#position(lane));
    words[this.#places[number]! + words[KEYS + lane]!] =
      distribution === undefined ? this.#still : this.#rowOf(distribution, step.act.sets);
    const { length, data } = this.#rows;
    if (length > this.#room) {
      this.#image.set(words);
      this.#lay();
    } else {
      this.#memory.words.set(data.subarray(this.#copied, length), (this.#rowsAt >> 2) + this.#copied);
      this.#copied = length;
    }
  }

  /** A row; below 0, where a list of rows begins. @param sets the field that a row alone is drawn for */
  #rowOf(distribution: LaneDistribution, sets: number): number {
    return keptIn(this.#distributions, distribution, ([first, ...others]) =>
      others.length === 0 && first?.field === sets
        ? this.#rows.add(first.part?.outcomes ?? [0], first.part?.chances ?? [1], first.change)
        : -this.#rows.addList(
            distribution.flatMap(({ field, change, part }) => [
              4 * (FIELDS + field * LANES),
              change,
              part === undefined ? 0 : this.#partOf(part),
            ]),
          ),
    );
  }

  #partOf(part: LanePart): number {
    return keptIn(this.#parts, part, () => this.#rows.add(part.outcomes, part.chances));
  }

  #position(lane: number): Int32Array {
    const position = new Int32Array(this.#fields);
    for (let field = 0; field < position.length; field++) position[field] = this.#words[FIELDS + field * LANES + lane]!;
    return position;
  }
}

/** Adds counters to a tally, and begins them anew. */
function pour(words: Int32Array, first: number, { bins, width }: LaneCount, at: number, tally: Float64Array): void {
  for (let bin = 0, place = first; bin < bins.length; bin += width, place++) {
    const count = words[place]!;
    if (count === 0) continue;
    words[place] = 0;
    for (let i = bin; i < bin + width; i++) tally[at + bins[i]!] = tally[at + bins[i]!]! + count;
  }
}

/** The key of a position. */
export const keyAt = (reads: readonly LaneRead[], position: ArrayLike<number>): number =>
  reads.reduce((key, { field, shift, adds }) => key + adds[(position[field]! >> shift) & (adds.length - 1)]!, 0);

const keysOf = ({ bins, width }: LaneCount): number => bins.length / width;
