/** What moves a number most: each characteristic one less and one more. */
import type { Tornado } from "../../analysis/sensitivity.ts";
import { idAt } from "../../scenario/axis.ts";
import { changeText, countedAs } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { type StepPrice, stepName, swingText, widestText } from "../sensitivity.ts";
import type { Chart } from "./chart.ts";
import { type ChartRow, limitsOf } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

const MOST = 24;
/** A longer value would reach over the end of a narrow chart. */
const MOST_END = 4;

/** Colours from the side of who is asked about: the same as on a map of wins. */
const [BETTER, WORSE] = [0, 1];

/** Undefined where no characteristic could be moved. */
export function tornadoChart(tornado: Tornado, language: Language, price?: StepPrice): Chart | undefined {
  const { charts } = language;
  const { isChance, isCost = false, attacker, defender } = tornado;
  const who = language.unit(attacker === "-" ? defender : attacker);
  const measure = countedAs(tornado.measure, isChance, language);
  const bars = tornado.bars.filter(({ down, up }) => down?.change ?? up?.change).slice(0, MOST);
  const title = widestText({ ...tornado, bars }, language);
  if (title === undefined) return undefined;
  const words = language.say`Bars left and right of zero: by how much ${measure} changes when a characteristic is one lower or one higher, which stands at its end; the strongest first. Colours say what is better for ${who}.`;
  const rows = bars.map((bar): ChartRow => {
    const steps = [bar.down, bar.up].flatMap((step) =>
      step?.change
        ? {
            change: step.change,
            series: step.change.value > 0 === isCost ? WORSE : BETTER,
            at: step.to,
            name: stepName(bar, step, language),
            end: language.at(bar.path, step.to),
          }
        : [],
    );
    return {
      name: language.path(bar.path),
      // Of one side alone it is no swing.
      text:
        steps[1] || steps[0]?.change.value === 0
          ? swingText(bar, isChance, language)
          : language.goals.line(steps[0]!.end, changeText(steps[0]!.change, isChance, language)),
      ...(price && bar.swing > 0 ? { change: price(bar.swing) } : {}),
      marks: steps.map(({ change, series, name, end, at }) => ({
        value: change.value,
        to: idAt(tornado.cell, { [bar.path]: at }),
        ...limitsOf(change),
        ...(end.length <= MOST_END && change.value !== 0 ? { end } : {}),
        series,
        said: language.goals.line(`${language.path(bar.path)} ${name}`, changeText(change, isChance, language)),
      })),
    };
  });
  const axis = charts.changeAxis(measure);
  return {
    name: "tornado",
    title,
    what: language.say`One lower and one higher: ${measure}`,
    text: words,
    drawing: rowsOf({
      rows,
      form: "bar",
      title: language.say`${isChance ? charts.inPoints(axis) : axis}; in bold the swing, from one lower to one higher`,
      unit: isChance ? "points" : "number",
      series: [language.say`better for ${who}`, language.say`worse for ${who}`],
      isChange: true,
      language,
    }),
  };
}
