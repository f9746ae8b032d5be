/** What the desk answers, as plain data in the words of a language. */

import { estimateOf, headlineMeasure, type Measure, readingOf } from "../analysis/measure.ts";
import { worthsOf } from "../analysis/points.ts";
import type { CellResult, Outcome, Result } from "../analysis/result.ts";
import { changeText, estimateText, sizeText } from "../report/estimate.ts";
import type { Language } from "../report/language/language.ts";
import { notesIn, type Sentence } from "../rule/message.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import type { CellUnits, Study } from "../scenario/study.ts";
import { type Cards, controlsIn, weaponTitle } from "./card.ts";
import { LiveNumbers } from "./numbers.ts";
import type { Query } from "./question.ts";

/** A name and what it is called. */
export interface Label {
  readonly name: string;
  readonly label: string;
}

/** A unit, with its points where the catalogue has them. */
export interface OfferedUnit extends Label {
  readonly points?: number;
}

/** What a ruleset offers: the kinds of a single question, and the units each may be asked of. */
export interface Sheet {
  readonly ruleset: string;
  readonly kinds: readonly (Label & {
    readonly attackers: readonly OfferedUnit[];
    readonly defenders: readonly OfferedUnit[];
    /** A whole fight of some turns. */
    readonly isFight: boolean;
  })[];
}

/** One number in words and as a number. */
export interface ToldNumber {
  readonly value: number;
  /** `1.417`, `19.2 %`. */
  readonly text: string;
  readonly fraction?: string;
  readonly isChance: boolean;
}

export interface ToldMetric {
  readonly name: string;
  readonly label: string;
  readonly rows: readonly (Pick<Outcome, "probability" | "atLeast" | "fraction"> & {
    readonly label: string;
    readonly text: string;
    readonly atLeastText?: string;
  })[];
  readonly mean?: string;
}

/** A cell of a field: its number, or why it has none. */
export interface FieldCell {
  readonly told?: ToldNumber;
  /** What is even of it, where two sides contend for it. */
  readonly even?: number;
  readonly why?: string;
}

/** Something else to try, and what it comes to. */
export interface Move {
  readonly question: Query;
  /** `Save of Space Marines 4+ → 3+`: the path, what was there, what is there then. */
  readonly path: string;
  readonly from?: string;
  readonly to: string;
  readonly told: ToldNumber;
  /** `−0.140`. */
  readonly change: string;
}

export type UnitAnswer = {
  readonly question: Query;
  readonly cards: Cards;
  /** Who meets whom. */
  readonly who: string;
  /** What the values of choices and chips are called, where that is something else. */
  readonly terms: Readonly<Record<string, string>>;
} & (
  | {
      readonly is: "told";
      readonly told: ToldNumber;
      /** `casualties on average`; `, 0.921 out for good`. */
      readonly what: string;
      readonly also: string;
      readonly method: string;
      readonly isExact: boolean;
      /** Whether more trials would narrow it. */
      readonly isOpen: boolean;
      readonly metrics: readonly ToldMetric[];
      /** Against the question before, and what that came to. */
      readonly change?: { readonly text: string; readonly size: string; readonly sign: -1 | 0 | 1 };
      readonly earlier?: readonly ToldMetric[];
      readonly before?: Query;
      readonly note?: string;
    }
  /** The rules forbid it, and what is next to it that they do not. */
  | { readonly is: "impossible"; readonly rule: string; readonly text: string; readonly instead: readonly Move[] }
  | { readonly is: "wrong"; readonly problems: readonly string[]; readonly instead: readonly Move[] }
);

/** What the values of choices and chips are called, where that is something else. */
export function termsIn(cards: Cards, { weapons }: CellUnits, language: Language): Record<string, string> {
  const controls = controlsIn(cards);
  const names = [
    ...controls.flatMap(({ unit }) => unit ?? []),
    ...controls.flatMap(({ type }) => (type.is === "choice" ? type.values : [])),
    ...cards.units.flatMap(({ chips }) => chips.map(({ name }) => name)),
  ];
  const label = (name: string) => {
    if (Object.hasOwn(weapons, name)) return weaponTitle(weapons[name], name, language.tag);
    if (name === "first" || name === "second") return language.side(name);
    const word = language.word(name);
    // A word of a schema, `firstFailedSave`, where the ruleset has none for it.
    return word === name && /^[a-z][A-Za-z]*$/.test(name) ? language.field(name) : word;
  };
  const words = [...new Set(names)].flatMap((name) => (label(name) === name ? [] : [[name, label(name)]]));
  const fields = controls.map(({ field }) => [`.${field}`, language.field(field)]);
  return Object.fromEntries([...words, ...fields]);
}

