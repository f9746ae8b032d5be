import { damaged, freshVehicle, type Impact, isDestroyed, type VehicleState } from "../armour.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import type { BattleLog } from "./battle-log.ts";
import type { FightChance } from "./chance.ts";
import { cellOf } from "./fire-rolls.ts";
import type { Plan, Scene, Squad } from "./plan.ts";

/** No limit on the uses of an aptitude. */
export const UNLIMITED = -1;

/** Soldiers a unit may have, so that counts of its states fit a byte. */
export const MOST_A_UNIT = 255;

/** How many are in a state, out of packed counts. */
export const countOf = (packed: number, state: number): number => (packed >>> (state << 3)) & 0xff;

/** A-RAL-02, E-08: whether a ready soldier is engaged, by how many ready ones of each side his group has. */
export const isEngagedAmong = (comrades: number, enemies: number): boolean => comrades === 1 && enemies > 0;

/** Everybody on the table: one entry per soldier, unit by unit, the first side first. */
export class Field {
  readonly plan: Plan;
  /** Index into his unit's kinds of soldier. */
  readonly kind: Uint8Array;
  readonly state: Uint8Array;
  /** The order he had when he was last ready, for QA-07 `asOrder`. */
  readonly had: Uint8Array;
  /** In base contact: the number of his group, or -1. Kept by `join` and `leave`. */
  readonly group: Int32Array;
  /** By group and side, `[2 * group + side]`: how many are ready. */
  readonly #readyIn: Int32Array;
  /** How many are in contact. */
  inContact = 0;
  /** By group: the sides on which somebody holds it together, 1 and 2. */
  readonly #held: Uint8Array;
  /** This turn: began it with an order, has fired, has stood up from pinned to fight. */
  readonly ordered: Uint8Array;
  readonly fired: Uint8Array;
  readonly stoodUp: Uint8Array;
  /** By unit: how many are in each state, a byte each, ready lowest. Kept by `set`. */
  readonly counts: Int32Array;
  /** By unit: uses left of limited aptitudes (QA-19, QA-21). */
  readonly medikits: Int32Array;
  readonly sacrifices: Int32Array;
  /** By unit: a vehicle's card (E-17), and whether its guns have fired this turn. */
  readonly vehicles: VehicleState[] = [];
  readonly hasFired: Uint8Array;
  /** Grenades applied this turn: on which vehicle, and by whom. */
  readonly grenades: { readonly vehicle: number; readonly soldier: number }[] = [];
  /** What the fight that is played asks, and who hears of it where it is told. */
  chance!: FightChance;
  log: BattleLog | undefined = undefined;
  turn = 0;
  readonly #remembersOrder: boolean;
  readonly #surplusHolds: boolean;
  readonly #onDamage: boolean;

  constructor(plan: Plan) {
    this.plan = plan;
    this.kind = Uint8Array.from(plan.squads.flatMap(({ unit }) => unit.soldiers));
    this.state = new Uint8Array(plan.soldiers);
    this.had = new Uint8Array(plan.soldiers);
    this.group = new Int32Array(plan.soldiers);
    this.#readyIn = new Int32Array(plan.soldiers + 2);
    this.#held = new Uint8Array(plan.soldiers);
    this.ordered = new Uint8Array(plan.soldiers);
    this.fired = new Uint8Array(plan.soldiers);
    this.stoodUp = new Uint8Array(plan.soldiers);
    this.counts = new Int32Array(plan.squads.length);
    this.medikits = new Int32Array(plan.squads.length);
    this.sacrifices = new Int32Array(plan.squads.length);
    this.hasFired = new Uint8Array(plan.squads.length);
    this.#remembersOrder = plan.profile.options.downCamouflage === "asOrder";
    this.#surplusHolds = plan.profile.options.surplus === "holds";
    this.#onDamage = plan.profile.options.medikitOnDamage;
  }

  /** Everybody ready and on his own. */
  begin(): void {
    const { medikitUses, sacrificeUses } = this.plan.profile.options;
    const { squads } = this.plan;
    this.state.fill(READY);
    for (let u = 0; u < squads.length; u++) this.counts[u] = squads[u]!.size;
    for (const { index, unit } of squads) if (unit.vehicle) this.vehicles[index] = freshVehicle(unit.vehicle);
    this.grenades.length = 0;
    this.scatter();
    this.sacrifices.fill(sacrificeUses);
    this.medikits.fill(
      medikitUses === "unlimited" ? UNLIMITED : "perTurn" in medikitUses ? medikitUses.perTurn : medikitUses.perGame,
    );
  }

