import { readFileSync } from "node:fs";

interface Histogram {
  readonly values: number[];
  readonly counts: number[];
  readonly mean: number;
  readonly sd: number;
  readonly populationSd: number;
  readonly qs: number[];
  readonly quantiles: number[];
}

interface Frozen {
  readonly clopperPearson: [k: number, n: number, confidence: number, lower: number, upper: number, fromOne: number][];
  readonly wilson: [k: number, n: number, confidence: number, lower: number, upper: number][];
  readonly zeroEvent: [n: number, confidence: number, bound: number][];
  readonly histograms: Histogram[];
  readonly quantileRanks: [n: number, q: number, confidence: number, lower: number | null, upper: number | null][];
  readonly chiSquare: [x: number, degrees: number, upper: number, lower: number][];
  readonly likelihoodRatio: [observed: number[], probabilities: number[], statistic: number, pValue: number][];
  readonly newcombe: [k1: number, n1: number, k2: number, n2: number, c: number, lower: number, upper: number][];
  readonly normal: [x: number, upper: number][];
  readonly normalQuantiles: [tail: number, x: number][];
  readonly binomial: [k: number, n: number, p: number, upper: number][];
}

/** Values of SciPy, made by scipy-frozen.py. */
export const frozen: Frozen = JSON.parse(readFileSync(new URL("./scipy-frozen.json", import.meta.url), "utf8"));

/** |a / b - 1|, or |a| where b is 0. */
export const relativeError = (a: number, b: number): number => (b === 0 ? Math.abs(a) : Math.abs(a / b - 1));
