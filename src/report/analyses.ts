/** The analyses, each declared once: what is stored of it, and how its document, its table and its page are made. */
import type { ZodType } from "zod";
import type { Comparison } from "../analysis/compare.ts";
import type { Result } from "../analysis/result.ts";
import type { Solution } from "../analysis/solve.ts";
import { compareCsv, compareDocument } from "./compare.ts";
import type { Sides } from "./differences.ts";
import type { Document } from "./document.ts";
import { effectsCsv, effectsDocument } from "./effects.ts";
import { withNevers } from "./never.ts";
import { oddsTableCsv, oddsTableDocument } from "./odds-table.ts";
import type * as Pages from "./page/analyses.ts";
import type { Page } from "./page/page.ts";
import { playCsv, playDocument } from "./play.ts";
import { pointsCsv, pointsDocument } from "./points.ts";
import { rankCsv, rankDocument } from "./rank.ts";
import { sensitivityCsv, sensitivityDocument } from "./sensitivity.ts";
import { solveCsv, solveDocument } from "./solve.ts";
import { SHAPES } from "./stored-analyses.ts";
import { sweepCsv, sweepDocument } from "./sweep.ts";

/** What an analysis rests on; two results where they are compared. */
export type AnalysisResults = readonly [Result, ...Result[]];

interface Analysis {
  /** What is stored of it, as far as reports make numbers of it. */
  readonly shape: ZodType;
  document(data: never, results: AnalysisResults): Document;
  csv(data: never): string;
  /** With charts; the functions come from where the chart libraries are loaded. */
  page?(pages: typeof Pages, data: never, document: Document, results: AnalysisResults): Page;
}

interface Compared extends Comparison {
  readonly sides: Sides;
  readonly seeds?: { readonly first: string; readonly second: string };
}
interface SolvedPaths {
  readonly solutions: readonly Solution[];
}
const both = (results: AnalysisResults) => results as readonly [Result, Result];

/** By the name that its files and its stored result have. */
export const ANALYSES = {
  compare: {
    shape: SHAPES.compare,
    document: (data: Compared, results) => compareDocument(data, data.sides, both(results)),
    csv: compareCsv,
    page: (pages, data: Compared, document, results) => pages.comparePage(data, data.sides, document, both(results)),
  },
  effects: {
    shape: SHAPES.effects,
    document: (data: Parameters<typeof effectsDocument>[0], [result]) => effectsDocument(data, result),
    csv: effectsCsv,
    page: (pages, data, document, [result]) => pages.effectsPage(data, document, result),
  },
  sweep: {
    shape: SHAPES.sweep,
    document: (data: Parameters<typeof sweepDocument>[0], [result]) => sweepDocument(data, result),
    csv: sweepCsv,
    page: (pages, data, document, [result]) => pages.sweepPage(data, document, result),
  },
  sensitivity: {
    shape: SHAPES.sensitivity,
    document: (data: Parameters<typeof sensitivityDocument>[0], [result]) => sensitivityDocument(data, result),
    csv: sensitivityCsv,
    page: (pages, data, document, [result]) => pages.sensitivityPage(data, document, result),
  },
  solve: {
    shape: SHAPES.solve,
    document: ({ solutions }: SolvedPaths, [result]) => solveDocument(solutions, result),
    csv: ({ solutions }: SolvedPaths) => solveCsv(solutions),
    page: (pages, data, document, [result]) => pages.solvePage(data, document, result),
  },
  points: {
    shape: SHAPES.points,
    document: (data: Parameters<typeof pointsDocument>[0], [result]) => pointsDocument(data, result),
    csv: pointsCsv,
    page: (pages, data, document, [result]) => pages.pointsPage(data, document, result),
  },
  odds: {
    shape: SHAPES.odds,
    document: (data: Parameters<typeof oddsTableDocument>[0], [result]) =>
      oddsTableDocument(data, result, result.cells[0]!.kind),
    csv: oddsTableCsv,
  },
  play: {
    shape: SHAPES.play,
    document: (data: Parameters<typeof playDocument>[0], [result]) => playDocument(data, result),
    csv: playCsv,
    page: (pages, data, document, [result]) => pages.playPage(data, document, result),
  },
  rank: {
    shape: SHAPES.rank,
    document: (data: Parameters<typeof rankDocument>[0], [result]) => rankDocument(data, result),
    csv: rankCsv,
    page: (pages, data, document, [result]) => pages.rankPage(data, document, result),
  },
} satisfies Readonly<Record<string, Analysis>>;

export type AnalysisName = keyof typeof ANALYSES;
export type AnalysisData<N extends AnalysisName = AnalysisName> = Parameters<(typeof ANALYSES)[N]["document"]>[0];

/** One of them, whichever: what it is given is its own. Its document says what was told and never happens. */
export function analysisOf(name: AnalysisName): Analysis {
  const analysis: Analysis = ANALYSES[name];
  return { ...analysis, document: (data, results) => withNevers(analysis.document(data, results), results) };
}
export const ANALYSIS_NAMES = Object.keys(ANALYSES) as readonly AnalysisName[];
