import type { Battle } from "./battle.ts";
import { MEASURES, winnerAfter } from "./measures.ts";
import type { EngagementProfile } from "./profile.ts";

/** Within a situation: the turn that is played or will be, or the first that is like it; the side that comes next; the rest. */
const TURN = 0;
const SIDE = 1;
const SAVED = 2;
/** In place of a side: the turn has not begun. */
export const NO_SIDE = -2;

/** Within what is measured of a turn, after MEASURES numbers of each side: who wins if it is the last one. */
export const WINNER = 2 * MEASURES;
const MEASURED = WINNER + 1;

/** Numbers, from 0, the ways in which a battle may stand: all that bears on what comes next. */
export class Situations {
  readonly #battle: Battle;
  /** Turns from this one on are alike. */
  readonly #last: number;
  readonly #width: number;
  /** All of them one after another, and an open table of their numbers (from 1) by what they are. */
  #words: Int32Array = new Int32Array(2 ** 10);
  #table: Int32Array = new Int32Array(2 ** 8);
  /** Of those that end a turn: MEASURED integers. */
  #ends: Int32Array = new Int32Array(2 ** 10);
  /** Where a new one is written. */
  readonly #next: Int32Array;
  #count = 0;

  constructor(battle: Battle) {
    this.#battle = battle;
    this.#last = lastTurn(battle.profile);
    this.#width = SAVED + roomOf(battle);
    this.#next = new Int32Array(this.#width);
  }

  /** Integers that all take. */
  get size(): number {
    return this.#count * this.#width;
  }

  turn(situation: number): number {
    return this.#words[situation * this.#width + TURN]!;
  }

  side(situation: number): number {
    return this.#words[situation * this.#width + SIDE]!;
  }

  /** Of one that a turn has left: MEASURES numbers of each side, then who wins if this is the end. */
  measured(situation: number): Int32Array {
    const from = situation * MEASURED;
    return this.#ends.subarray(from, from + MEASURED);
  }

  /** How often orders have not been carried out by then, as in `Battle.refused`. */
  refused(situation: number): Int32Array {
    const from = situation * this.#width + SAVED;
    return this.#words.subarray(from, from + this.#battle.refused.length);
  }

  /** Puts the battle there. */
  stand(situation: number): void {
    const { refused, units } = this.#battle;
    const list = this.#words;
    let at = situation * this.#width + SAVED;
    for (let r = 0; r < refused.length; r++) refused[r] = list[at++]!;
    for (let u = 0; u < units.length; u++) at = units[u]!.restore(list, at);
  }

  /** The number of what the battle stands at. */
  number(turn: number, side: number): number {
    const { refused, units } = this.#battle;
    const width = this.#width;
    const own = this.#next;
    own[TURN] = turn;
    own[SIDE] = side;
    own.set(refused, SAVED);
    let at = SAVED + refused.length;
    for (let u = 0; u < units.length; u++) at = units[u]!.save(own, at);
    const slot = this.#look(own, 0);
    const known = this.#table[slot]!;
    if (known > 0) return known - 1;
    const situation = this.#count++;
    this.#words = longEnough(this.#words, this.#count * width);
    this.#words.set(own, situation * width);
    this.#table[slot] = this.#count;
    if (2 * this.#count > this.#table.length) this.#rehash();
    return situation;
  }

  /** Ends a turn. @returns the number of what it leaves */
  end(turn: number): number {
    const battle = this.#battle;
    battle.close(turn);
    const situation = this.number(turn < this.#last ? turn + 1 : turn, NO_SIDE);
    // What is measured of a turn follows from how it leaves everything.
    const from = situation * MEASURED;
    this.#ends = longEnough(this.#ends, from + MEASURED);
    for (let m = 0; m < 2 * MEASURES; m++) this.#ends[from + m] = battle.measures[turn * 2 * MEASURES + m]!;
    this.#ends[from + WINNER] = winnerAfter(battle.units, battle.measures, turn);
    return situation;
  }

  /** The slot of a situation in the table, or the one that it would have. */
  #look(words: Int32Array, from: number): number {
    const width = this.#width;
    const known = this.#words;
    const table = this.#table;
    const mask = table.length - 1;
    let hash = 0;
    for (let k = 0; k < width; k++) {
      hash = Math.imul(hash ^ words[from + k]!, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = table[slot]!;
      if (number === 0) return slot;
      const place = (number - 1) * width;
      let same = 0;
      while (same < width && known[place + same] === words[from + same]) same++;
      if (same === width) return slot;
    }
  }

  #rehash(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    for (let situation = 0; situation < this.#count; situation++)
      this.#table[this.#look(this.#words, situation * this.#width)] = situation + 1;
  }
}

/** The turn from which on all are alike: every list by turn is at its last entry. A policy may ask for the turn. */
export function lastTurn({ turns, policies, initiative = [], lineOfSight, units }: EngagementProfile): number {
  if (policies?.some((policy) => policy !== null)) return turns - 1;
  const lists = units.flatMap(({ orders, nearest, against }) => [
    orders,
    nearest,
    ...against.flatMap((enemy) => (enemy === null ? [] : [enemy.bands, enemy.inReach])),
  ]);
  return Math.min(turns, Math.max(initiative.length, lineOfSight.length, ...lists.map(({ length }) => length))) - 1;
}

/** Integers that are saved of a battle. */
const roomOf = ({ units, refused }: Battle): number => units.reduce((sum, unit) => sum + unit.room, refused.length);

/** A list with room for so many integers. */
export function longEnough(list: Int32Array, length: number): Int32Array {
  if (length <= list.length) return list;
  const longer = new Int32Array(2 * length);
  longer.set(list);
  return longer;
}
