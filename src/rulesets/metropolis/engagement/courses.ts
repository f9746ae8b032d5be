import { ByRows, type TableRows } from "../draws.ts";
import type { Battle } from "./battle.ts";
import { MEASURES, winnerAfter } from "./measures.ts";
import type { EngagementProfile } from "./profile.ts";
import { NOBODY } from "./unit.ts";

/** The roll for who starts, in place of a row. */
export const INITIATIVE = -1;

/** Within a place: how many rolls, of which row; then by how many of them succeed the place that follows. */
export const ROLLS = 0;
export const ROW = 1;
export const AFTER = 4;
/** The place that came before and how its rolls fell, or the state it begins with, turned (`~`). */
const BEFORE = 2;
const FELL = 3;

/** Within a state: the turn that is played or will be, or the first that is like it; the side that comes next; the rest. */
const TURN = 0;
const SIDE = 1;
const SAVED = 2;
/** The turn has not begun. */
const NO_SIDE = -2;

/**
 * What turns come to: whatever a unit does, as everything stands, is played once for each way that its rolls fall, in the
 * written battle, and known from then on. All of it is one list of places, where a roll comes next each, then the place
 * that follows, 0 where that has not come up, or, where the turn is over, the number of the state it leaves, turned (`~`).
 */
export class Courses {
  /** The first integer is never used. */
  places: Int32Array = new Int32Array(2 ** 10);
  /** All states one after another, and an open table of their numbers (from 1) by what they are. */
  #states: Int32Array = new Int32Array(2 ** 10);
  #table: Int32Array = new Int32Array(2 ** 8);
  /** By state: the place that follows. */
  #firsts: Int32Array = new Int32Array(2 ** 6);
  /** By state, of those that end a turn: `measured` integers. */
  #ends: Int32Array = new Int32Array(2 ** 10);
  readonly #battle: Battle;
  readonly #recall: Recall;
  /** Turns from this one on are alike. */
  readonly #last: number;
  readonly #width: number;
  /** What a state may be: where a new one is written. */
  readonly #next: Int32Array;
  #grown = 1;
  #count = 0;
  /** How often something was played. */
  played = 0;

  constructor(battle: Battle, rows: TableRows) {
    this.#battle = battle;
    this.#recall = new Recall(rows);
    this.#last = lastTurn(battle.profile);
    this.#width = SAVED + roomOf(battle);
    this.#next = new Int32Array(this.#width);
    battle.begin();
    this.#stateOf(0, NO_SIDE);
  }

  /** Integers that all places and states take. */
  get size(): number {
    return this.#grown + this.#count * this.#width;
  }

  /** Of a state that a turn has left: MEASURES numbers of each side, then who wins if this is the end. */
  measured(state: number): Int32Array {
    const from = state * MEASURED;
    return this.#ends.subarray(from, from + MEASURED);
  }

  /** How often orders have not been carried out by then, as in `Battle.refused`. */
  refused(state: number): Int32Array {
    const from = state * this.#width + SAVED;
    return this.#states.subarray(from, from + this.#battle.refused.length);
  }

  /** The place after a state; state 0 is that of the beginning. */
  after(state: number): number {
    return this.#firsts[state]! || this.#begin(state);
  }

