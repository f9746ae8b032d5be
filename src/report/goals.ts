/** Goals in words: what was wanted, what was found. */
import type { GoalResult } from "../analysis/result.ts";
import { estimateText } from "./estimate.ts";
import { withSets } from "./format.ts";
import type { Language } from "./language/language.ts";
import { callingIn } from "./language/sides.ts";

const RANK = { fail: 0, inconclusive: 1, pass: 2 };

/** Failed goals, then inconclusive ones, then the rest, each in the order of the scenario. */
export const worstFirst = (goals: readonly GoalResult[]): GoalResult[] =>
  goals.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict]);

/** `20 % to 80 %`, `at least 1.5`. A share as it was written: a bound of 33.25 % is not shown as 33.3 %. */
export function goalWanted({ value, atLeast, atMost }: GoalResult, language: Language): string {
  const { plain, withPercent, range } = language;
  const share = (end: number) => withPercent(plain(Number((end * 100).toPrecision(12))));
  const bound = value === undefined ? plain : share;
  if (atLeast !== undefined && atMost !== undefined) return range(bound(atLeast), bound(atMost));
  return atLeast === undefined ? language.say`at most ${bound(atMost ?? 1)}` : language.say`at least ${bound(atLeast)}`;
}

/** `47.2 % ± 0.10`, `12.5 % exactly`, `14.3 %, rounded from the exact answer`, `no data`. */
export function goalFound({ value, estimate, lower, upper }: GoalResult, language: Language): string {
  const { general } = language;
  if (estimate === undefined) return general.noData;
  const isChance = value !== undefined;
  const text = estimateText({ value: estimate, lower, upper }, isChance, language);
  if (lower !== undefined && upper !== undefined) return text;
  return isWhole(text, estimate, isChance)
    ? language.say`${text} exactly`
    : language.say`${text}, rounded from the exact answer`;
}

/** Whether a number is written with all of its digits. */
function isWhole(text: string, value: number, isChance: boolean): boolean {
  const written = Number(text.replace(/[^\d.,e-]/g, "").replace(",", "."));
  return written === (isChance ? Number((value * 100).toPrecision(15)) : value);
}

/**
 * The cell of a goal or of a checked number, and what is measured of it, in words: `One shot: Rangers against Marines,
 * down or out`.
 */
export const goalName = (
  { key, cell, rank, value }: Pick<GoalResult, "key" | "cell" | "rank" | "value">,
  language: Language,
): string =>
  rank
    ? language.goals.of(
        withSets(language.experiment(rank.experiment), rank.modifiers, language),
        language.rank.goal[rank.of](language.unit(String(value))),
      )
    : key.startsWith(`${cell}/`)
      ? numberName(cell, key, language)
      : key;

const numberName = (cell: string, key: string, language: Language): string =>
  language.goals.of(language.cellName(cell), callingIn(cell, language).measure(key.slice(cell.length + 1)));

/** A number by its key alone; one that was cut stays as it is. */
export function keyName(key: string, language: Language): string {
  const [cell] = /^[^~]+(?:~[^~]+){2}~[^~/]+(?=\/)/.exec(key) ?? [];
  return cell === undefined || /#[\da-f]{16}$/.test(key) ? key : numberName(cell, key, language);
}
