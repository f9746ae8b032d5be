/** Goals of a scenario: checked before the first trial, judged afterwards. */

import type { Metric } from "../rule/program.ts";
import { type Said, said } from "../rulesets/said.ts";
import { type Bound, type Goal, type GoalKey, speaksOf } from "../scenario/goals.ts";
import { suggested } from "../scenario/nearest.ts";
import { type Problem, problemAt, quote, ScenarioError } from "../scenario/problem.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { binomialLower, binomialUpper } from "../stats/binomial.ts";
import { errorToTell } from "../stats/confidence.ts";
import { meanLimits } from "../stats/mean-limits.ts";
import { proportion } from "../stats/proportion.ts";
import { decimal, type Fraction } from "./fraction.ts";
import type { Claim } from "./gate.ts";
import { keyOf } from "./keys.ts";
import { type Measure, placed, readingOf } from "./measure.ts";
import type { CellResult, GoalResult, GoalVerdict } from "./result.ts";

type GoalWhere = Pick<Metric, "name" | "turn" | "side">;

/** The metrics of a cell that a goal speaks of: at its turn, or at the last one that each has. */
export function metricsFor<M extends GoalWhere>({ metric, turn, side }: Goal, metrics: readonly M[]): M[] {
  const named = metrics.filter((found) => found.name === metric && (side === undefined || found.side === side));
  const last = named.reduce((latest, found) => Math.max(latest, found.turn ?? 0), 0);
  return named.filter((found) => (found.turn ?? 0) === (turn ?? last));
}

/**
 * Holds goals against what the cells measure, before anything is played.
 * @throws ScenarioError, at the goals, for metrics, values, turns and sides that no cell has, and for bounds of the
 * wrong sort
 */
export function checkGoals(
  { goals, cells }: Study,
  planned: ReadonlyMap<string, { readonly program: { readonly metrics: readonly Metric[] } }>,
): void {
  const problems = goals.flatMap((goal) =>
    goal.level === "off" || goal.rank !== undefined ? [] : problemsOf(goal, cells, planned),
  );
  if (problems.length > 0) throw new ScenarioError(problems);
}

function problemsOf(goal: Goal, cells: readonly Cell[], planned: Parameters<typeof checkGoals>[1]): Problem[] {
  const meant = cells.filter(speaksOf(goal));
  const metrics = meant.flatMap((cell) => planned.get(cell.id)?.program.metrics ?? []);
  if (metrics.length === 0) {
    const isForbidden = meant.length > 0 && meant.every(({ outcome }) => "statement" in outcome);
    return isForbidden
      ? [problemAt(goal.place, said`this goal matches nothing: the rules forbid what its cells ask`, {})]
      : [];
  }
  const nothing = (key: GoalKey, what: Said, name: string, known: readonly string[]): Problem[] => {
    const hint = suggested(name, [...new Set(known)]);
    return [problemAt(goal.places[key], said`this goal matches nothing: ${what}`, hint ? { hint } : {})];
  };
  const { metric, value, turn, side } = goal;
  const named = metrics.filter(({ name }) => name === metric);
  if (named.length === 0)
    return nothing(
      "metric",
      said`no metric ${quote(metric)} in its cells`,
      metric,
      metrics.map(({ name }) => name),
    );
  const sided = named.filter((found) => side === undefined || found.side === side);
  if (sided.length === 0) return nothing("side", said`${metric} has no sides`, String(side), []);
  const turned = sided.filter((found) => turn === undefined || found.turn === turn);
  if (turned.length === 0) {
    const turns = sided.flatMap((found) => found.turn ?? []);
    const known =
      turns.length === 0
        ? said`has no turns`
        : said`is measured at turns ${Math.min(...turns)} to ${Math.max(...turns)}`;
    return nothing("turn", said`${metric} ${known}`, String(turn), []);
  }
  const values = turned.flatMap((found) => found.values);
  if (value !== undefined && !values.includes(value))
    return nothing("value", said`${metric} is never ${quote(String(value))}`, String(value), values.map(String));
  if (value === undefined && values.some((known) => typeof known === "string"))
    return [
      problemAt(goal.place, said`${metric} has words for values, so it has no mean`, {
        hint: said`add value: ${values[0]!} or another of ${[...new Set(values)].join(", ")}`,
      }),
    ];
  return (["atLeast", "atMost"] as const).flatMap((key) => boundProblem(goal, key, goal[key]));
}

function boundProblem(goal: Goal, key: "atLeast" | "atMost", bound: Bound | undefined): Problem[] {
  if (bound === undefined) return [];
  const place = goal.places[key] ?? goal.places.between;
  if (goal.value === undefined)
    return bound.isShare
      ? [
          problemAt(place, said`the mean of ${goal.metric} is a number, not a share`, {
            hint: said`add value: for a chance`,
          }),
        ]
      : [];
  if (bound.value >= 0 && bound.value <= 1) return [];
  const hint = bound.isShare ? said`a chance lies between 0 % and 100 %` : said`write ${bound.value}% for per cent`;
  return [problemAt(place, said`a chance cannot be ${bound.text}`, { hint })];
}

/**
 * Every goal of metrics that is not off, once for each metric of each cell it speaks of.
 * @param unplanned cells that an interrupted run did not come to: what is asked of them is inconclusive
 */
