import type { TerminalOptions } from "../report/terminal/blocks.ts";
import { folded } from "../report/terminal/wrap.ts";
import { nextTurn } from "../rule/event-loop.ts";
import { inLanguage, said, type Text } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { visibleLines } from "../scenario/problem.ts";
import { OutputError } from "./exit.ts";

/** What the terminal at hand can show; asked per stream. */
export type Look = Required<TerminalOptions>;

/** Colour only on a terminal that wants it: not with --no-color, NO_COLOR or TERM=dumb, nor off a TTY. */
export const lookOf = (stream: NodeJS.WriteStream, noColour: boolean): Look => ({
  colour: !noColour && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb",
  width: Math.min(200, Math.max(40, columnsOf(stream) ?? 80)),
  wraps: columnsOf(stream) !== undefined,
  ascii: stream.isTTY === true && process.env.TERM === "dumb",
});

/** COLUMNS where it is set; a pipe has no width of its own. */
function columnsOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  const { COLUMNS = "" } = process.env;
  if (/^\d{1,4}$/.test(COLUMNS)) return Number(COLUMNS);
  return isTTY === true ? columns : undefined;
}

/**
 * GitHub's runner obeys a line that begins with `::`, and `##[` anywhere in one. Of what is printed there only what
 * `order` writes is meant for it.
 */
export function harmless(text: string, isJson = text.startsWith("{")): string {
  if (!process.env.GITHUB_ACTIONS) return text;
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replaceAll("##[", isJson ? "##\\u005b" : "## [");
}

/** Orders to the runner, to stdout, or to stderr where stdout is data. */
export const order = (text: string, stream: NodeJS.WriteStream): Promise<void> =>
  text === "" ? Promise.resolve() : new Promise((resolve) => stream.write(text, () => resolve()));

/** What a pipe answers whose reader went away (`| head`): that is no error. */
const GONE: ReadonlySet<string | undefined> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/**
 * Data, to stdout; resolves when it is written, so that a process may exit.
 * @param encoding of bytes that are kept as a text: `latin1`
 * @throws OutputError when it cannot be written, unless nobody reads it any more
 */
export const print = (text: string, encoding: "latin1" | "utf8" = "utf8", isJson?: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(encoding === "utf8" ? harmless(text, isJson) : text, encoding, (error) => {
      if (error && !GONE.has((error as NodeJS.ErrnoException).code))
        reject(new OutputError(said`standard output`, error));
      else resolve();
    });
  });

/** Characters that are put together for one write: a hundredth of a second's making, and then signals are heard. */
const AT_ONCE = 1 << 18;

/** Pieces in stretches of so many characters, or of one piece that is longer; an empty one ends a stretch. */
export function* stretches(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < AT_ONCE && piece !== "") continue;
    yield text;
    text = "";
  }
  yield text;
}

/** `print` of a text in pieces of whole lines, each made when those before it are written; signals are heard between them. */
export async function printPieces(pieces: Iterable<string>, isJson: boolean, isOver: () => boolean): Promise<void> {
  for (const text of stretches(pieces)) {
    if (isOver()) return;
    if (text !== "") await print(text, "utf8", isJson);
    await nextTurn();
  }
}

/** `print` of lines that a person reads, broken at the width of the terminal that they go to. */
export const printFolded = (text: string): Promise<void> => print(folded(text, lookOf(process.stdout, true)));

let spoken: LanguageTag = "en";
/** Has all messages told in a language from now on: that of the words, then that of the scenario, once it is read. */
export const speak = (lang: LanguageTag): void => {
  spoken = lang;
};
export const spokenHere = (): LanguageTag => spoken;
/** What is said, in the language that is spoken. */
export const inSpoken = (text: Text): string => inLanguage(text, spoken);

/**
 * Messages, to stderr: names, paths and words of the command line in them are shown, never obeyed. A sentence is a line,
 * or as many as it needs on a terminal.
 */
export const say = (text: Text): void => {
  const lines = typeof text === "string" ? text : `${inSpoken(text)}\n`;
  const shown = visibleLines(lines);
  process.stderr.write(harmless(folded(shown, lookOf(process.stderr, true))));
};
/** What went wrong, where the command goes on. */
export const sayError = (text: Text): void => say(said`error: ${text}`);
