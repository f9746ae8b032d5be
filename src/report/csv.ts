/** The tables of a run, as CSV and as what other files are made from. */
import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import { JOINT } from "../rule/joint.ts";
import { englishIn } from "../rule/message.ts";
import { type CsvRow, columnsOf, csvOf, type ResultTable } from "./table.ts";

const CELL_COLUMNS = "cell,experiment,kind,attacker,defender,modifiers,point";
const METRIC_COLUMNS = `${CELL_COLUMNS},metric,turn,side,target,section`;

const cellKeys = (cell: CellResult): CsvRow => ({
  cell: cell.id,
  experiment: cell.experiment,
  kind: cell.kind,
  attacker: cell.attacker,
  defender: cell.defender,
  modifiers: cell.modifiers.join("+"),
  point: cell.point === undefined ? undefined : JSON.stringify(cell.point),
});

const keysOf = (cell: CellResult, metric: MetricResult, head: CsvRow): CsvRow => ({
  ...head,
  metric: metric.name,
  turn: metric.turn,
  side: metric.side,
  target: metric.target,
  section: metric.section,
  trials: cell.trials,
  method: cell.method,
});

/** What splitting says of a question: a row beside those of plain trials. */
const rareRows = ({ rare = [] }: CellResult, { name, section }: MetricResult): CsvRow[] =>
  rare.flatMap(({ question, value, ...known }) =>
    name === JOINT && question === section && value
      ? { value: "yes", probability: value, ...known, method: "splitting" }
      : [],
  );

function* metricsOf({ cells }: Pick<Result, "cells">) {
  for (const cell of cells) {
    const head = cellKeys(cell);
    for (const metric of cell.metrics ?? [])
      yield { metric, keys: keysOf(cell, metric, head), stoppedBy: cell.stoppedBy, rare: rareRows(cell, metric) };
  }
}

function* outcomeRows(result: Result): Generator<CsvRow> {
  for (const { metric, keys, rare } of metricsOf(result)) {
    const common = { ...keys, seed: result.seed, stream: result.stream, version: result.version };
    for (const { atLeast, atLeastLower, atLeastUpper, ...outcome } of metric.outcomes)
      yield { ...common, ...outcome, at_least: atLeast, at_least_lower: atLeastLower, at_least_upper: atLeastUpper };
    for (const row of rare) yield { ...common, ...row };
  }
}

/** outcomes.csv, one row per value of each metric: a number or a word (documented in docs/reports.md). */
const outcomesTable = (result: Result): ResultTable => ({
  columns: columnsOf(
    `${METRIC_COLUMNS},value,probability,lower,upper,at_least,fraction,count,trials,method,seed,stream,version,at_least_lower,at_least_upper`,
    ["value", "target"],
  ),
  rows: () => outcomeRows(result),
});

/** statements.csv, one row per cell that the rules forbid. */
const statementsTable = ({ cells }: Result): ResultTable => ({
  columns: columnsOf(`${CELL_COLUMNS},rule,statement`),
  rows: () =>
    cells.flatMap((cell) =>
      cell.statement ? { ...cellKeys(cell), rule: cell.statement.rule, statement: englishIn(cell.statement.text) } : [],
    ),
});

const suffixed = (quantiles: MetricResult["quantiles"], end: string): CsvRow =>
  Object.fromEntries(Object.entries(quantiles ?? {}).map(([name, value]) => [`${name}_${end}`, value]));

function* summaryRows(result: Result): Generator<CsvRow> {
  for (const { metric, keys, stoppedBy } of metricsOf(result))
    yield {
      ...keys,
      mean: metric.mean,
      sd: metric.sd,
      median: metric.median,
      ...metric.quantiles,
      stopped_by: stoppedBy,
      mean_lower: metric.meanLower,
      mean_upper: metric.meanUpper,
      median_lower: metric.medianLower,
      median_upper: metric.medianUpper,
      ...suffixed(metric.quantilesLower, "lower"),
      ...suffixed(metric.quantilesUpper, "upper"),
    };
}

/** summary.csv, one row per metric. */
const summaryTable = (result: Result): ResultTable => ({
  columns: columnsOf(
    `${METRIC_COLUMNS},mean,sd,median,q05,q25,q75,q95,trials,method,stopped_by,mean_lower,mean_upper,median_lower,median_upper,q05_lower,q05_upper,q25_lower,q25_upper,q75_lower,q75_upper,q95_lower,q95_upper`,
    ["target"],
  ),
  rows: () => summaryRows(result),
});

/** By the names of their files; the statements of the rules where there are any: what they forbid has no numbers. */
export const runTables = (result: Result): ReadonlyMap<string, ResultTable> =>
  new Map([
    ["outcomes", outcomesTable(result)],
    ["summary", summaryTable(result)],
    ...(result.cells.some(({ statement }) => statement) ? ([["statements", statementsTable(result)]] as const) : []),
  ]);

export const outcomesCsv = (result: Result): string => csvOf(outcomesTable(result));
export const summaryCsv = (result: Result): string => csvOf(summaryTable(result));
