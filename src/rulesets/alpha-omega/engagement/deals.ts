import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import { GroupFights } from "./group-fights.ts";
import type { Plan, Scene } from "./plan.ts";
import { FIRED, FLAG_BITS, IN_CONTACT, ORDERED, STATE } from "./soldier-flags.ts";

/** Soldiers whose flags fit a word. */
const A_WORD = Math.floor(32 / FLAG_BITS);
/** Integers that the deals of a kernel may take and the tree of their fights, and how many these are: where more come up, all are made anew. */
const MOST_KEPT = 2 ** 23;
const MOST_FOUGHT = 2 ** 22;
const MOST_FIGHTS = 2 ** 15;

/**
 * Whom charges bring together (E-06, E-07), by how everybody stands: no dice fall there, so that each case is played
 * once, in the written battle, and known from then on. A deal is a list of integers: how many groups, how many soldiers
 * are overrun, and who; then of each group the number of its fight, how many members it has, and who.
 */
export class Deals {
  /** All deals, one after another. */
  data = new Uint16Array(2 ** 12);
  /** Where fights of groups begin, by number. */
  fights: number[] = [];
  groups: GroupFights;
  readonly #most: number;
  readonly #battle: Battle;
  readonly #numbers = new Map<number, number>();
  /** Of a group that is dealt: what tells its members apart. */
  readonly #marks: number[] = [];
  readonly #tables = new Map<Scene, readonly [DealTable, DealTable]>();
  #length = 0;

  /** @param most deals' integers that are kept */
  constructor(plan: Plan, most = MOST_KEPT) {
    this.#most = most;
    this.#battle = new Battle(plan);
    this.groups = new GroupFights(this.#battle.plan);
  }

  /**
   * Where the deal of a turn begins.
   * @param alpha the side that is Alpha in the phase
   * @param flags by soldier, each unit's from its first on; out are only those after them
   * @param left by unit, how many of its soldiers are not out
   */
  find(scene: Scene, alpha: number, flags: Uint8Array, left: Int32Array): number {
    const table = this.#tableOf(scene, alpha);
    const known = table.find(flags, left);
    if (known >= 0) return known;
    if (this.#length > this.#most || this.groups.size > MOST_FOUGHT || this.fights.length > MOST_FIGHTS) {
      this.#forget();
      return this.find(scene, alpha, flags, left);
    }
    const made = this.#make(scene, alpha, flags, left);
    table.keep(made);
    return made;
  }

  #forget(): void {
    this.#length = 0;
    this.#tables.clear();
    this.#numbers.clear();
    this.fights = [];
    this.groups = new GroupFights(this.#battle.plan);
  }

  #tableOf(scene: Scene, alpha: number): DealTable {
    let tables = this.#tables.get(scene);
    if (tables === undefined) {
      const canon = this.#canon(scene);
      tables = [new DealTable(this.#battle.plan, canon), new DealTable(this.#battle.plan, canon)];
      this.#tables.set(scene, tables);
    }
    return tables[alpha as 0 | 1];
  }

  /** By unit and flags: the first flags that come to the same when charges and fights are played. */
  #canon(scene: Scene): Uint8Array[] {
    const { field, fights, plan } = this.#battle;
    return plan.squads.map(({ index, first, size }) => {
      const known = new Map<string, number>();
      return Uint8Array.from({ length: 1 << FLAG_BITS }, (_, flags) => {
        const state = flags & STATE;
        const meaning = [state, flags & IN_CONTACT];
        if (state <= PINNED && size > 0) {
          field.ordered[first] = flags & ORDERED ? 1 : 0;
          field.fired[first] = flags & FIRED ? 1 : 0;
          field.stoodUp[first] = state === PINNED ? 1 : 0;
          meaning.push(fights.number(scene, first));
        }
        if (state === READY && !(flags & IN_CONTACT) && scene.mayCharge[index]) meaning.push(flags & FIRED);
        const key = meaning.join();
        if (!known.has(key)) known.set(key, flags);
        return known.get(key)!;
      });
    });
  }

  #make(scene: Scene, alpha: number, flags: Uint8Array, left: Int32Array): number {
    const { field, plan, charges, fights } = this.#battle;
    field.begin();
    field.beginTurn(0, scene);
    for (const { index, first, size } of plan.squads)
      for (let i = first; i < first + size; i++) {
        const own = i - first < left[index]! ? flags[i]! : OUT;
        field.set(index, i, own & STATE);
        field.ordered[i] = own & ORDERED ? 1 : 0;
        field.fired[i] = own & FIRED ? 1 : 0;
        // Who was beside whom is no matter: everybody is dealt anew.
        if (own & IN_CONTACT) field.join(i, 0);
      }
    const dealt = charges.play(scene, alpha);
    const at = this.#length;
    this.#grow(2 + plan.soldiers + 2 * dealt);
    this.data[at] = dealt;
    let end = at + 2;
    for (const { index, first } of plan.squads)
      for (let i = first; i < first + left[index]!; i++) if (field.state[i] === OUT) this.data[end++] = i;
    this.data[at + 1] = end - at - 2;
    for (let group = 0; group < dealt; group++) {
      const start = end + 2;
      end = start;
      this.#marks.length = 0;
      for (const { index, first } of plan.squads)
        for (let i = first; i < first + left[index]!; i++) {
          if (field.group[i] !== group) continue;
          this.data[end++] = i;
          this.#marks.push(field.state[i] === DOWN ? index : 2 * fights.number(scene, i) + index + 2);
        }
      const soldiers = this.data.subarray(start, end);
      this.data[start - 2] = this.#fightOf(scene, soldiers, flags);
      this.data[start - 1] = end - start;
    }
    this.#length = end;
    return at;
  }

