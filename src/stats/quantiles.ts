import { firstWhere } from "../rule/first-where.ts";
import { keeping, keptIn } from "../rule/once.ts";
import { decimalFraction } from "./integers.ts";
import { rangeOf } from "./mean-limits.ts";
import { isBigInts, type Weights } from "./moments.ts";
import { clopperPearson, type Interval } from "./proportion.ts";

/** Probabilities of an exact distribution may have been summed in doubles; a cumulative share this close counts as equal. */
const ROUNDING = 1e-12;

/** A quantile with limits; the ends of the range where so few trials allow no other. All undefined without a value. */
export interface QuantileEstimate {
  readonly estimate: number | undefined;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/**
 * The q-quantile of a histogram: the smallest value with a cumulative share of at least q. Values may be in any order.
 * The comparison is exact and reads q as the decimal it prints as; q = 0 gives the minimum, 0.5 the (lower) median.
 * Undefined for an empty histogram.
 * @throws RangeError unless 0 <= q <= 1.
 */
export function sampleQuantile(values: readonly number[], counts: readonly number[], q: number): number | undefined {
  return quantilesOfIntegers(values, counts.map(BigInt))(q);
}

/**
 * The q-quantiles of an exact distribution, as `sampleQuantile`. Exact for integer weights; probabilities are compared
 * with a slack of 1e-12, so that 0.1 + 0.2 + ... does not miss a tenth.
 */
export function exactQuantiles(values: readonly number[], weights: Weights): (q: number) => number | undefined {
  if (isBigInts(weights)) return quantilesOfIntegers(values, weights);
  const cells = ascending(values, weights, (w) => w > 0);
  let total = 0;
  const upTo = cells.map(({ weight }) => (total += weight));
  return (q) => {
    assertShare(q);
    const found = upTo.findIndex((below) => below >= (q - ROUNDING) * total);
    return cells.at(found)?.value; // the last where rounding leaves none
  };
}

/**
 * Distribution-free interval of the q-quantile by order statistics: the values whose cumulative share has an interval
 * that does not exclude q. `values` are all that are possible: where the quantile may lie below or above everything
 * seen, the limit is the least or the greatest of them.
 * @param share limits of k of n; Clopper and Pearson's at 95 % when left out, so that coverage is never below that
 * @throws RangeError unless 0 <= q <= 1
 */
export function quantileInterval(
  values: readonly number[],
  counts: readonly number[],
  q: number,
  share: (k: number, n: number) => Interval = clopperPearson,
): QuantileEstimate {
  const estimate = sampleQuantile(values, counts, q);
  const cells = ascending(values, counts, (c) => c > 0);
  const below: number[] = [];
  for (const { weight } of cells) below.push((below.at(-1) ?? 0) + weight);
  const n = below.at(-1) ?? 0;
  if (n === 0) return { estimate, lower: undefined, upper: undefined };
  const [least, greatest] = rangeOf(values);
  const { reaches, clears } = turnsOf(share, n, q);
  const low = reaches(0) ? -1 : firstWhere(below.length, (i) => reaches(below[i]!));
  const high = firstWhere(below.length, (i) => clears(below[i]!));
  return { estimate, lower: cells[low]?.value ?? least, upper: cells[high]?.value ?? greatest };
}

/** A condition on k of n that, once true, stays true: asked no more than it takes to know where it turns. */
function turning(holds: (k: number) => boolean): typeof holds {
  let [not, from] = [-1, Infinity];
  return (k) => {
    if (k <= not || k >= from) return k > not;
    const isMet = holds(k);
    if (isMet) from = k;
    else not = k;
    return isMet;
  };
}

/** All metrics of a cell ask of the same numbers of trials. */
const MOST_TURNS = 64;
const known = new WeakMap<(k: number, n: number) => Interval, ReturnType<typeof keeping>>();

/** Whether limits of k of n reach above a share, and whether they lie at or above it. */
function turnsOf(share: (k: number, n: number) => Interval, n: number, q: number) {
  return keptIn(known, share, () => keeping(MOST_TURNS))(`${n} ${q}`, () => {
    // Far from the quantile no interval needs to be made: none reaches over eight standard deviations.
    const reach = 8 * Math.sqrt(n * q * (1 - q)) + 1;
    const limits = (k: number): Interval => {
      const away = k - n * q;
      if (Math.abs(away) <= reach) return share(k, n);
      return away < 0 ? { lower: 0, upper: 0 } : { lower: 1, upper: 1 };
    };
    return {
      reaches: turning((k) => k === n || limits(k).upper > q),
      clears: turning((k) => limits(k).lower >= q),
    };
  });
}

/** The same few shares are asked of hundreds of thousands of metrics: so many are kept. */
const MOST_SHARES = 64;
const decimals = keeping(MOST_SHARES);

function quantilesOfIntegers(values: readonly number[], weights: readonly bigint[]): (q: number) => number | undefined {
  const cells = ascending(values, weights, (w) => w > 0n);
  let total = 0n;
  const upTo = cells.map(({ weight }) => (total += weight));
  return (q) => {
    assertShare(q);
    const { numerator, denominator } = decimals(q, () => decimalFraction(q));
    return cells[upTo.findIndex((below) => below * denominator >= total * numerator)]?.value;
  };
}

function ascending<W>(values: readonly number[], weights: readonly W[], has: (weight: W) => boolean) {
  const cells: { value: number; weight: W }[] = [];
  let isSorted = true; // as they nearly always are
  values.forEach((value, i) => {
    const weight = weights[i];
    if (weight === undefined || !has(weight)) return;
    isSorted &&= cells.length === 0 || cells.at(-1)!.value <= value;
    cells.push({ value, weight });
  });
  return isSorted ? cells : cells.sort((a, b) => a.value - b.value);
}

function assertShare(q: number): void {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies between 0 and 1, got ${q}`);
}
