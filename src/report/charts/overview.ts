/** The one number of each cell, beside each other. */
import type { Estimate } from "../../analysis/measure.ts";
import { estimateText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { axisOf, rowsSpec } from "./rows.ts";

export interface Point {
  readonly name: string;
  /** The name where little room is: without what all points share. */
  readonly short?: string;
  readonly estimate: Estimate;
}

/** A longer name is left to the finding above: it would reach over a narrow chart. */
const MOST_AXIS = 36;

/** `what` completes "19.2 % …"; more points than `most` are left to the table. */
export function overviewChart(
  points: readonly Point[],
  isChance: boolean,
  what: string,
  language: Language,
  most = 40,
): Chart {
  const { charts } = language;
  const text = (point: Point) => estimateText(point.estimate, isChance, language);
  const sorted = points.toSorted((a, b) => b.estimate.value - a.estimate.value);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const shown = points.slice(0, most);
  const some = shown.length < points.length ? charts.someOf(String(shown.length), String(points.length)) : "";
  const title =
    first.estimate.value === last.estimate.value
      ? charts.allTheSame(text(first), what)
      : charts.highest(text(first), first.name, text(last), last.name, what);
  const marks = shown.map((point, row) => {
    const { value, lower, upper } = point.estimate;
    const limits = lower === undefined || upper === undefined ? {} : { lower, upper };
    const said = charts.pointSaid(point.name, text(point), what);
    return { row, label: `${text(point)} · ${point.short ?? point.name}`, value, ...limits, said };
  });
  const description = `${title}${some}. ${charts.overviewText(what)}`;
  return {
    name: "overview",
    title: title + some,
    text: charts.overviewText(what),
    spec: rowsSpec({
      description,
      marks,
      kind: "point",
      axis: axisOf(what.length <= MOST_AXIS ? what : null, isChance ? "chance" : "number", language),
      fromZero: true,
    }),
  };
}
