/** A loop without a bound: its states are found one after another, and it is solved as the absorbing chain that it is. */

import { said } from "../said.ts";
import { absorbing, type ChainField, type LoopState, RATIOS, type Ratio, REALS } from "./absorbing.ts";
import type { GamePlace } from "./ir.ts";
import { sumOf, type Weight, WeightedRows } from "./rows.ts";
import type { Walk } from "./walk.ts";

/** States of a loop up to which where it ends is kept for each that it begins in. */
const FEW_STATES = 64;

/** What a loop without a bound is about, and where it stands among the ops. */
interface LoopPlace {
  /** The slots that it is about, those that it leaves as they are, and those that are read behind it. */
  readonly touched: readonly number[];
  readonly carried: readonly number[];
  readonly live: readonly number[];
  /** Where its test begins, where it goes back to that, and where it goes on to. */
  readonly head: number;
  readonly again: number;
  readonly after: number;
  readonly place: GamePlace;
}

interface LoopExit<T> {
  readonly row: Int32Array;
  readonly chance: T;
}

/** Of a loop that is left: what it leaves as it is, and each chance times a weight. */
interface LoopEnds<T> {
  readonly rest: Int32Array;
  readonly exits: readonly LoopExit<T>[];
  readonly weight: Weight;
}

export type UnboundedLoop = LoopStates<number> | LoopStates<Ratio>;
export const unboundedLoop = (walk: Walk, place: LoopPlace): UnboundedLoop =>
  walk.inFractions ? new LoopStates(walk, place, RATIOS) : new LoopStates(walk, place, REALS);

class LoopStates<T> {
  readonly #walk: Walk;
  readonly #at: LoopPlace;
  readonly #field: ChainField<T>;
  #solved: { readonly states: number; readonly of: ReturnType<typeof absorbing<T>> } | undefined;
  #stateRows!: WeightedRows;
  #states!: LoopState<T>[];
  /** By state, the rows that the loop is left with there. */
  #exits!: LoopExit<T>[][];
  /** The rows that it is left with by the state in which it begins, where that was asked. */
  #from!: LoopExit<T>[][];

  constructor(walk: Walk, at: LoopPlace, field: ChainField<T>) {
    this.#walk = walk;
    this.#at = at;
    this.#field = field;
    this.forget();
  }

  /** Nothing is known of it any more. */
  forget(): void {
    this.#solved = undefined;
    this.#stateRows = new WeightedRows(this.#walk.pc + 1, undefined);
    this.#states = [];
    this.#exits = [];
    this.#from = [];
  }

