/**
 * The language of a report: its numbers, its terms, its sentences.
 *
 * A sentence is written in English where it is said (`say`); another language has it in its catalogue (`languages/`). What
 * several reports say stands here by what says it. A report asks `languageOf(result.labels, result.ruleset)`.
 */
import type { Translation } from "../../rule/catalogue.ts";
import { once } from "../../rule/once.ts";
import { type Say, type SentenceOf, sayIn, sentenceIn } from "../../rule/say.ts";
import { glossaryOf } from "../../rulesets/glossary.ts";
import { translationIn } from "../../rulesets/languages.ts";
import type { LanguageTag } from "../../scenario/languages.ts";
import { cell } from "./cell.ts";
import { charts } from "./charts.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { general } from "./general.ts";
import { calledIn, type Named, type Names, namesOf } from "./names.ts";
import { type Numbers, numbersWith } from "./numbers.ts";
import { page } from "./page.ts";
import { play } from "./play.ts";
import { points } from "./points.ts";
import { rank } from "./rank.ts";
import * as reports from "./reports.ts";
import { type Terms, termsOf } from "./terms.ts";

export type { Say } from "../../rule/say.ts";
export type { Names } from "./names.ts";
export type { Numbers } from "./numbers.ts";
export type { Terms } from "./terms.ts";

/** Sentences by the report that says them. */
const sentencesOf = (say: Say, numbers: Numbers) => ({
  general: general(say, numbers),
  findings: reports.findings(say),
  cell: cell(say),
  goals: reports.goals(say),
  compare: compare(say, numbers),
  sensitivity: reports.sensitivity(say),
  shares: reports.shares(say),
  points: points(say),
  prices: reports.prices(say),
  play: play(say),
  rank: rank(say),
  check: check(say),
  explanation: reports.explanation(say),
  terminal: reports.terminal(say),
  quality: reports.quality(say),
  charts: charts(say),
  page: page(say),
});

type Sentences = Readonly<ReturnType<typeof sentencesOf>>;

export interface Language extends Numbers, Terms, Names, Sentences {
  readonly tag: LanguageTag;
  readonly say: Say;
  readonly sentence: SentenceOf;
  /** Words of the game, and what they mean. */
  readonly gameWords: ReturnType<typeof glossaryOf>;
}

const spokenIn = once((translation: Translation) => {
  const numbers: Numbers = numbersWith(translation.numbers, () => say`; `);
  const sentence = sentenceIn(translation, numbers.count);
  const say: Say = sayIn(sentence);
  return { numbers, say, sentence, sentences: sentencesOf(say, numbers) };
});

/**
 * The language of a tag, with the words of a ruleset and the titles of a result where they are given.
 *
 * @example
 * languageOf("fr", "alpha-omega").metric("out"); // "hors combat"
 */
export function languageOf(tag: LanguageTag, ruleset?: string, named: Named = {}): Language {
  const { numbers, say, sentence, sentences } = spokenIn(translationIn(tag));
  const called = calledIn(tag, named);
  const terms = termsOf(tag, say, ruleset, numbers, called);
  return {
    tag,
    say,
    sentence,
    gameWords: glossaryOf(ruleset ?? "", say),
    ...numbers,
    ...terms,
    ...namesOf(tag, ruleset, { say, ...numbers }, terms, named, called),
    ...sentences,
  };
}
