import type { Result } from "../analysis/result.ts";
import type { Document } from "./document.ts";
import { languageFor } from "./format.ts";
import { qualityLines } from "./quality.ts";
import { setupText } from "./setup.ts";

/** What made a result, and with which dice. */
export const provenance = (result: Pick<Result, "version" | "ruleset" | "seed" | "stream" | "labels">): string =>
  languageFor(result).general.provenance(result);

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
