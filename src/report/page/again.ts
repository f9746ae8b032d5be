/** Pages made from stored results. */

import type { Headlines } from "../../analysis/measure.ts";
import { storedDocument } from "../again.ts";
import { type AnalysisData, type AnalysisName, type AnalysisResults, analysisOf } from "../analyses.ts";
import type { Document } from "../document.ts";
import { type Stored, shownOf } from "../stored.ts";
import * as pages from "./analyses.ts";
import { checkPage } from "./check.ts";
import { documentPage } from "./document.ts";
import { pageHtml } from "./html.ts";
import type { Page } from "./page.ts";
import { sharedResult, withoutPlaces } from "./provenance.ts";
import { runPage } from "./run.ts";

function pageOf(given: Stored, headlines: Headlines): Page {
  const stored = shownOf(given);
  if (stored.of === "run") return runPage(stored.result, headlines);
  if (stored.of === "check") return checkPage(stored.result);
  const { of, data, results } = stored;
  const document = storedDocument(stored);
  return analysisPage(of, data, document, results);
}

/** The page of an analysis: with its charts, where it has any. */
export function analysisPage(of: AnalysisName, data: AnalysisData, given: Document, sent: AnalysisResults): Page {
  const results = sent.map(sharedResult) as unknown as AnalysisResults;
  const [[{ file }], [{ file: name }]] = [sent, results];
  const document = {
    ...given,
    title: given.title.replace(file, () => name),
    provenance: withoutPlaces(given.provenance),
    command: withoutPlaces(given.command),
  };
  return analysisOf(of).page?.(pages, data as never, document, results) ?? documentPage(document, results[0], {});
}

/** report.html of stored results. */
export const storedHtml = (stored: Stored, headlines: Headlines): Promise<string> =>
  pageHtml(pageOf(stored, headlines));
