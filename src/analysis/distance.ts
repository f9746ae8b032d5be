import { decimal, type Fraction, fractionOf, numberOf, plus, size, textOf, times, ZERO } from "./fraction.ts";
import type { MeasuredNumber } from "./measure.ts";
import type { Outcome } from "./result.ts";

/** How far two distributions are apart. */
export interface Distance {
  /** Total variation, 0 to 1: the largest difference in the chance of any event. */
  readonly totalVariation: number;
  readonly fraction?: string;
}

const MINUS_ONE: Fraction = { top: -1n, bottom: 1n };

/** Total variation between the metrics of two readings, over the values of both. A sampled one is biased upwards. */
export function distanceOf(first: MeasuredNumber, second: MeasuredNumber): Distance {
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
  return { totalVariation: values.reduce<number>((sum, value) => sum + Math.abs(p(value) - q(value)), 0) / 2 };
}
