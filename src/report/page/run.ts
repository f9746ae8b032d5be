/** The page of a run: findings, then for each experiment what answers its question. */

import { estimateOf, type Headlines, leadingOf, type Measure, readingOf } from "../../analysis/measure.ts";
import type { CellResult, GoalResult, Result } from "../../analysis/result.ts";
import type { Sentence } from "../../rule/message.ts";
import { textIn } from "../../scenario/languages.ts";
import type { Chart } from "../charts/chart.ts";
import { overviewChart } from "../charts/overview.ts";
import { countsOf, survivalChart } from "../charts/survival.ts";
import { distributionOf } from "../distribution.ts";
import { apart, findings } from "../findings.ts";
import { languageFor, pairing, titleOf } from "../format.ts";
import { goalFound, goalName, goalWanted, worstFirst } from "../goals.ts";
import { gridOf } from "../grid.ts";
import { groupedBy } from "../grouped.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { hasFault, qualityLines } from "../quality.ts";
import { isBase } from "../summary.ts";
import { cellBlock, cellsTable } from "./cells.ts";
import type { Page, PageBlock, Section } from "./page.ts";
import { foundText, madeFrom } from "./provenance.ts";

/** Pairs of units that have a grid of their own; of more, the chart and the tables speak. */
const MOST_PAIRS = 6;
/** Fights whose course is drawn. */
const MOST_FIGHTS = 3;
/** Cells of a table that is open from the first. */
const MOST_ROWS = 12;
/** Cells that have a place of their own with every value; of more, their row of the table is their place. */
const MOST_TOLD = 60;
/** Values of all metrics that a page can carry; beyond, all but the first metric are summed up. */
const MOST_OUTCOMES = 1_500;

/** What the charts of an experiment share. */
export interface Context {
  readonly result: Result;
  readonly headlines: Headlines;
  readonly language: Language;
}

const setsOf = ({ modifiers }: CellResult): string => modifiers.join("+");

/** What a kind is summed up by, as a measure. */
const measureOf = (
  { headlines }: Context,
  cells: readonly CellResult[],
): (Measure & { readonly text: Sentence }) | undefined => {
  const headline = leadingOf(cells, headlines[cells[0]!.kind]);
  return (
    headline && {
      metric: headline.metric,
      text: headline.text,
      ...(headline.values ? { values: headline.values } : {}),
    }
  );
};

/** The number of each cell beside each other, where that is what is left to see. */
function overview(cells: readonly CellResult[], context: Context): Chart[] {
  const { language } = context;
  const measure = measureOf(context, cells);
  if (measure === undefined) return [];
  const name = apart(cells, language);
  const points = cells.flatMap((cell) => {
    const reading = readingOf(cell, measure);
    return reading ? { name: name(cell), estimate: estimateOf(reading), isBase: isBase(cell) } : [];
  });
  if (points.length < 2) return [];
  return [overviewChart(points, measure.values !== undefined, calling(cells, language).saying(measure.text), language)];
}

