import { type Exact, isFraction, probabilitiesOf } from "../rule/exact.ts";
import { fractionText, ratio } from "../rule/fraction.ts";
import type { Metric } from "../rule/program.ts";
import { defined } from "../rulesets/defined.ts";
import { FIXED, type Intervals, isNumeric } from "../stats/guarantee.ts";
import { exactMoments, sampleMoments } from "../stats/moments.ts";
import { exactQuantiles, quantileInterval } from "../stats/quantiles.ts";
import { shareOf } from "../stats/share.ts";
import type { MetricResult, Outcome, Quantiles } from "./result.ts";

/** Its name goes first: of objects that begin as copies and grow, the engine keeps a shape of its own for each. */
const where = ({ name, values: _, ...place }: Metric) => ({ name, place });

const QUANTILES = { q05: 0.05, q25: 0.25, q75: 0.75, q95: 0.95 };
/** Of a metric that has values. */
const quantiles = (of: (q: number) => number | undefined): Quantiles => {
  const { q05, q25, q75, q95 } = QUANTILES;
  return { q05: of(q05)!, q25: of(q25)!, q75: of(q75)!, q95: of(q95)! };
};

const LIMITS = ["meanLower", "meanUpper", "medianLower", "medianUpper", "quantilesLower", "quantilesUpper"] as const;
const SUMMED = ["outcomes", "mean", "sd", "median", "quantiles", ...LIMITS] as const;

/** Where a metric is counted is its own; what is summed up, of hundreds of thousands, is read through the class. */
class WhenRead {
  static {
    for (const field of SUMMED)
      Object.defineProperty(WhenRead.prototype, field, {
        get(this: WhenRead) {
          return this.toJSON()[field];
        },
      });
  }

  #found: MetricResult | (() => MetricResult);
  readonly #values: Metric["values"];

  constructor({ values, ...place }: Metric, make: () => MetricResult) {
    Object.assign(this, place);
    this.#values = values;
    this.#found = make;
  }

  /** Whether it can come to this value: known before it is summed up. */
  static canBe(metric: object, value: string): boolean {
    return !(#values in metric) || metric.#values.some((one) => one === value);
  }

  /** The whole metric, as it is stored. */
  toJSON(): MetricResult {
    if (typeof this.#found === "function") this.#found = this.#found();
    return this.#found;
  }
}

/** Whether a metric comes to a word with some chance; not summed up where it is none of its values. */
export const comesTo = (metric: MetricResult, value: string): boolean =>
  WhenRead.canBe(metric, value) && metric.outcomes.some((one) => one.value === value && one.probability > 0);

/** A metric that is summed up when something of it besides its place is first read. */
export const metricWhenRead = (metric: Metric, make: () => MetricResult): MetricResult =>
  new WhenRead(metric, make) as unknown as MetricResult;

/** The metric itself, where it waits to be read. */
export const asRead = (metric: MetricResult): MetricResult => (metric instanceof WhenRead ? metric.toJSON() : metric);

/**
 * A simulated metric: chances with 95 % intervals (at-most bounds where nothing was seen), moments, quantiles.
 * `index`: its place among its cell's.
 */
export function simulatedMetric(
  metric: Metric,
  counts: Float64Array,
  trials: number,
  index = 0,
  intervals: Intervals = FIXED,
): MetricResult {
  const numeric = isNumeric(metric.values);
  const tally = [...counts];
  let above = trials;
  const outcomes = metric.values.map((value, bin): Outcome => {
    const count = tally[bin]!;
    const { estimate: probability = 0, lower, upper } = intervals.chance(count, trials);
    if (!numeric || trials === 0) return { value, count, probability, lower, upper };
    const atLeast = above / trials;
    // The least value or more is certain.
    const { lower: atLeastLower, upper: atLeastUpper } =
      bin === 0 ? { lower: 1, upper: 1 } : intervals.chance(above, trials);
    above -= count;
    // Written out: what is copied together takes twice the room, and there are hundreds of thousands.
    return { value, count, probability, lower, upper, atLeast, atLeastLower, atLeastUpper };
  });
  const { name, place } = where(metric);
  if (!numeric || trials === 0) return { name, ...place, outcomes };
  const values = metric.values as readonly number[];
  const { mean, sd } = sampleMoments(values, tally);
  const { lower: meanLower, upper: meanUpper } = intervals.mean(index, values, tally);
  const share = intervals.quantile;
  const found = new Map([0.5, ...Object.values(QUANTILES)].map((q) => [q, quantileInterval(values, tally, q, share)]));
  const median = found.get(0.5)!;
  return {
    name,
    ...place,
    outcomes,
    ...defined({ mean, sd, median: median.estimate }),
    quantiles: quantiles((q) => found.get(q)!.estimate),
    meanLower,
    meanUpper,
    ...defined({ medianLower: median.lower, medianUpper: median.upper }),
    quantilesLower: quantiles((q) => found.get(q)!.lower),
    quantilesUpper: quantiles((q) => found.get(q)!.upper),
  };
}

/** An exact metric: reduced fractions where the answer is one, moments, quantiles. */
export function exactMetric(metric: Metric, exact: Exact): MetricResult {
  const numeric = isNumeric(metric.values);
  const probabilities = probabilitiesOf(exact);
  const fractions = isFraction(exact) ? exact : undefined;
  const size = probabilities.length;
  const below: number[] = [];
  for (let bin = 0, sum = 0; bin < size; sum += probabilities[bin++]!) below[bin] = sum;
  // "At least" from the top down: whole numbers where there are, else the smallest terms first.
  const above: number[] = [];
  let weight = 0n;
  let sum = 0;
  const chances = [...probabilities];
  for (let bin = size - 1; bin >= 0; bin--) {
    if (fractions) weight += fractions.weights[bin]!;
    else {
      chances[bin] = shareOf(probabilities[bin]!, below[bin]! + sum);
      sum += probabilities[bin]!;
    }
    above[bin] = fractions ? ratio(weight, fractions.total) : shareOf(sum, below[bin]!);
  }
  const outcomes = metric.values.map((value, bin): Outcome => {
    const [probability, atLeast] = [chances[bin]!, above[bin]!];
    if (fractions === undefined) return numeric ? { value, probability, atLeast } : { value, probability };
    const fraction = fractionText(fractions.weights[bin]!, fractions.total);
    return numeric ? { value, probability, atLeast, fraction } : { value, probability, fraction };
  });
  const { name, place } = where(metric);
  if (!numeric) return { name, ...place, outcomes };
  const values = metric.values as readonly number[];
  const weights = fractions ? fractions.weights : [...probabilities];
  const { mean, sd } = exactMoments(values, weights);
  const quantile = exactQuantiles(values, weights);
  return {
    name,
    ...place,
    outcomes,
    ...defined({ mean, sd, median: quantile(0.5) }),
    quantiles: quantiles(quantile),
  };
}
