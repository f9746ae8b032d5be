import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { isReached } from "./contact.ts";
import type { Field } from "./field.ts";
import type { Plan, Scene, Squad } from "./plan.ts";

/** A-CC-04: no more than these fight one soldier. */
const MOST_AGAINST_ONE = 5;

/**
 * Charges and pairing (E-06, E-07): who comes into base contact, and in which groups they fight. A group is one soldier
 * of one side and one to five of the other; it is dealt anew each turn.
 */
export class ChargePhase {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #squads: readonly Squad[];
  readonly #mandatory: boolean;
  readonly #passes: number;
  /** By unit: charged by an enemy this turn; which melee it is part of, now and before; has had its turn to charge. */
  readonly #charged: Uint8Array;
  readonly #melee: Int32Array;
  readonly #meleeBefore: Int32Array;
  readonly #acted: Uint8Array;
  /** By soldier: came into contact this turn; was in contact before. */
  readonly #charging: Uint8Array;
  readonly #before: Uint8Array;
  /** Soldiers of each side of one melee: those who fight, then those who can only be reached. */
  readonly #fighters: readonly [Int32Array, Int32Array];
  #groups = 0;

  constructor(plan: Plan, field: Field) {
    const units = plan.squads.length;
    const room = () => new Int32Array(plan.soldiers);
    this.#field = field;
    this.#plan = plan;
    this.#squads = plan.squads;
    this.#mandatory = plan.profile.options.chargeMandatory;
    this.#passes = plan.profile.options.chargePasses;
    this.#charged = new Uint8Array(units);
    this.#melee = new Int32Array(units);
    this.#meleeBefore = new Int32Array(units);
    this.#acted = new Uint8Array(units);
    this.#charging = new Uint8Array(plan.soldiers);
    this.#before = new Uint8Array(plan.soldiers);
    this.#fighters = [room(), room()];
  }

  /**
   * @param alpha the side that is Alpha in this phase
   * @returns how many groups fight; their numbers are in `field.group`, who stands up to fight in `field.stoodUp`
   */
  play(scene: Scene, alpha: number): number {
    const { group, stoodUp } = this.#field;
    const melee = this.#melee;
    this.#charged.fill(0);
    this.#charging.fill(0);
    stoodUp.fill(0);
    this.#groups = 0;
    for (let u = 0; u < melee.length; u++) melee[u] = u;
    this.#rememberContact();
    this.#meleeBefore.set(melee);
    for (let pass = 1; pass <= this.#passes; pass++) {
      this.#acted.fill(0);
      for (let left = this.#squads.length; left > 0; left--) this.#charge(this.#next(alpha, pass), scene, pass);
    }
    group.fill(-1);
    for (let u = 0; u < melee.length; u++) if (melee[u] === u) this.#pair(u);
    this.#field.log?.paired(group, stoodUp);
    return this.#groups;
  }

  /** Units whose soldiers are in one group are in one melee. */
  #rememberContact(): void {
    const { group } = this.#field;
    const { unitOf } = this.#plan;
    for (let i = 0; i < group.length; i++) {
      this.#before[i] = group[i]! >= 0 ? 1 : 0;
      if (group[i]! < 0) continue;
      for (let k = 0; k < i; k++) if (group[k] === group[i]) this.#join(unitOf[i]!, unitOf[k]!);
    }
  }

