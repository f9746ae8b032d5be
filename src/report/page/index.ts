/** Reports as pages. Apart from the other reports, for the chart libraries are loaded with the first of them. */
import type { CheckResult } from "../../analysis/check-result.ts";
import type { Headlines } from "../../analysis/measure.ts";
import type { Result } from "../../analysis/result.ts";
import { inTurns } from "../../rule/event-loop.ts";
import { checkPage } from "./check.ts";
import { pageHtml } from "./html.ts";
import { runPageParts } from "./run.ts";

export { analysisPage, storedHtml } from "./again.ts";
export { documentPage } from "./document.ts";
export { figuresOf } from "./figures.ts";
export { pageHtml, pagePieces, servedHtml } from "./html.ts";
export type { Page } from "./page.ts";

/** report.html of a run. */
export const runHtml = async (result: Result, headlines: Headlines, signal?: AbortSignal): Promise<string> =>
  pageHtml(await inTurns(runPageParts(result, headlines), signal), signal);

/** A page of a check. */
export const checkHtml = (result: CheckResult): Promise<string> => pageHtml(checkPage(result));
