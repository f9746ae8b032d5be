import { endOf } from "../analysis/measure.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { comesTo } from "../analysis/summarise.ts";

/** Values of all cells that an analysis is stored with, and that its page has a place for. */
const MOST_OUTCOMES = 1_200;
const MOST_CELLS = 24;

/** Whether every value of every cell stands in the page of an analysis, and in what is stored of it. */
export function carriesValues(results: readonly Pick<Result, "cells">[]): boolean {
  const cells = results.flatMap((result) => result.cells);
  if (cells.length > MOST_CELLS) return false; // not one of them is summed up for this
  const outcomes = cells.flatMap(({ metrics = [] }) => metrics).reduce((sum, one) => sum + one.outcomes.length, 0);
  return outcomes > 0 && outcomes <= MOST_OUTCOMES;
}

/** Cells that such a page tells one by one, each by its main metric and what either side has lost at the end. */
export const MOST_TOLD = 60;

/** What pages and documents say of a cell without all of its numbers: kept of metrics that are not stored. */
export const outlineOf = (
  { metrics, outline }: Pick<CellResult, "metrics" | "outline">,
  isTold = false,
): CellResult["outline"] =>
  metrics === undefined
    ? outline
    : {
        ...(metrics.some(({ name }) => name === "winner") ? { isFight: true as const } : {}),
        drawn: [...new Set(metrics.flatMap((metric) => (comesTo(metric, "draw") ? [metric.name] : [])))],
        ...(isTold && { told: endOf(metrics) }),
      };
