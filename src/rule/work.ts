/** How much an exact answer takes, counted before it is worked out: never measured by a clock. */

import type { Chain } from "./chain.ts";
import { keptIn } from "./once.ts";
import { type Play, stepsRead } from "./play.ts";
import type { PlayingWork, Program } from "./program.ts";
import { bitsOf, FRACTION_BITS } from "./solve.ts";

export interface Work {
  /** In additions of short whole numbers: about 20 million a second. */
  readonly operations: number;
  /** Whether whole numbers are kept to the end; doubles otherwise (to 1e-12). */
  readonly inFractions: boolean;
}

/** Operations up to which they are: half a second. */
export const FRACTION_OPERATIONS = 10_000_000;

/** Multiplications of doubles, one after another in memory, in the time of one operation. */
export const MULTIPLICATIONS = 90;

/** Multiplications of doubles that take as long as one addition of whole numbers. */
const DOUBLES = 8;
/** Bits that make an operation on whole numbers take twice as long. */
const LONG = 1_024;
const WORD = 64;

/** Ways out of all states of a chain. */
const runsOf = <S>({ transitions }: Chain<S>): number =>
  transitions.reduce((sum, { runs: { length } }) => sum + length, 0);

/**
 * The work of a play: its chains are summed, step by step; the parts' distributions are convolved, for each reading; and each
 * value is told as a reduced fraction, which takes divisions of the whole denominator. Long whole numbers weigh more.
 */
export function workOf<S>({ parts, readings }: Pick<Play<S>, "parts" | "readings">): Work {
  let bits = 0;
  let chains = 0;
  const known = new Map<Chain<S>, { readonly bits: number; readonly sums: number }>();
  for (const part of parts) {
    const kept = keptIn(known, part, () => ({ bits: bitsOf(part), sums: part.steps.length * runsOf(part) }));
    bits += kept.bits;
    chains += kept.sums * readings.length;
  }
  const values = readings.map(({ metric }) => metric.values.length);
  const products = values.reduce((sum, count) => sum + (count * (count + parts.length)) / 2, 0);
  const words = bits / WORD;
  const told = values.reduce((sum, count) => sum + 0.7 * count * words * words, 0);
  const fractions = chains * (1 + bits / LONG) + products * (1 + (2 * bits) / (3 * LONG)) + told;
  const inFractions = bits <= FRACTION_BITS && fractions <= FRACTION_OPERATIONS;
  return { operations: Math.ceil(inFractions ? fractions : (chains + products) / DOUBLES), inFractions };
}

/** A millisecond's work. */
const MILLISECOND = 20_000;
/** A trial that is one draw. */
const ONE_DRAW = 0.1;
/** A draw of a trial of several, and a die that is rolled for real. */
const DRAW = 0.5;
const DIE = 3;
/** Bins of one metric that are read off a trial one by one. */
const READING = 0.2;
/** What finding a chain takes, for each way out of its states; of exact operations, what solving it for a kernel does. */
const FOUND = 15;
const SOLVED = 2;

/** What playing a play takes: one draw where everything is read at its end, else a draw for each step of each part. */
export function playingWorkOf<S>(play: Play<S>, operations: number): PlayingWork {
  const { parts, readings } = play;
  const runs = [...new Set(parts)].reduce((sum, part) => sum + part.steps.length * runsOf(part), 0);
  const isWhole = parts.length === 1 || readings.every(({ after }) => after === undefined);
  const draws = parts.reduce((sum, part) => sum + Math.max(...readings.map((one) => stepsRead(one, part))), 0);
  return {
    program: MILLISECOND / 2 + FOUND * runs,
    kernel: 1.5 * MILLISECOND + SOLVED * Math.min(operations, FRACTION_OPERATIONS),
    trial: isWhole ? ONE_DRAW : DRAW * draws + READING * readings.length,
    pair: DRAW * draws + READING * readings.length,
  };
}

/** What playing so many dice a trial takes, one by one. */
export const workOfDice = (dice: number): PlayingWork => ({
  program: MILLISECOND / 2,
  kernel: MILLISECOND,
  trial: DIE * dice,
});

/** Steps of one trial of a kind whose blocks are the longest: the blocks of every kind are about as much work. */
const LONGEST_BLOCK = 65_536;
const STEP = 0.4;

/** What simulating a program takes. */
export const workOfPlaying = ({ work, blockSize }: Program): PlayingWork =>
  work ?? { ...workOfDice(0), trial: STEP * Math.ceil(LONGEST_BLOCK / blockSize) };
