import { loopOf } from "../../../rule/wasm-loop.ts";
import type { CountStates } from "./count-states.ts";
import type { CountPhase, RowOf } from "./count-turns.ts";
import type { Row } from "./rows.ts";
import { ROWS_WASM } from "./rows-wasm.ts";

/** The loops of assets/wasm/rows.ts; addresses and sizes in bytes. */
interface RowLoop {
  gather(
    pairs: number,
    stride: number,
    next: number,
    columns: number,
    to: number,
    found: number,
    states: number,
  ): number;
  scatter(pairs: number, stride: number, next: number, columns: number, from: number, states: number): void;
  lead(
    blocks: number,
    end: number,
    runs: number,
    chances: number,
    from: number,
    to: number,
    size: number,
    strips: number,
    isFirst: boolean,
  ): void;
}

/** Columns of a strip: states of the other side whose chances lie side by side. */
const STRIP = 8;
/** Strips that rows are written down for at a time. */
const STRIPS = 16;
/** Ways of rows that are written down at a time, and so stay in the cache; as many as there are states, where those are more. */
const WAYS = 2 ** 16;
/** Words of a run, and of a block of states that have one row. */
const RUN = 2;
const BLOCK = 5;

const STAYS: Row = { runs: Int32Array.of(0, 1), chances: Float64Array.of(1) };

/**
 * The chances of every pair of states: by state of the first side, those of the second in a row. They lie in the memory of the
 * loop, in two lists at the most, until the next joint of the thread is made.
 */
export class JointStates {
  readonly sides: readonly [CountStates, CountStates];
  /** Both lists. */
  readonly both: readonly [Float64Array, Float64Array];
  readonly #loop: RowLoop;
  /** Where strips lie that are led on, and where they lead. */
  #from: number;
  #to: number;
  /** By state: whether a strip holds anything of it. */
  readonly #found: Uint8Array;
  readonly #blocks: Int32Array;
  readonly #runs: Int32Array;
  readonly #factors: Float64Array;

  /** @param chances of all pairs; everybody stands at the start where they are left out */
  constructor(sides: readonly [CountStates, CountStates], chances?: ArrayLike<number>) {
    const [{ size: rows }, { size: columns }] = sides;
    const states = Math.max(rows, columns);
    const ways = Math.max(states, WAYS);
    const [list, strips] = [8 * rows * columns, 8 * STRIP * STRIPS * states];
    const loop = loopOf(ROWS_WASM);
    let at = loop.reserve(2 * list + 2 * strips + ways * (8 + 4 * RUN) + states * (4 * BLOCK + 1));
    const { buffer } = loop.words;
    const room = (bytes: number) => {
      at += bytes;
      return at - bytes;
    };
    this.sides = sides;
    this.#loop = loop.exports as unknown as RowLoop;
    this.both = [
      new Float64Array(buffer, room(list), rows * columns),
      new Float64Array(buffer, room(list), rows * columns),
    ];
    this.#from = room(strips);
    this.#to = room(strips);
    this.#factors = new Float64Array(buffer, room(8 * ways), ways);
    this.#runs = new Int32Array(buffer, room(4 * RUN * ways), RUN * ways);
    this.#blocks = new Int32Array(buffer, room(4 * BLOCK * states), BLOCK * states);
    this.#found = new Uint8Array(buffer, room(states), states);
    if (chances === undefined) {
      this.chances.fill(0);
      this.chances[sides[0].start * columns + sides[1].start] = 1;
    } else this.chances.set(chances);
  }

  /** The first list, which is all there is but where fights go on in two ways. */
  get chances(): Float64Array {
    return this.both[0];
  }

  /** Halves the first list, and begins the second with the other half. */
  halve(): void {
    const [first, second] = this.both;
    for (let i = 0; i < first.length; i++) second[i] = first[i]! *= 0.5;
  }

