import { damaged, freshVehicle, type Impact, isDestroyed, type VehicleState } from "../armour.ts";
import { type MedikitUses, medikitUsesOf } from "../rally.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import type { BattleLog } from "./battle-log.ts";
import type { FightChance } from "./chance.ts";
import { cellOf } from "./fire-rolls.ts";
import { type Plan, type Scene, type Squad, WORD } from "./plan.ts";

/** No limit on the uses of an aptitude. */
export const UNLIMITED = -1;

/** Soldiers a unit may have, so that counts of its states fit a byte. */
export const MOST_A_UNIT = 255;

/** How many are in a state, out of packed counts. */
export const countOf = (packed: number, state: number): number => (packed >>> (state << 3)) & 0xff;

/** A-RAL-02, E-08: whether a ready soldier is engaged, by how many ready ones of each side his group has. */
export const isEngagedAmong = (comrades: number, enemies: number): boolean => comrades === 1 && enemies > 0;

/** The place of the lowest bit of a word. */
export const lowest = (word: number): number => 31 - Math.clz32(word & -word);

/** How many bits of a word are set. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * Everybody on the table: one entry per soldier, unit by unit, the first side first. What is asked of many at once lies in
 * words, a bit for each soldier (`Squad.firstWord`).
 */
export class Field {
  readonly plan: Plan;
  /** Index into his unit's kinds of soldier. */
  readonly kind: Uint8Array;
  readonly state: Uint8Array;
  /** As they were when they were last remembered. */
  readonly #before: Uint8Array;
  /** By soldier: his word and his bit in it. By word: the soldier of its lowest bit. */
  readonly wordOf: Uint16Array;
  readonly bitOf: Int32Array;
  readonly base: Int32Array;
  /** The states once more, both bits of them in words of their own; bits that are nobody's are out. Kept by `set`. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #nobody: Int32Array;
  /** In words: who is in base contact. */
  readonly contact: Int32Array;
  /** The order he had when he was last ready, for QA-07 `asOrder`. */
  readonly had: Uint8Array;
  /** In base contact: the number of his group, or -1. Kept by `join` and `leave`. */
  readonly group: Int32Array;
  /** By group and side, `[2 * group + side]`: how many are ready. */
  readonly #readyIn: Int32Array;
  /** How many are in contact. */
  inContact = 0;
  /** Since groups were last asked for it: somebody in contact fell or joined; somebody in contact went out. */
  #hasFallen = false;
  #hasLost = false;
  /** By group: the sides on which somebody holds it together, 1 and 2. */
  readonly #held: Uint8Array;
  /** In words, this turn: began it with an order, has fired, has stood up from pinned to fight. */
  readonly ordered: Int32Array;
  readonly fired: Int32Array;
  readonly stoodUp: Int32Array;
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
  log: Partial<BattleLog> | undefined = undefined;
  turn = 0;
  /** By unit: who gives a bonus (E-12), the best first. */
  readonly #givers: readonly Int32Array[];
  /** Uses of medikits that come back each turn. */
  readonly #medikitUses: MedikitUses;
  readonly #hasVehicles: boolean;
  readonly #remembersOrder: boolean;
  readonly #surplusHolds: boolean;
  readonly #onDamage: boolean;

