/** Many cells of an experiment at a glance: a line for each, its one number and the shape of its main metric. */

import { type Headlines, leadingOf } from "../../analysis/measure.ts";
import type { CellResult } from "../../analysis/result.ts";
import { pairing } from "../format.ts";
import type { Language } from "../language/language.ts";
import { headlineMetric, summaryOf } from "../summary.ts";
import { aligned, coloursOf, curve, printable, type TerminalOptions } from "./blocks.ts";

/** More cells of one experiment than these are folded. */
export const MOST_CELLS = 16;
/** Lines of one experiment; of more cells the files have the rest. */
const MOST_LINES = 32;
/** Outcomes that a small curve has room for. */
const MOST_OUTCOMES = 24;

export function foldedLines(
  cells: readonly CellResult[],
  headlines: Headlines,
  language: Language,
  options: TerminalOptions,
): string[] {
  const c = coloursOf(options);
  const { terminal, say, general } = language;
  const headline = leadingOf(cells, headlines[cells[0]!.kind]);
  const rows = cells.slice(0, MOST_LINES).map((cell) => {
    const metric = headline && headlineMetric(cell, headline);
    const probabilities = metric?.outcomes.map(({ probability }) => probability) ?? [];
    const shape = probabilities.slice(0, MOST_OUTCOMES);
    const refused = cell.statement ? `${general.notPossible} (${cell.statement.rule})` : general.noData;
    return [
      printable(pairing(cell, language)),
      c.yellow(printable(language.sets(cell.modifiers))),
      (headline && summaryOf(cell, headline, language)?.text) ?? refused,
      shape.length === 0 ? "" : c.cyan(curve(shape, options.ascii)) + (probabilities.length > MOST_OUTCOMES ? "…" : ""),
    ];
  });
  const lines = aligned(rows, ["left", "left", "right", "left"], { indent: 2, options });
  const left = cells.length - MOST_LINES;
  if (left > 0) lines.push(c.dim(`  ${terminal.foldedMore(left)}`));
  return [
    ...lines,
    c.dim(
      `  ${say`(one line a cell: its number, and the chances of its values; --cell ID shows one in full, summary.md all)`}`,
    ),
    "",
  ];
}
