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

/** Paragraphs after help; of examples what stands beside them. */
export function translatedText(text: string, translate: Translate): string {
  const example = /^( {2}(?:[A-Z_]+=\S+ )?crible .*?\S {2,})(\S.*)$/;
  return text
    .split("\n\n")
    .map((paragraph) => {
      const bare = paragraph.replace(/^\n/, "");
      const before = paragraph.slice(0, paragraph.length - bare.length);
      const [head, ...lines] = bare.split("\n");
      if (head !== "Examples:") return before + translate(bare);
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