/** Who is left after each turn: both sides of each fight, or the soldier that recovers, on one axis. */
function survival(cells: readonly CellResult[], { language }: Context): Chart[] {
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
export function chartsOf(cells: readonly CellResult[], context: Context): Chart[] {
  const isMap = gridOf(cells, context.headlines[cells[0]!.kind], context.language) !== undefined;
  const isFew = cells.length <= MOST_FIGHTS;
  return [...(isMap ? [] : overview(cells, context)), ...(isFew ? survival(cells, context) : [])];
}

/** The grids of an experiment: who beats whom, or what can happen under each modifier set. */
function gridsOf(cells: readonly CellResult[], { headlines, language: plain }: Context): PageBlock[] {
  const language = calling(cells, plain);
  const headline = headlines[cells[0]!.kind];
  if (headline === undefined) return [];
  const lead = leadingOf(cells, headline);
  const map = gridOf(cells, lead, language);
  if (map !== undefined) return [{ grid: map, caption: language.page.mapCaption(language.saying(lead.text)) }];
  const pairs = groupedBy(cells, ({ attacker, defender }) => `${attacker}~${defender}`);
  if (pairs.length > MOST_PAIRS) return [];
  return pairs.flatMap((pair) => {
    const grid = distributionOf(pair, leadingOf(pair, headline), calling(pair, plain));
    const who = pairing(pair[0]!, language);
    return grid === undefined ? [] : [{ grid, caption: language.page.distributionCaption(who, grid.corner) }];
  });
}

function sectionOf(cells: readonly CellResult[], isShort: boolean, context: Context): Section {
  const { language } = context;
  const { experiment, kind } = cells[0]!;
  const charts = chartsOf(cells, context);
  const { page } = language;
  const isMany = cells.length > MOST_TOLD;
  const table = cellsTable(cells, leadingOf(cells, context.headlines[kind]), isMany, language);
  return {
    id: experiment,
    title: language.experiment(experiment),
    aside: `${language.kind(kind)}, ${page.cells(cells.length)}`,
    found: foundText(cells, language),
    blocks: [
      ...(charts.length > 0 ? [{ charts }] : []),
      ...gridsOf(cells, context),
      ...(cells.length > MOST_ROWS ? [{ folded: page.cellsTitle, blocks: [{ table }] }] : [{ table }]),
      ...(isMany
        ? [{ sentences: [page.everyValue] }]
        : [
            { heading: page.details },
            ...(isShort ? [{ sentences: [page.shortened] }] : []),
            ...cells.map((cell) => cellBlock(cell, isShort, language)),
          ]),
    ],
  };
}

/** What answers a question over several experiments, beside each other, before each of them is told. */
function answersOf(cells: readonly CellResult[], context: Context): PageBlock[] {
  const { titles, labels } = context.result;
  const asked = cells.filter(({ experiment }) => titles?.questions[experiment] !== undefined);
  const charts = groupedBy(asked, ({ experiment }) => textIn(titles!.questions[experiment]!, labels)).flatMap((own) =>
    new Set(own.map(({ experiment }) => experiment)).size > 1 ? overview(own, context) : [],
  );
  return charts.length === 0 ? [] : [{ charts }];
}

export function goalsBlock(goals: readonly GoalResult[], language: Language): PageBlock {
  const { goals: say, page } = language;
  const rows = worstFirst(goals).map((goal) => [
    `${page.marks[goal.verdict]} ${say.verdicts[goal.verdict]}`,
    goalName(goal, language),
    goalWanted(goal, language),
    goalFound(goal, language),
    say.levels[goal.level],
  ]);
  return { table: { caption: say.title, head: say.columns, rows, words: 5 } };
}

/** What the first screen says of goals: the worst that came of them. */
export function goalsVerdict(goals: readonly GoalResult[], { page }: Language): NonNullable<Page["verdict"]> {
  const met = goals.filter(({ verdict }) => verdict === "pass").length;
  const state = goals.some(({ verdict }) => verdict === "fail") ? "fail" : met < goals.length ? "inconclusive" : "pass";
  return { state, text: `${page.marks[state]} ${page.goalsMet(met, goals.length)}` };
}

/** How healthy the simulations are, and what to do about those that are not. */
export function qualityBlocks([line, ...advice]: readonly string[]): PageBlock[] {
  return line === undefined ? [] : [{ sentences: [line, ...advice.map((text) => `  ${text}`)] }];
}

export function runPage(result: Result, headlines: Headlines): Page {
  const language = languageFor(result);
  const context = { result, headlines, language };
  const outcomes = result.cells
    .flatMap(({ metrics = [] }) => metrics)
    .reduce((n, metric) => n + metric.outcomes.length, 0);
  const sections = groupedBy(result.cells, ({ experiment }) => experiment).map((cells) =>
    sectionOf(cells, outcomes > MOST_OUTCOMES, context),
  );
  return {
    language,
    title: titleOf(result),
    aside: `${result.ruleset} · ${result.file}`,
    ...(result.goals?.length ? { verdict: goalsVerdict(result.goals, language) } : {}),
    notes: [
      ...(result.partial ? [language.cell.partialShort(hasFault(result), result.unreached?.length)] : []),
      ...result.warnings.map((text) => language.cell.warning(text)),
    ],
    findings: findings(result, headlines),
    first: [
      ...answersOf(result.cells, context),
      ...(result.goals?.length ? [goalsBlock(result.goals, language)] : []),
      ...qualityBlocks(qualityLines(result.cells, language)),
    ],
    sections,
    ...madeFrom(result, language),
  };
}
