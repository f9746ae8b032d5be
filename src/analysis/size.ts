/** How many numbers a study may be measured by: what is larger would fill the memory before it filled a report. */
import type { Metric, Program } from "../rule/program.ts";
import { said } from "../rulesets/said.ts";
import { problemAt, quote, ScenarioError } from "../scenario/problem.ts";
import type { Cell, Study } from "../scenario/study.ts";

/** Outcomes of one cell: a report has a row for each. */
export const MOST_OUTCOMES = 120_000;
/** Of all cells together. */
export const MOST_IN_ALL = 1_000_000;

const outcomesOf = (metrics: readonly Metric[]): number => metrics.reduce((sum, { values }) => sum + values.length, 0);

/** Turns of a cell that stay below the most, where it is turns that make it large. */
function turnsThatFit(metrics: readonly Metric[]): number {
  const turns = Math.max(0, ...new Set(metrics.map(({ turn = 0 }) => turn)));
  const perTurn = outcomesOf(metrics.filter(({ turn }) => turn !== undefined)) / turns;
  const others = outcomesOf(metrics.filter(({ turn }) => turn === undefined));
  return turns === 0 ? 0 : Math.floor((MOST_OUTCOMES - others) / perTurn);
}

/**
 * Refuses a study whose results would be too large.
 * @throws ScenarioError at the experiment, with the size that works
 */
export function needRoom(study: Study, cells: readonly { readonly cell: Cell; readonly program: Program }[]): void {
  let inAll = 0;
  const problems = cells.flatMap(({ cell, program: { metrics } }) => {
    const outcomes = outcomesOf(metrics);
    inAll += outcomes;
    if (outcomes <= MOST_OUTCOMES) return [];
    const turns = turnsThatFit(metrics);
    return problemAt(
      study.places.get(cell.experiment),
      said`${quote(cell.id)} has ${outcomes} outcomes to report, and ${MOST_OUTCOMES} are the most of one cell`,
      { hint: turns > 0 ? said`with these models at most ${turns} turns` : said`field fewer models` },
    );
  });
  if (problems.length > 0) throw new ScenarioError(problems);
  if (inAll > MOST_IN_ALL)
    throw new ScenarioError([
      problemAt(
        study.places.get(cells[0]!.cell.experiment),
        said`the ${cells.length} cells have ${inAll} outcomes to report together, and ${MOST_IN_ALL} are the most`,
        { hint: said`shorten it, or run part of it with --only` },
      ),
    ]);
}
