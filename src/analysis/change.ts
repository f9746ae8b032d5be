/** Weighted sums of readings: a difference, an effect, an interaction. */
import { contrastOfChances, contrastOfMeans, recovered } from "../stats/contrast.ts";
import {
  contrastOfPairedChances,
  contrastOfPairedMeans,
  mcnemar,
  type PairedSums,
  pairingGain,
} from "../stats/paired.ts";
import type { Change, Paired } from "./form.ts";
import { decimal, type Fraction, numberOf, plus, textOf, times, ZERO } from "./fraction.ts";
import type { MeasuredNumber } from "./measure.ts";

export interface WeightedReading {
  readonly weight: number;
  readonly reading: MeasuredNumber;
}

const isExact = ({ reading }: WeightedReading): boolean => reading.trials === 0;

/** The exact sum of readings that are fractions; undefined when one is not. */
export const exactSum = (terms: readonly WeightedReading[]): Fraction | undefined =>
  terms.every(({ reading }) => reading.fraction !== undefined)
    ? terms.reduce((sum, { weight, reading }) => plus(sum, times(decimal(weight), reading.fraction!)), ZERO)
    : undefined;

type LimitedChange = Pick<Change, "value" | "lower" | "upper">;
/** A number less another that was played apart, with limits where one is simulated. */
export function lessOf(from: LimitedChange, to: LimitedChange): LimitedChange {
  const limited = ({ value, lower = value, upper = value }: LimitedChange) => ({ estimate: value, lower, upper });
  const value = to.value - from.value;
  if (from.lower === undefined && to.lower === undefined) return { value };
  const { lower, upper } = recovered([
    { weight: 1, ...limited(to) },
    { weight: -1, ...limited(from) },
  ]);
  return { value, lower, upper };
}

/** What one reading is less another. */
export const changeBetween = (from: WeightedReading["reading"], to: WeightedReading["reading"]): Change =>
  changeOf([
    { weight: -1, reading: from },
    { weight: 1, reading: to },
  ]);

/**
 * The weighted sum of readings: a fraction where all are, without limits where all are exact. Else with limits: of
 * readings of the same trials Bonett and Price's (chances) or those of the mean of their differences, of independent
 * cells those recovered
 * from the limits of each. Weights are multiples of 1/2^k.
 */
export function changeOf(terms: readonly WeightedReading[]): Change {
  const fraction = exactSum(terms);
  if (fraction) return { value: numberOf(fraction), fraction: textOf(fraction) };
  const value = terms.reduce((sum, { weight, reading }) => sum + weight * reading.value, 0);
  // Chains are summed in doubles, to 1e-12: what is below that is no change.
  const scale = Math.max(1, ...terms.map(({ reading }) => Math.abs(reading.value)));
  if (terms.every(isExact)) return { value: Math.abs(value) < 1e-12 * scale ? 0 : value };
  const paired = pairedChange(terms);
  if (paired) return paired;
  const { lower, upper } = terms[0]!.reading.isChance
    ? contrastOfChances(
        terms.map(({ weight, reading }) =>
          reading.count === undefined
            ? { weight, exact: reading.value }
            : { weight, k: reading.count, n: reading.trials },
        ),
      )
    : contrastOfMeans(
        terms.map(({ weight, reading }) =>
          reading.histogram === undefined ? { weight, exact: reading.value } : { weight, ...reading.histogram },
        ),
      );
  return { value, lower, upper };
}

/** Fine enough for every weight: a factorial has at most 2^8 cells. */
const SCALE = 256;

/** Where all simulated readings, two at least, are of the same trials. Exact ones add no width. */
function pairedChange(terms: readonly WeightedReading[]): Change | undefined {
  const simulated = terms.filter((term) => !isExact(term));
  const [first] = simulated;
  const sums = first?.reading.paired?.sums;
  if (sums === undefined || simulated.length < 2) return undefined;
  if (simulated.some(({ reading }) => reading.paired?.sums !== sums)) return undefined;
  const weights = sums.sums.map((_, index) =>
    simulated.reduce(
      (weight, term) => (term.reading.paired!.index === index ? weight + BigInt(term.weight * SCALE) : weight),
      0n,
    ),
  );
  const { isChance } = first!.reading;
  const { lower, upper } = isChance ? contrastOfPairedChances(sums, weights) : contrastOfPairedMeans(sums, weights);
  const value = terms.reduce((sum, { weight, reading }) => sum + weight * reading.value, 0);
  const known = terms.filter(isExact).reduce((sum, { weight, reading }) => sum + weight * reading.value, 0);
  const gain = pairingGain(sums, weights);
  const split = isChance && terms.length === 2 && simulated.length === 2 ? splitOf(simulated, sums) : undefined;
  return {
    value,
    ...(lower === undefined || upper === undefined
      ? {}
      : { lower: known + lower / SCALE, upper: known + upper / SCALE }),
    paired: { trials: Number(sums.n), ...(gain === undefined ? {} : { gain }), ...split },
  };
}

/** Trials in which one of two chances came true and the other did not: the first is the one that is subtracted. */
function splitOf(terms: readonly WeightedReading[], { sums, products }: PairedSums): Partial<Paired> {
  const [first, second] = [...terms].sort((a, b) => a.weight - b.weight).map(({ reading }) => reading.paired!.index);
  const both = products[first!]![second!]!;
  const onlyFirst = Number(sums[first!]! - both);
  const onlySecond = Number(sums[second!]! - both);
  return { onlyFirst, onlySecond, pValue: mcnemar(onlyFirst, onlySecond) };
}
