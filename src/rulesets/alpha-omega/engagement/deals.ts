import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import { GroupFights } from "./group-fights.ts";
import type { Plan, Scene } from "./plan.ts";
import { FIRED, IN_CONTACT, maskOf, ORDERED, type Stand } from "./stand.ts";

/** Deals that a kernel may keep, and integers of the courses of their fights: where more come up, all are made anew. */
const MOST_KEPT = 2 ** 18;
const MOST_FOUGHT = 2 ** 22;

/** Within a deal: how many groups, and who is overrun; then its groups, so many integers each. */
export const GROUPS = 0;
export const OVERRUN = 1;
export const FIRST_GROUP = 2;
/** Within a group: where its fight begins, and who its members are. */
export const FIGHT = 0;
export const MEMBERS = 1;
export const A_GROUP = 2;

/**
 * Whom charges bring together (E-06, E-07), by how everybody stands: no dice fall there, so that each case is played
 * once, in the written battle, and known from then on.
 */
export class Deals {
  /** Where the deal is that was found last. */
  data: Int32Array = new Int32Array(0);
  groups: GroupFights;
  readonly #most: number;
  readonly #battle: Battle;
  /** Of a group that is dealt: what tells its members apart. */
  readonly #marks: number[] = [];
  /** `[2 * turn + alpha]`, by distinct turn and who is Alpha. */
  #tables: (DealTable | undefined)[] = [];
  #kept = 0;

  /** @param most deals that are kept */
  constructor(plan: Plan, most = MOST_KEPT) {
    this.#most = most;
    this.#battle = new Battle(plan);
    this.groups = new GroupFights(plan);
  }

  /** Where a deal begins. @param turn a distinct one @param alpha the side that is Alpha in the phase */
  find(turn: number, alpha: number, stand: Stand): number {
    const table = this.#tables[2 * turn + alpha] ?? this.#tableOf(turn, alpha);
    let deal = table.find(stand);
    if (deal < 0) {
      if (++this.#kept > this.#most || this.groups.size > MOST_FOUGHT) {
        this.#kept = 0;
        this.#tables = [];
        this.groups = new GroupFights(this.#battle.plan);
        return this.find(turn, alpha, stand);
      }
      deal = table.keep(this.#make(this.#battle.plan.scenes[turn]!, alpha, stand));
    }
    this.data = table.entries;
    return deal;
  }

  #tableOf(turn: number, alpha: number): DealTable {
    const { scenes, squads } = this.#battle.plan;
    const sizes = squads.map(({ size }) => size);
    const table = new DealTable(sizes, this.#relevant(scenes[turn]!));
    this.#tables[2 * turn + alpha] = table;
    return table;
  }

  /**
   * Whose order, and whose fire, makes a difference. Whoever has fired charges nobody (E-06): he would on move or on
   * manoeuvre alone, where having fired is a malus (A-CC-20), so that it is in the key.
   */
  #relevant(scene: Scene): Relevant {
    const { field, fights, plan } = this.#battle;
    const relevant = { ordered: [0, 0], fired: [0, 0] };
    for (const squad of plan.squads) {
      const { first } = squad;
      const number = (stoodUp: number, ordered: number, fired: number) => {
        field.stoodUp[first] = stoodUp;
        field.ordered[first] = ordered;
        field.fired[first] = fired;
        return fights.number(scene, first);
      };
      for (const state of [READY, PINNED] as const) {
        const [neither, ordered, fired, both] = [0, 1, 2, 3].map((way) => number(state, way & 1, way >> 1));
        if (neither !== ordered || fired !== both) relevant.ordered[state]! |= maskOf(squad);
        if (neither !== fired || ordered !== both) relevant.fired[state]! |= maskOf(squad);
      }
    }
    return relevant;
  }

  #make(scene: Scene, alpha: number, stand: Stand): number[] {
    const { field, plan, charges, fights } = this.#battle;
    const { soldiers, unitOf } = plan;
    field.begin();
    field.beginTurn(0, scene);
    for (let i = 0; i < soldiers; i++) {
      const bit = 1 << i;
      const state = stand[READY]! & bit ? READY : stand[PINNED]! & bit ? PINNED : stand[DOWN]! & bit ? DOWN : OUT;
      field.set(unitOf[i]!, i, state);
      field.ordered[i] = stand[ORDERED]! & bit ? 1 : 0;
      field.fired[i] = stand[FIRED]! & bit ? 1 : 0;
      // Who was beside whom is no matter: everybody is dealt anew.
      if (stand[IN_CONTACT]! & bit) field.join(i, 0);
    }
    const dealt = charges.play(scene, alpha);
    const deal = [dealt, stand[DOWN]! & this.#who((i) => field.state[i] === OUT)];
    for (let group = 0; group < dealt; group++) {
      this.#marks.length = 0;
      const members = this.#who((i) => {
        if (field.group[i] !== group) return false;
        this.#marks.push(field.state[i] === DOWN ? unitOf[i]! : 2 * fights.number(scene, i) + unitOf[i]! + 2);
        return true;
      });
      deal.push(
        this.groups.of(scene, this.#marks, () => this.#membersOf(members)),
        members,
      );
    }
    return deal;
  }

