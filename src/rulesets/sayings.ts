/** What rulesets say, in French: by the English template, and what fills it. */
import { englishIn, filled, numberText, type Sentence, type Told } from "../rule/message.ts";
import { frenchOf } from "./french.ts";
import type { Labels, Words } from "./labels.ts";
import type { Said } from "./said.ts";

/** Values and sides of every ruleset. */
export const VALUES: Words = {
  "the one named first": "celui qui est nommé en premier",
  "the other": "l’autre",
  yes: "oui",
  no: "non",
  first: "premier camp",
  second: "second camp",
  draw: "égalité",
  none: "aucun",
};
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
  "no exact answer: {}": "pas de réponse exacte\u00a0: {}",
  "too few trials for limits of a price": "trop peu d’essais pour borner un prix",
  "{} trials, for more would take long: limits within ± {} points; --trials says how many":
    "{} essais, car plus prendrait du temps\u00a0: limites à ± {} points\u00a0; --trials dit combien",
  "no number of models up to {} makes it even": "aucun effectif jusqu’à {} ne l’équilibre",
  "kind {} has no winner: a rank is of fights": "le genre {} n’a pas de vainqueur\u00a0: un classement est de combats",
  "kind {} has no winner, and nobody to hold its one attacker against":
    "le genre {} n’a pas de vainqueur, et personne à qui comparer son seul attaquant",
  "one unit cannot be ranked: give both sides the same three units or more":
    "une seule unité ne se classe pas\u00a0: donner au moins trois unités, les mêmes aux deux camps",
  "two units cannot be ranked: give both sides the same three units or more":
    "deux unités ne se classent pas\u00a0: en donner au moins trois, les mêmes aux deux camps",
  "{} and {} do not meet: list the same units on both sides":
    "{} et {} ne se rencontrent pas\u00a0: donner les mêmes unités aux deux camps",
  "highest of {}": "le plus haut de {}",
  "{} has {} turns, and the fight ends after {}": "{} a {} tours, et le combat s’arrête après {}",

  "the targets have {} states together, more than the {} that are solved":
    "les cibles ont {} états ensemble, plus que les {} que l’on résout",
  "what a shooter does is summed apart from what the others do":
    "ce que fait un tireur est compté à part de ce que font les autres",
  "it has more than {} combinations": "cela fait plus de {} combinaisons",
  "its metrics have more than {} combinations": "ses mesures ont plus de {} combinaisons",
  "it asks of several moments": "la question porte sur plusieurs moments",
  "its metrics are summed one by one": "ses mesures sont calculées une à une",
};

export const own = (words: Words | undefined, key: string): string | undefined =>
  words !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;

/** Signs between things that are told are the same in both languages, but for their spaces. */
const signs = (template: string): string | undefined =>
  /\p{L}/u.test(template.replaceAll("{s}", ""))
    ? undefined
    : template.replaceAll(":", `\u00a0:`).replaceAll(";", `\u202f;`);

/** Hears every sentence of a ruleset that has no French and is told as it is. For tests. */
let hear: (text: string) => void = () => {};
export const hearUntranslated = (listener: (text: string) => void): void => {
  hear = listener;
};

/** A word after `de`, which is `d’` before a vowel or a silent h. */
export const of = (word: string): string => (/^[aeiouyhàâæéèêëîïôœùûü]/iu.test(word) ? `d’${word}` : `de ${word}`);

export interface Sayings {
  saying(sentence: Sentence): string;
  /** An identifier of the ruleset, or a short sentence. */
  word(told: Told): string;
}

export function frenchSayings(labels: Labels | undefined): Sayings {
  const wordOf = (text: string): string =>
    own(labels?.values, `section=${text}`) ??
    own(labels?.values, text) ??
    own(VALUES, text) ??
    own(labels?.kinds, text) ??
    saying(text);
  /** What fills a sentence: names and numbers as they are. */
  const shown = (told: Told): string =>
    typeof told === "number"
      ? numberText(told).replace(".", ",")
      : typeof told === "string"
        ? told
        : "word" in told
          ? wordOf(told.word)
          : saying(told);
  const saying = (sentence: Sentence): string => {
    const english = typeof sentence === "object" ? sentence.say : sentence;
    const french = own(labels?.sayings, english) ?? own(SAYINGS, english) ?? signs(english);
    if (french === undefined) hear(english);
    return typeof sentence === "object" ? filled(french ?? english, sentence.with, shown, of) : (french ?? english);
  };
  return { saying, word: (told) => (typeof told === "object" ? shown(told) : wordOf(String(told))) };
}

/** A sentence of a ruleset for who speaks both languages: an error. */
export const inBoth = (sentence: Sentence, ruleset: string): Said => ({
  en: englishIn(sentence),
  fr: frenchSayings(frenchOf(ruleset)).saying(sentence),
});
