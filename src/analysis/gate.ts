/**
 * The decisions of a gate: has a number moved by more than a margin, by less, or can these trials not tell?
 *
 * Three things keep it from crying without need. A drift is told only beyond the margin. All numbers of a check share
 * one chance of a false alarm, `ALPHA`, by Holm's method. And looking early costs nothing of it: each look spends its
 * own part. A number passes when it is shown to be within the margin; one number that sits exactly on its margin passes
 * in at most 5 % of checks, all looks together. Which numbers are undecided after a look does not depend on workers.
 */
import { blockDrift } from "../stats/block-drift.ts";
import { errorToTell } from "../stats/confidence.ts";
import { contrastOfChances, contrastOfMeans, type DifferenceEstimate } from "../stats/contrast.ts";
import { shareDrift } from "../stats/drift.ts";
import { ratio as ratioOf } from "../stats/integers.ts";
import { histogramSums } from "../stats/moments.ts";
import { holm, spending } from "../stats/multiple.ts";
import { decimal, isWithin, plus } from "./fraction.ts";
import type { Sample } from "./tracked.ts";

/** Looks are taken after these shares of the trials. */
export const LOOKS: readonly number[] = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** The chance that a check in which nothing moved beyond its margin fails. */
export const ALPHA = 0.001;
/** What each look may spend of the 5 % with which a number on its margin may pass. */
export const PASSING: readonly number[] = [0.005, 0.005, 0.005, 0.005, 0.03];
/** Confidence of the interval that must lie within a goal's bounds, at each look: 95 % at the last. */
export const GOAL_CONFIDENCE: readonly number[] = [0.99, 0.99, 0.99, 0.99, 0.95];

/**
 * One thing to be decided: by chance, with a p-value against "all is well" and whether "all is not well" is refuted at a
 * chance of error (or at what p-value, or at every one); or known.
 */
export type Claim =
  | { readonly pFail: number; readonly pPass: number | boolean | ((error: number) => boolean) }
  /** Nothing is left to chance. */
  | { readonly isWell: boolean };

export type Answer = "fail" | "pass" | "open";

/**
 * What a look decides. `family` is how many questions of chance the whole check has, those decided earlier included: they
 * keep their share of the chance of a false alarm.
 */
export function decideAt(look: number, questions: readonly Claim[], family: number, alpha = ALPHA): Answer[] {
  const uncertain = questions.flatMap((question) => ("pFail" in question ? [question] : []));
  const failed = holm(
    uncertain.map(({ pFail }) => pFail),
    spending(alpha, LOOKS)[look]!,
    Math.max(family, uncertain.length),
  );
  let next = 0;
  return questions.map((question) => {
    if (!("pFail" in question)) return question.isWell ? "pass" : "fail";
    if (failed[next++]) return "fail";
    return isRefuted(question.pPass, PASSING[look]!) ? "pass" : "open";
  });
}

function isRefuted(pPass: Extract<Claim, { pFail: number }>["pPass"], error: number): boolean {
  if (typeof pPass === "function") return pPass(error);
  return typeof pPass === "number" ? pPass <= error : pPass;
}

/** Two samples of one number, held against each other. */
export interface Contrast {
  /** now - before. */
  readonly difference: number;
  /** Limits at 95 %; left out between exact numbers, and where nothing was left to chance. */
  readonly lower?: number;
  readonly upper?: number;
  readonly margin: number;
  /** The very same fraction; or the very same counts of the same dice, played by the same engine under the same rules. */
  readonly isSame: boolean;
  readonly question: Claim;
}

/** Exact numbers that were solved in doubles agree to this. */
const ROUNDING = 1e-9;

/** Whatever the p-values: the very same numbers where they had to be. */
const SAME: Claim = { pFail: 1, pPass: true };

/**
 * Means by the limits of their difference, which know the range of the metric: they pass when these lie within the margin
 * and drift when they lie beyond it. Chances by the score test.
 * @param isRepeated whether the same dice were played by the same engine under the same rules; equal counts of others
 * prove no more than any counts
 */
