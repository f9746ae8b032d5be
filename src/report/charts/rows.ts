/** Rows of points or bars: names of any length, each with its number, on one axis. */
import type { Language } from "../language/language.ts";
import { type ChartRow, type RowsChart, roomy, ticksOf } from "./drawing.ts";

/** Where all numbers are this near to each other, the axis does not begin at zero. */
const NEAR = 0.7;

export function rowsOf(drawn: {
  readonly rows: readonly ChartRow[];
  readonly form: "point" | "bar";
  readonly title: string | null;
  readonly unit: "chance" | "points" | "number";
  readonly series?: readonly string[];
  readonly reference?: RowsChart["reference"];
  /** Whether the numbers are changes: zero is then in the picture. */
  readonly isChange?: boolean;
  readonly language: Language;
}): RowsChart {
  const { rows, form, title, unit, series = [], reference, isChange = false, language } = drawn;
  const ends = rows.flatMap(({ marks, zone }) =>
    marks.flatMap(({ value, lower = value, upper = value }) => [
      Math.min(lower, ...(zone === undefined ? [] : [-zone])),
      Math.max(upper, ...(zone === undefined ? [] : [zone])),
    ]),
  );
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const isNear =
    !isChange && form === "point" && (rows.length > 1 || rows[0]?.isPair) && least > 0 && least > NEAR * most;
  const from = isNear ? least : Math.min(0, least);
  const to = Math.max(isNear ? most : 0, most);
  const isLabelled = rows.some(({ marks }) => marks.some(({ end }) => end !== undefined));
  const domain = roomy(from, to, isLabelled ? 0.14 : isNear ? 0.08 : 0.03);
  return {
    kind: "rows",
    form,
    rows,
    domain,
    ticks: ticksOf([Math.max(domain[0], from), Math.min(domain[1], to)], unit, language, isNear ? 8 : 5).map(
      ({ at, text }) => ({
        at: at * ((to - from || 1) / (domain[1] - domain[0])) + (from - domain[0]) / (domain[1] - domain[0]),
        text,
      }),
    ),
    title: isNear && title !== null ? language.say`${title}; the axis does not begin at zero` : title,
    series,
    ...(reference && { reference }),
  };
}
