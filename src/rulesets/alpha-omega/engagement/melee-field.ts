import { MOST_AGAINST_ONE } from "../book.ts";
import type { MeleeScene } from "./melee-scenes.ts";
import { type Plan, WORD } from "./plan.ts";

/** The first so many of a mask, all of them where there are not so many. */
function first(mask: number, count: number): number {
  let left = mask;
  for (let k = 0; k < count && left !== 0; k++) left &= left - 1;
  return mask ^ left;
}

/**
 * How two units of like soldiers stand in a fight with close combat, and whom charges bring together: a second form of E-06 and
 * E-07 for speed, held to `Charges` by `deals.test.ts`. Everything is masks, by side: soldier i of a unit is bit i.
 */
export class MeleeField {
  readonly all: Int32Array;
  /** Both bits of everybody's state; who is in contact, has an order, has fired. */
  readonly low = new Int32Array(2);
  readonly high = new Int32Array(2);
  readonly contact = new Int32Array(2);
  readonly ordered = new Int32Array(2);
  readonly fired = new Int32Array(2);
  /** By group, `[2 * group + side]`: who is in contact; of a deal who fights, and who lies fallen beside them. */
  readonly fighters = new Int32Array(2 * WORD);
  readonly fallen = new Int32Array(2 * WORD);
  readonly #members = new Int32Array(2 * WORD);
  groups = 0;
  /** Of a deal: who charges, was in contact, may be reached; who fights, a bit each in order, and how many they are. */
  readonly #charging = new Int32Array(2);
  readonly #before = new Int32Array(2);
  readonly #charged = new Int32Array(2);
  readonly #lists: readonly [Int32Array, Int32Array] = [new Int32Array(WORD), new Int32Array(WORD)];
  readonly #counts = new Int32Array(2);
  readonly #holds: boolean;

  constructor({ squads, profile }: Plan) {
    this.#holds = profile.options.surplus === "holds";
    this.all = Int32Array.from(squads, ({ size }) => (size === WORD ? -1 : (1 << size) - 1));
  }

  begin(): void {
    this.low.fill(0);
    this.high.fill(0);
    this.scatter();
  }

  /** Nobody is in contact with anybody. */
  scatter(): void {
    this.contact[0] = 0;
    this.contact[1] = 0;
    this.groups = 0;
  }

