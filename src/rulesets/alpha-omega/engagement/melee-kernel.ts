import type { Stream } from "../../../dice/index.ts";
import { Draws } from "../../../rule/draws.ts";
import type { Kernel } from "../../../rule/program.ts";
import { MOST_AGAINST_ONE } from "../book.ts";
import { fightsOn, wholeCap } from "../close-combat.ts";
import { OUT, PINNED, READY } from "../words.ts";
import { bitsIn, isEngagedAmong, lowest } from "./field.ts";
import { SAVED } from "./fire-distribution.ts";
import { MeleeField } from "./melee-field.ts";
import { attackerIn, dropsIn, isShakenIn, loneIn, SHAKEN, spentIn } from "./melee-rolls.ts";
import { type MeleeScene, MeleeScenes, type MeleeVolley, type RallyFate, SHOT_AT } from "./melee-scenes.ts";
import { type Plan, WORD } from "./plan.ts";
import { remembersOrders } from "./profile.ts";
import type { Roll } from "./roll.ts";
import { ScoreCounts } from "./score.ts";

/**
 * Whether a fight can be played by deals: one unit of like soldiers a side, on whom nothing but their state, their order
 * and contact bears, and nobody who does more at regroup than be executed. Counts serve those who never meet, unless it matters
 * which of them is first in the list.
 */
export const isPlayedByDeals = ({ meets, applies, squads, profile }: Plan): boolean =>
  (meets || profile.options.surplusShots === "retarget") &&
  !applies &&
  profile.policies === undefined &&
  profile.sides.every((side) => side.length === 1) &&
  !remembersOrders(profile) &&
  squads.every(
    ({ unit, size, bonuses, gladiator }) =>
      size <= WORD &&
      unit.vehicle === undefined &&
      unit.troopers.length === 1 &&
      bonuses.length === 1 &&
      !unit.dodge &&
      !gladiator.includes(true) &&
      (unit.medikit === "none" || (unit.medikit === "unit" && profile.options.medikitUses === "unlimited")) &&
      unit.sacrifice === "none",
  );

/**
 * Plays a fight between two units of like soldiers on masks (`MeleeField`): what volleys, duels and rally
 * leave to chance is asked of the written battle once for each view that bears on it (`MeleeScenes`). It makes the same
 * draws from the same distributions in the same order as `BattleKernel`, so that a stream gives the same fights.
 */
export class MeleeKernel implements Kernel {
  readonly #plan: Plan;
  readonly #scenes: MeleeScenes;
  readonly #score: ScoreCounts;
  readonly #draws = new Draws();
  readonly #opens: boolean;
  readonly #executes: boolean;
  readonly #keeps: boolean;
  readonly #wholeCap: number;
  readonly #looksAhead: boolean;
  readonly #pinnedFightsOn: boolean;
  readonly #retargets: boolean;
  readonly #field: MeleeField;
  /** Who is shot at, a bit each, in the order shots are dealt. */
  readonly #line = new Int32Array(WORD);
  /** Those who are more in a group and have still to fight. */
  readonly #numbers = new Int32Array(MOST_AGAINST_ONE);
  /** Who was Alpha in the phase before; -1 in the first. */
  #alpha = -1;

