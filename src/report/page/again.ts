/** Pages made from stored results. */

import type { Headlines } from "../../analysis/measure.ts";
import type { Result } from "../../analysis/result.ts";
import { storedDocument } from "../again.ts";
import { type Stored, shownOf } from "../stored.ts";
import {
  comparePage,
  effectsPage,
  playPage,
  pointsPage,
  rankPage,
  sensitivityPage,
  solvePage,
  sweepPage,
} from "./analyses.ts";
import { checkPage } from "./check.ts";
import { documentPage } from "./document.ts";
import { pageHtml } from "./html.ts";
import type { Page } from "./page.ts";
import { runPage } from "./run.ts";

function pageOf(given: Stored, headlines: Headlines): Page {
  const stored = shownOf(given);
  if (stored.of === "run") return runPage(stored.result, headlines);
  if (stored.of === "check") return checkPage(stored.result);
  const { of, data, results } = stored;
  const document = storedDocument(stored);
  switch (of) {
    case "compare": {
      const { sides } = data as unknown as { sides: Parameters<typeof comparePage>[1] };
      return comparePage(data, sides, document, results as unknown as readonly [Result, Result]);
    }
    case "effects":
      return effectsPage(data, document, results[0]);
    case "play":
      return playPage(data, document, results[0]);
    case "points":
      return pointsPage(data, document, results[0]);
    case "rank":
      return rankPage(data, document, results[0]);
    case "sensitivity":
      return sensitivityPage(data, document, results[0]);
    case "sweep":
      return sweepPage(data, document, results[0]);
    case "solve":
      return solvePage(data, document, results[0]);
    default:
      return documentPage(document, results[0], {});
  }
}

/** report.html of stored results. */
export const storedHtml = (stored: Stored, headlines: Headlines): Promise<string> =>
  pageHtml(pageOf(stored, headlines));
