/** What identifiers are called in reports. Names that the designer gave stay as they are. */
import { FRENCH } from "../../rulesets/french.ts";
import type { Words } from "../../rulesets/labels.ts";

export type LanguageTag = "en" | "fr";

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
  /** A sentence of a ruleset, which it says in English. */
  saying(text: string): string;
  /** `outcome=out`, `casualties@6.second>=2`. */
  measure(text: string): string;
}

const itself = (text: string): string => text;

const ENGLISH: Terms = {
  kind: itself,
  metric: itself,
  value: (_metric, value) => String(value),
  side: itself,
  option: itself,
  optionValue: (_name, value) => JSON.stringify(value),
  section: itself,
  saying: itself,
  measure: itself,
};

/** Values and sides of every ruleset. */
const VALUES: Words = {
  yes: "oui",
  no: "non",
  first: "premier camp",
  second: "second camp",
  draw: "égalité",
  none: "aucun",
};
const SECTIONS: Words = {};
/** What any ruleset may say. */
const OPTION_VALUES: Words = { true: "oui", false: "non", none: "aucun", all: "tous" };

const MEASURE =
  /^(?<metric>[A-Za-z]\w*)(?:@(?<turn>\d+)?\.?(?<side>first|second)?)?(?:(?<sign>>=|<=|=)(?<rest>[^ ]+))?(?<where> \(.+\))?$/;

const own = (words: Words | undefined, key: string): string | undefined =>
  words !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;

function frenchTerms(ruleset: string | undefined): Terms {
  const labels = ruleset !== undefined && Object.hasOwn(FRENCH, ruleset) ? FRENCH[ruleset] : undefined;
  const metric = (name: string): string => own(labels?.metrics, name) ?? name;
  const value = (of: string, found: string | number): string => {
    const text = String(found);
    return own(labels?.values, `${of}=${text}`) ?? own(labels?.values, text) ?? own(VALUES, text) ?? text;
  };
  const side = (name: string): string => own(VALUES, name) ?? name;
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
    section: (name) => own(labels?.values, name) ?? own(SECTIONS, name) ?? name,
    saying(text) {
      const exact = own(labels?.sayings, text);
      if (exact !== undefined) return exact;
      for (const [pattern, french] of labels?.patterns ?? [])
        if (pattern.test(text)) return text.replace(pattern, french);
      return text;
    },
    measure(text) {
      const parts = MEASURE.exec(text)?.groups as Readonly<Record<string, string | undefined>> | undefined;
      if (parts === undefined) return text;
      const { turn, side: at, sign, rest = "", where = "" } = parts;
      const name = parts.metric!;
      const values = rest.split("+").map((one) => value(name, one));
      const what =
        sign === undefined ? "" : sign === "=" ? ` = ${values.join(" + ")}` : ` ${sign === ">=" ? "≥" : "≤"} ${rest}`;
      const when = [...(turn === undefined ? [] : [`tour ${turn}`]), ...(at === undefined ? [] : [side(at)])].join(
        ", ",
      );
      return `${metric(name)}${when === "" ? "" : ` (${when})`}${what}${where}`;
    },
  };
}

export const termsOf = (tag: LanguageTag, ruleset?: string): Terms => (tag === "en" ? ENGLISH : frenchTerms(ruleset));
