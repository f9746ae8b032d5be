/** The chance of each outcome: a small chart of bars for each modifier set, one below the other. */
import type { MetricResult } from "../../analysis/result.ts";
import { chanceText, meanText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { type Chart, MUTE, SAID, type Spec, specOf } from "./chart.ts";
import { colour } from "./palette.ts";
import { valueText } from "./texts.ts";

/** A metric of one cell, under the name of its modifiers. */
export interface Series {
  readonly name: string;
  readonly metric: MetricResult;
}

/** Bars are left out beyond this; the table has them all. */
const MOST_SERIES = 8;
/** A tail of numbers that together are rarer is left out. */
const RARE = 0.0005;
const BLOCK = 96;

/** The values worth a bar: up to the last that is not rare in every series. */
export function valuesOf(series: readonly Series[]): (string | number)[] {
  const all = [...new Set(series.flatMap(({ metric }) => metric.outcomes.map(({ value }) => value)))];
  if (all.some((value) => typeof value === "string")) return all;
  const numbers = (all as number[]).toSorted((a, b) => a - b);
  const isSeen = (value: number) =>
    series.some(({ metric }) => metric.outcomes.some((o) => o.value === value && (o.atLeast ?? o.probability) >= RARE));
  return numbers.slice(0, Math.max(2, numbers.findLastIndex(isSeen) + 1));
}

export function outcomesChart(who: string, series: readonly Series[], language: Language): Chart {
  const { charts, percent } = language;
  const shown = series.slice(0, MOST_SERIES);
  const { metric } = series[0]!;
  const name = language.metric(metric.name);
  const values = valuesOf(shown);
  const mode = metric.outcomes.reduce((a, b) => (b.probability > a.probability ? b : a));
  const modeText = valueText(metric, mode.value, language);
  const some = shown.length < series.length ? charts.someOf(String(shown.length), String(series.length)) : "";
  const title =
    (metric.mean === undefined
      ? charts.mostOften(who, modeText, chanceText(mode, language))
      : charts.onAverage(who, meanText(metric, language), name, modeText, chanceText(mode, language))) + some;
  const most = Math.max(...shown.flatMap(({ metric: { outcomes } }) => outcomes.map((o) => o.upper ?? o.probability)));
  /** Where a chance is drawn: each series has a block of height 1 of its own, the first on top. */
  const at = (block: number, share: number) => -block + (0.62 * share) / most;
  const bars = shown.flatMap((one, block) =>
    one.metric.outcomes
      .filter(({ value }) => values.includes(value))
      .map((outcome) => ({
        value: valueText(metric, outcome.value, language),
        from: at(block, 0),
        to: at(block, outcome.probability),
        top: at(block, outcome.upper ?? outcome.probability),
        ...(outcome.lower === undefined || outcome.upper === undefined
          ? {}
          : { lower: at(block, outcome.lower), upper: at(block, outcome.upper) }),
        short: shortText(outcome.probability, values.length > 9, language),
        said: charts.outcomeSaid(
          one.name,
          name,
          valueText(metric, outcome.value, language),
          chanceText(outcome, language),
        ),
      })),
  );
  const heads = shown.map((one, block) => ({ label: one.name, top: at(block, most * 1.42) }));
  const texts = values.map((value) => valueText(metric, value, language));
  const sets = language.list(shown.map((one) => one.name));
  const text = charts.outcomesText(name, sets);
  const y = (field: string): Spec => ({
    field,
    type: "quantitative",
    axis: null,
    scale: { domain: [-(shown.length - 1), 1], nice: false, zero: false },
  });
  return {
    name: "outcomes",
    title,
    text,
    leastWidth: Math.min(900, values.length * 26),
    spec: specOf({
      description: `${title}. ${text}`,
      values: bars,
      height: shown.length * BLOCK,
      encoding: {
        x: {
          field: "value",
          type: "ordinal",
          sort: texts,
          scale: { paddingInner: 0.25, paddingOuter: 0.1 },
          axis: { title: name, ticks: false, domain: false, ...labels(texts) },
        },
      },
      layer: [
        {
          mark: { type: "bar", color: colour("one") },
          encoding: { y: y("from"), y2: { field: "to" }, ...SAID },
        },
        {
          mark: { type: "rule", color: colour("line"), ...MUTE },
          encoding: { x: null, y: y("from") },
        },
        {
          transform: [{ filter: "isValid(datum.lower)" }],
          mark: { type: "rule", color: colour("ink"), strokeWidth: 2, ...MUTE },
          encoding: { y: y("lower"), y2: { field: "upper" } },
        },
        {
          mark: { type: "text", baseline: "bottom", dy: -3, fontSize: 11, ...MUTE },
          encoding: { y: y("top"), text: { field: "short" } },
        },
        ...(series.length === 1
          ? []
          : [
              {
                data: { values: heads },
                mark: {
                  type: "text",
                  align: "left",
                  baseline: "middle",
                  fontWeight: "bold",
                  limit: { expr: "width" },
                  ...MUTE,
                },
                encoding: { x: { value: 0 }, y: y("top"), text: { field: "label" } },
              },
            ]),
      ],
    }),
    table: {
      head: [name, ...series.map((one) => one.name)],
      rows: valuesOf(series).map((value) => [
        valueText(metric, value, language),
        ...series.map((one) => {
          const outcome = one.metric.outcomes.find((o) => o.value === value);
          return outcome === undefined ? percent(0) : chanceText(outcome, language);
        }),
      ]),
    },
  };
}

/** Words are turned where they would touch each other; numbers are left out. */
function labels(texts: readonly string[]): Spec {
  if (texts.every((text) => /^\d+$/.test(text))) return { labelAngle: 0, labelOverlap: true, labelSeparation: 4 };
  const narrow = `width < ${texts.length * (Math.max(...texts.map((text) => text.length)) * 6.5 + 10)}`;
  return {
    labelAngle: { expr: `${narrow} ? -35 : 0` },
    labelAlign: { expr: `${narrow} ? 'right' : 'center'` },
    labelBaseline: { expr: `${narrow} ? 'middle' : 'top'` },
    labelOverlap: false,
  };
}

/** A chance in as few signs as say it, for the head of a bar. */
function shortText(share: number, isTight: boolean, { fixed }: Language): string {
  const value = share * 100;
  if (value === 0) return "0";
  if (isTight) return value < 0.5 ? "<1" : fixed(value, 0);
  return value < 0.05 ? `<${fixed(0.1, 1)}` : fixed(value, 1);
}
