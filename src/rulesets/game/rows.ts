/** Distributions over rows of named numbers: like rows are one, whose weight grows. */
import { hashOf, lcm } from "../../rule/index.ts";

/** What rows are weighed with: whole numbers over a total, or doubles, whose total is 1. */
export type Weight = bigint | number;

/** Rows that are looked through one by one. */
const FEW = 6;

/** Rows of `width` whole numbers, each with its weight, found by their numbers. */
export class WeightedRows {
  readonly width: number;
  /** Undefined where rows are weighed with doubles. */
  total: bigint | undefined;
  size = 0;
  /** A plain list: most distributions are small, and a typed array is dear to make. */
  readonly #data: number[] = [];
  readonly weights: Weight[] = [];
  /** Places of rows by their hashes, once they are many. */
  #table: Int32Array | undefined;

  constructor(width: number, total: bigint | undefined) {
    this.width = width;
    this.total = total;
  }

  /** One number of a row. */
  at(index: number, place: number): number {
    return this.#data[index * this.width + place]!;
  }

  /** The numbers of a row. */
  row(index: number): Int32Array {
    return this.copy(index, new Int32Array(this.width));
  }

  copy(index: number, into: Int32Array): Int32Array {
    const from = index * this.width;
    for (let i = 0; i < this.width; i++) into[i] = this.#data[from + i]!;
    return into;
  }

  /** Puts the numbers of a row into the places that they are of. */
  spread(index: number, places: readonly number[], into: Int32Array): void {
    const from = index * this.width;
    for (let i = 0; i < places.length; i++) into[places[i]!] = this.#data[from + i]!;
  }

  /** Adds a row, or its weight to the like one; gives its place. */
  add(row: Int32Array, weight: Weight): number {
    const { width } = this;
    const at = this.#placeOf(row, width);
    const known = this.#table === undefined ? at : this.#table[at]!;
    if (known >= 0) {
      // Both are of one type: all rows of a distribution are weighed alike.
      this.weights[known] = ((this.weights[known] as number) + (weight as number)) as Weight;
      return known;
    }
    const index = this.size++;
    if (this.#table !== undefined) this.#table[at] = index;
    this.weights.push(weight);
    for (let i = 0; i < width; i++) this.#data.push(row[i]!);
    if (this.size > FEW && 2 * this.size > (this.#table?.length ?? 0)) this.#grow();
    return index;
  }

  /** The number of a like row; -1 where there is none. */
  find(row: Int32Array): number {
    const at = this.#placeOf(row, this.width);
    return this.#table === undefined ? at : this.#table[at]!;
  }

  /** The place of a like row, or the free place in the table for it; below 0 where a few rows are looked through in vain. */
  #placeOf(row: Int32Array, width: number): number {
    const table = this.#table;
    if (table === undefined) {
      for (let index = this.size - 1; index >= 0; index--) if (this.#isLike(row, index)) return index;
      return -1;
    }
    const mask = table.length - 1;
    let at = hashOf(row, 0, width) & mask;
    while (table[at]! >= 0 && !this.#isLike(row, table[at]!)) at = (at + 1) & mask;
    return at;
  }

  #isLike(row: Int32Array, index: number): boolean {
    const from = index * this.width;
    for (let i = 0; i < this.width; i++) if (this.#data[from + i] !== row[i]) return false;
    return true;
  }

  #grow(): void {
    const table = new Int32Array(2 ** (34 - Math.clz32(this.size))).fill(-1);
    const mask = table.length - 1;
    for (let index = 0; index < this.size; index++) {
      let at = hashOf(this.#data, index * this.width, this.width) & mask;
      while (table[at]! >= 0) at = (at + 1) & mask;
      table[at] = index;
    }
    this.#table = table;
  }

  /** Adds a row whose weight is over another total than theirs may be. */
  put(row: Int32Array, weight: Weight, total: bigint | undefined): void {
    if (this.size === 0) this.total = total;
    const factor = total === this.total ? 1n : this.#factorOf(total!);
    this.add(row, factor === 1n ? weight : (weight as bigint) * factor);
  }

  /** Makes their total a multiple of another. @returns what weights over that are multiplied with */
  #factorOf(total: bigint): bigint {
    if (total !== this.#other) {
      this.#scale(lcm(this.total!, total) / this.total!);
      this.#other = total;
      this.#factor = this.total! / total;
    }
    return this.#factor;
  }
  /** The last other total, and its factor. */
  #other = 0n;
  #factor = 1n;

  /** The same distribution over a total that is so many times as large. */
  #scale(factor: bigint): void {
    if (factor === 1n) return;
    this.total! *= factor;
    for (let i = 0; i < this.size; i++) this.weights[i] = (this.weights[i] as bigint) * factor;
  }
}
