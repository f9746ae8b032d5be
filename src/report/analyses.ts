/** The analyses, each declared once: what is stored of it, and how its document, its table and its page are made. */
import type * as z from "zod";
import { type ArmyData, armyForm, restored } from "../analysis/army.ts";
import { type Comparison, comparison } from "../analysis/compare.ts";
import { effectsForm } from "../analysis/effects.ts";
import { list, object } from "../analysis/form.ts";
import { oddsForm } from "../analysis/odds-table.ts";
import { playingForm } from "../analysis/playing.ts";
import { pointsForm } from "../analysis/points.ts";
import { ranksForm } from "../analysis/rank.ts";
import type { Result } from "../analysis/result.ts";
import { sensitivityForm } from "../analysis/sensitivity.ts";
import { solution } from "../analysis/solve.ts";
import { sweepForm } from "../analysis/sweep.ts";
import { armyDocument, armyTable } from "./army.ts";
import { compareDocument, compareTable } from "./compare.ts";
import type { Sides } from "./differences.ts";
import type { Document } from "./document.ts";
import { effectsDocument, effectsTable } from "./effects.ts";
import { withNevers } from "./never.ts";
import { oddsTable, oddsTableDocument } from "./odds-table.ts";
import type * as Pages from "./page/analyses.ts";
import type { Page } from "./page/page.ts";
import { playCsv, playDocument, playTable } from "./play.ts";
import { pointsDocument, pointsTable } from "./points.ts";
import { rankDocument } from "./rank.ts";
import { rankTable } from "./rank-table.ts";
import { sensitivityDocument, sensitivityTable } from "./sensitivity.ts";
import { solveDocument, solveTable } from "./solve.ts";
import { sweepDocument, sweepTable } from "./sweep.ts";
import { csvOf, type ResultTable } from "./table.ts";

/** What an analysis rests on; two results where they are compared. */
export type AnalysisResults = readonly [Result, ...Result[]];

interface Analysis {
  /** What is stored of it, as far as reports make numbers of it. */
  readonly shape: z.ZodType;
  document(data: never, results: AnalysisResults): Document;
  table(data: never): ResultTable;
  /** Its CSV, where that is made quicker than from the table: the same bytes. */
  csv?(data: never): string;
  /** With charts; the functions come from where the chart libraries are loaded. */
  page?(pages: typeof Pages, data: never, document: Document, results: AnalysisResults): Page;
}

interface Compared extends Comparison {
  readonly sides: Sides;
  readonly seeds?: { readonly first: string; readonly second: string };
}
const solutions = object({ solutions: list(solution) });
type SolvedPaths = z.infer<typeof solutions>;
const both = (results: AnalysisResults) => results as readonly [Result, Result];

/** By the name that its files and its stored result have. */
export const ANALYSES = {
  compare: {
    shape: comparison,
    document: (data: Compared, results) => compareDocument(data, data.sides, both(results)),
    table: compareTable,
    page: (pages, data: Compared, document, results) => pages.comparePage(data, data.sides, document, both(results)),
  },
  effects: {
    shape: effectsForm,
    document: (data: Parameters<typeof effectsDocument>[0], [result]) => effectsDocument(data, result),
    table: effectsTable,
    page: (pages, data, document, [result]) => pages.effectsPage(data, document, result),
  },
  sweep: {
    shape: sweepForm,
    document: (data: Parameters<typeof sweepDocument>[0], [result]) => sweepDocument(data, result),
    table: sweepTable,
    page: (pages, data, document, [result]) => pages.sweepPage(data, document, result),
  },
  sensitivity: {
    shape: sensitivityForm,
    document: (data: Parameters<typeof sensitivityDocument>[0], [result]) => sensitivityDocument(data, result),
    table: sensitivityTable,
    page: (pages, data, document, [result]) => pages.sensitivityPage(data, document, result),
  },
  solve: {
    shape: solutions,
    document: ({ solutions }: SolvedPaths, [result]) => solveDocument(solutions, result),
    table: ({ solutions }: SolvedPaths) => solveTable(solutions),
    page: (pages, data, document, [result]) => pages.solvePage(data, document, result),
  },
  points: {
    shape: pointsForm,
    document: (data: Parameters<typeof pointsDocument>[0], [result]) => pointsDocument(data, result),
    table: pointsTable,
    page: (pages, data, document, [result]) => pages.pointsPage(data, document, result),
  },
  odds: {
    shape: oddsForm,
    document: (data: Parameters<typeof oddsTableDocument>[0], [result]) =>
      oddsTableDocument(data, result, result.cells[0]!.kind),
    table: oddsTable,
  },
  play: {
    shape: playingForm,
    document: (data: Parameters<typeof playDocument>[0], [result]) => playDocument(data, result),
    table: playTable,
    csv: playCsv,
    page: (pages, data, document, [result]) => pages.playPage(data, document, result),
  },
  rank: {
    shape: ranksForm,
    document: (data: Parameters<typeof rankDocument>[0], [result]) => rankDocument(data, result),
    table: rankTable,
    page: (pages, data, document, [result]) => pages.rankPage(data, document, result),
  },
  army: {
    shape: armyForm,
    document: (data: ArmyData, [result]) => armyDocument(restored(data), result),
    table: (data: ArmyData) => armyTable(restored(data)),
    page: (pages, data: ArmyData, document) => pages.armyPage(restored(data), document),
  },
} satisfies Readonly<Record<string, Analysis>>;

export type AnalysisName = keyof typeof ANALYSES;
export type AnalysisData<N extends AnalysisName = AnalysisName> = Parameters<(typeof ANALYSES)[N]["document"]>[0];

/** One of them, whichever: what it is given is its own. Its document says what was told and never happens. */
export function analysisOf(name: AnalysisName): Analysis {
  const analysis: Analysis = ANALYSES[name];
  return { ...analysis, document: (data, results) => withNevers(analysis.document(data, results), results) };
}
/** Its table as CSV. */
export const analysisCsv = (name: AnalysisName, data: never): string => {
  const analysis = analysisOf(name);
  return analysis.csv?.(data) ?? csvOf(analysis.table(data));
};
export const ANALYSIS_NAMES = Object.keys(ANALYSES) as readonly AnalysisName[];
