/** How often each value comes out, of one cell or of two beside each other. */
import type { MetricResult, Outcome } from "../../analysis/result.ts";
import { capital } from "../claim.ts";
import { atLeastText, chanceText } from "../format.ts";
import { claimIn } from "../language/claim.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { type Stack, ticksOf } from "./drawing.ts";
import { seriesAt } from "./parts.ts";

/** One of the distributions beside each other. */
export interface HistogramSeries {
  readonly name: string;
  readonly metric: MetricResult;
}

/** What is told of each value. */
interface ToldChance {
  readonly name: string;
  readonly what: string;
  readonly of: (metric: MetricResult, value: string | number) => number;
  readonly text: (metric: MetricResult, value: string | number) => string;
}

/** Values at either end that are each rarer than this in every series have no column. */
const RARE = 0.002;
/** What soldiers are, and not what is counted of them. */
const STATES = new Set(["ready", "pinned", "down", "out"]);
/** Columns that can be told apart on the narrowest screen. */
const MOST_VALUES = 40;

/** The values worth a column: words all, numbers from the first to the last that is not rare everywhere. */
export function valuesOf(metrics: readonly MetricResult[], isLikely: (outcome: Outcome) => boolean, least = 0) {
  const values = [...new Set(metrics.flatMap(({ outcomes }) => outcomes.map(({ value }) => value)))];
  if (values.some((value) => typeof value === "string")) return values;
  const numbers = (values as number[]).toSorted((a, b) => a - b);
  const isSeen = (number: number) =>
    metrics.some(({ outcomes }) => outcomes.some((outcome) => outcome.value === number && isLikely(outcome)));
  const first = Math.max(0, numbers.findIndex(isSeen));
  return numbers.slice(first, Math.max(first + least, numbers.findLastIndex(isSeen) + 1));
}

/**
 * Undefined where there is one value alone, or there are too many to see. @param from colours that a chart beside it
 * has taken
 */
export function histogramChart(series: readonly HistogramSeries[], language: Language, from = 0): Chart | undefined {
  const metrics = series.map(({ metric }) => metric);
  const values = valuesOf(metrics, ({ probability }) => probability >= RARE);
  if (values.length < 2 || values.length > MOST_VALUES) return undefined;
  const { list } = language;
  const say = claimIn(language);
  const [plain, other] = series as readonly [HistogramSeries, HistogramSeries?];
  const name = language.metric(plain.metric.name);
  const named = (value: string | number) => language.value(plain.metric.name, value);
  const furthest = (of: (value: string | number) => number) => values.reduce((a, b) => (of(b) > of(a) ? b : a));
  const shown = (metric: MetricResult, value: string | number) =>
    metric.outcomes.find((outcome) => outcome.value === value) ?? { value, probability: 0 };
  const chance = (metric: MetricResult, value: string | number) => chanceText(shown(metric, value), language);
  const isNumeric = plain.metric.mean !== undefined;
  const title = (): string => {
    if (other === undefined) {
      const value = furthest((one) => shown(plain.metric, one).probability);
      return language.say`Most often ${named(value)}: ${chance(plain.metric, value)}`;
    }
    const value = furthest((one) =>
      Math.abs(shown(plain.metric, one).probability - shown(other.metric, one).probability),
    );
    const isState = STATES.has(plain.metric.name);
    const none = isState ? language.say`nobody ${name}` : language.say`no ${name}`; // what is counted is a noun
    const isNone = value === 0 && (isState || name.endsWith("s"));
    const what = isNone ? none : isNumeric ? `${name} ${named(value)}` : named(value);
    const [before, now] = [chance(plain.metric, value), chance(other.metric, value)];
    const isBase = plain.name === language.sets(["base"]);
    const isPlain = (one: string) => /^\S+$|[“«(]/u.test(one);
    const [than, called] = [plain.name, other.name].map((one) => (isPlain(one) ? one : say.quoted(one)));
    const was = isBase ? before : language.say`${before} with ${than!}`;
    return language.say`${capital(what)}: ${was}, ${now} with ${called!}`;
  };
  const all = new Set(series.flatMap(({ metric }) => metric.outcomes.map(({ value }) => value))).size;
  const more = language.say`${all - values.length} more {number|numbers} below ${language.withPercent(language.fixed(RARE * 100, 1))}`;
  const drawn = ({ of, text, what }: ToldChance): Stack => {
    const values_ = values.map((value) =>
      series.map(({ name: who, metric }) => ({
        value: of(metric, value),
        said: language.say`${who}: ${text(metric, value)} for ${name} ${named(value)}`,
      })),
    );
    // Above what is nearly certain stands a tick.
    const most = Math.max(...values_.flat().map(({ value }) => (value > 0.9 ? 1 : value)));
    return {
      kind: "stack",
      isBeside: true,
      title: what,
      across: [isNumeric ? name : [], all > values.length ? more : []].flat().join(language.check.semicolon),
      columns: values.map(named),
      parts: series.map((one, i) => ({ name: one.name, fill: seriesAt(from + i).colour, isLight: i % 2 > 0 })),
      values: values_,
      most,
      ticks: ticksOf([0, most], "chance", language, 4),
    };
  };
  // Of a value that is not among them the chance of the next one is that of at least as much.
  const reached = ({ outcomes }: MetricResult, value: string | number) =>
    outcomes.find((outcome) => outcome.value >= value) ?? { value, probability: 0, atLeast: 0 };
  const exactly: ToldChance = {
    name: language.general.chance,
    what: isNumeric ? language.say`chance of each number: ${name}` : language.say`chance of each: ${name}`,
    of: (metric, value) => shown(metric, value).probability,
    text: chance,
  };
  const atLeast: ToldChance = {
    name: say.atLeast,
    what: say.atLeast,
    of: (metric, value) => reached(metric, value).atLeast ?? 0,
    text: (metric, value) => atLeastText(reached(metric, value), language),
  };
  const readings = isNumeric ? [exactly, atLeast] : [exactly];
  return {
    name: "histogram",
    title: title(),
    text: language.say`Upright bars beside each other: the chance of each value of ${name}, for ${list(series.map((one) => one.name))}.`,
    drawing: drawn(exactly),
    ...(isNumeric ? { other: { name: atLeast.name, drawing: drawn(atLeast) } } : {}),
    // A row for each bar.
    table: {
      head: [name, ...series.flatMap((one) => readings.map((own) => language.goals.line(one.name, own.name)))],
      rows: values.map((value) => [
        named(value),
        ...series.flatMap(({ metric }) => readings.map(({ text }) => text(metric, value))),
      ]),
    },
  };
}
