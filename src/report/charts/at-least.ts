/** The chance of this many or more: falling steps, a line for each modifier set. */
import { atLeastText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { type Chart, SAID, specOf } from "./chart.ts";
import { type Series, valuesOf } from "./outcomes.ts";
import { SERIES } from "./palette.ts";
import { axisOf, seriesOf } from "./rows.ts";

const outcomeOf = ({ metric }: Series, k: number) => metric.outcomes.find(({ value }) => (value as number) >= k);
/** The chance of `k` or more. */
const atLeastOf = (series: Series, k: number): number => outcomeOf(series, k)?.atLeast ?? 0;
/** The same with its limits. */
function textOf(series: Series, k: number, language: Language): string {
  const outcome = outcomeOf(series, k);
  return outcome ? atLeastText(outcome, language) : language.percent(0);
}

/** A chart of a metric that counts; the first series is the one its finding speaks of. */
export function atLeastChart(who: string, series: readonly Series[], language: Language): Chart {
  const { charts } = language;
  const shown = series.slice(0, SERIES.length);
  const names = shown.map(({ name }) => name);
  const { metric } = series[0]!;
  const words = language.metric(metric.name);
  const values = (valuesOf(shown) as number[]).filter((value) => value > 0);
  // What is as likely as not, or the least there is.
  const k = values.findLast((value) => atLeastOf(series[0]!, value) >= 0.5) ?? values[0] ?? 1;
  const what = charts.atLeast(metric.name, words, k);
  const sorted = shown.toSorted((a, b) => atLeastOf(a, k) - atLeastOf(b, k));
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const plain = charts.atLeastTitle(who, textOf(series[0]!, k, language), what);
  const title =
    atLeastOf(least, k) === atLeastOf(most, k)
      ? plain
      : charts.atLeastSpread(plain, textOf(least, k, language), least.name, textOf(most, k, language), most.name);
  const text = charts.atLeastText(words, language.list(names));
  const isSingle = series.length === 1;
  const rows = shown.flatMap((one) =>
    values.map((value) => {
      const share = atLeastOf(one, value);
      const phrase = charts.atLeast(metric.name, words, value);
      const text = textOf(one, value, language);
      const said = isSingle ? `${text} ${phrase}` : charts.atLeastSaid(one.name, text, phrase);
      return { k: value, share, series: one.name, said };
    }),
  );
  const { color, shape } = seriesOf(names) as { color: object; shape: object };
  return {
    name: "at-least",
    title,
    text,
    leastWidth: Math.min(700, values.length * 20),
    spec: specOf({
      description: `${title}. ${text}`,
      values: rows,
      height: 240,
      encoding: {
        x: {
          field: "k",
          type: "quantitative",
          axis: { title: charts.atLeastAxis(words), tickMinStep: 1, format: "d", grid: false },
          scale: { zero: false, nice: false, padding: 12 },
        },
        y: {
          field: "share",
          type: "quantitative",
          scale: { domain: [0, 1] },
          axis: { ...axisOf(charts.chance, "chance", language), tickCount: 5 },
        },
        color,
      },
      layer: [
        {
          mark: { type: "line", interpolate: "step-before", strokeWidth: 2, aria: false, tooltip: null },
          encoding: {
            strokeDash: {
              field: "series",
              type: "nominal",
              scale: { domain: names, range: names.map((_, i) => SERIES[i]!.dash) },
              legend: null,
            },
          },
        },
        { mark: { type: "point", filled: true, size: 60, opacity: 1 }, encoding: { shape, ...SAID } },
      ],
    }),
    table: {
      head: [charts.orMore(words), ...series.map(({ name }) => name)],
      rows: (valuesOf(series) as number[])
        .filter((value) => value > 0)
        .map((value) => [charts.orMore(String(value)), ...series.map((one) => textOf(one, value, language))]),
    },
  };
}
