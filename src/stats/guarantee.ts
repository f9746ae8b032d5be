/** What limits are good for: one number of trials, or all of them at once. */
import { anytimeProportion, MeanSequence, mixtureInterval } from "./anytime.ts";
import { type MeanLimits, meanLimits, rangeOf } from "./mean-limits.ts";
import { histogramSums, type Sums } from "./moments.ts";
import { clopperPearson, type Interval, type ProportionEstimate, proportion } from "./proportion.ts";

/**
 * - `fixed`: each interval holds the truth in 95 % of runs; stopping by precision hardly touches that (docs/audit.md).
 * - `anytime`: in 95 % of runs an interval holds the truth at every number of trials, whenever and why ever one stops.
 */
export const GUARANTEES = ["fixed", "anytime"] as const;
export type Guarantee = (typeof GUARANTEES)[number];

/** The estimate of a chance under a guarantee. */
export const chanceUnder = (
  guarantee: Guarantee,
): ((k: number, n: number, confidence?: number) => ProportionEstimate) =>
  guarantee === "anytime" ? anytimeProportion : proportion;

/** How the limits of a cell's numbers are made. */
export interface Intervals {
  chance(k: number, n: number): ProportionEstimate;
  /** Of the share of a quantile's trials that lie at or below a value; never covers less than it says. */
  quantile(k: number, n: number): Interval;
  /** Of the metric at this place in the cell's list, whose values are numbers. */
  mean(index: number, values: readonly number[], counts: readonly number[]): MeanLimits;
}

export const FIXED: Intervals = {
  chance: (k, n) => proportion(k, n),
  quantile: (k, n) => clopperPearson(k, n),
  mean: (_, values, counts) => meanLimits(values, counts),
};

/**
 * Anytime limits of one cell. Means need to be followed from the start, stretch by stretch: `look` is to be called at
 * the ends that were announced, in order, and once more with whatever there is when a run is broken off.
 */
export class AnytimeIntervals implements Intervals {
  readonly #values: readonly (readonly number[] | undefined)[];
  readonly #sequences: readonly (MeanSequence | undefined)[];
  readonly #ends: Iterator<number>;
  #seen: Sums[];
  #trials = 0;

  /** `ends`: after how many trials each stretch is to end. */
  constructor(metrics: readonly { readonly values: readonly (number | string)[] }[], ends: Iterable<number>) {
    this.#values = metrics.map(({ values }) => (isNumeric(values) ? values : undefined));
    this.#sequences = this.#values.map((values) => {
      const [low, high] = values ? rangeOf(values) : [0, 0];
      return low < high ? new MeanSequence(low, high) : undefined;
    });
    this.#ends = ends[Symbol.iterator]();
    this.#seen = metrics.map(() => ({ n: 0n, sum: 0n, sumSq: 0n }));
  }

  /** Takes in the counts of every metric after so many trials. */
  look(counts: readonly (readonly number[])[], trials: number): void {
    if (trials === this.#trials) return;
    const until: number = this.#ends.next().value ?? trials;
    this.#seen = this.#seen.map((before, m) => {
      const values = this.#values[m];
      if (values === undefined) return before;
      const { n, sum, sumSq } = histogramSums(values, counts[m]!);
      this.#sequences[m]?.add({ n: n - before.n, sum: sum - before.sum, sumSq: sumSq - before.sumSq }, until);
      return { n, sum, sumSq };
    });
    this.#trials = trials;
  }

  chance(k: number, n: number): ProportionEstimate {
    return anytimeProportion(k, n);
  }

  quantile(k: number, n: number): Interval {
    return mixtureInterval(k, n);
  }

  mean(index: number, values: readonly number[], counts: readonly number[]): MeanLimits {
    const sequence = this.#sequences[index];
    const { estimate, ...limits } = meanLimits(values, counts);
    if (estimate === undefined || sequence === undefined) return { estimate, ...limits };
    const { lower, upper } = sequence.limits();
    return { estimate, lower, upper, halfWidth: (upper - lower) / 2 };
  }
}

/** Words, "yes" and "no" among them, have a chance each and no mean. */
export const isNumeric = (values: readonly (number | string)[]): values is readonly number[] =>
  values.every((value) => typeof value === "number");
