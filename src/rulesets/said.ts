/**
 * What is said in two languages: written in English where it is said, with its French beside, by that English. Errors and what
 * commands say are of this form and no messages: they are said where no ruleset is known yet, by parts that have their French
 * to themselves, and both languages go together to whoever shows them. What fills a sentence is filled in by the same function.
 */
import { filled } from "../rule/message.ts";

/** A sentence, or a part of one, in both languages. */
export interface Said {
  readonly en: string;
  /** Left out where there is none: then the English is shown. */
  readonly fr?: string;
}

/** A text of one language, or one that is said in both. */
export type Text = string | Said;

type SaidValue = Text | number | bigint | boolean;

export const englishOf = (text: Text): string => (typeof text === "string" ? text : text.en);
export const frenchOf = (text: Text): string => (typeof text === "string" ? text : (text.fr ?? text.en));

const shown = (value: SaidValue, of: (text: Text) => string): string =>
  typeof value === "object" || typeof value === "string" ? of(value) : String(value);

/** French sets a space that does not break before these. */
const spaced = (text: string): string => text.replace(/ (?=[;!?])/gu, "\u202f").replace(/ (?=:(?: |$))/gu, "\u00a0");

/** Says a sentence in both languages, with what it is told filled in. */
export interface Sayer {
  (parts: TemplateStringsArray, ...values: readonly SaidValue[]): Said;
  /** By the English, `{}` for each thing that is told. */
  readonly french: Readonly<Record<string, string>>;
}

/**
 * What says sentences in both languages.
 * @param french by the English, `{}` for each thing that is told
 *
 * @example
 * const said = sayer({ "no anchor {} before this alias": "aucune ancre {} avant cet alias" });
 * said`no anchor ${'"&a"'} before this alias`.fr; // 'aucune ancre "&a" avant cet alias'
 */
export function sayer(french: Sayer["french"]): Sayer {
  const say = (parts: TemplateStringsArray, ...values: readonly SaidValue[]): Said => {
    const template = parts.join("{}");
    const en = filled(template, values, (value) => shown(value, englishOf));
    const known = french[template];
    return known === undefined ? { en } : { en, fr: filled(spaced(known), values, (value) => shown(value, frenchOf)) };
  };
  return Object.assign(say, { french });
}

/** Names in a row, the same in both languages but for the last joint. */
export const listed = (names: readonly Text[], joint: { readonly en: string; readonly fr: string }): Said => ({
  en: names.map(englishOf).join(joint.en),
  fr: names.map(frenchOf).join(joint.fr),
});
export const AND = { en: " and ", fr: " et " };
/** Of sentences in a row. */
export const ALSO = { en: "; ", fr: "\u202f; " };
export const OR = { en: " or ", fr: " ou " };

/** A sentence with what to do instead behind it, in brackets. */
export const hinted = (text: Said, hint: Text | undefined): Said =>
  hint === undefined ? text : { en: `${text.en} (${englishOf(hint)})`, fr: `${frenchOf(text)} (${frenchOf(hint)})` };
