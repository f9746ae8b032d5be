import { CommanderError } from "commander";
import type { SettingError } from "../analysis/setting-error.ts";
import { languages } from "../rulesets/languages.ts";
import { inLanguage, type Said, said } from "../rulesets/said.ts";
import { faultOf } from "../scenario/disk.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { formatProblems, type ScenarioError } from "../scenario/problem.ts";
import { wholeFile } from "../scenario/source.ts";
import { EXIT, Interrupted, NOTHING, UsageError } from "./exit.ts";
import { say, sayError, spokenHere } from "./streams.ts";

/** What `--lang` says, however it is written. */
export function languageOf(words: readonly string[]): LanguageTag | undefined {
  const at = words.findLastIndex((word) => word === "--lang" || word.startsWith("--lang="));
  const tag = words[at] === "--lang" ? words[at + 1] : words[at]?.slice("--lang=".length);
  return tag !== undefined && languages().includes(tag) ? tag : undefined;
}

/**
 * The exit code of an error, told in one message.
 * @param words the command line: in which language, where it says so
 */
export async function tell(error: unknown, words: readonly string[] = []): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { name, message } = error as Error;
  const lang = languageOf(words) ?? spokenHere();
  if (error instanceof UsageError || name === "SettingError") {
    say(`${inLanguage(said`error: ${(error as UsageError | SettingError).said}`, lang)}\n`);
    return EXIT.usage;
  }
  if (error instanceof Interrupted) {
    say(NOTHING);
    return error.exit;
  }
  if (name === "ScenarioError") {
    const told = languageOf(words) ?? (error as ScenarioError).labels ?? lang;
    say(`${formatProblems((error as ScenarioError).problems, { lang: told })}\n`);
    return EXIT.badInput;
  }
  if (name === "OutputError" || name === "EngineError") {
    sayError((error as { readonly said?: Said }).said ?? message);
    return EXIT.runtime;
  }
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  if (syscall === "uv_cwd") {
    sayError(said`the folder that this command was given in is gone`);
    return EXIT.badInput;
  }
  if (syscall !== undefined && path !== undefined && code !== undefined) {
    // A file that was there when it was looked for, and is not, or not to be read, any more.
    say(`${formatProblems([wholeFile(path, faultOf(error))], { lang })}\n`);
    return EXIT.badInput;
  }
  sayError(message);
  if (name !== "RuleError") say(said`This is a fault of crible; please report it with the command you gave.`);
  if (process.env.CRIBLE_DEBUG) say(`${(error as Error).stack}\n`);
  return EXIT.runtime;
}
