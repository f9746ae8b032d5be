import type { Draws } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { type Field, UNLIMITED } from "./field.ts";
import { AWAY, type FightLaws } from "./fight-laws.ts";
import { placeOf, REGROUP_LANE } from "./lanes.ts";
import { NO_ORDER, type Plan, type Squad } from "./plan.ts";

/** What paths through the laws are about. Fights begin with medikits, at most six. */
const DODGE = 1_000;
const GLADIATOR = 1_001;

/** The first two of the nine rally sub-phases: dodges and regrouping (A-RAL-02 to A-RAL-07, E-08). */
export class RegroupPhase {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #draws: Draws;
  readonly #laws: FightLaws;
  readonly #dodges: boolean;
  readonly #onDamage: boolean;
  readonly #executes: boolean;
  readonly #once: boolean;
  readonly #tried: Uint8Array;
  readonly #opponents: Int32Array;
  readonly #doomed: Uint8Array;

  constructor(plan: Plan, field: Field, draws: Draws, laws: FightLaws) {
    const { options } = plan.profile;
    this.#field = field;
    this.#plan = plan;
    this.#draws = draws;
    this.#laws = laws;
    this.#dodges = plan.squads.some(({ unit }) => unit.dodge);
    this.#onDamage = options.medikitOnDamage;
    this.#executes = options.executeDown === "automatic";
    this.#once = options.gladiatorRolls === "once";
    this.#tried = new Uint8Array(plan.soldiers);
    this.#opponents = new Int32Array(plan.soldiers);
    this.#doomed = new Uint8Array(plan.soldiers);
  }

  /** @param alpha the side that is Alpha in the rally phase: it dodges first where initiative is equal */
  play(alpha: number): void {
    if (this.#dodges) this.#dodge(alpha);
    if (this.#executes) this.#execute();
    this.#gladiators();
    this.#dissolve();
  }

  /** A-RAL-02, E-08: ready, a ready enemy in contact, and no other ready comrade there. */
  isEngaged(soldier: number): boolean {
    const { state, group } = this.#field;
    const { sideOf } = this.#plan;
    const own = group[soldier]!;
    if (own < 0 || state[soldier] !== READY) return false;
    let enemies = 0;
    for (let i = 0; i < group.length; i++) {
      if (group[i] !== own || state[i] !== READY || i === soldier) continue;
      if (sideOf[i] === sideOf[soldier]) return false;
      enemies++;
    }
    return enemies > 0;
  }

  /** A-RAL-03, A-RAL-04: by falling initiative, Alpha first, then in list order; each soldier tries once. */
  #dodge(alpha: number): void {
    const tried = this.#tried;
    tried.fill(0);
    for (;;) {
      const dodger = this.#nextDodger(alpha);
      if (dodger < 0) return;
      tried[dodger] = 1;
      this.#tryToLeave(dodger);
    }
  }

  #nextDodger(alpha: number): number {
    const { state, group, kind } = this.#field;
    const { unitOf, sideOf, squads } = this.#plan;
    let best = -1;
    let rank = -1;
    for (let i = 0; i < state.length; i++) {
      const squad = squads[unitOf[i]!]!;
      if (!squad.unit.dodge || group[i]! < 0 || this.#tried[i] || !this.isEngaged(i)) continue;
      const own = 2 * squad.initiative[kind[i]!]! + (sideOf[i] === alpha ? 1 : 0);
      if (own > rank) {
        best = i;
        rank = own;
      }
    }
    return best;
  }

  #tryToLeave(dodger: number): void {
    const { state, group } = this.#field;
    const { sideOf, unitOf } = this.#plan;
    const unit = unitOf[dodger]!;
    const squad = this.#plan.squads[unit]!;
    const unlimited = this.#isTreated(squad) && this.#field.medikits[unit] === UNLIMITED;
    const own = this.#number(dodger);
    let path = this.#laws.path(this.#laws.path(this.#laws.path(0, DODGE), unlimited ? 1 : 0), own);
    let count = 0;
    for (let i = 0; i < state.length; i++) {
      if (group[i] !== group[dodger] || sideOf[i] === sideOf[dodger] || state[i] !== READY) continue;
      this.#opponents[count] = this.#number(i);
      path = this.#laws.path(path, this.#opponents[count++]!);
    }
    const law = this.#laws.dodge(path, own, this.#opponents, count, unlimited);
    this.#draws.lane(placeOf(REGROUP_LANE, squad.own), 2 * (dodger - squad.first));
    const outcome = this.#draws.climb(law.law);
    const result = law.states[outcome]!;
    this.#field.log?.dodge(dodger, law, outcome);
    if (result === AWAY) group[dodger] = -1;
    else this.#suffer(squad, dodger, result);
  }

