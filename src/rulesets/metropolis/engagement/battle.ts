import type { Chance } from "../chance.ts";
import { CHARGED, COVER, Melee } from "../melee.ts";
import { isUnderHalf } from "../morale.ts";
import { leftOf } from "../ranks.ts";
import { ASSAULT, CHARGE, FIRE, HELD, HOLD, MOVE, ROUTED } from "../words.ts";
import type { BattleLog } from "./log.ts";
import { MEASURES, measure, winnerAfter } from "./measures.ts";
import { Onlooker } from "./policy.ts";
import {
  at,
  CANNOT_FIRE,
  CONTACT,
  type EngagementProfile,
  FALLS_SHORT,
  IN_COVER,
  MELEE_BINDS,
  MOVED,
  NO_HOLD_IN_MELEE,
  NO_TARGET,
  OUT_OF_RANGE,
  OUT_OF_SIGHT,
  PANIC_FORBIDS,
  REFUSALS,
} from "./profile.ts";
import { bandTo, nearestOf, seenBy } from "./sight.ts";
import { placeOf, SUBSTREAM } from "./substreams.ts";
import { FightUnit, NOBODY } from "./unit.ts";

/**
 * A whole fight (B-TURN, B-ORD, E-20 to E-23), played with any kind of chance. Made once, then played again and again
 * without allocating anything.
 */
export class Battle {
  readonly profile: EngagementProfile;
  readonly units: readonly FightUnit[];
  log: BattleLog | undefined = undefined;
  readonly #melee: Melee;
  readonly #onlooker: Onlooker;
  /** MEASURES numbers for each side of each turn, first side first. */
  readonly measures: Int32Array;
  /** How often an order was not carried out: by side, then by rule as REFUSALS. */
  readonly refused: Int32Array;
  #chance!: Chance;
  #turn = 0;

  constructor(profile: EngagementProfile) {
    this.profile = profile;
    const firsts = profile.units.filter(({ side }) => side === 0).length;
    this.units = profile.units.map((unit, index) => new FightUnit(unit, unit.side === 0 ? index : index - firsts));
    this.#onlooker = new Onlooker(this.units, profile);
    const [any] = this.units;
    this.#melee = new Melee(profile.reading, any!.fighter, any!.fighter, [], []);
    this.measures = new Int32Array(profile.turns * 2 * MEASURES);
    this.refused = new Int32Array(2 * REFUSALS.length);
  }

  /** Plays one fight; what came of it stands in `measures`, `refused` and `winner`. */
  play(chance: Chance): void {
    this.begin();
    for (let turn = 0; turn < this.profile.turns; turn++) this.turn(turn, chance);
  }

  /** Everybody as they come. */
  begin(): void {
    this.refused.fill(0);
    for (let u = 0; u < this.units.length; u++) this.units[u]!.reset();
  }

  /** Plays one turn, from 0. */
  turn(turn: number, chance: Chance): void {
    let side = this.open(turn, chance);
    while (side !== NOBODY) side = this.go(turn, side, chance);
    this.close(turn);
  }

  /** Begins a turn. @returns the side that starts (B-TURN-02, E-24) */
  open(turn: number, chance: Chance): number {
    this.#chance = chance;
    this.#turn = turn;
    this.log?.turnBegins(turn);
    return this.#starts();
  }

  /**
   * B-TURN-03: players alternate, one unit each; who has none left lets the other go on.
   * @returns the side that comes next, or NOBODY where nobody was left
   */
  go(turn: number, side: number, chance: Chance): number {
    const next = this.comes(side);
    return next === NOBODY ? NOBODY : this.act(turn, next, this.orderOf(turn, next), chance);
  }

  /** The unit that acts when it is a side's turn, NOBODY where all have acted. */
  comes(side: number): number {
    const next = this.#nextOf(side);
    return next === NOBODY ? this.#nextOf(1 - side) : next;
  }

