/**
 * A fault in a scenario, as data, and the one way it is written for people.
 * Nothing here prints: the command line decides where the text goes.
 */

import type { Sentence } from "../rule/message.ts";
import type { WrittenPlace } from "../rulesets/reader.ts";
import { inLanguage, type Said, said, sentenceOf as sentenceOfText, type Text } from "../rulesets/said.ts";
import type { LanguageTag } from "./languages.ts";

/** Where something stands in a text. `line` and `column` count from 1, `column` and `length` in UTF-16 units. */
export interface Place extends WrittenPlace {
  /** What a workbook calls the place: `E3`. */
  readonly cell?: string;
}

/** Where a span of a text stands. */
export type Placer = (start: number, end: number) => Place;

/** One fault. `message` says what is wrong, `hint` what to write instead, `also` other places that take part in it. */
export interface Problem {
  readonly message: string;
  readonly place?: Place;
  readonly also?: readonly Place[];
  readonly hint?: string;
  /** Message and hint in French, where they are said in it. */
  readonly french?: { readonly message: string; readonly hint?: string };
  readonly severity: "error" | "warning";
}

/** Input that cannot be used. `message` is the formatted list, ready to be shown. */
export class ScenarioError extends Error {
  readonly problems: readonly Problem[];
  /** The language that the file asks for (`labels`), once it is known. */
  labels?: LanguageTag;

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(formatProblems(problems), options);
    this.name = "ScenarioError";
    this.problems = problems;
  }
}

/** A problem for who says it later, in whichever language. */
interface ProblemTexts {
  readonly message: Text;
  readonly hint?: Text | undefined;
}
const texts = new WeakMap<Problem, ProblemTexts>();

/** What is wrong and what to do about it; those that came as data are said in the languages they came in. */
export function textsOf(problem: Problem): ProblemTexts {
  const { message, hint, french } = problem;
  const both = (en: string, fr: string | undefined): Said => ({ en, ...(fr === undefined ? {} : { fr }) });
  return (
    texts.get(problem) ?? {
      message: both(message, french?.message),
      hint: hint === undefined ? undefined : both(hint, french?.hint),
    }
  );
}

export const messageOf = (problem: Problem): Sentence => sentenceOfText(textsOf(problem).message);

const spoken = ({ message, hint }: ProblemTexts, tag: LanguageTag): NonNullable<Problem["french"]> => ({
  message: inLanguage(message, tag),
  ...(hint === undefined ? {} : { hint: inLanguage(hint, tag) }),
});

/** An error with a place, said in every language; `more` adds a hint or other places. */
export const problemAt = (
  place: Place | undefined,
  message: Text,
  { hint, ...more }: Omit<Partial<Problem>, "message" | "hint"> & Pick<ProblemTexts, "hint"> = {},
): Problem => {
  const wording = { message, hint };
  const [english, french] = [spoken(wording, "en"), spoken(wording, "fr")];
  const problem: Problem = {
    ...english,
    ...(place ? { place } : {}),
    severity: "error",
    ...(english.message === french.message && english.hint === french.hint ? {} : { french }),
    ...more,
  };
  texts.set(problem, wording);
  return problem;
};

/** @throws ScenarioError with one problem */
export function refuse(place: Place | undefined, message: Text, hint?: Text): never {
  throw new ScenarioError([problemAt(place, message, { hint })]);
}

/** True when at least one of them is an error; warnings alone do not stop a run. */
export const hasErrors = (problems: readonly Problem[]): boolean => problems.some((p) => p.severity === "error");

// Controls, invisible characters, bidirectional overrides and what no terminal can draw.
const UNSAFE =
  /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/**
 * The text with every character that could move the cursor, hide or reorder text written as `\u{1b}`.
 * What is returned is one line and safe on a terminal.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`);
}

/** The same of a text of several lines: they stay. */
export const visibleLines = (text: string): string => text.split("\n").map(visible).join("\n");

/** The text in double quotes, made visible, cut at 80 characters. */
export function quote(text: string): string {
  const shown = visible(text.slice(0, 400));
  return shown.length > 80 || text.length > 400 ? `"${[...shown].slice(0, 79).join("")}…"` : `"${shown}"`;
}

/** `file:line:column`, the form editors and terminals turn into a link; `file#Sheet!E3` in a workbook. */
export const where = ({ file, line, column, cell }: Place): string =>
  cell === undefined ? `${visible(file)}:${line}:${column}` : `${visible(file)}!${cell}`;

