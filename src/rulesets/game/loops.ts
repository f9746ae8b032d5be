/** A loop without a bound: its states are found one after another, and it is solved as the absorbing chain that it is. */

import { said } from "../said.ts";
import { absorbing, type ChainField, type LoopState, RATIOS, type Ratio, REALS } from "./absorbing.ts";
import type { GamePlace } from "./ir.ts";
import { sumOf, type Weight, WeightedRows } from "./rows.ts";
import type { Walk } from "./walk.ts";

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
  }

  /** Where rows of some slots that begin in it leave it. */
  absorbed(rows: WeightedRows, slots: readonly number[]): WeightedRows {
    const started = this.#started(rows, slots);
    this.#explore();
    const out = this.#walk.rows();
    for (const { rest, start } of started)
      for (const { row, chance } of this.#left(start, rows.total)) {
        for (const slot of this.#at.carried) row[slot] = rest[slot]!; // it is 0 in what is known of the loop
        if (typeof chance === "number") out.add(row, chance);
        else out.put(row, (chance as Ratio).over, (chance as Ratio).under);
        this.#walk.count(1);
      }
    return out;
  }

  /** The rows that a loop is left with, of the chances to begin in its states. */
  #left(heads: ReadonlyMap<number, Weight>, total: bigint | undefined): LoopExit<T>[] {
    const field = this.#field;
    const states = this.#states;
    if (this.#solved?.states !== states.length) this.#solved = { states: states.length, of: absorbing(field, states) };
    const start: T[] = [];
    for (const [head, weight] of heads) start[head] = field.chanceOf(weight, total);
    const { visits, never } = this.#solved.of(start);
    if (!field.isZero(never))
      throw this.#walk.evaluator.fault(
        this.#at.place,
        said`this loop never ends in ${(100 * field.numberOf(never)).toPrecision(3)} % of cases; say how often at most: repeat 20:`,
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
}
