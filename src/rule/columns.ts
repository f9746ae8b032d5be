import { aliasesOf } from "./alias-rows.ts";

/** Bits of a threshold that are worked out at once: what is divided stays a whole number that a double holds. */
const STEP = 16;

/**
 * An exact alias table (Walker, 1977; Vose, 1991) for loops that draw by one word of 32 bits: its first `bits` choose a
 * column, the others are held against the first bits of the column's threshold, and where they are the same more words
 * settle it.
 * @param weights of at most 2^bits outcomes; they add up to `total`, at most 2^32
 * @param codes what each of them is, below 2^16
 * @param columns two words each: the threshold, its first bits at the top; the code below it, and in the upper half the other
 * @param shares by column, how many of `total` parts of it are below the threshold
 */
export function columnsInto(
  columns: Uint32Array,
  shares: Uint32Array,
  { weights, codes }: { readonly weights: readonly number[]; readonly codes: readonly number[] },
  total: number,
  bits: number,
): void {
  const many = 1 << bits;
  const { thresholds, other } = aliasesOf(weights, many, total);
  shares.set(thresholds);
  for (let i = 0; i < many; i++) {
    // A column that is all its own has no share below a threshold of 0, and itself above it.
    const above = codes[other[i]!]!;
    columns[2 * i] = leadingOf(shares[i]!, total, 32 - bits) << bits;
    columns[2 * i + 1] = (above << 16) | (codes[i] ?? above);
  }
}

/** The first `bits` bits after the point of share / total. */
function leadingOf(share: number, total: number, bits: number): number {
  const first = Math.min(bits, STEP);
  const scaled = share * 2 ** first;
  const high = Math.floor(scaled / total);
  const low = Math.floor(((scaled - high * total) * 2 ** (bits - first)) / total);
  return high * 2 ** (bits - first) + low;
}
