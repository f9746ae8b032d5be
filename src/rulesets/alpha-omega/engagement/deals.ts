import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import { inOrder, MOST_AGAINST_ONE } from "./charges.ts";
import { isReached } from "./contact.ts";
import { type GroupFights, groupFightsOf } from "./group-fights.ts";
import type { Plan, Scene } from "./plan.ts";
import { bitsIn, FIRED, IN_CONTACT, lowest, maskOf, ORDERED, type Stand } from "./stand.ts";

/** Integers that courses of fights may take before all are made anew. */
const MOST_FOUGHT = 2 ** 22;

/** Within a deal: how many groups, and who is overrun; then its groups, so many integers each. */
export const GROUPS = 0;
export const OVERRUN = 1;
export const FIRST_GROUP = 2;
/** Within a group: where its fight begins, who fights in it, and who lies fallen beside them. */
export const FIGHT = 0;
export const FIGHTERS = 1;
export const FALLEN = 2;
export const A_GROUP = 3;

/** Soldiers of one unit who may charge the other in one pass. */
interface Charge {
  readonly own: number;
  readonly enemies: number;
  /** Whether they reach enemies at the stated gap, and those whom comrades are in contact with (E-01). */
  readonly far: boolean;
  readonly near: boolean;
}

/** Ways in which a unit's soldiers come to blows: whether he stood up for it, has an order, has fired. */
const STOOD_UP = 1;
const HAS_ORDER = 2;
const HAS_FIRED = 4;
const WAYS = 8;

/**
 * Whom charges bring together (E-06, E-07) of two units of like soldiers, on masks of how they stand: what `Charges` does
 * soldier by soldier, held to it by `deals.test.ts`. How the groups may fight is asked of the written battle (`GroupFights`).
 */
export class Deals {
  /** The deal that was found last. */
  readonly data: Int32Array;
  groups: GroupFights;
  readonly #most: number;
  readonly #plan: Plan;
  readonly #units: readonly [number, number];
  /** `[2 * turn + alpha]`, by distinct turn and who is Alpha: charges in order. */
  readonly #charges: readonly (readonly Charge[])[];
  /** `[(2 * turn + unit) * WAYS + way]`: what tells soldiers who fight unlike apart, from 1 on. */
  readonly #symbols: Int32Array;
  readonly #kinds: number;
  /** Those who fight of each side, a bit each, in the order in which they are dealt. */
  readonly #fighters: readonly [Int32Array, Int32Array];

