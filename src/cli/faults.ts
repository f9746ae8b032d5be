/** What is wrong with the words of a command line, said in the language that they ask for. */
import { type AddHelpTextContext, type AddHelpTextPosition, type Argument, Command, type Option } from "commander";
import { quoted } from "../playground/command.ts";
import { hinted, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { helpIn, type Translate, TranslatedHelp, translatedText } from "./help.ts";

/** Those that --help lists. */
const flagsOf = (command: Command): string[] =>
  command.options.flatMap(({ long, hidden }) => (hidden || !long ? [] : long));

/** A flag of a command that stands before it: said where it goes. @throws UsageError */
export function refuseEarlyFlags({ commands }: Command, words: readonly string[]): void {
  const names = commands.map((one) => one.name());
  const at = words.findIndex((word) => names.includes(word));
  const command = commands.find((one) => one.name() === words[at]);
  if (command === undefined) return;
  const early = words.slice(0, at).map((word) => word.split("=")[0]!);
  const flag = early.find((word) => flagsOf(command).includes(word));
  if (flag === undefined) return;
  const again = ["crible", ...words.slice(at), ...words.slice(0, at)].map(quoted).join(" ");
  throw new UsageError(said`${flag} goes after the command: ${again}`);
}

/** A command whose help and whose own faults are said in another language: commander says them in English alone. */
export class TranslatedCommand extends Command {
  readonly #lang: LanguageTag;
  readonly #translate: Translate;

  constructor(lang: LanguageTag, name?: string) {
    super(name);
    this.#lang = lang;
    this.#translate = helpIn(lang);
  }

  override createCommand(name: string): TranslatedCommand {
    return new TranslatedCommand(this.#lang, name);
  }

  override createOption(flags: string, description = ""): Option {
    return super.createOption(flags, this.#translate(description));
  }

  override createArgument(name: string, description = ""): Argument {
    return super.createArgument(name, this.#translate(description));
  }

  override createHelp(): TranslatedHelp {
    return Object.assign(new TranslatedHelp(this.#translate), this.configureHelp());
  }

  override description(text: string, ofArguments?: Record<string, string>): this;
  override description(): string;
  override description(text?: string): this | string {
    return text === undefined ? super.description() : super.description(this.#translate(text));
  }

  override addHelpText(position: AddHelpTextPosition, text: string): this;
  override addHelpText(position: AddHelpTextPosition, text: (context: AddHelpTextContext) => string | undefined): this;
  override addHelpText(
    position: AddHelpTextPosition,
    text: string | ((context: AddHelpTextContext) => string | undefined),
  ): this {
    const wrap = (paragraph: string) => {
      const help = this.createHelp();
      return help.boxWrap(paragraph, this.configureOutput().getOutHelpWidth?.() ?? help.helpWidth ?? 80);
    };
    const told = typeof text === "string" ? () => translatedText(text, this.#translate, wrap) : text;
    return super.addHelpText(position, told as (context: AddHelpTextContext) => string);
  }

  unknownOption(flag: string): never {
    throw new UsageError(hinted(said`unknown option '${flag}'`, suggested(flag, flagsOf(this))));
  }

  unknownCommand(): never {
    const [name = ""] = this.args;
    const known = this.commands.map((command) => command.name());
    throw new UsageError(hinted(said`unknown command '${name}'`, suggested(name, known)));
  }

  missingArgument(name: string): never {
    throw new UsageError(said`missing required argument '${name}'`);
  }

  optionMissingArgument({ flags }: { readonly flags: string }): never {
    throw new UsageError(said`option '${flags}' argument missing`);
  }

  _excessArguments(given: readonly string[]): void {
    throw new UsageError(said`too many arguments: ${this.registeredArguments.length} expected, ${given.length} given`);
  }
}

/** Has every flag of a command say itself whose value cannot be used; one that is empty names nothing, and is none. */
export function nameFaults(command: Command): void {
  for (const option of command.options) {
    const { parseArg, flags, argChoices, variadic } = option;
    if ((!option.required && !option.optional) || variadic) continue;
    option.parseArg = (value: string, previous: unknown) => {
      if (value.trim() === "" && option.long !== "--seed")
        throw new UsageError(said`option '${flags}' argument is empty`);
      // The next flag is no value: its own would be taken for an argument.
      if (option.required && command.options.some(({ long }) => long === value))
        throw new UsageError(said`option '${flags}' argument missing`);
      if (parseArg === undefined) return value as never;
      try {
        return parseArg(value, previous as never);
      } catch (error) {
        const why =
          error instanceof ArgumentError
            ? error.said
            : argChoices && (error as { code?: string }).code === "commander.invalidArgument"
              ? said`allowed choices are ${argChoices.join(", ")}`
              : undefined;
        if (why === undefined) throw error;
        throw new UsageError(said`option '${flags}' argument '${value}' is invalid. ${why}`);
      }
    };
  }
}
