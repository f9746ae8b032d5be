import { FIXED, type Intervals } from "./guarantee.ts";

/** The 95 % half-width wanted of every outcome probability, of every metric or of those named `metric`. */
export interface AbsoluteTarget {
  readonly metric?: string;
  /** A probability, 0 < absolute < 0.5. */
  readonly absolute: number;
}

/** The 95 % half-width wanted of a metric's mean, as a share of the mean. */
export interface RelativeTarget {
  readonly metric: string;
  /** 0 < relative < 0.5. */
  readonly relative: number;
}

export type PrecisionTarget = AbsoluteTarget | RelativeTarget;

/** The histogram of one metric after a complete prefix of blocks. Values that can occur but did not have count 0. */
export interface MetricTally {
  readonly name: string;
  readonly values: readonly (number | string)[];
  /** Must add up to the number of times the metric was observed. */
  readonly counts: readonly number[];
}

/** The requirement that needs the most trials. */
export interface Binding {
  readonly metric: string;
  /** Place of the metric in the list that was given: names repeat over turns and sides. */
  readonly index: number;
  readonly kind: "absolute" | "relative";
  /** The outcome whose probability binds (absolute targets). */
  readonly value?: number | string;
  /** In the unit of the target; undefined when there is not enough data for one (fewer than two values, mean 0). */
  readonly halfWidth: number | undefined;
  readonly target: number;
}

export interface Decision {
  /** Every requirement is met. True, without `binding`, when no target names a metric that is there. */
  readonly done: boolean;
  readonly binding: Binding | undefined;
  /** Trials needed in all, n (half / target)^2 of the binding requirement; undefined when the data allow no forecast. */
  readonly forecast: number | undefined;
}

/** A relative target says nothing before the rarer side of the metric was seen this often. */
export const MIN_EVENTS = 50;

/** From this many events on both sides of one outcome, every rarer outcome has the narrower interval. */
const CLEARLY_WIDEST = 20;

interface Requirement extends Binding {
  readonly met: boolean;
  /** Trials needed; Infinity when unknown. */
  readonly need: number;
}

/**
 * May a run stop after n trials? To be asked at the looks of `lookSchedule` only.
 *
 * Absolute targets hold half of the Wilson or Clopper-Pearson interval of every outcome against the target (never
 * Wald's: a run that stops at the first narrow Wald interval at p = 0.02 covers the truth 82 % of the time instead of
 * 95 %), and the whole one-sided interval of an outcome seen never or always.
 * Relative targets hold the half-width of the mean against the mean: Wilson's for a proportion (values 0 and 1, or "no"
 * and "yes"), else `meanLimits`; at least 50 trials must fall outside the most frequent value. A value that was always
 * the same meets the target once its limits are that narrow; a mean of 0 never does, so a run needs
 * a cap on its trials beside a relative target.
 *
 * `intervals`: what the limits are good for; in the place of those for one number of trials stand those of a confidence sequence.
 *
 * @throws RangeError when a relative target names a metric whose values are words other than "yes" and "no".
 */
export function decide(
  metrics: readonly MetricTally[],
  target: PrecisionTarget | readonly PrecisionTarget[],
  n: number,
  intervals: Intervals = FIXED,
): Decision {
  const targets: readonly PrecisionTarget[] = isList(target) ? target : [target];
  let done = true;
  let worst: Requirement | undefined;
  for (const wanted of targets) {
    metrics.forEach((metric, index) => {
      if (wanted.metric !== undefined && wanted.metric !== metric.name) return;
      const requirement =
        "absolute" in wanted
          ? absoluteRequirement({ metric, index, target: wanted.absolute, n, intervals })
          : relativeRequirement({ metric, index, target: wanted.relative, n, intervals });
      done &&= requirement.met;
      if (worst === undefined || requirement.need > worst.need) worst = requirement;
    });
  }
  if (worst === undefined) return { done, binding: undefined, forecast: undefined };
  const { met: _met, need, ...binding }: Requirement = worst;
  return { done, binding, forecast: Number.isFinite(need) ? Math.ceil(need) : undefined };
}

