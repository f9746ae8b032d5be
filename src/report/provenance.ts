import type { Result } from "../analysis/result.ts";
import { languageFor } from "./format.ts";

/** What made a result, and with which dice. */
export const provenance = (result: Pick<Result, "version" | "ruleset" | "seed" | "stream" | "labels">): string =>
  languageFor(result).general.provenance(result);