  /** Assumes `isPlayedByDeals`. */
  constructor(plan: Plan) {
    const { profile } = plan;
    const { options } = profile;
    this.#plan = plan;
    this.#scenes = new MeleeScenes(plan);
    this.#score = new ScoreCounts(profile);
    this.#opens = options.shootIntoMelee === "readyContact";
    this.#executes = options.executeDown === "automatic";
    this.#keeps = options.phaseDuelTie === "keepAlpha";
    this.#wholeCap = wholeCap(options.hitCap);
    this.#looksAhead = options.hitPolicy !== "greedy";
    this.#pinnedFightsOn = fightsOn({ state: PINNED, shaken: true, medikits: 0 }, options);
    this.#retargets = options.surplusShots === "retarget";
    this.#field = new MeleeField(plan);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    const { scenes, rallies } = this.#scenes;
    const { turns } = this.#plan.profile;
    for (let trial = 0; trial < trials; trial++) {
      this.#field.begin();
      this.#alpha = -1;
      for (let turn = 0; turn < turns; turn++) {
        const scene = scenes[turn < scenes.length ? turn : scenes.length - 1]!;
        this.#field.beginTurn();
        this.#shoot(scene);
        this.#meet(scene);
        this.#begin(scene, false);
        if (this.#field.isStricken()) for (let k = 0; k < rallies.length; k++) this.#rally(rallies[k]!);
        for (let side = 0; side < 2; side++) this.#count(turn, side, tally);
      }
      this.#score.addWinner(tally);
    }
    this.#draws.end(stream);
  }

  /** A phase begins: who is Alpha in it. */
  #begin({ alpha }: MeleeScene, matters: boolean): number {
    if (alpha !== undefined) this.#alpha = alpha;
    else if (this.#keeps || matters) this.#alpha = this.#draw(this.#scenes.alpha(this.#keeps ? this.#alpha : -1));
    else return 0;
    return this.#alpha;
  }

  #draw(roll: Roll): number {
    const ladder = roll.ladder ?? roll.prepare();
    return roll.codes[this.#draws.climb(ladder)]!;
  }

  #shoot(scene: MeleeScene): void {
    const field = this.#field;
    const alpha = this.#begin(scene, scene.alphaMatters);
    const { interceptions } = scene;
    const order = scene.order[alpha]!;
    let intercepted = 0;
    for (let k = 0; k < interceptions.length; k++) {
      const salvo = interceptions[k]!;
      if ((field.readyOf(1 - salvo.side) & ~field.contact[1 - salvo.side]!) !== 0 && this.#volley(salvo))
        intercepted |= 1 << salvo.side;
    }
    for (let k = 0; k < order.length; k++) if ((intercepted & (1 << order[k]!.side)) === 0) this.#volley(order[k]!);
  }

  /** @returns whether anybody could fire and be fired at */
  #volley(salvo: MeleeVolley): boolean {
    const field = this.#field;
    const { side } = salvo;
    const enemy = 1 - side;
    const shooters = field.readyOf(side) & field.ordered[side]!;
    if (shooters === 0) return false;
    const low = field.low[enemy]!;
    const high = field.high[enemy]!;
    const open = field.all[enemy]! & ~(this.#opens ? field.faced(enemy) : field.contact[enemy]!);
    const ready = open & ~(low | high);
    const pinned = open & low & ~high;
    // Whoever is down is shot at where nobody stands.
    const down = (ready | pinned) === 0 ? open & high & ~low : 0;
    if ((ready | pinned | down) === 0) return false;
    const rolls = this.#retargets
      ? salvo.shots
      : this.#scenes.volley(salvo, bitsIn(shooters), bitsIn(ready), bitsIn(pinned), bitsIn(down));
    if (rolls.length === 0) return false;
    field.fired[side] = field.fired[side]! | shooters;
    const line = this.#line;
    let targets = 0;
    for (let left = ready; left !== 0; left &= left - 1) line[targets++] = left & -left;
    for (let left = pinned | down; left !== 0; left &= left - 1) line[targets++] = left & -left;
    if (this.#retargets) this.#shotByShot(salvo, bitsIn(shooters), open, targets);
    else this.#together(rolls, enemy);
    if ((field.contact[enemy]! & field.low[enemy]! & field.high[enemy]!) !== 0) field.disband();
    return true;
  }

  /** Everybody in the line is hit on his own. */
  #together(rolls: readonly Roll[], enemy: number): void {
    let struck = 0;
    let lows = 0;
    let highs = 0;
    for (let k = 0; k < rolls.length; k++) {
      const state = this.#draw(rolls[k]!);
      const soldier = this.#line[k]!;
      struck |= soldier;
      if ((state & 1) !== 0) lows |= soldier;
      if ((state & 2) !== 0) highs |= soldier;
    }
    this.#field.set(enemy, struck, lows, highs);
  }

  /** One shot after another: those that fall to somebody who is out go to the first who can be shot at (QA-05b). */
  #shotByShot({ side, shots, each }: MeleeVolley, shooters: number, open: number, targets: number): void {
    const enemy = 1 - side;
    let low = this.#field.low[enemy]!;
    let high = this.#field.high[enemy]!;
    let saved = 0;
    let place = 0;
    let given = 0;
    let gun = 0;
    for (let left = (shooters * shots.length) / SHOT_AT.length; left > 0; left--) {
      let who = this.#line[place]!;
      if (++given === each) {
        given = 0;
        if (++place === targets) place = 0;
      }
      if ((low & high & who) !== 0) {
        const others = open & ~(low | high) || open & low & ~high || open & high & ~low;
        if (others === 0) break;
        who = others & -others;
      }
      const code = (saved & who) !== 0 ? OUT : ((low & who) !== 0 ? 1 : 0) | ((high & who) !== 0 ? 2 : 0);
      const result = this.#draw(shots[gun + code]!);
      gun = gun + SHOT_AT.length < shots.length ? gun + SHOT_AT.length : 0;
      saved = result === SAVED ? saved | who : saved & ~who;
      low = (result & 1) !== 0 ? low | who : low & ~who;
      high = (result & 2) !== 0 ? high | who : high & ~who;
    }
    this.#field.set(enemy, this.#field.all[enemy]!, low, high);
  }

