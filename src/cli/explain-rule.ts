/** `crible explain E-05`: a rule or an assumption in words, where it is in the code, and the options that concern it. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import type { Language } from "../report/index.ts";
import type { OptionDoc } from "../rulesets/options.ts";
import { hinted } from "../rulesets/said.ts";
import type { FrenchTexts } from "../rulesets/texts.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { UsageError } from "./exit.ts";
import { said } from "./said.ts";
import { printFolded } from "./streams.ts";

/** `A-SAVE-01`, `E-05`, `QA-39b`, `C-AB`. */
export const isRuleId = (word: string): boolean => /^[A-Z]{1,2}-(?:[A-Z]+-?)?\d*[a-z]?$/u.test(word);

/** A row of a RULES.md, the one place where rules are told: id, words, function, test. */
interface SheetRow {
  readonly ruleset: string;
  readonly id: string;
  readonly words: string;
  readonly where: string;
}

const plain = (cell: string): string => cell.replaceAll("`", "").trim();

async function rowsOf(ruleset: string): Promise<SheetRow[]> {
  const { outsideRulesets } = await import("../rulesets/index.ts");
  const brought = outsideRulesets().find(({ name }) => name === ruleset);
  const file = brought ? join(brought.folder, "RULES.md") : packageFile(`src/rulesets/${ruleset}/RULES.md`);
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap((line): SheetRow[] => {
    const [, ids = "", words = "", where = ""] = line.split(/(?<!\\)\|/u).map(plain);
    return ids
      .split(", ")
      .flatMap((id) => (isRuleId(id) ? { ruleset, id, words: words.replaceAll("\\|", "|"), where } : []));
  });
}

/** The texts of a ruleset in a language; undefined where they stand in its own files. */
export async function textsOf(ruleset: string, lang: LanguageTag): Promise<FrenchTexts | undefined> {
  const texts = lang === "fr" ? await (await import("../rulesets/texts.ts")).frenchTextsOf(ruleset) : undefined;
  if (texts === undefined) return undefined;
  const { set } = await import("../report/language/french.ts");
  const all = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, set(text)]));
  const options = Object.entries(texts.options).map(([name, own]) => [name, own.map(set)]);
  return { rules: all(texts.rules), fields: all(texts.fields), options: Object.fromEntries(options) };
}

/** What an option asks, then a line for each of its readings. */
export function optionLines(
  { name, question, readings }: OptionDoc,
  texts: FrenchTexts | undefined,
  { byDefault }: Language["reference"],
): string[] {
  const own = texts?.options[name];
  const lines = readings.map(({ value, meaning }, i) => {
    const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `    ${shown.padEnd(18)} ${own?.[i + 1] ?? meaning}${i === 0 ? byDefault : ""}`;
  });
  return [own?.[0] ?? question, ...lines];
}

/** Prints what is known of an id in every ruleset that has it. @throws UsageError with the nearest known one */
export async function explainRule(id: string, lang: LanguageTag = "en"): Promise<void> {
  const [{ loadReader, rulesetNames }, { suggested }, { languageOf }] = await Promise.all([
    import("../rulesets/index.ts"),
    import("../scenario/nearest.ts"),
    import("../report/index.ts"),
  ]);
  const { reference } = languageOf(lang);
  const rows = (await Promise.all(rulesetNames().map(rowsOf))).flat();
  const lines: string[] = [];
  for (const ruleset of rulesetNames()) {
    const { options } = await loadReader(ruleset);
    const found = rows.filter((row) => row.ruleset === ruleset && row.id === id);
    const concerned = options.filter((option) => option.id === id);
    if (found.length === 0 && concerned.length === 0) continue;
    lines.push(`${id}  ${ruleset}`);
    const texts = await textsOf(ruleset, lang);
    for (const { words, where } of found)
      lines.push(`  ${texts?.rules[id] ?? words}`, `  ${reference.inTheCode(where)}`);
    for (const option of concerned) {
      const [question, ...readings] = optionLines(option, texts, reference);
      lines.push(`  ${reference.option(option.name, question!)}`, ...readings);
    }
    lines.push("");
  }
  if (lines.length === 0) {
    const hint = suggested(id, [...new Set(rows.map((row) => row.id))]);
    throw new UsageError(hinted(said`no rule is called "${id}"`, hint));
  }
  await printFolded(`${lines.join("\n")}\n`);
}
