/**
 * Many small comparisons of the library with a naive simulator, each weak, strong together.
 *
 * Of every fight the naive simulator plays `naive` trials and the library `ours`. Three things must hold:
 *
 * 1. The two name the same metrics, with the same values. The naive simulator's list is its own, so that a metric that
 *    the library has lost is noticed.
 * 2. In each fight no metric's histograms differ: the two-sample likelihood ratio test, bins merged to 5 expected.
 * 3. Over all fights no metric is off in one direction (its mean, from 0 at its least to 1 at its most value, of a word
 *    the share of each): Bernstein's bound, which holds for any distribution, on the mean difference.
 *
 * Power of 3: a metric that is off by 0.02 on average is found when 0.02 exceeds the bound by `z` standard deviations of
 * the mean difference, with a chance of Φ(z). `powerFor` gives it of the fights that were played.
 */
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { type Metric, type Program, tallyOffsets } from "../../src/rule/program.ts";
import { chiSquareUpper } from "../../src/stats/chi-square.ts";
import { normalUpper } from "../../src/stats/normal.ts";

type Value = string | number;
/** One naive trial: the value of every metric by its name (`keyOf`). */
export type Trial = Readonly<Record<string, Value>>;
/** How often each value of each metric came up. */
export type Counts = Map<string, Map<Value, number>>;

/** A false alarm after a change of streams: so much per test, of at most some 20,000. */
export const THRESHOLD = 1e-9;

/** `winner`, `ready@2.first`, `skipped.first.E-22`, `pointsLost.engine`. */
export const keyOf = ({ name, turn, side, section, target }: Metric): string =>
  [turn === undefined ? name : `${name}@${turn}`, side, section, target].filter((part) => part !== undefined).join(".");

export function played(trials: number, play: () => Trial): Counts {
  const counts: Counts = new Map();
  for (let trial = 0; trial < trials; trial++) {
    const values = play();
    for (const key in values) {
      const bins = counts.get(key) ?? new Map<Value, number>();
      if (bins.size === 0) counts.set(key, bins);
      bins.set(values[key]!, (bins.get(values[key]!) ?? 0) + 1);
    }
  }
  return counts;
}

export function simulated(program: Program, trials: number, name: string): Counts {
  const offsets = tallyOffsets(program.metrics);
  const tally = new Float64Array(offsets.at(-1)!);
  const kernel = program.kernel();
  const key = cellKey(1n, name);
  const { blockSize } = program;
  for (let block = 0; block * blockSize < trials; block++)
    kernel.play(blockStream(key, block), Math.min(blockSize, trials - block * blockSize), tally);
  return new Map(
    program.metrics.map((metric, m) => [
      keyOf(metric),
      new Map(metric.values.map((value, bin) => [value, tally[offsets[m]! + bin]!])),
    ]),
  );
}

/** P(as different by chance) of two histograms: G, after merging neighbours until 5 are expected of the smaller sample. */
export function twoSamples(one: readonly number[], two: readonly number[]): number {
  const total = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const [n, m] = [total(one), total(two)];
  const bins: [number, number][] = [];
  let [a, b] = [0, 0];
  one.forEach((count, i) => {
    a += count;
    b += two[i]!;
    if (((a + b) * Math.min(n, m)) / (n + m) < 5) return;
    bins.push([a, b]);
    [a, b] = [0, 0];
  });
  if (bins.length > 0) {
    bins.at(-1)![0] += a;
    bins.at(-1)![1] += b;
  }
  let statistic = 0;
  for (const [x, y] of bins)
    for (const [seen, size] of [
      [x, n],
      [y, m],
    ] as const)
      if (seen > 0) statistic += 2 * seen * Math.log(seen / (((x + y) * size) / (n + m)));
  return chiSquareUpper(statistic, bins.length - 1);
}

/** The parts of a metric that are numbers from 0 to 1: a count over its most, or the share of each word. */
function scales(values: readonly Value[]): { name: string; of: (value: Value) => number }[] {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < values.length)
    return values.map((word) => ({ name: ` = ${word}`, of: (value) => (value === word ? 1 : 0) }));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return most === least ? [] : [{ name: "", of: (value) => (Number(value) - least) / (most - least) }];
}

