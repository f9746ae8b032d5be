import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { isReached } from "./contact.ts";
import type { Field } from "./field.ts";
import type { Plan, Scene } from "./plan.ts";

/** A-CC-04: no more than these fight one soldier. */
export const MOST_AGAINST_ONE = 5;

/**
 * Charges and pairing (E-06, E-07): who comes into base contact, and in which groups they fight. A group is one soldier
 * of one side and one to five of the other; it is dealt anew each turn.
 */
export class Charges {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #passes: number;
  /** By scene, then by pass and by who is Alpha: those who may charge, in order. */
  readonly #orders = new Map<Scene, readonly (readonly Int32Array[])[]>();
  /** By unit: charged by an enemy this turn; which melee it is part of, now and before. */
  readonly #charged: Uint8Array;
  readonly #melee: Int32Array;
  readonly #meleeBefore: Int32Array;
  /** By melee: somebody fights in it. */
  readonly #paired: Uint8Array;
  /** By soldier: came into contact this turn; the group in which he was before, or -1. */
  readonly #charging: Uint8Array;
  readonly #before: Int32Array;
  /** By soldier: has applied a grenade this turn. */
  readonly #applied: Uint8Array;
  /** Soldiers of each side of one melee: those who fight, then those who can only be reached. */
  readonly #fighters: readonly [Int32Array, Int32Array];
  #groups = 0;

  constructor(field: Field) {
    const { plan } = field;
    const units = plan.squads.length;
    this.#field = field;
    this.#plan = plan;
    this.#passes = plan.profile.options.chargePasses;
    this.#charged = new Uint8Array(units);
    this.#melee = new Int32Array(units);
    this.#meleeBefore = new Int32Array(units);
    this.#paired = new Uint8Array(units);
    this.#charging = new Uint8Array(plan.soldiers);
    this.#before = new Int32Array(plan.soldiers);
    this.#applied = new Uint8Array(plan.soldiers);
    this.#fighters = [new Int32Array(plan.soldiers), new Int32Array(plan.soldiers)];
  }

