/** The page of a run: findings, then for each experiment what answers its question. */
import { estimateOf, type Measure, readingOf } from "../../analysis/measure.ts";
import type { CellResult, GoalResult, Result } from "../../analysis/result.ts";
import { atLeastChart } from "../charts/at-least.ts";
import type { Chart } from "../charts/chart.ts";
import { type Matchup, matchupsChart } from "../charts/matchups.ts";
import { outcomesChart } from "../charts/outcomes.ts";
import { overviewChart } from "../charts/overview.ts";
import { countsOf, survivalChart } from "../charts/survival.ts";
import { findings, type Headlines, headlineMetric } from "../findings.ts";
import { languageFor, pairing, titleOf } from "../format.ts";
import { goalFound, goalName, goalWanted, worstFirst } from "../goals.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { hasFault, qualityLines } from "../quality.ts";
import { cellBlock, cellsTable } from "./cells.ts";
import type { Page, PageBlock, Section } from "./page.ts";
import { madeFrom } from "./provenance.ts";

/** Pairs of units that have charts of their own; of more, a map and the tables speak. */
const MOST_PAIRS = 6;
/** Values of all metrics that a page can carry; beyond, all but the first metric are summed up. */
const MOST_OUTCOMES = 9_000;

/** What the charts of an experiment share. */
export interface Context {
  readonly result: Result;
  readonly headlines: Headlines;
  readonly language: Language;
}

const setsOf = ({ modifiers }: CellResult): string => modifiers.join("+");

/** Cells by a key, in their order. */
export function grouped(cells: readonly CellResult[], key: (cell: CellResult) => string): CellResult[][] {
  const groups = new Map<string, CellResult[]>();
  for (const cell of cells) groups.set(key(cell), [...(groups.get(key(cell)) ?? []), cell]);
  return [...groups.values()];
}

/** What a kind is summed up by, as a measure. */
const measureOf = ({ headlines }: Context, kind: string): (Measure & { readonly text: string }) | undefined => {
  const headline = headlines[kind];
  return (
    headline && {
      metric: headline.metric,
      text: headline.text,
      ...(headline.values ? { values: headline.values } : {}),
    }
  );
};

/** A map for each modifier set, where several attackers meet several defenders. */
function maps(cells: readonly CellResult[], context: Context): Chart[] {
  const { language } = context;
  const measure = measureOf(context, cells[0]!.kind);
  const names = (role: "attacker" | "defender") => new Set(cells.map((cell) => cell[role])).size;
  if (measure === undefined || names("attacker") < 2 || names("defender") < 2) return [];
  return grouped(cells, setsOf).flatMap((set) => {
    const matchups = set.map((cell): Matchup => {
      const reading = readingOf(cell, measure);
      return {
        attacker: language.unit(cell.attacker),
        defender: language.unit(cell.defender),
        pairing: pairing(cell, language),
        ...(reading ? { estimate: estimateOf(reading) } : {}),
        ...(cell.statement ? { rule: cell.statement.rule } : {}),
      };
    });
    if (matchups.every(({ estimate }) => estimate === undefined)) return [];
    const isContest = measure.metric === "winner";
    const settings = { isChance: measure.values !== undefined, isContest, what: language.saying(measure.text) };
    const chart = matchupsChart(matchups, settings, language);
    const isBase = setsOf(set[0]!) === "base";
    return {
      ...chart,
      title: isBase ? chart.title : language.goals.line(language.sets(set[0]!.modifiers), chart.title),
    };
  });
}

/** The number of each cell beside each other, where that is what is left to see. */
function overview(cells: readonly CellResult[], context: Context): Chart[] {
  const { language } = context;
  const measure = measureOf(context, cells[0]!.kind);
  if (measure === undefined) return [];
  const isOnePair = grouped(cells, ({ attacker, defender }) => `${attacker}~${defender}`).length === 1;
  const isOneSet = grouped(cells, setsOf).length === 1;
  const isOne = (role: "attacker" | "defender") => new Set(cells.map((cell) => cell[role])).size === 1;
  // What all of them share is in the finding above, and would push what differs over a narrow edge.
  const differing = (cell: CellResult): string =>
    isOne("attacker") && cell.defender !== "-"
      ? language.unit(cell.defender)
      : isOne("defender") && cell.attacker !== "-"
        ? language.unit(cell.attacker)
        : pairing(cell, language);
  const points = cells.flatMap((cell) => {
    const reading = readingOf(cell, measure);
    const who = pairing(cell, language);
    const sets = language.sets(cell.modifiers);
    const name = isOnePair ? sets : isOneSet ? who : `${who}, ${sets}`;
    const short = isOnePair || isOneSet ? differing(cell) : language.goals.line(sets, differing(cell));
    return reading ? { name, estimate: estimateOf(reading), ...(isOnePair ? {} : { short }) } : [];
  });
  if (points.length < 2) return [];
  return [overviewChart(points, measure.values !== undefined, calling(cells, language).saying(measure.text), language)];
}

/** What can happen in one pair of units, under all of its modifier sets. */
function outcomes(cells: readonly CellResult[], { headlines, language: plain }: Context): Chart[] {
  const language = calling(cells, plain);
  const headline = headlines[cells[0]!.kind];
  if (headline === undefined) return [];
  const who = pairing(cells[0]!, language);
  const series = cells.flatMap((cell) => {
    const metric = headlineMetric(cell, headline);
    return metric === undefined || metric.outcomes.length === 0 ? [] : { name: language.sets(cell.modifiers), metric };
  });
  if (series.length === 0) return [];
  const counts = series[0]!.metric.mean !== undefined && series[0]!.metric.outcomes.length > 2;
  return [outcomesChart(who, series, language), ...(counts ? [atLeastChart(who, series, language)] : [])];
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
  const pairs = grouped(cells, ({ attacker, defender }) => `${attacker}~${defender}`);
  const map = maps(cells, context);
  const few = pairs.length <= MOST_PAIRS ? pairs : [];
  return [
    ...map,
    ...(map.length > 0 ? [] : overview(cells, context)),
    ...few.flatMap((pair) => outcomes(pair, context)),
    ...survival(
      few.flatMap((pair) => pair.slice(0, MOST_PAIRS)),
      context,
    ),
  ];
}

function sectionOf(cells: readonly CellResult[], isShort: boolean, context: Context): Section {
  const { language } = context;
  const { experiment, kind } = cells[0]!;
  const charts = chartsOf(cells, context);
  const { page } = language;
  return {
    id: experiment,
    title: language.experiment(experiment),
    aside: `${language.kind(kind)}, ${page.cells(cells.length)}`,
    blocks: [
      ...(charts.length > 0 ? [{ charts }] : []),
      { table: cellsTable(cells, context.headlines[kind], language) },
      { heading: page.details },
      ...(isShort ? [{ sentences: [page.shortened] }] : []),
      ...cells.map((cell) => cellBlock(cell, isShort, language)),
    ],
  };
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
  const sections = grouped(result.cells, ({ experiment }) => experiment).map((cells) =>
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
      ...(result.goals?.length ? [goalsBlock(result.goals, language)] : []),
      ...qualityBlocks(qualityLines(result.cells, language)),
    ],
    sections,
    ...madeFrom(result, language),
  };
}
