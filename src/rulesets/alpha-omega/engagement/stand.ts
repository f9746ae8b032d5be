/** Soldiers of a fight whose standing is masks, in which soldier i of the plan is bit i (assets/wasm/melee.ts). */
export const MOST_STANDING = 31;

/** The masks of soldiers `first` to `first + size - 1`. */
export const maskOf = ({ first, size }: { readonly first: number; readonly size: number }): number =>
  ((1 << size) - 1) << first;
