/**
 * What is said where no language is chosen yet: errors, and what commands say. Written in English where it is said; who shows
 * it puts it into a language, by that English (`inLanguage`). Plain data, which goes from thread to thread.
 */
import { filled, type Message, type Sentence } from "../rule/message.ts";
import { translationIn } from "./languages.ts";

/** A sentence, or a part of one. */
export interface Said {
  readonly en: string;
  /** Its template and what fills it; left out where `en` is somebody else's. */
  readonly say?: string;
  readonly with?: readonly Text[];
  /** The French of what has no template. */
  readonly fr?: string;
}

/** A text of one language, or one that is said in all. */
export type Text = string | Said;

type SaidValue = Text | number | bigint | boolean;

export const englishOf = (text: Text): string => (typeof text === "string" ? text : text.en);

/** An error that is said in every language. */
export class SaidError extends Error {
  readonly said: Text;

  constructor(said: Text) {
    super(englishOf(said));
    this.said = said;
  }
}

/** A text in a language; undefined where the language lacks it. */
function translated(text: Said, tag: string): string | undefined {
  const translation = translationIn(tag);
  const template = text.say === undefined ? undefined : translation.template(text.say);
  if (template === undefined) return tag === "fr" ? text.fr : undefined;
  return filled(template, text.with ?? [], (filler) => inLanguage(filler, tag), translation);
}

/** A text in a language, in English where the language lacks it. */
export const inLanguage = (text: Text, tag: string): string =>
  typeof text === "string" ? text : ((tag === "en" ? undefined : translated(text, tag)) ?? text.en);

export const frenchOf = (text: Text): string => inLanguage(text, "fr");

/**
 * Says a sentence, with what it is told filled in; `message.ts` says what a template holds.
 *
 * @example
 * said`no anchor ${'"&a"'} before this alias`.en; // 'no anchor "&a" before this alias'
 */
export function said(parts: TemplateStringsArray, ...values: readonly SaidValue[]): Said {
  const say = parts.join("{}");
  const told = values.map((value) => (typeof value === "object" ? value : String(value)));
  return { en: filled(say, told, englishOf), say, with: told };
}

/** The same as results keep it. */
export const sentenceOf = (text: Text): Sentence =>
  typeof text === "string" || text.say === undefined
    ? englishOf(text)
    : { say: text.say, with: (text.with ?? []).map((filler) => sentenceOf(filler) as string | Message) };

/** How names in a row are joined: `{} or {}`. */
type Joining = (one: Text, other: Text) => Said;
export const AND: Joining = (one, other) => said`${one} and ${other}`;
/** Before the last two, or of sentences. */
export const COMMA: Joining = (one, other) => said`${one}, ${other}`;
export const ALSO: Joining = (one, other) => said`${one}; ${other}`;
export const OR: Joining = (one, other) => said`${one} or ${other}`;

export const listed = (names: readonly Text[], joint: Joining): Text =>
  names.length === 0 ? "" : names.reduce((all, one) => joint(all, one));

/** A sentence with what to do instead behind it, in brackets. */
export const hinted = <T extends Text>(text: T, hint: Text | undefined): T | Said =>
  hint === undefined ? text : said`${text} (${hint})`;
