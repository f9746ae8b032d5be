/** Points against what they take out, with the frontier that no cheaper unit passes. */
import { estimateText } from "../estimate.ts";
import type { Frontier, FrontierUnit } from "../frontier.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { placeIn, roomy, ticksOf } from "./drawing.ts";

export function worthChart({ inPoints, units }: Frontier, language: Language): Chart {
  const { points: say, number, unit: named, list } = language;
  const best = units.filter(({ isBest }) => isBest);
  const others = units.filter(({ isBest }) => !isBest);
  const prices = units.map(({ points }) => points);
  const across = roomy(Math.min(...prices), Math.max(...prices), 0.12);
  const most = Math.max(...units.map(({ taken }) => taken.upper ?? taken.value));
  const up = [0, roomy(0, most, 0.12)[1]] as const;
  const text = ({ taken }: FrontierUnit) => estimateText(taken, false, language);
  const place = (value: number) => placeIn(up, value);
  const pointOf = (one: FrontierUnit) => {
    const { value, lower, upper } = one.taken;
    return {
      x: placeIn(across, one.points),
      y: place(value),
      ...(lower === undefined || upper === undefined ? {} : { lower: place(lower), upper: place(upper) }),
      text: named(one.unit),
      isNamed: true,
      said: language.goals.line(
        named(one.unit),
        `${say.pointsOfUnit} ${number(one.points)}, ${say.taken(inPoints)} ${text(one)}`,
      ),
    };
  };
  const steps = best.map((one, i) => {
    const next = best[i + 1];
    const point = pointOf(one);
    return next ? { ...point, next: [{ ...pointOf(next), text: "" }] } : point;
  });
  const series = [
    { name: say.best, points: steps },
    { name: language.say`other units`, points: others.map(pointOf) },
  ].filter(({ points }) => points.length > 0);
  return {
    name: "worth",
    title: say.frontier(list(best.map(({ unit }) => named(unit))), inPoints),
    text: language.say`A point for each unit: its points across, what it takes out upwards, on average over its enemies. Steps join the units that no cheaper one outdoes.${language.charts.whiskers([{ marks: units.map(({ taken }) => taken) }])}`,
    drawing: {
      kind: "curves",
      title: say.taken(inPoints),
      across: say.pointsOfUnit,
      series,
      xTicks: ticksOf(across, "number", language, 5),
      yTicks: ticksOf(up, "number", language, 4),
    },
    table: {
      head: [language.say`unit`, say.pointsOfUnit, say.taken(inPoints), say.best],
      rows: units.map((one) => [named(one.unit), number(one.points), text(one), one.isBest ? language.say`yes` : ""]),
    },
  };
}
