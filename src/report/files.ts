/** The files of a run. */

import type { Headlines } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import { runTables } from "./csv.ts";
import { sealedJson, sealedPieces } from "./json.ts";
import { type Figures, markdownPieces } from "./markdown.ts";
import { csvPieces } from "./table.ts";

/** results.json: the result itself, the source of every other report, and a digest of it (`sum`). */
export const resultsJson = (result: Result): string => sealedJson(result);
export const resultsPieces = (result: Result): Iterable<string> => sealedPieces(result);

/**
 * What a file says, piece by piece, each of whole lines, made when it is asked for: the files of many cells are many
 * megabytes. Before a piece that takes some hundredths of a second stands an empty one.
 */
export type Pieces = () => Iterable<string>;

/** Every file of a run, by name. */
export const reportFiles = (result: Result, headlines: Headlines, figures?: Figures): ReadonlyMap<string, Pieces> =>
  new Map<string, Pieces>([
    ...[...runTables(result)].map(([name, table]) => [`${name}.csv`, () => csvPieces(table)] as const),
    ["summary.md", () => markdownPieces(result, headlines, figures)],
    ["results.json", () => sealedPieces(result)],
  ]);

/** The same, whole. */
export const wholeFiles = (files: ReadonlyMap<string, Pieces>): ReadonlyMap<string, string> =>
  new Map([...files].map(([name, pieces]) => [name, [...pieces()].join("")]));
