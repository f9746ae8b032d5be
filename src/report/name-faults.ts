/** Numbers that only the study or only the baseline has, in words. */
import type { NameFault } from "../analysis/check-result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { thingText } from "./edits.ts";
import { keyName } from "./goals.ts";
import type { Language } from "./language/language.ts";

/** Names to be read one below another: what was renamed is told at the first number of it. */
export function renamedOnce(names: readonly NameFault[]): NameFault[] {
  const things = groupedBy(names, ({ same, key }) => (same ? `${same.of} ${same.was}` : key));
  const first = new Set(things.map(([name]) => name));
  return names.map((name) => (first.has(name) ? name : { fault: name.fault, key: name.key }));
}

/** A number that only one side has, in words; the name that stands in the file is beside it. */
export const faultyName = ({ key }: NameFault, language: Language) => ({ text: keyName(key, language), typed: key });

/** Both in a line. */
export function faultyLine(name: NameFault, language: Language): string {
  const { text, typed } = faultyName(name, language);
  return language.goals.line(text === typed ? typed : `${text} (${typed})`, faultText(name, language));
}

/** What is wrong with it, and what it may have been or be called: its key where the words are the same. */
export function faultText({ fault, key, nearest, same }: NameFault, language: Language): string {
  const { check, say } = language;
  if (nearest === undefined) return check.faults[fault];
  if (same) return say`${check.faults[fault]} (was ${thingText(same.of, same.was, language)} renamed ${same.is}?)`;
  const words = keyName(nearest, language);
  return say`${check.faults[fault]} (is it ${words === keyName(key, language) ? nearest : words}?)`;
}