interface Sum {
  fights: number;
  /** Of the mean differences of the fights, and of their variances. */
  difference: number;
  variance: number;
  /** The most that one trial can weigh in the mean difference of a fight. */
  weight: number;
}

export class Pool {
  /** What is wrong with single fights. */
  readonly faults: string[] = [];
  readonly #sums = new Map<string, Sum>();

  /**
   * Compares one fight. `mayBeMissing`: metrics that the library may leave out where they are always 0.
   * @returns the smallest p-value of its metrics, 0 when they are not the same or a value is impossible
   */
  add(name: string, naive: Counts, ours: Counts, mayBeMissing: (key: string) => boolean = () => false): number {
    const missing = [...naive.keys()].filter((key) => !ours.has(key));
    const unknown = [...ours.keys()].filter((key) => !naive.has(key) && !mayBeMissing(key));
    if (missing.length + unknown.length > 0) {
      this.faults.push(`${name}: metrics missing: ${missing.join()}; not the oracle's: ${unknown.join()}`);
      return 0;
    }
    let least = 1;
    for (const [key, seen] of ours) {
      const trials = Math.max(...[...naive.values()].map((bins) => [...bins.values()].reduce((a, b) => a + b, 0)));
      const own = new Map(naive.get(key) ?? []);
      const counted = [...own.values()].reduce((a, b) => a + b, 0);
      if (counted < trials) own.set(0, (own.get(0) ?? 0) + trials - counted);
      const strange = [...own.keys()].filter((value) => !seen.has(value));
      const p =
        strange.length > 0
          ? 0
          : twoSamples(
              [...seen.keys()].map((value) => own.get(value) ?? 0),
              [...seen.values()],
            );
      if (p < THRESHOLD)
        this.faults.push(
          `${name}: ${key} p ${p}${strange.length > 0 ? `, ${strange.join()} is not a value of ours` : ""}: ` +
            `naive ${JSON.stringify([...own])}, ours ${JSON.stringify([...seen])}`,
        );
      least = Math.min(least, p);
      for (const { name: part, of } of scales([...seen.keys()])) this.#count(key + part, own, seen, of);
    }
    return least;
  }

  #count(key: string, naive: Map<Value, number>, ours: Map<Value, number>, of: (value: Value) => number): void {
    const moments = (bins: Map<Value, number>) => {
      let [n, sum, squares] = [0, 0, 0];
      for (const [value, count] of bins) {
        n += count;
        sum += count * of(value);
        squares += count * of(value) ** 2;
      }
      return { n, sum, squares };
    };
    const [a, b] = [moments(naive), moments(ours)];
    const n = a.n + b.n;
    const variance = Math.max(0, (a.squares + b.squares) / n - ((a.sum + b.sum) / n) ** 2);
    const sum = this.#sums.get(key) ?? { fights: 0, difference: 0, variance: 0, weight: 0 };
    sum.fights++;
    sum.difference += a.sum / a.n - b.sum / b.n;
    sum.variance += variance * (1 / a.n + 1 / b.n);
    sum.weight = Math.max(sum.weight, 1 / a.n, 1 / b.n);
    this.#sums.set(key, sum);
  }

  /** How far the mean difference of a metric may be from 0: Bernstein's bound at the threshold, two-sided. */
  #bound({ variance, weight }: Sum): number {
    const log = Math.log(2 / THRESHOLD);
    return Math.sqrt(2 * variance * log) + (2 * weight * log) / 3;
  }

  /** Metrics that are off over all fights, in words. */
  drifts(): string[] {
    return [...this.#sums]
      .filter(([, sum]) => Math.abs(sum.difference) > this.#bound(sum))
      .map(
        ([key, sum]) =>
          `${key}: naive less ours ${sum.difference / sum.fights} on average of ${sum.fights} fights, ` +
          `${sum.difference / Math.sqrt(sum.variance)} standard deviations`,
      );
  }

  /** The chance that a metric is found which is off by `shift` on average, by the metric's key. */
  powerFor(shift: number): Map<string, number> {
    return new Map(
      [...this.#sums].map(([key, sum]) => {
        const deviation = Math.sqrt(sum.variance);
        return [key, deviation === 0 ? 1 : normalUpper((this.#bound(sum) - shift * sum.fights) / deviation)];
      }),
    );
  }
}