/** The number that a headline speaks of. */
export const toldOf = (cell: CellResult, headline: Headline, language: Language): ToldNumber | undefined =>
  measured(cell, headlineMeasure(headline), language);

/** The number of a measure. */
function measured(cell: CellResult, measure: Measure, language: Language): ToldNumber | undefined {
  const reading = readingOf(cell, measure);
  if (reading === undefined) return undefined;
  const { value, fraction, ...limits } = estimateOf(reading);
  const text = estimateText({ value, ...limits }, reading.isChance, language);
  return { value, text, isChance: reading.isChance, ...(fraction === undefined ? {} : { fraction }) };
}

/** Whether no die matters any more: what takes a question away is no answer to it. */
export const isCertain = ({ metrics: [first] = [] }: CellResult): boolean =>
  first?.outcomes.some(({ probability }) => probability === 1) === true;

/** What a field may be told by beside metrics. */
export const BY_POINTS = "points";

/** The points that a hundred of the attacker's take out, where both have points. */
async function pointsTold(study: Study, result: Result, { number }: Language): Promise<ToldNumber | undefined> {
  const worths = await worthsOf(study, result);
  const value = worths.find(({ side }) => side === "attacker")?.pointsPer100?.value;
  return value === undefined ? undefined : { value, text: number(value), isChance: false };
}

/** One attacker against one defender, told by a metric, by points, or by the headline unless either is given. */
export async function fieldCell(
  study: Study,
  headline: Headline,
  metric: string | undefined,
  language: Language,
): Promise<FieldCell> {
  const numbers = await LiveNumbers.of(study);
  const { cell } = numbers;
  const told =
    metric === BY_POINTS
      ? await pointsTold(study, await numbers.result("crible", language.tag), language)
      : measured(cell, metric === undefined ? headlineMeasure(headline) : { metric }, language);
  const why = cell.statement && `${language.saying(cell.statement.text)} (${cell.statement.rule})`;
  const even = told && metric === undefined ? headline.even : undefined;
  return { ...(told ? { told } : {}), ...(even === undefined ? {} : { even }), ...(why ? { why } : {}) };
}

/** From one number to another. */
export function changeBetween(from: ToldNumber, to: ToldNumber, language: Language) {
  const value = to.value - from.value;
  return {
    text: changeText({ value }, to.isChance, language),
    size: sizeText({ value: Math.abs(value) }, to.isChance, language),
    sign: Math.sign(value) as -1 | 0 | 1,
  };
}

/** Of the cells of questions: told with their own answers, and beside the next. */
const metrics = new WeakMap<CellResult, { readonly tag: Language["tag"]; readonly all: readonly ToldMetric[] }>();

/** Every metric of a question's cell, value by value. */
export function metricsOf(cell: CellResult, language: Language): readonly ToldMetric[] {
  const known = metrics.get(cell);
  if (known?.tag === language.tag) return known.all;
  const all = toldMetrics(cell, language);
  metrics.set(cell, { tag: language.tag, all });
  return all;
}

const toldMetrics = (cell: CellResult, language: Language): ToldMetric[] =>
  (cell.metrics ?? []).map(({ name, outcomes, mean, turn, side, target, section }) => {
    const place = [
      turn === undefined ? undefined : language.general.turn(turn),
      side === undefined ? undefined : language.side(side),
      target,
      section === undefined ? undefined : language.section(section),
    ].filter((part) => part !== undefined);
    return {
      name: [name, turn, side, target, section].filter((part) => part !== undefined).join("@"),
      label: place.length === 0 ? language.metric(name) : `${language.metric(name)} (${place.join(", ")})`,
      ...(mean === undefined ? {} : { mean: language.number(mean) }),
      rows: outcomes.map(({ value, probability, atLeast, fraction }) => ({
        label: language.value(name, value),
        probability,
        text: language.percent(probability),
        ...(atLeast === undefined ? {} : { atLeast, atLeastText: language.percent(atLeast) }),
        ...(fraction === undefined ? {} : { fraction }),
      })),
    };
  });

/** Notes of a cell but flags of commands, which a page has not. */
export const notesOf = (note: Sentence, { saying, check }: Language): string =>
  notesIn(note)
    .map(saying)
    .filter((text) => !text.startsWith("--"))
    .join(check.semicolon);
