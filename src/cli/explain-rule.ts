/** `crible explain E-05`: a rule or an assumption in words, where it is in the code, and the options that concern it. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { type Language, languageOf } from "../report/language/language.ts";
import type { RulesetTexts } from "../rulesets/forms.ts";
import { loadReader, outsideRulesets, rulesetNames } from "../rulesets/index.ts";
import type { OptionDoc } from "../rulesets/options.ts";
import { hinted, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { UsageError } from "./exit.ts";
import { fieldsIn } from "./explain-field.ts";
import { plain, textsOf } from "./ruleset-arg.ts";
import { printFolded } from "./streams.ts";

/** `A-SAVE-01`, `E-05`, `QA-39b`, `C-AB-RAPID-FIRE`; `C-AB`, a group of them; `A-RALLY-SEQ`, a case of their tests. */
export const isRuleId = (word: string): boolean => /^[A-Z]+(?:-[A-Z0-9]+)+[a-z]?$/u.test(word);

/** A row of a RULES.md, the one place where rules are told. */
export interface SheetRow {
  readonly ruleset: string;
  readonly id: string;
  /** Of what the text leaves open: what that is, and how it is read. */
  readonly words: string;
  /** Where it is in the code; what the text leaves open is where its option is read. */
  readonly where: string | undefined;
  /** All ids of the row, those of the cases of its tests too. */
  readonly named: readonly string[];
}

export async function rowsOf(ruleset: string): Promise<readonly SheetRow[]> {
  const brought = outsideRulesets().find(({ name }) => name === ruleset);
  const file = brought ? join(brought.folder, "RULES.md") : packageFile(`src/rulesets/${ruleset}/RULES.md`);
  const text = await readFile(file, "utf8").catch(() => "");
  let isOpen = false;
  return text.split("\n").flatMap((line): SheetRow[] => {
    const [, ids = "", words = "", third = "", fourth] = line.split(/(?<!\\)\|/u).map(plain);
    if (ids === "id") isOpen = fourth === "option";
    const row = isOpen ? { words: `${words}: ${third}`, where: undefined } : { words, where: third };
    const named = line.match(/\b[A-Z]+(?:-[A-Z0-9]+)+[a-z]?\b/gu) ?? [];
    return ids.split(", ").flatMap((id) => (isRuleId(id) ? { ruleset, id, ...row, named } : []));
  });
}

/** What an option asks, then a line for each of its readings. */
export function optionLines(
  { name, question, readings }: OptionDoc,
  texts: RulesetTexts | undefined,
  { say }: Pick<Language, "say">,
): string[] {
  const wording = texts?.options[name];
  const lines = readings.map(({ value, meaning }, i) => {
    const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `    ${shown.padEnd(18)} ${wording?.[i + 1] ?? meaning}${i === 0 ? say`  [default]` : ""}`;
  });
  return [wording?.[0] ?? question, ...lines];
}

/** What a ruleset says of its rules in a language, and what its options choose. */
export interface RuleSheet {
  readonly ruleset: string;
  readonly rows: readonly SheetRow[];
  readonly texts: RulesetTexts | undefined;
  readonly options: readonly OptionDoc[];
}

export async function sheetsIn(lang: LanguageTag): Promise<readonly RuleSheet[]> {
  const sheetOf = async (ruleset: string): Promise<RuleSheet> => {
    const [rows, { options }] = await Promise.all([rowsOf(ruleset), loadReader(ruleset)]);
    return { ruleset, rows, texts: textsOf(ruleset, lang), options };
  };
  return Promise.all(rulesetNames().map(sheetOf));
}

/**
 * What is known of an id in every ruleset that has it: a rule, what a text leaves open, an assumption; the rules of a group
 * (`C-AB`); those whose tests have a case of that name. Undefined where nothing is.
 */
export function ruleText(id: string, sheets: readonly RuleSheet[], language: Language): string | undefined {
  const { say } = language;
  const lines: string[] = [];
  for (const { ruleset, rows, texts, options } of sheets) {
    const wordsOf = (row: SheetRow): string => texts?.rules[row.id] ?? row.words;
    const found = rows.filter((row) => row.id === id);
    const concerned = options.filter((option) => option.id === id);
    const members = rows.filter((row) => row.id.startsWith(`${id}-`));
    const tested = rows.filter(({ named }) => named.includes(id));
    const near = members.length > 0 ? members : tested;
    if (found.length + concerned.length + near.length === 0) continue;
    lines.push(`${id}  ${ruleset}`);
    if (found.length + concerned.length === 0) {
      if (members.length === 0) lines.push(`  ${say`a case of the tests of these rules:`}`);
      lines.push(...near.map((row) => `  ${row.id}  ${wordsOf(row)}`));
    }
    for (const row of found) {
      lines.push(`  ${wordsOf(row)}`);
      if (row.where !== undefined) lines.push(`  ${say`in the code: ${row.where}`}`);
    }
    for (const option of concerned) {
      const [question, ...readings] = optionLines(option, texts, language);
      lines.push(`  ${say`option ${option.name}: ${question!}`}`, ...readings);
    }
    lines.push("");
  }
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}

/** The rule numbers that can be retuned and whose words name an id, with their values. */
async function ruleNumbers(id: string, sheets: readonly RuleSheet[], lang: LanguageTag): Promise<string> {
  const asked = sheets.filter(({ rows }) => rows.some((row) => row.id === id));
  const fields = (await Promise.all(asked.map(({ ruleset }) => fieldsIn(ruleset, lang)))).flat();
  const about = fields.filter(({ path, text }) => path.startsWith("rules.") && text.split(/[^\w-]+/u).includes(id));
  return about.length === 0 ? "" : `${about.map(({ path, text }) => `  ${path}: ${text}`).join("\n")}\n\n`;
}

/** Prints what is known of an id. @throws UsageError with the nearest known one */
export async function explainRule(id: string, lang: LanguageTag = "en"): Promise<void> {
  const sheets = await sheetsIn(lang);
  const text = ruleText(id, sheets, languageOf(lang));
  if (text !== undefined) return printFolded(`${text}${await ruleNumbers(id, sheets, lang)}`);
  const hint = suggested(id, [...new Set(sheets.flatMap(({ rows }) => rows.map((row) => row.id)))]);
  throw new UsageError(hinted(said`no rule is called "${id}"`, hint));
}
