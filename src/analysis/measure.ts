/** What an analysis looks at: the chance of some values of a metric, or its mean. */

import { JOINT } from "../rule/joint.ts";
import type { Metric } from "../rule/program.ts";
import { defined } from "../rulesets/defined.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { type Headline, type HeadlineNumber, programFor } from "../rulesets/ruleset.ts";
import { hinted, type Said, said } from "../rulesets/said.ts";
import { suggested } from "../scenario/nearest.ts";
import type { Study } from "../scenario/study.ts";
import { chanceUnder } from "../stats/guarantee.ts";
import type { Histogram } from "../stats/mean-limits.ts";
import { histogramSums, type Sums } from "../stats/moments.ts";
import type { PairedSample } from "../stats/paired.ts";
import { shareOf } from "../stats/share.ts";
import type { Estimate } from "./form.ts";
import { decimal, type Fraction, fractionOf, numberOf, textOf, total } from "./fraction.ts";
import type { CellResult, MetricResult, Outcome } from "./result.ts";
import { SettingError } from "./setting-error.ts";

/** A number of a cell: of its last turn, and of what was measured last, where `turn` or the place is left out. */
export interface Measure extends Pick<Metric, "turn" | "side" | "target" | "section"> {
  readonly metric: string;
  /** The values whose chances are added; the mean when neither this nor a bound is given. */
  readonly values?: readonly (string | number)[];
  /** The chance of this many or more, or of this many or fewer. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** What each kind is summed up by. */
export type Headlines = Readonly<Record<string, Headline>>;

/** One number of a cell, with all that is known of it. */
export interface MeasuredNumber {
  readonly isChance: boolean;
  readonly value: number;
  /** Limits at 95 %; simulated cells only. */
  readonly lower?: number;
  readonly upper?: number;
  /** Exact cells whose answer is one. */
  readonly fraction?: Fraction;
  /** Simulated cells: 0 for an exact one. */
  readonly trials: number;
  /** Of a simulated chance. */
  readonly count?: number;
  /** Of a simulated mean. */
  readonly sums?: Sums;
  readonly histogram?: Histogram;
  readonly metric: MetricResult;
  /** Where the same trials gave other readings too: all of them, and which one this is. */
  readonly paired?: { readonly sums: PairedSample; readonly index: number };
}

export const estimateOf = ({ value, lower, upper, fraction, trials }: MeasuredNumber): Estimate => ({
  value,
  ...defined({ lower, upper, fraction: fraction && textOf(fraction) }),
  trials,
});

const WRITTEN =
  /^(?<metric>[A-Za-z]\w*)(?:@(?<turn>\d{1,4})?(?:\.?(?<side>first|second))?)?(?:(?<sign>>=|<=|=)(?<rest>.+))?$/;

/**
 * `outcome=out`, `outcome=down+out`, `casualties`, `casualties>=2`, `state@6=ready`, `casualties@6.second`; a value may
 * follow a dot as well: `winner.first`; a side may stand before one: `second.casualties`.
 * @throws SettingError for anything else
 */
export function parseMeasure(text: string): Measure {
  const sided = text.replace(/^(first|second)\.([A-Za-z]\w*)(?:@(\d+))?/u, "$2@$3.$1");
  const dotted = /^([A-Za-z]\w*)\.(\w+)$/.exec(sided);
  const parts = WRITTEN.exec(dotted ? `${dotted[1]}=${dotted[2]}` : sided)?.groups;
  const refused = new SettingError(
    said`"${text}" is no metric: write outcome=out, outcome=down+out, casualties, casualties>=2 or casualties@6.second`,
  );
  if (parts === undefined) throw refused;
  const { metric, turn, side, sign, rest } = parts as Record<string, string | undefined> & { metric: string };
  const bound = Number(rest);
  if (sign !== undefined && sign !== "=" && (rest!.trim() === "" || !Number.isFinite(bound))) throw refused;
  return {
    metric,
    ...(sign === "=" ? { values: rest!.split("+") } : {}),
    ...(sign === ">=" ? { atLeast: bound } : {}),
    ...(sign === "<=" ? { atMost: bound } : {}),
    ...defined({ turn: turn === undefined ? turn : Number(turn), side: side as "first" | "second" | undefined }),
  };
}

/** `casualties@6.second>=2`: as `parseMeasure` reads it. */
export function measureText({ metric, values, atLeast, atMost, turn, side, target, section }: Measure): string {
  const at = [turn, side].filter((part) => part !== undefined).join(".");
  const what = values
    ? `=${values.join("+")}`
    : atLeast !== undefined
      ? `>=${atLeast}`
      : atMost === undefined
        ? ""
        : `<=${atMost}`;
  const where = [target, section].filter((part) => part !== undefined).join(", ");
  return `${metric}${at === "" ? "" : `@${at}`}${what}${where === "" ? "" : ` (${where})`}`;
}

/** The measure that sums up a kind. */
export const headlineMeasure = ({ metric, values }: HeadlineNumber): Measure => ({
  metric,
  ...(values ? { values } : {}),
});

/** Whether the number in the second place says more than the first: of the same metric a part of it, and not what is left. */
export const saysMore = ({ metric, values, also }: Headline): boolean =>
  also !== undefined && (also.metric !== metric || also.values?.every((one) => values?.includes(one)) === true);

/** The metric of a cell that a measure speaks of: where it leaves something open, the last one measured. */
export const metricOf = <M extends Omit<Metric, "values">>(
  cell: { readonly metrics?: readonly M[] },
  { metric, turn, side, target, section }: Measure,
): M | undefined =>
  cell.metrics?.findLast(
    (found) =>
      found.name === metric &&
      (turn === undefined || found.turn === turn) &&
      (side === undefined || found.side === side) &&
      (target === undefined || found.target === target) &&
      (section === undefined || found.section === section),
  );

/** Whether a measure counts a value; undefined where it asks for the mean. */
export function counterOf({ values, atLeast, atMost }: Measure): ((value: number | string) => boolean) | undefined {
  if (values) return (value) => values.map(String).includes(String(value));
  if (atLeast !== undefined) return (value) => Number(value) >= atLeast;
  if (atMost !== undefined) return (value) => Number(value) <= atMost;
  return undefined;
}

/**
 * What a cell says of a measure; undefined where the cell has no such number: it is forbidden, not built, of another
 * kind, or was not played.
 */
export function readingOf(cell: CellResult, measure: Measure): MeasuredNumber | undefined {
  const metric = metricOf(cell, measure);
  if (metric === undefined) return undefined;
  const key = [measure.values?.join("+"), measure.atLeast, measure.atMost].join();
  const before = readings.get(metric)?.get(key);
  if (before !== undefined) return before;
  const reading = read(cell, metric, measure);
  if (reading !== undefined) readings.set(metric, (readings.get(metric) ?? new Map()).set(key, reading));
  return reading;
}

/** What was read off a metric, by what was asked: points, findings, tables and charts of thousands of cells ask the same. */
const readings = new WeakMap<MetricResult, Map<string, MeasuredNumber>>();

function read(cell: CellResult, metric: MetricResult, measure: Measure): MeasuredNumber | undefined {
  const counts = counterOf(measure);
  return counts
    ? chanceOf(
        cell,
        metric,
        metric.outcomes.filter(({ value }) => counts(value)),
      )
    : meanOf(cell, metric);
}

const sumOf = (outcomes: readonly Outcome[], weigh: (outcome: Outcome) => Fraction): Fraction | undefined =>
  outcomes.every(({ fraction }) => fraction !== undefined)
    ? total(outcomes.map((outcome) => weighed(weigh(outcome), fractionOf(outcome.fraction!))))
    : undefined;
/** Not reduced: a sum is, in the end. */
const weighed = (weight: Fraction, share: Fraction): Fraction => ({
  top: weight.top * share.top,
  bottom: weight.bottom * share.bottom,
});
const ONE: Fraction = { top: 1n, bottom: 1n };

function chanceOf(cell: CellResult, metric: MetricResult, counted: readonly Outcome[]): MeasuredNumber | undefined {
  const isChance = true;
  if (cell.method === "exact") {
    const fraction = sumOf(counted, () => ONE);
    const sumOver = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, { probability }) => sum + probability, 0);
    const value = fraction
      ? numberOf(fraction)
      : shareOf(sumOver(counted), sumOver(metric.outcomes.filter((outcome) => !counted.includes(outcome))));
    return { isChance, metric, value, trials: 0, ...(fraction ? { fraction } : {}) };
  }
  const trials = cell.trials ?? 0;
  const count = counted.reduce((sum, outcome) => sum + (outcome.count ?? 0), 0);
  const { estimate, lower, upper } = chanceUnder(cell.guarantee ?? "fixed")(count, trials);
  return estimate === undefined ? undefined : { isChance, metric, value: estimate, lower, upper, trials, count };
}

