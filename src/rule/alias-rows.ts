/**
 * Laws of many outcomes in doubles, added while a kernel plays, each drawn from in one step: an alias table (Walker,
 * 1977; Vose, 1991) over a power of two of columns, whose number is the first bits of a word. The 23 bits after them
 * choose between the two outcomes of the column; where they are those of its threshold (once in millions of words) 32
 * more settle it. So each chance is drawn to within 2^-50 of the double it is given as.
 *
 * A row is one integer: where its columns begin, then five bits to shift a word by. Kernels with a hot loop of their own
 * draw as `draw` does.
 */
export class AliasRows {
  /**
   * Of each row its outcomes, the last one first, then its columns, 23 bits of a threshold and 9 of the outcome above it, then
   * by column the 32 bits of its threshold after the first ones.
   */
  data = new Int32Array(4_096);
  #length = 1;

  /** Words of the data that are in use. */
  get length(): number {
    return this.#length;
  }

  /** Adds a law of at most 512 outcomes, which are whole numbers; chances add up to one. */
  add(outcomes: ArrayLike<number>, chances: ArrayLike<number>): number {
    if (outcomes.length > MOST) throw new RangeError(`an alias row of ${outcomes.length} outcomes`);
    let bits = 1;
    while (1 << bits < outcomes.length) bits++;
    const columns = 1 << bits;
    const first = this.#length + outcomes.length;
    this.#grow(first + 2 * columns);
    for (let i = 0; i < outcomes.length; i++) this.data[first - 1 - i] = outcomes[i]!;
    const left = new Float64Array(columns);
    const other = new Int32Array(columns);
    const short: number[] = [];
    const full: number[] = [];
    for (let i = 0; i < columns; i++) {
      left[i] = (chances[i] ?? 0) * columns;
      other[i] = i;
      (left[i]! < 1 ? short : full).push(i);
    }
    const thresholds = new Float64Array(columns); // a column that is all its own has 0, and itself above it
    // Columns without an outcome of their own come first, and are filled whole.
    for (let s = short.pop(); s !== undefined && full.length > 0; s = short.pop()) {
      const f = full.at(-1)!;
      thresholds[s] = left[s]!;
      other[s] = f;
      left[f]! -= 1 - left[s]!;
      if (left[f]! < 1) short.push(full.pop()!);
    }
    for (let i = 0; i < columns; i++) {
      const scaled = thresholds[i]! * 2 ** THRESHOLD_BITS;
      const leading = Math.floor(scaled);
      this.data[first + i] = (leading << PLACE_BITS) | other[i]!;
      this.data[first + columns + i] = Math.floor((scaled - leading) * 2 ** 32);
    }
    this.#length = first + 2 * columns;
    return (first << 5) | (32 - bits);
  }

  /** Keeps rows that are drawn from together. @returns where: `change`, the rows, 0 */
  addList(change: number, rows: readonly number[]): number {
    const at = this.#length;
    this.#grow(at + rows.length + 2);
    this.data.set([change, ...rows, 0], at);
    this.#length = at + rows.length + 2;
    return at;
  }

  /** One outcome of a row; `next` gives words. */
  draw(row: number, next: () => number): number {
    const word = next();
    const column = word >>> row;
    const first = row >>> 5;
    const cell = this.data[first + column]!;
    const bits = (word << -row) >>> PLACE_BITS;
    const threshold = cell >>> PLACE_BITS;
    const isOwn = bits === threshold ? next() >>> 0 < this.data[first + (1 << -row) + column]! >>> 0 : bits < threshold;
    return this.data[first - 1 - (isOwn ? column : cell & (MOST - 1))]!;
  }

  #grow(length: number): void {
    const room = this.data.length;
    if (length <= room) return;
    if (length > LONGEST) throw new RangeError(`alias rows of more than ${LONGEST} places`);
    const data = new Int32Array(Math.max(length, 2 * room));
    data.set(this.data);
    this.data = data;
  }
}

const PLACE_BITS = 9;
const MOST = 1 << PLACE_BITS;
const THRESHOLD_BITS = 32 - PLACE_BITS;
/** Places of all rows together, so that one of them and five bits fit a small integer. */
const LONGEST = 2 ** 25;
