/** Chances on a scale on which guesses may go straight on: the logarithm of their odds. */
import { exp, ln } from "../stats/elementary.ts";

/** Chances nearer to 0 or 1 than this say no more than that. */
const LEAST = 1e-3;

/** The logarithm of the odds of a chance in [0, 1], within ±6.91. */
export function logOdds(chance: number): number {
  const held = Math.min(1 - LEAST, Math.max(LEAST, chance));
  return ln(held / (1 - held));
}

/** The chance, in (0, 1), that has such odds. */
export const chanceOf = (odds: number): number => 1 / (1 + exp(-odds));
