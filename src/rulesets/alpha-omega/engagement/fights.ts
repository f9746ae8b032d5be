import { MOST_AGAINST_ONE } from "../book.ts";
import { fightsOn, wholeCap } from "../close-combat.ts";
import { PINNED, READY } from "../words.ts";
import { type Field, lowest, UNLIMITED } from "./field.ts";
import {
  attackerIn,
  dropsIn,
  isShakenIn,
  loneIn,
  type MeleeRolls,
  SHAKEN,
  spentIn,
  usedByLoneIn,
  usedIn,
} from "./melee-rolls.ts";
import { NO_ORDER, type Plan, type Scene } from "./plan.ts";
import { FIGHT_SUBSTREAM, placeOf } from "./substreams.ts";

/** Medikits as a symbol: no limit, or one more than there are. */
export const NO_LIMIT = 0;
export const SOME = 1;

/** The fights of a turn, group by group (A-CC-04 to A-CC-18). */
export class Fights {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #rolls: MeleeRolls;
  /** By group and side, who fights in it, in list order, and how many they are. */
  readonly #members: Int32Array;
  readonly #counts: Int32Array;
  /** Of the fight that is fought: its attackers, and the numbers of those who have still to fight. */
  readonly #attackers = new Int32Array(MOST_AGAINST_ONE);
  readonly #numbers = new Int32Array(MOST_AGAINST_ONE);
  readonly #wholeCap: number;
  /** Whether a lone soldier looks ahead (QA-36), and whether medikits are used on wound rolls (QA-20). */
  readonly #looksAhead: boolean;
  readonly #usesMedikits: boolean;
  /** Whether the lone soldier fights on when he has been pinned (QA-32). */
  readonly #pinnedFightsOn: boolean;

  constructor(field: Field, rolls: MeleeRolls) {
    const { plan } = field;
    const { options } = plan.profile;
    this.#field = field;
    this.#plan = plan;
    this.#rolls = rolls;
    this.#members = new Int32Array(MOST_AGAINST_ONE * (plan.soldiers + 2));
    this.#counts = new Int32Array(plan.soldiers + 2);
    this.#wholeCap = wholeCap(options.hitCap);
    this.#looksAhead = rolls.looksAhead !== "no";
    this.#usesMedikits = options.medikitOnDamage;
    this.#pinnedFightsOn = fightsOn({ state: PINNED, shaken: true, medikits: 0 }, options);
  }

  play(scene: Scene, groups: number): void {
    this.#muster(groups);
    for (let group = 0; group < groups; group++) this.#fight(scene, group);
  }

  /** Lists who fights in which group. */
  #muster(groups: number): void {
    const { group, contact, base } = this.#field;
    const { sideOf } = this.#plan;
    const counts = this.#counts;
    for (let place = 0; place < 2 * groups; place++) counts[place] = 0;
    for (let w = 0; w < contact.length; w++)
      for (let left = contact[w]! & this.#field.standing(w); left !== 0; left &= left - 1) {
        const i = base[w]! + lowest(left);
        const place = 2 * group[i]! + sideOf[i]!;
        this.#members[MOST_AGAINST_ONE * place + counts[place]!] = i;
        counts[place] = counts[place]! + 1;
      }
  }

  /** One against one to five; of two, the second side's soldier counts as the lone one, which makes no difference. */
  #fight(scene: Scene, group: number): void {
    const field = this.#field;
    const { unitOf, squads } = this.#plan;
    const firsts = this.#counts[2 * group]!;
    const seconds = this.#counts[2 * group + 1]!;
    const many = 2 * group + (seconds > firsts ? 1 : 0);
    const count = seconds > firsts ? seconds : firsts;
    const lone = this.#members[MOST_AGAINST_ONE * (many ^ 1)]!;
    const attackers = this.#attackers;
    for (let k = 0; k < count; k++) attackers[k] = this.#members[MOST_AGAINST_ONE * many + k]!;
    const loneUnit = unitOf[lone]!;
    const squad = squads[loneUnit]!;
    field.substream(placeOf(FIGHT_SUBSTREAM, squad.own), lone - squad.first);
    field.log?.fight?.(attackers, count, lone);
    let counting = count;
    let plight = READY;
    let left = this.#wholeCap;
    for (let k = 0; k < count; k++) {
      const attacker = attackers[k]!;
      // The lone soldier is out of the fight: whoever has not fought goes free (QA-32b).
      if (field.state[lone]! > PINNED || (field.state[lone] === PINNED && !this.#pinnedFightsOn)) {
        field.log?.goesFree?.(attacker, lone);
        continue;
      }
      const ahead = this.#looksAhead ? count - k - 1 : 0;
      for (let other = 0; other <= ahead; other++) this.#numbers[other] = this.number(scene, attackers[k + other]!);
      const medikits = this.#usesMedikits ? this.#medikits(attacker, count - k) : SOME;
      const loneMedikits = this.#usesMedikits ? this.#medikits(lone, count - k) : SOME;
      const number = this.number(scene, lone);
      const roll = this.#rolls.duel(this.#numbers, ahead, number, counting, plight, left, medikits, loneMedikits);
      const code = field.chance.roll(roll);
      field.log?.duel?.(attacker, lone, roll, code);
      field.set(unitOf[attacker]!, attacker, attackerIn(code));
      field.set(loneUnit, lone, loneIn(code));
      plight = (loneIn(code) === PINNED ? PINNED : READY) | (isShakenIn(code) ? SHAKEN : 0);
      counting -= dropsIn(code);
      left -= spentIn(code);
      if (medikits > SOME) this.#use(attacker, usedIn(code));
      if (loneMedikits > SOME) this.#use(lone, usedByLoneIn(code));
    }
  }

  /** The number of a soldier as he comes to blows: his kind, his order of this turn, whether he fired or stood up. */
  number(scene: Scene, soldier: number): number {
    const { kind, ordered, fired, stoodUp, wordOf, bitOf } = this.#field;
    const unit = this.#plan.unitOf[soldier]!;
    const word = wordOf[soldier]!;
    const bit = bitOf[soldier]!;
    const order = (ordered[word]! & bit) !== 0 ? scene.orders[unit]! : NO_ORDER;
    const circumstances = (order << 2) | ((fired[word]! & bit) !== 0 ? 2 : 0) | ((stoodUp[word]! & bit) !== 0 ? 1 : 0);
    return this.#rolls.combatant(unit, kind[soldier]!, this.#field.bonus(this.#plan.squads[unit]!), circumstances);
  }

  /** QA-20: medikits for wound rolls of one side in so many duels, as a symbol: no more can be used than there are. */
  #medikits(soldier: number, duels: number): number {
    const unit = this.#plan.unitOf[soldier]!;
    if (!this.#field.isTreatedAtOnce(this.#plan.squads[unit]!)) return SOME;
    const left = this.#field.medikits[unit]!;
    if (left === UNLIMITED) return NO_LIMIT;
    return SOME + (left < duels ? left : duels);
  }

  #use(soldier: number, used: number): void {
    const unit = this.#plan.unitOf[soldier]!;
    const { medikits } = this.#field;
    if (used > 0) medikits[unit] = medikits[unit]! - used;
  }
}
