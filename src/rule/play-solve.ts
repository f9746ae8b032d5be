import type { Chain } from "./chain.ts";
import { convolve, type Exact, readOff } from "./exact.ts";
import { keptIn } from "./once.ts";
import { type Play, type Reading, stepsRead } from "./play.ts";
import { solveChain } from "./solve.ts";

const binsOf = <S>(reading: Reading<S>, part: Chain<S>, index: number) =>
  Int32Array.from(part.states, (state) => reading.bin(state, index));

/** The distribution of every reading. */
export function solvePlay<S>(play: Play<S>, inFractions: boolean): Exact[] {
  const one: Exact = inFractions ? { weights: [1n], total: 1n } : { probabilities: Float64Array.of(1) };
  const sums = play.readings.map(() => one);
  // Parts that are the same chain (like soldiers under like fire) are solved once.
  const solved = new Map<Chain<S>, Exact[]>();
  play.parts.forEach((part, index) => {
    const after = play.readings.map((reading) => stepsRead(reading, part));
    const layers = keptIn(solved, part, () => solveChain(part, after, inFractions));
    play.readings.forEach((reading, r) => {
      const bins = binsOf(reading, part, index);
      sums[r] = convolve(sums[r]!, readOff(layers[r]!, bins, bins.reduce((a, b) => Math.max(a, b), 0) + 1));
    });
  });
  return sums.map((sum, r) => readOff(sum, identity(sum), play.readings[r]!.metric.values.length));
}

const identity = (exact: Exact) =>
  Int32Array.from({ length: "total" in exact ? exact.weights.length : exact.probabilities.length }, (_, i) => i);
