/** `crible explain bloqué`: the rules, options and fields that words are about, in whichever language they are. */
import { languageOf } from "../report/language/language.ts";
import { wordsOf } from "../rule/identifier.ts";
import type { Labels } from "../rulesets/labels.ts";
import { labelsOf } from "../rulesets/languages.ts";
import { hinted, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { meant } from "../scenario/nearest.ts";
import { quote } from "../scenario/problem.ts";
import { UsageError } from "./exit.ts";
import { fieldsIn } from "./explain-field.ts";
import { type RuleSheet, sheetsIn } from "./explain-rule.ts";
import { printFolded } from "./streams.ts";

/** Lines of fields, of options and of rules that are shown of a ruleset. */
const MOST_SHOWN = 12;

/** Words that say nothing of what is looked for. */
const SMALL = new Set(
  "a an the on of in to is it by at or and for with which what how field le la les l de du des d un une a au aux qui quoi quel quelle et ou en sur par est champ".split(
    " ",
  ),
);

const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const plainWords = (text: string): string[] => bare(text).match(/[a-z]+/g) ?? [];

/** What a word begins with whatever its ending: `pinned`, `pins` and `pin` are one, `bloqués` and `bloquer`. */
const stemOf = (word: string): string => {
  const stem = word.length < 4 ? word : word.replace(/(?:ing|ed|es|ees|ee|er|s|e)$/, "");
  return stem.replace(/([bdgmnprt])\1$/, "$1");
};

/** The stems of a word in both languages: a ruleset calls its states, metrics and kinds in either. */
function stemsOf(word: string, labels: Labels | undefined): string[] {
  const stem = stemOf(word);
  const pairs = labels === undefined ? [] : [labels.kinds, labels.metrics, labels.values].flatMap(Object.entries);
  const others = pairs.flatMap(([english, french]) => {
    const [here, there] = [plainWords(wordsOf(english)), plainWords(french)].map((words) => words.map(stemOf));
    if (here!.length === 1 && there!.length === 1 && (here![0] === stem || there![0] === stem))
      return [here![0]!, there![0]!];
    return [];
  });
  return [...new Set([stem, ...others])];
}

/** A text has a word where one of its own begins with the stem, or with what undoes it: `unpinning`, `débloquer`. */
const has = (text: string, stems: readonly string[]): boolean =>
  stems.some((stem) => new RegExp(`(?:^|[^a-z])(?:un|de)?${stem}`).test(text));

interface FoundLine {
  readonly line: string;
  /** All that is said of it, in both languages. */
  readonly text: string;
}

/** What is told of words in every ruleset; undefined where nothing is. @param known is given every word that is told of */
export async function wordsText(asked: string, lang: LanguageTag, known = new Set<string>()) {
  const wanted = [...new Set(plainWords(asked))].filter((word) => !SMALL.has(word));
  if (wanted.length === 0) return undefined;
  const { say } = languageOf(lang);
  const [shown, others] = await Promise.all([sheetsIn(lang), sheetsIn(lang === "fr" ? "en" : "fr")]);
  const lines: string[] = [];
  for (const [i, sheet] of shown.entries()) {
    const stems = wanted.map((word) => stemsOf(word, labelsOf("fr", sheet.ruleset)));
    const all = await linesOf(sheet, others[i]!, lang);
    for (const { text } of all.flat()) for (const word of text.match(/\p{L}{3,}/gu) ?? []) known.add(word);
    const found = all.map((list) => list.filter(({ text }) => stems.every((stem) => has(bare(wordsOf(text)), stem))));
    if (found.every((list) => list.length === 0)) continue;
    lines.push(sheet.ruleset);
    for (const [k, head] of [say`numbers and fields`, say`options`, say`rules`].entries()) {
      const list = found[k]!;
      if (list.length === 0) continue;
      lines.push(`  ${head}`, ...list.slice(0, MOST_SHOWN).map(({ line }) => `    ${line}`));
      if (list.length > MOST_SHOWN) lines.push(`    ${say`… and ${list.length - MOST_SHOWN} more: add a word`}`);
    }
    lines.push("");
  }
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}

async function linesOf(
  { ruleset, rows, texts, options }: RuleSheet,
  other: RuleSheet,
  lang: LanguageTag,
): Promise<readonly [FoundLine[], FoundLine[], FoundLine[]]> {
  const { say } = languageOf(lang);
  const [fields, beside] = await Promise.all([fieldsIn(ruleset, lang), fieldsIn(ruleset, lang === "fr" ? "en" : "fr")]);
  const meaning = new Map(beside.map(({ path, text }) => [path, text]));
  return [
    fields.map(({ path, text, line }) => ({ line, text: `${path} ${text} ${meaning.get(path) ?? ""}` })),
    options.map(({ name, id, question, readings }) => {
      const said = [texts?.options[name], other.texts?.options[name]].flatMap((all) => all ?? []);
      const text = [name, question, ...readings.map((reading) => reading.meaning), ...said].join(" ");
      return { line: say`${`options.${name} (${id})`}: ${texts?.options[name]?.[0] ?? question}`, text };
    }),
    rows.map(({ id, words }, i) => ({
      line: `${id}  ${words}`,
      text: `${id.toLowerCase()} ${words} ${other.rows[i]!.words}`,
    })),
  ];
}

/** Prints what words are about. @throws UsageError where nothing is, with the nearest word */
export async function explainWords(asked: string, lang: LanguageTag): Promise<void> {
  const known = new Set<string>();
  const text = await wordsText(asked, lang, known);
  if (text !== undefined) return printFolded(text);
  throw new UsageError(
    hinted(said`no rule, option, field or word is called ${quote(asked)}`, meant(asked, [...known])),
  );
}
