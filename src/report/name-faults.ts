/** Numbers that only the study or only the baseline has, in words. */
import type { NameFault } from "../analysis/check-result.ts";
import { keyName } from "./goals.ts";
import type { Language } from "./language/language.ts";

/** A number that only one side has, in words; the name that stands in the file is beside it. */
export const faultyName = ({ key }: NameFault, language: Language) => ({ text: keyName(key, language), typed: key });

/** Both in a line. */
export function faultyLine(name: NameFault, language: Language): string {
  const { text, typed } = faultyName(name, language);
  return language.goals.line(text === typed ? typed : `${text} (${typed})`, faultText(name, language));
}

/** What is wrong with it, and what it may have been or be called: its key where the words are the same. */
export function faultText({ fault, key, nearest }: NameFault, language: Language): string {
  const { check, say } = language;
  if (nearest === undefined) return check.faults[fault];
  const renamed = fault === "obsolete" ? renamedSet(key, nearest) : renamedSet(nearest, key);
  if (renamed) return say`${check.faults[fault]} (was modifier set ${renamed[0]} renamed ${renamed[1]}?)`;
  const words = keyName(nearest, language);
  return say`${check.faults[fault]} (is it ${words === keyName(key, language) ? nearest : words}?)`;
}

/** The modifier set that alone tells the names of two numbers apart: what it was called, and is. */
function renamedSet(...keys: [old: string, now: string]): readonly [string, string] | undefined {
  const [old, now] = keys.map((key) => /^(.*~)([^~/]+)(\/.*)$/.exec(key)?.slice(1) ?? []);
  if (!old![1] || !now![1] || old![0] !== now![0] || old![2] !== now![2]) return undefined;
  const [was, is] = [old![1].split("+"), now![1].split("+")];
  const apart = was.flatMap((name, i) => (name === is[i] ? [] : [[name, is[i]!] as const]));
  return was.length === is.length && apart.length === 1 ? apart[0] : undefined;
}
