import { type AliasRows, type Draws, loopOf } from "../../../rule/index.ts";
import type { CountFire } from "./count-rows.ts";
import { COUNTS_WASM } from "./counts-wasm.ts";

/** Fights played side by side: each waits for its own last draw, not for the others'. */
export const LANES = 32;

/** Words: where a step was left, the rows that have been found, the counts; the stream's four come first. */
const LANE = 4;
const FOUND = 16;
const COUNTS = FOUND + LANES;
/** Words of a step. */
const STEP = 8;

/** The loop of assets/wasm/counts.ts: addresses, but for `still`, the numbers of steps, and lanes. */
interface CountLoop {
  run(at: number, rows: number, still: number, steps: number, first: number, last: number, lanes: number): number;
}

/** The words of a stream, written back. */
type State = Pick<Draws, "a" | "b" | "c" | "d">;

/** What is played in all lanes, one after another: a volley, a unit's rally, the counting of what has become of a side. */
export type CountStep =
  | { readonly kind: "volley"; readonly fire: CountFire }
  | { readonly kind: "rally"; readonly turn: number; readonly unit: number; readonly heads: Int32Array }
  | {
      readonly kind: "count";
      /** Units: the first one, and the first that is none of them. */
      readonly from: number;
      readonly to: number;
      /** By counts: which counter, from `counters` on (`SideTally`). */
      readonly places: Int32Array;
      readonly counters: number;
    };

/**
 * A fight by counts as it lies in the memory of its loop: what that writes, then steps, copies of what they look up and the
 * rows. Whoever makes a row says so; rows that have no room any more are all put elsewhere.
 */
export class CountsMemory {
  /** By unit and lane, and what has been counted; other arrays each time things are put elsewhere, as the next one is. */
  counts: Int32Array = new Int32Array(0);
  counters: Int32Array = new Int32Array(0);
  readonly #loop = loopOf(COUNTS_WASM);
  readonly #run = (this.#loop.exports as unknown as CountLoop).run;
  readonly #aliases: AliasRows;
  readonly #steps: Int32Array;
  /** Where lists are copied to, in words from the beginning. */
  readonly #places = new Map<Int32Array, number>();
  readonly #still: number;
  /** Words from the beginning: counters, steps, rows. */
  readonly #counted: number;
  readonly #stepped: number;
  readonly #rows: number;
  #head: Int32Array = new Int32Array(0);
  #at = 0;
  #since = -1;
  #copied = 0;
  #room = 0;

  /** @param units whose counts there are @param counters how many @param still the row in which nothing happens */
  constructor(units: number, steps: readonly CountStep[], counters: number, aliases: AliasRows, still: number) {
    this.#aliases = aliases;
    this.#still = still;
    this.#counted = COUNTS + units * LANES;
    this.#stepped = this.#counted + counters;
    let end = this.#stepped + steps.length * STEP;
    const place = (list: Int32Array) => {
      if (!this.#places.has(list)) {
        this.#places.set(list, end);
        end += list.length;
      }
      return 4 * this.#places.get(list)!;
    };
    const countsOf = (unit: number) => 4 * (COUNTS + unit * LANES);
    const wordsOf = (step: CountStep): number[] => {
      if (step.kind === "rally") return [1, place(step.heads), countsOf(step.unit)];
      if (step.kind === "count")
        return [2, place(step.places), 4 * (this.#counted + step.counters), countsOf(step.from), countsOf(step.to)];
      const { heads, fallen, side, unit, target } = step.fire;
      return [0, place(heads), place(fallen), side, countsOf(unit), countsOf(target)];
    };
    this.#steps = new Int32Array(steps.length * STEP);
    for (let i = 0; i < steps.length; i++) this.#steps.set(wordsOf(steps[i]!), i * STEP);
    this.#rows = end + (end & 1);
  }

  /** Before anything else is asked: others may have played since. */
  begin(): void {
    if (this.#since !== this.#loop.clearings) this.#lay();
    else this.#look();
  }

  /** A row has been made. */
  copy(heads: Int32Array, at: number): void {
    this.#loop.words[(this.#at >> 2) + this.#places.get(heads)! + at] = heads[at]!;
  }

  /** The lane that has no row yet, in the step that `run` has told. */
  get lane(): number {
    return this.#head[LANE]!;
  }

  /**
   * Plays steps, up to `last`; the first `lanes` lanes are counted.
   * @returns the step in which a lane has no row yet: it is to be gone on from there
   */
  run(state: State, first: number, last: number, lanes: number): number {
    const { data, length } = this.#aliases;
    if (length > this.#copied) {
      if (length > this.#room) this.#lay();
      this.#loop.words.set(data.subarray(this.#copied, length), (this.#at >> 2) + this.#rows + this.#copied);
      this.#copied = length;
    }
    const at = this.#at;
    const head = this.#head;
    head[0] = state.a;
    head[1] = state.b;
    head[2] = state.c;
    head[3] = state.d;
    const next = this.#run(at, at + 4 * this.#rows, this.#still, at + 4 * this.#stepped, first, last, lanes);
    state.a = head[0]!;
    state.b = head[1]!;
    state.c = head[2]!;
    state.d = head[3]!;
    return next;
  }

  #lay(): void {
    const written =
      this.#since === this.#loop.clearings
        ? this.#loop.words.slice(this.#at >> 2, (this.#at >> 2) + this.#stepped)
        : new Int32Array(this.#stepped);
    const { length, data } = this.#aliases;
    this.#room = 2 * length;
    this.#at = this.#loop.reserve(4 * (this.#rows + this.#room));
    this.#since = this.#loop.clearings;
    const { words } = this.#loop;
    const base = this.#at >> 2;
    words.set(written, base);
    words.set(this.#steps, base + this.#stepped);
    for (const [list, place] of this.#places) words.set(list, base + place);
    words.set(data.subarray(0, length), base + this.#rows);
    this.#copied = length;
    this.#look();
  }

  #look(): void {
    const { words } = this.#loop;
    const base = this.#at >> 2;
    if (this.counts.buffer === words.buffer && this.#head.byteOffset === this.#at) return;
    this.#head = words.subarray(base, base + FOUND);
    this.counts = words.subarray(base + COUNTS, base + this.#counted);
    this.counters = words.subarray(base + this.#counted, base + this.#stepped);
  }
}
