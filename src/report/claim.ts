/** What a report says first: one sentence that its numbers hold, and that other numbers would change. */
import type { MeasuredNumber } from "../analysis/measure.ts";
import type { CellResult } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { quotient } from "../stats/ratio.ts";
import { claimIn, type RatioWord } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import type { Summary } from "./summary.ts";

/** What a set of modifiers changes about the number of a pair. */
export interface SetChange {
  readonly cell: CellResult;
  readonly own: Summary;
  /** Whether the number itself is known to differ, and not only a second one beside it. */
  readonly isMoved: boolean;
}

/** Shares that have a word, each with how near a ratio must be to it. */
const WORDS: readonly (readonly [RatioWord, number])[] = [
  ["half", 1 / 2],
  ["third", 1 / 3],
  ["quarter", 1 / 4],
  ["double", 2],
  ["triple", 3],
];
const NEAR = 0.05;
/** A change of more than this many times is said as the numbers themselves. */
const MOST_TIMES = 2.5;

const wordOf = (ratio: number): RatioWord | undefined =>
  ratio === 0 ? "none" : WORDS.find(([, share]) => Math.abs(ratio / share - 1) <= NEAR)?.[0];

export type RatioTerm = Pick<MeasuredNumber, "value" | "lower" | "upper" | "trials">;

const limited = ({ value, lower = value, upper = value }: RatioTerm) => ({ value, lower, upper });
export const ratioLimits = (term: RatioTerm, plain: RatioTerm) => quotient(limited(term), limited(plain));

/** By how much a mean is another; of simulated ones only what both ends of the limits agree on. */
export function factorOf(ratioTerm: RatioTerm, plain: RatioTerm, language: Language): RatioWord | undefined {
  if (plain.value <= 0 || ratioTerm.value < 0) return undefined;
  if (ratioTerm.trials === 0 && plain.trials === 0) {
    const ratio = ratioTerm.value / plain.value;
    const word = wordOf(ratio);
    if (word !== undefined || ratio > MOST_TIMES) return word;
    const percent = Math.round(Math.abs(1 - ratio) * 100);
    return percent < 1 || percent > 99 ? undefined : { percent: language.withPercent(String(percent)) };
  }
  const limits = ratioLimits(ratioTerm, plain);
  const word = limits && wordOf(limits.lower);
  return word !== undefined && word !== "none" && word === wordOf(limits!.upper) ? word : undefined;
}

/** What one of two units does to the other, `the losses of Orks to Marines`; undefined of what is no such number. */
export const objectOf = (
  metric: string,
  { attacker, defender }: Pick<CellResult, "attacker" | "defender">,
  language: Language,
): string | undefined =>
  attacker === "-" || defender === "-"
    ? undefined
    : claimIn(language).object(metric, language.unit(defender), language.unit(attacker));

/** A clause with one colon: names before what is said of them are set apart by commas. A text that is quoted stays. */
export const oneColon = (text: string): string =>
  /^[−+] /u.test(text)
    ? text
    : text.replace(/[\u00a0\u202f ]?: (?=(?:[^.;(“«]|\([^()]*\)|“[^”]*”|«[^»]*»|\.(?=\S))*: )/gu, ", ");

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What moves the number of a pair of units most, then what else moves it most otherwise; undefined where nothing does.
 * @param changes sets that are known to move it, the largest change first
 */
export function changeTitle(
  base: CellResult,
  plain: Summary,
  changes: readonly SetChange[],
  headline: Headline,
  sentence: (summary: Summary) => string,
  language: Language,
): string | undefined {
  const say = claimIn(language);
  // Sets of one number are named by the simplest of them.
  const groups = groupedBy(changes, ({ own: found }) => found.text).map((group) => {
    const least = Math.min(...group.map(({ cell }) => cell.modifiers.length));
    return group.filter(({ cell }) => cell.modifiers.length === least);
  });
  const [first, second] = groups;
  if (first === undefined) return undefined;
  const object = headline.values === undefined ? objectOf(headline.metric, base, language) : undefined;
  const clause = (group: readonly SetChange[], isAgain: boolean): string => {
    const { own: found, cell } = group[0]!;
    const factor = object === undefined ? undefined : factorOf(found.reading, plain.reading, language);
    const isLess = found.reading.value < plain.reading.value;
    const name = language.either(group.map((one) => language.owned(one.cell.modifiers, object && "defender")));
    if (factor !== undefined)
      return say.moves(
        name,
        { isSeveral: group.length === 1 && cell.modifiers.length > 1, isLess, factor },
        isAgain ? undefined : object!,
      );
    return isAgain
      ? language.say`with ${name}, ${found.text}`
      : language.say`with ${name}, ${sentence(found)} instead of ${plain.text}`;
  };
  const isWorded = (group: readonly SetChange[]) =>
    object !== undefined && factorOf(group[0]!.own.reading, plain.reading, language) !== undefined;
  const opening = clause(first, false);
  if (second === undefined) return capital(opening);
  // "them" stands for what the first clause has named.
  const other = clause(second, isWorded(first) || !isWorded(second));
  return `${capital(opening)}${language.check.semicolon}${other}`;
}

/** A claim that is one of the findings' own sentences. */
export const plainTitle = (text: string): string => capital(oneColon(text.replace(/\.$/, "")));

/** How many times as much; with limits where either is simulated, nothing where there are none. */
export function ratioText(ratioTerm: RatioTerm, plain: RatioTerm, language: Language): string {
  if (plain.value === 0 || ratioTerm.value === 0) return "";
  const times = (ratio: number): string => (ratio >= 0.1 ? language.fixed(ratio, 2) : language.significant(ratio, 2));
  if (ratioTerm.trials === 0 && plain.trials === 0) return ` (× ${times(ratioTerm.value / plain.value)})`;
  const found = ratioLimits(ratioTerm, plain);
  return found ? ` (× ${language.range(times(found.lower), times(found.upper))})` : "";
}
