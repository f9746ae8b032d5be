/** Charts as SVG files beside summary.md: the one that answers each experiment's question first. */

import type { Headlines } from "../../analysis/measure.ts";
import type { Result } from "../../analysis/result.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import type { Chart } from "../charts/chart.ts";
import { svgOf } from "../charts/svg.ts";
import { languageFor } from "../format.ts";
import type { Figure } from "../markdown.ts";
import { chartsOf } from "./drawn.ts";

/** Characters of all figures of a summary; those that would take more are left to the page. */
const MOST = 40_000;

/** The first chart of every experiment, as long as they are not too much, and SVG files by name: the same bytes anywhere. */
export async function figuresOf(result: Result, headlines: Headlines) {
  const context = { result, headlines, language: languageFor(result) };
  const figures = new Map<string, Figure[]>();
  const files = new Map<string, string>();
  let room = MOST;
  let number = 0;
  for (const cells of groupedBy(result.cells, ({ experiment }) => experiment)) {
    number++;
    const [chart] = chartsOf(cells, context) as [Chart?];
    if (chart === undefined) continue;
    const svg = svgOf(chart);
    if (svg.length > room) continue;
    room -= svg.length;
    // By number: the name of an experiment may be no name of a file.
    const file = `chart-${number}-${chart.name}.svg`;
    files.set(file, svg);
    figures.set(cells[0]!.experiment, [{ file, text: `${chart.title}. ${chart.text}` }]);
  }
  return { figures, files };
}