  /**
   * @param alpha the side that is Alpha in this phase
   * @returns how many groups fight; their numbers are in `field.group`, who stands up to fight in `field.stoodUp`
   */
  play(scene: Scene, alpha: number): number {
    const melee = this.#melee;
    const orders = this.#ordersOf(scene);
    this.#groups = 0;
    if (orders[0]![alpha]!.length === 0 && this.#field.inContact === 0) return 0;
    this.#field.stoodUp.fill(0);
    this.#charged.fill(0);
    this.#charging.fill(0);
    this.#applied.fill(0);
    for (let u = 0; u < melee.length; u++) melee[u] = u;
    this.#rememberContact();
    this.#meleeBefore.set(melee);
    let charged = false;
    for (let pass = 1; pass <= this.#passes; pass++) {
      const order = orders[pass - 1]![alpha]!;
      for (let k = 0; k < order.length; k++) if (this.#charge(order[k]!, scene, pass)) charged = true;
    }
    if (!charged && this.#field.inContact === 0) return 0;
    this.#field.scatter();
    for (let u = 0; u < melee.length; u++) if (melee[u] === u) this.#paired[u] = this.#pair(u) ? 1 : 0;
    this.#stay();
    return this.#groups;
  }

  /** A-RAL-06, E-08: where one side has nobody left to fight, groups stay as they are: regrouping decides who lies there. */
  #stay(): void {
    const { group } = this.#field;
    const { unitOf } = this.#plan;
    const before = this.#before;
    let next = this.#groups;
    for (let i = 0; i < group.length; i++) {
      if (before[i]! < 0 || this.#paired[this.#melee[unitOf[i]!]!]) continue;
      let known = -1;
      for (let k = 0; k < i && known < 0; k++) if (before[k] === before[i]) known = group[k]!;
      this.#field.join(i, known < 0 ? next++ : known);
    }
  }

  /** Policies make scenes as the fight goes (E-19). */
  #ordersOf(scene: Scene): readonly (readonly Int32Array[])[] {
    let orders = this.#orders.get(scene);
    if (orders === undefined) {
      orders = [1, -1].map((falling) => [0, 1].map((alpha) => inOrder(this.#plan, scene, falling, alpha)));
      this.#orders.set(scene, orders);
    }
    return orders;
  }

  /** Units whose soldiers are in one group are in one melee. */
  #rememberContact(): void {
    const { group, inContact } = this.#field;
    const { unitOf } = this.#plan;
    this.#before.set(group);
    if (inContact === 0) return;
    for (let i = 0; i < group.length; i++) {
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

  /**
   * E-06: a soldier on move or manoeuvre who has not fired and has not been charged, at the nearest enemy unit, if so many
   * moves reach it. Comrades of who is in contact are beside his enemies, whatever the gap says (E-01).
   */
  #charge(soldier: number, scene: Scene, moves: number): boolean {
    const { state, kind, group, fired } = this.#field;
    const unit = this.#plan.unitOf[soldier]!;
    if (this.#charged[unit] || this.#charging[soldier] || this.#applied[soldier]) return false;
    if (state[soldier] !== READY || group[soldier]! >= 0 || fired[soldier]) return false;
    const nearest = scene.nearest[unit]!;
    let enemy = -1;
    let gap = 0;
    for (let k = 0; k < nearest.length; k++) {
      const { target } = nearest[k]!;
      if (!this.#field.isLeft(target) && !this.#mayApply(soldier, target, scene)) continue;
      const touches = this.#meleeBefore[target] === this.#meleeBefore[unit];
      if (enemy >= 0 && !touches) continue;
      enemy = target;
      gap = touches ? 0 : nearest[k]!.gap;
      if (touches) break;
    }
    if (enemy < 0 || !isReached(gap, this.#plan.squads[unit]!.move[kind[soldier]!]!, moves)) return false;
    if (this.#plan.squads[enemy]!.unit.vehicle) {
      // He engages nobody and is engaged by nobody.
      this.#applied[soldier] = 1;
      this.#field.grenades.push({ vehicle: enemy, soldier });
      this.#field.log?.applies(soldier, enemy);
      return false;
    }
    this.#charging[soldier] = 1;
    this.#charged[enemy] = 1;
    this.#join(unit, enemy);
    this.#field.log?.charges(soldier, enemy);
    return true;
  }

  /** E-17: a vehicle that is left is charged by those who are told to, and carry grenades. */
  #mayApply(soldier: number, target: number, scene: Scene): boolean {
    const { squads, unitOf } = this.#plan;
    const unit = unitOf[soldier]!;
    if (!squads[target]!.unit.vehicle || this.#field.isWreck(target) || !scene.told[unit]) return false;
    return squads[unit]!.grenades[this.#field.kind[soldier]!] !== undefined;
  }

  /** Pairs everybody of one melee, named after its first unit (E-07). @returns false where there is nobody to pair */
  #pair(melee: number): boolean {
    const field = this.#field;
    const { state, group, stoodUp } = field;
    const { unitOf } = this.#plan;
    const [mine, theirs] = this.#fighters;
    let first = this.#muster(0, melee);
    let second = this.#muster(1, melee);
    first = this.#reach(1, second, 0, first, melee);
    second = this.#reach(0, first, 1, second, melee);
    const pairs = first < second ? first : second;
    if (pairs === 0) return false;
    for (let p = 0; p < pairs; p++) {
      field.join(mine[p]!, this.#groups + p);
      field.join(theirs[p]!, this.#groups + p);
    }
    const rest = first > second ? mine : theirs;
    const most = first > second ? first : second;
    // The rest are dealt round, at most five on one; surplus stays free.
    for (let p = pairs; p < most && p < MOST_AGAINST_ONE * pairs; p++) field.join(rest[p]!, this.#groups + (p % pairs));
    // Whoever fell in an earlier turn's fight lies where he fell.
    let fallen = 0;
    for (let i = 0; i < state.length; i++)
      if (state[i] === DOWN && this.#before[i]! >= 0 && this.#melee[unitOf[i]!] === melee)
        field.join(i, this.#groups + (fallen++ % pairs));
    for (let i = 0; i < state.length; i++)
      if (group[i]! >= this.#groups && state[i] === PINNED) {
        field.log?.standsUp(i);
        field.set(unitOf[i]!, i, READY);
        stoodUp[i] = 1;
      }
    this.#groups += pairs;
    return true;
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
        if (state[i] !== own || sideOf[i] !== side || this.#melee[unit] !== melee) continue;
        if (this.#before[i]! >= 0 || (own === READY && (this.#charging[i] || this.#charged[unit]))) list[found++] = i;
      }
    return found;
  }

  /**
   * The soldiers of `side` who are more than their enemies reach pinned enemies, who stand up, then down ones, who are
   * out (A-CC-21) while whoever reached them is still free, in units that were charged.
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
        if (sideOf[i] === side || state[i] !== own || this.#before[i]! >= 0 || !this.#charged[unit]) continue;
        if (this.#melee[unit] !== melee) continue;
        free--;
        if (own === PINNED) list[fighting++] = i;
        else {
          this.#field.log?.overrun(i);
          this.#field.set(unit, i, OUT);
        }
      }
    return fighting;
  }
}

/** A-CC-03, QA-27: by falling (1) or rising (-1) initiative, Alpha first where it is equal, then in list order. */
export function inOrder(
  { squads, unitOf, sideOf, soldiers }: Plan,
  { mayCharge }: Scene,
  falling: number,
  alpha: number,
): Int32Array {
  const initiative = (soldier: number) => {
    const squad = squads[unitOf[soldier]!]!;
    return squad.initiative[squad.unit.soldiers[soldier - squad.first]!]!;
  };
  const rank = (soldier: number) => (sideOf[soldier] === alpha ? 0 : 1);
  return Int32Array.from(
    Array.from({ length: soldiers }, (_, i) => i)
      .filter((soldier) => mayCharge[unitOf[soldier]!])
      .sort((a, b) => falling * (initiative(b) - initiative(a)) || rank(a) - rank(b) || a - b),
  );
}
