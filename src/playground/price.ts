/** What a change of a unit is worth in points, in a whole fight: the sentence of `compare --sets`. */
import type { Comparison } from "../analysis/compare.ts";
import { run } from "../analysis/run.ts";
import { type PriceQuestion, withPairPrices } from "../analysis/skill-price.ts";
import type { Language } from "../report/language/language.ts";
import { measuredText, pricesText } from "../report/skill-price.ts";
import type { TextBlocks } from "./blocks.ts";
import { changesOf, namesIn, type Query } from "./question.ts";

/** Trials of each fight with another number of models, where it is not solved. */
const TRIALS = 20_000;

/** One of the two questions, its only cell computed. */
export interface PricedQuestion extends PriceQuestion {
  readonly query: Query;
}

/** What is there now and was not before, in words: `medikit`, `save 3+`. */
function changeNames(before: Query, now: Query, { word, path, at }: Language): string[] {
  const paths = [...new Set([...Object.keys(before.changes), ...Object.keys(now.changes)])];
  return paths.flatMap((field) => {
    const [was, is] = [before.changes[field], now.changes[field]];
    if (was === is) return [];
    if (!/\.(?:add|remove)[A-Z]\w*$/u.test(field)) return `${path(field)} ${is === undefined ? "–" : at(field, is)}`;
    const names = (text: string | undefined) => namesIn(text);
    const more = names(is).filter((name) => !names(was).includes(name));
    const less = names(was).filter((name) => !names(is).includes(name));
    return [...more.map(word), ...less.map((name) => `− ${word(name)}`)];
  });
}

/**
 * What the change from one question to the next is worth; why it is worth nothing that can be said: no points, a change of
 * both sides or of neither, other units.
 */
export async function priceOf(before: PricedQuestion, now: PricedQuestion, language: Language): Promise<TextBlocks> {
  const none = { reason: language.say`both sides need points, and the change has to be of the unit of one side` };
  const heads = [before, now].map(({ result }) => result.cells[0]!);
  const [first, second] = heads as [(typeof heads)[number], (typeof heads)[number]];
  if (first.id !== second.id || before.query.ruleset !== now.query.ruleset) return none;
  const modifiers = changeNames(before.query, now.query, language);
  const found: Comparison = {
    pairs: [{ first, second: { ...second, modifiers }, differences: [] }],
    onlyFirst: [],
    onlySecond: [],
  };
  const settings = ({ query }: PricedQuestion) => ({
    set: changesOf(query),
    compute: (study: PriceQuestion["study"]) => run({ ...study, trials: study.trials ?? TRIALS }, { probes: false }),
  });
  const priced = await withPairPrices(found, [before, now], [settings(before), settings(now)]);
  const { prices } = priced.pairs[0]!;
  if (prices === undefined) return none;
  const told = [...pricesText(prices, language), measuredText(prices, language)];
  return { blocks: [{ sentences: told.map((one) => one.trim()) }] };
}