  /** Charges, fights and regrouping. */
  #meet(scene: MeleeScene): void {
    const field = this.#field;
    const alpha = this.#begin(scene, scene.alphaMattersInMelee);
    if (field.groups === 0 && !scene.mayCharge) return;
    const pairs = field.deal(scene, alpha);
    // A-RAL-06: nobody of a side is left to fight.
    if (pairs === 0 && this.#executes) for (let side = 0; side < 2; side++) field.execute(side, field.faced(side));
    field.scatter();
    for (let group = 0; group < pairs; group++) {
      this.#fight(scene, group);
      this.#regroup(group);
    }
  }

  /** A group's duels (A-CC-04 to A-CC-18): of two, the second side's soldier is the lone one. */
  #fight(scene: MeleeScene, group: number): void {
    const field = this.#field;
    const numbers = this.#numbers;
    const more = field.fighters[2 * group + 1]! & (field.fighters[2 * group + 1]! - 1) ? 1 : 0;
    const attackers = field.fighters[2 * group + more]!;
    const lone = field.fighters[2 * group + 1 - more]!;
    const number = scene.numbers[field.wayOf(1 - more, lowest(lone))]!;
    let count = 0;
    for (let left = attackers; left !== 0; left &= left - 1)
      numbers[count++] = scene.numbers[field.wayOf(more, lowest(left))]!;
    let counting = count;
    let plight = READY;
    let cap = this.#wholeCap;
    let loneState = READY;
    let lows = 0;
    let highs = 0;
    let next = attackers;
    // Once the lone soldier is out of the fight, whoever has not fought goes free (QA-32b).
    for (let k = 1; k <= count && (loneState === READY || (loneState === PINNED && this.#pinnedFightsOn)); k++) {
      const code = this.#draw(
        this.#scenes.duel(more, numbers, this.#looksAhead ? count - k : 0, number, counting, plight, cap),
      );
      const attacker = next & -next;
      const state = attackerIn(code);
      if ((state & 1) !== 0) lows |= attacker;
      if ((state & 2) !== 0) highs |= attacker;
      next ^= attacker;
      loneState = loneIn(code);
      plight = (loneState === PINNED ? PINNED : READY) | (isShakenIn(code) ? SHAKEN : 0);
      counting -= dropsIn(code);
      cap -= spentIn(code);
      for (let to = 0; to < count - k; to++) numbers[to] = numbers[to + 1]!;
    }
    field.set(more, attackers, lows, highs);
    field.set(1 - more, lone, (loneState & 1) !== 0 ? lone : 0, (loneState & 2) !== 0 ? lone : 0);
  }

  /** A-RAL-06, E-08: whoever is down beside a ready enemy whom nobody engages is out; who stays in contact. */
  #regroup(group: number): void {
    const field = this.#field;
    const first = field.fighters[2 * group]! | field.fallen[2 * group]!;
    const second = field.fighters[2 * group + 1]! | field.fallen[2 * group + 1]!;
    if (this.#executes) {
      const firsts = bitsIn(first & field.readyOf(0));
      const seconds = bitsIn(second & field.readyOf(1));
      if (firsts > 0 && !isEngagedAmong(firsts, seconds)) field.execute(1, second);
      if (seconds > 0 && !isEngagedAmong(seconds, firsts)) field.execute(0, first);
    }
    if ((first & ~field.high[0]!) !== 0 && (second & ~field.high[1]!) !== 0)
      field.join(first & ~(field.low[0]! & field.high[0]!), second & ~(field.low[1]! & field.high[1]!));
  }

  /** One part of a unit's rally: each soldier in a state has a fate of his own. */
  #rally({ side, cares, roll, sure }: RallyFate): void {
    const field = this.#field;
    const low = field.low[side]!;
    const high = field.high[side]!;
    const all = cares ? high & ~low : low & ~high;
    if (all === 0) return;
    let lows = 0;
    let highs = 0;
    for (let left = all; left !== 0; left &= left - 1) {
      const state = roll === undefined ? sure : this.#draw(roll);
      const bit = left & -left;
      if ((state & 1) !== 0) lows |= bit;
      if ((state & 2) !== 0) highs |= bit;
    }
    field.set(side, all, lows, highs);
  }

  #count(turn: number, side: number, tally: Float64Array): void {
    const low = this.#field.low[side]!;
    const high = this.#field.high[side]!;
    this.#score.addSide(tally, turn, side, bitsIn(this.#field.readyOf(side)), bitsIn(low & ~high), bitsIn(high & ~low));
  }
}
