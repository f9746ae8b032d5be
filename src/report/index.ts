import type { Result } from "../analysis/result.ts";
import { outcomesCsv, summaryCsv } from "./csv.ts";
import type { Headlines } from "./findings.ts";
import { summaryMarkdown } from "./markdown.ts";

export { checkAnnotations } from "./annotations.ts";
export { checkJson, checkView } from "./check.ts";
export { checkMarkdown, stickyMarker } from "./check-markdown.ts";
export { compareCsv, compareDocument } from "./compare.ts";
export { OUTCOME_COLUMNS, outcomesCsv, SUMMARY_COLUMNS, summaryCsv } from "./csv.ts";
export { type Document, documentMarkdown, documentText } from "./document.ts";
export { effectsCsv, effectsDocument } from "./effects.ts";
export { explanationText, neededText } from "./explanation.ts";
export { findings, type Headlines } from "./findings.ts";
export { chanceText, count, number, percent } from "./format.ts";
export { checkJunit } from "./junit.ts";
export { type Language, languageOf } from "./language/language.ts";
export { escapeMarkdown, summaryMarkdown } from "./markdown.ts";
export { oddsTableCsv, oddsTableDocument } from "./odds-table.ts";
export { pointsCsv, pointsDocument } from "./points.ts";
export { hasFault, qualityAdvice, qualityLines, qualityText } from "./quality.ts";
export { sensitivityCsv, sensitivityDocument } from "./sensitivity.ts";
export { solveCsv, solveDocument, unreached } from "./solve.ts";
export { sweepCsv, sweepDocument } from "./sweep.ts";
export { tellingJson, tellingText } from "./telling.ts";
export { bar, oddsView, printable, type TerminalOptions, terminalView } from "./terminal.ts";
export { acceptanceLines } from "./verdicts.ts";

/** results.json: the result itself, the source of every other report. */
export const resultsJson = (result: Result): string => `${JSON.stringify(result, undefined, 1)}\n`;

/** Every file of a run, by name. */
export const reportFiles = (result: Result, headlines: Headlines): ReadonlyMap<string, string> =>
  new Map([
    ["outcomes.csv", outcomesCsv(result)],
    ["summary.csv", summaryCsv(result)],
    ["summary.md", summaryMarkdown(result, headlines)],
    ["results.json", resultsJson(result)],
  ]);
