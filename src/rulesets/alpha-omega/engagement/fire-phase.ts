import type { Draws } from "../../../rule/index.ts";
import { DOWN, OUT, READY } from "../words.ts";
import { countOf, type Field } from "./field.ts";
import { graver, SAVED } from "./fire-law.ts";
import { receiverOf } from "./hit-transfer.ts";
import { FIRE_LANE, placeOf } from "./lanes.ts";
import { treat } from "./medikits.ts";
import { type Aim, CELLS, type Plan, type Scene, type Squad } from "./plan.ts";
import { LONGEST } from "./tables.ts";

/**
 * The shooting phase: interception, then the three sub-phases (E-03, E-04). Losses count at once, unit by unit.
 * Within a volley targets and modifiers are those of its declaration, unless QA-05 says `sequential`.
 */
export class FirePhase {
  readonly #field: Field;
  readonly #draws: Draws;
  readonly #squads: readonly Squad[];
  readonly #shotLaws: Int32Array;
  /** By unit: has intercepted this turn. */
  readonly #intercepted: Uint8Array;
  readonly #acted: Uint8Array;
  /** Soldiers that are shot at, in the order shots are dealt. */
  readonly #line: Int32Array;
  /** The gun of each shot. */
  readonly #barrel: Int32Array;
  /** By soldier: his state at declaration, what the volley has done to him, and the hits he has taken. */
  readonly #from: Uint8Array;
  readonly #code: Uint8Array;
  readonly #hits: Int32Array;
  readonly #grouped: boolean;
  readonly #retargets: boolean;
  readonly #limitedMedikits: boolean;
  readonly #readyContact: boolean;
  readonly #meets: boolean;

  constructor(plan: Plan, field: Field, draws: Draws) {
    const { options } = plan.profile;
    this.#field = field;
    this.#draws = draws;
    this.#squads = plan.squads;
    this.#shotLaws = plan.tables.shotLaws();
    this.#intercepted = new Uint8Array(plan.squads.length);
    this.#acted = new Uint8Array(plan.squads.length);
    this.#line = new Int32Array(plan.soldiers);
    this.#barrel = new Int32Array(Math.max(1, ...plan.squads.map(({ shots }) => shots)));
    this.#from = new Uint8Array(plan.soldiers);
    this.#code = new Uint8Array(plan.soldiers);
    this.#hits = new Int32Array(plan.soldiers);
    this.#grouped = options.volley === "grouped";
    this.#retargets = options.surplusShots === "retarget";
    this.#limitedMedikits = options.medikitOnDamage && options.medikitUses !== "unlimited";
    this.#meets = plan.meets;
    this.#readyContact = options.shootIntoMelee === "readyContact";
  }

  /** @param alpha the side that is Alpha, 0 or 1; only ties of initiative ask for it (E-03) */
  play(scene: Scene, alpha: number): void {
    this.#intercepted.fill(0);
    for (let i = 0; i < scene.interceptions.length; i++) this.#intercept(scene, i);
    if (scene.order !== undefined) {
      const order = scene.order[alpha]!;
      for (let i = 0; i < order.length; i++) this.#fireAtNearest(scene, order[i]!);
      return;
    }
    for (let phase = 0; phase < scene.firing.length; phase++) {
      const units = scene.firing[phase]!;
      this.#acted.fill(0);
      for (let left = units.length; left > 0; left--) {
        const unit = this.#next(units, alpha);
        this.#acted[unit] = 1;
        this.#fireAtNearest(scene, unit);
      }
    }
  }

  /** A-GEN-03: of those who have not acted, the highest initiative of a ready soldier, then Alpha, then list order. */
  #next(units: readonly number[], alpha: number): number {
    let best = -1;
    let rank = -2;
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      if (this.#acted[unit]) continue;
      const { first, size, initiative, side } = this.#squads[unit]!;
      let own = -2;
      for (let i = first; i < first + size; i++)
        if (this.#field.state[i] === READY) {
          const value = 2 * initiative[this.#field.kind[i]!]! + (side === alpha ? 1 : 0);
          if (value > own) own = value;
        }
      if (best < 0 || own > rank) {
        best = unit;
        rank = own;
      }
    }
    return best;
  }

  /** E-04: the first listed enemy unit on the move that can be shot at. */
  #intercept(scene: Scene, which: number): void {
    const { unit, aims } = scene.interceptions[which]!;
    for (let a = 0; a < aims.length; a++) {
      if (!this.#moves(this.#squads[aims[a]!.target]!) || !this.#volley(unit, aims[a]!, true)) continue;
      this.#intercepted[unit] = 1;
      return;
    }
  }