  #join(a: number, b: number): void {
    const melee = this.#melee;
    const from = melee[a]!;
    const to = melee[b]!;
    if (from === to) return;
    const least = from < to ? from : to;
    const most = from < to ? to : from;
    for (let u = 0; u < melee.length; u++) if (melee[u] === most) melee[u] = least;
  }

  /** A-CC-03, QA-27: falling initiative in the first pass, rising in the second; Alpha first, then list order. */
  #next(alpha: number, pass: number): number {
    const { state, kind } = this.#field;
    let best = -1;
    let rank = 0;
    for (let u = 0; u < this.#squads.length; u++) {
      if (this.#acted[u]) continue;
      const { first, size, initiative, side } = this.#squads[u]!;
      let highest = -1;
      for (let i = first; i < first + size; i++)
        if (state[i] === READY && initiative[kind[i]!]! > highest) highest = initiative[kind[i]!]!;
      const own = 2 * (pass === 1 ? highest : -highest) + (side === alpha ? 1 : 0);
      if (best < 0 || own > rank) {
        best = u;
        rank = own;
      }
    }
    this.#acted[best] = 1;
    return best;
  }

  /** E-06: soldiers on move or manoeuvre who have not fired, at the nearest enemy unit, if so many moves reach it. */
  #charge(unit: number, scene: Scene, moves: number): void {
    const { state, kind, group, fired } = this.#field;
    const squad = this.#squads[unit]!;
    const nearest = scene.nearest[unit]!;
    if (nearest.length === 0 || !(scene.charges[unit] || this.#mandatory) || this.#charged[unit]) return;
    // Units in contact stay so whatever the gap says (E-01).
    let enemy = -1;
    let gap = 0;
    for (let k = 0; k < nearest.length; k++) {
      const { target } = nearest[k]!;
      if (!this.#isLeft(target)) continue;
      const touches = this.#melee[target] === this.#melee[unit];
      if (enemy >= 0 && !touches) continue;
      enemy = target;
      gap = this.#meleeBefore[target] === this.#meleeBefore[unit] ? 0 : nearest[k]!.gap;
      if (touches) break;
    }
    if (enemy < 0) return;
    let charged = false;
    for (let i = squad.first; i < squad.first + squad.size; i++) {
      if (state[i] !== READY || group[i]! >= 0 || fired[i] || this.#charging[i]) continue;
      if (!isReached(gap, squad.move[kind[i]!]!, moves)) continue;
      this.#charging[i] = 1;
      this.#field.log?.charges(i, enemy);
      charged = true;
    }
    if (!charged) return;
    this.#charged[enemy] = 1;
    this.#join(unit, enemy);
  }

  #isLeft(unit: number): boolean {
    const { first, size } = this.#squads[unit]!;
    for (let i = first; i < first + size; i++) if (this.#field.state[i] !== OUT) return true;
    return false;
  }

  /** Pairs everybody of one melee, named after its first unit (E-07). */
  #pair(melee: number): void {
    const { state, group, stoodUp } = this.#field;
    const [mine, theirs] = this.#fighters;
    let first = this.#muster(0, melee);
    let second = this.#muster(1, melee);
    first = this.#reach(1, second, 0, first, melee);
    second = this.#reach(0, first, 1, second, melee);
    const pairs = first < second ? first : second;
    if (pairs === 0) return;
    for (let p = 0; p < pairs; p++) {
      group[mine[p]!] = this.#groups + p;
      group[theirs[p]!] = this.#groups + p;
    }
    const rest = first > second ? mine : theirs;
    const most = first > second ? first : second;
    // The rest are dealt round, at most five on one; surplus stays free.
    for (let p = pairs; p < most && p < MOST_AGAINST_ONE * pairs; p++) group[rest[p]!] = this.#groups + (p % pairs);
    // Whoever fell in an earlier turn's fight lies where he fell.
    let fallen = 0;
    for (let i = 0; i < state.length; i++)
      if (state[i] === DOWN && this.#before[i] && this.#melee[this.#plan.unitOf[i]!] === melee)
        group[i] = this.#groups + (fallen++ % pairs);
    for (let i = 0; i < state.length; i++)
      if (group[i]! >= this.#groups && state[i] === PINNED) {
        this.#field.set(this.#plan.unitOf[i]!, i, READY);
        stoodUp[i] = 1;
      }
    this.#groups += pairs;
  }

  /** Those of a side who fight: ready ones first, then pinned ones already in contact. */
  #muster(side: number, melee: number): number {
    const { state } = this.#field;
    const { unitOf, sideOf } = this.#plan;
    const list = this.#fighters[side]!;
    let found = 0;
    for (let own = READY; own <= PINNED; own++)
      for (let i = 0; i < state.length; i++) {
        const unit = unitOf[i]!;
        if (sideOf[i] !== side || state[i] !== own || this.#melee[unit] !== melee) continue;
        if (this.#before[i] || (own === READY && (this.#charging[i] || this.#charged[unit]))) list[found++] = i;
      }
    return found;
  }

  /**
   * The soldiers of `side` who are more than their enemies reach pinned enemies, who stand up, then down ones, who are
   * out (A-CC-21), in units that were charged.
   * @returns how many of the other side fight by then
   */
  #reach(side: number, count: number, other: number, enemies: number, melee: number): number {
    const { state } = this.#field;
    const { unitOf, sideOf } = this.#plan;
    const list = this.#fighters[other]!;
    let free = count - enemies;
    let fighting = enemies;
    for (let own = PINNED; own <= DOWN && free > 0; own++)
      for (let i = 0; i < state.length && free > 0; i++) {
        const unit = unitOf[i]!;
        if (sideOf[i] === side || state[i] !== own || this.#before[i] || !this.#charged[unit]) continue;
        if (this.#melee[unit] !== melee) continue;
        free--;
        if (own === PINNED) list[fighting++] = i;
        else {
          this.#field.set(unit, i, OUT);
          this.#field.log?.overrun(i);
        }
      }
    return fighting;
  }
}
