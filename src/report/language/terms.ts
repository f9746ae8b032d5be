/** What identifiers are called in reports. Names that the designer gave stay as they are. */
import { frenchOf } from "../../rulesets/french.ts";
import type { Pattern, Words } from "../../rulesets/labels.ts";
import { englishIn, filled, type Sentence, type Told } from "../../rulesets/message.ts";
import type { LanguageTag } from "../../scenario/languages.ts";
import { of } from "./french.ts";
import { wordsOf } from "./names.ts";
import { NARROW, NO_BREAK } from "./numbers.ts";

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
      place: (one) => (/^\d+$/.test(one) ? `turn ${one}` : isSide(one) ? (side?.(one) ?? `${one} side`) : one),
      or: " or ",
      not: (what) => `not ${what}`,
      of: (head, what) => `${head}: ${what}`,
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
  amount(what: string, sign: string, bound: string): string;
}

/** `state@6=ready+pinned` as players say it: `turn 6: ready or pinned`. */
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
  const when = at === "" ? "" : at.split(".").map(say.place).join(", ");
  return `${when === "" ? what : say.of(when, what)}${where}`;
}

/** Values and sides of every ruleset. */
const VALUES: Words = {
  "the one named first": "celui qui est nommé en premier",
  "the other": "l’autre",
  yes: "oui",
  no: "non",
  first: "premier camp",
  second: "second camp",
  draw: "égalité",
  none: "aucun",
};
/** Who wins, where the units of a side are many. */
const SIDES_NAMED = { first: "le camp nommé en premier", second: "le camp nommé en second" } as const;
/** Metrics of every ruleset. */
const METRICS: Words = { joint: "question conjointe" };
/** What any ruleset tells, and what is told of any. */
const SAYINGS: Words = {
  "{} and {}": "{} et {}",
  "no side is one unit of like models, whose number could be varied":
    "aucun camp n’est une seule unité de figurines semblables, dont on puisse varier le nombre",
  "it has several targets": "il y a plusieurs cibles",
  "its sets change who is attacked, and none is better or worse for who attacks; compare says what each is worth":
    "ses jeux de modificateurs changent la cible, et aucun n’est meilleur pour qui attaque ; compare dit ce que vaut chacun",
  "not every attacker has a number against every target": "il manque un nombre d’un attaquant contre une cible",
  "not all of it was played": "tout n’a pas été joué",
  "nobody gives orders in this kind": "personne ne donne d’ordres dans ce genre",
  "nothing was played": "rien n’a été joué",
  "of fights are won by {}": "des combats sont gagnés par {}",
  "by {}": "par {}",
  "kind {} counts no models lost": "le genre {} ne compte aucune figurine perdue",
  "neither {} nor {} has points": "ni {} ni {} n’a de points",
  "{}, who leads {}, has no points": "{}, qui mène {}, n’a pas de points",
  "not possible: {} ({})": "impossible\u00a0: {} ({})",
  "for {} points: {} {}, {} left over": "pour {} points\u00a0: {} {}, reste {}",
};
/** Signs between things that are told are the same in both languages, but for their spaces. */
const signs = (template: string): string | undefined =>
  /\p{L}/u.test(template.replaceAll("{s}", ""))
    ? undefined
    : template.replaceAll(":", `${NO_BREAK}:`).replaceAll(";", `${NARROW};`);