function meanOf(cell: CellResult, metric: MetricResult): MeasuredNumber | undefined {
  if (metric.mean === undefined) return undefined;
  const isChance = false;
  const value = metric.mean;
  if (cell.method === "exact") {
    const fraction = sumOf(metric.outcomes, ({ value }) => decimal(value as number));
    return { isChance, metric, value, trials: 0, ...(fraction ? { fraction, value: numberOf(fraction) } : {}) };
  }
  const values = metric.outcomes.map(({ value }) => value as number);
  const counts = metric.outcomes.map(({ count = 0 }) => count);
  return {
    isChance,
    metric,
    value,
    trials: cell.trials ?? 0,
    sums: histogramSums(values, counts),
    histogram: { values, counts },
    ...(metric.meanLower === undefined ? {} : { lower: metric.meanLower, upper: metric.meanUpper! }),
  };
}

/** The chance that what a headline speaks of happens at all; undefined where a cell has no such number. */
function happens(cell: CellResult, headline: HeadlineNumber): number | undefined {
  const counts = headline.values ? counterOf(headlineMeasure(headline)) : (value: number | string) => Number(value) > 0;
  return metricOf(cell, headline)
    ?.outcomes.filter(({ value }) => counts!(value))
    .reduce((sum, { probability }) => sum + probability, 0);
}

