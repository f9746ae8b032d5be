/** Old against new: how far each number moved, as a bar from none, the margin shaded around it, both numbers beside it. */
import type { Change } from "../../analysis/change.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { namesApart } from "../verdicts.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
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
  /** In words. */
  readonly verdict: string;
  readonly isBeyond: boolean;
}

const MOST = 40;

const sizeOf = ({ change }: Moved): number => Math.abs(change.value);

/** Numbers of one unit, in the order given; `sides` are what the two are called. */
export function changeChart(
  moved: readonly Moved[],
  isChance: boolean,
  sides: readonly [string, string],
  language: Language,
): Chart {
  const { charts } = language;
  const text = (one: Moved) => changeText(one.change, isChance, language);
  const beyond = moved.filter(({ isBeyond }) => isBeyond).toSorted((a, b) => sizeOf(b) - sizeOf(a));
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
      : charts.changeTitle(
          String(beyond.length),
          String(moved.length),
          own.length === 1 ? furthest.name : own[moved.indexOf(furthest)]!,
          text(furthest),
        )) + some;
  const rows = shown.map((one, i): ChartRow => {
    const said = charts.changeSaid(one.name, one.before, one.now, text(one), one.verdict);
    return {
      name: own[i]!,
      text: text(one),
      change: charts.fromTo(one.before, one.now),
      zone: one.margin,
      marks: [{ value: one.change.value, ...limitsOf(one.change), said }],
    };
  });
  const axis = charts.differenceAxis(...sides);
  return {
    name: "change",
    title: shared === "" ? title : language.goals.line(shared, title),
    text: charts.changeText(...sides),
    drawing: rowsOf({
      rows,
      form: "bar",
      title: charts.withZone(isChance ? charts.inPoints(axis) : axis),
      unit: isChance ? "points" : "number",
      isChange: true,
      language,
    }),
    table: {
      head: ["", ...sides, axis, charts.verdict],
      rows: moved.map((one) => [one.name, one.before, one.now, text(one), one.verdict]),
    },
  };
}
