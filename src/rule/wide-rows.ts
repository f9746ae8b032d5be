import { aliasesOf, longEnough } from "./alias-rows.ts";

/** Words of a column: the bits of its threshold, the outcome below it, the one above it, 32 more bits of the threshold. */
export const WIDTH = 4;

/**
 * Distributions in doubles like those of `AliasRows`, each drawn from in one step, but of any number of outcomes,
 * whatever integers they
 * are. The first bits of a word are the column, all others choose within it; where they are those of its threshold 32 more
 * settle it. So each chance is drawn to within 2^-50 of the double it is given as.
 *
 * A row is one integer, above 0: which column is its first, then five bits to shift a word by. Kernels with a hot loop of
 * their own draw as `draw` does.
 */
export class WideRows {
  /** Columns one after another; the first place is no row's. */
  data: Int32Array = new Int32Array(2 ** 12);
  #length = WIDTH;

  /** Words of the data that are in use. */
  get length(): number {
    return this.#length;
  }

  /** Adds a distribution; chances add up to one. */
  add(outcomes: ArrayLike<number>, chances: ArrayLike<number>): number {
    let bits = 1;
    while (2 ** bits < outcomes.length) bits++;
    const columns = 2 ** bits;
    const first = this.#length;
    this.#grow(first + WIDTH * columns);
    const { thresholds, other } = aliasesOf(chances, columns);
    for (let i = 0; i < columns; i++) {
      const scaled = thresholds[i]! * 2 ** (32 - bits);
      const leading = Math.floor(scaled);
      const at = first + WIDTH * i;
      this.data[at] = leading;
      this.data[at + 1] = outcomes[i] ?? 0;
      this.data[at + 2] = outcomes[other[i]!]!;
      this.data[at + 3] = Math.floor((scaled - leading) * 2 ** 32);
    }
    this.#length = first + WIDTH * columns;
    return ((first / WIDTH) << 5) | (32 - bits);
  }

  /** One outcome of a row; `next` gives words. */
  draw(row: number, next: () => number): number {
    const { data } = this;
    const word = next();
    const at = WIDTH * ((row >>> 5) + (word >>> row));
    const within = (word << -row) >>> -row;
    const threshold = data[at]!;
    const isOwn = within === threshold ? next() >>> 0 < data[at + 3]! >>> 0 : within < threshold;
    return data[isOwn ? at + 1 : at + 2]!;
  }

  #grow(length: number): void {
    if (length > LONGEST) throw new RangeError(`wide rows of more than ${LONGEST} places`);
    this.data = longEnough(this.data, length);
  }
}

/** Places of all rows together, so that the number of a column and five bits fit a small integer. */
const LONGEST = 2 ** 27;
