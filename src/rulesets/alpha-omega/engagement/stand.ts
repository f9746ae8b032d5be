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

/** The first so many of a mask, all of them where there are not so many. */
export function lowest(mask: number, count: number): number {
  let left = mask;
  for (let k = 0; k < count && left !== 0; k++) left &= left - 1;
  return mask ^ left;
}
