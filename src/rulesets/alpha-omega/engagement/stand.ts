/** Soldiers of a fight whose standing is masks, in which soldier i of the plan is bit i (assets/wasm/melee.ts). */
export const MOST_STANDING = 63;

/** The mask of soldiers `first` to `first + size - 1`, the lower word first. */
export function maskOf({ first, size }: { readonly first: number; readonly size: number }): [number, number] {
  const mask = ((1n << BigInt(size)) - 1n) << BigInt(first);
  return [Number(BigInt.asIntN(32, mask)), Number(BigInt.asIntN(32, mask >> 32n))];
}
