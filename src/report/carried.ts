import type { Result } from "../analysis/result.ts";

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
