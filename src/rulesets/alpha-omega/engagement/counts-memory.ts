import { type AliasRows, type Draws, loopOf } from "../../../rule/index.ts";
import type { CountFire } from "./count-rows.ts";
import { COUNTS_WASM } from "./counts-wasm.ts";

/** Fights played side by side: each waits for its own last draw, not for the others'. */
export const LANES = 32;

/** Words before the rows that have been found; the stream's four come first. */
const FOUND = 16;
const COUNTS = FOUND + LANES;

/** The loops of assets/wasm/counts.ts: addresses, but for `still`, `side` and lanes. */
interface Loops {
  volley(
    at: number,
    rows: number,
    still: number,
    heads: number,
    fallen: number,
    side: number,
    shooters: number,
    targets: number,
    lane: number,
  ): number;
  rally(at: number, rows: number, still: number, heads: number, counts: number, lane: number): number;
}

/** The words of a stream, written back. */
type State = Pick<Draws, "a" | "b" | "c" | "d">;

/**
 * A fight by counts as it lies in the memory of its loops: what they write, then copies of the rows' heads and of the rows.
 * Whoever makes a row says so; rows that have no room any more are all put elsewhere.
 */
export class CountsMemory {
  /** By unit and lane; another array each time things are put elsewhere, as the next one is. */
  counts: Int32Array = new Int32Array(0);
  readonly #loop = loopOf(COUNTS_WASM);
  readonly #loops = this.#loop.exports as unknown as Loops;
  readonly #aliases: AliasRows;
  /** Where heads are copied to, in words from the beginning. */
  readonly #places = new Map<Int32Array, number>();
  readonly #still: number;
  readonly #counted: number;
  readonly #rows: number;
  #head: Int32Array = new Int32Array(0);
  #at = 0;
  #since = -1;
  #copied = 0;
  #room = 0;

  /** @param units whose counts there are @param heads all of them @param still the row in which nothing happens */
  constructor(units: number, heads: readonly Int32Array[], aliases: AliasRows, still: number) {
    this.#aliases = aliases;
    this.#still = still;
    this.#counted = COUNTS + units * LANES;
    let end = this.#counted;
    for (const own of heads) {
      this.#places.set(own, end);
      end += own.length;
    }
    this.#rows = end;
  }

  /** Before anything else is asked: others may have played since. */
  begin(): void {
    if (this.#since !== this.#loop.clearings) this.#lay();
    else this.#look();
  }

  /** A row has been made. */
  copy(heads: Int32Array, at: number): void {
    this.#loop.words[(this.#placeOf(heads) >> 2) + at] = heads[at]!;
  }

  /**
   * One volley in every lane from `lane` on.
   * @param shooters where their counts begin; those of their targets change
   * @returns the lane that has no row yet; LANES when all has been drawn
   */
  volley(state: State, { heads, fallen, side }: CountFire, shooters: number, targets: number, lane: number): number {
    this.#enter(state);
    const rows = this.#at + 4 * this.#rows;
    const next = this.#loops.volley(
      this.#at,
      rows,
      this.#still,
      this.#placeOf(heads),
      this.#placeOf(fallen),
      side,
      this.#countsAt(shooters),
      this.#countsAt(targets),
      lane,
    );
    this.#leave(state);
    return next;
  }

  /** The same of a unit's rally. */
  rally(state: State, heads: Int32Array, first: number, lane: number): number {
    this.#enter(state);
    const rows = this.#at + 4 * this.#rows;
    const next = this.#loops.rally(this.#at, rows, this.#still, this.#placeOf(heads), this.#countsAt(first), lane);
    this.#leave(state);
    return next;
  }

  #enter(state: State): void {
    const { data, length } = this.#aliases;
    if (length > this.#copied) {
      if (length > this.#room) this.#lay();
      this.#loop.words.set(data.subarray(this.#copied, length), (this.#at >> 2) + this.#rows + this.#copied);
      this.#copied = length;
    }
    const head = this.#head;
    head[0] = state.a;
    head[1] = state.b;
    head[2] = state.c;
    head[3] = state.d;
  }

  #leave(state: State): void {
    const head = this.#head;
    state.a = head[0]!;
    state.b = head[1]!;
    state.c = head[2]!;
    state.d = head[3]!;
  }

  #placeOf(heads: Int32Array): number {
    return this.#at + 4 * this.#places.get(heads)!;
  }

  #countsAt(first: number): number {
    return this.#at + 4 * (COUNTS + first);
  }

  #lay(): void {
    const written =
      this.#since === this.#loop.clearings
        ? this.#loop.words.slice(this.#at >> 2, (this.#at >> 2) + this.#counted)
        : [];
    const { length, data } = this.#aliases;
    this.#room = 2 * length;
    this.#at = this.#loop.reserve(4 * (this.#rows + this.#room));
    this.#since = this.#loop.clearings;
    const { words } = this.#loop;
    const base = this.#at >> 2;
    words.set(written, base);
    for (const [heads, place] of this.#places) words.set(heads, base + place);
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
  }
}
