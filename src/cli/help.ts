/** Help in another language: what commands say of themselves in English stands in its catalogue, as everything else does. */
import { type Argument, Help, type Option } from "commander";
import { languages, translationIn } from "../rulesets/languages.ts";
import type { LanguageTag } from "../scenario/languages.ts";

/** Hears each sentence of help that is asked for, and whether there is French for it. For tests. */
let hear: (english: string, isKnown: boolean) => void = () => {};
export const hearHelp = (listener: typeof hear): void => {
  hear = listener;
};

/** What puts the help of a command into a language. */
export type Translate = (english: string) => string;

/** A sentence of help, without a hole, in a language. */
export const helpIn =
  (tag: LanguageTag): Translate =>
  (english) => {
    if (english === "") return "";
    const text = translationIn(tag).template(english);
    hear(english, text !== undefined);
    return text ?? english;
  };

/** Paragraphs after help, wrapped where no line of theirs is indented; of examples what stands beside them. */
export function translatedText(text: string, translate: Translate, wrap: (text: string) => string): string {
  const example = /^( {2}(?:[A-Z_]+=\S+ )?crible .*?\S {2,})(\S.*)$/;
  return text
    .split("\n\n")
    .map((paragraph) => {
      const bare = paragraph.replace(/^\n/, "");
      const before = paragraph.slice(0, paragraph.length - bare.length);
      const [head, ...lines] = bare.split("\n");
      if (head !== "Examples:") {
        return before + (bare.includes("\n  ") ? translate(bare) : wrap(translate(bare.replaceAll("\n", " "))));
      }
      const told = lines.map((line) => line.replace(example, (_, command, beside) => command + translate(beside)));
      return [before + translate(head), ...told].join("\n");
    })
    .join("\n\n");
}

/** Help whose own words are of another language, and what commander adds to a description in brackets. */
export class TranslatedHelp extends Help {
  readonly #translate: Translate;

  constructor(translate: Translate) {
    super();
    this.#translate = translate;
  }

  #inBrackets(text: string): string {
    return text.replace(/\((?=(?:default|choices|preset): )(.*)\)$/, (_, inside: string) => {
      const words = inside
        .replace("default:", this.#translate("default:"))
        .replace("choices:", this.#translate("choices:"));
      return `(${words.replace(/, preset: .*$/, "")})`;
    });
  }

  /** Spaces that do not break stay whole. */
  override boxWrap(text: string, width: number): string {
    const kept = ["\u00a0", "\u202f"];
    const marks = ["\ue000", "\ue001"];
    const exchange = (from: readonly string[], to: readonly string[], told: string) =>
      from.reduce((result, mark, at) => result.replaceAll(mark, to[at]!), told);
    return exchange(marks, kept, super.boxWrap(exchange(kept, marks, text), width));
  }

  override styleTitle(title: string): string {
    return this.#translate(title);
  }

  override optionDescription(option: Option): string {
    return this.#inBrackets(super.optionDescription(option));
  }

  override argumentDescription(argument: Argument): string {
    return this.#inBrackets(super.argumentDescription(argument));
  }
}

/** The language of who sits there, as the system is told it: of help and of faults of a command line, never of a report. */
export function languageHere({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv = process.env): LanguageTag {
  const [tag] = /^[a-z]+(?=[_.@-]|$)/.exec(LC_ALL || LC_MESSAGES || LANG || "") ?? [];
  return tag !== undefined && languages().includes(tag) ? tag : "en";
}