  /** @param most integers that courses of fights may take */
  constructor(plan: Plan, most = MOST_FOUGHT) {
    const { scenes, squads, soldiers } = plan;
    this.#most = most;
    this.#plan = plan;
    this.#units = [maskOf(squads[0]!), maskOf(squads[1]!)];
    this.#charges = scenes.flatMap((scene) => [0, 1].map((alpha) => this.#chargesOf(scene, alpha)));
    const numbers = numbersOf(plan);
    const known = [...new Set(numbers)];
    this.#symbols = Int32Array.from(numbers, (number) => 1 + known.indexOf(number));
    this.#kinds = 1 + known.length;
    this.groups = groupFightsOf(plan, this.#kinds, most);
    this.data = new Int32Array(FIRST_GROUP + A_GROUP * Math.min(squads[0]!.size, squads[1]!.size));
    this.#fighters = [new Int32Array(soldiers), new Int32Array(soldiers)];
  }

  #chargesOf(scene: Scene, alpha: number): Charge[] {
    const { squads, unitOf, profile } = this.#plan;
    return [1, -1].slice(0, profile.options.chargePasses).flatMap((falling, pass) => {
      const units = new Set(Array.from(inOrder(this.#plan, scene, falling, alpha), (soldier) => unitOf[soldier]!));
      return [...units].flatMap((unit) =>
        scene.nearest[unit]!.map(({ gap, target }) => {
          const move = squads[unit]!.move[0]!;
          return {
            own: maskOf(squads[unit]!),
            enemies: maskOf(squads[target]!),
            far: isReached(gap, move, pass + 1),
            near: isReached(0, move, pass + 1),
          };
        }),
      );
    });
  }

  /** Finds the deal, which is then in `data`. @param turn a distinct one @param alpha the side that is Alpha in the phase */
  find(turn: number, alpha: number, stand: Stand): void {
    const { data } = this;
    const pinned = stand[PINNED]!;
    const before = stand[IN_CONTACT]! & ~stand[OUT]!;
    const free = stand[READY]! & ~(before | stand[FIRED]!);
    const charges = this.#charges[2 * turn + alpha]!;
    data[GROUPS] = 0;
    data[OVERRUN] = 0;
    if (this.groups.size > this.#most) this.groups = groupFightsOf(this.#plan, this.#kinds, this.#most);
    let charging = 0;
    let charged = 0;
    for (let k = 0; k < charges.length; k++) {
      const { own, enemies, near, far } = charges[k]!;
      if ((charged & own) !== 0 || !(before === 0 ? far : near) || (enemies & ~stand[OUT]!) === 0) continue;
      const able = free & own & ~charging;
      charging |= able;
      if (able !== 0) charged |= enemies;
    }
    if ((before | charging) === 0) return;

    const [one, two] = this.#units;
    const ready = stand[READY]! & (before | charging | charged);
    const held = pinned & before;
    let first = bitsIn((ready | held) & one);
    let second = bitsIn((ready | held) & two);
    // Whoever has no enemy of his own reaches pinned ones, then down ones.
    const stricken = charged & ~before;
    const reached = lowest(pinned & stricken & one, second - first);
    const overrun = lowest(stand[DOWN]! & stricken & one, second - first - bitsIn(reached));
    first += bitsIn(reached);
    const reachedToo = lowest(pinned & stricken & two, first - second);
    const overrunToo = lowest(stand[DOWN]! & stricken & two, first - second - bitsIn(reachedToo));
    second += bitsIn(reachedToo);
    data[OVERRUN] = overrun | overrunToo;
    const pairs = first < second ? first : second;
    if (pairs === 0) return;
    const [mine, theirs] = this.#fighters;
    listed(mine, ready & one, held & one, reached);
    listed(theirs, ready & two, held & two, reachedToo);
    this.#pair(turn, stand, pairs, first, second);
  }

  /** E-07: one each, the rest dealt round; whoever fell in an earlier turn's fight lies where he fell. */
  #pair(turn: number, stand: Stand, pairs: number, first: number, second: number): void {
    const { data } = this;
    const [mine, theirs] = this.#fighters;
    data[GROUPS] = pairs;
    for (let p = 0; p < pairs; p++) {
      data[FIRST_GROUP + A_GROUP * p + FIGHTERS] = mine[p]! | theirs[p]!;
      data[FIRST_GROUP + A_GROUP * p + FALLEN] = 0;
    }
    const rest = first > second ? mine : theirs;
    const more = first > second ? first : second;
    const most = more < MOST_AGAINST_ONE * pairs ? more : MOST_AGAINST_ONE * pairs;
    for (let p = pairs, group = 0; p < most; p++) {
      data[FIRST_GROUP + A_GROUP * group + FIGHTERS]! |= rest[p]!;
      if (++group === pairs) group = 0;
    }
    let group = 0;
    for (let left = stand[DOWN]! & stand[IN_CONTACT]!; left !== 0; left &= left - 1) {
      data[FIRST_GROUP + A_GROUP * group + FALLEN]! |= left & -left;
      if (++group === pairs) group = 0;
    }
    for (let p = 0; p < pairs; p++) {
      const at = FIRST_GROUP + A_GROUP * p;
      data[at + FIGHT] = this.#fightOf(turn, stand, data[at + FIGHTERS]!);
    }
  }

  /** Where the fight of a group begins: of like fighters in one order it is the same. */
  #fightOf(turn: number, stand: Stand, fighters: number): number {
    const { groups } = this;
    let at = 0;
    for (let left = fighters; left !== 0; left &= left - 1)
      at = groups.with(at, this.#symbols[this.#row(turn, left & -left) + wayOf(stand, left & -left)]!);
    return groups.begins(at) || this.#meet(at, turn, stand, fighters);
  }

  #row(turn: number, bit: number): number {
    return (2 * turn + ((this.#units[1] & bit) === 0 ? 0 : 1)) * WAYS;
  }

  #meet(at: number, turn: number, stand: Stand, fighters: number): number {
    const members = [];
    for (let left = fighters; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const way = wayOf(stand, bit);
      members.push({
        unit: (this.#units[1] & bit) === 0 ? 0 : 1,
        ordered: (way & HAS_ORDER) !== 0,
        fired: (way & HAS_FIRED) !== 0,
        stoodUp: (way & STOOD_UP) !== 0,
      });
    }
    return this.groups.meet(at, this.#plan.scenes[turn]!, members);
  }
}

const wayOf = (stand: Stand, bit: number): number =>
  ((stand[PINNED]! & bit) === 0 ? 0 : STOOD_UP) |
  ((stand[ORDERED]! & bit) === 0 ? 0 : HAS_ORDER) |
  ((stand[FIRED]! & bit) === 0 ? 0 : HAS_FIRED);

/** `[(2 * turn + unit) * WAYS + way]`: the number of a soldier as he comes to blows, as the written battle has it. */
function numbersOf(plan: Plan): number[] {
  const { field, fights } = new Battle(plan);
  field.begin();
  return plan.scenes.flatMap((scene, turn) => {
    field.beginTurn(turn, scene);
    return plan.squads.flatMap(({ first }) =>
      Array.from({ length: WAYS }, (_, way) => {
        field.stoodUp[first] = way & STOOD_UP;
        field.ordered[first] = (way & HAS_ORDER) / HAS_ORDER;
        field.fired[first] = (way & HAS_FIRED) / HAS_FIRED;
        return fights.number(scene, first);
      }),
    );
  });
}

/** Lists those of three masks, one after another. */
function listed(list: Int32Array, first: number, second: number, third: number): void {
  let found = 0;
  for (let left = first; left !== 0; left &= left - 1) list[found++] = left & -left;
  for (let left = second; left !== 0; left &= left - 1) list[found++] = left & -left;
  for (let left = third; left !== 0; left &= left - 1) list[found++] = left & -left;
}
