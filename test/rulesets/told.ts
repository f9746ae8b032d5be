/** What every telling must hold, whatever is told. */
import type { ToldChange, ToldEntry } from "../../src/rulesets/telling.ts";

export { expectHonest, expectWholeBlock, tellTrial as tell, throwsOf } from "../../src/conformance.ts";

/** Every change of a telling, in order. */
export const changesOf = (entries: readonly ToldEntry[]): ToldChange[] =>
  entries.flatMap((entry) => ("heading" in entry ? changesOf(entry.entries) : "change" in entry ? [entry] : []));
