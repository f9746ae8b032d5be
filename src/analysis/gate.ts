/**
 * The decisions of a gate: has a number moved by more than a margin, by less, or can these trials not tell?
 *
 * Three things keep it from crying without need. A drift is told only beyond the margin. All numbers of a check share
 * one chance of a false alarm, `ALPHA`, by Holm's method. And looking early costs nothing of it: each look spends its
 * own part. A number passes when it is shown to be within the margin; one number that sits exactly on its margin passes
 * in at most 5 % of checks, all looks together. Which numbers are undecided after a look does not depend on workers.
 */
import {
  blockDrift,
  holm,
  type MeanSample,
  meanDrift,
  ratioOf,
  type Sums,
  shareDrift,
  spending,
} from "../stats/index.ts";
import { decimal, type Fraction, isWithin, plus } from "./fraction.ts";
import type { Sample } from "./tracked.ts";

/** Looks are taken after these shares of the trials. */
export const LOOKS: readonly number[] = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** The chance that a check in which nothing moved beyond its margin fails. */
export const ALPHA = 0.001;
/** What each look may spend of the 5 % with which a number on its margin may pass. */
const PASSING: readonly number[] = [0.005, 0.005, 0.005, 0.005, 0.03];
/** Confidence of the interval that must lie within a goal's bounds, at each look: 95 % at the last. */
export const GOAL_CONFIDENCE: readonly number[] = [0.99, 0.99, 0.99, 0.99, 0.95];

/** One thing to be decided: by chance, with a p-value against "all is well" and one against "all is not well"; or known. */
export type Question =
  | { readonly pFail: number; readonly pPass: number | boolean }
  /** Nothing is left to chance. */
  | { readonly isWell: boolean };

export type Answer = "fail" | "pass" | "open";

/**
 * What a look decides. `family` is how many questions of chance the whole check has, those decided earlier included: they
 * keep their share of the chance of a false alarm.
 */
export function decideAt(look: number, questions: readonly Question[], family: number, alpha = ALPHA): Answer[] {
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
    const { pPass } = question;
    return pPass === true || (typeof pPass === "number" && pPass <= PASSING[look]!) ? "pass" : "open";
  });
}

/** Two samples of one number, held against each other. */
export interface Contrast {
  /** now - before. */
  readonly difference: number;
  /** Its standard error; 0 between exact numbers. */
  readonly error: number;
  readonly margin: number;
  /** The very same counts, sums or fraction. */
  readonly isSame: boolean;
  readonly question: Question;
}

/** Exact numbers that were solved in doubles agree to this. */
const ROUNDING = 1e-9;

export function contrast(before: Sample, now: Sample, margin: number): Contrast {
  const isSame = sameSample(before, now);
  if (before.kind === "exact" && now.kind === "exact") {
    const difference = isSame ? 0 : now.value - before.value;
    const gap = before.fraction && now.fraction && plus(now.fraction, negative(before.fraction));
    const isSmall = gap ? isWithin(gap, decimal(margin)) : Math.abs(difference) <= margin;
    return { difference, error: 0, margin, isSame, question: { isWell: isSmall } };
  }
  const isMean = before.kind === "sums" || now.kind === "sums";
  const test = isMean
    ? meanDrift(meanOf(before), meanOf(now), margin)
    : shareDrift(shareOf(before), shareOf(now), margin);
  const question = { pFail: isSame ? 1 : test.pDrift, pPass: isSame || test.pEquivalent };
  return { difference: test.difference, error: test.error, margin, isSame, question };
}

/** Sums of super-blocks of trials, held against those of the same trials now: all of them, or the first ones. */
export function blockContrast(
  before: readonly number[],
  now: readonly number[],
  size: number,
  margin: number,
): Contrast {
  const { difference, error, pDrift, pEquivalent } = blockDrift(before.slice(0, now.length), now, size, margin);
  const isSame = now.length === before.length && now.every((sum, j) => sum === before[j]);
  const question = { pFail: isSame ? 1 : pDrift, pPass: isSame || pEquivalent };
  return { difference, error, margin, isSame, question };
}

/** Are these the very same numbers? */
export function sameSample(a: Sample, b: Sample): boolean {
  if (a.kind === "count") return b.kind === "count" && a.k === b.k && a.n === b.n;
  if (a.kind === "sums") return b.kind === "sums" && a.n === b.n && a.sum === b.sum && a.sumSq === b.sumSq;
  if (b.kind !== "exact") return false;
  if (a.fraction && b.fraction) return a.fraction.top === b.fraction.top && a.fraction.bottom === b.fraction.bottom;
  return Math.abs(a.value - b.value) <= ROUNDING * Math.max(1, Math.abs(a.value));
}

/** Do both count the same sort of thing? */
export const isComparable = (a: Sample, b: Sample): boolean =>
  a.kind === b.kind || a.kind === "exact" || b.kind === "exact";

export function valueOfSample(sample: Sample): number {
  if (sample.kind === "count") return sample.k / sample.n;
  return sample.kind === "exact" ? sample.value : ratioOf(sample.sum, sample.n);
}

const negative = ({ top, bottom }: Fraction): Fraction => ({ top: -top, bottom });

const shareOf = (sample: Sample) =>
  sample.kind === "count" ? { k: sample.k, n: sample.n } : { exact: valueOfSample(sample) };

function meanOf(sample: Sample): MeanSample {
  if (sample.kind === "sums") return meanSampleOf(sample);
  return { n: Number.POSITIVE_INFINITY, mean: valueOfSample(sample), variance: 0 };
}

export const meanSampleOf = ({ n, sum, sumSq }: Sums): MeanSample => ({
  n: Number(n),
  mean: ratioOf(sum, n),
  variance: n < 2n ? 0 : ratioOf(n * sumSq - sum * sum, n * (n - 1n)),
});
