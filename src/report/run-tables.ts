/** The tables of a run. */
import type { Result } from "../analysis/result.ts";
import { OUTCOME_COLUMNS, outcomeRows, STATEMENT_COLUMNS, SUMMARY_COLUMNS, statementRows, summaryRows } from "./csv.ts";
import { columnsOf, type ResultTable } from "./table.ts";

/** By the names of their files; the statements of the rules where there are any. A value is a number or a word. */
export const runTables = (result: Result): ReadonlyMap<string, ResultTable> =>
  new Map([
    ["outcomes", { columns: columnsOf(OUTCOME_COLUMNS.join(), ["value", "target"]), rows: () => outcomeRows(result) }],
    ["summary", { columns: columnsOf(SUMMARY_COLUMNS.join(), ["target"]), rows: () => summaryRows(result) }],
    ...(result.cells.some(({ statement }) => statement)
      ? ([["statements", { columns: columnsOf(STATEMENT_COLUMNS.join()), rows: () => statementRows(result) }]] as const)
      : []),
  ]);