export function contrast(before: Sample, now: Sample, margin: number, isRepeated = false): Contrast {
  const isExact = before.kind === "exact" && now.kind === "exact";
  const isSame = (isRepeated || isExact) && sameSample(before, now);
  if (isExact) {
    const difference = isSame ? 0 : now.value - before.value;
    const gap =
      before.fraction && now.fraction && plus(now.fraction, { ...before.fraction, top: -before.fraction.top });
    const isSmall = gap ? isWithin(gap, decimal(margin)) : Math.abs(difference) <= margin;
    return { difference, margin, isSame, question: { isWell: isSmall } };
  }
  if (isSame) return { difference: 0, margin, isSame, question: SAME };
  const { lower, upper } = limitsOf(before, now, 0.95);
  const difference = valueOfSample(now) - valueOfSample(before);
  return { difference, lower, upper, margin, isSame, question: questionOf(before, now, margin) };
}

function questionOf(before: Sample, now: Sample, margin: number): Claim {
  if (before.kind !== "histogram" && now.kind !== "histogram") {
    const { pDrift, pEquivalent } = shareDrift(shareOf(before), shareOf(now), margin);
    return { pFail: pDrift, pPass: pEquivalent };
  }
  const isBeyond = (confidence: number): boolean => {
    const { lower, upper } = limitsOf(before, now, confidence);
    return lower > margin || upper < -margin;
  };
  const isWithinMargin = (error: number): boolean => {
    const { lower, upper } = limitsOf(before, now, 1 - 2 * error);
    return lower >= -margin && upper <= margin;
  };
  // Above 1 % a p-value decides nothing here, and costs the search for it.
  return { pFail: isBeyond(0.99) ? errorToTell(isBeyond) : 1, pPass: isWithinMargin };
}

/** Limits of now - before. */
function limitsOf(before: Sample, now: Sample, confidence: number): DifferenceEstimate {
  const terms = <T>(of: (sample: Sample) => T) => [
    { weight: -1, ...of(before) },
    { weight: 1, ...of(now) },
  ];
  return before.kind === "histogram" || now.kind === "histogram"
    ? contrastOfMeans(terms(meanOf), confidence)
    : contrastOfChances(terms(shareOf), confidence);
}

/**
 * Sums of super-blocks of trials, held against those of the same trials now: all of them, or the first ones.
 * @param range how far apart two values of one trial can be
 */
export function blockContrast(
  before: readonly number[],
  now: readonly number[],
  { size, range, margin, isRepeated = false }: BlockSettings,
): Contrast {
  const { difference, lower, upper, pDrift, pEquivalent } = blockDrift(before.slice(0, now.length), now, {
    size,
    range,
    margin,
  });
  const isSame = isRepeated && now.length === before.length && now.every((sum, j) => sum === before[j]);
  const question = isSame ? SAME : { pFail: pDrift, pPass: pEquivalent };
  return { difference, lower, upper, margin, isSame, question };
}

export interface BlockSettings {
  /** Trials of a super-block. */
  readonly size: number;
  readonly range: number;
  readonly margin: number;
  readonly isRepeated?: boolean;
}

/** Are these the very same numbers? */
export function sameSample(a: Sample, b: Sample): boolean {
  if (a.kind === "count") return b.kind === "count" && a.k === b.k && a.n === b.n;
  if (a.kind === "histogram")
    return b.kind === "histogram" && isEqual(a.values, b.values) && isEqual(a.counts, b.counts);
  if (b.kind !== "exact") return false;
  if (a.fraction && b.fraction) return a.fraction.top === b.fraction.top && a.fraction.bottom === b.fraction.bottom;
  return Math.abs(a.value - b.value) <= ROUNDING * Math.max(1, Math.abs(a.value));
}

const isEqual = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** Do both count the same sort of thing? */
export const isComparable = (a: Sample, b: Sample): boolean =>
  a.kind === b.kind || a.kind === "exact" || b.kind === "exact";

export function valueOfSample(sample: Sample): number {
  if (sample.kind === "count") return sample.k / sample.n;
  if (sample.kind === "exact") return sample.value;
  const { sum, n } = histogramSums(sample.values, sample.counts);
  return ratioOf(sum, n);
}

/** Of how many trials; 0 of an exact number. */
export function trialsOfSample(sample: Sample): number {
  if (sample.kind === "histogram") return sample.counts.reduce((sum, count) => sum + count, 0);
  return sample.kind === "count" ? sample.n : 0;
}

const shareOf = (sample: Sample) =>
  sample.kind === "count" ? { k: sample.k, n: sample.n } : { exact: valueOfSample(sample) };

const meanOf = (sample: Sample) =>
  sample.kind === "histogram" ? { values: sample.values, counts: sample.counts } : { exact: valueOfSample(sample) };
