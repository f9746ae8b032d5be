/**
 * Distributions that are made while a kernel plays, drawn from by their cuts: the number of cuts below a 31-bit word is
 * the outcome. Exact for
 * any denominator: a word that a cut runs through (one in 2^31) is told apart by drawing on, digit by digit.
 */

/** Bits of the first word. */
const CUT_BITS = 31n;
const HIGHEST = 2 ** 31 - 1;

/** A distribution of any number of outcomes as a ladder of cuts. */
export interface Ladder {
  /** One less than there are outcomes. */
  readonly cuts: Int32Array;
  readonly exact: ExactCuts;
  /** By the first bits of a word (`GUIDE_SHIFT`): how many cuts lie below all such words, where a climb may begin. */
  readonly guide: Uint8Array;
}

const GUIDE_BITS = 6;
/** By how much a word is shifted to find its place in a guide. */
export const GUIDE_SHIFT = Number(CUT_BITS) - GUIDE_BITS;

/** Outcomes above 255 are climbed to. */
const guideOf = (cuts: Int32Array): Uint8Array =>
  Uint8Array.from({ length: 1 << GUIDE_BITS }, (_, first) => {
    const least = first << GUIDE_SHIFT;
    let below = 0;
    while (below < Math.min(cuts.length, 255) && cuts[below]! < least) below++;
    return below;
  });

/** Cuts as whole numbers of a common denominator. */
export interface ExactCuts {
  readonly below: readonly bigint[];
  readonly total: bigint;
}

/** Outcome i has `weights[i]` of `total`. */
export function ladderOf(weights: readonly bigint[], total: bigint): Ladder {
  let sum = 0n;
  const below = weights.slice(0, -1).map((weight) => {
    sum += weight;
    return sum;
  });
  const cuts = Int32Array.from(below, (cut) => Math.min(HIGHEST, Number((cut << CUT_BITS) / total)));
  return { cuts, exact: { below, total }, guide: guideOf(cuts) };
}

/** The outcome for a number whose first bits are `leading` and whose other bits `next` gives, 32 at a time. */
export function beyondCuts({ below, total }: ExactCuts, leading: number, next: () => number): number {
  let digits = BigInt(leading);
  let bits = CUT_BITS;
  for (;;) {
    digits = (digits << 32n) + BigInt(next() >>> 0);
    bits += 32n;
    const least = digits * total;
    const isSplit = below.some((cut) => cut << bits > least && cut << bits < least + total);
    if (!isSplit) return below.filter((cut) => cut << bits <= least).length;
  }
}
