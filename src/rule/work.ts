/** How much an exact answer takes, counted before it is worked out: never measured by a clock. */
import type { Chain } from "./chain.ts";
import type { Play } from "./play.ts";
import { bitsOf, FRACTION_BITS } from "./solve.ts";

export interface Work {
  /** In additions of short whole numbers: about 20 million a second. */
  readonly operations: number;
  /** Whether whole numbers are kept to the end; doubles otherwise (to 1e-12). */
  readonly inFractions: boolean;
}

/** Operations up to which they are: half a second. */
export const FRACTION_OPERATIONS = 10_000_000;

/** Multiplications of doubles that take as long as one addition of whole numbers. */
const DOUBLES = 8;
/** Bits that make an operation on whole numbers take twice as long. */
const LONG = 1_024;
const WORD = 64;

/**
 * The work of a play: its chains are summed, step by step; the parts' laws are convolved, for each reading; and each
 * value is told as a reduced fraction, which takes divisions of the whole denominator. Long whole numbers weigh more.
 */
export function workOf<S>({ parts, readings }: Pick<Play<S>, "parts" | "readings">): Work {
  let bits = 0;
  let chains = 0;
  const known = new Map<Chain<S>, { readonly bits: number; readonly sums: number }>();
  for (const part of parts) {
    let own = known.get(part);
    if (own === undefined) {
      const runs = part.transitions.reduce((sum, { runs: { length } }) => sum + length, 0);
      own = { bits: bitsOf(part), sums: part.steps.length * runs };
      known.set(part, own);
    }
    bits += own.bits;
    chains += own.sums * readings.length;
  }
  const values = readings.map(({ metric }) => metric.values.length);
  const products = values.reduce((sum, count) => sum + (count * (count + parts.length)) / 2, 0);
  const words = bits / WORD;
  const told = values.reduce((sum, count) => sum + 0.7 * count * words * words, 0);
  const fractions = chains * (1 + bits / LONG) + products * (1 + (2 * bits) / (3 * LONG)) + told;
  const inFractions = bits <= FRACTION_BITS && fractions <= FRACTION_OPERATIONS;
  return { operations: Math.ceil(inFractions ? fractions : (chains + products) / DOUBLES), inFractions };
}
