/** What a check decides: numbers against the baseline and its anchor, and goals. */

import { speaksOf } from "../scenario/goals.ts";
import type { Study } from "../scenario/study.ts";
import { meanLimits } from "../stats/mean-limits.ts";
import { proportion } from "../stats/proportion.ts";
import type { Baseline } from "./baseline.ts";
import type { Blocks } from "./blocks.ts";
import type { MetricCheck } from "./check-result.ts";
import type { Estimate } from "./form.ts";
import { textOf } from "./fraction.ts";
import {
  type Answer,
  blockContrast,
  type Claim,
  type Contrast,
  contrast,
  GOAL_CONFIDENCE,
  isComparable,
  trialsOfSample,
  valueOfSample,
} from "./gate.ts";
import { goalQuestion, goalResult, metricsFor } from "./goals.ts";
import { ANCHOR_MARGINS, type Margins, marginFor } from "./margins.ts";
import type { Planned } from "./planned.ts";
import type { CellResult, GoalResult } from "./result.ts";
import type { SubstreamPlay } from "./substreams.ts";
import { type Sample, sampleOf, type Tracked } from "./tracked.ts";

/** Something to be decided, and what is known of it. */
export interface Item<T = unknown> {
  readonly cell: string;
  /** Nothing is left to chance when its cell is exact. */
  readonly isCertain: boolean;
  answer: Answer;
  /** What is to be decided as things stand; undefined when nothing was played. */
  ask(cell: CellResult, look: number): Claim | undefined;
  /** What is told of it, its verdict apart. */
  report: T | undefined;
}

/** What the numbers of a check are held against. */
export interface Held {
  readonly baseline: Baseline;
  readonly margins: Margins;
  /** Scenario, seed, stream, version, engine and trials are those of the baseline. */
  readonly isLevel0: boolean;
  /** Whether a cell is the one of the baseline, played by the same engine on the same dice. */
  readonly isRepeated: (cell: string) => boolean;
  /** Sums of super-blocks, and where the same ones are played now. */
  readonly blocks?: Blocks;
  readonly substreams?: SubstreamPlay;
}

export function metricItems(study: Study, tracked: readonly Tracked[], held: Held): Item<MetricCheck>[] {
  const { baseline, margins, isLevel0, isRepeated, blocks, substreams } = held;
  const item = (one: Tracked, before: Sample, against: MetricCheck["against"]): Item<MetricCheck> => {
    const usual = marginFor(margins, one.key, one.unit, valueOfSample(before));
    const margin = against === "anchor" ? ANCHOR_MARGINS * usual : usual;
    const made: Item<MetricCheck> = {
      cell: one.cell,
      isCertain: before.kind === "exact",
      answer: "open",
      report: undefined,
      ask(cell) {
        const now = sampleOf(cell, one);
        if (now === undefined || !isComparable(before, now)) return undefined;
        const sums = against === "baseline" ? blocks?.metrics.get(one.key) : undefined;
        const same = sums && substreams?.sumsOf(one.key);
        const isSameDice = against === "baseline" && isRepeated(one.cell);
        if (!same) {
          const found = contrast(before, now, margin, isSameDice);
          made.report = metricCheck(study, one, against, before, now, found);
          return isLevel0 && against === "baseline" ? { isWell: found.isSame } : found.question;
        }
        const { size } = substreams!;
        const range = rangeOf(now);
        const found = blockContrast(sums, same, { size, range, margin, isRepeated: isSameDice });
        const paired = {
          blocks: same.length,
          before: estimateOfSums(sums.slice(0, same.length), size, range, one.unit),
        };
        made.report = { ...metricCheck(study, one, against, before, now, found), paired };
        return found.question;
      },
    };
    return made;
  };
  return tracked.flatMap((one) => {
    const before = baseline.metrics.get(one.key);
    const anchored = before && baseline.anchor.get(one.key);
    return [
      ...(before && isOfUnit(before, one) ? [item(one, before, "baseline")] : []),
      ...(anchored && isOfUnit(anchored, one) ? [item(one, anchored, "anchor")] : []),
    ];
  });
}

/** Counts are of chances, histograms of means, exact numbers of either. */
export const isOfUnit = (sample: Sample, { unit }: Tracked): boolean =>
  sample.kind === "exact" || (sample.kind === "count") === (unit === "chance");

/** How far apart two values of one trial can be. */
const rangeOf = (sample: Sample): number =>
  sample.kind === "histogram" ? sample.values.at(-1)! - sample.values[0]! : 1;

function metricCheck(
  study: Study,
  { key, cell, experiment, unit }: Tracked,
  against: MetricCheck["against"],
  before: Sample,
  now: Sample,
  { difference, lower, upper, margin, isSame }: Contrast,
): MetricCheck {
  const place = study.places.get(experiment);
  return {
    key,
    cell,
    experiment,
    unit,
    against,
    verdict: isSame ? "same" : "inconclusive",
    before: estimateOfSample(before),
    now: estimateOfSample(now),
    difference,
    ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
    margin,
    ...(place ? { place: { file: place.file, line: place.line, column: place.column } } : {}),
  };
}

/** Super-blocks as reports show them. Means by their scatter, with one trial taken as off by the whole range. */
function estimateOfSums(sums: readonly number[], size: number, range: number, unit: Tracked["unit"]): Estimate {
  const trials = sums.length * size;
  const total = sums.reduce((sum, each) => sum + each, 0);
  if (unit === "chance") return estimateOfSample({ kind: "count", k: total, n: trials });
  const nothing = sums.map(() => 0);
  const { difference: value, lower, upper } = blockContrast(nothing, sums, { size, range, margin: 0 });
  return { value, lower: lower!, upper: upper!, trials };
}

/** A sample as reports show it. */
export function estimateOfSample(sample: Sample): Estimate {
  if (sample.kind === "exact") {
    const { value, fraction } = sample;
    return { value, ...(fraction ? { fraction: textOf(fraction) } : {}), trials: 0 };
  }
  const {
    estimate = 0,
    lower,
    upper,
  } = sample.kind === "count" ? proportion(sample.k, sample.n) : meanLimits(sample.values, sample.counts);
  return { value: estimate, lower, upper, trials: trialsOfSample(sample) };
}

export function goalItems(study: Study, planned: ReadonlyMap<string, Planned>): Item<GoalResult>[] {
  const cells = [...planned.values()];
  return study.goals.flatMap((goal) => {
    if (goal.level === "off" || goal.rank !== undefined) return [];
    const speaks = speaksOf(goal);
    return cells
      .filter(({ cell }) => speaks(cell))
      .flatMap(({ cell, program }) =>
        metricsFor(goal, program.metrics).map(({ values: _, ...metric }): Item<GoalResult> => {
          const made: Item<GoalResult> = {
            cell: cell.id,
            isCertain: true,
            answer: "open",
            report: undefined,
            ask(result, look) {
              made.report = goalResult(goal, result, metric);
              return goalQuestion(goal, result, metric, GOAL_CONFIDENCE[look]!);
            },
          };
          return made;
        }),
      );
  });
}
