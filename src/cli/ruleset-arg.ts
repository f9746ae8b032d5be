import type { RulesetTexts } from "../rulesets/forms.ts";
import { isBuilt, rulesetNames } from "../rulesets/index.ts";
import { labelsOf } from "../rulesets/languages.ts";
import { hinted, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { UsageError } from "./exit.ts";

/** The ruleset that a command is told: by its name, or by the file of a game that is written as text. @throws UsageError */
export async function rulesetOf(given: string): Promise<string> {
  // The reader of games is loaded for games alone.
  const isGame = /\.game\.ya?ml$/iu.test(given);
  const name = isGame ? await (await import("../scenario/game/load.ts")).rulesetCalled(given) : given;
  if (isBuilt(name)) return name;
  throw new UsageError(hinted(said`there is no ruleset "${name}"`, suggested(name, rulesetNames())));
}

/** A cell of a table in Markdown as plain text. */
export const plain = (cell: string): string => cell.replaceAll("`", "").replaceAll("\\|", "|").trim();

/** The texts of a ruleset in a language; undefined where they stand in its own files. */
export function textsOf(ruleset: string, lang: LanguageTag): RulesetTexts | undefined {
  const texts = labelsOf(lang, ruleset)?.texts;
  if (texts === undefined) return undefined;
  const all = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, plain(text)]));
  return { ...texts, rules: all(texts.rules), fields: all(texts.fields) };
}
