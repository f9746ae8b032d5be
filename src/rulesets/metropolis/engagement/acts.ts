import type { Stream } from "../../../dice/index.ts";
import {
  type Act,
  type ActDistribution,
  type ActedBattle,
  type ActReading,
  Numbering,
  type Position,
} from "../../../rule/acts.ts";
import { happens } from "../../../rule/fall.ts";
import { ASSAULT, CHARGE } from "../words.ts";
import type { Battle } from "./battle.ts";
import { MEASURES, measure, winnerAfter } from "./measures.ts";
import { type BattleMetric, measuresOf } from "./metrics.ts";
import { at, type EngagementProfile, type UnitProfile } from "./profile.ts";
import { NOBODY } from "./unit.ts";
import { AllWays } from "./ways.ts";

/** Fields of a position: which of like turns it is; the side that comes next; who fights whom, as a number. */
const TURN = 0;
const SIDE = 1;
const MELEES = 2;
/** What an act has come to: in which view (NONE: it stands there already), the states of who acted and of whom it acted at. */
const DONE = 3;
const OWN_AFTER = 4;
const OTHER_AFTER = 5;
/** What who acts next goes by; where the dice say who starts, of either side. */
const VIEW = 6;
/** Within a view: a unit and whom it acts at; its order, and the enemies in sight of both; their states. */
const UNIT = 0;
const TARGET = 1;
const ORDER = 2;
const SEEN = 3;
const TARGET_SEEN = 4;
const OWN = 5;
const OTHER = 6;
const VIEWS = 7;
/** The state of each unit, as a number; then how often each order was not carried out. */
const UNITS = VIEW + 2 * VIEWS;
/** In place of a side: the turn has not begun; of a view. */
const NO_SIDE = -2;
const NONE = -1;

/** The acts: an activation; who starts, and the first activation. */
const ACTS = 0;
const STARTS = 1;
const fieldsOf = (views: number) => Array.from({ length: views * VIEWS }, (_, field) => VIEW + field);

/** What is read at the end of a turn: MEASURES numbers of each side, then who wins if it is the last one. */
const WINNER = 2 * MEASURES;

/** A battle as acts: the units one after another, each going by itself, by whom it acts at, and by what both see. */
export class BattleActs implements ActedBattle {
  readonly start: Int32Array;
  readonly acts: readonly Act[];
  readonly stages: number;
  readonly alikeFrom: number;
  readonly places = WINNER + 1;
  readonly #battle: Battle;
  /** By unit, its states. */
  readonly #states: readonly Numbering[];
  readonly #melees: Numbering;
  readonly #opponents: Int32Array;
  readonly #saved: readonly Int32Array[];
  readonly #ways = new AllWays();
  /** By turn, the first turn on which everything that is set by turn but orders is the same. */
  readonly #turns: readonly number[];
  /** Fields that an act changes. */
  readonly #changed: readonly number[];
  /** All outcomes, which many rows have in common, by their numbers; and where each stands in the row that is made. */
  readonly #ends: Numbering;
  readonly #outcomes: (readonly number[])[] = [];
  readonly #places: number[] = [];
  readonly #onWay: ((isPossible: boolean) => void) | undefined;

