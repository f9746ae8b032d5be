import { keptIn } from "../../../rule/once.ts";
import { MOST_AGAINST_ONE } from "../book.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { isReached } from "./contact.ts";
import { type Field, lowest } from "./field.ts";
import type { Plan, Scene } from "./plan.ts";

/** Soldiers of one kind of a unit who come one after another in the order of charges, and lie in one word. */
interface Chargers {
  readonly unit: number;
  readonly kind: number;
  readonly word: number;
  readonly who: number;
}

/**
 * Charges and pairing (E-06, E-07): who comes into base contact, and in which groups they fight. A group is one soldier
 * of one side and one to five of the other; it is dealt anew each turn.
 */
export class Charges {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #passes: number;
  /** By scene, then by pass and by who is Alpha: those who may charge, in order. */
  readonly #orders = new Map<Scene, readonly (readonly (readonly Chargers[])[])[]>();
  #scene: Scene | undefined = undefined;
  #ordered: readonly (readonly (readonly Chargers[])[])[] = [];
  /** By unit: charged by an enemy this turn; which melee it is part of, now and before. */
  readonly #charged: Uint8Array;
  readonly #melee: Int32Array;
  readonly #meleeBefore: Int32Array;
  /** By melee: somebody fights in it. */
  readonly #paired: Uint8Array;
  /** In words: came into contact this turn; was in contact before; has applied a grenade this turn. */
  readonly #charging: Int32Array;
  readonly #touched: Int32Array;
  readonly #applied: Int32Array;
  /** By soldier, of those who were in contact before: his group then. By group: something that it leads to. */
  readonly #before: Int32Array;
  readonly #known: Int32Array;
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
    this.#charging = new Int32Array(plan.words);
    this.#touched = new Int32Array(plan.words);
    this.#applied = new Int32Array(plan.words);
    this.#before = new Int32Array(plan.soldiers);
    this.#known = new Int32Array(plan.soldiers + 2);
    this.#fighters = [new Int32Array(plan.soldiers), new Int32Array(plan.soldiers)];
  }

  /**
   * @param alpha the side that is Alpha in this phase
   * @returns how many groups fight; their numbers are in `field.group`, who stands up to fight in `field.stoodUp`
   */
  play(scene: Scene, alpha: number): number {
    const field = this.#field;
    const melee = this.#melee;
    if (this.#scene !== scene) {
      this.#scene = scene;
      this.#ordered = this.#ordersOf(scene);
    }
    const orders = this.#ordered;
    this.#groups = 0;
    if (orders[0]![alpha]!.length === 0 && field.inContact === 0) return 0;
    for (let w = 0; w < this.#charging.length; w++) {
      field.stoodUp[w] = 0;
      this.#charging[w] = 0;
      this.#applied[w] = 0;
      this.#touched[w] = field.contact[w]!;
    }
    for (let u = 0; u < melee.length; u++) {
      melee[u] = u;
      this.#charged[u] = 0;
    }
    const isTouched = field.inContact > 0;
    if (isTouched) this.#rememberContact();
    for (let u = 0; u < melee.length; u++) this.#meleeBefore[u] = melee[u]!;
    let charged = false;
    for (let pass = 1; pass <= this.#passes; pass++) {
      const order = orders[pass - 1]![alpha]!;
      for (let k = 0; k < order.length; k++) if (this.#charge(order[k]!, scene, pass)) charged = true;
    }
    if (!charged && !isTouched) return 0;
    if (isTouched) field.scatter();
    for (let u = 0; u < melee.length; u++) if (melee[u] === u) this.#paired[u] = this.#pair(u) ? 1 : 0;
    if (isTouched) this.#stay();
    return this.#groups;
  }

  /** A-RAL-06, E-08: where one side has nobody left to fight, groups stay as they are: regrouping decides who lies there. */
  #stay(): void {
    const field = this.#field;
    const { unitOf } = this.#plan;
    const known = this.#known;
    let next = this.#groups;
    for (let g = 0; g < known.length; g++) known[g] = -1;
    for (let w = 0; w < this.#touched.length; w++)
      for (let left = this.#touched[w]!; left !== 0; left &= left - 1) {
        const i = field.base[w]! + lowest(left);
        if (this.#paired[this.#melee[unitOf[i]!]!]) break;
        const before = this.#before[i]!;
        if (known[before]! < 0) known[before] = next++;
        field.join(i, known[before]!);
      }
  }

  /** Policies make scenes as the fight goes (E-19). */
  #ordersOf(scene: Scene): readonly (readonly (readonly Chargers[])[])[] {
    return keptIn(this.#orders, scene, () =>
      [1, -1].map((falling) => [0, 1].map((alpha) => this.#together(inOrder(this.#plan, scene, falling, alpha)))),
    );
  }

  #together(order: Int32Array): Chargers[] {
    const { kind, wordOf, bitOf } = this.#field;
    const runs: Chargers[] = [];
    for (const i of order) {
      const charger = { unit: this.#plan.unitOf[i]!, kind: kind[i]!, word: wordOf[i]!, who: bitOf[i]! };
      const last = runs.at(-1);
      if (last?.word === charger.word && last.kind === charger.kind)
        runs[runs.length - 1] = { ...charger, who: last.who | charger.who };
      else runs.push(charger);
    }
    return runs;
  }

  /** Units whose soldiers are in one group are in one melee. */
  #rememberContact(): void {
    const { group, base } = this.#field;
    const { unitOf } = this.#plan;
    const first = this.#known;
    for (let g = 0; g < first.length; g++) first[g] = -1;
    for (let w = 0; w < this.#touched.length; w++)
      for (let left = this.#touched[w]!; left !== 0; left &= left - 1) {
        const i = base[w]! + lowest(left);
        const joined = group[i]!;
        this.#before[i] = joined;
        if (first[joined]! < 0) first[joined] = unitOf[i]!;
        else this.#join(unitOf[i]!, first[joined]!);
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
   * E-06: soldiers on move or manoeuvre who have not fired and have not been charged, at the nearest enemy unit, if so many
   * moves reach it. Comrades of who is in contact are beside his enemies, whatever the gap says (E-01).
   */
  #charge({ unit, kind, word, who }: Chargers, scene: Scene, moves: number): boolean {
    const field = this.#field;
    if (this.#charged[unit]) return false;
    const taken = field.contact[word]! | field.fired[word]! | this.#charging[word]! | this.#applied[word]!;
    const free = who & field.ready(word) & ~taken;
    if (free === 0) return false;
    const nearest = scene.nearest[unit]!;
    let enemy = -1;
    let gap = 0;
    for (let k = 0; k < nearest.length; k++) {
      const { target } = nearest[k]!;
      if (!field.isLeft(target) && !this.#mayApply(unit, kind, target, scene)) continue;
      const touches = this.#meleeBefore[target] === this.#meleeBefore[unit];
      if (enemy >= 0 && !touches) continue;
      enemy = target;
      gap = touches ? 0 : nearest[k]!.gap;
      if (touches) break;
    }
    if (enemy < 0 || !isReached(gap, this.#plan.squads[unit]!.move[kind]!, moves)) return false;
    const isGrenade = this.#plan.squads[enemy]!.unit.vehicle !== undefined;
    if (isGrenade || field.log !== undefined)
      for (let left = free; left !== 0; left &= left - 1) {
        const soldier = field.base[word]! + lowest(left);
        if (isGrenade) field.grenades.push({ vehicle: enemy, soldier });
        if (isGrenade) field.log?.applies?.(soldier, enemy);
        else field.log?.charges?.(soldier, enemy);
      }
    if (isGrenade) {
      // They engage nobody and are engaged by nobody.
      this.#applied[word] = this.#applied[word]! | free;
      return false;
    }
    this.#charging[word] = this.#charging[word]! | free;
    this.#charged[enemy] = 1;
    this.#join(unit, enemy);
    return true;
  }

  /** E-17: a vehicle that is left is charged by those who are told to, and carry grenades. */
  #mayApply(unit: number, kind: number, target: number, scene: Scene): boolean {
    const { squads } = this.#plan;
    if (!squads[target]!.unit.vehicle || this.#field.isWreck(target) || !scene.told[unit]) return false;
    return squads[unit]!.grenades[kind] !== undefined;
  }

  /** Pairs everybody of one melee, named after its first unit (E-07). @returns false where there is nobody to pair */
  #pair(melee: number): boolean {
    const field = this.#field;
    const [mine, theirs] = this.#fighters;
    let first = this.#muster(0, melee);
    let second = this.#muster(1, melee);
    if (first === 0 && second === 0) return false;
    if (second > first) first = this.#reach(1, second, 0, first, melee);
    if (first > second) second = this.#reach(0, first, 1, second, melee);
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
    this.#layFallen(melee, pairs);
    this.#groups += pairs;
    return true;
  }

  /** Whoever fell in an earlier turn's fight lies where he fell; whoever is pinned among those who fight stands up. */
  #layFallen(melee: number, pairs: number): void {
    const field = this.#field;
    const { squads } = this.#plan;
    let fallen = 0;
    for (let u = 0; u < squads.length; u++) {
      if (this.#melee[u] !== melee) continue;
      const { firstWord, endWord } = squads[u]!;
      for (let w = firstWord; w < endWord; w++) {
        for (let left = field.down(w) & this.#touched[w]!; left !== 0; left &= left - 1)
          field.join(field.base[w]! + lowest(left), this.#groups + (fallen++ % pairs));
        const standing = field.pinned(w) & field.contact[w]!;
        field.stoodUp[w] = field.stoodUp[w]! | standing;
        for (let left = standing; left !== 0; left &= left - 1) {
          const i = field.base[w]! + lowest(left);
          field.log?.standsUp?.(i);
          field.set(u, i, READY);
        }
      }
    }
  }

  /** Those of a side who fight: ready ones first, then pinned ones already in contact. */
  #muster(side: number, melee: number): number {
    const field = this.#field;
    const { squads } = this.#plan;
    const list = this.#fighters[side]!;
    let found = 0;
    for (let state = READY; state <= PINNED; state++)
      for (let u = 0; u < squads.length; u++) {
        const { side: whose, firstWord, endWord } = squads[u]!;
        if (whose !== side || this.#melee[u] !== melee) continue;
        for (let w = firstWord; w < endWord; w++) {
          const fights = state === PINNED ? 0 : this.#charged[u] ? -1 : this.#charging[w]!;
          for (let left = field.inState(w, state) & (this.#touched[w]! | fights); left !== 0; left &= left - 1)
            list[found++] = field.base[w]! + lowest(left);
        }
      }
    return found;
  }

  /**
   * The soldiers of `side` who are more than their enemies reach pinned enemies, who stand up, then down ones, who are
   * out (A-CC-21) while whoever reached them is still free, in units that were charged.
   * @returns how many of the other side fight by then
   */
  #reach(side: number, count: number, other: number, enemies: number, melee: number): number {
    const field = this.#field;
    const { squads } = this.#plan;
    const list = this.#fighters[other]!;
    let free = count - enemies;
    let fighting = enemies;
    for (let state = PINNED; state <= DOWN && free > 0; state++)
      for (let u = 0; u < squads.length; u++) {
        const { side: whose, firstWord, endWord } = squads[u]!;
        if (whose === side || this.#melee[u] !== melee || !this.#charged[u]) continue;
        for (let w = firstWord; w < endWord; w++)
          for (let left = field.inState(w, state) & ~this.#touched[w]!; left !== 0 && free > 0; left &= left - 1) {
            const i = field.base[w]! + lowest(left);
            free--;
            if (state === PINNED) list[fighting++] = i;
            else {
              field.log?.overrun?.(i);
              field.set(u, i, OUT);
            }
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
