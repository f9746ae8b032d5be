/** What each factor is worth alone, several together, and by how much they overlap. */
import type { Change } from "../../analysis/change.ts";
import type { Factorial } from "../../analysis/effects.ts";
import { changeText, sizeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** Whether a change is known not to be none. */
export const isSure = ({ value, lower, upper }: Change): boolean =>
  lower === undefined || upper === undefined ? value !== 0 : lower > 0 || upper < 0;

export const limitsOf = ({ lower, upper }: Change, scale = 1) =>
  lower === undefined || upper === undefined ? {} : { lower: lower * scale, upper: upper * scale };

const sizeOf = ({ value }: Change): number => Math.abs(value);

/** What factors one by one, added up, give more (or less) than together: the number alone. */
const smallText = ({ value, lower }: Change, isChance: boolean, { signed }: Language): string =>
  `${lower === undefined ? "" : "≈ "}${isChance ? signed(value * 100, 1) : signed(value, 3)}`;

export function effectsChart(factorial: Factorial, language: Language): Chart {
  const { charts } = language;
  const { isChance } = factorial;
  // The most telling first, of each kind.
  const alone = factorial.alone.toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change));
  const together = factorial.together.toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change));
  const measure = language.measure(factorial.measure);
  const text = (change: Change) => changeText(change, isChance, language);
  const series = [charts.alone, charts.addedUp, charts.together];
  const mark = (name: string, change: Change, own: number) => ({
    value: change.value,
    ...limitsOf(change),
    series: own,
    said: language.goals.line(`${name}, ${series[own]}`, text(change)),
  });
  const rows = [
    ...alone.map(({ factors, change }): ChartRow => {
      const name = language.sets(factors);
      return { name, text: text(change), marks: [mark(name, change, 0)] };
    }),
    ...together.map(({ factors, change, overlap }): ChartRow => {
      const name = language.sets(factors);
      // An overlap is what they give less than one by one.
      const sum = { value: change.value + overlap.value };
      return {
        name,
        text: text(change),
        change: smallText(overlap, isChance, language),
        isPair: true,
        marks: [mark(name, sum, 1), mark(name, change, 2)],
      };
    }),
  ];
  const strongest = alone[0]!;
  const title = isSure(strongest.change)
    ? charts.strongest(
        language.sets(strongest.factors),
        sizeText(strongest.change, isChance, language),
        measure,
        strongest.change.value > 0,
      )
    : charts.nothingMoves(measure);
  const words = charts.effectsText(measure, charts.whiskers(rows));
  const axis = charts.changeAxis(measure);
  const inUnit = isChance ? charts.inPoints(axis) : axis;
  return {
    name: "effects",
    title,
    text: words,
    drawing: rowsOf({
      rows,
      form: "point",
      title: together.length > 0 ? charts.withOverlap(inUnit) : inUnit,
      unit: isChance ? "points" : "number",
      series: together.length > 0 ? series : [],
      isChange: true,
      language,
    }),
  };
}