  #moves({ first, size }: Squad): boolean {
    const { state, group } = this.#field;
    for (let i = first; i < first + size; i++) if (state[i] === READY && group[i]! < 0) return true;
    return false;
  }

  /** E-05: at the nearest enemy unit that it may shoot at. */
  #fireAtNearest(scene: Scene, unit: number): void {
    if (this.#intercepted[unit]) return;
    const aims = scene.aims[unit]!;
    for (let a = 0; a < aims.length; a++) if (this.#volley(unit, aims[a]!, false)) return;
  }

  /**
   * A unit fires at another: targets first, then the dice.
   * @returns false when nobody can fire or be fired at; then nothing has happened
   */
  #volley(unit: number, aim: Aim, intercepts: boolean): boolean {
    const field = this.#field;
    const shooter = this.#squads[unit]!;
    const target = this.#squads[aim.target]!;
    const ready = countOf(field.counts[unit]!, READY);
    if (ready === 0) return false;
    const targets = this.#lineUp(target);
    if (targets === 0) return false;
    const shots =
      shooter.shotsEach >= 0 && !this.#meets ? Math.imul(shooter.shotsEach, ready) : this.#load(shooter, aim);
    if (shots === 0) return false;
    const treated = target.treatment === "always" || (target.treatment === "whileReady" && field.isTreated(target));
    const variant = 2 * field.bonus(target) + (treated ? 1 : 0);
    const medikit = this.#limitedMedikits && field.isTreated(target);
    if (medikit) for (let i = target.first; i < target.first + target.size; i++) this.#from[i] = field.state[i]!;
    const each = shooter.unit.each ?? shots;
    if (field.log !== undefined)
      field.log.volley({
        unit,
        aim,
        variant,
        intercepts,
        shots,
        line: [...this.#line.subarray(0, targets)],
      });
    this.#draws.lane(placeOf(FIRE_LANE, shooter.own), 0);
    if (shooter.guns.length === 1 && !target.protects && !this.#retargets)
      this.#likeShots(target, aim, variant, shots, targets, each);
    else if (this.#grouped) this.#groupedShots(shooter, target, aim, variant, shots, targets, each);
    else this.#shotByShot(shooter, target, aim, variant, shots, targets, each);
    field.log?.struck(field.state, target.first);
    if (medikit) treat(this.#field, this.#from, target);
    return true;
  }

  /** QA-55: in base contact with an enemy who is not out, or who is ready. */
  #locked(soldier: number): boolean {
    const { group, state, plan } = this.#field;
    const own = group[soldier]!;
    if (own < 0) return false;
    if (!this.#readyContact) return true;
    const side = plan.sideOf[soldier];
    for (let i = 0; i < group.length; i++)
      if (group[i] === own && plan.sideOf[i] !== side && state[i] === READY) return true;
    return false;
  }

  /** Who can be shot at: ready, then pinned; down soldiers only when no other remains. */
  #lineUp({ first, size, hidden }: Squad): number {
    const { state, kind } = this.#field;
    const line = this.#line;
    let found = 0;
    for (let own = READY; own <= DOWN; own++) {
      if (own === DOWN && found > 0) break;
      for (let i = first; i < first + size; i++)
        if (state[i] === own && !hidden[kind[i]!] && !this.#locked(i)) line[found++] = i;
    }
    return found;
  }

  /** The shots of the ready soldiers of a unit, in member order (E-14). */
  #load({ first, size, barrels, guns }: Squad, { reach }: Aim): number {
    const { state, kind, group, fired } = this.#field;
    const barrel = this.#barrel;
    const alike = guns.length === 1;
    let shots = 0;
    for (let i = first; i < first + size; i++) {
      if (state[i] !== READY || group[i]! >= 0) continue;
      const own = barrels[kind[i]!]!;
      const before = shots;
      if (alike) shots += own.length;
      else for (let b = 0; b < own.length; b++) if (reach[own[b]!]) barrel[shots++] = own[b]!;
      if (shots > before) fired[i] = 1;
    }
    return shots;
  }

  /** Every shot alike, everybody hit on his own: one draw, or a few, for each soldier who is shot at. */
  #likeShots(target: Squad, aim: Aim, variant: number, shots: number, targets: number, each: number): void {
    const round = Math.imul(each, targets);
    const rounds = (shots / round) | 0;
    const whole = Math.imul(rounds, each);
    let rest = shots - Math.imul(rounds, round);
    for (let j = 0; j < targets; j++) {
      const fall = whole + (rest < each ? rest : each);
      rest = rest < each ? 0 : rest - each;
      if (fall === 0) break;
      const i = this.#line[j]!;
      const at = Math.imul(variant, target.unit.troopers.length) + this.#field.kind[i]!;
      let code = this.#wear(aim.columns, at, i, this.#field.state[i]!, fall);
      if (code === SAVED) code = this.#draws.fall(target.pinTests[at]!);
      this.#field.set(target.index, i, code);
    }
  }

  /** So many like shots at one soldier: the code they leave him in. */
  #wear(columns: Int32Array, at: number, soldier: number, from: number, shots: number): number {
    let code = from;
    let left = shots;
    do {
      const some = left < LONGEST ? left : LONGEST;
      left -= some;
      const cell = this.#field.cell(soldier, this.#grouped ? from : code);
      const result = this.#draws.fall(this.#shotLaws[columns[(Math.imul(at, CELLS) + cell) | 0]! + some]!);
      code = this.#grouped && code !== from ? graver(code, result) : result;
    } while (left > 0 && code !== OUT);
    return code;
  }

  /** Unlike shots, all judged by the states at declaration; hits on characters change hands (QA-14). */
  #groupedShots(
    shooter: Squad,
    target: Squad,
    aim: Aim,
    variant: number,
    shots: number,
    targets: number,
    each: number,
  ): void {
    const field = this.#field;
    const { state, kind } = field;
    const from = this.#from;
    const code = this.#code;
    const end = target.first + target.size;
    if (shooter.guns.length === 1) this.#barrel.fill(0, 0, shots);
    for (let i = target.first; i < end; i++) {
      from[i] = state[i]!;
      code[i] = state[i]!;
      this.#hits[i] = 0;
    }
    // Targets in list order, whoever fires first: hits are handed over in this order.
    for (let struck = target.first; struck < end; struck++) {
      let j = 0;
      while (j < targets && this.#line[j] !== struck) j++;
      if (j === targets) continue;
      // Shots are dealt `each` at a time, round and round.
      for (let start = Math.imul(j, each); start < shots; start += Math.imul(each, targets))
        for (let s = start; s < start + each && s < shots; s++)
          this.#resolve(target, aim, variant, this.#barrel[s]!, shooter, struck, from);
    }
    for (let i = target.first; i < end; i++) this.#settle(target, variant, kind[i]!, i);
  }

  /** Everything is read again after each shot (QA-05), and surplus shots may find another target (QA-05b). */
  #shotByShot(
    shooter: Squad,
    target: Squad,
    aim: Aim,
    variant: number,
    shots: number,
    targets: number,
    each: number,
  ): void {
    const { state, kind } = this.#field;
    const code = this.#code;
    const end = target.first + target.size;
    if (shooter.guns.length === 1) this.#barrel.fill(0, 0, shots);
    for (let i = target.first; i < end; i++) {
      code[i] = state[i]!;
      this.#hits[i] = 0;
    }
    for (let s = 0; s < shots; s++) {
      let struck = this.#line[((s / each) | 0) % targets]!;
      if (code[struck] === OUT) {
        if (!this.#retargets) continue;
        struck = this.#nextTarget(target);
        if (struck < 0) break;
      }
      this.#resolve(target, aim, variant, this.#barrel[s]!, shooter, struck, code);
    }
    for (let i = target.first; i < end; i++) this.#settle(target, variant, kind[i]!, i);
  }

  /** QA-05b: the first soldier left who can be shot at, ready before pinned before down. */
  #nextTarget({ first, size, hidden }: Squad): number {
    const code = this.#code;
    for (let own = READY; own <= DOWN; own++)
      for (let i = first; i < first + size; i++) {
        const now = code[i] === SAVED ? READY : code[i]!;
        if (now === own && !hidden[this.#field.kind[i]!] && !this.#locked(i)) return i;
      }
    return -1;
  }

  /** One shot at `struck`. `judged` holds the states that count: at declaration, or as they are by now. */
  #resolve(
    target: Squad,
    { columns, hits, hurts, shelter }: Aim,
    variant: number,
    gun: number,
    shooter: Squad,
    struck: number,
    judged: Uint8Array,
  ): void {
    const field = this.#field;
    const { kind } = field;
    const troopers = target.unit.troopers.length;
    const row = Math.imul(Math.imul(variant, shooter.guns.length) + gun, troopers);
    const at = Math.imul(row + kind[struck]!, CELLS) + field.cell(struck, judged[struck]!);
    let result = 0;
    let taker = struck;
    if (target.protects) {
      if (this.#draws.fall(hits[at]!) === 0) {
        field.log?.shot(gun, struck, -1, 0);
        return;
      }
      if (target.character[kind[struck]!]) taker = receiverOf(field, this.#hits, target, shelter, struck, judged);
      this.#hits[taker] = this.#hits[taker]! + 1;
      const hurt = hurts[Math.imul(row + kind[taker]!, CELLS) + field.cell(taker, judged[taker]!)]!;
      result = this.#draws.fall(this.#shotLaws[hurt + 1]!);
    } else {
      result = this.#draws.fall(this.#shotLaws[columns[at]! + 1]!);
    }
    field.log?.shot(gun, struck, taker, result);
    this.#code[taker] = this.#grouped ? graver(this.#code[taker]!, result) : result;
  }

  #settle({ pinTests, unit, index }: Squad, variant: number, kind: number, soldier: number): void {
    let code = this.#code[soldier]!;
    if (code === SAVED) code = this.#draws.fall(pinTests[Math.imul(variant, unit.troopers.length) + kind]!);
    this.#field.set(index, soldier, code);
  }
}
