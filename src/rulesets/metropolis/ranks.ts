import { type Chance, dealByRounds } from "./chance.ts";
import type { Options } from "./options.ts";

const NONE = new Int32Array(0);

export type Allocation = Options["hitAllocation"];

/**
 * The wounds that each model of a unit has left, fewest first; models that are gone stand at the front, with 0. Kernels
 * change it in place, rules work on a copy.
 */
export class WoundRanks {
  readonly left: Int32Array;
  /** Models still there. */
  standing: number;
  /** Models by wounds left, while hits are being spread; copies share it. */
  readonly #levels: Int32Array;
  /** Models by wounds they take from the hits on each of them. */
  #taken = NONE;

  /** @param models at most so many; @param wounds of a fresh model; @param like a unit to be copied, whatever they are */
  constructor(models: number, wounds: number, like?: WoundRanks) {
    this.left = like ? like.left.slice() : new Int32Array(models).fill(wounds);
    this.#levels = like ? like.#levels : new Int32Array(wounds + 1);
    this.standing = like ? like.standing : models;
  }

  /** `standing` models, fresh but for one that has `first` wounds left. */
  reset(standing: number, wounds: number, first: number): void {
    const gone = this.left.length - standing;
    this.left.fill(0, 0, gone);
    this.left.fill(wounds, gone);
    if (standing > 0) this.left[gone] = first;
    this.standing = standing;
  }

  copy(): WoundRanks {
    return new WoundRanks(0, 0, this);
  }

  /** Tells states apart: for each number of wounds left, how many models have it. */
  key(): string {
    const { left } = this;
    let key = "";
    for (let at = left.length - this.standing; at < left.length; ) {
      const from = at;
      const level = left[from]!;
      while (at < left.length && left[at] === level) at++;
      key += `${level}x${at - from} `;
    }
    return key;
  }

  /** Adds to a list, from `at` on, how many models have so many wounds left. */
  count(list: Int32Array, at: number): void {
    const { left } = this;
    for (let i = left.length - this.standing; i < left.length; i++) list[at + left[i]!]!++;
  }

  /** Whom such a list counts, at most so many wounds each. */
  muster(list: ArrayLike<number>, at: number, most: number): void {
    const { left } = this;
    let place = left.length;
    for (let level = most; level > 0; level--) for (let i = list[at + level]!; i > 0; i--) left[--place] = level;
    this.standing = left.length - place;
    left.fill(0, 0, place);
  }

  /** Wounds left in all. */
  total(): number {
    const { left } = this;
    let sum = 0;
    for (let i = 0; i < left.length; i++) sum += left[i]!;
    return sum;
  }

  /** Wounds go to the first model standing and, if they may pass on, to the next ones when it is gone. */
  #take(wounds: number, passOn: boolean): void {
    const { left } = this;
    let at = left.length - this.standing;
    let rest = wounds;
    while (rest > 0 && at < left.length) {
      const level = left[at]!;
      const taken = rest < level ? rest : level;
      left[at] = level - taken;
      rest -= taken;
      if (taken === level) {
        this.standing--;
        at++;
      }
      if (!passOn) return;
    }
  }

  /**
   * Hits on the unit and their damage rolls, distributed by its owner (B-SHOOT-06, B-SHOOT-07, QB-11).
   * @returns the damage rolls that succeeded
   */
  hit(chance: Chance, hits: number, toWound: number, allocation: Allocation): number {
    if (allocation === "spread") return this.#spread(chance, hits, toWound);
    const wounds = chance.count(hits, toWound, "B-DMG-01");
    this.#take(wounds, allocation === "woundedFirst");
    return wounds;
  }

  /**
   * The same for rolls to hit that nobody counts.
   * @param rule the id of the roll to hit
   */
  strike(chance: Chance, rolls: number, toHit: number, toWound: number, allocation: Allocation, rule: string): number {
    if (allocation === "spread") return this.#spread(chance, chance.count(rolls, toHit, rule), toWound);
    const wounds = chance.wounds(rolls, toHit, toWound, rule);
    this.#take(wounds, allocation === "woundedFirst");
    return wounds;
  }

  /** Hits dealt one by one, the model with most wounds left first, round and round; then the damage of each model. */
  #spread(chance: Chance, hits: number, toWound: number): number {
    const { left, standing } = this;
    if (standing === 0) return chance.count(hits, toWound, "B-DMG-01");
    const levels = this.#levels;
    levels.fill(0);
    const each = Math.floor(hits / standing);
    let more = hits % standing; // models that get one hit more than the others
    let wounds = 0;
    let at = left.length;
    while (at > left.length - standing) {
      // Models with the same wounds left are interchangeable.
      const level = left[at - 1]!;
      let size = 0;
      while (at > 0 && left[at - 1] === level) {
        size++;
        at--;
      }
      const first = more < size ? more : size;
      more -= first;
      wounds += this.#deal(chance, first, level, each + 1, toWound);
      wounds += this.#deal(chance, size - first, level, each, toWound);
    }
    this.muster(levels, 0, levels.length - 1);
    return wounds;
  }

  /** `hits` on each of `models` that have `level` wounds left. */
  #deal(chance: Chance, models: number, level: number, hits: number, toWound: number): number {
    if (models === 0) return 0;
    const levels = this.#levels;
    if (hits === 0) {
      levels[level] = levels[level]! + models;
      return 0;
    }
    if (this.#taken.length <= hits) this.#taken = new Int32Array(hits + 1);
    const taken = this.#taken;
    if (chance.deal) chance.deal(models, hits, toWound, taken);
    else dealByRounds(chance, models, hits, toWound, taken);
    let wounds = 0;
    for (let dealt = 0; dealt <= hits; dealt++) {
      const after = dealt < level ? level - dealt : 0;
      levels[after] = levels[after]! + taken[dealt]!;
      wounds += dealt * taken[dealt]!;
    }
    return wounds;
  }
}

/** How many of `models` are left when `standing` of the unit are: the first listed fall first. */
export const leftOf = (models: number, behind: number, standing: number): number => {
  const left = standing - behind;
  return left < 0 ? 0 : left < models ? left : models;
};
