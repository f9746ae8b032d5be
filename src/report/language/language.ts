/**
 * The language of a report: its numbers, its terms, its sentences.
 *
 * Everything a report says is a function of the language, grouped by the report that says it: one file for each group,
 * where a sentence stands in English and in French. A report asks `languageOf(result.labels, result.ruleset)`.
 */
import type { LanguageTag } from "../../scenario/languages.ts";
import { cell } from "./cell.ts";
import { charts } from "./charts.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { effects } from "./effects.ts";
import { explanation } from "./explanation.ts";
import { findings } from "./findings.ts";
import { general } from "./general.ts";
import { goals } from "./goals.ts";
import { type Named, type Names, namesOf } from "./names.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS, type Numbers } from "./numbers.ts";
import { odds } from "./odds.ts";
import { page } from "./page.ts";
import { play } from "./play.ts";
import { points } from "./points.ts";
import { prices } from "./prices.ts";
import { quality } from "./quality.ts";
import { rank } from "./rank.ts";
import { running } from "./running.ts";
import { sensitivity } from "./sensitivity.ts";
import { shares } from "./shares.ts";
import { solve } from "./solve.ts";
import { sweep } from "./sweep.ts";
import { telling } from "./telling.ts";
import { terminal } from "./terminal.ts";
import { type Terms, termsOf } from "./terms.ts";

export type { Names } from "./names.ts";
export type { Numbers } from "./numbers.ts";
export type { Terms } from "./terms.ts";

/** Sentences by the report that says them. */
const sentencesOf = (tag: LanguageTag) => ({
  general: general[tag],
  findings: findings[tag],
  cell: cell[tag],
  goals: goals[tag],
  compare: compare[tag],
  effects: effects[tag],
  sweep: sweep[tag],
  running: running[tag],
  sensitivity: sensitivity[tag],
  shares: shares[tag],
  solve: solve[tag],
  points: points[tag],
  prices: prices[tag],
  play: play[tag],
  rank: rank[tag],
  odds: odds[tag],
  check: check[tag],
  explanation: explanation[tag],
  telling: telling[tag],
  terminal: terminal[tag],
  quality: quality[tag],
  charts: charts[tag],
  page: page[tag],
});

type Sentences = Readonly<ReturnType<typeof sentencesOf>>;

export interface Language extends Numbers, Terms, Names, Sentences {
  readonly tag: LanguageTag;
}

/**
 * The language of a tag, with the words of a ruleset and the titles of a result where they are given.
 *
 * @example
 * languageOf("fr", "alpha-omega").metric("out"); // "hors combat"
 */
export function languageOf(tag: LanguageTag, ruleset?: string, named: Named = {}): Language {
  const sentences = sentencesOf(tag);
  const numbers = tag === "en" ? ENGLISH_NUMBERS : FRENCH_NUMBERS;
  const terms = termsOf(tag, ruleset);
  return {
    tag,
    ...numbers,
    ...terms,
    ...namesOf(tag, ruleset, sentences, numbers.plain, terms, named),
    ...sentences,
  };
}
