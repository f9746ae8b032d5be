/**
 * A battle as acts: everything that can be is a position, whole numbers field by field; an act goes by some fields of it and
 * changes some. Where it may lead is asked of the written procedure once for each key, and kept. Exact answers, simulation and
 * replay are made from that, the same for every game (acts-solve.ts, acts-kernel.ts).
 */
import type { Dice } from "../dice/index.ts";
import { longEnough } from "./alias-rows.ts";
import type { Metric } from "./program.ts";
import { WideRows } from "./wide-rows.ts";

export type Position = Int32Array;

/** Where an act may lead. Each outcome lists the values of the fields that it sets, then what it adds to its counters. */
export interface ActDistribution {
  readonly outcomes: readonly (readonly number[])[];
  /** By outcome; they add up to one. */
  readonly chances: ArrayLike<number>;
}

/** Something that chance decides. */
export interface Act {
  /** Fields that it goes by: the key under which its distribution is kept. */
  readonly reads: readonly number[];
  readonly sets: readonly number[];
  /** Counters: fields that it adds to, whatever they are. Nothing goes by a counter but readings. */
  readonly adds: readonly number[];
  /** Depends on the fields of `reads` alone. */
  distribution(position: Position): ActDistribution;
  /**
   * Of an act that may come out in too many ways to be kept, and whose distribution nobody asks for: an outcome as
   * dice have it.
   */
  roll?(position: Position, dice: Dice): readonly number[];
}

/** A battle, by what happens in it; in stages (turns, say), after each of which it may be read. */
export interface ActedBattle {
  readonly start: ArrayLike<number>;
  readonly acts: readonly Act[];
  readonly stages: number;
  /** From this stage on all are alike; left out where none is like another. */
  readonly alikeFrom?: number;
  /**
   * Moves a position on as far as no chance is needed. @returns the number of the act that is next, -1 where the stage
   * is over
   */
  next(position: Position, stage: number): number;
  /** Why a trial takes so many acts that stands there, where the battle says more than that. */
  endless?(position: Position, acts: number): Error;
  /** How many numbers `read` writes. */
  readonly places: number;
  /** What is read off a position, counters apart, at the end of any stage. */
  read(position: Position, into: Int32Array): void;
}

/** A metric, after which stage it is read, and which number of `read`, or which counter, is its bin. */
export type ActReading = { readonly metric: Metric; readonly stage: number } & (
  | { readonly place: number }
  | { readonly counter: number }
);

/** Of so many whole numbers of a list. */
function hashOf(list: ArrayLike<number>, from: number, width: number): number {
  let hash = 0;
  for (let k = from; k < from + width; k++) {
    hash = Math.imul(hash ^ list[k]!, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Vectors that are looked through one by one. */
const FEW = 6;

/** Numbers vectors of one width, from 0, as they come up. */
export class Numbering {
  readonly width: number;
  /** All of them one after another. */
  words: number[] | Int32Array;
  count = 0;
  /** An open table of their numbers, from 1, by what they are, once they are many. */
  #table: Int32Array | undefined;

  /** @param words a plain list where most will be few: a typed array is dear to make */
  constructor(width: number, words: number[] | Int32Array = new Int32Array(2 ** 8)) {
    this.width = width;
    this.words = words;
  }

  number(vector: ArrayLike<number>): number {
    const slot = this.#look(vector, 0);
    const known = this.#table === undefined ? slot : this.#table[slot]!;
    if (known > 0) return known - 1;
    const { width } = this;
    const number = this.count++;
    if (this.words instanceof Int32Array) this.words = longEnough(this.words, this.count * width);
    for (let i = 0; i < width; i++) this.words[number * width + i] = vector[i]!;
    if (this.#table !== undefined) this.#table[slot] = this.count;
    if (this.count > FEW && 2 * this.count > (this.#table?.length ?? 0)) this.#rehash();
    return number;
  }

  /** The number of a vector; -1 where it has none. */
  find(vector: ArrayLike<number>): number {
    const slot = this.#look(vector, 0);
    return (this.#table === undefined ? slot : this.#table[slot]!) - 1;
  }

  /** Where the number of a vector stands in the table, or its place there; of a few, the number from 1 itself, 0 for none. */
  #look(vector: ArrayLike<number>, from: number): number {
    const table = this.#table;
    if (table === undefined) {
      let number = this.count;
      while (number > 0 && !this.#isLike(vector, from, number - 1)) number--;
      return number;
    }
    const mask = table.length - 1;
    let slot = hashOf(vector, from, this.width) & mask;
    while (table[slot]! > 0 && !this.#isLike(vector, from, table[slot]! - 1)) slot = (slot + 1) & mask;
    return slot;
  }

  #isLike(vector: ArrayLike<number>, from: number, number: number): boolean {
    const { width, words } = this;
    const place = number * width;
    for (let i = 0; i < width; i++) if (words[place + i] !== vector[from + i]) return false;
    return true;
  }

  #rehash(): void {
    this.#table = new Int32Array(2 ** (34 - Math.clz32(this.count)));
    for (let number = 0; number < this.count; number++)
      this.#table[this.#look(this.words, number * this.width)] = number + 1;
  }
}

/** A distribution that is kept. */
export interface ActRow {
  readonly act: Act;
  readonly distribution: ActDistribution;
  /** Its row of `ActRows.wide`, 0 where there is none yet. */
  head: number;
}

/** The distributions of acts by their keys: the same whatever has been asked for before. */
export class ActRows {
  readonly wide = new WideRows();
  readonly #acts: readonly { readonly act: Act; readonly keys: Numbering; readonly rows: ActRow[]; key: Int32Array }[];
  /** Outcomes of all rows together. */
  outcomes = 0;

  constructor(acts: readonly Act[]) {
    this.#acts = acts.map((act) => {
      const width = act.reads.length;
      return { act, keys: new Numbering(width), rows: [], key: new Int32Array(width) };
    });
  }

  /** Integers that all take. */
  get size(): number {
    return this.wide.length + this.outcomes;
  }

  row(number: number, position: Position): ActRow {
    const { act, keys, rows, key } = this.#acts[number]!;
    const { reads } = act;
    for (let i = 0; i < reads.length; i++) key[i] = position[reads[i]!]!;
    const at = keys.number(key);
    return rows[at] ?? this.#make(act, rows, at, position);
  }

  #make(act: Act, rows: ActRow[], at: number, position: Position): ActRow {
    const distribution = act.distribution(position);
    const { length } = distribution.outcomes;
    this.outcomes += length * (1 + act.sets.length + act.adds.length);
    const row = { act, distribution, head: 0 };
    rows[at] = row;
    return row;
  }

  /** A row over the numbers of the outcomes: one that is certain is drawn too, as no branch is foreseen better. */
  headOf(row: ActRow): number {
    if (row.head === 0)
      row.head = this.wide.add(
        row.distribution.outcomes.map((_, outcome) => outcome),
        row.distribution.chances,
      );
    return row.head;
  }
}

/** Makes of a position what an outcome of an act makes of it. */
export function applyOutcome({ sets, adds }: Act, position: Position, outcome: readonly number[]): void {
  for (let i = 0; i < sets.length; i++) position[sets[i]!] = outcome[i]!;
  for (let i = 0; i < adds.length; i++) position[adds[i]!] = position[adds[i]!]! + outcome[sets.length + i]!;
}

/** The fields that are counters. */
export const countersOf = ({ acts }: ActedBattle): number[] =>
  [...new Set(acts.flatMap(({ adds }) => adds))].sort((a, b) => a - b);
