import { aliasesOf, longEnough } from "./alias-rows.ts";
import type { Run } from "./distribution.ts";

/**
 * Draw tables: a distribution over outcome codes, ready to be drawn from exactly with a few integer operations.
 *
 * Up to 65,536 equally likely falls, the table is an index: one uniform integer below 1,000 *is* three D10s, and the
 * table says what they mean, in the order of the dice. Above that it is an integer alias table (Walker, 1977; Vose,
 * 1991) on 32-bit words, exact because thresholds are whole numbers of the common denominator and words of the last,
 * incomplete run are refused. A denominator above 2^32 is split: the first draw settles the leading digits and, in the
 * rare cells that two outcomes share, a linked table settles the rest. So is a table of more outcomes than a 16-bit draw
 * has columns for. A denominator above 2^160 (fifty D10s thrown together), or one without small factors, is
 * rounded to a power of two from 2^144 on: no chance moves by more than that, and tables stay small however many dice
 * they stand for.
 */
export interface TableSet {
  /** STRIDE integers per table, at `id * STRIDE`. */
  readonly rowIndex: Int32Array;
  readonly data: Int32Array;
}

/** Layout of a head. SIZE > 0: an index table over SIZE falls; SIZE = 0: an alias table of COLUMNS columns. */
export const SIZE = 0;
export const THRESHOLD = 1; // 2^16 mod SIZE (index) or 2^16 mod COLUMNS (alias): products below it are refused
export const BASE = 2; // where the table's data begins
export const COLUMNS = 3;
export const LIMIT = 4; // alias: words at or above it, as biased signed integers, are refused
export const STRIDE = 5;
/** An alias column: threshold (biased), code below it, code from it on. */
export const COLUMN = 3;
/** Codes from here on are links: draw again from table `code - LINK`. */
export const LINK = 0x4000_0000;

const INDEX_MOST = 65_536n;
const LINKED_INDEX_MOST = 256n;
const WORD = 1n << 32n;
const FINEST = 1n << 160n;
/** Bits that a rounded distribution keeps beyond its leading digits. */
const REST = 128n;
const bias = (value: bigint) => Number(value - (1n << 31n));

/** Builds a set of tables that share one data array. */
export class TableBuilder {
  readonly #rowIndex: number[] = [];
  #data: Int32Array = new Int32Array(256);
  #length = 0;

  /**
   * Adds a table. `run.outcome` is the code it draws, 0 to 2^30 - 1; weights add up to `total`.
   * @returns the table's id
   */
  add(runs: readonly Run[], total: bigint): number {
    if (total <= INDEX_MOST) return this.#index(runs, Number(total));
    if (total > WORD) return this.#split(runs, total, WORD);
    const columns = new Set(runs.map((run) => run.outcome)).size;
    return columns <= INDEX_MOST ? this.#alias(runs, total) : this.#split(runs, total, INDEX_MOST);
  }

  /** A table that is seldom drawn from: small before it is fast. */
  #linked(runs: readonly Run[], total: bigint): number {
    return total > LINKED_INDEX_MOST && total <= INDEX_MOST ? this.#alias(runs, total) : this.add(runs, total);
  }

  build(): TableSet {
    return { rowIndex: Int32Array.from(this.#rowIndex), data: this.#data.slice(0, this.#length) };
  }

  #index(runs: readonly Run[], size: number): number {
    const base = this.#room(size);
    let at = base;
    for (const { outcome, weight } of runs) {
      const from = at;
      at += Number(weight);
      this.#data.fill(outcome, from, at);
    }
    return this.#head(size, 65_536 % size, base, 0, 0);
  }

  #alias(runs: readonly Run[], total: bigint): number {
    const weights = new Map<number, bigint>();
    for (const run of runs) weights.set(run.outcome, (weights.get(run.outcome) ?? 0n) + run.weight);
    const codes = [...weights.keys()];
    const { thresholds, other } = aliasesOf(Array.from(weights.values(), Number), codes.length, Number(total));
    const share = WORD / total; // 32-bit words per fall of the dice
    const base = this.#room(COLUMN * codes.length);
    codes.forEach((code, i) => {
      // A full column draws its own code on both sides, so its threshold (which may not fit a word) does not matter.
      const isFull = other[i] === i;
      const column = [isFull ? 0 : bias(BigInt(thresholds[i]!) * share), code, codes[other[i]!]!];
      this.#data.set(column, base + COLUMN * i);
    });
    // The last accepted word, inclusive, so that a limit of 2^32 itself still fits.
    return this.#head(0, 65_536 % codes.length, base, codes.length, bias(share * total - 1n));
  }

  #split(given: readonly Run[], denominator: bigint, most: bigint): number {
    const { runs, total, leading } = splittable(given, denominator, most);
    const cell = total / leading;
    const upper: { outcome: number; weight: bigint }[] = [];
    let shared: { outcome: number; weight: bigint }[] = []; // what has been put into the open cell so far
    let room = cell;
    for (const { outcome, weight } of runs) {
      let rest = weight;
      const taken = rest < room ? rest : room;
      if (room < cell || rest < cell) {
        shared.push({ outcome, weight: taken });
        room -= taken;
        rest -= taken;
        if (room === 0n) {
          upper.push({ outcome: LINK + this.#linked(shared, cell), weight: 1n });
          shared = [];
          room = cell;
        }
      }
      const whole = rest / cell;
      if (whole > 0n) upper.push({ outcome, weight: whole });
      rest %= cell;
      if (rest > 0n) {
        shared.push({ outcome, weight: rest });
        room -= rest;
      }
    }
    return this.add(upper, leading);
  }

  /** Where the next so many integers of data are. */
  #room(length: number): number {
    const base = this.#length;
    this.#length += length;
    this.#data = longEnough(this.#data, this.#length);
    return base;
  }

  #head(size: number, threshold: number, base: number, columns: number, limit: number): number {
    this.#rowIndex.push(size, threshold, base, columns, limit);
    return this.#rowIndex.length / STRIDE - 1;
  }
}

/** The same distribution in so many parts: each cut between two runs moves by less than one of them. */
function rounded(runs: readonly Run[], total: bigint, parts: bigint): { runs: Run[]; total: bigint } {
  let sum = 0n;
  let below = 0n;
  const fine = runs.map(({ outcome, weight }) => {
    sum += weight;
    const cut = (sum * parts) / total;
    const run = { outcome, weight: cut - below };
    below = cut;
    return run;
  });
  return { runs: fine.filter(({ weight }) => weight > 0n), total: parts };
}

/** A distribution whose first digits can be told before the others, at most `most` of them: itself, or rounded. */
export function splittable(runs: readonly Run[], total: bigint, most: bigint) {
  const leading = total > FINEST ? 1n : leadingDigits(total, most);
  return leading > 1n ? { runs, total, leading } : { ...rounded(runs, total, most << REST), leading: most };
}

/** A large divisor of `total`, at most `most`, that its small prime factors give; 1 where it has none, unlike dice. */
function leadingDigits(total: bigint, most: bigint): bigint {
  let leading = 1n;
  let rest = total;
  for (let prime = 2n; rest > 1n && prime < 1_000n && leading * prime <= most; prime++) {
    while (rest % prime === 0n && leading * prime <= most) {
      rest /= prime;
      leading *= prime;
    }
  }
  return leading;
}
