import { exp, ln } from "./elementary.ts";
import { solved } from "./max-entropy.ts";

/** Chances nearer to 0 or 1 than this are taken for it: a unit that never loses would have no finite rating. */
const LEAST = 1e-3;
/** Points that ten to one are apart, as in chess. */
const PER_TENFOLD = 400;
/** Points of a rating by the logarithm of a strength. */
const POINTS = PER_TENFOLD / ln(10);
const STEPS = 100;
const STILL = 1e-11;
/** Newton's steps are made no longer: far from the answer they lead past it. */
const LONGEST = 2;

/**
 * Bradley and Terry's ratings that fit win chances best (the most likely ones where every pair met as often), mean 0; 400
 * points are ten to one. By Newton's steps on the likelihood, which has one peak.
 * @param wins by unit and enemy
 * @param near ratings to begin at: those of a field that differs little
 */
export function ratingsOf(wins: readonly (readonly number[])[], near: readonly number[] = wins.map(() => 0)): number[] {
  let strengths = near.map((rating) => rating / POINTS); // logarithms of strengths
  for (let step = 0; step < STEPS; step++) {
    const slope = wins.map(() => 0);
    // All strengths may rise alike: 1 in every place holds their mean.
    const bend = wins.map(() => wins.map(() => 1));
    wins.forEach((row, i) => {
      for (let j = 0; j < i; j++) {
        const expected = 1 / (1 + exp(strengths[j]! - strengths[i]!));
        const missed = Math.min(1 - LEAST, Math.max(LEAST, row[j]!)) - expected;
        const spread = expected * (1 - expected);
        slope[i]! += missed;
        slope[j]! -= missed;
        bend[i]![i]! += spread;
        bend[j]![j]! += spread;
        bend[i]![j]! -= spread;
      }
    });
    const [move] = solved(bend, [slope])!; // it reads what is below the diagonal
    const most = move!.reduce((far, moved) => Math.max(far, Math.abs(moved)), 0);
    const scale = most > LONGEST ? LONGEST / most : 1;
    strengths = strengths.map((strength, i) => strength + scale * move![i]!);
    if (most < STILL) break;
  }
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / wins.length;
  return strengths.map((strength) => Math.round(1e9 * POINTS * (strength - mean)) / 1e9 + 0); // no -0
}

/** The chance that two ratings give the first of them. */
export const expectedWin = (own: number, other: number): number =>
  1 / (1 + exp(((other - own) * ln(10)) / PER_TENFOLD));
