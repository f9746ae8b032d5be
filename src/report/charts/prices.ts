/** What sides of fights cost, and the price at which each would be even: a pair of points for each. */
import { allowedText, medianText, type PricedUnit, pairsOnce, type UnitPrices } from "../even-price.ts";
import type { Language } from "../language/language.ts";
import { continued, namesApart } from "../verdicts.ts";
import type { Chart } from "./chart.ts";
import type { ChartRow } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** The furthest from their price; the table has all. */
const MOST = 10;

/** The prices that whole models allow. */
const rangeOf = ({ even: { lower, upper } }: PricedUnit) =>
  lower === undefined || upper === undefined || lower === upper ? {} : { lower, upper };

/** @param per as in `points a model` @param fights how many the table has, those that are even among them */
export function pricesChart(all: readonly PricedUnit[], per: string, language: Language, fights = all.length): Chart {
  const { say, charts } = language;
  // Both sides of a fight as long as there is room.
  const prices = all.length > MOST ? pairsOnce(all) : all;
  const shown = prices.slice(0, MOST);
  const some = shown.length < prices.length ? charts.someOf(String(shown.length), String(fights)) : "";
  const names = continued(
    namesApart(shown.map(({ name }) => name)).own,
    shown.map(({ name, who }) => name.slice(0, -who.length)),
  );
  const series = [say`its price`, say`even price`];
  const hasRanges = shown.some((priced) => "lower" in rangeOf(priced));
  const rows = shown.map((priced, i): ChartRow => {
    const allowed = allowedText(priced.even, language);
    const ends = ["", allowed === undefined ? "" : ` (${allowed})`];
    const said = (which: number) =>
      language.goals.line(`${priced.name}, ${series[which]}`, priced.texts[which]! + ends[which]!);
    return {
      ...{ name: names[i]!, to: priced.cell },
      text: charts.fromTo(language.number(priced.points), priced.texts[1]),
      change: allowed ?? "",
      isPair: true,
      marks: [
        { value: priced.points, series: 0, said: said(0) },
        { value: priced.even.value, ...rangeOf(priced), series: 1, said: said(1) },
      ],
    };
  });
  return {
    name: "prices",
    title: say`What each unit costs, and the price at which its fights are even` + some,
    text: say`Two points for each side of a fight, joined: what a model costs, and the price at which equal points win equally often. Whiskers: the prices of the nearest fights of whole models.`,
    drawing: rowsOf({
      rows,
      form: "point",
      title: say`points ${per}`,
      unit: "number",
      series: hasRanges
        ? [series[0]!, say`even price; thick line: from its price; thin line: between fights of whole models`]
        : series,
      language,
    }),
  };
}

/** A row for each unit: its price, its even prices against the others, and their median, which its number is. */
export function unitPricesChart(units: readonly UnitPrices[], per: string, language: Language): Chart {
  const { charts, say: tell, goals, number } = language;
  const series = [tell`its price`, tell`even price against one other`, tell`median of these`];
  const rows = units.map((unit): ChartRow => {
    const said = (which: number, text: string) => goals.line(`${unit.name}, ${series[which]}`, text);
    const median = medianText(unit, language);
    return {
      ...{ name: unit.name, text: charts.fromTo(number(unit.points), median), isPair: true },
      marks: [
        { value: unit.points, series: 0, said: said(0, unit.price) },
        ...unit.fights.map(({ name, cell, value, text }) => ({
          ...{ value, series: 1, to: cell, said: goals.line(`${name}, ${tell`even price`}`, text) },
        })),
        { value: unit.median, series: 2, said: said(2, median) },
      ],
    };
  });
  return {
    name: "prices",
    title: tell`What each unit costs, and the price at which its fights are even`,
    text: tell`A row for each unit: what it costs, the price at which it is even with each of the others, and the median of these, joined to what it costs.`,
    drawing: rowsOf({ rows, form: "point", title: tell`points ${per}`, unit: "number", series, language }),
  };
}
