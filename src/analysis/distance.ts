import { decimal, type Fraction, fractionOf, numberOf, plus, size, textOf, times, ZERO } from "./fraction.ts";
import type { MeasuredNumber } from "./measure.ts";
import type { Outcome } from "./result.ts";

/** How far two distributions are apart. */
export interface Distance {
  /** Total variation, 0 to 1: the largest difference in the chance of any event. */
  readonly totalVariation: number;
  readonly fraction?: string;
  /** What two runs of one and the same cell would show on average; left out where both are exact, and of paired runs. */
  readonly noise?: number;
}

const MINUS_ONE: Fraction = { top: -1n, bottom: 1n };
/** The mean size of a standard normal number, the square root of 2/π. */
const MEAN_SIZE = 0.7978845608028654;

/** Total variation between the metrics of two readings, over the values of both. A sampled one is biased upwards. */
export function distanceOf(first: MeasuredNumber, second: MeasuredNumber, isPaired = false): Distance {
  const values = [...new Set([...first.metric.outcomes, ...second.metric.outcomes].map(({ value }) => value))];
  const find = (outcomes: readonly Outcome[]) => {
    const byValue = new Map(outcomes.map((outcome) => [outcome.value, outcome]));
    return (value: number | string) => byValue.get(value);
  };
  const [a, b] = [find(first.metric.outcomes), find(second.metric.outcomes)];
  const isFraction = [first, second].every(({ metric }) =>
    metric.outcomes.every(({ fraction }) => fraction !== undefined),
  );
  if (isFraction) {
    const share = (outcome: Outcome | undefined) => (outcome ? fractionOf(outcome.fraction!) : ZERO);
    const gap = (value: number | string) => size(plus(share(a(value)), times(MINUS_ONE, share(b(value)))));
    const half = times(
      decimal(0.5),
      values.reduce((sum, value) => plus(sum, gap(value)), ZERO),
    );
    return { totalVariation: numberOf(half), fraction: textOf(half) };
  }
  const p = (value: number | string): number => a(value)?.probability ?? 0;
  const q = (value: number | string): number => b(value)?.probability ?? 0;
  const totalVariation = values.reduce<number>((sum, value) => sum + Math.abs(p(value) - q(value)), 0) / 2;
  const [n, m] = [first.trials, second.trials];
  if ((n === 0 && m === 0) || isPaired) return { totalVariation };
  const inverse = (n === 0 ? 0 : 1 / n) + (m === 0 ? 0 : 1 / m);
  const spread = values.reduce<number>((sum, value) => {
    const pooled = n + m === 0 ? 0 : (n * p(value) + m * q(value)) / (n + m);
    return sum + Math.sqrt(pooled * (1 - pooled) * inverse);
  }, 0);
  return { totalVariation, noise: (MEAN_SIZE * spread) / 2 };
}
