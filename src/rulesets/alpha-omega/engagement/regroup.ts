import { OUT, PINNED, READY } from "../words.ts";
import { type Field, isEngagedAmong, lowest, UNLIMITED } from "./field.ts";
import { AWAY, type MeleeRolls } from "./melee-rolls.ts";
import { NO_ORDER, type Plan, type Squad } from "./plan.ts";
import { placeOf, REGROUP_SUBSTREAM } from "./substreams.ts";

/** The first two of the nine rally sub-phases: dodges and regrouping (A-RAL-02 to A-RAL-07, E-08). */
export class Regroup {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #rolls: MeleeRolls;
  /** Somebody may try to leave, and who is Alpha decides ties. */
  readonly dodges: boolean;
  readonly #gladiates: boolean;
  readonly #executes: boolean;
  readonly #once: boolean;
  readonly #tried: Uint8Array;
  readonly #opponents: Int32Array;
  readonly #numbers: Int32Array;
  /** Whoever is to be out, and how many. */
  readonly #doomed: Int32Array;

  constructor(field: Field, rolls: MeleeRolls) {
    const { plan } = field;
    const { options } = plan.profile;
    this.#field = field;
    this.#plan = plan;
    this.#rolls = rolls;
    this.dodges = plan.squads.some(({ unit }) => unit.dodge);
    this.#gladiates = plan.squads.some(({ gladiator }) => gladiator.includes(true));
    this.#executes = options.executeDown === "automatic";
    this.#once = options.gladiatorRolls === "once";
    this.#tried = new Uint8Array(plan.soldiers);
    this.#opponents = new Int32Array(plan.soldiers);
    this.#numbers = new Int32Array(plan.soldiers);
    this.#doomed = new Int32Array(plan.soldiers);
  }

  /** @param alpha the side that is Alpha in the rally phase: it dodges first where initiative is equal */
  play(alpha: number): void {
    if (this.dodges) this.#dodge(alpha);
    if (this.#executes) this.#execute();
    if (this.#gladiates) this.#gladiators();
    this.#field.disband(PINNED);
  }

  /** A-RAL-03, A-RAL-04: by falling initiative, Alpha first, then in list order; each soldier tries once. */
  #dodge(alpha: number): void {
    this.#tried.fill(0);
    for (;;) {
      const dodger = this.#nextDodger(alpha);
      if (dodger < 0) return;
      this.#tried[dodger] = 1;
      this.#tryToLeave(dodger);
    }
  }

  #nextDodger(alpha: number): number {
    const { kind } = this.#field;
    const { unitOf, sideOf, squads, soldiers } = this.#plan;
    let best = -1;
    let rank = -1;
    for (let i = 0; i < soldiers; i++) {
      const squad = squads[unitOf[i]!]!;
      if (!squad.unit.dodge || this.#tried[i] || !this.#field.isEngaged(i)) continue;
      const value = 2 * squad.initiative[kind[i]!]! + (sideOf[i] === alpha ? 1 : 0);
      if (value > rank) {
        best = i;
        rank = value;
      }
    }
    return best;
  }

  #tryToLeave(dodger: number): void {
    const field = this.#field;
    const { state, group } = field;
    const { sideOf, unitOf, squads } = this.#plan;
    const squad = squads[unitOf[dodger]!]!;
    let count = 0;
    for (let i = 0; i < state.length; i++) {
      if (group[i] !== group[dodger] || sideOf[i] === sideOf[dodger] || state[i] !== READY) continue;
      this.#opponents[count] = i;
      this.#numbers[count++] = this.#number(i);
    }
    const roll = this.#rolls.dodge(this.#number(dodger), this.#numbers, count, this.#isAlwaysTreated(squad));
    field.substream(placeOf(REGROUP_SUBSTREAM, squad.own), 2 * (dodger - squad.first));
    const result = field.chance.roll(roll);
    field.log?.dodge?.(dodger, [...this.#opponents.subarray(0, count)], roll, result);
    if (result === AWAY) field.leave(dodger);
    else this.#suffer(squad, dodger, result);
  }

  /** A-RAL-06: whoever is down beside a ready enemy whom nobody engages is out. */
  #execute(): void {
    const field = this.#field;
    const { group, contact, base } = field;
    const { sideOf, unitOf } = this.#plan;
    const doomed = this.#doomed;
    let count = 0;
    for (let w = 0; w < contact.length; w++)
      for (let left = field.down(w) & contact[w]!; left !== 0; left &= left - 1) {
        const i = base[w]! + lowest(left);
        const side = sideOf[i]!;
        const enemies = field.readyIn(group[i]!, 1 - side);
        if (enemies > 0 && !isEngagedAmong(enemies, field.readyIn(group[i]!, side))) doomed[count++] = i;
      }
    for (let k = 0; k < count; k++) {
      const i = doomed[k]!;
      field.log?.executed?.(i);
      field.set(unitOf[i]!, i, OUT);
    }
  }

  /** A-RAL-07, QA-42. */
  #gladiators(): void {
    const field = this.#field;
    const { state, group, kind } = field;
    const { sideOf, unitOf, squads } = this.#plan;
    for (let i = 0; i < state.length; i++) {
      const { own: place, first, gladiator } = squads[unitOf[i]!]!;
      if (group[i]! < 0 || state[i] !== READY || !gladiator[kind[i]!]) continue;
      field.substream(placeOf(REGROUP_SUBSTREAM, place), 2 * (i - first) + 1);
      for (let k = 0; k < state.length; k++) {
        if (group[k] !== group[i] || sideOf[k] === sideOf[i] || state[k] !== PINNED) continue;
        this.#strike(i, k);
        if (this.#once) break;
      }
    }
  }

  #strike(gladiator: number, enemy: number): void {
    const squad = this.#plan.squads[this.#plan.unitOf[enemy]!]!;
    const treated = this.#isAlwaysTreated(squad);
    const roll = this.#rolls.gladiator(this.#number(gladiator), this.#number(enemy), treated);
    const result = this.#field.chance.roll(roll);
    this.#field.log?.gladiator?.(gladiator, enemy, roll, result);
    this.#suffer(squad, enemy, result);
  }

  /** A soldier's new state; a limited medikit may turn it into pinned (QA-20). */
  #suffer(squad: Squad, soldier: number, result: number): void {
    const field = this.#field;
    const isTreated = field.remembersToTreat(squad);
    field.set(squad.index, soldier, result);
    if (isTreated) field.treat(squad);
  }

  #isAlwaysTreated(squad: Squad): boolean {
    return this.#field.isTreatedAtOnce(squad) && this.#field.medikits[squad.index] === UNLIMITED;
  }

  #number(soldier: number): number {
    const { unitOf, squads } = this.#plan;
    const unit = unitOf[soldier]!;
    const { kind } = this.#field;
    return this.#rolls.combatant(unit, kind[soldier]!, this.#field.bonus(squads[unit]!), NO_ORDER << 2);
  }
}
