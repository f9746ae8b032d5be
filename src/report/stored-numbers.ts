/** Whether the numbers of a stored result are those of its counts and chances: who edits one by hand is found out. */
import { type GoalTold, goalResult } from "../analysis/goals.ts";
import type { CellResult, GoalResult, MetricResult, Outcome, Quantiles, Result } from "../analysis/result.ts";
import { exactMetric, simulatedMetric } from "../analysis/summarise.ts";
import type { Exact } from "../rule/exact.ts";
import { lcm } from "../rule/fraction.ts";
import { type Said, said, type Text } from "../rulesets/said.ts";
import { quote } from "../scenario/problem.ts";
import { VERSION } from "../version.ts";

type Fail = (message: Said) => never;

type Wrong = (what: Text, found: number | Said, wanted: number | Said) => never;

/** How far two ways of adding doubles may be apart, as a share. */
const SLACK = 1e-9;
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= SLACK * Math.max(1, Math.abs(b));

/** @throws what `fail` throws, naming the first number that does not fit */
export function checkNumbers({ cells, goals = [], version }: Result, fail: Fail): void {
  const known = new Map(cells.map((cell) => [cell.id, cell]));
  for (const cell of cells) {
    for (const metric of cell.metrics ?? []) checkMetric(cell, metric, version === VERSION, fail);
    checkWorth(cell, fail);
  }
  for (const goal of goals) checkGoal(goal, known.get(goal.cell), fail);
}

function checkMetric(cell: CellResult, metric: MetricResult, isOurs: boolean, fail: Fail): void {
  const { method, trials = 0 } = cell;
  const { outcomes } = metric;
  const named = `${quote(cell.id)}, ${metricName(metric)}`;
  const wrong: Wrong = (what, found, wanted) =>
    fail(said`${named}: its ${what} is ${found}, where its outcomes give ${wanted}: the file was edited`);
  const sum = outcomes.reduce((total, { probability }) => total + probability, 0);
  if (method === "exact" && Math.abs(sum - 1) > SLACK)
    fail(said`${named}: its chances add up to ${sum}, not to 1: the file was edited`);
  // What is played is counted in whole numbers, and so is what has fractions.
  const isWhole = method !== "exact" || outcomes.every(({ fraction }) => fraction !== undefined);
  for (const { value } of outcomes)
    if (isWhole && typeof value === "number" && !Number.isInteger(value))
      fail(said`${named}: ${value} is no whole number: the file was edited`);
  if (method !== "exact" && trials > 0) checkCounts(named, outcomes, trials, fail);
  if (method !== "exact" && trials === 0) return;
  const form = { name: metric.name, values: outcomes.map(({ value }) => value) as readonly number[] };
  const wanted =
    method === "exact"
      ? exactMetric(form, distributionOf(outcomes) ?? fail(said`${named}: its fractions are none: the file was edited`))
      : simulatedMetric(
          form,
          Float64Array.from(outcomes, ({ count = 0 }) => count),
          trials,
        );
  // Limits that hold at any time rest on the order of the trials, and another version may make them otherwise.
  const isLimited = isOurs && cell.guarantee !== "anytime";
  const isAsked = (key: string) => isLimited || !/lower|upper/i.test(key);
  wanted.outcomes.forEach((outcome, i) => {
    for (const key of ["probability", "lower", "upper", "atLeast", "atLeastLower", "atLeastUpper"] as const)
      if (isAsked(key)) hold(() => said`${key} of ${outcomes[i]!.value}`, outcomes[i]![key], outcome[key], wrong);
  });
  for (const key of ["mean", "sd", "median", "meanLower", "meanUpper", "medianLower", "medianUpper"] as const)
    if (isAsked(key)) hold(() => key, metric[key], wanted[key], wrong);
  for (const key of ["quantiles", "quantilesLower", "quantilesUpper"] as const)
    if (isAsked(key))
      for (const q of ["q05", "q25", "q75", "q95"] as const satisfies (keyof Quantiles)[])
        hold(() => said`${q} of ${key}`, metric[key]?.[q], wanted[key]?.[q], wrong);
}

