/** The first screen of a run: what it comes to, in one sentence, a chart, and how sure that is. */
import type { CellResult, Result } from "../../analysis/result.ts";
import type { Stretches } from "../../rule/event-loop.ts";
import type { Headline } from "../../rulesets/ruleset.ts";
import type { Chart } from "../charts/chart.ts";
import { type HistogramSeries, histogramChart } from "../charts/histogram.ts";
import { capital, plainTitle } from "../claim.ts";
import { gridOf } from "../grid.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { setupTexts, unitTexts } from "../setup.ts";
import { type Conclusion, headlineMetric } from "../summary.ts";
import { type Context, overview, survival } from "./drawn.ts";
import type { Lead, PageBlock } from "./page.ts";
import { foundText, isSimulated, optionsOf, READINGS } from "./provenance.ts";

/** The distribution of what is claimed: without any modifier, and under the set that changes it most. */
function histogram(
  { base, most, headline, name }: Conclusion,
  { language: plain }: Context,
  [beside]: readonly Chart[],
): Chart[] {
  const language = calling([base], plain);
  const series = [base, ...(most === undefined ? [] : [most])].flatMap((cell): HistogramSeries[] => {
    const metric = headlineMetric(cell, headline);
    return metric === undefined ? [] : [{ name: name?.(cell) ?? language.owned(cell.modifiers), metric }];
  });
  const taken = beside?.drawing.kind === "rows" ? beside.drawing.series.length : 0;
  const chart = series.length === 0 ? undefined : histogramChart(series, language, taken);
  return chart === undefined ? [] : [chart];
}

/** Units that meet each against each as a map, and what each of them is; of other cells nothing. */
export function* mapBlocks(
  cells: readonly CellResult[],
  headline: Headline,
  language: Language,
): Stretches<PageBlock[]> {
  const grid = yield* gridOf(cells, headline, language);
  if (grid === undefined) return [];
  const units = unitTexts(cells, language);
  return [
    { grid, caption: language.say`Each against each: ${language.saying(headline.text)}` },
    ...(units.length === 0
      ? []
      : [{ folded: language.say`Who meets whom`, isPrinted: true, blocks: [{ sentences: units }] }]),
  ];
}

function* blocksOf(claim: Conclusion, context: Context): Stretches<PageBlock[]> {
  const language = calling(claim.cells, context.language);
  const map = yield* mapBlocks(claim.cells, claim.headline, language);
  if (map.length > 0) return map;
  const bars = overview(claim.cells, context, "bar");
  const fights = claim.cells.length === 1 ? survival(claim.cells, context) : [];
  const charts = [...bars, ...(fights.length > 0 ? fights : histogram(claim, context, bars))];
  return charts.length === 0 ? [] : [{ charts }];
}

/** What its numbers are of; whether they are exact, were checked by simulation, and rest on readings that are not the book's. */
export function tagsOf(
  cells: readonly Pick<CellResult, "method" | "trials" | "options" | "setup" | "verification">[],
  result: Pick<Result, "partial"> & Partial<Pick<Result, "cells">>,
  language: Language,
): Lead["tags"] {
  const { count } = language;
  const checks = cells.flatMap(({ verification }) => verification ?? []);
  const agree = checks.filter(({ verdict }) => verdict === "agree");
  const trials = Math.min(...checks.map((check) => check.trials));
  const options = optionsOf(cells);
  return [
    ...setupTexts(cells, language).map((text) => ({ text })),
    {
      text:
        result.cells?.some(isSimulated) && !cells.some(isSimulated)
          ? language.say`these numbers are exact`
          : foundText(cells, language),
    },
    ...(checks.length > 0
      ? [
          agree.length === checks.length
            ? ({ text: language.say`agrees with ${count(trials)} simulated trials`, state: "pass" } as const)
            : ({
                text: language.say`${checks.length - agree.length} of ${checks.length} exact answers differ from what was simulated`,
                state: "fail",
              } as const),
        ]
      : []),
    ...(options.length > 0
      ? [
          {
            text:
              options.length === 1 ? language.say`one house reading` : language.say`${options.length} house readings`,
            to: READINGS,
          },
        ]
      : []),
    ...(result.partial ? [{ text: language.say`not complete`, state: "fail" } as const] : []),
  ];
}

/** Findings that stand neither in large letters nor below them; what belonged to one of those stands by itself. */
export function unsaid(findings: readonly string[], { title, lede }: Pick<Lead, "title" | "lede">): string[] {
  let isSaid = false;
  return findings.flatMap((text) => {
    const isTold = plainTitle(text.trim()) === title || lede.some((one) => capital(one) === capital(text.trim()));
    if (!text.startsWith("  ")) isSaid = isTold;
    return isTold ? [] : isSaid ? text.trim() : text;
  });
}

export function* leadOf(claim: Conclusion, context: Context): Stretches<Lead> {
  const cells = claim.cells.filter(({ metrics }) => metrics !== undefined);
  return {
    title: claim.title,
    lede: claim.lede,
    tags: tagsOf(cells, context.result, context.language),
    blocks: yield* blocksOf({ ...claim, cells }, context),
    found: foundText(cells, context.language),
  };
}
