/** What each factor is worth alone, several together, and by how much they overlap. */
import type { Effect, Factorial, Together } from "../../analysis/effects.ts";
import type { Change } from "../../analysis/form.ts";
import { baseIdOf, idAt } from "../../scenario/axis.ts";
import { changeText, countedAs, sizeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { type ChartRow, limitsOf } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** Whether a change is known not to be none. */
export const isSure = ({ value, lower, upper }: Change): boolean =>
  lower === undefined || upper === undefined ? value !== 0 : lower > 0 || upper < 0;

type Changing = { readonly change: Change };
export const bySize = (a: Changing, b: Changing): number => Math.abs(b.change.value) - Math.abs(a.change.value);

/** What several give together against what each gives alone, added up; short beside a mark. */
export function bondOf({ change, overlap }: Together, isChance: boolean, language: Language, isShort = false): string {
  const { say } = language;
  if (!isSure(overlap))
    return overlap.lower === undefined ? say`exactly their sum` : isShort ? "≈ 0" : say`not told apart from their sum`;
  const size = Math.abs(overlap.value);
  const short = isChance ? language.fixed(size * 100, 1) : language.number(size);
  const by = !isShort ? sizeText(overlap, isChance, language) : overlap.lower === undefined ? short : `≈ ${short}`;
  const isLess = (change.value + overlap.value) * overlap.value > 0;
  if (isShort) return isLess ? say`sum less ${by}` : say`sum plus ${by}`;
  return isLess ? say`${by} less than their sum` : say`${by} more than their sum`;
}

export function effectsChart(factorial: Factorial, language: Language): Chart {
  const { charts } = language;
  const { isChance } = factorial;
  // The most telling first, of each kind.
  const alone = factorial.alone.toSorted(bySize);
  const together = factorial.together.toSorted(bySize);
  const measure = countedAs(factorial.measure, isChance, language);
  const text = (change: Change) => changeText(change, isChance, language);
  const cellOf = (modifiers: readonly string[]) => idAt(baseIdOf({ ...factorial, modifiers }), factorial.point);
  const series = [language.say`alone`, language.say`each alone, added up`, language.say`together`];
  const mark = (name: string, change: Change, index: number) => ({
    value: change.value,
    ...limitsOf(change),
    series: index,
    said: language.goals.line(`${name}, ${series[index]}`, text(change)),
  });
  const effects: readonly (Effect | Together)[] = [...alone, ...together];
  const rows = effects.map((effect): ChartRow => {
    const { factors, change } = effect;
    const name = language.sets(factors);
    const row = { name, to: cellOf(factors), text: text(change) };
    if (!("overlap" in effect)) return { ...row, marks: [mark(name, change, 0)] };
    // An overlap is what they give less than one by one.
    const sum = { value: change.value + effect.overlap.value };
    const bond = bondOf(effect, isChance, language, true);
    return { ...row, change: bond, isPair: true, marks: [mark(name, sum, 1), mark(name, change, 2)] };
  });
  const words = language.say`Points left and right of zero: by how much each factor, and several together, change ${measure}. Those of several are joined to their sum, which is what each of them gives alone, added up.${charts.whiskers(rows)}`;
  const axis = charts.changeAxis(measure);
  const inUnit = isChance ? charts.inPoints(axis) : axis;
  return {
    name: "effects",
    title: language.say`What each factor is worth, alone and together`,
    text: words,
    drawing: rowsOf({
      rows,
      form: "point",
      title: inUnit,
      unit: isChance ? "points" : "number",
      series: together.length > 0 ? series : [],
      isChange: true,
      language,
    }),
  };
}
