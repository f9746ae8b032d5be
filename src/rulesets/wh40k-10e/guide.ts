import { leadingDigits } from "../../rule/table.ts";

/**
 * Draws by guide table (Chen and Asau, 1974): one 32-bit word settles a draw. The words are dealt to the outcomes in
 * order, a whole number of them to each; the eleven leading bits of a word look up a guide that names the outcome, unless
 * two outcomes (or the words that are refused, as they would favour some) meet within it: then the word is compared.
 * Against the alias tables of the shared machinery: one word instead of one and a half, and no comparison that the
 * processor cannot foresee.
 */

/** Layout of a table: the guide, then pairs of the last word (biased) of an outcome and its code. */
const GUIDE = 2_048;
/** Integers that a table takes, but for its outcomes. */
export const TABLE = GUIDE;
export const GUIDE_SHIFT = 21; // a word has 32 bits, the guide looks at 11
export const MOST_WORDS = 2n ** 32n;
/** The code of words that are refused. */
const REFUSED = -1;
/** Codes from here on are links: draw again from the table that begins at `code - LINK`. */
export const LINK = 2 ** 29;

export interface GuideLaw {
  readonly outcomes: readonly number[];
  readonly weights: readonly bigint[];
  /** At most 2^32. */
  readonly total: bigint;
}

/**
 * Appends a table to `data`; returns where it begins. A guide entry is a code of 0 or more, or `-1 - i` where `data[i]`
 * is the first last word to compare with; its code follows it.
 */
function addGuide(data: number[], law: GuideLaw): number {
  const share = MOST_WORDS / law.total;
  const lasts: bigint[] = [];
  const codes = [...law.outcomes];
  let end = 0n;
  for (const weight of law.weights) {
    end += weight * share;
    lasts.push(end - 1n);
  }
  if (end < MOST_WORDS) {
    lasts.push(MOST_WORDS - 1n);
    codes.push(REFUSED);
  }
  const begin = data.length;
  const cell = MOST_WORDS / BigInt(GUIDE);
  let at = 0;
  for (let guide = 0; guide < GUIDE; guide++) {
    const low = BigInt(guide) * cell;
    while (lasts[at]! < low) at++;
    const isWhole = lasts[at]! >= low + cell - 1n && codes[at]! >= 0;
    data.push(isWhole ? codes[at]! : -1 - (begin + GUIDE + 2 * at));
  }
  lasts.forEach((last, i) => {
    data.push(Number(last - 2n ** 31n), codes[i]!);
  });
  return begin;
}

/** The code of a word whose guide entry left it open; below 0 when the word is refused. */
export function settled(data: Int32Array, entry: number, word: number): number {
  const biased = word ^ 0x8000_0000;
  let pair = -1 - entry;
  while (biased > data[pair]!) pair += 2;
  return data[pair + 1]!;
}

/**
 * Appends a table for a law of any total; returns where it begins. Above 2^32 the first draw settles the leading digits
 * and, in the rare cells that two outcomes share, a linked table settles the rest.
 */
export function addTable(data: number[], law: GuideLaw): number {
  if (law.total <= MOST_WORDS) return addGuide(data, law);
  const leading = leadingDigits(law.total, MOST_WORDS);
  const cell = law.total / leading;
  const outcomes: number[] = [];
  const weights: bigint[] = [];
  let shared: { outcome: number; weight: bigint }[] = []; // what the open cell holds so far
  let room = cell;
  law.outcomes.forEach((outcome, i) => {
    let rest = law.weights[i]!;
    while (rest > 0n) {
      if (room === cell && rest >= cell) {
        outcomes.push(outcome);
        weights.push(rest / cell);
        rest %= cell;
        continue;
      }
      const taken = rest < room ? rest : room;
      shared.push({ outcome, weight: taken });
      rest -= taken;
      room -= taken;
      if (room > 0n) continue;
      const below = {
        outcomes: shared.map((part) => part.outcome),
        weights: shared.map((part) => part.weight),
        total: cell,
      };
      outcomes.push(LINK + addTable(data, below));
      weights.push(1n);
      shared = [];
      room = cell;
    }
  });
  return addGuide(data, { outcomes, weights, total: leading });
}