function checkCounts(named: Text, outcomes: readonly Outcome[], trials: number, fail: Fail): void {
  const counted = outcomes.reduce((total, { count = 0 }) => total + count, 0);
  if (counted !== trials)
    fail(said`${named}: its counts add up to ${counted}, not to the ${trials} trials: the file was edited`);
  for (const { value, count = 0, probability } of outcomes)
    if (Math.abs(probability - count / trials) > SLACK)
      fail(
        said`${named} = ${value}: ${count} of ${trials} trials are not a chance of ${probability}: the file was edited`,
      );
}

function hold(what: () => Text, found: number | undefined, wanted: number | undefined, wrong: Wrong): void {
  if (found === undefined && wanted === undefined) return;
  if (found === undefined || wanted === undefined || !isNear(found, wanted))
    wrong(what(), found ?? said`missing`, wanted ?? said`none`);
}

/** The distribution that outcomes tell: of fractions where each has one; undefined where one is no fraction. */
function distributionOf(outcomes: readonly Outcome[]): Exact | undefined {
  if (outcomes.some(({ fraction }) => fraction === undefined))
    return { probabilities: Float64Array.from(outcomes, ({ probability }) => probability) };
  const parts = outcomes.map(({ fraction }) => /^(\d+)(?:\/(\d*[1-9]\d*))?$/.exec(fraction!));
  if (parts.some((part) => part === null)) return undefined;
  const fractions = parts.map((part) => [BigInt(part![1]!), BigInt(part![2] ?? 1)] as const);
  const total = fractions.reduce((common, [, bottom]) => lcm(common, bottom), 1n);
  return { weights: fractions.map(([top, bottom]) => (top * total) / bottom), total };
}

/** What points buy: kills for 100 points, and points for a kill, each end the other's turned over. */
function checkWorth({ id, worth, worthOfDefender }: CellResult, fail: Fail): void {
  const pairs = [worth, worthOfDefender].flatMap((bought) =>
    bought === undefined
      ? []
      : ([
          [bought.killsPer100, bought.pointsPerKill],
          [bought.killsPer100Upper, bought.pointsPerKillLower],
          [bought.killsPer100Lower, bought.pointsPerKillUpper],
        ] as const),
  );
  for (const [kills, points] of pairs)
    if ((points ?? 0) > 0 && !isNear((kills ?? 0) * points!, 100))
      fail(
        said`${quote(id)}: ${kills ?? 0} kills for 100 points are not ${points ?? 0} points for a kill: the file was edited`,
      );
}

function checkGoal(goal: GoalResult, cell: CellResult | undefined, fail: Fail): void {
  if (cell === undefined) return; // not reached before the run was interrupted
  const { value, atLeast, atMost, level, place, metric: name, turn, side, target, section } = goal;
  const bound = (limit: number | undefined) => limit !== undefined && { value: limit };
  const told = {
    ...(value === undefined ? {} : { value }),
    ...(bound(atLeast) ? { atLeast: bound(atLeast) } : {}),
    ...(bound(atMost) ? { atMost: bound(atMost) } : {}),
    level,
    place,
  } as GoalTold;
  const where = Object.fromEntries(
    Object.entries({ turn, side, target, section }).filter(([, given]) => given !== undefined),
  );
  const wanted = goalResult(told, cell, { name, ...where });
  const named = said`the goal for ${quote(goal.key)}`;
  for (const key of ["estimate", "lower", "upper"] as const)
    hold(
      () => key,
      goal[key],
      wanted[key],
      (what, found, other) =>
        fail(said`${named}: its ${what} is ${found}, where the cell has ${other}: the file was edited`),
    );
  if (goal.verdict !== wanted.verdict)
    fail(said`${named} is ${wanted.verdict}, not ${goal.verdict}: the file was edited`);
}

const metricName = ({ name, turn, side }: MetricResult): string =>
  [name, ...(turn === undefined ? [] : [`turn ${turn}`]), ...(side === undefined ? [] : [side])].join(" ");