  /** Where rows of some slots that begin in it leave it. */
  absorbed(rows: WeightedRows, slots: readonly number[]): WeightedRows {
    const walk = this.#walk;
    const field = this.#field;
    const ends: LoopEnds<T>[] = [];
    for (const { rest, start } of this.#started(rows, slots)) {
      this.#explore();
      // Where a loop ends that begins in one state is the same whatever else there is.
      if (start.size === 1 || this.#states.length <= FEW_STATES) {
        for (const [head, weight] of start) {
          const share = (never: T) => field.mul(never, field.chanceOf(weight, rows.total));
          this.#from[head] ??= this.#left([[head, field.one]], share);
          ends.push({ rest, exits: this.#from[head], weight });
        }
        continue;
      }
      const chances = [...start].map(([head, weight]) => [head, field.chanceOf(weight, undefined)] as const);
      const share = (never: T) =>
        rows.total === undefined ? never : field.div(never, field.chanceOf(rows.total, undefined));
      ends.push({ rest, exits: this.#left(chances, share), weight: walk.inFractions ? 1n : 1 });
    }
    walk.count(ends.reduce((sum, { exits }) => sum + exits.length, 0));
    return this.#ended(ends, rows.total);
  }

  /** The rows that a loop is left with, of the chances to begin in its states. @param share of never ending, in all */
  #left(chances: readonly (readonly [head: number, chance: T])[], share: (never: T) => T): LoopExit<T>[] {
    const field = this.#field;
    const states = this.#states;
    if (this.#solved?.states !== states.length) this.#solved = { states: states.length, of: absorbing(field, states) };
    const start: T[] = [];
    for (const [head, chance] of chances) start[head] = chance;
    const { visits, never } = this.#solved.of(start);
    if (!field.isZero(never))
      throw this.#walk.evaluator.fault(
        this.#at.place,
        said`this loop never ends in ${(100 * field.numberOf(share(never))).toPrecision(3)} % of cases; say how often at most: repeat 20:`,
      );
    const rows = this.#walk.rows();
    const left: { row: Int32Array; chance: T }[] = [];
    visits.forEach((visit, state) => {
      if (field.isZero(visit)) return;
      for (const { row, chance } of this.#exits[state]!) {
        const through = field.mul(visit, chance);
        const at = rows.add(row, 0);
        if (at === left.length) left.push({ row: row.slice(), chance: through });
        else left[at]!.chance = field.add(left[at]!.chance, through);
      }
    });
    return left;
  }

  /** Where rows begin in a loop, those together that differ in nothing but what the loop is about. */
  #started(rows: WeightedRows, slots: readonly number[]) {
    const { carried, touched, head } = this.#at;
    const { pc } = this.#walk;
    const rests = new WeightedRows(carried.length, undefined);
    const started: { readonly rest: Int32Array; readonly start: Map<number, Weight> }[] = [];
    const position = new Int32Array(pc + 1);
    const kept = new Int32Array(pc + 1);
    for (let i = 0; i < rows.count; i++) {
      rows.spread(i, slots, position);
      for (let k = 0; k < carried.length; k++) kept[k] = position[carried[k]!]!;
      const at = rests.add(kept, 0);
      if (at === started.length) started.push({ rest: position.slice(), start: new Map() });
      kept.fill(0);
      for (const slot of touched) kept[slot] = position[slot]!;
      kept[pc] = head;
      const state = this.#stateRows.add(kept, 0);
      const { start } = started[at]!;
      start.set(state, sumOf(start.get(state), rows.weights[i]!));
    }
    return started;
  }

  /** What a state leads to is worked out when it is first come upon. */
  #explore(): void {
    const walk = this.#walk;
    const { touched, live, head, again, after } = this.#at;
    const { pc } = walk;
    const kept = new Int32Array(pc + 1);
    const leave = (position: Int32Array) => {
      const back = position[pc] === again;
      kept.fill(0);
      for (const slot of back ? touched : live) kept[slot] = position[slot]!;
      kept[pc] = back ? head : after;
      position.set(kept);
    };
    for (let state = this.#states.length; state < this.#stateRows.count; state++) {
      const ends = walk.walk(head, again, 0, walk.one(this.#stateRows.row(state)), leave);
      const to: { state: number; chance: T }[] = [];
      const exits: LoopExit<T>[] = [];
      for (let i = 0; i < ends.count; i++) {
        const row = ends.row(i);
        const chance = this.#field.chanceOf(ends.weights[i]!, ends.total);
        if (row[pc] === head) to.push({ state: this.#stateRows.add(row, 0), chance });
        else exits.push({ row, chance });
      }
      this.#exits[state] = exits;
      this.#states.push({
        to,
        leave: exits.reduce((sum, { chance }) => this.#field.add(sum, chance), this.#field.zero),
      });
    }
  }

  /** Chances are shares of the total that the rows had before. */
  #ended(ends: readonly LoopEnds<T>[], total: bigint | undefined): WeightedRows {
    const out = this.#walk.rows();
    for (const { exits, rest, weight } of ends)
      for (const { row, chance } of exits) {
        for (const slot of this.#at.carried) row[slot] = rest[slot]!; // it is 0 in what is known of the loop
        if (typeof chance === "number") out.add(row, chance * (weight as number));
        else {
          const { over, under } = chance as Ratio;
          out.put(row, (weight as bigint) * over, total! * under);
        }
      }
    return out;
  }
}
