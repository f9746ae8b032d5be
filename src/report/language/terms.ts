/** What identifiers are called in reports. Names that the designer gave stay as they are. */

import { wordsOf } from "../../rule/identifier.ts";
import type { Sentence, Told } from "../../rule/message.ts";
import type { Say } from "../../rule/say.ts";
import { BROUGHT, type Words } from "../../rulesets/labels.ts";
import { labelsOf, translationIn } from "../../rulesets/languages.ts";
import { lookup, sayingsIn } from "../../rulesets/sayings.ts";
import type { LanguageTag } from "../../scenario/languages.ts";
import { fieldLabel, sideLabel } from "./fields.ts";
import type { Numbers } from "./numbers.ts";

export interface Terms {
  kind(name: string): string;
  /** A field, or what its numbers count: `ballistic skill`, `paces`. */
  field(name: string): string;
  metric(name: string): string;
  /** A value of a metric: `ready`, `yes`, `first`; a number is left to the numbers. */
  value(metric: string, value: string | number): string;
  /** `first`, `second`: of a metric's side. */
  side(name: string): string;
  option(name: string): string;
  /** What the rule text leaves open there, and how it is read: sentences. */
  reading(option: {
    readonly name: string;
    readonly question?: string;
    readonly reading?: number;
    readonly meaning?: string;
  }): string;
  optionValue(name: string, value: unknown): string;
  /** Numbers of the rules that are not the book's: `wound bands: standard 2 and 5`. */
  rules(values: object): string;
  /** A section of a vehicle, or where else a metric is counted. */
  section(name: string): string;
  /** A sentence of a ruleset. */
  saying(sentence: Sentence): string;
  /** What came of a roll: an identifier of the ruleset, or a short sentence. */
  word(told: Told): string;
  /** `outcome=out`, `casualties@6.second>=2`; sides as they are called, where that is known. */
  measure(text: string, side?: (name: string) => string | undefined): string;
}

/** Values that are no words of English yet. */
const ENGLISH_VALUES: Words = {
  attacker3: "attacker, 3 hits",
  attacker2: "attacker, 2 hits",
  attacker1: "attacker, 1 hit",
  defender1: "defender, 1 hit",
  defender2: "defender, 2 hits",
  defender3: "defender, 3 hits",
};
const englishValue = (name: string): string => lookup(ENGLISH_VALUES, name) ?? wordsOf(name);

const MEASURE = /^(?<metric>[A-Za-z]\w*)(?:@(?<at>[^=<>]*?))?(?:(?<sign>>=|<=|=)(?<rest>[^ ]+))?(?<where> \(.+\))?$/;

const isSide = (value: string): value is "first" | "second" => value === "first" || value === "second";

/** Metrics whose values say by themselves what is meant: `down or out`. */
const SPEAKING: ReadonlySet<string> = new Set(["outcome", "state", "result", "effect"]);

interface MeasureWords {
  metric(name: string): string;
  value(metric: string, value: string): string;
  /** A turn, a side, a target. */
  place(one: string): string;
}

/** `state@6=ready+pinned` as players say it: `ready or pinned after turn 6`. */
function measureText(text: string, words: MeasureWords, say: Say): string {
  const parts = MEASURE.exec(text)?.groups as Readonly<Record<string, string | undefined>> | undefined;
  if (parts === undefined) return text;
  const { at = "", sign, rest = "", where = "", metric: name = "" } = parts;
  const metric = words.metric(name);
  const amount = (what: string, sign: string, bound: string) =>
    sign === ">="
      ? say`${bound} or more ${what}`
      : sign === "<="
        ? say`at most ${bound} ${what}`
        : say`exactly ${bound} ${what}`;
  const isNumber = /^-?[\d.]+$/.test(rest);
  const values = () =>
    rest
      .split("+")
      .map((one) => words.value(name, one))
      .join(say` or `);
  const what =
    sign === undefined
      ? metric
      : isNumber
        ? amount(metric, sign, rest)
        : rest === "yes"
          ? metric
          : rest === "no"
            ? say`not ${metric}`
            : SPEAKING.has(name)
              ? values()
              : say`${metric}: ${values()}`;
  const [turn, ...places] = /^\d+(?:\.|$)/.test(at) ? at.split(".") : ["", ...at.split(".")];
  const whose = places
    .filter((one) => one !== "")
    .map(words.place)
    .join(", ");
  const said = whose === "" ? what : say`${whose}: ${what}`;
  return `${turn === "" ? said : say`${said} after turn ${turn!}`}${where}`;
}

