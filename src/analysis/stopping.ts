/** When a simulated cell has been played enough, and what a narrower target would take. */

import type { JobPlan, Simulated } from "../engine/played-job.ts";
import { type Program, tallyOffsets } from "../rule/program.ts";
import { said } from "../rulesets/said.ts";
import type { Study } from "../scenario/study.ts";
import { AnytimeIntervals, FIXED, type Intervals } from "../stats/guarantee.ts";
import { lookSchedule } from "../stats/looks.ts";
import { decide, type PrecisionTarget, unknownMetrics } from "../stats/precision.ts";
import { PrecisionFault, parsePrecision } from "./parse-precision.ts";
import type { Planned } from "./planned.ts";
import type { CellResult } from "./result.ts";
import type { RunSettings } from "./run-settings.ts";
import { SettingError } from "./setting-error.ts";

/** The targets of a precision as it was written. @throws SettingError */
export function targetsOf(precision: unknown): readonly PrecisionTarget[] | undefined {
  if (precision === undefined) return undefined;
  const targets = parsePrecision(precision);
  if (targets instanceof PrecisionFault) throw new SettingError(said`precision: ${targets.said}`);
  return targets;
}

/** What cells are to be as precise as, by the settings, else by the file. @throws SettingError for a metric that none has */
export function targetsFor(
  study: Study,
  cells: readonly Planned[],
  { precision, trials }: Pick<RunSettings, "precision" | "trials">,
): readonly PrecisionTarget[] | undefined {
  const targets = targetsOf(precision ?? (trials === undefined ? study.precision : undefined));
  const names = [...new Set(cells.flatMap(({ program }) => program.metrics.map((metric) => metric.name)))];
  const unknown = unknownMetrics(targets ?? [], names);
  if (unknown.length > 0)
    throw new SettingError(said`precision: no cell measures ${unknown.join(", ")}; measured are ${names.join(", ")}`);
  return targets;
}

/** The counts of each metric. */
export const perMetric = (program: Program, tally: Float64Array) => {
  const offsets = tallyOffsets(program.metrics);
  return program.metrics.map((metric, m) => ({ metric, counts: tally.subarray(offsets[m]!, offsets[m + 1]!) }));
};

export const countsOf = (parts: ReturnType<typeof perMetric>): number[][] => parts.map(({ counts }) => [...counts]);

/** What follows a cell from its first trial: it looks after one block, and so on at the scheduled counts. */
export function follow({ program: { metrics, blockSize } }: Planned, trials: number): AnytimeIntervals {
  function* ends() {
    for (const blocks of lookSchedule(1)) yield Math.min(trials, blocks * blockSize);
  }
  return new AnytimeIntervals(metrics, ends());
}

const decision = (
  program: Program,
  tally: Float64Array,
  trials: number,
  targets: readonly PrecisionTarget[],
  intervals: Intervals,
) =>
  decide(
    perMetric(program, tally).map(({ metric, counts }) => ({
      name: metric.name,
      values: metric.values,
      counts: [...counts],
    })),
    targets,
    trials,
    intervals,
  );

/** What a precision waits for; nothing where none was asked for. */
export function bindingOf(
  program: Program,
  { tally, trials }: Simulated,
  targets: readonly PrecisionTarget[] | undefined,
  intervals: Intervals,
): Pick<CellResult, "binding"> {
  if (targets === undefined || trials === 0) return {};
  const { binding, forecast } = decision(program, tally, trials, targets, intervals);
  if (binding?.halfWidth === undefined) return {};
  const { metric, halfWidth, target } = binding;
  const tighter = decision(program, tally, trials, targets.map(halved), intervals).forecast;
  return {
    binding: {
      metric,
      halfWidth,
      target,
      trialsNeeded: forecast ?? trials,
      ...(tighter === undefined ? {} : { trialsForHalf: tighter }),
    },
  };
}

const halved = (target: PrecisionTarget): PrecisionTarget =>
  "absolute" in target ? { ...target, absolute: target.absolute / 2 } : { ...target, relative: target.relative / 2 };

/** When a cell looks at its tally, and whether it is enough. */
export function stopOf(
  program: Program,
  targets: readonly PrecisionTarget[] | undefined,
  anytime: AnytimeIntervals | undefined,
): Pick<JobPlan, "stop"> {
  if (targets === undefined && anytime === undefined) return {};
  const enough = (tally: Float64Array, n: number) => {
    anytime?.look(countsOf(perMetric(program, tally)), n);
    return targets !== undefined && decision(program, tally, n, targets, anytime ?? FIXED).done;
  };
  return { stop: { looks: lookSchedule(anytime ? 1 : undefined), enough } };
}
