/**
 * What a ruleset says in results: a sentence by its English, and what fills it. Reports put it into their language, by that
 * English; a name is what fills a sentence and is never translated.
 */

/** An identifier or a short word of the ruleset, which each language has its own for. */
export interface Word {
  readonly word: string;
}

/** What fills a sentence: a name or a number as it is, a word, or a sentence in its turn. */
export type Told = string | number | Word | Message;

export interface Message {
  /** The English: `{}` for each thing that is told, `{s}` for the plural of the last one. */
  readonly say: string;
  readonly with: readonly Told[];
}

/** A sentence that nothing fills, or one that is filled. */
export type Sentence = string | Message;

/**
 * A sentence with what fills it.
 *
 * @example
 * message`${"Orks"}: ${2} model{s} left`; // { say: "{}: {} model{s} left", with: ["Orks", 2] }
 */
export const message = (parts: TemplateStringsArray, ...values: readonly Told[]): Message => ({
  say: parts.join("{}"),
  with: values,
});

/** The sides of a fight in a headline: reports call them by their units where they can. */
export const FIRST: Word = { word: "the one named first" };
export const SECOND: Word = { word: "the other" };

/** A sentence that is part of another: by itself it would be a name. */
export const part = (sentence: Sentence): Message =>
  typeof sentence === "string" ? { say: sentence, with: [] } : sentence;

const inOne = (all: readonly Told[], joint: string): Message => ({ say: all.map(() => "{}").join(joint), with: all });

/** Things that are told in a row: "7 ready, 2 pinned". */
export const row = (all: readonly Told[]): Message => inOne(all, ", ");

/** Notes one after another: "A; B". */
export const inRow = (all: readonly Sentence[]): Sentence => (all.length === 1 ? all[0]! : inOne(all.map(part), "; "));

/** The notes that were put in a row. */
export const notesIn = (note: Sentence): readonly Sentence[] =>
  typeof note === "string"
    ? note.split("; ")
    : note.with.length > 1 && note.say === inOne(note.with, "; ").say
      ? (note.with as readonly Message[])
      : [note];

/** How a language fills a template: a name behind a word such as `de`, and the numbers that it counts as one. */
export interface Filling {
  readonly joined?: ((before: string, name: string) => string) | undefined;
  readonly isOne?: ((value: number) => boolean) | undefined;
}

const HOLE =
  /\{(?:(?:(?<before>\p{L}+) )?(?<place>\d*)|(?<s>s)|(?<counted>\d*):?(?<one>[^{}|]*)\|(?<several>[^{}|]*)|#[^{}]*)\}/gu;

/** How many a told value is, for a plural; of a number with limits, itself; a text that is no number is several. */
const countOf = (told: unknown): number =>
  typeof told === "object" && told !== null && "count" in told
    ? Number(told.count)
    : Number(/^[≈<≤+−\s]*([\d\s.,]*\d)/u.exec(String(told))?.[1]?.replace(/\s/gu, "").replace(",", "."));

/**
 * A template filled. Nothing is looked for in what is filled in.
 *
 * - `{}` is the next thing that is told, `{2}` the second, `{de 2}` the second behind the French `de`, with its article.
 * - `{s}` is an s unless the last one is 1; `{trial|trials}` is one of two words by the last one, `{2:is|are}` by the second.
 * - `{#rank}` is nothing: it tells two sentences apart that are alike in English.
 */
export function filled<T>(
  template: string,
  values: readonly T[],
  shown: (value: T) => string,
  { joined = (before, name) => `${before} ${name}`, isOne = (value) => value === 1 }: Filling = {},
): string {
  let next = 0;
  return template.replace(HOLE, (_, ...found) => {
    const { before, place, s, counted, one, several } = found.at(-1) as Record<string, string | undefined>;
    const told = (at: string | undefined) => values[at ? Number(at) - 1 : next - 1];
    if (s !== undefined) return String(told(undefined)) === "1" ? "" : "s";
    if (several !== undefined) return isOne(countOf(told(counted))) ? one! : several;
    if (place === undefined) return "";
    const text = shown(values[place === "" ? next++ : Number(place) - 1]!);
    return before === undefined ? text : joined(before, text);
  });
}

/** A number in a sentence, with a minus sign that is one. */
export const numberText = (value: number): string => String(value).replace("-", "−");

/** The sentence in English. */
export function englishIn(sentence: Told): string {
  if (typeof sentence !== "object") return typeof sentence === "number" ? numberText(sentence) : sentence;
  return "word" in sentence ? sentence.word : filled(sentence.say, sentence.with, englishIn);
}

/** Data whose sentences are finished. */
export type English<T> = T extends Message ? string : T extends object ? { readonly [K in keyof T]: English<T[K]> } : T;

const isMessage = (data: object): data is Message => "say" in data && "with" in data;

/** Data with every sentence in it in English. */
export function inEnglish<T>(data: T): English<T> {
  const of = (item: unknown): unknown =>
    typeof item !== "object" || item === null
      ? item
      : Array.isArray(item)
        ? item.map(of)
        : isMessage(item)
          ? englishIn(item)
          : Object.fromEntries(Object.entries(item).map(([key, value]) => [key, of(value)]));
  return of(data) as English<T>;
}
