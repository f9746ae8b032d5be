/** The numbers of a study that a baseline keeps: each cell's metrics of its kind at the last turn, and what `track:` adds. */
import type { Stretches } from "../rule/event-loop.ts";
import type { Metric } from "../rule/program.ts";
import { said } from "../rulesets/said.ts";
import { globOf } from "../scenario/glob.ts";
import type { Track } from "../scenario/goals.ts";
import { nearest } from "../scenario/nearest.ts";
import { type Problem, problemAt, quote } from "../scenario/problem.ts";
import { isYesNo } from "../stats/precision.ts";
import type { Fraction } from "./fraction.ts";
import { keyOf, metricKey } from "./keys.ts";
import { readingOf } from "./measure.ts";
import type { CellResult } from "./result.ts";

/** What is known of a number: counts, the histogram of a mean, or the exact value, as a fraction where it is one. */
export type Sample =
  | { readonly kind: "count"; readonly k: number; readonly n: number }
  /** `counts[i]` trials gave `values[i]`; the values are all that are possible, rising. */
  | { readonly kind: "histogram"; readonly values: readonly number[]; readonly counts: readonly number[] }
  | { readonly kind: "exact"; readonly value: number; readonly fraction?: Fraction };

/** One number of a study, by its name. */
export interface Tracked {
  readonly key: string;
  readonly cell: string;
  readonly experiment: string;
  readonly unit: "chance" | "mean";
  readonly metric: Omit<Metric, "values">;
  /** Of a chance. */
  readonly value?: number | string;
}

interface Measured {
  readonly id: string;
  readonly experiment: string;
  readonly kind: string;
  readonly metrics: readonly Metric[];
}

/**
 * The tracked numbers, by name, and the patterns of `track:` that match nothing.
 * @param kept of a kind, the metrics that are tracked in any case; the main one unless it says
 */
export function* trackedOf(
  cells: readonly Measured[],
  tracks: readonly Track[],
  kept: (kind: string) => readonly string[] | undefined = () => undefined,
): Stretches<{ readonly tracked: Tracked[]; readonly problems: Problem[] }> {
  const found = new Map<string, Tracked>();
  const add = (tracked: Tracked) => void (found.has(tracked.key) || found.set(tracked.key, tracked));
  for (const cell of cells) {
    const { metrics } = cell;
    const names = kept(cell.kind) ?? metrics.slice(0, 1).map(({ name }) => name);
    const last = new Map<string, number>();
    for (const { name, turn = 0 } of metrics) last.set(name, Math.max(turn, last.get(name) ?? 0));
    yield;
    for (const metric of metrics)
      if (names.includes(metric.name) && (metric.turn ?? 0) === last.get(metric.name))
        for (const { tracked, isOrdinary } of candidates(cell, metric)) if (isOrdinary) add(tracked);
  }
  const all: ReturnType<typeof candidates> = [];
  for (const cell of tracks.length === 0 ? [] : cells) {
    for (const metric of cell.metrics) all.push(...candidates(cell, metric));
    yield;
  }
  const problems: Problem[] = [];
  for (const { pattern, place } of tracks) {
    const matches = globOf(pattern);
    const hasCell = pattern.includes("/");
    const matched = all.filter(({ tracked, isOrdinary }) => {
      const { cell, metric, value } = tracked;
      const plain = hasCell ? keyOf(cell, metric) : metricKey(metric);
      if (isOrdinary && matches(plain)) return true;
      return pattern.includes("=") && value !== undefined && matches(hasCell ? tracked.key : metricKey(metric, value));
    });
    for (const { tracked } of matched) add(tracked);
    if (matched.length > 0 || all.length === 0) continue;
    const slash = pattern.lastIndexOf("/") + 1;
    const metrics = [
      ...new Set(
        all.map(({ tracked: { metric, value } }) => metricKey(metric, pattern.includes("=") ? value : undefined)),
      ),
    ];
    const ids = cells.map(({ id }) => id);
    const isCell = hasCell && !ids.some(globOf(pattern.slice(0, slash - 1)));
    const near = isCell ? nearest(pattern.slice(0, slash - 1), ids) : nearest(pattern.slice(slash), metrics);
    const better = isCell ? `${near}/${pattern.slice(slash)}` : `${pattern.slice(0, slash)}${near}`;
    const hint =
      near === undefined
        ? said`a name is like ${quote(all[0]!.tracked.key)}; * stands for any text`
        : said`did you mean ${quote(better)}?`;
    problems.push(problemAt(place, said`track: ${quote(pattern)} matches nothing`, { hint }));
  }
  return { tracked: [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), problems };
}

/**
 * What could be tracked of a metric: the mean of numbers, the chances of words, "yes" alone of yes and no; the chances
 * of numbers only when asked for by name.
 */
function candidates({ id, experiment }: Measured, metric: Metric): { tracked: Tracked; isOrdinary: boolean }[] {
  const { values, ...where } = metric;
  const head = { cell: id, experiment, metric: where };
  const isNumeric = values.every((value) => typeof value === "number");
  const chances = values
    .filter((value) => !isYesNo(values) || value === "yes")
    .map((value) => ({
      tracked: { ...head, key: keyOf(id, where, value), unit: "chance" as const, value },
      isOrdinary: !isNumeric,
    }));
  const mean = { tracked: { ...head, key: keyOf(id, where), unit: "mean" as const }, isOrdinary: true };
  return isNumeric ? [mean, ...chances] : chances;
}

/** What a result says of a tracked number; undefined when its cell was not played. */
export function sampleOf(cell: CellResult, { metric, value }: Pick<Tracked, "metric" | "value">): Sample | undefined {
  const { name, ...where } = metric;
  const reading = readingOf(cell, { metric: name, ...where, ...(value === undefined ? {} : { values: [value] }) });
  if (reading === undefined) return undefined;
  const { trials, count, fraction } = reading;
  if (count !== undefined) return { kind: "count", k: count, n: trials };
  if (trials > 0) {
    const { outcomes } = reading.metric;
    const values = outcomes.map((outcome) => outcome.value as number);
    return { kind: "histogram", values, counts: outcomes.map((outcome) => outcome.count ?? 0) };
  }
  return { kind: "exact", value: reading.value, ...(fraction ? { fraction } : {}) };
}