  /** @param onWay told when an act was played in one of its ways, which the log of the battle has heard */
  constructor(battle: Battle, onWay?: (isPossible: boolean) => void) {
    this.#onWay = onWay;
    const { profile, units, refused } = battle;
    this.#battle = battle;
    this.stages = profile.turns;
    this.alikeFrom = lastTurn(profile);
    this.#turns = likeTurns(profile);
    this.#states = units.map((unit) => new Numbering(unit.room));
    this.#saved = units.map((unit) => new Int32Array(unit.room));
    this.#melees = new Numbering(units.length);
    this.#opponents = new Int32Array(units.length);
    const sets = [SIDE, MELEES, DONE, OWN_AFTER, OTHER_AFTER];
    const counted = measuresOf(profile).filter(({ from }) => from === "refused");
    const adds = counted.map(({ place }) => UNITS + units.length + place);
    const act = (number: number): Act => ({
      reads: [TURN, MELEES, ...fieldsOf(number + 1)],
      sets,
      adds,
      distribution: (position) => this.#distribution(position, number),
    });
    this.#changed = [...sets, ...adds];
    this.#ends = new Numbering(this.#changed.length);
    this.acts = [act(ACTS), act(STARTS)];
    this.start = new Int32Array(UNITS + units.length + refused.length);
    battle.begin();
    units.forEach((_, u) => {
      this.start[UNITS + u] = this.#stateOf(u);
    });
    this.start[MELEES] = this.#meleesNow();
    this.start[SIDE] = NO_SIDE;
    this.start[DONE] = NONE;
  }

  /** How fights are read. */
  readings(measures: readonly BattleMetric[]): ActReading[] {
    const last = this.stages - 1;
    const counters = UNITS + this.#battle.units.length;
    return measures.map(({ metric, from, place }): ActReading => {
      if (from === "winner") return { metric, stage: last, place: WINNER };
      if (from === "refused") return { metric, stage: last, counter: counters + place };
      return { metric, stage: Math.floor(place / (2 * MEASURES)), place: place % (2 * MEASURES) };
    });
  }