  /** E-02: whoever is ready and not engaged gets an order. */
  beginTurn(): void {
    const members = this.#members;
    for (let side = 0; side < 2; side++) {
      const ready = this.readyOf(side);
      let tied = 0;
      if (this.#holds) tied = this.contact[side]!;
      else
        for (let group = 0; group < this.groups; group++) {
          const fit = members[2 * group + side]! & ready;
          if ((fit & (fit - 1)) === 0 && (members[2 * group + 1 - side]! & this.readyOf(1 - side)) !== 0) tied |= fit;
        }
      this.ordered[side] = ready & ~tied;
      this.fired[side] = 0;
    }
  }

  readyOf(side: number): number {
    return this.all[side]! & ~(this.low[side]! | this.high[side]!);
  }

  set(side: number, who: number, low: number, high: number): void {
    this.low[side] = (this.low[side]! & ~who) | low;
    this.high[side] = (this.high[side]! & ~who) | high;
  }

  /** Somebody is pinned or down. */
  isStricken(): boolean {
    return ((this.low[0]! ^ this.high[0]!) | (this.low[1]! ^ this.high[1]!)) !== 0;
  }

  /** Whoever of these is down is out. */
  execute(side: number, who: number): void {
    this.low[side] = this.low[side]! | (who & this.high[side]!);
  }

  /** Who of a side is in contact with a ready enemy. */
  faced(side: number): number {
    const enemies = this.readyOf(1 - side);
    let all = 0;
    for (let group = 0; group < this.groups; group++)
      if ((this.#members[2 * group + 1 - side]! & enemies) !== 0) all |= this.#members[2 * group + side]!;
    return all;
  }

  /** E-08: a group is no more where everybody of a side is out; so is whoever is out. */
  disband(): void {
    const members = this.#members;
    const groups = this.groups;
    const first = ~(this.low[0]! & this.high[0]!);
    const second = ~(this.low[1]! & this.high[1]!);
    this.scatter();
    for (let group = 0; group < groups; group++)
      this.join(members[2 * group]! & first, members[2 * group + 1]! & second);
  }

  /** A group in contact, if there is somebody of both sides. */
  join(first: number, second: number): void {
    if (first === 0 || second === 0) return;
    this.#members[2 * this.groups] = first;
    this.#members[2 * this.groups + 1] = second;
    this.groups++;
    this.contact[0] = this.contact[0]! | first;
    this.contact[1] = this.contact[1]! | second;
  }

  /** Charges (E-06, E-07), in the turn of a scene. @returns how many groups fight; who is overrun is out */
  deal(scene: MeleeScene, alpha: number): number {
    const charging = this.#charging;
    const charged = this.#charged;
    const counts = this.#counts;
    for (let side = 0; side < 2; side++) {
      charging[side] = 0;
      charged[side] = 0;
      this.#before[side] = this.contact[side]! & ~(this.low[side]! & this.high[side]!);
    }
    const isTouched = (this.#before[0]! | this.#before[1]!) !== 0;
    const charges = scene.charges[alpha]!;
    for (let k = 0; k < charges.length; k++) {
      const { side, reaches, reachesTouched } = charges[k]!;
      const enemy = 1 - side;
      if (charged[side] !== 0 || !(isTouched ? reachesTouched : reaches)) continue;
      if ((this.all[enemy]! & ~(this.low[enemy]! & this.high[enemy]!)) === 0) continue;
      const able = this.readyOf(side) & ~(this.#before[side]! | this.fired[side]! | charging[side]!);
      charging[side] = charging[side]! | able;
      if (able !== 0) charged[enemy] = -1;
    }
    if (!isTouched && (charging[0]! | charging[1]!) === 0) return 0;
    for (let side = 0; side < 2; side++) {
      const before = this.#before[side]!;
      const fighting = this.readyOf(side) & (before | charging[side]! | charged[side]!);
      const held = before & this.low[side]! & ~this.high[side]!;
      counts[side] = this.#list(side, held, this.#list(side, fighting, 0));
    }
    for (let side = 0; side < 2; side++)
      if (charged[side] !== 0 && counts[1 - side]! > counts[side]!) this.#reach(side, counts[1 - side]!);
    return this.#pair();
  }

  /** Lists those of a mask from a place on. @returns the next place */
  #list(side: number, mask: number, from: number): number {
    const list = this.#lists[side]!;
    let place = from;
    for (let left = mask; left !== 0; left &= left - 1) list[place++] = left & -left;
    return place;
  }

  /** Enemies who have none of their own reach pinned ones of a side, then down ones, who are overrun (A-CC-21). */
  #reach(side: number, enemies: number): void {
    const strange = this.all[side]! & ~this.#before[side]!;
    const low = this.low[side]!;
    const high = this.high[side]!;
    const pinned = first(strange & low & ~high, enemies - this.#counts[side]!);
    const reached = this.#list(side, pinned, this.#counts[side]!);
    this.#counts[side] = reached;
    this.low[side] = low | first(strange & high & ~low, enemies - reached);
  }

  /** One each, the rest dealt round; whoever fell in an earlier turn's fight lies where he fell. @returns how many groups */
  #pair(): number {
    const counts = this.#counts;
    const fighters = this.fighters;
    const fallen = this.fallen;
    const more = counts[0]! > counts[1]! ? 0 : 1;
    const pairs = counts[1 - more]!;
    if (pairs === 0) return 0;
    const most = Math.min(counts[more]!, MOST_AGAINST_ONE * pairs);
    for (let pair = 0; pair < pairs; pair++) {
      fighters[2 * pair + 1 - more] = this.#lists[1 - more]![pair]!;
      fighters[2 * pair + more] = 0;
      fallen[2 * pair] = 0;
      fallen[2 * pair + 1] = 0;
    }
    let pair = 0;
    for (let place = 0; place < most; place++) {
      fighters[2 * pair + more] = fighters[2 * pair + more]! | this.#lists[more]![place]!;
      if (++pair === pairs) pair = 0;
    }
    pair = 0;
    for (let side = 0; side < 2; side++)
      for (let left = this.#before[side]! & this.high[side]! & ~this.low[side]!; left !== 0; left &= left - 1) {
        fallen[2 * pair + side] = fallen[2 * pair + side]! | (left & -left);
        if (++pair === pairs) pair = 0;
      }
    return pairs;
  }

  /**
   * How a soldier comes to blows, as `MeleeScenes` numbers it: whose he is, whether he has fired, has an order, stood
   * up for it.
   */
  wayOf(side: number, soldier: number): number {
    const bits = (this.fired[side]! >> soldier) & 1;
    return (
      (side << 3) | (bits << 2) | (((this.ordered[side]! >> soldier) & 1) << 1) | ((this.low[side]! >> soldier) & 1)
    );
  }
}
