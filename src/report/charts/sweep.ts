/** A sweep drawn: lines over one axis, a map over two. */
import type { SweptCurve, SweptPoint } from "../../analysis/sweep.ts";
import type { Axis } from "../../scenario/axis.ts";
import { estimateText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { type Chart, MUTE, SAID, specOf } from "./chart.ts";
import { gridSpec, type Square } from "./grid.ts";
import { shortNumber } from "./matchups.ts";
import { colour, SERIES } from "./palette.ts";
import { axisOf, seriesOf } from "./rows.ts";

/** A curve under the name that tells it from the others of its chart. */
export interface NamedCurve {
  readonly name: string;
  readonly curve: Pick<SweptCurve, "measure" | "isChance" | "points">;
}

type Known = SweptPoint & Required<Pick<SweptPoint, "estimate">>;
const isKnown = (point: SweptPoint): point is Known => point.estimate !== undefined;

function titleOf(
  points: readonly Known[],
  curve: NamedCurve["curve"],
  axes: readonly Axis[],
  language: Language,
): string {
  const { charts } = language;
  const measure = language.measure(curve.measure);
  const text = (point: Known) => estimateText(point.estimate, curve.isChance, language);
  const where = ({ point }: Known) => axes.map(({ path }) => `${path} ${point[path]}`).join(", ");
  const least = points.reduce((a, b) => (b.estimate.value < a.estimate.value ? b : a));
  const most = points.reduce((a, b) => (b.estimate.value > a.estimate.value ? b : a));
  return least.estimate.value === most.estimate.value
    ? charts.sweepFlat(measure, text(least))
    : charts.sweepTitle(measure, text(least), where(least), text(most), where(most));
}

/** Curves of one measure over one axis; the first is the one the finding speaks of. Undefined where nothing is known. */
export function sweepLines(curves: readonly NamedCurve[], axis: Axis, language: Language): Chart | undefined {
  const { charts } = language;
  const [first] = curves;
  const known = first?.curve.points.filter(isKnown) ?? [];
  if (first === undefined || known.length === 0) return undefined;
  const shown = curves.slice(0, SERIES.length);
  const names = shown.map(({ name }) => name);
  const { isChance } = first.curve;
  const measure = language.measure(first.curve.measure);
  const title = titleOf(known, first.curve, [axis], language);
  const text = charts.sweepText(measure, axis.path);
  const isNumber = axis.values.every((value) => typeof value === "number");
  const rows = shown.flatMap(({ name, curve }) =>
    curve.points.filter(isKnown).map((point) => {
      const { value, lower, upper } = point.estimate;
      return {
        at: point.point[axis.path],
        value,
        ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
        series: name,
        said: `${names.length > 1 ? `${name}, ` : ""}${axis.path} ${point.point[axis.path]}: ${estimateText(point.estimate, isChance, language)}`,
      };
    }),
  );
  const { color, shape } = seriesOf(names) as { color: object; shape: object };
  return {
    name: "sweep",
    title,
    text,
    leastWidth: Math.min(700, axis.values.length * 24),
    spec: specOf({
      description: `${title}. ${text}`,
      values: rows,
      height: 260,
      encoding: {
        x: {
          field: "at",
          ...(isNumber
            ? { type: "quantitative", scale: { zero: false, nice: false, padding: 12 } }
            : { type: "ordinal", sort: axis.values }),
          axis: {
            title: axis.path,
            grid: false,
            ...(isNumber && axis.values.length <= 12 ? { values: axis.values, format: "~g" } : {}),
          },
        },
        color,
      },
      layer: [
        {
          transform: [{ filter: "isValid(datum.lower)" }],
          mark: { type: "rule", strokeWidth: 2, ...MUTE },
          encoding: { y: { field: "lower", type: "quantitative" }, y2: { field: "upper" } },
        },
        {
          // Words stand beside each other: nothing lies between them.
          mark: { type: "line", strokeWidth: isNumber ? 2 : 0, ...MUTE },
          encoding: {
            y: {
              field: "value",
              type: "quantitative",
              scale: { zero: true, nice: true },
              axis: { ...axisOf(measure, isChance ? "chance" : "number", language), tickCount: 5 },
            },
            strokeDash: {
              field: "series",
              type: "nominal",
              scale: { domain: names, range: names.map((_, i) => SERIES[i]!.dash) },
              legend: null,
            },
          },
        },
        {
          mark: { type: "point", filled: true, size: 70, opacity: 1, stroke: colour("ground"), strokeWidth: 0.5 },
          encoding: { y: { field: "value", type: "quantitative" }, shape, ...SAID },
        },
      ],
    }),
  };
}

/** One curve over two axes. Undefined where nothing is known. */
export function sweepMap(curve: SweptCurve, axes: readonly [Axis, Axis], language: Language): Chart | undefined {
  const known = curve.points.filter(isKnown);
  if (known.length === 0) return undefined;
  const [down, across] = axes;
  const measure = language.measure(curve.measure);
  const title = titleOf(known, curve, axes, language);
  const text = language.charts.mapText(measure, down.path, across.path);
  const squares = curve.points.map((point): Square => {
    const at = { down: String(point.point[down.path]), across: String(point.point[across.path]) };
    const name = axes.map(({ path }) => `${path} ${point.point[path]}`).join(", ");
    if (!isKnown(point))
      return { ...at, short: "–", said: language.charts.notPossible(name, point.statement?.rule ?? "") };
    const { value } = point.estimate;
    const said = `${name}: ${estimateText(point.estimate, curve.isChance, language)}`;
    return { ...at, value, short: shortNumber(value, curve.isChance, language), said };
  });
  return {
    name: "sweep-map",
    title,
    text,
    ...gridSpec({ description: `${title}. ${text}`, squares, down: down.path, across: across.path }),
  };
}
