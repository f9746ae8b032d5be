import { loopOf } from "../../../rule/index.ts";
import type { CountStates } from "./count-states.ts";
import type { RowOf } from "./count-turns.ts";
import type { Row } from "./rows.ts";
import { ROWS_WASM } from "./rows-wasm.ts";

/** The loop of assets/wasm/rows.ts; addresses and sizes in bytes. */
interface RowLoop {
  lead(
    rows: number,
    end: number,
    moves: number,
    chances: number,
    from: number,
    to: number,
    size: number,
    strips: number,
  ): void;
}

/** Columns of a strip: states of the other side whose chances lie side by side. */
const STRIP = 8;
/** Strips that rows are written down for at a time. */
const STRIPS = 16;
/** Ways of rows that are written down at a time, and so stay in the cache; as many as there are states, where those are more. */
const WAYS = 2 ** 16;

/** Where strips of chances and the rows that lead them on lie in the memory of the loop; one for all joints of a fight. */
class Strips {
  /** What strips hold, and what they come to: by strip, by state. */
  from: Float64Array;
  to: Float64Array;
  /** By state: whether a strip may hold anything of it. */
  readonly found: Uint8Array;
  readonly #loop: RowLoop;
  /** By row: where its state begins in a strip, the first of its ways and their end. */
  readonly #rows: Int32Array;
  /** By way: how far from there the state begins that it leads to; its chance. */
  readonly #moves: Int32Array;
  readonly #chances: Float64Array;

  constructor(sides: readonly [CountStates, CountStates]) {
    const loop = loopOf(ROWS_WASM);
    const states = Math.max(sides[0].size, sides[1].size);
    const ways = Math.max(states, WAYS);
    const held = states * STRIP * STRIPS * 8;
    const at = loop.reserve(2 * held + ways * 12 + states * 12);
    const { buffer } = loop.words;
    this.#loop = loop.exports as unknown as RowLoop;
    this.from = new Float64Array(buffer, at, held / 8);
    this.to = new Float64Array(buffer, at + held, held / 8);
    this.found = new Uint8Array(states);
    this.#chances = new Float64Array(buffer, at + 2 * held, ways);
    this.#moves = new Int32Array(buffer, at + 2 * held + ways * 8, ways);
    this.#rows = new Int32Array(buffer, at + 2 * held + ways * 12, states * 3);
  }

  /** Leads what so many strips hold on, and turns them round: `from` holds what they come to. */
  lead(states: number, strips: number, rowOf: (own: number) => Row | undefined): void {
    const rows = this.#rows;
    const moves = this.#moves;
    const { found } = this;
    this.to.fill(0, 0, states * STRIP * strips);
    let written = 0;
    let ways = 0;
    let first = 0;
    let before: Row | undefined;
    for (let own = 0; own < states; own++) {
      if (found[own] === 0) continue;
      const row = rowOf(own) ?? STAYS;
      // States that differ in who is down alone have one row, and follow each other.
      if (row !== before) {
        if (ways + row.moves.length > moves.length) {
          this.#lead(states, strips, written);
          written = 0;
          ways = 0;
        }
        first = ways;
        this.#chances.set(row.chances, ways);
        for (let i = 0; i < row.moves.length; i++) moves[ways++] = row.moves[i]! * STRIP * 8;
        before = row;
      }
      rows[3 * written] = own * STRIP * 8;
      rows[3 * written + 1] = first;
      rows[3 * written + 2] = ways;
      written++;
    }
    this.#lead(states, strips, written);
    [this.from, this.to] = [this.to, this.from];
    found.fill(1);
  }

  #lead(states: number, strips: number, written: number): void {
    const { byteOffset: rows } = this.#rows;
    const [{ byteOffset: from }, { byteOffset: to }] = [this.from, this.to];
    const [{ byteOffset: moves }, { byteOffset: chances }] = [this.#moves, this.#chances];
    this.#loop.lead(rows, rows + written * 12, moves, chances, from, to, states * STRIP * 8, strips);
  }
}

