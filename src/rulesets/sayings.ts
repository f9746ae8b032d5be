/** What rulesets say in a language: by the English template, and what fills it. */
import { ENGLISH, type Translation } from "../rule/catalogue.ts";
import { englishIn, filled, numberText, type Sentence, type Told } from "../rule/message.ts";
import type { Labels } from "./labels.ts";
import { labelsOf, translationIn } from "./languages.ts";
import type { Said } from "./said.ts";

export const lookup = <T>(words: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  words !== undefined && Object.hasOwn(words, key) ? words[key] : undefined;

/** Hears every sentence of a ruleset that a language lacks and that is told as it is. For tests. */
let hear: (text: string) => void = () => {};
export const hearUntranslated = (listener: (text: string) => void): void => {
  hear = listener;
};

/** @param called what a name is called in the language */
export function sayingsIn(
  translation: Translation,
  labels: Labels | undefined,
  called: (name: string) => string = (name) => name,
) {
  const wordOf = (text: string): string =>
    lookup(labels?.values, `section=${text}`) ??
    lookup(labels?.values, text) ??
    lookup(labels?.kinds, text) ??
    saying(text);
  /** What fills a sentence: names and numbers as they are. */
  const shown = (told: Told): string =>
    typeof told === "number"
      ? numberText(told).replace(".", translation.numbers.decimal)
      : typeof told === "string"
        ? called(told)
        : "word" in told
          ? wordOf(told.word)
          : saying(told);
  const saying = (sentence: Sentence): string => {
    const english = typeof sentence === "object" ? sentence.say : sentence;
    const template = lookup(labels?.sayings, english) ?? translation.template(english);
    if (template === undefined && translation !== ENGLISH) hear(english);
    if (typeof sentence === "object") return filled(template ?? english, sentence.with, shown, translation);
    return template === undefined ? english : filled(template, [], shown, translation);
  };
  /** An identifier of the ruleset, or a short sentence. */
  const word = (told: Told): string => (typeof told === "object" ? shown(told) : wordOf(String(told)));
  return { saying, word };
}

/** A sentence of a ruleset for who speaks both languages: an error. */
export const inBoth = (sentence: Sentence, ruleset: string): Said => ({
  en: englishIn(sentence),
  fr: sayingsIn(translationIn("fr"), labelsOf("fr", ruleset)).saying(sentence),
});
