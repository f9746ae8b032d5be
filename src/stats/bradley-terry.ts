import { exp, ln } from "./elementary.ts";

/** Chances nearer to 0 or 1 than this are taken for it: a unit that never loses would have no finite rating. */
const LEAST = 1e-3;
/** Points that ten to one are apart, as in chess. */
const PER_TENFOLD = 400;
const STEPS = 2_000;
const STILL = 1e-11;

/**
 * Bradley and Terry's ratings that fit win chances best (the most likely ones where every pair met as often), mean 0; 400
 * points are ten to one. By Hunter's iteration.
 * @param wins by unit and enemy; undefined where they did not meet
 */
export function ratingsOf(wins: readonly (readonly (number | undefined)[])[]): number[] {
  const size = wins.length;
  const clipped = wins.map((row) =>
    row.map((win) => (win === undefined ? undefined : Math.min(1 - LEAST, Math.max(LEAST, win)))),
  );
  let strengths = new Array<number>(size).fill(1);
  for (let step = 0; step < STEPS; step++) {
    const next = strengths.map((own, i) => {
      let won = 0;
      let met = 0;
      clipped[i]!.forEach((win, j) => {
        if (win === undefined || j === i) return;
        won += win;
        met += 1 / (own + strengths[j]!);
      });
      return met === 0 ? own : won / met;
    });
    const mean = next.reduce((sum, own) => sum + ln(own), 0) / size;
    const scaled = next.map((own) => exp(ln(own) - mean));
    const moved = scaled.reduce((most, own, i) => Math.max(most, Math.abs(own / strengths[i]! - 1)), 0);
    strengths = scaled;
    if (moved < STILL) break;
  }
  return strengths.map((own) => (PER_TENFOLD * ln(own)) / ln(10));
}

/** The chance that two ratings give the first of them. */
export const expectedWin = (own: number, other: number): number =>
  1 / (1 + exp(((other - own) * ln(10)) / PER_TENFOLD));
