/** Says a sentence in a language: written in English where it is said, and in a catalogue by that English. */
import type { Translation } from "./catalogue.ts";
import { filled } from "./message.ts";

/** A text, a whole number, or a number that is written already and of which a plural is asked. */
export type Filler = string | number | { readonly text: string; readonly count: number };

/** A sentence in a language, filled: ``say`${2} {trial|trials}, ${why}` ``. `message.ts` says what a template holds. */
export type Say = (parts: TemplateStringsArray, ...values: readonly Filler[]) => string;

/** A number that is written already, for a plural after it. */
export const counted = (text: string, count: number): Filler => ({ text, count });

/** The same by a template that somebody else has: `{}` for each thing that is told. */
export type SentenceOf = (english: string, ...values: readonly Filler[]) => string;

/** @param count how a whole number is written */
export function sentenceIn(translation: Translation, count: (value: number) => string): SentenceOf {
  const shown = (value: Filler) =>
    typeof value === "number" ? count(value) : typeof value === "string" ? value : value.text;
  return (english, ...values) => filled(translation.template(english) ?? english, values, shown, translation);
}

export const sayIn =
  (sentence: SentenceOf): Say =>
  (parts, ...values) =>
    sentence(parts.join("{}"), ...values);
