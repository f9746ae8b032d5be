/** Distributions over rows of named numbers: like rows are one, whose weight grows. */

import { Numbering } from "../../rule/acts.ts";
import { lcm } from "../../rule/fraction.ts";

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
  spread(index: number, places: readonly number[], into: Int32Array): void {
    const from = index * this.width;
    for (let i = 0; i < places.length; i++) into[places[i]!] = this.words[from + i]!;
  }

  /** Adds a row, or its weight to the like one; gives its place. */
  add(row: Int32Array, weight: Weight): number {
    const at = this.number(row);
    this.weights[at] = sumOf(this.weights[at], weight); // one that is new has none
    return at;
  }

  /** Adds a row whose weight is over another total than theirs may be. */
  put(row: Int32Array, weight: Weight, total: bigint | undefined): void {
    if (this.count === 0) this.total = total;
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
    for (let i = 0; i < this.count; i++) this.weights[i] = (this.weights[i] as bigint) * factor;
  }
}
