import { ByRows, type TableRows } from "../draws.ts";
import type { Battle } from "./battle.ts";
import { longEnough, NO_SIDE, Situations } from "./situations.ts";
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

/**
 * What turns come to: whatever a unit does, as everything stands, is played once for each way that its rolls fall, in the
 * written battle, and known from then on. All of it is one list of places, where a roll comes next each, then the place
 * that follows, 0 where that has not come up, or, where the turn is over, the number of the state it leaves, turned (`~`).
 */
export class Courses {
  /** The first integer is never used. */
  places: Int32Array = new Int32Array(2 ** 10);
  readonly #states: Situations;
  /** By state: the place that follows. */
  #firsts: Int32Array = new Int32Array(2 ** 6);
  readonly #battle: Battle;
  readonly #recall: Recall;
  #grown = 1;
  /** How often something was played. */
  played = 0;

  constructor(battle: Battle, rows: TableRows) {
    this.#battle = battle;
    this.#recall = new Recall(rows);
    this.#states = new Situations(battle);
    battle.begin();
    this.#states.number(0, NO_SIDE);
  }

  /** Integers that all places and states take. */
  get size(): number {
    return this.#grown + this.#states.size;
  }

  /** As `Situations.measured`. */
  measured(state: number): Int32Array {
    return this.#states.measured(state);
  }

  /** As `Situations.refused`. */
  refused(state: number): Int32Array {
    return this.#states.refused(state);
  }

  /** The place after a state; state 0 is that of the beginning. */
  after(state: number): number {
    return this.#firsts[state]! || this.#begin(state);
  }

  #begin(state: number): number {
    this.#recall.begin();
    const first = this.#play(state, ~state, 0);
    this.#firsts = longEnough(this.#firsts, state + 1);
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
    const turn = this.#states.turn(state);
    const side = this.#states.side(state);
    this.played++;
    this.#states.stand(state);
    const next = side === NO_SIDE ? battle.open(turn, recall) : battle.go(turn, side, recall);
    if (recall.rolls > 0) return this.#place(before, fell);
    return next === NOBODY ? ~this.#states.end(turn) : this.after(this.#states.number(turn, next));
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
}

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