  #who(is: (soldier: number) => boolean): number {
    const { soldiers } = this.#battle.plan;
    let mask = 0;
    for (let i = 0; i < soldiers; i++) if (is(i)) mask |= 1 << i;
    return mask;
  }

  #membersOf(mask: number) {
    const { field, plan } = this.#battle;
    return Array.from({ length: plan.soldiers }, (_, i) => i)
      .filter((i) => mask & (1 << i))
      .map((i) => ({
        unit: plan.unitOf[i]!,
        state: field.state[i]!,
        ordered: field.ordered[i] === 1,
        fired: field.fired[i] === 1,
        stoodUp: field.stoodUp[i] === 1,
      }));
  }
}

/** Masks of those whose order, or fire, makes a difference to how they fight, by state. */
interface Relevant {
  readonly ordered: readonly number[];
  readonly fired: readonly number[];
}

/** The deals of one scene and one Alpha, by how everybody stands: an open table of entries, a key of some words and then the deal. */
class DealTable {
  entries: Int32Array;
  readonly #soldiers: number;
  readonly #ordered: readonly [ready: number, pinned: number];
  readonly #fired: readonly [ready: number, pinned: number];
  readonly #words: number;
  readonly #stride: number;
  #mask = 127;
  #kept = 0;
  /** The key that was looked for last, and where its entry would be. */
  readonly #key: Int32Array;
  #place = 0;

  constructor(sizes: readonly number[], { ordered, fired }: Relevant) {
    this.#soldiers = sizes.reduce((sum, size) => sum + size, 0);
    this.#ordered = [ordered[READY]!, ordered[PINNED]!];
    this.#fired = [fired[READY]!, fired[PINNED]!];
    this.#words = this.#soldiers <= HALF ? 3 : 6;
    // Each of the smaller side at most is in a group of his own (E-07).
    this.#stride = this.#words + FIRST_GROUP + A_GROUP * Math.min(...sizes);
    this.entries = new Int32Array((this.#mask + 1) * this.#stride);
    this.#key = new Int32Array(this.#words);
  }

  /** Where the deal is; -1 where it is not known. */
  find(stand: Stand): number {
    const key = this.#key;
    const ready = stand[READY]!;
    const pinned = stand[PINNED]!;
    const contact = stand[IN_CONTACT]!;
    const ordered = stand[ORDERED]! & ((ready & this.#ordered[0]) | (pinned & this.#ordered[1]));
    const fired = stand[FIRED]! & ((ready & this.#fired[0]) | (pinned & this.#fired[1]));
    if (this.#soldiers <= HALF) {
      key[0] = ready | (pinned << HALF);
      key[1] = stand[DOWN]! | (contact << HALF);
      key[2] = ordered | (fired << HALF);
    } else {
      key[0] = ready;
      key[1] = pinned;
      key[2] = stand[DOWN]!;
      key[3] = contact;
      key[4] = ordered;
      key[5] = fired;
    }
    return this.#look() ? this.#place + this.#words : -1;
  }

  /** Finds where the entry of the key is, or would be. Where all are out the key is 0, and the deal too: an empty entry. */
  #look(): boolean {
    const entries = this.entries;
    const key = this.#key;
    const words = this.#words;
    let hash = 0;
    for (let k = 0; k < words; k++) {
      hash = Math.imul(hash ^ key[k]!, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const place = Math.imul(slot, this.#stride);
      let same = 0;
      while (same < words && entries[place + same] === key[same]) same++;
      if (same === words) {
        this.#place = place;
        return true;
      }
      let used = 0;
      for (let k = 0; k < words; k++) used |= entries[place + k]!;
      if (used !== 0) continue;
      this.#place = place;
      return false;
    }
  }

  /** Keeps the deal that was looked for last. @returns where it is */
  keep(deal: readonly number[]): number {
    if (3 * ++this.#kept > 2 * this.#mask) this.#grow();
    this.entries.set(this.#key, this.#place);
    this.entries.set(deal, this.#place + this.#words);
    return this.#place + this.#words;
  }

  #grow(): void {
    const key = this.#key;
    const own = key.slice();
    const before = this.entries;
    const stride = this.#stride;
    this.#mask = 2 * this.#mask + 1;
    this.entries = new Int32Array((this.#mask + 1) * stride);
    for (let place = 0; place < before.length; place += stride) {
      let used = 0;
      for (let k = 0; k < this.#words; k++) {
        key[k] = before[place + k]!;
        used |= key[k]!;
      }
      if (used === 0) continue;
      this.#look();
      for (let k = 0; k < stride; k++) this.entries[this.#place + k] = before[place + k]!;
    }
    key.set(own);
    this.#look();
  }
}

/** Soldiers whose masks go two into a word. */
const HALF = 16;
