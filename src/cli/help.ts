/** Help in French: what commands say of themselves in English is said by its French, as everything else is. */
import { type Argument, Help, type Option } from "commander";
import { frenchOf, sayer } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { HELP } from "./help-french.ts";

const said = sayer(HELP);

/** Hears each sentence of help that is asked for, and whether there is French for it. For tests. */
let hear: (english: string, isKnown: boolean) => void = () => {};
export const hearHelp = (listener: typeof hear): void => {
  hear = listener;
};

/** A sentence of help, without a hole. */
export function helpInFrench(english: string): string {
  if (english === "") return "";
  const sentence = said(Object.assign([english], { raw: [english] }));
  hear(english, sentence.fr !== undefined);
  return frenchOf(sentence);
}

/** Paragraphs after help; of examples what stands beside them. */
export function textInFrench(text: string): string {
  const example = /^( {2}(?:[A-Z_]+=\S+ )?crible .*?\S {2,})(\S.*)$/;
  return text
    .split("\n\n")
    .map((paragraph) => {
      const bare = paragraph.replace(/^\n/, "");
      const before = paragraph.slice(0, paragraph.length - bare.length);
      const [head, ...lines] = bare.split("\n");
      if (head !== "Examples:") return before + helpInFrench(bare);
      const told = lines.map((line) => line.replace(example, (_, command, beside) => command + helpInFrench(beside)));
      return [before + helpInFrench(head), ...told].join("\n");
    })
    .join("\n\n");
}

/** What commander adds to a description in brackets. */
const inBrackets = (text: string): string =>
  text.replace(/\((?=(?:default|choices|preset): )(.*)\)$/, (_, inside: string) => {
    const words = inside.replace("default: ", "par défaut\u00a0: ").replace("choices: ", "choix\u00a0: ");
    return `(${words.replace(/, preset: .*$/, "")})`;
  });

/** Help whose own words are French. */
export class FrenchHelp extends Help {
  override styleTitle(title: string): string {
    return helpInFrench(title);
  }

  override optionDescription(option: Option): string {
    return inBrackets(super.optionDescription(option));
  }

  override argumentDescription(argument: Argument): string {
    return inBrackets(super.argumentDescription(argument));
  }
}

/** The language of who sits there, as the system is told it: of help and of faults of a command line, never of a report. */
export function languageHere({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv = process.env): LanguageTag {
  return /^fr(?:[_.@-]|$)/.test(LC_ALL || LC_MESSAGES || LANG || "") ? "fr" : "en";
}