/** The names that targets ask for and that no metric carries: a caller refuses these before the first trial. */
export function unknownMetrics(targets: readonly PrecisionTarget[], names: readonly string[]): string[] {
  return targets.flatMap(({ metric }) => (metric === undefined || names.includes(metric) ? [] : [metric]));
}

/** Has this metric a mean: numbers, or "yes" and "no"? */
export function hasMean(values: readonly (number | string)[]): boolean {
  return values.every((v) => typeof v === "number") || isYesNo(values);
}

interface Demand {
  readonly metric: MetricTally;
  readonly index: number;
  readonly target: number;
  readonly n: number;
  readonly intervals: Intervals;
}

function absoluteRequirement({ metric, index, target, n, intervals }: Demand): Requirement {
  const total = totalOf(metric.counts);
  const rarer = metric.counts.map((k) => Math.min(k, total - k));
  const widest = Math.max(0, ...rarer);
  const seen = new Set<number>();
  const base = { metric: metric.name, index, kind: "absolute" as const };
  let worst: Requirement | undefined;
  metric.values.forEach((value, i) => {
    const k = metric.counts[i] ?? 0;
    if ((widest >= CLEARLY_WIDEST && rarer[i] !== widest) || seen.has(k)) return;
    seen.add(k);
    const { lower, upper, method } = intervals.chance(k, total);
    // One-sided limits shrink like 1/n, two-sided ones like 1/sqrt(n).
    const oneSided = method === "at-most" || method === "at-least";
    const halfWidth = oneSided ? upper - lower : (upper - lower) / 2;
    const need = n * (oneSided ? halfWidth / target : square(halfWidth / target));
    if (worst === undefined || need > worst.need)
      worst = { ...base, value, halfWidth, target, met: halfWidth <= target, need };
  });
  return worst ?? { ...base, halfWidth: undefined, target, met: false, need: Infinity };
}

function relativeRequirement({ metric, index, target, n, intervals }: Demand): Requirement {
  const { halfWidth, events } = relativeHalfWidth(metric, index, intervals);
  const base = { metric: metric.name, index, kind: "relative" as const, halfWidth, target };
  if (halfWidth === undefined) return { ...base, met: false, need: Infinity };
  if (events === 0) return { ...base, met: halfWidth <= target, need: n * (halfWidth / target) };
  return {
    ...base,
    met: halfWidth <= target && events >= MIN_EVENTS,
    need: Math.max(n * square(halfWidth / target), events < MIN_EVENTS ? n * (MIN_EVENTS / events) : 0),
  };
}

/** `events`: trials outside the most frequent value; for a proportion, min(k, n - k). */
function relativeHalfWidth(
  metric: MetricTally,
  index: number,
  intervals: Intervals,
): { halfWidth: number | undefined; events: number } {
  const { name, counts } = metric;
  if (!hasMean(metric.values)) throw new RangeError(`metric "${name}" has words for values, so it has no mean`);
  const values = metric.values.map((v) => (typeof v === "number" ? v : v === "yes" ? 1 : 0));
  const total = totalOf(counts);
  const events = total - Math.max(0, ...counts);
  const isProportion = values.every((v) => v === 0 || v === 1);
  const k = totalOf(counts.filter((_, i) => values[i] === 1));
  const { estimate, lower, upper } = isProportion ? intervals.chance(k, total) : intervals.mean(index, values, counts);
  if (estimate === undefined || estimate === 0) return { halfWidth: undefined, events };
  // Where all agree one limit is the value itself: then the whole distance counts, and shrinks like 1/n.
  return { halfWidth: (upper - lower) / (events === 0 ? 1 : 2) / Math.abs(estimate), events };
}

const square = (x: number): number => x * x;

const totalOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

export const isYesNo = (values: readonly (number | string)[]): boolean =>
  values.every((v) => v === "yes" || v === "no");

const isList = (target: PrecisionTarget | readonly PrecisionTarget[]): target is readonly PrecisionTarget[] =>
  Array.isArray(target);
