import type { Estimate } from "../analysis/form.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import type { Sentence } from "../rule/message.ts";
import { chanceText, languageFor, limitedText, pairing, withSets } from "./format.ts";
import type { Language } from "./language/language.ts";

/** A chance or a mean with its uncertainty: `12.0 %`, `12.0 % ± 0.1`, `≤ 0.030 %`, `1.250 ± 0.004`. */
export function estimateText({ value, lower, upper }: NumberAndLimits, isChance: boolean, language: Language): string {
  if (isChance) {
    const limits = lower === undefined || upper === undefined ? {} : { lower, upper, count: value === 0 ? 0 : 1 };
    return chanceText({ value: "", probability: value, ...limits }, language);
  }
  return limitedText(value, lower, upper, language);
}

/** What a number is of; it is counted by its number, where a language has a word for one: "1,233 perte". */
export const whatOf = ({ text }: { readonly text: string }, of: Sentence, { saying }: Language): string =>
  saying(typeof of === "string" ? { say: of, with: [text] } : of);

/** A change, with its limits where it has any. */
export type NumberAndLimits = { readonly value: number } & {
  readonly [limit in "lower" | "upper"]?: number | undefined;
};

/** A change of a chance in percentage points, of a mean as it is: `+6.0 pp`, `−0.250`. */
export const changeOf = (value: number, isChance: boolean, { general, signed }: Language): string =>
  value === 0 ? general.noChange : isChance ? general.points(signed(value * 100, 1)) : signed(value, 3);

/** The same with limits: `+6.0 pp (+5.8 to +6.2)`. */
export function changeText({ value, lower, upper }: NumberAndLimits, isChance: boolean, language: Language): string {
  if (lower === undefined || upper === undefined) return changeOf(value, isChance, language);
  const { general, range, rounded } = language;
  const scale = isChance ? 100 : 1;
  const text = (limit: number) => rounded(limit * scale, isChance ? 1 : 3);
  const change = isChance ? general.points(text(value)) : text(value);
  return `${change} (${range(text(lower), text(upper))})`;
}

export const WINS = /^winner(?:@\d+)?=(first|second)$/u;

/** What a number is, within a sentence: `casualties on average`, `wins by Space Marines`. */
export function countedAs(
  measure: string,
  isChance: boolean,
  language: Language,
  object = language.measure(measure),
): string {
  const side = WINS.exec(measure)?.[1];
  if (side !== undefined) return language.say`wins by ${language.value("winner", side)}`;
  return isChance ? object : language.say`${object} on average`;
}

/** The size of a change without its sign, limits that agree on it turned round where it is below 0: `6.0 pp (5.8 to 6.2)`. */
export function sizeText(
  change: NumberAndLimits,
  isChance: boolean,
  { general, fixed, number, range, signed }: Language,
): string {
  const { lower: least, upper: most } = change;
  const value = Math.abs(change.value);
  const [lower, upper] =
    change.value >= 0 || least === undefined || most === undefined ? [least, most] : [-most, -least];
  const text = !isChance ? number(value) : value === 0 ? "0" : general.points(signed(value * 100, 1).slice(1));
  if (lower === undefined || upper === undefined) return text;
  const show = (limit: number) => (isChance ? fixed(limit * 100, 1) : number(limit));
  return `${text} (${range(show(lower), show(upper))})`;
}

/** Who meets whom, and with what: `oneShot: Rangers against Marines, endurance + drone`. */
export function cellTitle(
  result: Result,
  cell: Pick<CellResult, "experiment" | "attacker" | "defender" | "modifiers">,
): string {
  const language = languageFor(result);
  const who = pairing(cell, language);
  const experiment = language.experiment(cell.experiment);
  const where = who === experiment ? who : language.goals.line(experiment, who);
  return withSets(where, cell.modifiers, language);
}

/** `going first every turn, rather than second: +4.1 points for Rangers, +3.9 points for Marines`. */
export function goingFirstText({ first, second }: NonNullable<CellResult["goingFirst"]>, language: Language): string {
  const gains = [first, second].map((gain, side) =>
    language.general.forWhom(changeText(gain, true, language), language.side(side === 0 ? "first" : "second")),
  );
  return language.say`going first every turn, rather than second: ${gains.join(", ")}`;
}

/** `winner=second: once in 571,000 trials, between 480,000 and 690,000 at 95 % (split: 210,000 trials)`. */
export function rareLines({ rare = [] }: CellResult, { say, count, section }: Language): string[] {
  const once = (chance: number) => count(Number((1 / chance).toPrecision(3)));
  return rare.map(({ question, value, lower, upper, trials }) => {
    if (value === 0) return say`${section(question)}: impossible, its conditions contradict each other`;
    return value === undefined || lower === undefined || upper === undefined
      ? say`${section(question)}: too rare for these trials; splitting ${count(trials)} more does not find it within a factor of 2`
      : say`${section(question)}: once in ${once(value)} trials, between ${once(upper)} and ${once(lower)} at 95 % (by splitting ${count(trials)} trials)`;
  });
}

/** A share in tenths of a per cent, without its sign: what is nearer to none or all than a tenth is only said to be. */
export function shareNumber(value: number, { fixed }: Language): string {
  if (value === 0 || value === 1) return String(value * 100);
  if (value < 0.001) return `< ${fixed(0.1, 1)}`;
  return value > 0.999 ? `> ${fixed(99.9, 1)}` : fixed(value * 100, 1);
}

/** The same with its sign. */
export const shareText = (value: number, language: Language): string =>
  language.withPercent(shareNumber(value, language));

/** A share of wins: with its limits where it is simulated. */
export const winText = (win: Estimate, language: Language): string =>
  win.trials === 0 ? shareText(win.value, language) : estimateText(win, true, language);
