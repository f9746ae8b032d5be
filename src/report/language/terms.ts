/** What identifiers are called in reports. Names that the designer gave stay as they are. */

import { wordsOf } from "../../rule/identifier.ts";
import { englishIn, type Sentence, type Told } from "../../rule/message.ts";
import { frenchOf } from "../../rulesets/french.ts";
import type { Words } from "../../rulesets/labels.ts";
import { frenchSayings, own, VALUES } from "../../rulesets/sayings.ts";
import type { LanguageTag } from "../../scenario/languages.ts";

export interface Terms {
  kind(name: string): string;
  metric(name: string): string;
  /** A value of a metric: `ready`, `yes`, `first`; a number is left to the numbers. */
  value(metric: string, value: string | number): string;
  /** `first`, `second`: of a metric's side. */
  side(name: string): string;
  option(name: string): string;
  optionValue(name: string, value: unknown): string;
  /** A section of a vehicle, or where else a metric is counted. */
  section(name: string): string;
  /** A sentence of a ruleset. */
  saying(sentence: Sentence): string;
  /** What came of a roll: an identifier of the ruleset, or a short sentence. */
  word(told: Told): string;
  /** `outcome=out`, `casualties@6.second>=2`; sides as they are called, where that is known. */
  measure(text: string, side?: (name: string) => string | undefined): string;
}

const itself = (text: string): string => text;

/** Values that are no words of English yet. */
const ENGLISH_VALUES: Words = {
  attacker3: "attacker, 3 hits",
  attacker2: "attacker, 2 hits",
  attacker1: "attacker, 1 hit",
  defender1: "defender, 1 hit",
  defender2: "defender, 2 hits",
  defender3: "defender, 3 hits",
};
const englishValue = (name: string): string => own(ENGLISH_VALUES, name) ?? wordsOf(name);

const ENGLISH: Terms = {
  kind: wordsOf,
  metric: wordsOf,
  value: (_metric, value) => englishValue(String(value)),
  side: itself,
  option: itself,
  optionValue: (_name, value) => JSON.stringify(value),
  section: wordsOf,
  saying: englishIn,
  word: englishIn,
  measure: (text, side) =>
    measureText(text, {
      metric: wordsOf,
      value: (_, value) => (isSide(value) ? (side?.(value) ?? `the side named ${value}`) : englishValue(value)),
      place: (one) => (isSide(one) ? (side?.(one) ?? `${one} side`) : one),
      or: " or ",
      not: (what) => `not ${what}`,
      of: (head, what) => `${head}: ${what}`,
      after: (what, turn) => `${what} after turn ${turn}`,
      amount: (what, sign, bound) =>
        sign === ">="
          ? `${bound} or more ${what}`
          : sign === "<="
            ? `at most ${bound} ${what}`
            : `exactly ${bound} ${what}`,
    }),
};

const isSide = (value: string): value is "first" | "second" => value === "first" || value === "second";

/** Metrics whose values say by themselves what is meant: `down or out`. */
const SPEAKING: ReadonlySet<string> = new Set(["outcome", "state", "result", "effect"]);

interface MeasureWords {
  metric(name: string): string;
  value(metric: string, value: string): string;
  /** A turn, a side, a target. */
  place(one: string): string;
  readonly or: string;
  not(what: string): string;
  of(head: string, what: string): string;
  after(what: string, turn: string): string;
  amount(what: string, sign: string, bound: string): string;
}

/** `state@6=ready+pinned` as players say it: `ready or pinned after turn 6`. */
function measureText(text: string, say: MeasureWords): string {
  const parts = MEASURE.exec(text)?.groups as Readonly<Record<string, string | undefined>> | undefined;
  if (parts === undefined) return text;
  const { at = "", sign, rest = "", where = "", metric: name = "" } = parts;
  const metric = say.metric(name);
  const isNumber = /^-?[\d.]+$/.test(rest);
  const values = () =>
    rest
      .split("+")
      .map((one) => say.value(name, one))
      .join(say.or);
  const what =
    sign === undefined
      ? metric
      : isNumber
        ? say.amount(metric, sign, rest)
        : rest === "yes"
          ? metric
          : rest === "no"
            ? say.not(metric)
            : SPEAKING.has(name)
              ? values()
              : say.of(metric, values());
  const [turn, ...places] = /^\d+(?:\.|$)/.test(at) ? at.split(".") : ["", ...at.split(".")];
  const whose = places
    .filter((one) => one !== "")
    .map(say.place)
    .join(", ");
  const said = whose === "" ? what : say.of(whose, what);
  return `${turn === "" ? said : say.after(said, turn!)}${where}`;
}

/** Who wins, where the units of a side are many. */
const SIDES_NAMED = { first: "le camp nommé en premier", second: "le camp nommé en second" } as const;
/** Metrics of every ruleset. */
const METRICS: Words = { joint: "question conjointe" };
/** What any ruleset may say. */
const OPTION_VALUES: Words = { true: "oui", false: "non", none: "aucun", all: "tous" };

const MEASURE = /^(?<metric>[A-Za-z]\w*)(?:@(?<at>[^=<>]*?))?(?:(?<sign>>=|<=|=)(?<rest>[^ ]+))?(?<where> \(.+\))?$/;

function frenchTerms(ruleset: string | undefined): Terms {
  const labels = ruleset === undefined ? undefined : frenchOf(ruleset);
  const metric = (name: string): string => own(labels?.metrics, name) ?? own(METRICS, name) ?? name;
  const value = (measured: string, found: string | number): string => {
    const text = String(found);
    return own(labels?.values, `${measured}=${text}`) ?? own(labels?.values, text) ?? own(VALUES, text) ?? text;
  };
  const side = (name: string): string => own(VALUES, name) ?? name;
  const { saying, word } = frenchSayings(labels);
  const section = (name: string): string => own(labels?.values, `section=${name}`) ?? name;
  return {
    kind: (name) => own(labels?.kinds, name) ?? name,
    metric,
    value,
    side,
    option: (name) => own(labels?.options, name) ?? name,
    optionValue: (name, found) => {
      if (typeof found === "object") return JSON.stringify(found);
      const text = String(found);
      return (
        own(labels?.optionValues, `${name}=${text}`) ??
        own(labels?.optionValues, text) ??
        own(OPTION_VALUES, text) ??
        text
      );
    },
    section,
    saying,
    word,
    measure: (text, called) =>
      measureText(text, {
        metric,
        value: (of, found) => (isSide(found) ? (called?.(found) ?? SIDES_NAMED[found]) : value(of, found)),
        place: (one) => (isSide(one) ? (called?.(one) ?? side(one)) : (own(VALUES, one) ?? section(one))),
        or: " ou ",
        not: (what) => `pas ${what}`,
        of: (head, what) => `${head}\u00a0: ${what}`,
        after: (what, turn) => `${what} après le tour ${turn}`,
        amount: (what, sign, bound) => `${what} ${sign === ">=" ? "≥" : sign === "<=" ? "≤" : "="} ${bound}`,
      }),
  };
}

export const termsOf = (tag: LanguageTag, ruleset?: string): Terms => (tag === "en" ? ENGLISH : frenchTerms(ruleset));
