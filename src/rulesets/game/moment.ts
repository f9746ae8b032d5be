import type { Dice } from "../../dice/index.ts";
import { keptIn } from "../../rule/once.ts";
import type { ChooseStep, GameKind } from "./ir.ts";
import { emptyTuple, type Tuple } from "./pools.ts";

/** Where a formula is calculated: the slots, the dice, and what is kept of pools. */
export interface Moment {
  frame: Int32Array;
  dice: Dice;
  /** The die that a pool is asked about. */
  it: number;
  readonly tuples: TupleStore;
  /** Rounds of loops that may still be gone through: a trial, or a function that is called, is refused beyond. */
  rounds: number;
}

/** What the slots hold where all begins, and one place more. */
export function startOf({ slots, state }: Pick<GameKind, "slots" | "state">): Int32Array {
  const start = new Int32Array(slots + 1);
  for (const { slot, start: value } of state) start[slot] = (value as { value: number }).value;
  return start;
}

/** Where what is kept of pools stands; a slot holds its number there. */
export interface TupleStore {
  /** @param pool which pool of the kind it is */
  keep(pool: number, tuple: Tuple): number;
  of(id: number): Tuple;
}

/** Each tuple once, for as long as a distribution is worked out. */
export class Interned implements TupleStore {
  readonly #ids = new Map<string, number>();
  readonly #tuples: Tuple[] = [];

  /** How many are kept. */
  get size(): number {
    return this.#tuples.length;
  }

  keep(pool: number, tuple: Tuple): number {
    return keptIn(this.#ids, `${pool}:${tuple.join()}`, () => this.#tuples.push([...tuple]) - 1);
  }

  of = (id: number): Tuple => this.#tuples[id]!;
}

/** The last tuple of each pool: enough for trials that are played one after another. */
export class LastOfEach implements TupleStore {
  readonly #tuples: number[][];

  constructor(pools: GameKind["pools"]) {
    this.#tuples = pools.map(emptyTuple);
  }

  keep(pool: number, tuple: Tuple): number {
    const kept = this.#tuples[pool]!;
    for (let i = 0; i < kept.length; i++) kept[i] = tuple[i]!;
    return pool;
  }

  of = (id: number): Tuple => this.#tuples[id]!;
}

/** What is chosen in a row: values of all slots that are chosen together, each with its share. */
export interface Mix {
  readonly values: readonly (readonly number[])[];
  readonly shares: readonly number[];
  /** By what is chosen, other values of it that are worth as much. */
  readonly alike: readonly (readonly number[])[];
}

/** What is best to choose in a row. */
export type Chosen = (step: ChooseStep, row: Int32Array) => Mix;

/** Three dice of a thousand sides draw a mixed choice: shares are told apart no finer. */
export const SHARES = 1_000 ** 3;

export type Valued = (moment: Moment) => number;