  /** Adds the second list to the first. */
  join(): void {
    const [first, second] = this.both;
    for (let i = 0; i < first.length; i++) first[i] = first[i]! + second[i]!;
  }

  /** Leaves a share of each list in it; the rest goes over to the other. */
  exchange(stays: number): void {
    const [first, second] = this.both;
    for (let i = 0; i < first.length; i++) {
      const [a, b] = [first[i]!, second[i]!];
      first[i] = stays * a + (1 - stays) * b;
      second[i] = stays * b + (1 - stays) * a;
    }
  }

  /** What comes of it in one or two ways, each as likely. */
  mixed<T>(ways: readonly T[], play: (way: T, list: 0 | 1) => void): void {
    if (ways.length > 1) this.halve();
    ways.forEach((way, list) => {
      play(way, list as 0 | 1);
    });
    if (ways.length > 1) this.join();
  }

  /**
   * What steps make of side `which` in a list, one after another, given a range of states of the other.
   * @param ranges where they begin, and where the last one ends
   */
  apply(which: 0 | 1, ranges: ArrayLike<number>, steps: readonly RowOf[], list: 0 | 1 = 0): void {
    const { size } = this.sides[which];
    const row = 8 * this.sides[1].size;
    // Bytes from one state of the side to the next, and of the other one.
    const [stride, next] = which === 0 ? [row, 8] : [8, row];
    for (let range = 0; range + 1 < ranges.length; range++) {
      const end = ranges[range + 1]!;
      const rows = steps.map((step) => step(range));
      for (let first = ranges[range]!; first < end; first += STRIP * STRIPS) {
        const columns = Math.min(end - first, STRIP * STRIPS);
        const pairs = this.both[list].byteOffset + first * next;
        if (!this.#loop.gather(pairs, stride, next, columns, this.#from, this.#found.byteOffset, size)) continue;
        for (const rowOf of rows) this.#lead(this.sides[which], Math.ceil(columns / STRIP), rowOf);
        this.#loop.scatter(pairs, stride, next, columns, this.#from, size);
      }
    }
  }

  /** What phases make of a list, one after another. */
  play(phases: readonly CountPhase[], list: 0 | 1): void {
    for (const { befalls, ranges, rows } of phases) this.apply(befalls, ranges, rows, list);
  }

  /** Leads what so many strips hold on, and turns them round. */
  #lead(side: CountStates, strips: number, rowOf: (state: number) => Row | undefined): void {
    const { size: states } = side;
    const [found, blocks, factors] = [this.#found, this.#blocks, this.#factors];
    let [written, runs, ways] = [0, 0, 0];
    let isFirst = true;
    let alike = -1; // up to this state all have the row before
    const write = () => {
      const [{ byteOffset: at }, { byteOffset: run }, { byteOffset: factor }] = [blocks, this.#runs, factors];
      const size = 8 * STRIP * states;
      this.#loop.lead(at, at + 4 * BLOCK * written, run, factor, this.#from, this.#to, size, strips, isFirst);
      [written, runs, ways, isFirst] = [0, 0, 0, false];
    };
    for (let state = 0; state < states; state++) {
      if (found[state] === 0) {
        alike = -1;
        continue;
      }
      if (state <= alike) {
        blocks[BLOCK * (written - 1) + 1]!++;
        continue;
      }
      const row = rowOf(state) ?? STAYS;
      alike = row.isShared ? side.standing(state) : state;
      if (ways + row.chances.length > factors.length) write();
      factors.set(row.chances, ways);
      this.#runs.set(row.runs, runs);
      const at = BLOCK * written;
      blocks[at] = 8 * STRIP * state;
      blocks[at + 1] = 1;
      blocks[at + 2] = 4 * runs;
      runs += row.runs.length;
      blocks[at + 3] = 4 * runs;
      blocks[at + 4] = 8 * ways;
      ways += row.chances.length;
      written++;
    }
    write();
    [this.#from, this.#to] = [this.#to, this.#from];
    found.fill(1);
  }
}