/** What the dice are asked, and why points say nothing of a cell. */
const PATTERNS: readonly Pattern[] = [
  [
    /^the targets have (\d+) states together, more than the (\d+) that are solved$/,
    "les cibles ont $1 états ensemble, plus que les $2 que l’on résout",
  ],
  [/^no number of models up to (\d+) makes it even$/, "aucun effectif jusqu’à $1 ne l’équilibre"],
  [
    /^kind (\w+) has no winner: a rank is of fights$/,
    "le genre ~1 n’a pas de vainqueur\u00a0: un classement est de combats",
  ],
  [
    /^kind (\w+) has no winner, and nobody to hold its one attacker against$/,
    "le genre ~1 n’a pas de vainqueur, et personne à qui comparer son seul attaquant",
  ],
  [
    /^(?:one unit|two units) cannot be ranked: give both sides the same three units or more$/,
    "il faut au moins trois unités, les mêmes dans les deux camps",
  ],
  [
    /^(\S+) and (\S+) do not meet: list the same units on both sides$/,
    "$1 et $2 ne se rencontrent pas\u00a0: donnez les mêmes unités aux deux camps",
  ],
  [/^(\d*D\d+): (\d+\+)$/, "$1\u00a0: $2"],
  [/^highest of (\d+)D(\d+)$/, "le plus haut de $1\u00a0D$2"],
];
/** What any ruleset may say. */
const OPTION_VALUES: Words = { true: "oui", false: "non", none: "aucun", all: "tous" };

/** Hears every sentence of a ruleset that has no French and is told as it is. For tests. */
let hear: (text: string) => void = () => {};
export const hearUntranslated = (listener: (text: string) => void): void => {
  hear = listener;
};

/** Sentences of a ruleset are short; what is longer is told as it is. */
const LONGEST = 1_000;

const MEASURE = /^(?<metric>[A-Za-z]\w*)(?:@(?<at>[^=<>]*?))?(?:(?<sign>>=|<=|=)(?<rest>[^ ]+))?(?<where> \(.+\))?$/;

const own = (words: Words | undefined, key: string): string | undefined =>
  words !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;

function frenchTerms(ruleset: string | undefined): Terms {
  const labels = ruleset === undefined ? undefined : frenchOf(ruleset);
  const metric = (name: string): string => own(labels?.metrics, name) ?? own(METRICS, name) ?? name;
  const value = (measured: string, found: string | number): string => {
    const text = String(found);
    return own(labels?.values, `${measured}=${text}`) ?? own(labels?.values, text) ?? own(VALUES, text) ?? text;
  };
  const side = (name: string): string => own(VALUES, name) ?? name;
  const section = (name: string): string => own(labels?.values, `section=${name}`) ?? name;
  const wordOf = (text: string): string =>
    own(labels?.values, `section=${text}`) ??
    own(labels?.values, text) ??
    own(VALUES, text) ??
    own(labels?.kinds, text) ??
    saying(text);
  const word = (told: Told): string => (typeof told === "object" ? shown(told) : wordOf(String(told)));
  /** What fills a sentence: names and numbers as they are. */
  const shown = (told: Told): string =>
    typeof told !== "object" ? String(told) : "word" in told ? wordOf(told.word) : saying(told);
  const saying = (sentence: Sentence): string => {
    if (typeof sentence === "object") {
      const french = own(labels?.sayings, sentence.say) ?? own(SAYINGS, sentence.say) ?? signs(sentence.say);
      if (french === undefined) hear(sentence.say);
      return filled(french ?? sentence.say, sentence.with, shown, of);
    }
    const text = sentence;
    const exact = own(labels?.sayings, text) ?? own(SAYINGS, text);
    if (exact !== undefined || text.length > LONGEST) return exact ?? text;
    for (const [pattern, french] of [...(labels?.patterns ?? []), ...PATTERNS]) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const put = (mark: string, group: string) =>
        mark === "$" || group === "" ? group : mark === "&" ? of(group) : word(group);
      return french.replace(/([$~&])(\d)/g, (_, mark: string, place: string) => put(mark, found[Number(place)] ?? ""));
    }
    hear(text);
    return text;
  };
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
        place: (one) =>
          /^\d+$/.test(one)
            ? `tour ${one}`
            : isSide(one)
              ? (called?.(one) ?? side(one))
              : (own(VALUES, one) ?? section(one)),
        or: " ou ",
        not: (what) => `pas ${what}`,
        of: (head, what) => `${head}\u00a0: ${what}`,
        amount: (what, sign, bound) => `${what} ${sign === ">=" ? "≥" : sign === "<=" ? "≤" : "="} ${bound}`,
      }),
  };
}

export const termsOf = (tag: LanguageTag, ruleset?: string): Terms => (tag === "en" ? ENGLISH : frenchTerms(ruleset));
