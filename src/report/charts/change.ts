/** Old against new: how far each number moved, the margin shaded. */
import type { Change } from "../../analysis/change.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import type { Row } from "./drawing.ts";
import { limitsOf } from "./effects.ts";
import { rowsOf } from "./rows.ts";

/** One number that is held against another. */
export interface Moved {
  readonly name: string;
  /** As they are written. */
  readonly before: string;
  readonly now: string;
  readonly change: Change;
  readonly margin: number;
  /** In words; numbers of one verdict share a colour and a shape. */
  readonly verdict: string;
  readonly isBeyond: boolean;
}

const MOST = 40;

/** Numbers of one unit; `sides` are what the two are called. */
export function changeChart(
  moved: readonly Moved[],
  isChance: boolean,
  sides: readonly [string, string],
  language: Language,
): Chart {
  const { charts } = language;
  const text = (one: Moved) => changeText(one.change, isChance, language);
  const excess = ({ change, margin }: Moved) => Math.abs(change.value) / Math.max(margin, 1e-12);
  const beyond = moved.filter(({ isBeyond }) => isBeyond).toSorted((a, b) => excess(b) - excess(a));
  const [furthest] = beyond;
  const shown = moved.slice(0, MOST);
  const some = shown.length < moved.length ? charts.someOf(String(shown.length), String(moved.length)) : "";
  const title =
    (furthest === undefined
      ? charts.noneMoved(String(moved.length))
      : charts.changeTitle(String(beyond.length), String(moved.length), furthest.name, text(furthest))) + some;
  const words = charts.changeText(...sides);
  const verdicts = [...new Set(shown.map(({ verdict }) => verdict))];
  const rows = shown.map(
    (one): Row => ({
      name: one.name,
      text: text(one),
      marks: [
        {
          value: one.change.value,
          ...limitsOf(one.change),
          margin: one.margin,
          series: verdicts.indexOf(one.verdict),
          said: charts.changeSaid(one.name, one.before, one.now, text(one), one.verdict),
        },
      ],
    }),
  );
  const axis = charts.differenceAxis(...sides);
  return {
    name: "change",
    title,
    text: words,
    drawing: rowsOf({
      rows,
      form: "point",
      title: isChance ? charts.inPoints(axis) : axis,
      unit: isChance ? "points" : "number",
      series: verdicts,
      isChange: true,
      language,
    }),
    table: {
      head: ["", ...sides, charts.differenceAxis(...sides), charts.verdict],
      rows: moved.map((one) => [one.name, one.before, one.now, text(one), one.verdict]),
    },
  };
}
