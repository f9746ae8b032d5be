/** A cell in one number, and what can be said of it. */
import { estimateOf, type Headlines, headlineMeasure, type MeasuredNumber, readingOf } from "../analysis/measure.ts";
import type { CellResult, MetricResult, Result } from "../analysis/result.ts";
import { giveWay } from "../rule/event-loop.ts";
import type { Headline, HeadlineNumber } from "../rulesets/ruleset.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { estimateText } from "./estimate.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";

/** What a finding claims, and what is drawn beside it. */
export interface Conclusion {
  readonly title: string;
  /** Whether no finding says the same in its own words. */
  readonly isNew?: boolean;
  /** One or two sentences with its numbers. */
  readonly lede: readonly string[];
  readonly cells: readonly CellResult[];
  readonly headline: Headline;
  /** What the others are held against, and the one that differs most from it. */
  readonly base: CellResult;
  readonly most?: CellResult;
  /** What tells its cells apart; their sets of modifiers when left out. */
  readonly name?: (cell: CellResult) => string;
}

/** A sentence, what belongs to it, and how much it tells: an answer before a surprise before the expected. */
export interface Finding {
  readonly text: string;
  readonly more?: readonly string[];
  readonly weight: number;
  /** What a report says first where this finding is its first. */
  readonly claim?: Conclusion;
}

/** What weighs most; within a class the size of what was found, from 0 to 1, decides. */
export const WEIGHT = { decides: 5, answer: 4, surprise: 3, effect: 2, plain: 1, last: 0 } as const;

/** A cell's one number: a chance, or a mean. */
export interface Summary {
  readonly reading: MeasuredNumber;
  readonly text: string;
}

export function summaryOf(cell: CellResult, headline: HeadlineNumber, language: Language): Summary | undefined {
  const reading = readingOf(cell, headlineMeasure(headline));
  if (reading === undefined) return undefined;
  const summaries = summariesIn(language.tag);
  const before = summaries.get(reading);
  if (before !== undefined) return before;
  const summary = { reading, text: estimateText(estimateOf(reading), reading.isChance, language) };
  summaries.set(reading, summary);
  return summary;
}

/** Sums up all cells, so that who tells them together finds it done. Of many that takes a while: signals are listened to. */
export async function readAll(
  result: Result,
  headlines: Headlines,
  isOver: () => boolean = () => false,
): Promise<void> {
  const language = languageFor(result);
  for (const cell of result.cells) {
    if (isOver()) return;
    for (let headline = headlines[cell.kind]; headline; headline = headline.whereRare?.headline)
      for (const measure of [headline, headline.also]) if (measure) summaryOf(cell, measure, language);
    await giveWay();
  }
}

const byLanguage = new Map<LanguageTag, WeakMap<MeasuredNumber, Summary>>();

/** Of readings that were told: a page asks for those of all its cells several times. */
function summariesIn(tag: LanguageTag): WeakMap<MeasuredNumber, Summary> {
  const known = byLanguage.get(tag) ?? new WeakMap();
  byLanguage.set(tag, known);
  return known;
}

/** What a number is, without what explains it: that is said once. */
export const brief = (text: string): string => text.replace(/ \([^()]*\)/u, "");

export const isBase = ({ modifiers }: Pick<CellResult, "modifiers">): boolean => modifiers.join() === "base";
/** Which modifier sets are on, as a key. */
export const setsOf = ({ modifiers }: Pick<CellResult, "modifiers">): string => modifiers.join("+");

/** The metric a headline speaks of, at its last turn. */
export const headlineMetric = (cell: CellResult, headline: Pick<Headline, "metric">): MetricResult | undefined =>
  cell.metrics?.findLast((metric) => metric.name === headline.metric);

/** How large a change is, from 0 to 1: of a chance as it is, of a mean beside the larger of the two. */
export function sizeOf(summary: Summary, plain: Summary): number {
  const change = Math.abs(summary.reading.value - plain.reading.value);
  if (summary.reading.isChance) return change;
  const most = Math.max(Math.abs(summary.reading.value), Math.abs(plain.reading.value));
  return most === 0 ? 0 : change / most;
}

/** Shares that no table will ever see. */
const RARE = 0.000_1;

/** `19.2 % of shots put the target out`, and where it is as good as nothing `practically never (…)`. */
export function sentenceOf(summary: Summary, what: string, { say, percent }: Language): string {
  const end = endOf(summary);
  if (end === undefined) return say`${summary.text} ${what}`;
  return end === "never" ? say`less than ${percent(RARE)} ${what}` : say`more than ${percent(1 - RARE)} ${what}`;
}

/** Where a chance is as good as none, or as good as certain, and neither exactly. */
export function endOf({
  reading: { isChance, value, lower = value, upper = value },
}: Summary): "never" | "always" | undefined {
  if (isChance && upper < RARE && upper > 0) return "never";
  return isChance && lower > 1 - RARE && lower < 1 ? "always" : undefined;
}