/**
 * What is said first of cells that are held against each other: where the headline of their kind is rare in all of
 * them, what it leaves the word to.
 */
export function leadingOf<H extends Headline | undefined>(cells: readonly CellResult[], headline: H): H | Headline {
  const next = headline?.whereRare;
  if (headline === undefined || next === undefined) return headline;
  const chances = cells.flatMap((cell): (readonly [number, number])[] => {
    const [own, other] = [happens(cell, headline), happens(cell, next.headline)];
    return own === undefined || other === undefined ? [] : [[own, other]];
  });
  const isRare = chances.every(([own, other]) => own < next.below && other >= 2 * own);
  return isRare && chances.some(([, other]) => other > 0) ? leadingOf(cells, next.headline) : headline;
}

/**
 * The measures asked for, or those that sum up a kind in the cells that it is told.
 * @throws SettingError for a measure that none of `all` has
 */
export async function measuresOf(ruleset: string, all: readonly CellResult[], asked: readonly Measure[] = []) {
  const headlines = await headlinesOf(ruleset);
  checkMeasures(all, asked);
  const measuresFor = (cells: readonly CellResult[]): readonly Measure[] => {
    const headline = leadingOf(cells, headlines[cells[0]!.kind]);
    return asked.length > 0 ? asked : headline ? [headlineMeasure(headline)] : [];
  };
  return { headlines, measuresFor };
}

/** The measures asked for, or all that may sum up a kind, in the second place too, before anything is known of its cells. */
export function possibleMeasures(kind: string, asked: readonly Measure[] | undefined, headlines: Headlines): Measure[] {
  if (asked && asked.length > 0) return [...asked];
  const all = [];
  for (let headline = headlines[kind]; headline; headline = headline.whereRare?.headline)
    for (const one of [headline, headline.also]) if (one) all.push(headlineMeasure(one));
  return all;
}

/**
 * Holds measures against what cells measure. @throws SettingError, with the nearest name, for a metric, turn, side or
 * value that no cell has, and for the mean of words
 */
