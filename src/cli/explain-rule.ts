/** `crible explain E-05`: a rule or an assumption in words, where it is in the code, and the options that concern it. */

import { type Language, languageOf } from "../report/language/language.ts";
import { rowsOf, type SheetRow, textsOf } from "../report/rule-sheet.ts";
import type { RulesetTexts } from "../rulesets/forms.ts";
import { loadReader, rulesetNames } from "../rulesets/index.ts";
import type { OptionDoc } from "../rulesets/options.ts";
import { hinted, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { suggested } from "../scenario/nearest.ts";
import { UsageError } from "./exit.ts";
import { fieldsIn } from "./explain-field.ts";
import { printFolded } from "./streams.ts";

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
    const [rows, { options }] = await Promise.all([rowsOf(ruleset, lang), loadReader(ruleset)]);
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
    const found = rows.filter((row) => row.id === id);
    const concerned = options.filter((option) => option.id === id);
    const members = rows.filter((row) => row.id.startsWith(`${id}-`));
    const tested = rows.filter(({ named }) => named.includes(id));
    const near = members.length > 0 ? members : tested;
    if (found.length + concerned.length + near.length === 0) continue;
    lines.push(`${id}  ${ruleset}`);
    if (found.length + concerned.length === 0) {
      if (members.length === 0) lines.push(`  ${say`a case of the tests of these rules:`}`);
      lines.push(...near.map((row) => `  ${row.id}  ${row.words}`));
    }
    for (const row of found) {
      lines.push(`  ${row.words}`);
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