  #begin(state: number): number {
    this.#recall.begin();
    const first = this.#play(state, ~state, 0);
    this.#firsts[state] = first;
    return first;
  }

  /** The place after so many of the rolls at `at` have succeeded. */
  follow(at: number, code: number): number {
    const { places } = this;
    const recall = this.#recall;
    recall.begin();
    let place = at;
    for (let fell = code; place > 0; place = places[place + BEFORE]!) {
      recall.add(fell);
      fell = places[place + FELL]!;
    }
    const next = this.#play(~place, at, code);
    this.places[at + AFTER + code] = next;
    return next;
  }

  /** Plays from a state on, as the rolls to recall fell: the place that it comes to. */
  #play(state: number, before: number, fell: number): number {
    const battle = this.#battle;
    const recall = this.#recall;
    const from = state * this.#width;
    const turn = this.#states[from + TURN]!;
    const side = this.#states[from + SIDE]!;
    this.played++;
    restore(battle, this.#states, from + SAVED);
    const next = side === NO_SIDE ? battle.open(turn, recall) : battle.go(turn, side, recall);
    if (recall.rolls > 0) return this.#place(before, fell);
    return next === NOBODY ? ~this.#endOf(turn) : this.after(this.#stateOf(turn, next));
  }

  #place(before: number, fell: number): number {
    const at = this.#grown;
    const { rolls, row } = this.#recall;
    this.#grown += AFTER + rolls + 1;
    this.places = longEnough(this.places, this.#grown);
    this.places[at + ROLLS] = rolls;
    this.places[at + ROW] = row;
    this.places[at + BEFORE] = before;
    this.places[at + FELL] = fell;
    return at;
  }

  #endOf(turn: number): number {
    const battle = this.#battle;
    battle.close(turn);
    const state = this.#stateOf(turn < this.#last ? turn + 1 : turn, NO_SIDE);
    // What is measured of a turn follows from how it leaves everything.
    const from = state * MEASURED;
    this.#ends = longEnough(this.#ends, from + MEASURED);
    for (let m = 0; m < 2 * MEASURES; m++) this.#ends[from + m] = battle.measures[turn * 2 * MEASURES + m]!;
    this.#ends[from + WINNER] = winnerAfter(battle.units, battle.measures, turn);
    return state;
  }

  /** The number of the state that the battle is in. */
  #stateOf(turn: number, side: number): number {
    const width = this.#width;
    const own = this.#next;
    own[TURN] = turn;
    own[SIDE] = side;
    save(this.#battle, own, SAVED);
    const slot = this.#look(own, 0);
    const known = this.#table[slot]!;
    if (known > 0) return known - 1;
    const state = this.#count++;
    this.#states = longEnough(this.#states, this.#count * width);
    this.#states.set(own, state * width);
    this.#firsts = longEnough(this.#firsts, this.#count);
    this.#table[slot] = this.#count;
    if (2 * this.#count > this.#table.length) this.#rehash();
    return state;
  }

  /** The slot of a state in the table, or the one that it would have. */
  #look(words: Int32Array, from: number): number {
    const width = this.#width;
    const states = this.#states;
    const table = this.#table;
    const mask = table.length - 1;
    let hash = 0;
    for (let k = 0; k < width; k++) {
      hash = Math.imul(hash ^ words[from + k]!, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = table[slot]!;
      if (known === 0) return slot;
      const place = (known - 1) * width;
      let same = 0;
      while (same < width && states[place + same] === words[from + same]) same++;
      if (same === width) return slot;
    }
  }

  #rehash(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    for (let state = 0; state < this.#count; state++)
      this.#table[this.#look(this.#states, state * this.#width)] = state + 1;
  }
}

/** Within what is measured of a turn: who wins if it is the last one. */
export const WINNER = 2 * MEASURES;
const MEASURED = WINNER + 1;

/** Answers as it has gone so far, the last answer first; then takes down what is asked next. */
class Recall extends ByRows {
  /** What is asked next; no rolls where it is over before. */
  rolls = 0;
  row = 0;
  readonly #codes: number[] = [];

  begin(): void {
    this.#codes.length = 0;
    this.rolls = 0;
  }

  add(code: number): void {
    this.#codes.push(code);
  }

  sum(k: number, row: number): number {
    if (k === 0) return 0;
    if (this.#codes.length > 0) return this.#codes.pop()!;
    if (this.rolls === 0) {
      this.rolls = k;
      this.row = row;
    }
    return 0;
  }

  initiative(): boolean {
    return this.sum(1, INITIATIVE) === 1;
  }
}

/** The turn from which on all are alike: every list by turn is at its last entry. A policy may ask for the turn. */
function lastTurn({ turns, policies, initiative = [], lineOfSight, units }: EngagementProfile): number {
  if (policies?.some((policy) => policy !== null)) return turns - 1;
  const lists = units.flatMap(({ orders, nearest, against }) => [
    orders,
    nearest,
    ...against.flatMap((enemy) => (enemy === null ? [] : [enemy.bands, enemy.inReach])),
  ]);
  return Math.min(turns, Math.max(initiative.length, lineOfSight.length, ...lists.map(({ length }) => length))) - 1;
}

/** Integers that `save` takes. */
const roomOf = ({ units, refused }: Battle): number => units.reduce((sum, unit) => sum + unit.room, refused.length);

/** Writes down all that bears on what comes next. */
function save({ units, refused }: Battle, list: Int32Array, from: number): void {
  list.set(refused, from);
  let at = from + refused.length;
  for (let u = 0; u < units.length; u++) at = units[u]!.save(list, at);
}

/** Everything as it was when that was written down. */
function restore({ units, refused }: Battle, list: Int32Array, from: number): void {
  for (let r = 0; r < refused.length; r++) refused[r] = list[from + r]!;
  let at = from + refused.length;
  for (let u = 0; u < units.length; u++) at = units[u]!.restore(list, at);
}

/** A list with room for so many integers. */
function longEnough(list: Int32Array, length: number): Int32Array {
  if (length <= list.length) return list;
  const longer = new Int32Array(2 * length);
  longer.set(list);
  return longer;
}
