/** What an update accepts, in words. */
import type { Acceptance, Accepted } from "../analysis/accept.ts";
import type { Language } from "./language/language.ts";
import { driftText, exactText, tally } from "./verdicts.ts";

/** What an update accepts, one line each. */
export function acceptanceLines({ changed, added, removed, unchanged }: Acceptance, language: Language): string[] {
  const { check, say } = language;
  const counts = { changed: changed.length, added: added.length, removed: removed.length, unchanged };
  const line = (mark: string, { key, unit, before, now, change, anchored }: Accepted): string => {
    const text = exactText({ unit }, now, language);
    if (before === undefined) return `  ${mark} ${language.goals.line(key, text)}`;
    const drift = driftText({ ...(change ?? { difference: now.value - before.value }), unit }, language);
    const moved = say`${exactText({ unit }, before, language)} → ${text}, ${drift}`;
    return `  ${mark} ${language.goals.line(key, anchored ? say`${moved}; beyond the margin, so anchored here` : moved)}`;
  };
  return [
    ...changed.map((one) => line("~", one)),
    ...added.map((one) => line("+", one)),
    ...removed.map((key) => `  - ${key}`),
    (["changed", "added", "removed", "unchanged"] as const)
      .flatMap((what) => tally(counts[what], check.counts[what]))
      .join(", ") || say`no number is tracked`,
  ];
}
