/** What every telling must hold, whatever is told. */
import { expectWholeBlock as expectWhole, tellTrial } from "../../src/conformance.ts";
import { type English, inEnglish } from "../../src/rule/message.ts";
import type * as told from "../../src/rulesets/telling.ts";

export { expectHonest, throwsOf } from "../../src/conformance.ts";

/** A telling and its entries, their sentences in English. */
export type Telling = English<told.Telling>;
export type ToldEntry = English<told.ToldEntry>;
export const tell = (...asked: Parameters<typeof tellTrial>): Telling => inEnglish(tellTrial(...asked));
export const expectWholeBlock = (...asked: Parameters<typeof expectWhole>): readonly Telling[] =>
  inEnglish(expectWhole(...asked));

/** Every change of a telling, in order. */
export const changesOf = (entries: readonly ToldEntry[]): English<told.ToldChange>[] =>
  entries.flatMap((entry) => ("heading" in entry ? changesOf(entry.entries) : "change" in entry ? [entry] : []));
