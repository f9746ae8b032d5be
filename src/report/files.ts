/** The files of a run. */

import type { Headlines } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import { outcomesCsv, statementsCsv, summaryCsv } from "./csv.ts";
import { sealedJson } from "./json.ts";
import { type Figures, summaryMarkdown } from "./markdown.ts";

/** results.json: the result itself, the source of every other report, and a digest of it (`sum`). */
export const resultsJson = (result: Result): string => sealedJson(result);

/** Every file of a run, by name. */
export const reportFiles = (result: Result, headlines: Headlines, figures?: Figures): ReadonlyMap<string, string> =>
  new Map([
    ["outcomes.csv", outcomesCsv(result)],
    ["summary.csv", summaryCsv(result)],
    ["summary.md", summaryMarkdown(result, headlines, figures)],
    ["results.json", resultsJson(result)],
    // Cells that the rules forbid have no numbers, and so no rows above.
    ...(result.cells.some(({ statement }) => statement) ? ([["statements.csv", statementsCsv(result)]] as const) : []),
  ]);
