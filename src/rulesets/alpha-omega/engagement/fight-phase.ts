import type { Draws } from "../../../rule/index.ts";
import { PINNED, READY } from "../words.ts";
import { type Field, UNLIMITED } from "./field.ts";
import { type FightLaws, type FightNode, nextStep } from "./fight-laws.ts";
import { FIGHT_LANE, placeOf } from "./lanes.ts";
import { NO_ORDER, type Plan, type Scene, type Squad } from "./plan.ts";

/** Medikits as a symbol of a path: no limit, or so many. */
const NO_LIMIT = 0;
const SOME = 1;

/** The fights of a turn, group by group (A-CC-04 to A-CC-18). */
export class FightPhase {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #draws: Draws;
  readonly #laws: FightLaws;
  readonly #onDamage: boolean;
  /** Soldiers of the group that fights, side by side, in list order. */
  readonly #members: readonly [Int32Array, Int32Array];
  readonly #numbers: Int32Array;

  constructor(plan: Plan, field: Field, draws: Draws, laws: FightLaws) {
    this.#field = field;
    this.#plan = plan;
    this.#draws = draws;
    this.#laws = laws;
    this.#onDamage = plan.profile.options.medikitOnDamage;
    this.#members = [new Int32Array(plan.soldiers), new Int32Array(plan.soldiers)];
    this.#numbers = new Int32Array(plan.soldiers);
  }

  play(scene: Scene, groups: number): void {
    for (let group = 0; group < groups; group++) this.#fight(scene, group);
  }

  /** One against one to five; of two, the second side's soldier counts as the lone one, which makes no difference. */
  #fight(scene: Scene, own: number): void {
    const { state, group } = this.#field;
    const { sideOf } = this.#plan;
    const counts = this.#count(own, group, state, sideOf);
    const firsts = counts & 0xff;
    const seconds = counts >> 8;
    if (firsts === 0 || seconds === 0) return;
    const many = seconds > firsts ? 1 : 0;
    const attackers = this.#members[many]!;
    const count = many === 1 ? seconds : firsts;
    const lone = this.#members[1 - many]![0]!;

    const medikits = this.#medikits(attackers[0]!, count);
    const loneMedikits = this.#medikits(lone, count);
    let path = this.#laws.path(0, medikits);
    path = this.#laws.path(path, loneMedikits);
    const loneNumber = this.#number(scene, lone);
    path = this.#laws.path(path, loneNumber);
    for (let k = 0; k < count; k++) {
      this.#numbers[k] = this.#number(scene, attackers[k]!);
      path = this.#laws.path(path, this.#numbers[k]!);
    }
    let node: FightNode | null = this.#laws.fight(path, this.#numbers, count, loneNumber, medikits, loneMedikits);
    const squad = this.#squad(this.#plan.unitOf[lone]!);
    this.#draws.lane(placeOf(FIGHT_LANE, squad.own), lone - squad.first);
    const { log } = this.#field;
    log?.fight(attackers, count, lone);
    let fought = 0;
    let end = READY;
    let used = 0;
    let usedByLone = 0;
    while (node !== null) {
      const outcome = this.#draws.climb(node.law);
      log?.step(node, outcome);
      const left = node.fought[outcome]!;
      if (left >= 0) this.#field.set(this.#plan.unitOf[attackers[fought]!]!, attackers[fought++]!, left);
      end = node.lone[outcome]!;
      used = node.used[outcome]!;
      usedByLone = node.usedByLone[outcome]!;
      node = nextStep(node, outcome);
    }
    this.#field.set(this.#plan.unitOf[lone]!, lone, end);
    if (medikits !== NO_LIMIT) this.#use(attackers[0]!, used);
    if (loneMedikits !== NO_LIMIT) this.#use(lone, usedByLone);
  }

  /** Lists who fights in a group. */
  #count(own: number, group: Int32Array, state: Uint8Array, sideOf: Uint8Array): number {
    let firsts = 0;
    let seconds = 0;
    for (let i = 0; i < group.length; i++) {
      if (group[i] !== own || state[i]! > PINNED) continue;
      if (sideOf[i] === 0) this.#members[0][firsts++] = i;
      else this.#members[1][seconds++] = i;
    }
    return firsts | (seconds << 8);
  }

  /** The number of a soldier as he comes to blows: his kind, his order of this turn, whether he fired or stood up. */
  #number(scene: Scene, soldier: number): number {
    const { kind, ordered, fired, stoodUp } = this.#field;
    const unit = this.#plan.unitOf[soldier]!;
    const squad = this.#squad(unit);
    const order = ordered[soldier] ? scene.orders[unit]! : NO_ORDER;
    const circumstances = (order << 2) | (fired[soldier]! << 1) | stoodUp[soldier]!;
    return this.#laws.combatant(unit, kind[soldier]!, this.#field.bonus(squad), circumstances);
  }

  #squad(unit: number): Squad {
    return this.#plan.squads[unit]!;
  }

  /** QA-20: medikits for wound rolls in a fight of so many, as a symbol. */
  #medikits(soldier: number, count: number): number {
    const unit = this.#plan.unitOf[soldier]!;
    if (!this.#onDamage || !this.#field.isTreated(this.#squad(unit))) return SOME;
    const left = this.#field.medikits[unit]!;
    if (left === UNLIMITED) return NO_LIMIT;
    // No more can be used than there are duels.
    return SOME + (left < count ? left : count);
  }

  #use(soldier: number, used: number): void {
    const unit = this.#plan.unitOf[soldier]!;
    const { medikits } = this.#field;
    if (used > 0) medikits[unit] = medikits[unit]! - used;
  }
}
