/** Reports made from stored results: the same functions, so the same bytes as when they were computed. */

import type { Headlines } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import { analysisCsv, analysisOf } from "./analyses.ts";
import { checkJson, checkView } from "./check.ts";
import { checkMarkdown } from "./check-markdown.ts";
import { runTables } from "./csv.ts";
import { type Document, documentMarkdown, documentText } from "./document.ts";
import { reportFiles, resultsJson, wholeFiles } from "./files.ts";
import { jsonText } from "./json.ts";
import type { Figures } from "./markdown.ts";
import { analysisJson, type Stored, shownOf } from "./stored.ts";
import type { ResultTable } from "./table.ts";
import { type TerminalOptions, terminalView } from "./terminal.ts";

/** The document of a stored analysis. */
export function storedDocument(stored: Extract<Stored, { data: never }>): Document {
  const { of, data, results } = shownOf(stored);
  return analysisOf(of).document(data, results);
}

/** What was stored with a digest has one again, also in another language; of before there was one it has none. */
const again = (result: Result): string => ("sum" in result ? resultsJson(result) : jsonText(result));

/** Every file of stored results, by name. The JSON is what was stored, whatever it holds. */
export function storedFiles(stored: Stored, headlines: Headlines, figures?: Figures): ReadonlyMap<string, string> {
  if (stored.of === "run") {
    const files = reportFiles(shownOf(stored.result), headlines, figures);
    return wholeFiles(new Map([...files, ["results.json", () => [again(stored.result)]]]));
  }
  if (stored.of === "check")
    return new Map([
      ["check.md", checkMarkdown(shownOf(stored.result))],
      ["check.json", checkJson(stored.result)],
    ]);
  const { of, data, results } = stored;
  return new Map([
    [`${of}.md`, documentMarkdown(storedDocument(stored))],
    [`${of}.json`, analysisJson(of, data, results)],
    [`${of}.csv`, analysisCsv(of, shownOf(data))],
  ]);
}

/** The tables of stored results, by the names of their files; of a check none. */
export function storedTables(stored: Stored): ReadonlyMap<string, ResultTable> {
  if (stored.of === "run") return runTables(shownOf(stored.result));
  if (stored.of === "check") return new Map();
  return new Map([[stored.of, analysisOf(stored.of).table(shownOf(stored.data))]]);
}

/** What a terminal shows of them. */
export function storedView(stored: Stored, headlines: Headlines, options: TerminalOptions): string {
  if (stored.of === "run") return terminalView(shownOf(stored.result), headlines, options);
  if (stored.of === "check") return checkView(shownOf(stored.result), options);
  return documentText(storedDocument(stored), options);
}

/** The same results told in another language. */
export function storedIn(stored: Stored, labels: Result["labels"]): Stored {
  if ("result" in stored) return { ...stored, result: { ...stored.result, labels } } as Stored;
  const [first, ...others] = stored.results.map((result) => ({ ...result, labels }));
  return { ...stored, results: [first!, ...others] };
}
