import { once } from "./once.ts";

/**
 * Distributions of many outcomes in doubles, added while a kernel plays, each drawn from in one step: an alias table (Walker,
 * 1977; Vose, 1991) over a power of two of columns, whose number is the first bits of a word. The 23 bits after them
 * choose between the two outcomes of the column; where they are those of its threshold (once in millions of words) 32
 * more settle it. So each chance is drawn to within 2^-50 of the double it is given as.
 *
 * A row is one integer: where its columns begin, then five bits to shift a word by. A column holds its outcomes themselves, not
 * where they stand, so that a draw reads one place of the memory: assets/wasm/lanes.ts draws from them.
 */
export class AliasRows {
  /**
   * Of each row its columns, two words each, the low one first: 20 bits of the outcome below the threshold, 20 of the one above
   * it, one that is nothing, 23 of the threshold; then by column the 32 bits of its threshold after the first ones.
   */
  data: Int32Array = new Int32Array(4_096);
  #length = 2;

  /** Words of the data that are in use. */
  get length(): number {
    return this.#length;
  }

  /**
   * Adds a distribution of at most 512 outcomes, which are whole numbers of 20 bits, the sign among them; chances add
   * up to one.
   * @param change is added to every outcome
   */
  add(outcomes: ArrayLike<number>, chances: ArrayLike<number>, change = 0): number {
    if (outcomes.length > MOST) throw new RangeError(`an alias row of ${outcomes.length} outcomes`);
    const words = columnsOf(chances);
    const columns = words.length / 3;
    const first = this.#length;
    this.#grow(first + 3 * columns);
    const { data } = this;
    for (let i = 0; i < columns; i++) {
      const outcome = i < outcomes.length ? outcomes[i]! + change : 0; // of a column without one threshold and rest are 0
      const above = outcomes[words[2 * columns + i]!]! + change;
      if (outcome !== signed(outcome) || above !== signed(above))
        throw new RangeError("an alias row with an outcome of more than 20 bits");
      data[first + 2 * i] = (outcome & OUTCOME) | (above << OUTCOME_BITS);
      data[first + 2 * i + 1] = words[i]! | ((above & OUTCOME) >>> (32 - OUTCOME_BITS));
    }
    data.set(words.subarray(columns, 2 * columns), first + 2 * columns);
    this.#length = first + 3 * columns;
    return (first << 5) | (1 + Math.clz32(columns));
  }

  /** Keeps words, rows among them, and a 0 behind them. @returns where */
  addList(words: readonly number[]): number {
    const at = this.#length;
    this.#grow(at + words.length + 2);
    this.data.set([...words, 0], at);
    this.#length = (at + words.length + 2) & ~1; // columns begin at even places
    return at;
  }

  #grow(length: number): void {
    if (length > LONGEST) throw new RangeError(`alias rows of more than ${LONGEST} places`);
    this.data = longEnough(this.data, length);
  }
}

/**
 * What chances alone decide of their columns, made once: rows of many fights have them. By column the words of its threshold
 * as a row has them, and which outcome is above it: first of all columns, second of all, third.
 */
const columnsOf = once((chances: ArrayLike<number>): Int32Array => {
  let columns = 2;
  while (columns < chances.length) columns *= 2;
  const { thresholds, other } = aliasesOf(chances, columns);
  const words = new Int32Array(3 * columns);
  for (let i = 0; i < columns; i++) {
    const scaled = thresholds[i]! * 2 ** THRESHOLD_BITS;
    const leading = Math.floor(scaled);
    words[i] = leading << PLACE_BITS;
    words[columns + i] = Math.floor((scaled - leading) * 2 ** 32);
    words[2 * columns + i] = other[i]!;
  }
  return words;
});

/** A list with room for so many integers. */
export function longEnough(list: Int32Array, length: number): Int32Array {
  if (length <= list.length) return list;
  const longer = new Int32Array(2 * length);
  longer.set(list);
  return longer;
}

/**
 * How a distribution stands in columns, two outcomes in each at the most (Walker, 1977; Vose, 1991): which part of it is the
 * column's own, and whose the rest is. A column that is all its own has 0, and itself; one that stands for no chance has 0,
 * and another.
 * @param chances add up to `whole`, which every column holds; whole numbers as long as `whole * columns` is at most 2^53
 * @returns what the next call may write over
 */
export function aliasesOf(chances: ArrayLike<number>, columns: number, whole = 1) {
  const { left, order, thresholds, other } = columns <= MOST ? usual : roomFor(columns);
  // Columns that are short stand from the beginning on, those that are not from the end.
  let shorts = 0;
  let fulls = columns;
  for (let i = 0; i < columns; i++) {
    left[i] = i < chances.length ? chances[i]! * columns : 0;
    other[i] = i;
    thresholds[i] = 0;
    order[left[i]! < whole ? shorts++ : --fulls] = i;
  }
  // Columns without an outcome of their own come first, and are filled whole. The last one may be short by a rounding.
  while (shorts > 0 && fulls < columns) {
    const s = order[--shorts]!;
    const f = order[fulls]!;
    thresholds[s] = left[s]!;
    other[s] = f;
    left[f]! -= whole - left[s]!;
    if (left[f]! >= whole) continue;
    fulls++;
    order[shorts++] = f;
  }
  return { thresholds, other };
}

/** What `aliasesOf` writes, column by column. */
const roomFor = (columns: number) => ({
  left: new Float64Array(columns),
  order: new Int32Array(columns),
  thresholds: new Float64Array(columns),
  other: new Int32Array(columns),
});

const PLACE_BITS = 9;
const MOST = 1 << PLACE_BITS;
/** Made once: rows come by the hundred thousand. */
const usual = roomFor(MOST);
const THRESHOLD_BITS = 32 - PLACE_BITS;
const OUTCOME_BITS = 20;
const OUTCOME = (1 << OUTCOME_BITS) - 1;
/** The outcome that the low bits of a word are. */
const signed = (word: number): number => (word << (32 - OUTCOME_BITS)) >> (32 - OUTCOME_BITS);
/** Places of all rows together, so that one of them and five bits fit a small integer. */
const LONGEST = 2 ** 25;
