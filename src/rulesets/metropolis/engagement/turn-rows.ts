import type { Stream } from "../../../dice/index.ts";
import { happens, WideRows } from "../../../rule/index.ts";
import { ASSAULT, CHARGE } from "../words.ts";
import type { Battle } from "./battle.ts";
import type { EngagementProfile, UnitProfile } from "./profile.ts";
import { lastTurn, longEnough, NO_SIDE, Situations } from "./situations.ts";
import { NOBODY } from "./unit.ts";
import { AllWays } from "./ways.ts";

/** Ways in which half a turn may go, at the most. */
const MOST_IN_A_HALF = 2 ** 11;
/** Outcomes of half a turn: the situation that follows, in these bits; above them, from 1, the order not carried out. */
export const SITUATION_BITS = 22;
const SITUATION = (1 << SITUATION_BITS) - 1;
/** Ways in which the halves of all turns may go, counted generously: what can be known in a fraction of a second. */
const MOST_WAYS = 2 ** 24;

/**
 * Whether a fight can be played by rows: one unit a side, hits that nobody spreads, and few enough ways in which half a
 * turn may go. All of it is a matter of the fight alone, never of what has been played.
 */
export function isPlayedByRows(profile: EngagementProfile): boolean {
  const { units, reading } = profile;
  if (units.length !== 2 || units[0]!.side === units[1]!.side || reading.hitAllocation === "spread") return false;
  const halves = units.map((unit) => waysOf(profile, unit, units.find((other) => other !== unit)!));
  const most = 2 * Math.max(...halves);
  const states = units.reduce((product, { fighter }) => product * 2 * (fighter.models * fighter.wounds + 1), 1);
  return most <= MOST_IN_A_HALF && most * 2 * states * (lastTurn(profile) + 1) <= MOST_WAYS;
}

/** Ways in which what a unit does in its turn may go, at most. */
function waysOf({ units, rounds }: EngagementProfile, unit: UnitProfile, enemy: UnitProfile): number {
  const rolls = (counts: readonly number[]) => counts.reduce((product, count) => product * (count + 1), 1);
  const against = (own: UnitProfile, other: UnitProfile) => own.against[units.indexOf(other)]!;
  const fire = (own: UnitProfile, other: UnitProfile) =>
    Math.max(...against(own, other).fire.map((volley) => rolls(volley.map(({ models, shots }) => models * shots))));
  const blows = (own: UnitProfile, other: UnitProfile) => rolls(against(own, other).blows.map(({ models }) => models));
  const meets = unit.orders.some((order) => order === CHARGE || order === ASSAULT);
  const combat = meets ? (2 * blows(unit, enemy) * blows(enemy, unit)) ** rounds : 1;
  const reaction = meets ? 4 * fire(enemy, unit) : 1;
  return 2 * Math.max(2 * fire(unit, enemy), reaction, combat);
}

/**
 * What half a turn comes to, from each situation: who starts and the first unit's turn to act, then the other's and the end.
 * Each is played in every way there is, in the written battle, when it is first asked for; what it leads to, and the
 * chances, are a row to draw from. Rows are the same whatever has been asked for before.
 */
export class TurnRows {
  readonly wide = new WideRows();
  /** By situation: 0 not made yet; below 0 what surely follows, turned (`~`); above it a row. */
  heads: Int32Array = new Int32Array(2 ** 8);
  readonly #battle: Battle;
  readonly #situations: Situations;
  readonly #ways = new AllWays();

  /** Situation 0 is that of the beginning. */
  constructor(battle: Battle) {
    this.#battle = battle;
    this.#situations = new Situations(battle);
    battle.begin();
    this.#situations.number(0, NO_SIDE);
  }

  /** Integers that all of it takes. */
  get size(): number {
    return this.wide.length + this.#situations.size;
  }

  /** As `Situations.measured`. */
  measured(situation: number): Int32Array {
    return this.#situations.measured(situation);
  }

  /** What half a turn comes to from a situation, and the chances. */
  law(situation: number): { outcomes: readonly number[]; chances: readonly number[] } {
    const places = new Map<number, number>();
    const chances: number[] = [];
    this.every(situation, (outcome, { chance }) => {
      const place = places.get(outcome);
      if (place === undefined) {
        places.set(outcome, chances.length);
        chances.push(chance);
      } else chances[place] = chances[place]! + chance;
    });
    return { outcomes: [...places.keys()], chances };
  }

  /** Makes the row of a situation. */
  make(situation: number): number {
    const { outcomes, chances } = this.law(situation);
    const row = outcomes.length === 1 ? ~outcomes[0]! : this.wide.add(outcomes, chances);
    this.heads = longEnough(this.heads, situation + 1);
    this.heads[situation] = row;
    return row;
  }

  /** One of the ways that lead from a situation to an outcome, each as likely as it is: the answers of chance. */
  way(situation: number, wanted: number, chance: Stream): readonly number[] {
    let sum = 0;
    let way: readonly number[] = [];
    this.every(situation, (outcome, own) => {
      if (outcome !== wanted || own.chance === 0) return;
      sum += own.chance;
      if (happens(chance, own.chance / sum)) way = own.answers;
    });
    return way;
  }

  /** Plays half a turn in every way there is. */
  every(situation: number, visit: (outcome: number, way: AllWays) => void): void {
    const ways = this.#ways;
    const situations = this.#situations;
    const turn = situations.turn(situation);
    const side = situations.side(situation);
    do {
      situations.stand(situation);
      const next = side === NO_SIDE ? this.#first(turn) : this.#second(turn, side);
      visit(next, ways);
    } while (ways.next());
  }

  #first(turn: number): number {
    const battle = this.#battle;
    const next = battle.go(turn, battle.open(turn, this.#ways), this.#ways);
    const refused = this.#refused();
    return this.#situations.number(turn, next) | refused;
  }

  #second(turn: number, side: number): number {
    const battle = this.#battle;
    for (let next = side; next !== NOBODY; ) next = battle.go(turn, next, this.#ways);
    const refused = this.#refused();
    return this.#situations.end(turn) | refused;
  }

  /** Which order has not been carried out, one at the most; it is no part of a situation. */
  #refused(): number {
    const { refused } = this.#battle;
    const place = refused.indexOf(1);
    refused.fill(0);
    return (place + 1) << SITUATION_BITS;
  }
}

/** The situation of an outcome. */
export const situationOf = (outcome: number): number => outcome & SITUATION;
/** The place in `Battle.refused` of the order that is not carried out, below 0 where there is none. */
export const refusedOf = (outcome: number): number => (outcome >> SITUATION_BITS) - 1;