/** Plain data in words: names before what they hold, lists joined. */
const dataText = (data: unknown, word: (name: string) => string, list: Numbers["list"]): string =>
  Array.isArray(data)
    ? list(data.map((one) => dataText(one, word, list)))
    : typeof data === "object" && data !== null
      ? Object.entries(data)
          .map(([name, value]) => `${word(name)} ${dataText(value, word, list)}`)
          .join(", ")
      : String(data);

/** The terms of a language; what it lacks, and all of English, is the name in words. */
export function termsOf(
  tag: LanguageTag,
  say: Say,
  ruleset: string | undefined,
  { list }: Pick<Numbers, "list">,
  called: (label: string) => string,
): Terms {
  const translation = translationIn(tag);
  const labels = ruleset === undefined ? undefined : labelsOf(tag, ruleset);
  const { template } = translation;
  const metric = (name: string): string => lookup(labels?.metrics, name) ?? template(name) ?? wordsOf(name);
  const value = (measured: string, found: string | number): string => {
    const text = String(found);
    return (
      lookup(labels?.values, `${measured}=${text}`) ??
      lookup(labels?.values, text) ??
      template(text) ??
      englishValue(text)
    );
  };
  const side = (name: string): string => template(name) ?? name;
  const section = (name: string): string => lookup(labels?.values, `section=${name}`) ?? wordsOf(name);
  const brought = tag === "fr" ? BROUGHT.get(ruleset ?? "")?.values : undefined;
  const field = (name: string): string => lookup(brought, name) ?? fieldLabel(name, tag);
  /** What a name within a value is called. */
  const nameOf = (key: string): string =>
    lookup(labels?.optionValues, key) ?? lookup(labels?.metrics, key) ?? field(key);
  const optionValue = (name: string, found: unknown): string => {
    if (typeof found === "boolean") return found ? say`yes` : say`no`;
    // `{ perTurn: 1 }`: 1 per turn; of several numbers each after its name.
    if (typeof found === "object" && found !== null) {
      const amounts = Object.entries(found).map(([key, amount]) => [nameOf(key), String(amount).replace("-", "−")]);
      return list(amounts.map(([label, amount]) => (amounts.length > 1 ? `${label} ${amount}` : `${amount} ${label}`)));
    }
    const text = String(found);
    return (
      lookup(labels?.optionValues, `${name}=${text}`) ??
      lookup(labels?.optionValues, text) ??
      template(text) ??
      wordsOf(text)
    );
  };
  return {
    kind: (name) => lookup(labels?.kinds, name) ?? wordsOf(name),
    field,
    metric,
    value,
    side,
    option: (name) => lookup(labels?.options, name) ?? wordsOf(name),
    optionValue,
    reading({ name, question, reading = -1, meaning }) {
      const [asked, ...readings] = labels?.texts?.options[name] ?? [];
      const taken = meaning && say`Read here: ${readings[reading] ?? meaning}.`;
      return [question && (asked ?? question), taken].filter((text) => text !== undefined).join(" ");
    },
    rules: (values) =>
      Object.entries(values)
        .map(([name, found]) => say`${field(name)}: ${dataText(found, nameOf, list)}`)
        .join("; "),
    section,
    ...sayingsIn(translation, labels, called),
    measure: (text, called) =>
      measureText(
        text,
        {
          metric,
          value: (of, found) =>
            isSide(found)
              ? (called?.(found) ?? (found === "first" ? say`the side named first` : say`the side named second`))
              : value(of, found),
          place: (one) => (isSide(one) ? (called?.(one) ?? sideLabel(one, say)!) : (template(one) ?? section(one))),
        },
        say,
      ),
  };
}