  /** Whether nobody is left who has anybody to fight, or a panic to get over (QB-21). */
  get isOver(): boolean {
    for (const unit of this.units) if (unit.stands && (unit.isPanicked || !this.#isAlone(unit))) return false;
    return true;
  }

  /** What a unit is ordered (E-20, E-25). */
  orderOf(turn: number, unit: number): number {
    const fightUnit = this.units[unit]!;
    const order = this.#onlooker.orderOf(fightUnit, turn);
    if (this.#onlooker.rule >= 0) this.log?.follows?.(fightUnit.profile.side, this.#onlooker.rule);
    return order;
  }

  /** A unit's activation. @returns the side that comes next */
  act(turn: number, unit: number, order: number, chance: Chance): number {
    this.#chance = chance;
    this.#turn = turn;
    const fightUnit = this.units[unit]!;
    fightUnit.hasActed = true;
    this.#act(fightUnit, unit, order);
    return 1 - fightUnit.profile.side;
  }

  /** Beside its own state, what an order of a unit goes by: whom it acts at, and whom both see where they may take a test. */
  view(turn: number, index: number, order: number): { target: number; seen: number; targetSeen: number } {
    this.#turn = turn;
    const unit = this.units[index]!;
    const fights = order === FIRE || order === CHARGE || order === ASSAULT;
    const nearest = fights ? nearestOf(this.units, unit, this.#turn, order === FIRE) : NOBODY;
    const target = !unit.inMelee ? nearest : order === ASSAULT ? unit.opponent : NOBODY;
    const mayTest = unit.isPanicked || order === CHARGE || order === ASSAULT;
    const testsTarget = target !== NOBODY && (order === FIRE || order === ASSAULT);
    return {
      target,
      seen: this.#isAlone(unit) ? NOBODY : mayTest ? this.#seenBy(unit) : 0,
      targetSeen: testsTarget ? this.#seenBy(this.units[target]!) : 0,
    };
  }

  /** Ends a turn, and removes its markers (B-TURN-01). */
  close(turn: number): void {
    this.#turn = turn;
    measure(this.units, this.measures, turn);
    this.log?.turnEnds();
    for (let u = 0; u < this.units.length; u++) this.units[u]!.unmark();
  }

  /** An index into WINNERS. */
  get winner(): number {
    return winnerAfter(this.units, this.measures, this.profile.turns - 1);
  }

  /** B-TURN-02, E-24: the side that starts. */
  #starts(): number {
    const given = this.given(this.#turn);
    if (given === NOBODY) {
      this.#chance.substream?.(this.#turn, SUBSTREAM.INITIATIVE);
      return this.#chance.initiative() ? 0 : 1;
    }
    this.log?.starts(given);
    return given;
  }

  /** The side that is given the start of a turn, NOBODY where the dice say who has it. */
  given(turn: number): number {
    const given = at(this.profile.initiative ?? ["fair"], turn);
    return given === "fair" ? NOBODY : given === "first" ? 0 : 1;
  }

  #nextOf(side: number): number {
    for (let u = 0; u < this.units.length; u++) {
      const unit = this.units[u]!;
      if (unit.profile.side === side && !unit.hasActed && unit.stands) return u;
    }
    return NOBODY;
  }

  /** QB-21: a panicked unit tries to rally, once, even alone (E-13); then it does what its order says and the rules allow. */
  #act(unit: FightUnit, index: number, order: number): void {
    const { profile } = unit;
    const isAlone = this.#isAlone(unit);
    if (isAlone && !unit.isPanicked) return;
    this.#substream(SUBSTREAM.RALLY, unit);
    this.log?.acts(index, order);
    if (unit.isPanicked) {
      this.log?.does(index, "rallies", index);
      if (this.#chance.passes(profile.toRally[this.#seenBy(unit)]!, "B-MOR-06")) unit.fighter.nerve = HELD;
    }
    if (isAlone) return;
    if (unit.inMelee) {
      if (order === ASSAULT) this.#assault(index, unit.opponent);
      else this.#refuse(unit, index, order === HOLD ? NO_HOLD_IN_MELEE : order === FIRE ? NO_TARGET : MELEE_BINDS);
      return;
    }
    if (order === MOVE) unit.moved = MOVED;
    else if (unit.isPanicked) this.#refuse(unit, index, PANIC_FORBIDS);
    else if (order === HOLD) unit.holds = true;
    else if (order === FIRE) this.#fire(unit, index);
    else if (order === CHARGE) this.#charge(unit, index);
    else this.#assaultFromContact(unit, index);
  }

  /** Nobody is left to fight: no unit sees anybody, and no order can be carried out. */
  #isAlone(unit: FightUnit): boolean {
    return nearestOf(this.units, unit, this.#turn, false) === NOBODY;
  }

  #substream(phase: number, { profile, own: place }: FightUnit): void {
    this.#chance.substream?.(this.#turn, placeOf(phase, profile.side, place));
  }

  #refuse(unit: FightUnit, index: number, why: number): void {
    this.log?.refused(index, why);
    const place = unit.profile.side * REFUSALS.length + why;
    this.refused[place] = this.refused[place]! + 1;
  }

  get #inSight(): boolean {
    return at(this.profile.lineOfSight, this.#turn);
  }

  /** B-ORD-03, B-SHOOT-01, B-SHOOT-02: fire at the nearest enemy. */
  #fire(unit: FightUnit, index: number): void {
    const target = nearestOf(this.units, unit, this.#turn, true);
    if (!this.#inSight) this.#refuse(unit, index, OUT_OF_SIGHT);
    else if (target === NOBODY || bandTo(unit, target, this.#turn) === CONTACT) this.#refuse(unit, index, NO_TARGET);
    else if (!this.#shootAt(unit, index, target)) this.#refuse(unit, index, CANNOT_FIRE);
  }

  /**
   * B-SHOOT-03 to B-SHOOT-07, and the morale test of who suffers a loss (B-MOR-02).
   * @returns false when no weapon fires in the band (QB-05, QB-06)
   */
  #shootAt(unit: FightUnit, index: number, target: number): boolean {
    const enemy = this.units[target]!;
    const { fire } = unit.profile.against[target]!;
    const band = bandTo(unit, target, this.#turn);
    if (band === OUT_OF_RANGE || fire[band]!.length === 0) return false;
    const volley = fire[band]!;
    this.log?.does(index, "fires", target);
    const { profile, ranks } = enemy.fighter;
    const before = ranks.standing;
    const woundsBefore = profile.individual ? ranks.total() : 0;
    const moved = this.profile.movedModifier === "target" ? enemy.moved : unit.moved;
    const needs = moved | (enemy.fighter.cover === COVER ? IN_COVER : 0);
    this.#substream(SUBSTREAM.FIRE, unit);
    for (let i = 0; i < volley.length; i++) {
      const { models, behind, shots, toHit, toWound } = volley[i]!;
      const left = leftOf(models, behind, unit.fighter.ranks.standing);
      if (left > 0)
        ranks.strike(
          this.#chance,
          left * shots,
          toHit[needs]!,
          toWound,
          this.profile.reading.hitAllocation,
          "B-SHOOT-03",
        );
    }
    if (!enemy.stands) {
      this.#release(target);
      return true;
    }
    const isLoss = profile.individual ? ranks.total() < woundsBefore : ranks.standing < before;
    const shaken = profile.individual
      ? isUnderHalf(ranks.total(), profile.wounds)
      : isUnderHalf(ranks.standing, profile.models);
    this.#substream(SUBSTREAM.NERVE, unit);
    if (isLoss && shaken) this.#testNerve(enemy, target);
    return true;
  }

  #seenBy(unit: FightUnit): number {
    return seenBy(this.units, unit, this.#turn, this.#inSight);
  }

  /** Needed die of a morale test, by the enemies in sight. */
  #toHold(unit: FightUnit): number {
    return unit.profile.toHold[this.#seenBy(unit)]!;
  }

  #testNerve(unit: FightUnit, index: number): void {
    this.log?.does(index, "tests", index);
    const before = unit.fighter.ranks.standing;
    unit.fighter.testNerve(this.#chance, this.#toHold(unit), this.profile.reading.halfIs);
    if (unit.fighter.nerve === ROUTED) this.#rout(unit, index, before);
  }

  /** B-MOR-04: what was left is off the table. */
  #rout(unit: FightUnit, index: number, left: number): void {
    unit.routed += left;
    this.#release(index);
  }

  /**
   * B-ORD-01, E-22: a charge at the nearest enemy. Who holds its fire shoots first if it passes its reaction test; who is
   * to counter-charge does that.
   */
  #charge(unit: FightUnit, index: number): void {
    const target = nearestOf(this.units, unit, this.#turn, false);
    if (target === NOBODY) return;
    unit.moved = MOVED;
    unit.fighter.cover = 0;
    const enemy = this.units[target]!;
    const reaches = at(unit.profile.against[target]!.inReach, this.#turn);
    this.log?.does(index, "charges", target);
    this.#substream(SUBSTREAM.REACT, unit);
    this.#react(enemy, target, index, reaches);
    if (!unit.stands) return;
    if (!reaches) {
      this.#refuse(unit, index, FALLS_SHORT);
      return;
    }
    unit.fighter.charged = CHARGED;
    this.#engage(index, target);
  }

  /** B-MOR-05: who is panicked or in melee does not react. */
  #react(enemy: FightUnit, index: number, charger: number, reaches: boolean): void {
    if (enemy.isPanicked || enemy.inMelee) return;
    const { reaction, toReact } = enemy.profile;
    if (reaction === "fire" && enemy.holds) {
      enemy.holds = false;
      if (!this.#inSight || bandTo(enemy, charger, this.#turn) === CONTACT) return;
      this.log?.does(index, "tests", index);
      if (this.#chance.passes(toReact, "B-TAB-02")) this.#shootAt(enemy, index, charger);
    } else if (reaction === "counterCharge" && reaches) {
      this.log?.does(index, "tests", index);
      if (!this.#chance.passes(toReact, "B-TAB-02")) return;
      this.log?.does(index, "counterCharges", charger);
      enemy.fighter.charged = CHARGED;
      enemy.fighter.cover = 0;
      enemy.moved = MOVED;
    }
  }

  #engage(index: number, target: number): void {
    this.units[index]!.opponent = target;
    const enemy = this.units[target]!;
    if (enemy.opponent === NOBODY) enemy.opponent = index;
  }

  /** A unit is gone: who fought it turns to another that fights him, or is free. */
  #release(gone: number): void {
    this.units[gone]!.opponent = NOBODY;
    for (let u = 0; u < this.units.length; u++) {
      const unit = this.units[u]!;
      if (unit.opponent !== gone) continue;
      unit.opponent = NOBODY;
      for (let v = 0; v < this.units.length; v++)
        if (unit.opponent === NOBODY && this.units[v]!.opponent === u) unit.opponent = v;
    }
  }

  /** B-ORD-04, B-CC-01: at no distance an assault move brings the unit into contact. */
  #assaultFromContact(unit: FightUnit, index: number): void {
    const target = nearestOf(this.units, unit, this.#turn, false);
    if (target === NOBODY || bandTo(unit, target, this.#turn) !== CONTACT) {
      this.#refuse(unit, index, MELEE_BINDS);
      return;
    }
    this.#engage(index, target);
    this.#assault(index, target);
  }

  /** B-CC-01 to B-CC-05: combat, for as many rounds as there are. */
  #assault(index: number, target: number): void {
    const unit = this.units[index]!;
    const enemy = this.units[target]!;
    const melee = this.#melee;
    melee.first = unit.fighter;
    melee.second = enemy.fighter;
    melee.first.toHold = this.#toHold(unit);
    melee.second.toHold = this.#toHold(enemy);
    melee.firstBlows = unit.profile.against[target]!.blows;
    melee.secondBlows = enemy.profile.against[index]!.blows;
    this.#substream(SUBSTREAM.ASSAULT, unit);
    for (let round = 0; round < this.profile.rounds && melee.isOn; round++) {
      this.log?.combat(index, target, round, 0, false);
      melee.strike(this.#chance);
      this.log?.combat(index, target, round, 1, melee.fallenStrikeBack);
      melee.strikeBack(this.#chance);
      const ours = unit.fighter.ranks.standing;
      const theirs = enemy.fighter.ranks.standing;
      this.log?.combat(index, target, round, 2, false);
      melee.settle(this.#chance);
      if (unit.fighter.nerve === ROUTED) unit.routed += ours;
      if (enemy.fighter.nerve === ROUTED) enemy.routed += theirs;
    }
    if (!unit.stands) this.#release(index);
    if (!enemy.stands) this.#release(target);
  }
}
