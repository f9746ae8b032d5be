/** What a ruleset says of its rules, as data: the rows of its RULES.md, and what another language says instead. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import type { RulesetTexts } from "../rulesets/forms.ts";
import { outsideRulesets } from "../rulesets/index.ts";
import { labelsOf } from "../rulesets/languages.ts";

/** A cell of a table in Markdown as plain text. */
export const plain = (cell: string): string => cell.replaceAll("`", "").replaceAll("\\|", "|").trim();

/** The texts of a ruleset in a language; undefined where they stand in its own files. */
export function textsOf(ruleset: string, tag: string): RulesetTexts | undefined {
  const texts = labelsOf(tag, ruleset)?.texts;
  if (texts === undefined) return undefined;
  const all = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, plain(text)]));
  return { ...texts, rules: all(texts.rules), fields: all(texts.fields) };
}

/** `A-SAVE-01`, `E-05`, `QA-39b`, `C-AB-RAPID-FIRE`; `C-AB`, a group of them; `A-RALLY-SEQ`, a case of their tests. */
export const isRuleId = (word: string): boolean => /^[A-Z]+(?:-[A-Z0-9]+)+[a-z]?$/u.test(word);

/** A row of a RULES.md, the one place where rules are told. */
export interface SheetRow {
  readonly ruleset: string;
  readonly id: string;
  /** Of what the text leaves open: what that is, and how it is read. */
  readonly words: string;
  /** The same without how it is read where nothing else is chosen. */
  readonly open: string;
  /** Where it is in the code; what the text leaves open is where its option is read. */
  readonly where: string | undefined;
  /** All ids of the row, those of the cases of its tests too. */
  readonly named: readonly string[];
}

export async function rowsOf(ruleset: string, tag = "en"): Promise<readonly SheetRow[]> {
  const rules = textsOf(ruleset, tag)?.rules;
  const brought = outsideRulesets().find(({ name }) => name === ruleset);
  const file = brought ? join(brought.folder, "RULES.md") : packageFile(`src/rulesets/${ruleset}/RULES.md`);
  const text = await readFile(file, "utf8").catch(() => "");
  let isOpen = false;
  return text.split("\n").flatMap((line): SheetRow[] => {
    const [, ids = "", words = "", third = "", fourth] = line.split(/(?<!\\)\|/u).map(plain);
    if (ids === "id") isOpen = fourth === "option";
    const row = isOpen ? { words: `${words}: ${third}`, where: undefined } : { words, where: third };
    const told = (id: string) => ({ words: rules?.[id] ?? row.words, open: rules?.[id] ?? words });
    const named = line.match(/\b[A-Z]+(?:-[A-Z0-9]+)+[a-z]?\b/gu) ?? [];
    return ids.split(", ").flatMap((id) => (isRuleId(id) ? { ruleset, id, ...row, ...told(id), named } : []));
  });
}
