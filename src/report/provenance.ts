import type { Result } from "../analysis/result.ts";
import type { Document } from "./document.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";
import { qualityLines } from "./quality.ts";
import { setupText } from "./setup.ts";

/** What made a result, and with which dice. */
export const provenance = (result: Pick<Result, "version" | "ruleset" | "seed" | "stream" | "labels">): string =>
  languageFor(result)
    .say`crible ${result.version}, ruleset ${result.ruleset}, seed ${result.seed}, stream ${result.stream}.`;

/** How many trials were played, from the least to the most; undefined where none were. */
export function trialsIn(
  found: readonly { readonly trials?: number }[],
  { count, range }: Language,
): string | undefined {
  const trials = found.map((one) => one.trials ?? 0);
  const [least, most] = [Math.min(...trials), Math.max(...trials)].map(count) as [string, string];
  return trials.length === 0 ? undefined : least === most ? least : range(least, most);
}

/** What every document of an analysis ends with. */
export const madeBy = (
  result: Result,
): Pick<Document, "quality" | "setup" | "provenance" | "command" | "language"> => ({
  quality: qualityLines(result.cells, languageFor(result)),
  setup: setupText(result.cells, languageFor(result)),
  provenance: provenance(result),
  command: result.command,
  language: languageFor(result),
});
