/** Rows of points or bars with their names above them, so that long names fit a narrow page. */
import type { Language } from "../language/language.ts";
import { MUTE, SAID, type Spec, specOf } from "./chart.ts";
import { colour, SERIES } from "./palette.ts";

/** One mark; the marks of a row follow each other. */
export interface RowMark {
  readonly row: number;
  /** Above the first mark of a row. */
  readonly label?: string;
  readonly value: number;
  readonly lower?: number;
  readonly upper?: number;
  /** A zone of no account around zero, this far each way. */
  readonly margin?: number;
  /** At the end of a bar: what it is the bar of, where colours are not seen. */
  readonly end?: string;
  /** Which of `series`. */
  readonly series?: string;
  readonly said: string;
}

/** The numbers of an axis: shares as per cent, the mark of the language for decimals. */
export function axisOf(title: string | null, unit: "chance" | "points" | "number", language: Language): Spec {
  const number = unit === "number" ? "format(datum.value, '.4~g')" : "format(datum.value * 100, '.3~g')";
  const marked = `replace(${number}, '.', '${language.fixed(0.5, 1).charAt(1)}')`;
  const sign = unit === "chance" ? ` + '${language.percent(0).slice(1)}'` : "";
  return { title, labelExpr: `${marked}${sign}`, grid: true, tickCount: { expr: "max(3, width / 90)" } };
}

/** A legend, or none for a single series; beside each other where the names are short. */
export const legendOf = (names: readonly string[], title: string | null = null): Spec | null =>
  names.length < 2 ? null : { title, columns: names.join("").length < 30 ? names.length : 1 };

/** Colour and shape of series by their names. */
export const seriesOf = (names: readonly string[], title?: string): Spec => {
  const scale = (of: "colour" | "shape") => ({
    domain: names,
    range: names.map((_, i) => SERIES[i % SERIES.length]![of]),
  });
  const legend = legendOf(names, title);
  return {
    color: { field: "series", type: "nominal", scale: scale("colour"), legend },
    shape: { field: "series", type: "nominal", scale: scale("shape"), legend },
  };
};

export function rowsSpec(drawn: {
  readonly description: string;
  readonly marks: readonly RowMark[];
  readonly kind: "point" | "bar";
  readonly axis: Spec;
  readonly series?: readonly string[];
  /** Zero is in the picture, and a line. */
  readonly fromZero: boolean;
}): Spec {
  const { description, marks, kind, axis, series = [], fromZero } = drawn;
  const below = { yOffset: 7 };
  const x = {
    field: "value",
    type: "quantitative",
    axis,
    scale: { zero: fromZero, nice: true, ...(kind === "bar" ? { padding: 26 } : {}) },
  };
  const shown = series.length > 0 ? seriesOf(series) : { color: { value: SERIES[0].colour } };
  const { shape: _, ...coloured } = shown as { shape?: Spec };
  return specOf({
    description,
    values: marks,
    height: { step: 38 },
    encoding: { y: { field: "row", type: "ordinal", axis: null, scale: { padding: 0 } } },
    layer: [
      {
        transform: [{ filter: "isValid(datum.margin)" }, { calculate: "-datum.margin", as: "from" }],
        mark: { type: "rect", height: 16, color: colour("zone"), ...below, ...MUTE },
        encoding: { x: { field: "from", type: "quantitative" }, x2: { field: "margin" } },
      },
      ...(fromZero
        ? [{ mark: { type: "rule", color: colour("soft"), ...MUTE }, encoding: { x: { datum: 0 }, y: null } }]
        : []),
      ...(kind === "point" && fromZero
        ? [
            {
              transform: [{ calculate: "0", as: "zero" }],
              mark: { type: "rule", color: colour("line"), strokeWidth: 3, ...below, ...MUTE },
              encoding: { x: { field: "zero", type: "quantitative" }, x2: { field: "value" } },
            },
          ]
        : []),
      kind === "bar"
        ? { mark: { type: "bar", height: 12, ...below }, encoding: { x, ...coloured, ...SAID } }
        : { mark: { type: "point", filled: true, size: 90, opacity: 1, ...below }, encoding: { x, ...shown, ...SAID } },
      {
        transform: [{ filter: "isValid(datum.lower) && isValid(datum.upper)" }],
        mark: { type: "rule", strokeWidth: 2, color: colour("ink"), ...below, ...MUTE },
        encoding: { x: { field: "lower", type: "quantitative" }, x2: { field: "upper" } },
      },
      ...[-1, 1].map((side) => ({
        transform: [{ filter: `isValid(datum.end) && datum.value * ${side} > 0` }],
        mark: { type: "text", align: side < 0 ? "right" : "left", dx: 5 * side, fontSize: 11, ...below, ...MUTE },
        encoding: { x, text: { field: "end" } },
      })),
      // On its own ground, so that no line runs through a name.
      ...[{ stroke: colour("ground"), strokeWidth: 4 }, {}].map((ground) => ({
        transform: [{ filter: "isValid(datum.label)" }],
        mark: {
          type: "text",
          align: "left",
          baseline: "middle",
          yOffset: -11,
          dx: 4,
          limit: { expr: "width" },
          ...ground,
          ...MUTE,
        },
        encoding: { x: { value: 0 }, text: { field: "label" } },
      })),
    ],
  });
}
