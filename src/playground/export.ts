/** What the page hands out as files: a picture, tables, the scenario that gives the same. */

import type { Headlines } from "../analysis/measure.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import type { Chart } from "../report/charts/chart.ts";
import { gridSpec } from "../report/charts/grid.ts";
import { rowsOf } from "../report/charts/rows.ts";
import { standingCharts } from "../report/charts/survival.ts";
import { type Lights, svgOf } from "../report/charts/svg.ts";
import { outcomesCsv } from "../report/csv.ts";
import type { Language } from "../report/language/language.ts";
import { sideNames } from "../report/language/sides.ts";
import { summaryMarkdown } from "../report/markdown.ts";
import { escapeMarkdown, headRows, row } from "../report/markdown-text.ts";
import { columnsOf, csvOf } from "../report/table.ts";
import type { FieldCell, Label, ToldMetric } from "./answer.ts";

/** A picture as a file, and what it shows in words. */
export interface Picture {
  readonly svg: string;
  readonly text: string;
}

/** By the ends of their names. */
export interface Exported {
  readonly svg: string;
  readonly csv: string;
  readonly md: string;
  readonly yaml: string;
}

/** Values of a metric that a picture shows: what is rarer than this at the end of a long list is left out. */
const RARE = 0.0005;
const SHORT = 8;

/** The bars of one metric, and of an earlier question's beside them. */
export function barsOf(
  title: string,
  metric: ToldMetric,
  earlier: { readonly metric: ToldMetric; readonly name: string; readonly now: string } | undefined,
  language: Language,
): Chart {
  const before = (label: string) => earlier?.metric.rows.find((row) => row.label === label);
  const rows = metric.rows.filter(
    ({ label, probability }) =>
      metric.rows.length <= SHORT || probability >= RARE || (before(label)?.probability ?? 0) >= RARE,
  );
  const mark = (value: number, text: string, label: string, series: number) => ({
    value,
    said: `${label}: ${text}`,
    series,
  });
  return {
    name: "chances",
    title,
    text: title,
    drawing: rowsOf({
      rows: rows.map(({ label, probability, text }) => {
        const was = before(label);
        return {
          name: label,
          text,
          marks: [
            mark(probability, text, label, 0),
            ...(was === undefined ? [] : [mark(was.probability, was.text, label, 1)]),
          ],
        };
      }),
      form: "bar",
      title: metric.label,
      unit: "chance",
      ...(earlier === undefined ? {} : { series: [earlier.now, earlier.name] }),
      isChange: false,
      language,
    }),
  };
}

/** Pictures below each other in one file. */
export function below(pictures: readonly string[]): string {
  const sizes = pictures.map((picture) => /width="(\d+)" height="(\d+)"/.exec(picture)!.slice(1).map(Number));
  const width = Math.max(...sizes.map(([wide]) => wide!));
  let y = 0;
  const parts = pictures.map((picture, i) => {
    const part = picture.replace("<svg ", `<svg y="${y}" `);
    y += sizes[i]![1]!;
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">${parts.join("")}</svg>`;
}

/** A fight turn by turn; undefined of what is no fight of some turns. */
export function standingsOf(
  { metrics = [], attacker, defender }: CellResult,
  language: Language,
  lights: Lights,
): string | undefined {
  const names = sideNames({ attacker, defender }, language);
  const charts = standingCharts(metrics, names, language).map(([, chart]) => svgOf(chart, lights));
  return charts.length === 0 ? undefined : below(charts);
}

/** Every file of one question. */
export const exportOf = (svg: string, yaml: string, result: Result, headlines: Headlines): Exported => ({
  svg,
  yaml,
  csv: outcomesCsv(result),
  md: summaryMarkdown(result, headlines),
});

/** A field as it is shown: units down and across, in their order, and the cells by attacker. */
export interface ShownField {
  readonly metric: string;
  /** What its rows are, and its columns. */
  readonly down: string;
  readonly across: string;
  readonly attackers: readonly Label[];
  readonly defenders: readonly Label[];
  /** By attacker, as `defenders`. */
  readonly cells: readonly (readonly (FieldCell | undefined)[])[];
}

export function exportField(
  { metric, down, across, attackers, defenders, cells }: ShownField,
  yaml: string,
  language: Language,
): Exported {
  const first = cells.flat().find((cell) => cell?.told);
  const each = attackers.flatMap((attacker, r) =>
    defenders.map((defender, c) => ({ attacker, defender, cell: cells[r]?.[c] })),
  );
  const squares = each.map(({ attacker, defender, cell }) => ({
    down: attacker.label,
    across: defender.label,
    short: cell?.told?.text.replace(/[\s\u00a0]%$/, "") ?? "–",
    said: `${attacker.label}, ${defender.label}: ${cell?.told?.text ?? cell?.why ?? "–"}`,
    ...(cell?.told ? { value: cell.told.value } : {}),
  }));
  const rows = each.map(({ attacker, defender, cell }) => ({
    attacker: attacker.name,
    defender: defender.name,
    metric,
    value: cell?.told?.value,
    fraction: cell?.told?.fraction,
    why: cell?.why,
  }));
  const md = [
    ...headRows(["", ...defenders.map(({ label }) => escapeMarkdown(label))]),
    ...attackers.map(({ label }, r) =>
      row([escapeMarkdown(label), ...defenders.map((_, c) => cells[r]?.[c]?.told?.text ?? "–")]),
    ),
  ];
  const isChance = first?.told?.isChance ?? false;
  const map = { squares, down, across, isChance, ...(first?.even === undefined ? {} : { middle: first.even }) };
  return {
    svg: svgOf({ name: "field", title: metric, text: metric, ...gridSpec(map, language) }),
    csv: csvOf({ columns: columnsOf("attacker,defender,metric,value,fraction,why"), rows: () => rows }),
    md: `${md.join("\n")}\n`,
    yaml,
  };
}
