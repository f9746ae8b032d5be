/**
 * Does a simulated histogram agree with the exact distribution it should follow?
 *
 * The statistic is the likelihood-ratio chi-square G = 2 sum O ln(O / E) with Williams's correction (1976), not
 * Pearson's sum (O - E)^2 / E. Both follow the same chi-square distribution; but a threshold of one in a million looks far into
 * the tail, where Pearson's sum over a cell of expected count 5 raises 70 false alarms in a million and G 0.4.
 */
import { sum } from "simple-statistics";
import { chiSquareUpper } from "./chi-square.ts";
import { ln } from "./elementary.ts";
import { ratio } from "./integers.ts";
import { isBigInts, type Weights } from "./moments.ts";

export type OutcomeValue = number | string;

export interface Observed {
  readonly values: readonly OutcomeValue[];
  readonly counts: readonly number[];
}

/** An exact distribution; `weights` are probabilities (adding up to 1 within rounding) or integers over their total. */
export interface Expected {
  readonly values: readonly OutcomeValue[];
  readonly weights: Weights;
}

export interface Agreement {
  readonly statistic: number;
  readonly degrees: number;
  readonly pValue: number;
  /** Outcomes that were seen although their exact probability is 0 or they are not in the exact distribution. */
  readonly impossibleSeen: readonly OutcomeValue[];
  readonly verdict: "agree" | "disagree";
}

/** Neighbouring outcomes are pooled until at least this many are expected. */
const MIN_EXPECTED = 5;

/**
 * Compares a histogram with an exact distribution. "disagree" when an impossible or an all but impossible outcome was
 * seen, or when the p-value is below `threshold`. The threshold is the chance that one correct cell is accused in vain;
 * multiply it by the number of cells for a whole study. Simulated, the true rate is within 1.5 times the nominal one for
 * distributions with up to ten pools of the smallest size, and within 5 times for a thousand such pools.
 * An empty histogram agrees, with 0 degrees of freedom.
 */
export function agreement(observed: Observed, exact: Expected, threshold = 1e-6): Agreement {
  const counts = new Map(observed.values.map((value, i) => [value, observed.counts[i] ?? 0]));
  const n = sum([...counts.values()]);
  const probabilities = shares(exact.weights);
  const cells = exact.values.map((value, i) => ({
    value,
    observed: counts.get(value) ?? 0,
    expected: n * (probabilities[i] ?? 0),
  }));
  const possible = cells.filter((cell) => cell.expected > 0);
  const known = new Set(possible.map((cell) => cell.value));
  const impossibleSeen = [...counts].filter(([value, count]) => count > 0 && !known.has(value)).map(([value]) => value);
  // Even one was expected less often than once in `outcomes / threshold` such runs.
  const isImprobable = possible.some((cell) => cell.observed > 0 && cell.expected < threshold / possible.length);
  const { statistic, degrees } = likelihoodRatio(pool(possible));
  const pValue = chiSquareUpper(statistic, degrees);
  const fine = impossibleSeen.length === 0 && !isImprobable && pValue >= threshold;
  return {
    statistic,
    degrees,
    pValue,
    impossibleSeen,
    verdict: fine ? "agree" : "disagree",
  };
}

/** What several metrics of the same trials say together. */
export interface JointAgreement {
  /**
   * The smallest of their p-values times how many can deviate, at most 1 (Bonferroni's bound, sound however the metrics
   * hang together): where all agree it is below any level no more often than that level. 0 when the impossible was seen.
   */
  readonly pValue: number;
  readonly verdict: Agreement["verdict"];
  /** Which of them is furthest off; -1 of none. */
  readonly worst: number;
}

/** `agreement` of every metric of a cell: `threshold` is the chance that a correct cell is accused, however many it has. */
export function agreementOfAll(
  metrics: readonly { readonly observed: Observed; readonly exact: Expected }[],
  threshold = 1e-6,
): JointAgreement {
  const tests = metrics.map(({ observed, exact }) => agreement(observed, exact, threshold / metrics.length));
  const deviating = tests.filter(({ degrees }) => degrees > 0).length;
  const pValues = tests.map(({ impossibleSeen, pValue }) => (impossibleSeen.length > 0 ? 0 : pValue));
  const worst = pValues.reduce((least, p, i) => (least < 0 || p < pValues[least]! ? i : least), -1);
  return {
    pValue: Math.min(1, Math.max(1, deviating) * (pValues[worst] ?? 1)),
    verdict: tests.some(({ verdict }) => verdict === "disagree") ? "disagree" : "agree",
    worst,
  };
}

interface ExpectedCell {
  readonly observed: number;
  readonly expected: number;
}

/** Weights as probabilities that add up to 1. */
function shares(weights: Weights): number[] {
  if (isBigInts(weights)) {
    const total = weights.reduce((a, b) => a + b, 0n);
    return weights.map((w) => ratio(w, total));
  }
  const total = sum([...weights]);
  return weights.map((w) => w / total);
}

/** Merges neighbours, in order, until each pool expects enough; what is left over joins the last pool. */
function pool(cells: readonly ExpectedCell[]): ExpectedCell[] {
  const pools: ExpectedCell[] = [];
  let open: ExpectedCell = { observed: 0, expected: 0 };
  for (const cell of cells) {
    open = merge(open, cell);
    if (open.expected < MIN_EXPECTED) continue;
    pools.push(open);
    open = { observed: 0, expected: 0 };
  }
  const last = pools.pop();
  return last === undefined ? [open] : [...pools, merge(last, open)];
}

const merge = (a: ExpectedCell, b: ExpectedCell): ExpectedCell => ({
  observed: a.observed + b.observed,
  expected: a.expected + b.expected,
});

function likelihoodRatio(pools: readonly ExpectedCell[]): { statistic: number; degrees: number } {
  const degrees = pools.length - 1;
  if (degrees < 1) return { statistic: 0, degrees: 0 };
  // O ln(O/E) - (O - E): the second part adds up to nothing and keeps every term positive.
  const terms = pools.map(({ observed: o, expected: e }) => (o === 0 ? e : o * ln(o / e) - (o - e)));
  const n = sum(pools.map((p) => p.expected));
  const williams = 1 + (sum(pools.map((p) => n / p.expected)) - 1) / (6 * n * degrees);
  return { statistic: Math.max(0, (2 * sum(terms)) / williams), degrees };
}
