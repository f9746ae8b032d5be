import { DOWN, OUT, PINNED, READY } from "../words.ts";

/**
 * How everybody stands in a fight of at most 31 soldiers: masks, in which soldier i of the plan is bit i. Four of them are
 * by state, READY to OUT; the others say who is in base contact, who began the turn with an order, and who has fired in it.
 */
export type Stand = Int32Array;

export const IN_CONTACT = 4;
export const ORDERED = 5;
export const FIRED = 6;
const MASKS = 7;

export const MOST_STANDING = 31;

export const newStand = (): Stand => new Int32Array(MASKS);

/** How many bits of a mask are set. */
export function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The masks of soldiers `first` to `first + size - 1`. */
export const maskOf = ({ first, size }: { readonly first: number; readonly size: number }): number =>
  ((1 << size) - 1) << first;

/** Whoever is out is no more: who is behind him in his unit moves one place to the front. */
export function closeUp(stand: Stand, first: number, second: number): void {
  let ready = stand[READY]!;
  let pinned = stand[PINNED]!;
  let down = stand[DOWN]!;
  let contact = stand[IN_CONTACT]!;
  let ordered = stand[ORDERED]!;
  let fired = stand[FIRED]!;
  for (let out = stand[OUT]!; out !== 0; ) {
    const place = 1 << (31 - Math.clz32(out)); // the last one: those before it keep theirs
    const behind = ((first & place) !== 0 ? first : second) & -place;
    const moved = behind ^ place;
    out ^= place;
    ready = (ready & ~behind) | ((ready & moved) >>> 1);
    pinned = (pinned & ~behind) | ((pinned & moved) >>> 1);
    down = (down & ~behind) | ((down & moved) >>> 1);
    contact = (contact & ~behind) | ((contact & moved) >>> 1);
    ordered = (ordered & ~behind) | ((ordered & moved) >>> 1);
    fired = (fired & ~behind) | ((fired & moved) >>> 1);
  }
  stand[READY] = ready;
  stand[PINNED] = pinned;
  stand[DOWN] = down;
  stand[OUT] = 0;
  stand[IN_CONTACT] = contact;
  stand[ORDERED] = ordered;
  stand[FIRED] = fired;
}
