/** Distributions over rows of named numbers: like rows are one, whose weight grows. */

import { Numbering } from "../../rule/acts.ts";
import { lcm } from "../../rule/fraction.ts";

/** Bits of a common denominator up to which fractions are kept. */
const MOST_BITS = 16_384;

/** Fractions would grow too long: doubles are to be taken. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/** What rows are weighed with: whole numbers over a total, or doubles, whose total is 1. */
export type Weight = bigint | number;

/** Weights of one type added up. */
export const sumOf = (a: Weight | undefined, b: Weight): Weight =>
  a === undefined ? b : (((a as number) + (b as number)) as Weight);

/** Rows of `width` whole numbers, each with its weight, found by their numbers. */
export class WeightedRows extends Numbering {
  /** Undefined where rows are weighed with doubles. */
  total: bigint | undefined;
  readonly weights: Weight[] = [];

  constructor(width: number, total: bigint | undefined) {
    super(width, []);
    this.total = total;
  }

  /** One number of a row. */
  at(index: number, place: number): number {
    return this.words[index * this.width + place]!;
  }

  /** The numbers of a row. */
  row(index: number): Int32Array {
    return this.copy(index, new Int32Array(this.width));
  }

  copy(index: number, into: Int32Array): Int32Array {
    const from = index * this.width;
    for (let i = 0; i < this.width; i++) into[i] = this.words[from + i]!;
    return into;
  }

  /** Puts the numbers of a row into the places that they are of. */
  spread(index: number, places: readonly number[], into: Int32Array): Int32Array {
    const from = index * this.width;
    for (let i = 0; i < places.length; i++) into[places[i]!] = this.words[from + i]!;
    return into;
  }

  /** Adds a row, or its weight to the like one; gives its place. */
  add(row: Int32Array, weight: Weight): number {
    const at = this.number(row);
    this.weights[at] = sumOf(this.weights[at], weight); // one that is new has none
    return at;
  }

  /** Adds a row whose weight is over another total than theirs may be. */
  put(row: Int32Array, weight: Weight, total: bigint | undefined): void {
    if (this.count === 0 && total !== undefined) this.#become(total);
    if (total !== this.#latest)
      [this.#latest, this.#factor] = [total, total === this.total ? 1n : this.#factorOf(total!)];
    this.add(row, this.#factor === 1n ? weight : (weight as bigint) * this.#factor);
  }
  /** The total of the row before, and what its weight was multiplied with. */
  #latest: bigint | undefined;
  #factor = 1n;

  /** What weights over another total are multiplied with; their own becomes a multiple of it. */
  #factorOf(total: bigint): bigint {
    const known = this.#factors?.get(total);
    if (known !== undefined) return known;
    const common = lcm(this.total!, total);
    const factor = common / this.total!;
    if (factor !== 1n) {
      this.#become(common);
      for (let i = 0; i < this.count; i++) this.weights[i] = (this.weights[i] as bigint) * factor;
    }
    this.#factors = (this.#factors ?? new Map<bigint, bigint>()).set(total, common / total);
    return common / total;
  }
  /** By other total. */
  #factors: Map<bigint, bigint> | undefined;

  /** @throws TooLong */
  #become(total: bigint): void {
    if (total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
    this.total = total;
    this.#latest = undefined;
    this.#factors = undefined;
  }
}

/** What is known of positions, by those of their slots that count. */
export class KnownBySlots<T> {
  readonly slots: readonly number[];
  readonly #most: number;
  readonly #key: Int32Array;
  numbering!: Numbering;
  known!: T[];

  /** @param most of them, where all are forgotten; undefined where many are wanted */
  constructor(slots: readonly number[], most?: number) {
    this.slots = slots;
    this.#most = most ?? Number.POSITIVE_INFINITY;
    this.#key = new Int32Array(slots.length);
    this.#forget(most === undefined ? undefined : []);
  }

  /** The number of a position, under which something may be known. */
  at(position: Int32Array): number {
    if (this.known.length >= this.#most) this.#forget([]);
    for (let i = 0; i < this.slots.length; i++) this.#key[i] = position[this.slots[i]!]!;
    return this.numbering.number(this.#key);
  }

  #forget(words: number[] | undefined): void {
    this.numbering = new Numbering(this.slots.length, words);
    this.known = [];
  }
}