  /** E-02: whoever is ready and not engaged gets an order (A-GEN-06); who is in contact may have none (QA-56). */
  beginTurn(turn: number, scene: Scene): void {
    const { medikitUses } = this.plan.profile.options;
    const { squads } = this.plan;
    this.turn = turn;
    if (medikitUses !== "unlimited" && "perTurn" in medikitUses) this.medikits.fill(medikitUses.perTurn);
    this.fired.fill(0);
    this.hasFired.fill(0);
    for (let i = 0; i < this.state.length; i++) this.ordered[i] = this.state[i] === READY ? 1 : 0;
    if (this.inContact > 0)
      for (let i = 0; i < this.state.length; i++)
        if (this.#surplusHolds ? this.group[i]! >= 0 : this.isEngaged(i)) this.ordered[i] = 0;
    if (!this.#remembersOrder) return;
    for (let u = 0; u < squads.length; u++) {
      const { first, size } = squads[u]!;
      for (let i = first; i < first + size; i++) if (this.state[i] === READY) this.had[i] = scene.orders[u]!;
    }
  }

  /** In a paired run, what follows has dice of its own: a phase, whose it is, and a seat in that. */
  lane(place: number, seat: number): void {
    this.chance.lane(this.turn, place, seat);
  }

  set(unit: number, soldier: number, state: number): void {
    const from = this.state[soldier]!;
    if (from === state) return;
    this.counts[unit] = this.counts[unit]! + (1 << (state << 3)) - (1 << (from << 3));
    this.state[soldier] = state;
    if (this.group[soldier]! >= 0) this.#count(soldier, (state === READY ? 1 : 0) - (from === READY ? 1 : 0));
  }

  #count(soldier: number, change: number): void {
    const place = 2 * this.group[soldier]! + this.plan.sideOf[soldier]!;
    this.#readyIn[place] = this.#readyIn[place]! + change;
  }

  join(soldier: number, group: number): void {
    this.group[soldier] = group;
    this.inContact++;
    if (this.state[soldier] === READY) this.#count(soldier, 1);
  }

  leave(soldier: number): void {
    if (this.state[soldier] === READY) this.#count(soldier, -1);
    this.group[soldier] = -1;
    this.inContact--;
  }

  /** Nobody is in contact with anybody. */
  scatter(): void {
    this.group.fill(-1);
    this.#readyIn.fill(0);
    this.inContact = 0;
  }

  /**
   * E-08: a group is no more where nobody of one side of it is in the state `worst` or a better one. Whoever is out is
   * removed, so that he is in contact with nobody (A-GEN-05).
   */
  disband(worst: number): void {
    if (this.inContact === 0) return;
    const { state, group } = this;
    const { sideOf } = this.plan;
    const held = this.#held;
    held.fill(0);
    for (let i = 0; i < group.length; i++)
      if (group[i]! >= 0 && state[i]! <= worst) held[group[i]!] = held[group[i]!]! | (1 << sideOf[i]!);
    for (let i = 0; i < group.length; i++)
      if (group[i]! >= 0 && (state[i] === OUT || held[group[i]!] !== 3)) this.leave(i);
  }

  /** How many soldiers of a side are ready in a group. */
  readyIn(group: number, side: number): number {
    return this.#readyIn[2 * group + side]!;
  }

  /** A-RAL-02, E-08: ready, a ready enemy in contact, and no other ready comrade there. */
  isEngaged(soldier: number): boolean {
    const group = this.group[soldier]!;
    if (group < 0 || this.state[soldier] !== READY) return false;
    const side = this.plan.sideOf[soldier]!;
    return isEngagedAmong(this.#readyIn[2 * group + side]!, this.#readyIn[2 * group + 1 - side]!);
  }

  /** Somebody of the unit is not out. */
  isLeft(unit: number): boolean {
    return (this.counts[unit]! & 0xff_ffff) !== 0;
  }

  /** A vehicle that is no more (E-15). */
  isWreck(unit: number): boolean {
    const { vehicle } = this.plan.squads[unit]!.unit;
    return vehicle !== undefined && isDestroyed(this.vehicles[unit]!, vehicle);
  }

  /** What a shot or a grenade does to a vehicle. */
  damage(unit: number, impact: Impact): void {
    const { vehicle } = this.plan.squads[unit]!.unit;
    this.wear(unit, damaged(this.vehicles[unit]!, impact, vehicle!, this.plan.profile.options));
  }

  /** A vehicle's card from now on. */
  wear(unit: number, state: VehicleState, rule?: string): void {
    this.log?.wears(unit, state, rule);
    this.vehicles[unit] = state;
  }

  /** E-12, QA-20: twice the place of the unit's bonus, and one more where medikits treat wounds at once. */
  variant(target: Squad): number {
    const { treatment } = target;
    const treated = treatment === "always" || (treatment === "whileReady" && this.isTreated(target));
    return 2 * this.bonus(target) + (treated ? 1 : 0);
  }

  /**
   * E-09, QA-20: limited medikits on the wound rolls of hits that fell together go to those who would be out, then down,
   * in list order.
   * @param from by soldier, his state before the hits
   */
  treat(target: Squad, from: Uint8Array): void {
    const { state, medikits, log } = this;
    for (let result = OUT; result >= DOWN; result--)
      for (let i = target.first; i < target.first + target.size && medikits[target.index]! > 0; i++) {
        const before = from[i]!;
        if (state[i] !== result || before === result) continue;
        const after = before > PINNED ? before : PINNED;
        log?.treated(i, after);
        this.set(target.index, i, after);
        medikits[target.index] = medikits[target.index]! - 1;
      }
  }

  /** How a soldier counts as a target whose state, or SAVED, is `code`. */
  cell(soldier: number, code: number): number {
    return cellOf(code, this.#remembersOrder ? this.had[soldier]! : 0);
  }

  /** E-12: the best bonus of a character who is ready now, as its place among the unit's bonuses. */
  bonus({ bonuses, bonusOf, first, size }: Squad): number {
    let best = 0;
    if (bonuses.length > 1)
      for (let i = first; i < first + size; i++) {
        const own = bonusOf[this.kind[i]!]!;
        if (own > best && this.state[i] === READY) best = own;
      }
    return best;
  }

  /** One of the kinds of soldier in `which` is ready. */
  someReady({ first, size }: Squad, which: readonly boolean[]): boolean {
    for (let i = first; i < first + size; i++) if (this.state[i] === READY && which[this.kind[i]!]) return true;
    return false;
  }

  /** QA-20: the unit's medikit works, on wound rolls too. */
  isTreatedAtOnce(squad: Squad): boolean {
    return this.#onDamage && this.isTreated(squad);
  }

  /** E-09: the unit's medikit works. */
  isTreated(squad: Squad): boolean {
    const { medikit } = squad.unit;
    return medikit === "unit" || (medikit === "soldiers" && this.someReady(squad, squad.medic));
  }
}