  /** The number of a unit's state as it is now. */
  #stateOf(unit: number): number {
    this.#battle.units[unit]!.save(this.#saved[unit]!);
    return this.#states[unit]!.number(this.#saved[unit]!);
  }

  #meleesNow(): number {
    const { units } = this.#battle;
    for (let u = 0; u < units.length; u++) this.#opponents[u] = units[u]!.opponent;
    return this.#melees.number(this.#opponents);
  }

  /** Puts the battle where a position is, nobody having been refused an order. */
  #stand(position: Position): void {
    const { units, refused } = this.#battle;
    const { words } = this.#melees;
    for (let u = 0; u < units.length; u++) {
      const { words: states, width } = this.#states[u]!;
      units[u]!.restore(states, position[UNITS + u]! * width);
      units[u]!.opponent = words[position[MELEES]! * units.length + u]!;
    }
    refused.fill(0);
  }

  next(position: Position, turn: number): number {
    const battle = this.#battle;
    const done = position[DONE]!;
    if (done !== NONE) {
      const view = VIEW + done * VIEWS;
      position[UNITS + position[view + UNIT]!] = position[OWN_AFTER]!;
      if (position[view + TARGET] !== NOBODY) position[UNITS + position[view + TARGET]!] = position[OTHER_AFTER]!;
      position[DONE] = NONE;
    }
    position.fill(0, OWN_AFTER, UNITS);
    position[TURN] = this.#turns[turn]!;
    this.#stand(position);
    const given = position[SIDE] === NO_SIDE ? battle.given(turn) : position[SIDE]!;
    // Where one side is gone, and nobody has to rally, nothing happens any more.
    if (battle.isOver || battle.comes(0) === NOBODY) {
      battle.close(turn);
      for (let u = 0; u < battle.units.length; u++) position[UNITS + u] = this.#stateOf(u);
      position[SIDE] = NO_SIDE;
      return -1;
    }
    if (given !== NOBODY) {
      position[SIDE] = given;
      this.#view(position, VIEW, turn, given);
      return ACTS;
    }
    this.#view(position, VIEW, turn, 0);
    this.#view(position, VIEW + VIEWS, turn, 1);
    return STARTS;
  }

  /** Writes down what who comes next of a side goes by. */
  #view(position: Position, at: number, turn: number, side: number): void {
    const battle = this.#battle;
    const unit = battle.comes(side);
    const order = battle.orderOf(turn, unit);
    const { target, seen, targetSeen } = battle.view(turn, unit, order);
    position[at + UNIT] = unit;
    position[at + TARGET] = target;
    position[at + ORDER] = order;
    position[at + SEEN] = seen;
    position[at + TARGET_SEEN] = targetSeen;
    position[at + OWN] = position[UNITS + unit]!;
    position[at + OTHER] = target === NOBODY ? 0 : position[UNITS + target]!;
  }

  /** Plays what is next in every way there is; what it came to stands in `end`. */
  #every(position: Position, act: number, visit: (end: Position, chance: number) => void): void {
    const battle = this.#battle;
    const ways = this.#ways;
    const end = position.slice();
    do {
      this.#stand(position);
      const done = act === STARTS && !ways.initiative() ? 1 : 0;
      const view = VIEW + done * VIEWS;
      const unit = position[view + UNIT]!;
      const target = position[view + TARGET]!;
      end[SIDE] = battle.act(position[TURN]!, unit, position[view + ORDER]!, ways);
      end[MELEES] = this.#meleesNow();
      end[DONE] = done;
      end[OWN_AFTER] = this.#stateOf(unit);
      end[OTHER_AFTER] = target === NOBODY ? 0 : this.#stateOf(target);
      end.set(battle.refused, UNITS + battle.units.length);
      const { chance } = ways;
      this.#onWay?.(chance > 0);
      if (chance > 0) visit(end, chance);
    } while (ways.next());
  }

  #distribution(position: Position, act: number): ActDistribution {
    const outcomes: (readonly number[])[] = [];
    const chances: number[] = [];
    this.#every(position, act, (end, chance) => {
      const ended = this.#changed.map((field) => end[field]!);
      const number = this.#ends.number(ended);
      this.#outcomes[number] ??= ended;
      const outcome = this.#outcomes[number];
      const place = this.#places[number] ?? 0;
      if (outcomes[place] === outcome) chances[place] = chances[place]! + chance;
      else {
        this.#places[number] = outcomes.push(outcome) - 1;
        chances.push(chance);
      }
    });
    return { outcomes, chances };
  }

  /** The ways in which an act comes to an outcome: the answers of chance, and how likely they are. */
  ways(act: number, before: Position, wanted: readonly number[]): Map<string, number> {
    const ways = new Map<string, number>();
    this.#every(before, act, (end, chance) => {
      if (this.#changed.every((field, i) => end[field] === wanted[i])) ways.set(this.#ways.answers.join(), chance);
    });
    return ways;
  }

  /** One of these, each as likely as it is. */
  way(act: number, before: Position, wanted: readonly number[], chance: Stream): readonly number[] {
    let sum = 0;
    let way = "";
    for (const [answers, share] of this.ways(act, before, wanted)) {
      sum += share;
      if (happens(chance, share / sum)) way = answers;
    }
    return way === "" ? [] : way.split(",").map(Number);
  }

  read(position: Position, into: Int32Array): void {
    this.#stand(position);
    measure(this.#battle.units, into, 0);
    into[WINNER] = winnerAfter(this.#battle.units, into, 0);
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

function likeTurns({ turns, lineOfSight, units }: EngagementProfile): number[] {
  const found = new Map<string, number>();
  return Array.from({ length: turns }, (_, turn) => {
    const key = JSON.stringify([
      at(lineOfSight, turn),
      units.map(({ nearest, against }) => [
        at(nearest, turn),
        against.map((enemy) => enemy && [at(enemy.bands, turn), at(enemy.inReach, turn)]),
      ]),
    ]);
    const like = found.get(key) ?? turn;
    found.set(key, like);
    return like;
  });
}

/** Ways in which an activation may go, at the most, and all activations of a fight, counted generously: a second's work. */
const MOST_IN_AN_ACT = 2 ** 11;
const MOST_WAYS = 2 ** 21;
/** Ways whose rows take as long to make as some 40,000 trials (half a width of 0.5 %) take from dice. */
const MOST_PLAYED = 2 ** 19;
/** States of all units together: where there are more, positions seldom come again, and acts cost more than dice. */
const MOST_STATES = 2 ** 22;

/**
 * What playing and solving a fight by acts takes at most, a matter of the fight alone: states of all units together, and the
 * ways in which one activation (`longest`) and all (`ways`) may go.
 */
export function sizeOfActs(profile: EngagementProfile) {
  const { units, reading } = profile;
  const turns = lastTurn(profile) + 1;
  const states = units.reduce((all, unit) => all * statesOf(unit, reading), 1);
  let [longest, ways] = [0, 0];
  for (const unit of states > MOST_STATES ? [] : units)
    for (const enemy of units) {
      if (enemy.side === unit.side) continue;
      const count = waysOf(profile, unit, enemy);
      longest = Math.max(longest, count);
      ways += count * turns * statesOf(unit, reading) * statesOf(enemy, reading);
    }
  return { states, longest, ways };
}

/**
 * What solving a fight act by act takes. Measured on fights of 1 to 10 a side, to a third and double: its ways are
 * asked once, then passes go over its positions.
 */
export function operationsOf(profile: EngagementProfile, passes: number): number {
  const { states, longest, ways } = sizeOfActs(profile);
  // In each turn nobody has come yet, or one side comes next.
  return 5 * ways + (passes * 3 * profile.turns * states * longest) / 8;
}

/** Whether a fight can be solved by acts, whether few enough ways lead on; and whether it is played by them. */
export function isSolvedByActs(profile: EngagementProfile, most = MOST_WAYS): boolean {
  const { states, longest, ways } = sizeOfActs(profile);
  return states <= MOST_STATES && longest <= MOST_IN_AN_ACT && ways <= most;
}
export const isPlayedByActs = (profile: EngagementProfile): boolean => isSolvedByActs(profile, MOST_PLAYED);

const statesOf = (
  { fighter: { models, wounds } }: UnitProfile,
  { hitAllocation }: EngagementProfile["reading"],
): number => 2 * (hitAllocation === "spread" ? combinations(models + wounds, wounds) : models * wounds + 1);

/** Ways in which what a unit does to another in its turn may go, at most. */
function waysOf({ units, rounds, reading }: EngagementProfile, unit: UnitProfile, enemy: UnitProfile): number {
  const isSpread = reading.hitAllocation === "spread";
  const rolls = (target: UnitProfile, counts: readonly number[]) =>
    counts.reduce((product, count) => product * (isSpread ? spreadWays(count, target) : count + 1), 1);
  const against = (own: UnitProfile, other: UnitProfile) => own.against[units.indexOf(other)]!;
  const fire = (own: UnitProfile, other: UnitProfile) =>
    Math.max(
      ...against(own, other).fire.map((volley) =>
        rolls(
          other,
          volley.map(({ models, shots }) => models * shots),
        ),
      ),
    );
  const blows = (own: UnitProfile, other: UnitProfile) =>
    rolls(
      other,
      against(own, other).blows.map(({ models }) => models),
    );
  const meets = unit.orders.some((order) => order === CHARGE || order === ASSAULT);
  const combat = meets ? (2 * blows(unit, enemy) * blows(enemy, unit)) ** rounds : 1;
  const reaction = meets ? 4 * fire(enemy, unit) : 1;
  return 2 * Math.max(2 * fire(unit, enemy), reaction, combat);
}

/** The same of hits that are spread over models, of which each may take any of its wounds. */
function spreadWays(count: number, { fighter: { models, wounds } }: UnitProfile): number {
  let ways = 0;
  for (let hits = 0; hits <= count; hits++) {
    const each = Math.floor(hits / models);
    const more = hits % models;
    ways += wounds * combinations(more + each + 1, more) * combinations(models - more + each, each);
  }
  return ways;
}

export function combinations(n: number, k: number): number {
  let found = 1;
  for (let i = 1; i <= k; i++) found = (found * (n - k + i)) / i;
  return found;
}