export function checkMeasures(cells: readonly CellResult[], measures: readonly Measure[]): void {
  const measured = cells.flatMap((cell) => cell.metrics ?? []);
  if (measured.length === 0) return;
  for (const measure of measures) {
    const text = measureText(measure);
    const refuse = (what: Said, name: string, known: readonly string[]): never => {
      const distinct = [...new Set(known)];
      throw new SettingError(
        hinted(
          said`${text}: no cell has ${what}`,
          suggested(name, distinct) ?? said`known: ${distinct.slice(0, 30).join(", ")}`,
        ),
      );
    };
    const named = measured.filter(({ name }) => name === measure.metric);
    if (named.length === 0)
      refuse(
        said`the metric ${measure.metric}`,
        measure.metric,
        measured.map(({ name }) => name),
      );
    const { turn, side } = measure;
    const turned = named.filter((metric) => turn === undefined || metric.turn === turn);
    if (turned.length === 0)
      refuse(
        said`turn ${turn!}{#of}`,
        "turn",
        named.map((metric) => String(metric.turn ?? "no turns")),
      );
    const sided = turned.filter((metric) => side === undefined || metric.side === side);
    if (sided.length === 0)
      refuse(
        said`the side ${side!}`,
        "side",
        turned.map((metric) => metric.side ?? "no sides"),
      );
    const values = sided.flatMap(({ outcomes }) => outcomes.map(({ value }) => String(value)));
    for (const value of measure.values ?? [])
      if (!values.includes(String(value))) refuse(said`the value ${value}`, String(value), values);
    const isWords = sided.every(({ outcomes }) => outcomes.some(({ value }) => typeof value === "string"));
    const wantsNumbers = measure.values === undefined;
    const meant = values.find((value) => value === "yes") ?? values[0]!;
    if (isWords && wantsNumbers)
      throw new SettingError(said`${text}: ${measure.metric} has words, so say which: ${measure.metric}=${meant}`);
  }
}

/**
 * The same of what cells will measure, before they are played: by the first cell of each experiment, and of names alone.
 * @throws SettingError, with the nearest name, for a metric that none of them has
 */
export async function checkNames(studies: readonly Study[], measures: readonly Measure[]): Promise<void> {
  const names = new Set<string>([JOINT]);
  for (const { ruleset, cells } of studies) {
    const { kinds } = await loadRuleset(ruleset);
    const firsts = new Map(cells.flatMap((cell) => ("profile" in cell.outcome ? [[cell.experiment, cell]] : [])));
    for (const { kind, outcome } of firsts.values())
      for (const { name } of programFor(kinds[kind]!, (outcome as { profile: unknown }).profile).metrics)
        names.add(name);
  }
  const metrics = [...names].filter((name) => name !== JOINT).map((name) => ({ name, outcomes: [] }));
  const unknown = measures.filter(({ metric }) => !names.has(metric));
  if (unknown.length > 0) checkMeasures([{ metrics } as unknown as CellResult], unknown);
}

/** A measure with everything it left open, as a metric has it; without a turn where others end after another one. */
export const placed = (measure: Measure, metric: Omit<Metric, "values">, ...others: readonly { turn?: number }[]) => {
  const { side, target, section } = metric;
  const turn = others.some((other) => other.turn !== metric.turn) ? undefined : metric.turn;
  return { ...measure, ...defined({ turn, side, target, section }) };
};
/** The same, as it is written. */
export const nameOf = (...given: Parameters<typeof placed>): string => measureText(placed(...given));

/** The headlines of a ruleset's kinds. */
export const headlinesOf = async (ruleset: string): Promise<Headlines> =>
  Object.fromEntries(
    Object.entries((await loadRuleset(ruleset)).kinds).map(([name, { headline }]) => [name, headline]),
  );

/** What may be asked of a metric: its mean, or of words the chance of each; of yes and no, that of yes. */
export function measuresIn(metric: MetricResult | Metric): Measure[] {
  const values = "values" in metric ? metric.values : metric.outcomes.map(({ value }) => value);
  const words = values.filter((value) => typeof value === "string" && (value !== "no" || !values.includes("yes")));
  const all = words.length === 0 ? [{}] : words.map((value) => ({ values: [value] }));
  return all.map((asked) => placed({ metric: metric.name, ...asked }, metric));
}

const atEnd = <M extends Pick<Metric, "turn">>(metrics: readonly M[]): M[] => {
  const last = metrics.reduce((most, { turn = 0 }) => Math.max(most, turn), 0);
  return metrics.filter(({ turn = last }) => turn === last);
};

/** What may stand beside the headline of a kind that names no second number: all that is measured in the end. */
export const measuresBeside = (
  headline: Headline | undefined,
  metrics: readonly (MetricResult | Metric)[],
): Measure[] => (headline === undefined || headline.also ? [] : atEnd(metrics).flatMap(measuresIn));

/** What comes of it in the end: the main metric, and what either side has lost. */
export function endOf(metrics: readonly MetricResult[]): readonly MetricResult[] {
  const ends = atEnd(metrics);
  const lost = ends.findLast(({ side }) => side !== undefined)?.name;
  return ends.filter(({ name, side }, i) => i === 0 || (side !== undefined && name === lost));
}
