/** The charts of a run: the number of each cell beside the others, and who is left after each turn. */
import { estimateOf, type Headlines, headlineMeasure, leadingOf, readingOf } from "../../analysis/measure.ts";
import type { CellResult, Result } from "../../analysis/result.ts";
import type { Chart } from "../charts/chart.ts";
import { overviewChart } from "../charts/overview.ts";
import { countsOf, survivalChart } from "../charts/survival.ts";
import { pairing } from "../format.ts";
import { isGrid } from "../grid.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { apart } from "../ranking.ts";
import { brief, isBase, setsOf } from "../summary.ts";

/** Fights whose trace is drawn. */
const MOST_FIGHTS = 3;

/** What the charts of an experiment share. */
export interface Context {
  readonly result: Result;
  readonly headlines: Headlines;
  readonly language: Language;
}

/** The number of each cell beside each other, where that is what is left to see. */
export function overview(cells: readonly CellResult[], context: Context, form: "point" | "bar" = "point"): Chart[] {
  const { language } = context;
  const headline = leadingOf(cells, context.headlines[cells[0]!.kind]);
  if (headline === undefined) return [];
  const { also } = headline;
  const name = apart(cells, language);
  const points = cells.flatMap((cell) => {
    const reading = readingOf(cell, headlineMeasure(headline));
    if (reading === undefined) return [];
    const second = also && readingOf(cell, headlineMeasure(also));
    const isPart = second?.isChance === reading.isChance && second.value <= reading.value;
    return {
      ...{ name: name(cell), to: cell.id, estimate: estimateOf(reading), isBase: isBase(cell) },
      ...(isPart ? { part: estimateOf(second) } : {}),
    };
  });
  if (points.length < 2) return [];
  const { saying } = calling(cells, language);
  const words = { what: brief(saying(headline.text)), part: also && brief(saying(also.text)) };
  return [overviewChart(points, headline.values !== undefined, words, language, { form })];
}

/** Who is left after each turn: both sides of each fight, or the soldier that recovers, on one axis. */
export function survival(cells: readonly CellResult[], { language }: Context): Chart[] {
  const sides = cells.flatMap((cell) =>
    (["first", "second", undefined] as const).flatMap((side) => {
      const counts = countsOf(cell.metrics ?? [], side);
      if (counts.length === 0) return [];
      const sets = setsOf(cell) === "base" ? "" : ` (${language.sets(cell.modifiers)})`;
      const unit = side === "first" ? cell.attacker : side === "second" ? cell.defender : undefined;
      const name = unit === undefined ? pairing(cell, language) : language.unit(unit);
      return { name: name + sets, counts };
    }),
  );
  return sides.map(({ name, counts }) => survivalChart(name, counts, language));
}

/** The charts that answer what an experiment asks, the most telling first. */
export function chartsOf(cells: readonly CellResult[], context: Context, isLed = false): Chart[] {
  const isMap = isGrid(cells, context.headlines[cells[0]!.kind]);
  const isFew = cells.length <= MOST_FIGHTS;
  return [...(isMap || isLed ? [] : overview(cells, context)), ...(isFew ? survival(cells, context) : [])];
}