const TAB = 4;
const FRAME = 80; // columns that a frame takes, so that carets stand below the fault; a longer line is cut around it
const WIDE =
  /[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /[\p{M}\u{200c}\u{200d}]/u;

/** Terminal columns a visible text takes: combining marks none, East Asian and emoji two. */
export function columns(text: string): number {
  let n = 0;
  for (const c of text) n += ZERO.test(c) ? 0 : WIDE.test(c) ? 2 : 1;
  return n;
}

/** Visible text with tabs as spaces up to the next stop, starting at `from` columns; any unit kept whole. */
function draw(text: string, from: number): string {
  let out = "";
  let at = from;
  for (const part of text.split(/(\t)/u)) {
    const shown = part === "\t" ? " ".repeat(TAB - (at % TAB)) : visible(part);
    out += shown;
    at += columns(shown);
  }
  return out;
}

/** The source line and the carets under it: `["14 |     wepons:", "   |     ^^^^^^"]`. */
function frame(place: Place, gutter: string): string[] {
  if (place.text === undefined) return [];
  const { length } = place.text;
  const start = Math.min(place.column - 1, length);
  const room = FRAME - gutter.length - " | ".length;
  const shown = length <= room ? length : room - "……".length;
  const first = Math.max(0, Math.min(start - Math.floor(shown / 2), length - shown));
  const last = first + shown;
  const end = Math.max(start, Math.min(start + place.length, last));
  const before = (first > 0 ? "…" : "") + draw(place.text.slice(first, start), 0);
  const pad = columns(before);
  const marked = draw(place.text.slice(start, end), pad);
  const after = draw(place.text.slice(end, last), pad + columns(marked)) + (last < length ? "…" : "");
  const carets = "^".repeat(Math.max(1, columns(marked)));
  return [
    `${String(place.line).padStart(gutter.length)} | ${before}${marked}${after}`.trimEnd(),
    `${gutter} | ${" ".repeat(pad)}${carets}`,
  ];
}

/** One problem in a line without its place: for who wrote no file. */
export function sentenceOf(problem: Problem, lang: LanguageTag): string {
  const { message, hint } = spoken(textsOf(problem), lang);
  return hint === undefined ? message : `${message} (${hint})`;
}

/** One problem in the form compilers use; every place is on a line of its own as `file:line:column`. */
function formatProblem(problem: Problem, lang: LanguageTag): string {
  const { message, hint: advice } = spoken(textsOf(problem), lang);
  const places = [...(problem.place ? [problem.place] : []), ...(problem.also ?? [])];
  const gutter = " ".repeat(Math.max(2, ...places.map((p) => String(p.line).length)));
  const hint = advice === undefined ? "" : ` (${visible(advice)})`;
  const text = `${visible(message)}${hint}`;
  const lines = [inLanguage(problem.severity === "error" ? said`error: ${text}` : said`warning: ${text}`, lang)];
  places.forEach((place, i) => {
    lines.push(
      `  ${i === 0 && problem.place ? `--> ${where(place)}` : inLanguage(said`and ${where(place)}{#place}`, lang)}`,
    );
    const code = frame(place, gutter);
    if (code.length > 0) lines.push(`${gutter} |`, ...code);
  });
  return lines.join("\n");
}

/**
 * All problems as text, at most `max` of them, then how many are left.
 *
 * @example
 * formatProblems([{ message: 'unknown key "wepons"', hint: 'did you mean "weapons"?', severity: "error" }])
 * // 'error: unknown key "wepons" (did you mean "weapons"?)'
 */
export function formatProblems(
  problems: readonly Problem[],
  { max = 20, lang = "en" }: { max?: number; lang?: LanguageTag } = {},
): string {
  const shown = problems.slice(0, max).map((problem) => formatProblem(problem, lang));
  const left = problems.length - shown.length;
  if (left > 0) shown.push(inLanguage(said`… and ${left} more`, lang));
  return shown.join("\n\n");
}

/** Each problem once. */
export const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [
      `${problem.place?.file}:${problem.place?.line}:${problem.place?.column} ${problem.message}`,
      problem,
    ]),
  ).values(),
];

/** How two places of one file follow each other. */
export const placeOrder = (a: Place | undefined, b: Place | undefined): number =>
  (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);

/** Each problem once, in the order of the text; of several files one after another. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const once = distinct(problems);
  const files = [...new Set(once.map(({ place }) => place?.file))];
  const fileOf = ({ place }: Problem) => files.indexOf(place?.file);
  return once.sort((a, b) => fileOf(a) - fileOf(b) || placeOrder(a.place, b.place));
}
