/** One line of a trial that is told. */
import type { TrialLine } from "../analysis/result.ts";
import type { ToldThrow } from "../rulesets/telling.ts";
import type { Language } from "./language/language.ts";

/** The dice of a throw against what they needed: `7 ≥ 5`, `2 7 9, each 5+`, `3 8, the highest counts: 8`. */
function diceText({ faces, needed, sides, best, answer }: ToldThrow, { say }: Language): string {
  if (faces.length === 0)
    return say`no die: ${(needed ?? 1) <= 1 ? say`always` : say`never (${needed!}+ on a D${sides})`}`;
  const shown = faces.join(" ");
  if (needed !== undefined) {
    if (faces.length > 1) return say`${shown}, each ${needed}+`;
    return `${shown} ${faces[0]! >= needed ? "≥" : "<"} ${needed}`;
  }
  return best && faces.length > 1 ? say`${shown}, the highest counts: ${String(answer)}` : shown;
}

/** A heading, what changed, or who rolled what and what came of it. */
export function entryText(entry: TrialLine, language: Language): string {
  const { say, saying } = language;
  if ("heading" in entry) return saying(entry.heading);
  if ("change" in entry) return saying(entry.change);
  const { act, result } = entry;
  return say`${saying(act)}: ${diceText(entry, language)}` + (result === undefined ? "" : `  ${language.word(result)}`);
}
