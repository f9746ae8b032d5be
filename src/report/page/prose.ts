/** The prose of a page, and what its words and its rules mean. */

import { escapeHtml } from "../charts/parts.ts";
import type { Language } from "../language/language.ts";
import { unbroken } from "../unbroken.ts";
import { rowsOf } from "./asset.ts";
import type { Page } from "./page.ts";

/** Prose, whole at the ends of lines, as are flags: `--update`. */
export const proseHtml = (text: string): string =>
  escapeHtml(unbroken(text)).replace(/(?<= )--[a-z-]+/g, "<span class=whole>$&</span>");

/** What words of a page mean, of those that stand in it. */
export function glossaryHtml(html: string, { page: { words, wordsTitle }, gameWords }: Language): string {
  const text = html.replace(/<[^>]+>/g, " ");
  // One of them or several: `goal`, `goals`.
  const either = (word: string) => word.replace(/(?<=\p{L}{2})s?(?!\p{L})/gu, "s?");
  // The word itself, then the other forms that it has in sentences.
  const formsOf = (word: string) => word.split("|");
  const lower = text.toLowerCase();
  const begins = (form: string) => /^\p{L}*?(?=s?(?!\p{L}))/iu.exec(form)![0].toLowerCase();
  // A long page is not looked through letter by letter for a word whose beginning it has nowhere.
  const stands = (form: string) =>
    lower.includes(begins(form)) && new RegExp(`(?<!\\p{L})${either(form)}(?!\\p{L})`, "iu").test(text);
  const used = [...gameWords, ...words].filter(([word]) => formsOf(word).some(stands));
  return foldedTerms(
    wordsTitle,
    used.map(([word, meaning]) => [formsOf(word)[0]!, meaning]),
  );
}

const foldedTerms = (title: string, terms: readonly (readonly [term: string, meaning: string])[]): string =>
  terms.length === 0
    ? ""
    : `<details><summary>${escapeHtml(title)}</summary><dl>${terms.map(([term, meaning]) => `<dt>${escapeHtml(term)}<dd>${proseHtml(meaning)}`).join("")}</dl></details>`;

/** What the rules say whose ids stand in a page. */
export async function rulesHtml(html: string, { ruleset, language }: Page): Promise<string> {
  const ids = new Set(html.match(/\b[A-Z]+(?:-[A-Z0-9]+)+[a-z]?\b/gu));
  const rows = (await rowsOf(ruleset, language.tag)).filter(({ id }) => ids.has(id));
  // How a page reads what is open stands where it says what it was made from.
  const terms = rows.map(({ id, open }) => [id, open] as const);
  return foldedTerms(language.say`The rules of this page`, terms);
}
