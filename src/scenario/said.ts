/** What is said of a file that cannot be read: written in English where it is found, with its French beside (`said-french.ts`). */
import { FRENCH } from "./said-french.ts";

/** A sentence, or a part of one, in both languages. */
export interface Said {
  readonly en: string;
  /** Left out where there is none: then the English is shown. */
  readonly fr?: string;
}

/** A text of one language, or one that is said in both. */
export type Text = string | Said;

type Value = Text | number;

export const englishOf = (text: Text): string => (typeof text === "string" ? text : text.en);
export const frenchOf = (text: Text): string => (typeof text === "string" ? text : (text.fr ?? text.en));

const inEnglish = (value: Value): string => (typeof value === "number" ? String(value) : englishOf(value));
const inFrench = (value: Value): string => (typeof value === "number" ? String(value) : frenchOf(value));

/** French sets a space that does not break before these. */
const spaced = (text: string): string => text.replace(/ (?=[;!?])/gu, "\u202f").replace(/ (?=:(?: |$))/gu, "\u00a0");

/**
 * A sentence in both languages.
 *
 * @example
 * said`no anchor ${'"&a"'} before this alias`.fr; // 'aucune ancre "&a" avant cet alias'
 */
export function said(parts: TemplateStringsArray, ...values: readonly Value[]): Said {
  const en = parts.map((part, i) => part + (i < values.length ? inEnglish(values[i]!) : "")).join("");
  const french = FRENCH[parts.join("{}")];
  if (french === undefined) return { en };
  let next = 0;
  return { en, fr: spaced(french).replaceAll("{}", () => inFrench(values[next++]!)) };
}
