import type { Chain } from "./chain.ts";
import type { Metric } from "./program.ts";

/** A metric and how it is read: the values that the parts bring add up to the number of a bin. */
export interface Reading<S> {
  readonly metric: Metric;
  /** Read after this many steps; the end when left out. */
  readonly after?: number;
  /** What the state of part `part` brings, a whole number from 0. */
  readonly bin: (state: S, part: number) => number;
}

/** A trial made of independent parts (the soldiers under fire, say), each a chain played from its start. */
export interface Play<S> {
  readonly parts: readonly Chain<S>[];
  readonly readings: readonly Reading<S>[];
  readonly blockSize: number;
}

/** After how many steps of a part a reading is taken. */
export const stepsRead = <S>(reading: Reading<S>, part: Chain<S>) =>
  Math.min(reading.after ?? part.steps.length, part.steps.length);
