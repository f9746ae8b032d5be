/** What moves a number most: each characteristic one less and one more. */
import type { Bar, Tornado } from "../../analysis/sensitivity.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { swingText } from "../sensitivity.ts";
import type { Chart } from "./chart.ts";
import { isSure, limitsOf } from "./effects.ts";
import { axisOf, type RowMark, rowsSpec } from "./rows.ts";

const MOST = 24;

const isKnown = ({ down, up }: Bar): boolean =>
  [down, up].some((step) => step?.change !== undefined && isSure(step.change));

/** Undefined where no characteristic could be moved. */
export function tornadoChart(tornado: Tornado, language: Language): Chart | undefined {
  const { charts } = language;
  const { isChance } = tornado;
  const measure = language.measure(tornado.measure);
  const bars = tornado.bars.filter(({ down, up }) => down?.change ?? up?.change).slice(0, MOST);
  const [first] = bars;
  if (first === undefined) return undefined;
  const leaders = bars.filter((bar) => bar.rank === 1).map(({ path }) => path);
  const title = isKnown(first)
    ? charts.strongest(language.list(leaders), swingText(first, isChance, language), measure)
    : charts.nothingMoves(measure);
  const words = charts.tornadoText(measure);
  const marks = bars.flatMap((bar, row): RowMark[] => {
    const steps = [
      { step: bar.down, series: charts.less, to: charts.oneLess },
      { step: bar.up, series: charts.more, to: charts.oneMore },
    ].flatMap(({ step, series, to }) =>
      step?.change ? { change: step.change, series, name: to(String(step.to)), end: String(step.to) } : [],
    );
    return steps.map(({ change, series, name, end }, i) => ({
      row,
      ...(i === 0 ? { label: bar.path } : {}),
      value: change.value,
      ...limitsOf(change),
      end,
      series,
      said: `${bar.path}, ${name}: ${changeText(change, isChance, language)}`,
    }));
  });
  const axis = charts.changeAxis(measure);
  return {
    name: "tornado",
    title,
    text: words,
    spec: rowsSpec({
      description: `${title}. ${words}`,
      marks,
      kind: "bar",
      axis: axisOf(isChance ? charts.inPoints(axis) : axis, isChance ? "points" : "number", language),
      series: [charts.less, charts.more],
      fromZero: true,
    }),
  };
}
