/** The analyses, each declared once: what is stored of it, and how its document, its table and its page are made. */
import type * as z from "zod";
import { armyForm } from "../analysis/army.ts";
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
import { playDocument } from "./play.ts";
import { playTable } from "./play-table.ts";
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

/** One that rests on one result. */
const ofOne = <D>(
  shape: z.ZodType,
  document: (data: D, result: Result) => Document,
  table: (data: D) => ResultTable,
  page: (pages: typeof Pages) => (data: D, document: Document, result: Result) => Page,
) => ({
  shape,
  document: (data: D, [result]: AnalysisResults) => document(data, result),
  table,
  page: (pages: typeof Pages, data: D, document: Document, [result]: AnalysisResults) =>
    page(pages)(data, document, result),
});

/** By the name that its files and its stored result have. */
export const ANALYSES = {
  compare: {
    shape: comparison,
    document: (data: Compared, results) => compareDocument(data, data.sides, both(results)),
    table: compareTable,
    page: (pages, data: Compared, document, results) => pages.comparePage(data, data.sides, document, both(results)),
  },
  effects: ofOne(effectsForm, effectsDocument, effectsTable, ({ effectsPage }) => effectsPage),
  sweep: ofOne(sweepForm, sweepDocument, sweepTable, ({ sweepPage }) => sweepPage),
  sensitivity: ofOne(sensitivityForm, sensitivityDocument, sensitivityTable, ({ sensitivityPage }) => sensitivityPage),
  solve: ofOne(
    solutions,
    (data: SolvedPaths, result) => solveDocument(data.solutions, result),
    ({ solutions }) => solveTable(solutions),
    ({ solvePage }) => solvePage,
  ),
  points: ofOne(pointsForm, pointsDocument, pointsTable, ({ pointsPage }) => pointsPage),
  odds: {
    shape: oddsForm,
    document: (data: Parameters<typeof oddsTableDocument>[0], [result]) =>
      oddsTableDocument(data, result, result.cells[0]!.kind),
    table: oddsTable,
  },
  play: ofOne(playingForm, playDocument, playTable, ({ playPage }) => playPage),
  rank: ofOne(ranksForm, rankDocument, rankTable, ({ rankPage }) => rankPage),
  army: ofOne(armyForm, armyDocument, armyTable, ({ armyPage }) => armyPage),
} satisfies Readonly<Record<string, Analysis>>;

export type AnalysisName = keyof typeof ANALYSES;
export type AnalysisData<N extends AnalysisName = AnalysisName> = Parameters<(typeof ANALYSES)[N]["document"]>[0];

/** One of them, whichever: what it is given is its own. Its document says what was told and never happens. */
export function analysisOf(name: AnalysisName): Analysis {
  const analysis: Analysis = ANALYSES[name];
  return { ...analysis, document: (data, results) => withNevers(analysis.document(data, results), results) };
}
/** Its table as CSV. */
export const analysisCsv = (name: AnalysisName, data: never): string => csvOf(analysisOf(name).table(data));
export const ANALYSIS_NAMES = Object.keys(ANALYSES) as readonly AnalysisName[];
