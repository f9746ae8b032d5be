/** What each factor is worth alone, several together, and by how much they overlap. */
import type { Change } from "../../analysis/change.ts";
import type { Factorial } from "../../analysis/effects.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** Whether a change is known not to be none. */
export const isSure = ({ value, lower, upper }: Change): boolean =>
  lower === undefined || upper === undefined ? value !== 0 : lower > 0 || upper < 0;

export const limitsOf = ({ lower, upper }: Change) =>
  lower === undefined || upper === undefined ? {} : { lower, upper };

const sizeOf = ({ value }: Change): number => Math.abs(value);

export function effectsChart(factorial: Factorial, language: Language): Chart {
  const { charts } = language;
  const { isChance } = factorial;
  // The most telling first, of each kind.
  const alone = factorial.alone.toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change));
  const together = factorial.together.toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change));
  const measure = language.measure(factorial.measure);
  const text = (change: Change) => changeText(change, isChance, language);
  const series = [charts.alone, charts.together, charts.interaction];
  const rows = [
    ...alone.map(({ factors, change }) => ({ name: language.sets(factors), series: charts.alone, change })),
    ...together.map(({ factors, change }) => ({ name: language.sets(factors), series: charts.together, change })),
    ...together.map(({ factors, overlap }) => ({
      name: `${charts.interaction} ${language.sets(factors)}`,
      series: charts.interaction,
      change: overlap,
    })),
  ];
  const strongest = alone[0]!;
  const title = isSure(strongest.change)
    ? charts.strongest(language.sets(strongest.factors), 1, text(strongest.change), measure)
    : charts.nothingMoves(measure);
  const words = charts.effectsText(measure);
  const axis = charts.changeAxis(measure);
  return {
    name: "effects",
    title,
    text: words,
    drawing: rowsOf({
      rows: rows.map(
        ({ name, change, series: own }): ChartRow => ({
          name,
          text: text(change),
          marks: [
            {
              value: change.value,
              ...limitsOf(change),
              series: series.indexOf(own),
              said: `${name}, ${own}: ${text(change)}`,
            },
          ],
        }),
      ),
      form: "point",
      title: isChance ? charts.inPoints(axis) : axis,
      unit: isChance ? "points" : "number",
      series: together.length > 0 ? series : [],
      isChange: true,
      language,
    }),
  };
}
