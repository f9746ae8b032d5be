/** Exact answers of questions that several metrics answer together. */

import { type Arithmetic, DOUBLES, type Exact, INTEGERS, isFraction, probabilitiesOf } from "./exact.ts";
import { holds, metricsIn } from "./joint.ts";
import { message } from "./message.ts";
import type { Play } from "./play.ts";
import { solvePlay } from "./play-solve.ts";
import type { JointAnswer, TrialCondition } from "./program.ts";
import { workOf } from "./work.ts";

/** Independent of every other one: the bins of some metrics together, and the chance of each combination. */
export interface Factor {
  readonly metrics: readonly number[];
  /** Combination by combination, the bin of each of those metrics. */
  readonly bins: readonly (readonly number[])[];
  readonly distribution: Exact;
}

/** Combinations of all factors beyond which a question is simulated. */
const MOST_COMBINATIONS = 1_000_000;

/** The chances of no and yes, from the combinations of independent factors. */
export function jointOfFactors(condition: TrialCondition, factors: readonly Factor[], operations: number): JointAnswer {
  const combinations = factors.reduce((product, { bins }) => product * bins.length, 1);
  if (combinations > MOST_COMBINATIONS)
    return { impossible: message`it has more than ${MOST_COMBINATIONS} combinations` };
  return { operations: operations + combinations, solve: () => answerOf(condition, factors) };
}

export function answerOf(condition: TrialCondition, factors: readonly Factor[]): Exact {
  const bins: number[] = [];
  const summed = <T>({ one, zeros, add, times }: Arithmetic<T>, weights: readonly ArrayLike<T>[]): T[] => {
    const sums = zeros(2);
    /** Sums over all combinations from factor `f` on. */
    const visit = (f: number, weight: T): void => {
      const factor = factors[f];
      if (factor === undefined) {
        const bin = holds(condition, bins) ? 1 : 0;
        sums[bin] = add(sums[bin]!, weight);
        return;
      }
      factor.bins.forEach((tuple, i) => {
        tuple.forEach((bin, m) => {
          bins[factor.metrics[m]!] = bin;
        });
        visit(f + 1, times(weight, weights[f]![i]!));
      });
    };
    visit(0, one);
    return sums;
  };
  const all = factors.map(({ distribution }) => distribution);
  const fractions = all.filter(isFraction);
  if (fractions.length < all.length) return DOUBLES.exact(summed(DOUBLES, all.map(probabilitiesOf)), 1);
  const weights = fractions.map((distribution) => distribution.weights);
  return INTEGERS.exact(
    summed(INTEGERS, weights),
    fractions.reduce((product, { total }) => product * total, 1n),
  );
}

/** Combinations of the metrics of a play that are followed together. */
const MOST_CODES = 4_096;

/**
 * The answer of a play whose metrics are read at one moment: they are packed into one number, digit by digit, and as
 * what the parts bring adds up for each metric, so do the packed numbers.
 */
export function jointOfPlay<S>(play: Play<S>, condition: TrialCondition): JointAnswer {
  const used = metricsIn(condition);
  const readings = used.map((metric) => play.readings[metric]!);
  if (new Set(readings.map(({ after }) => after)).size > 1) return { impossible: "it asks of several moments" };
  const sizes = readings.map(({ metric }) => metric.values.length);
  const codes = sizes.reduce((product, size) => product * size, 1);
  if (codes > MOST_CODES) return { impossible: message`its metrics have more than ${MOST_CODES} combinations` };
  const strides = sizes.map((_, i) => sizes.slice(0, i).reduce((product, size) => product * size, 1));
  const after = readings[0]?.after;
  const packed: Play<S> = {
    ...play,
    readings: [
      {
        metric: { name: "joint", values: Array.from({ length: codes }, (_, code) => code) },
        ...(after === undefined ? {} : { after }),
        bin: (state, part) => readings.reduce((sum, reading, i) => sum + strides[i]! * reading.bin(state, part), 0),
      },
    ],
  };
  const { operations, inFractions } = workOf(packed);
  const bins = Array.from({ length: codes }, (_, code) =>
    sizes.map((size, i) => Math.floor(code / strides[i]!) % size),
  );
  return {
    operations,
    solve: () => answerOf(condition, [{ metrics: used, bins, distribution: solvePlay(packed, inFractions)[0]! }]),
  };
}
