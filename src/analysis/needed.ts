/** How many trials would decide what a check leaves open. */

import { spending } from "../stats/multiple.ts";
import { normalUpperQuantile } from "../stats/normal.ts";
import type { MetricCheck, NeededTrials } from "./check-result.ts";
import { ALPHA, LOOKS, PASSING } from "./gate.ts";
import type { GoalResult } from "./result.ts";

/** Standard errors between an estimate and either of its limits at 95 %. */
const AT_95 = normalUpperQuantile(0.025);
/** Of all that is open, how often some of it may stay so. */
const LEFT_OPEN = 0.1;
/** More than a check can play; less room than a margin leaves to doubt. */
const MOST = 1e10;

/** How many questions of chance a check has, and how many of them are open. */
export interface Questions {
  readonly family: number;
  readonly open: number;
}

/** Standard errors of room that the last look wants, and what an estimate may be off: to pass, to be met, and to fail. */
function roomsOf({ family, open }: Questions) {
  const off = normalUpperQuantile(LEFT_OPEN / 2 / open);
  return {
    passing: normalUpperQuantile(PASSING.at(-1)!) + off,
    met: AT_95 + off,
    failing: normalUpperQuantile(spending(ALPHA, LOOKS).at(-1)! / family) + off,
  };
}

interface PlayedLimits {
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
  readonly trials: number;
}

/** The variance that one trial has, from the limits of many; 0 of an exact number. */
function varianceOf({ lower, upper, trials }: PlayedLimits): number {
  if (lower === undefined || upper === undefined) return 0;
  const error = (upper - lower) / 2 / AT_95;
  return error * error * trials;
}

/**
 * What an open number needs; undefined where it looks to be on its margin, and no number of trials tells. One that need
 * not have moved is taken as unmoved: few trials put it anywhere beside the margin.
 */
export function neededOf(metric: MetricCheck, questions: Questions): NeededTrials | undefined {
  const { difference, margin, before, now, paired, lower, upper } = metric;
  const variance =
    paired === undefined ? varianceOf(before) + varianceOf(now) : varianceOf({ lower, upper, trials: now.trials });
  const { passing, failing } = roomsOf(questions);
  const size = lower !== undefined && lower <= 0 && upper! >= 0 ? 0 : Math.abs(difference);
  const rate = size > margin ? failing / (size - margin) : passing / (margin - size);
  const perError = Math.max(rate, passing / margin);
  const both = variance * perError * perError;
  if (!(both <= MOST)) return undefined;
  const least = 2 * Math.max(now.trials, 1);
  if (paired !== undefined || before.trials === 0)
    return neededWith(Math.max(both, least), paired !== undefined ? before.trials : 0);
  // With a baseline as it is, only the noise of the trials now can be less.
  const left = 1 / (perError * perError) - varianceOf(before) / before.trials;
  const alone = left > 0 ? varianceOf(now) / left : Number.POSITIVE_INFINITY;
  return alone <= Math.min(MOST, 10 * both)
    ? neededWith(Math.max(alone, least), 0)
    : neededWith(Math.max(both, least), before.trials);
}

/** The same of a goal: by its distance from the nearer bound. */
export function neededOfGoal(goal: GoalResult, trials: number, questions: Questions): NeededTrials | undefined {
  const { estimate, lower, upper, atLeast, atMost } = goal;
  if (estimate === undefined || lower === undefined || upper === undefined) return undefined;
  const distances = [atLeast, atMost].flatMap((bound) => (bound === undefined ? [] : [Math.abs(estimate - bound)]));
  const isWithin = (atLeast ?? estimate) <= estimate && estimate <= (atMost ?? estimate);
  const wanted = isWithin ? roomsOf(questions).met : roomsOf(questions).failing;
  const perError = wanted / Math.min(...distances);
  const needed = varianceOf({ lower, upper, trials }) * perError * perError;
  return needed <= MOST ? neededWith(Math.max(needed, 2 * trials), 0) : undefined;
}

/** @param stored trials of a baseline that must have as many; 0 where it need not */
const neededWith = (trials: number, stored: number): NeededTrials => ({
  trials: roundUp(trials),
  ...(stored > 0 && trials > stored ? { baseline: true } : {}),
});

/** To two digits. */
function roundUp(trials: number): number {
  const unit = 10 ** Math.max(0, Math.floor(trials).toString().length - 2);
  return Math.ceil(trials / unit) * unit;
}
