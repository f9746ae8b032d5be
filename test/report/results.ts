import type { Headlines } from "../../src/analysis/measure.ts";
import type { CellResult, MetricResult, Result } from "../../src/analysis/result.ts";
import { proportion } from "../../src/stats/proportion.ts";

/** Results made by hand, so that what a report must say of them is known. */
export const exactMetric: MetricResult = {
  name: "outcome",
  outcomes: [
    { value: "miss", probability: 0.3, fraction: "3/10" },
    { value: "out", probability: 0.7, fraction: "7/10" },
  ],
};

export const numericMetric: MetricResult = {
  name: "casualties",
  outcomes: [
    { value: 0, probability: 0.25, atLeast: 1, fraction: "1/4" },
    { value: 1, probability: 0.5, atLeast: 0.75, fraction: "1/2" },
    { value: 2, probability: 0.25, atLeast: 0.25, fraction: "1/4" },
  ],
  mean: 1,
  sd: Math.SQRT1_2,
  median: 1,
  quantiles: { q05: 0, q25: 0, q75: 1, q95: 2 },
};

/** A simulated metric of words with these counts. */
export function counted(name: string, counts: Readonly<Record<string, number>>): MetricResult {
  const trials = Object.values(counts).reduce((a, b) => a + b, 0);
  return {
    name,
    outcomes: Object.entries(counts).map(([value, count]) => {
      const { estimate = 0, lower, upper } = proportion(count, trials);
      return { value, count, probability: estimate, lower, upper };
    }),
  };
}

export const cell = (more: Partial<CellResult> = {}): CellResult => {
  const head = { experiment: "fire", attacker: "rangers", defender: "marines", modifiers: ["base"], ...more };
  return {
    id: [head.experiment, head.attacker, head.defender, head.modifiers.join("+")].join("~"),
    kind: "shot",
    options: [],
    assumptions: [],
    ...(more.statement || more.notBuilt
      ? {}
      : { method: "exact" as const, trials: 0, stoppedBy: "exact" as const, metrics: [exactMetric] }),
    ...head,
  };
};

export const simulated = (metric: MetricResult, trials: number, more: Partial<CellResult> = {}): CellResult =>
  cell({ method: "monte-carlo", trials, stoppedBy: "trials", metrics: [metric], ...more });

export const resultOf = (cells: readonly CellResult[], more: Partial<Result> = {}): Result => ({
  version: "0.1.0",
  format: 1,
  stream: "a-stream/v1",
  seed: "18446744073709551615",
  ruleset: "dice",
  title: "Rangers and marines",
  file: "fire.yaml",
  labels: "en",
  command: "crible run fire.yaml",
  unitLabels: { rangers: "Rangers", marines: "Marines" },
  warnings: [],
  cells,
  ...more,
});

export const headlines: Headlines = {
  shot: { metric: "outcome", values: ["out"], text: "of shots put the target out" },
  volley: {
    metric: "casualties",
    text: "casualties on average",
    also: { metric: "outcome", values: ["out"], text: "out for good" },
  },
};