  constructor(plan: Plan) {
    this.plan = plan;
    this.kind = Uint8Array.from(plan.squads.flatMap(({ unit }) => unit.soldiers));
    this.state = new Uint8Array(plan.soldiers);
    this.#before = new Uint8Array(plan.soldiers);
    this.had = new Uint8Array(plan.soldiers);
    this.group = new Int32Array(plan.soldiers).fill(-1);
    this.#readyIn = new Int32Array(plan.soldiers + 2);
    this.#held = new Uint8Array(plan.soldiers);
    const placeIn = (i: number) => {
      const { first, firstWord } = plan.squads[plan.unitOf[i]!]!;
      return WORD * firstWord + i - first;
    };
    const places = Array.from({ length: plan.soldiers }, (_, i) => placeIn(i));
    this.wordOf = Uint16Array.from(places, (place) => Math.floor(place / WORD));
    this.bitOf = Int32Array.from(places, (place) => 1 << (place % WORD));
    this.base = new Int32Array(plan.words);
    this.#nobody = new Int32Array(plan.words).fill(-1);
    places.forEach((place, i) => {
      const word = Math.floor(place / WORD);
      if (place % WORD === 0) this.base[word] = i;
      this.#nobody[word] = this.#nobody[word]! & ~this.bitOf[i]!;
    });
    this.#low = new Int32Array(plan.words);
    this.#high = new Int32Array(plan.words);
    this.contact = new Int32Array(plan.words);
    this.ordered = new Int32Array(plan.words);
    this.fired = new Int32Array(plan.words);
    this.stoodUp = new Int32Array(plan.words);
    this.counts = new Int32Array(plan.squads.length);
    this.medikits = new Int32Array(plan.squads.length);
    this.sacrifices = new Int32Array(plan.squads.length);
    this.hasFired = new Uint8Array(plan.squads.length);
    this.#givers = plan.squads.map(({ first, size, bonusOf }) => {
      const place = (i: number) => bonusOf[this.kind[i]!]!;
      const all = Array.from({ length: size }, (_, k) => first + k);
      return Int32Array.from(all.filter((i) => place(i) > 0).sort((a, b) => place(b) - place(a)));
    });
    this.#medikitUses = medikitUsesOf(plan.profile.options.medikitUses);
    this.#hasVehicles = plan.squads.some(({ unit }) => unit.vehicle !== undefined);
    this.#remembersOrder = plan.profile.options.downCamouflage === "asOrder";
    this.#surplusHolds = plan.profile.options.surplus === "holds";
    this.#onDamage = plan.profile.options.medikitOnDamage;
  }

  /** Everybody ready and on his own. */
  begin(): void {
    const { squads } = this.plan;
    this.state.fill(READY);
    this.#low.set(this.#nobody);
    this.#high.set(this.#nobody);
    for (let u = 0; u < squads.length; u++) this.counts[u] = squads[u]!.size;
    for (const { index, unit } of squads) if (unit.vehicle) this.vehicles[index] = freshVehicle(unit.vehicle);
    this.grenades.length = 0;
    if (this.inContact > 0) this.scatter();
    this.sacrifices.fill(this.plan.profile.options.sacrificeUses);
    this.medikits.fill(this.#medikitUses.perTurn ?? this.#medikitUses.perGame ?? UNLIMITED);
  }

  /** E-02: whoever is ready and not engaged gets an order (A-GEN-06); who is in contact may have none (QA-56). */
  beginTurn(turn: number, scene: Scene): void {
    const { squads } = this.plan;
    this.turn = turn;
    if (this.#medikitUses.perTurn !== null) this.medikits.fill(this.#medikitUses.perTurn);
    if (this.#hasVehicles) this.hasFired.fill(0);
    for (let w = 0; w < this.ordered.length; w++) {
      this.fired[w] = 0;
      this.ordered[w] = this.ready(w) & ~(this.#surplusHolds ? this.contact[w]! : this.#engaged(w));
    }
    if (!this.#remembersOrder) return;
    for (let u = 0; u < squads.length; u++) {
      const { first, size } = squads[u]!;
      for (let i = first; i < first + size; i++) if (this.state[i] === READY) this.had[i] = scene.orders[u]!;
    }
  }

  /** In words: who is ready, pinned, down; and who is in a state. */
  ready(word: number): number {
    return ~(this.#low[word]! | this.#high[word]!);
  }
  pinned(word: number): number {
    return this.#low[word]! & ~this.#high[word]!;
  }
  down(word: number): number {
    return this.#high[word]! & ~this.#low[word]!;
  }
  /** In words: who is ready or pinned. */
  standing(word: number): number {
    return ~this.#high[word]!;
  }
  inState(word: number, state: number): number {
    return state === READY ? this.ready(word) : state === PINNED ? this.pinned(word) : this.down(word);
  }

  /** In words: who is ready and engaged. */
  #engaged(word: number): number {
    let engaged = 0;
    for (let left = this.ready(word) & this.contact[word]!; left !== 0; left &= left - 1)
      if (this.isEngaged(this.base[word]! + lowest(left))) engaged |= left & -left;
    return engaged;
  }

  /** In words: who is ready, has an order, and is not engaged. */
  able(word: number): number {
    return this.ready(word) & this.ordered[word]! & ~(this.inContact > 0 ? this.#engaged(word) : 0);
  }

  /** In a paired run, what follows has dice of its own: a phase, whose it is, and a seat in that. */
  substream(place: number, seat: number): void {
    this.chance.substream(this.turn, place, seat);
  }

  /** Puts a soldier into a set of words, or out of it; and whether he is in it. */
  mark(words: Int32Array, soldier: number, is: boolean): void {
    const word = this.wordOf[soldier]!;
    const bit = this.bitOf[soldier]!;
    words[word] = is ? words[word]! | bit : words[word]! & ~bit;
  }
  isMarked(words: Int32Array, soldier: number): boolean {
    return (words[this.wordOf[soldier]!]! & this.bitOf[soldier]!) !== 0;
  }

  set(unit: number, soldier: number, state: number): void {
    const from = this.state[soldier]!;
    if (from === state) return;
    this.counts[unit] = this.counts[unit]! + (1 << (state << 3)) - (1 << (from << 3));
    this.state[soldier] = state;
    const word = this.wordOf[soldier]!;
    const bit = this.bitOf[soldier]!;
    this.#low[word] = (state & 1) !== 0 ? this.#low[word]! | bit : this.#low[word]! & ~bit;
    this.#high[word] = (state & 2) !== 0 ? this.#high[word]! | bit : this.#high[word]! & ~bit;
    if (this.inContact === 0 || this.group[soldier]! < 0) return;
    if (state >= DOWN) this.#hasFallen = true;
    if (state === OUT) this.#hasLost = true;
    this.#count(soldier, (state === READY ? 1 : 0) - (from === READY ? 1 : 0));
  }

  #count(soldier: number, change: number): void {
    const place = 2 * this.group[soldier]! + this.plan.sideOf[soldier]!;
    this.#readyIn[place] = this.#readyIn[place]! + change;
  }

  join(soldier: number, group: number): void {
    const word = this.wordOf[soldier]!;
    this.group[soldier] = group;
    this.contact[word] = this.contact[word]! | this.bitOf[soldier]!;
    this.inContact++;
    this.#hasFallen = true;
    if (this.state[soldier] === READY) this.#count(soldier, 1);
  }

  leave(soldier: number): void {
    if (this.state[soldier] === READY) this.#count(soldier, -1);
    const word = this.wordOf[soldier]!;
    this.group[soldier] = -1;
    this.#hasFallen = true;
    this.#hasLost = true;
    this.contact[word] = this.contact[word]! & ~this.bitOf[soldier]!;
    this.inContact--;
  }

  /** Nobody is in contact with anybody. */
  scatter(): void {
    for (let i = 0; i < this.group.length; i++) this.group[i] = -1;
    for (let place = 0; place < this.#readyIn.length; place++) this.#readyIn[place] = 0;
    for (let w = 0; w < this.contact.length; w++) this.contact[w] = 0;
    this.#hasFallen = false;
    this.#hasLost = false;
    this.inContact = 0;
  }

  /**
   * E-08: a group is no more where nobody of one side of it is in the state `worst` (PINNED or DOWN) or a better one.
   * Whoever is out is
   * removed, so that he is in contact with nobody (A-GEN-05).
   */
  disband(worst: number): void {
    // A group that was held together is so until somebody of it falls.
    const mayEnd = worst === PINNED ? this.#hasFallen : this.#hasLost;
    if (this.inContact === 0 || !mayEnd) return;
    const { group, contact } = this;
    const { sideOf } = this.plan;
    const held = this.#held;
    for (let g = 0; g < held.length; g++) held[g] = 0;
    for (let w = 0; w < contact.length; w++) {
      const holding = worst === PINNED ? ~this.#high[w]! : ~(this.#high[w]! & this.#low[w]!);
      for (let left = contact[w]! & holding; left !== 0; left &= left - 1) {
        const i = this.base[w]! + lowest(left);
        held[group[i]!] = held[group[i]!]! | (1 << sideOf[i]!);
      }
    }
    for (let w = 0; w < contact.length; w++)
      for (let left = contact[w]!; left !== 0; left &= left - 1) {
        const i = this.base[w]! + lowest(left);
        if (this.state[i] === OUT || held[group[i]!] !== 3) this.leave(i);
      }
    this.#hasLost = false;
    if (worst === PINNED) this.#hasFallen = false;
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
    this.log?.wears?.(unit, state, rule);
    this.vehicles[unit] = state;
  }

  /** E-12, QA-20: twice the place of the unit's bonus, and one more where medikits treat wounds at once. */
  variant(target: Squad): number {
    const { treatment } = target;
    const treated = treatment === "always" || (treatment === "whileReady" && this.isTreated(target));
    return 2 * this.bonus(target) + (treated ? 1 : 0);
  }

  /** Remembers everybody as he is, before hits fall together or who is down is cared for. */
  remember(): void {
    this.#before.set(this.state);
  }

  /**
   * E-09, QA-20: limited medikits on the wound rolls of hits that fell together, or on care rolls, go to those who would be
   * out, then down, in list order. Whoever was out, or of whom nothing was rolled, is as he was remembered.
   */
  treat(target: Squad, cares = false): void {
    const { state, medikits, log } = this;
    for (let result = OUT; result >= DOWN; result--)
      for (let i = target.first; i < target.first + target.size && medikits[target.index]! > 0; i++) {
        const before = this.#before[i]!;
        const isRolled = before !== result || (cares && result === DOWN);
        if (state[i] !== result || !isRolled) continue;
        const after = before > PINNED && !cares ? before : PINNED;
        log?.treated?.(i, after);
        this.set(target.index, i, after);
        medikits[target.index] = medikits[target.index]! - 1;
      }
  }

  /** How a soldier counts as a target whose state, or SAVED, is `code`. */
  cell(soldier: number, code: number): number {
    return cellOf(code, this.#remembersOrder ? this.had[soldier]! : 0);
  }

  /** E-12: the best bonus of a character who is ready now, as its place among the unit's bonuses. */
  bonus({ index, bonusOf }: Squad): number {
    const givers = this.#givers[index]!;
    for (let k = 0; k < givers.length; k++)
      if (this.state[givers[k]!] === READY) return bonusOf[this.kind[givers[k]!]!]!;
    return 0;
  }

  /** One of the kinds of soldier in `which` is ready. */
  someReady({ firstWord, endWord }: Squad, which: readonly boolean[]): boolean {
    for (let w = firstWord; w < endWord; w++)
      for (let left = this.ready(w); left !== 0; left &= left - 1)
        if (which[this.kind[this.base[w]! + lowest(left)]!]) return true;
    return false;
  }

  /** QA-20: limited medikits of the unit work on wound rolls that are about to fall; then everybody is remembered. */
  remembersToTreat(squad: Squad): boolean {
    const treats = this.isTreatedAtOnce(squad) && this.medikits[squad.index]! > 0;
    if (treats) this.remember();
    return treats;
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