const STAYS: Row = { moves: Int32Array.of(0), chances: Float64Array.of(1) };

/** The chances of every pair of states: by state of the first side, those of the second in a row. */
export class JointStates {
  readonly sides: readonly [CountStates, CountStates];
  readonly chances: Float64Array;
  readonly #strips: Strips;

  /** @param chances of all pairs; all 0 where they are left out */
  constructor(
    sides: readonly [CountStates, CountStates],
    chances = new Float64Array(sides[0].size * sides[1].size),
    strips = new Strips(sides),
  ) {
    this.sides = sides;
    this.chances = chances;
    this.#strips = strips;
  }

  static begun(sides: readonly [CountStates, CountStates]): JointStates {
    const joint = new JointStates(sides);
    joint.chances[sides[0].start * sides[1].size + sides[1].start] = 1;
    return joint;
  }

  scaled(factor: number): JointStates {
    const joint = new JointStates(this.sides, undefined, this.#strips);
    joint.add(this, factor);
    return joint;
  }

  /** What comes of it in several ways, each as likely. */
  mixed<T>(ways: readonly T[], play: (joint: JointStates, way: T) => void): JointStates {
    const joints = ways.map((way) => {
      const joint = ways.length === 1 ? this : this.scaled(1 / ways.length);
      play(joint, way);
      return joint;
    });
    return joints.reduce((all, joint) => {
      all.add(joint);
      return all;
    });
  }

  add(other: JointStates, factor = 1): void {
    const to = this.chances;
    const from = other.chances;
    for (let i = 0; i < to.length; i++) to[i] = to[i]! + factor * from[i]!;
  }

  /**
   * What steps make of side `which`, one after another, given a range of states of the other.
   * @param ranges where they begin, and where the last one ends
   */
  apply(which: 0 | 1, ranges: ArrayLike<number>, steps: readonly RowOf[]): void {
    const strips = this.#strips;
    for (let range = 0; range + 1 < ranges.length; range++) {
      const end = ranges[range + 1]!;
      for (let first = ranges[range]!; first < end; first += STRIP * STRIPS) {
        const columns = Math.min(end - first, STRIP * STRIPS);
        if (!this.#gather(which, first, columns)) continue;
        for (const rowOf of steps)
          strips.lead(this.sides[which].size, Math.ceil(columns / STRIP), (own) => rowOf(range, own));
        this.#scatter(which, first, columns);
      }
    }
  }

  /** Columns as strips. @returns whether they hold anything */
  #gather(which: 0 | 1, first: number, columns: number): boolean {
    const { chances } = this;
    const { from, found } = this.#strips;
    const { size } = this.sides[which];
    const [stride, next] = this.#strides(which);
    let all = 0;
    let at = 0;
    found.fill(0);
    for (let column = 0; column < columns; column += STRIP) {
      const many = Math.min(STRIP, columns - column);
      const least = (first + column) * next;
      for (let own = 0; own < size; own++, at += STRIP) {
        let i = least + own * stride;
        let any = 0;
        for (let k = 0; k < many; k++, i += next) {
          const chance = chances[i]!;
          any += chance;
          from[at + k] = chance;
        }
        if (any > 0) found[own] = 1;
        all += any;
      }
    }
    return all > 0;
  }

  #scatter(which: 0 | 1, first: number, columns: number): void {
    const { chances } = this;
    const { from } = this.#strips;
    const { size } = this.sides[which];
    const [stride, next] = this.#strides(which);
    let at = 0;
    for (let column = 0; column < columns; column += STRIP) {
      const many = Math.min(STRIP, columns - column);
      const least = (first + column) * next;
      for (let own = 0; own < size; own++, at += STRIP) {
        let i = least + own * stride;
        for (let k = 0; k < many; k++, i += next) chances[i] = from[at + k]!;
      }
    }
  }

  /** How far states of a side are from each other, and those of the other one. */
  #strides(which: 0 | 1): readonly [own: number, other: number] {
    const row = this.sides[1].size;
    return which === 0 ? [row, 1] : [1, row];
  }
}