  /** A-RAL-06: whoever is down beside a ready enemy whom nobody engages is out. */
  #execute(): void {
    const { state, group } = this.#field;
    const { sideOf, unitOf } = this.#plan;
    const doomed = this.#doomed;
    for (let i = 0; i < state.length; i++) {
      doomed[i] = 0;
      if (state[i] !== DOWN || group[i]! < 0) continue;
      for (let k = 0; k < state.length; k++)
        if (group[k] === group[i] && sideOf[k] !== sideOf[i] && state[k] === READY && !this.isEngaged(k)) doomed[i] = 1;
    }
    for (let i = 0; i < state.length; i++) {
      if (!doomed[i]) continue;
      this.#field.set(unitOf[i]!, i, OUT);
      this.#field.log?.executed(i);
    }
  }

  /** A-RAL-07, QA-42. */
  #gladiators(): void {
    const { state, group, kind } = this.#field;
    const { sideOf, unitOf, squads } = this.#plan;
    for (let i = 0; i < state.length; i++) {
      const { own, first, gladiator } = squads[unitOf[i]!]!;
      if (group[i]! < 0 || state[i] !== READY || !gladiator[kind[i]!]) continue;
      this.#draws.lane(placeOf(REGROUP_LANE, own), 2 * (i - first) + 1);
      for (let k = 0; k < state.length; k++) {
        if (group[k] !== group[i] || sideOf[k] === sideOf[i] || state[k] !== PINNED) continue;
        this.#strike(i, k);
        if (this.#once) break;
      }
    }
  }

  #strike(gladiator: number, enemy: number): void {
    const unit = this.#plan.unitOf[enemy]!;
    const squad = this.#plan.squads[unit]!;
    const unlimited = this.#isTreated(squad) && this.#field.medikits[unit] === UNLIMITED;
    const own = this.#number(gladiator);
    const struck = this.#number(enemy);
    let path = this.#laws.path(this.#laws.path(0, GLADIATOR), unlimited ? 1 : 0);
    path = this.#laws.path(this.#laws.path(path, own), struck);
    const law = this.#laws.gladiator(path, own, struck, unlimited);
    const outcome = this.#draws.climb(law.law);
    this.#field.log?.gladiator(gladiator, enemy, law, outcome);
    this.#suffer(squad, enemy, law.states[outcome]!);
  }

  /** A soldier's new state; a limited medikit may turn it into pinned (QA-20). */
  #suffer(squad: Squad, soldier: number, result: number): void {
    const { state, medikits } = this.#field;
    let after = result;
    if (result >= DOWN && result !== state[soldier] && this.#isTreated(squad) && medikits[squad.index]! > 0) {
      medikits[squad.index] = medikits[squad.index]! - 1;
      after = PINNED;
      this.#field.log?.treated(soldier, PINNED);
    }
    this.#field.set(squad.index, soldier, after);
  }

  #isTreated(squad: Squad): boolean {
    return this.#onDamage && this.#field.isTreated(squad);
  }

  #number(soldier: number): number {
    const { unitOf, squads } = this.#plan;
    const unit = unitOf[soldier]!;
    return this.#laws.combatant(unit, this.#field.kind[soldier]!, this.#field.bonus(squads[unit]!), NO_ORDER << 2);
  }

  /** E-08: a group with nobody ready or pinned on one side is no more. */
  #dissolve(): void {
    const { state, group } = this.#field;
    const { sideOf } = this.#plan;
    for (let i = 0; i < group.length; i++) {
      const own = group[i]!;
      if (own < 0) continue;
      let sides = 0;
      for (let k = 0; k < group.length; k++) if (group[k] === own && state[k]! <= PINNED) sides |= 1 << sideOf[k]!;
      if (sides === 3) continue;
      for (let k = 0; k < group.length; k++) if (group[k] === own) group[k] = -1;
    }
  }
}
