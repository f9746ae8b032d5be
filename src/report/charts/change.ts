/** Old against new: each number before and after as a pair of points, the margin shaded around the old one. */
import type { Change } from "../../analysis/change.ts";
import type { Estimate } from "../../analysis/measure.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { namesApart } from "../verdicts.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** One number that is held against another. */
export interface Moved {
  readonly name: string;
  /** As they are written. */
  readonly before: string;
  readonly now: string;
  readonly from: Estimate;
  readonly to: Estimate;
  readonly change: Change;
  readonly margin: number;
  /** In words. */
  readonly verdict: string;
  readonly isBeyond: boolean;
}

const MOST = 40;

const pointOf = ({ value, lower, upper }: Estimate) => ({
  value,
  ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
});

/**
 * Numbers of one unit; `sides` are what the two are called. `by`: the most is what is furthest beyond its margin, or,
 * of numbers of one kind, what differs most.
 */
export function changeChart(
  moved: readonly Moved[],
  isChance: boolean,
  sides: readonly [string, string],
  language: Language,
  by: "margin" | "size" = "margin",
): Chart {
  const { charts } = language;
  const text = (one: Moved) => changeText(one.change, isChance, language);
  const excess = ({ change, margin }: Moved) => Math.abs(change.value) / (by === "size" ? 1 : Math.max(margin, 1e-12));
  const beyond = moved.filter(({ isBeyond }) => isBeyond).toSorted((a, b) => excess(b) - excess(a));
  const [furthest] = beyond;
  // What all names have in common is said once, above them; of one alone its end.
  const apart = namesApart(moved.map(({ name }) => name));
  const { shared } = apart;
  const own = moved.length === 1 ? [moved[0]!.name.split(/(?:(?:^|[^:]): |\u00a0: )/u).at(-1)!] : apart.own;
  const shown = moved.slice(0, MOST);
  const some = shown.length < moved.length ? charts.someOf(String(shown.length), String(moved.length)) : "";
  const title =
    (furthest === undefined
      ? charts.noneMoved(String(moved.length))
      : charts[by === "size" ? "changeTitle" : "changeTitleByMargin"](
          String(beyond.length),
          String(moved.length),
          own.length === 1 ? furthest.name : own[moved.indexOf(furthest)]!,
          text(furthest),
        )) + some;
  const words = charts.changeText(...sides);
  const rows = shown.map((one, i): ChartRow => {
    const said = charts.changeSaid(one.name, one.before, one.now, text(one), one.verdict);
    const from = { ...pointOf(one.from), margin: one.margin, series: 0, said };
    return { name: own[i]!, text: text(one), isPair: true, marks: [from, { ...pointOf(one.to), series: 1, said }] };
  });
  return {
    name: "change",
    title: shared === "" ? title : language.goals.line(shared, title),
    text: words,
    drawing: rowsOf({
      rows,
      form: "point",
      title: null,
      unit: isChance ? "chance" : "number",
      series: sides,
      isChange: false,
      language,
    }),
    table: {
      head: ["", ...sides, charts.differenceAxis(...sides), charts.verdict],
      rows: moved.map((one) => [one.name, one.before, one.now, text(one), one.verdict]),
    },
  };
}