  /** The number of the fight of a group that has been dealt. */
  #fightOf(scene: Scene, soldiers: Uint16Array, flags: Uint8Array): number {
    const { field, plan } = this.#battle;
    const at = this.groups.of(scene, this.#marks, () =>
      Array.from(soldiers, (i) => ({
        unit: plan.unitOf[i]!,
        flags: field.state[i]! | (flags[i]! & (ORDERED | FIRED)),
        stoodUp: field.stoodUp[i] === 1,
      })),
    );
    let number = this.#numbers.get(at);
    if (number === undefined) {
      number = this.fights.push(at) - 1;
      this.#numbers.set(at, number);
    }
    return number;
  }

  #grow(most: number): void {
    if (this.#length + most <= this.data.length) return;
    const longer = new Uint16Array(2 * this.data.length + most);
    longer.set(this.data);
    this.data = longer;
  }
}

/** The deals of one scene and one Alpha, by how everybody stands: an open table of keys of some words and where the deal begins. */
class DealTable {
  readonly #squads: Plan["squads"];
  readonly #canon: readonly Uint8Array[];
  readonly #words: number;
  /** By place: the key, then where the deal begins and 1; 0 where there is none. */
  #entries: Int32Array;
  #mask = 255;
  #kept = 0;
  /** The key that was looked for last, and where it would be. */
  readonly #key: Int32Array;
  #place = 0;

  constructor({ squads }: Plan, canon: readonly Uint8Array[]) {
    this.#squads = squads;
    this.#canon = canon;
    this.#words = squads.reduce((sum, { size }) => sum + Math.ceil(size / A_WORD), 0);
    this.#entries = new Int32Array((this.#mask + 1) * (this.#words + 1));
    this.#key = new Int32Array(this.#words);
  }

  /** Where the deal begins; -1 where it is not known. */
  find(flags: Uint8Array, left: Int32Array): number {
    const key = this.#key;
    const squads = this.#squads;
    let words = 0;
    let hash = 0;
    for (let u = 0; u < squads.length; u++) {
      const { first, size } = squads[u]!;
      const canon = this.#canon[u]!;
      const end = first + left[u]!;
      for (let from = first; from < first + size; from += A_WORD) {
        let word = 0;
        // Turned round, so that who is out is 0.
        for (let i = from; i < end && i < from + A_WORD; i++) word = (word << FLAG_BITS) | (canon[flags[i]!]! ^ OUT);
        key[words++] = word;
        hash = mixed(hash, word);
      }
    }
    return this.#look(hash);
  }

  #look(hash: number): number {
    const entries = this.#entries;
    const key = this.#key;
    const words = this.#words;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const place = Math.imul(slot, words + 1);
      const deal = entries[place + words]!;
      if (deal !== 0) {
        let same = 0;
        while (same < words && entries[place + same] === key[same]) same++;
        if (same < words) continue;
      }
      this.#place = place;
      return deal - 1;
    }
  }

  /** Keeps the deal that was looked for last. */
  keep(deal: number): void {
    this.#entries.set(this.#key, this.#place);
    this.#entries[this.#place + this.#words] = deal + 1;
    if (2 * ++this.#kept > this.#mask) this.#grow();
  }

  #grow(): void {
    const stride = this.#words + 1;
    const before = this.#entries;
    this.#mask = 2 * this.#mask + 1;
    this.#entries = new Int32Array((this.#mask + 1) * stride);
    for (let place = 0; place < before.length; place += stride) {
      const deal = before[place + this.#words]!;
      if (deal === 0) continue;
      this.#key.set(before.subarray(place, place + this.#words));
      let hash = 0;
      for (const word of this.#key) hash = mixed(hash, word);
      this.#look(hash);
      this.#entries.set(before.subarray(place, place + stride), this.#place);
    }
  }
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e37_79b1);
  return product ^ (product >>> 15);
}
