import { type Options, stringify } from "csv-stringify/sync";
import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import { JOINT } from "../rule/index.ts";
import { englishIn } from "../rule/message.ts";
import { visible } from "../scenario/problem.ts";

/** Columns of outcomes.csv, one row per value of each metric (documented in docs/reports.md). */
export const OUTCOME_COLUMNS =
  "cell,experiment,kind,attacker,defender,modifiers,point,metric,turn,side,target,section,value,probability,lower,upper,at_least,fraction,count,trials,method,seed,stream,version,at_least_lower,at_least_upper".split(
    ",",
  );
/** Columns of summary.csv, one row per metric. */
export const SUMMARY_COLUMNS =
  "cell,experiment,kind,attacker,defender,modifiers,point,metric,turn,side,target,section,mean,sd,median,q05,q25,q75,q95,trials,method,stopped_by,mean_lower,mean_upper,median_lower,median_upper,q05_lower,q05_upper,q25_lower,q25_upper,q75_lower,q75_upper,q95_lower,q95_upper".split(
    ",",
  );

/** Columns of statements.csv, one row per cell that the rules forbid. */
export const STATEMENT_COLUMNS = "cell,experiment,kind,attacker,defender,modifiers,point,rule,statement".split(",");

/** A text as a spreadsheet may hold it: its lines and tabs stay, no escape does. */
const unescaped = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .split(/([\t\r\n])/)
        .map((part, i) => (i % 2 === 0 ? visible(part) : part))
        .join("");

export type CsvRow = Readonly<Record<string, string | number | undefined>>;

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

const FORM = {
  escape_formulas: true,
  // Only the minus of a number could be taken for a formula; an exception costs the library its settings anew.
  cast: {
    number: (value: number) => (value < 0 ? { value: String(value), escape_formulas: false } : String(value)),
    string: unescaped,
  },
} satisfies Options;

/**
 * RFC 4180; texts that a spreadsheet would take for a formula get a leading quote, escapes and what hides or reorders text
 * are shown, as on a terminal. Numbers stay numbers.
 */
export const table = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  stringify(rows as CsvRow[], { ...FORM, header: true, columns: columns as string[] });

/** What needs neither quotes nor escapes, whatever stands beside it. */
const PLAIN = /^\w[\w~ .+-]*$/;

/** A value as the library writes it, which takes its time for each: of hundreds of thousands most are plain. */
const fieldOf = (value: CsvRow[string]): string => {
  if (value === undefined) return "";
  return typeof value === "number" || PLAIN.test(value) ? `${value}` : stringify([[value]], FORM).slice(0, -1);
};

/** A line, or the part of one that these columns make. */
const lineOf = (columns: readonly string[], row: CsvRow): string =>
  columns.map((column) => fieldOf(row[column])).join(",");

/** What splitting says of a question: a row beside those of plain trials. */
const rareRows = ({ rare = [] }: CellResult, { name, section }: MetricResult): CsvRow[] =>
  rare.flatMap(({ question, value, ...known }) =>
    name === JOINT && question === section && value !== undefined
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

/** What stands before the value of a row is the same of every row of a metric, and so is what stands behind its count. */
const BEFORE = OUTCOME_COLUMNS.slice(0, OUTCOME_COLUMNS.indexOf("value"));
const BEHIND = ["trials", "method", "seed", "stream", "version"];

export function* outcomeRows(result: Result): Generator<CsvRow> {
  for (const { metric, keys, rare } of metricsOf(result)) {
    const common = { ...keys, seed: result.seed, stream: result.stream, version: result.version };
    for (const { atLeast, atLeastLower, atLeastUpper, ...outcome } of metric.outcomes)
      yield { ...common, ...outcome, at_least: atLeast, at_least_lower: atLeastLower, at_least_upper: atLeastUpper };
    for (const row of rare) yield { ...common, ...row };
  }
}

/** The same as CSV. Put together here, and not by the library: a cell may have a hundred thousand rows, of which it takes 46 µs each. */
export function* outcomesPieces(result: Result): Generator<string> {
  yield `${OUTCOME_COLUMNS.join(",")}\n`;
  for (const { metric, keys: ofMetric, rare } of metricsOf(result)) {
    const keys: CsvRow = { ...ofMetric, seed: result.seed, stream: result.stream, version: result.version };
    const [before, behind] = [BEFORE, BEHIND].map((columns) => lineOf(columns, keys));
    let lines = "";
    for (const outcome of metric.outcomes) {
      const { value, probability, lower = "", upper = "", atLeast = "", fraction = "", count = "" } = outcome;
      const { atLeastLower = "", atLeastUpper = "" } = outcome;
      lines += `${before},${fieldOf(value)},${probability},${lower},${upper},${atLeast},${fraction},${count},${behind},${atLeastLower},${atLeastUpper}\n`;
    }
    for (const row of rare) lines += `${lineOf(OUTCOME_COLUMNS, { ...keys, ...row })}\n`;
    yield lines;
  }
}

export const outcomesCsv = (result: Result): string => [...outcomesPieces(result)].join("");

export const statementRows = ({ cells }: Result): CsvRow[] =>
  cells.flatMap((cell) =>
    cell.statement ? { ...cellKeys(cell), rule: cell.statement.rule, statement: englishIn(cell.statement.text) } : [],
  );

export const statementsCsv = (result: Result): string => table(STATEMENT_COLUMNS, statementRows(result));

const suffixed = (quantiles: MetricResult["quantiles"], end: string): CsvRow =>
  Object.fromEntries(Object.entries(quantiles ?? {}).map(([name, value]) => [`${name}_${end}`, value]));

export function* summaryRows(result: Pick<Result, "cells">): Generator<CsvRow> {
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

export function* summaryPieces(result: Result): Generator<string> {
  yield `${SUMMARY_COLUMNS.join(",")}\n`;
  for (const row of summaryRows(result)) yield `${lineOf(SUMMARY_COLUMNS, row)}\n`;
}

export const summaryCsv = (result: Result): string => [...summaryPieces(result)].join("");