export function goalResults(
  goals: readonly Goal[],
  cells: readonly CellResult[],
  unplanned: readonly CellResult[] = [],
): GoalResult[] {
  return goals.flatMap((goal) => {
    if (goal.level === "off" || goal.rank !== undefined) return [];
    const { metric: name, turn, side } = goal;
    const asked = { name, ...(turn === undefined ? {} : { turn }), ...(side === undefined ? {} : { side }) };
    return [
      ...cells
        .filter(speaksOf(goal))
        .flatMap((cell) => metricsFor(goal, cell.metrics ?? []).map((metric) => goalResult(goal, cell, metric))),
      ...unplanned.filter(speaksOf(goal)).map((cell) => goalResult(goal, cell, asked)),
    ];
  });
}

/** Of a goal what its verdict tells. */
export type GoalTold = Pick<Goal, "value" | "level"> & {
  readonly atLeast?: Pick<Bound, "value">;
  readonly atMost?: Pick<Bound, "value">;
  readonly place: GoalResult["place"];
};

/** What a goal asks of one metric. */
const measureOf = ({ value }: GoalTold, metric: Omit<Metric, "values">): Measure =>
  placed({ metric: metric.name, ...(value === undefined ? {} : { values: [value] }) }, metric);

/** What a result says of any goal: its bounds, its level, and where it is written. */
export const askedBy = ({ atLeast, atMost, level, place: { file, line, column } }: Omit<GoalTold, "value">) => ({
  ...(atLeast ? { atLeast: atLeast.value } : {}),
  ...(atMost ? { atMost: atMost.value } : {}),
  level: level as GoalResult["level"],
  place: { file, line, column },
});

/** A goal held against one metric of one cell. */
export function goalResult(goal: GoalTold, cell: CellResult, metric: Omit<Metric, "values">): GoalResult {
  const { value } = goal;
  const measure = measureOf(goal, metric);
  const { values: _, ...where } = measure;
  const head = {
    key: keyOf(cell.id, metric, value),
    cell: cell.id,
    ...where,
    ...(value === undefined ? {} : { value }),
    ...askedBy(goal),
  };
  const reading = readingOf(cell, measure);
  if (reading === undefined) return { ...head, verdict: "inconclusive" };
  const { value: estimate, fraction, lower, upper } = reading;
  const isExact = cell.method === "exact";
  const limits = isExact || lower === undefined || upper === undefined ? {} : { lower, upper };
  const verdict = isExact ? exactVerdict(goal, estimate, fraction) : intervalVerdict(goal, lower, upper);
  return { ...head, estimate, ...limits, verdict };
}

/** A fraction against the decimals that were written; a chain solved in doubles against their nearest doubles. */
function exactVerdict(
  { atLeast, atMost }: Pick<GoalTold, "atLeast" | "atMost">,
  estimate: number,
  fraction: Fraction | undefined,
): GoalVerdict {
  const value = fraction ?? decimal(estimate);
  const low = atLeast === undefined || isAtLeast(value, decimal(atLeast.value));
  const high = atMost === undefined || isAtLeast(decimal(atMost.value), value);
  return low && high ? "pass" : "fail";
}

const isAtLeast = (a: Fraction, b: Fraction): boolean => a.top * b.bottom >= b.top * a.bottom;

/** `pass` when the interval lies wholly within the bounds, `fail` when wholly outside. */
export function intervalVerdict(
  { atLeast, atMost }: Pick<GoalTold, "atLeast" | "atMost">,
  lower: number | undefined,
  upper: number | undefined,
): GoalVerdict {
  if (lower === undefined || upper === undefined) return "inconclusive";
  const least = atLeast?.value ?? Number.NEGATIVE_INFINITY;
  const most = atMost?.value ?? Number.POSITIVE_INFINITY;
  if (lower >= least && upper <= most) return "pass";
  return upper < least || lower > most ? "fail" : "inconclusive";
}

/**
 * A goal as a question of the gate. It passes when the interval of that confidence lies within its bounds. Against it
 * stands the tail beyond the nearer bound, doubled for the two of them: binomial for chances, so that it holds at tiny
 * counts too; of means the chance of error at which their limits would leave the bounds out.
 */
export function goalQuestion(
  goal: Goal,
  cell: CellResult,
  metric: Omit<Metric, "values">,
  confidence: number,
): Claim | undefined {
  const { atLeast, atMost } = goal;
  const reading = readingOf(cell, measureOf(goal, metric));
  if (reading === undefined) return undefined;
  const { count: k, trials: n, histogram } = reading;
  if (k !== undefined) {
    const { lower, upper } = proportion(k, n, confidence);
    const below = atLeast ? binomialLower(k, n, atLeast.value) : 1;
    const above = atMost ? binomialUpper(k, n, atMost.value) : 1;
    const pFail = Math.min(1, 2 * below, 2 * above);
    return { pFail, pPass: intervalVerdict(goal, lower, upper) === "pass" };
  }
  if (histogram !== undefined) {
    const { values, counts } = histogram;
    const verdictAt = (confidence: number): GoalVerdict => {
      const { lower, upper } = meanLimits(values, counts, confidence);
      return intervalVerdict(goal, lower, upper);
    };
    return {
      pFail: errorToTell((confidence) => verdictAt(confidence) === "fail"),
      pPass: verdictAt(confidence) === "pass",
    };
  }
  return { isWell: exactVerdict(goal, reading.value, reading.fraction) === "pass" };
}
