/**
 * A language besides English: data, no code. Sentences stand by their English (`message.ts` says what a template holds), so
 * that whoever adds a language changes no source; what a catalogue lacks is shown in English.
 */
import type { Filling } from "./message.ts";

/** How numbers are written, and lists. */
export interface NumberMarks {
  readonly decimal: string;
  /** Between groups of three digits. */
  readonly group: string;
  /** After the number of a share. */
  readonly percent: string;
  /** Joins the last two of a list. */
  readonly and: string;
  readonly or: string;
  readonly to: string;
}

export interface TextCatalogue {
  /** Its tag, as of BCP 47: `fr`. */
  readonly language: string;
  readonly numbers: NumberMarks;
  /** Signs before which a narrow space does not break, and before and after which a space does not. */
  readonly spaces?: Readonly<Partial<Record<"narrowBefore" | "before" | "after", string | undefined>>> | undefined;
  /** Words before a name: as they are, before a vowel, before a plural: `{ "de": ["de ", "d’", "des "] }`. */
  readonly articles?: Readonly<Record<string, readonly [plain: string, elided: string, plural: string]>> | undefined;
  /**
   * Letters of the first and the last word of a name: it begins with a vowel; one of them ends as a plural does (none that
   * is doubled). What follows one of the last words says no more how many they are: `Escouade des ombres`. Beginnings of words
   * whose first letter is not heard: `l’horloge`, but `le Hellblaster`.
   */
  readonly letters?: readonly [vowels: string, plurals: string, inner?: string, mute?: string] | undefined;
  readonly sentences: Readonly<Record<string, string>>;
}

/** A catalogue made ready. */
export interface Translation extends Filling {
  readonly numbers: NumberMarks;
  /** A template by its English, set as the language wants it; undefined where there is none, and in English. */
  template(english: string): string | undefined;
  /** A text of the language, with its spaces set. */
  set(text: string): string;
}

const ENGLISH_NUMBERS: NumberMarks = { decimal: ".", group: ",", percent: " %", and: "and", or: "or", to: "to" };

export const ENGLISH: Translation = {
  numbers: ENGLISH_NUMBERS,
  template: () => undefined,
  set: (text) => text,
  isOne: (value) => value === 1,
};

const NARROW = "\u202f";
const NO_BREAK = "\u00a0";
const anyOf = (signs: string): string => signs.replace(/[\]\\^-]/gu, "\\$&");

/** Only what a catalogue says is set, never what is put into it: a name stays as its designer wrote it. */
function setterOf({ narrowBefore = "", before = "", after = "" }: NonNullable<TextCatalogue["spaces"]>) {
  const rules: (readonly [RegExp, string])[] = [
    // A colon within an address or a flag is no punctuation.
    ...(narrowBefore === "" ? [] : [[new RegExp(` (?=[${anyOf(narrowBefore)}])`, "gu"), NARROW] as const]),
    ...(before === "" ? [] : [[new RegExp(` (?=[${anyOf(before)}](?![\\w/.]))`, "gu"), NO_BREAK] as const]),
    ...(after === "" ? [] : [[new RegExp(`(?<=[${anyOf(after)}]) `, "gu"), NO_BREAK] as const]),
  ];
  return (text: string): string => rules.reduce((done, [sign, space]) => done.replace(sign, space), text);
}

/** Signs between things that are told are the same in all languages, but for the spaces before them. */
function signsOf(english: string, { narrowBefore = "", before = "" }: NonNullable<TextCatalogue["spaces"]>) {
  const bare = english.replace(/\{#\w+\}/gu, "");
  if (/\p{L}/u.test(bare.replaceAll("{s}", ""))) return undefined;
  return bare.replace(/(?<! )(?=[:;])/gu, (_, at: number) => ((narrowBefore + before).includes(bare[at]!) ? " " : ""));
}

/** A catalogue made ready: each template is set once. */
export function translationOf({ language, numbers, spaces = {}, sentences, ...names }: TextCatalogue): Translation {
  const set = setterOf(spaces);
  const plural = new Intl.PluralRules(language);
  const known = new Map<string, string>();
  const { articles = {}, letters: [vowels, plurals, inner = "", mute = ""] = ["", ""] } = names;
  const isElided = new RegExp(`^(?:[${anyOf(vowels)}]|(?:${mute.replaceAll(" ", "|")})(?<=.))`, "iu");
  const isSeveral = new RegExp(`(?<![${anyOf(plurals)}])[${anyOf(plurals)}](?:$| \\(|(?<=^\\S*) )`, "iu");
  return {
    numbers,
    set,
    template(english) {
      const done = known.get(english);
      if (done !== undefined) return done;
      const found = Object.hasOwn(sentences, english) ? sentences[english]! : signsOf(english, spaces);
      if (found === undefined) return undefined;
      const text = set(found);
      known.set(english, text);
      return text;
    },
    joined(before, name) {
      const [plain, elided, plural] = articles[before] ?? [`${before} `, `${before} `, `${before} `];
      const words = name.split(" ");
      const end = words.findIndex((word, i) => i > 0 && inner.split(" ").includes(word));
      const own = end < 0 ? name : words.slice(0, end).join(" ");
      return (isSeveral.test(own) ? plural : isElided.test(name) ? elided : plain) + name;
    },
    isOne: (value) => plural.select(value) === "one",
  };
}
