import { folded } from "../report/terminal/wrap.ts";
import { inLanguage, said, type Text } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { visible } from "../scenario/problem.ts";
import { OutputError } from "./exit.ts";

/** What the terminal at hand can show; asked per stream. */
export interface Look {
  readonly colour: boolean;
  readonly width: number;
  readonly wraps: boolean;
  readonly ascii: boolean;
}

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
export function harmless(text: string): string {
  if (!process.env.GITHUB_ACTIONS) return text;
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replaceAll("##[", text.startsWith("{") ? "##\\u005b" : "## [");
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
export const print = (text: string, encoding: "latin1" | "utf8" = "utf8"): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(encoding === "utf8" ? harmless(text) : text, encoding, (error) => {
      if (error && !GONE.has((error as NodeJS.ErrnoException).code))
        reject(new OutputError(said`standard output`, error));
      else resolve();
    });
  });

/** The same of lines that a person reads, broken at the width of the terminal that they go to. */
export const printFolded = (text: string): Promise<void> => print(folded(text, lookOf(process.stdout, true)));

let spoken: LanguageTag = "en";
/** Has all messages told in a language from now on: that of the words, then that of the scenario, once it is read. */
export const speak = (lang: LanguageTag): void => {
  spoken = lang;
};
/** What is said, in the language that is spoken. */
export const inSpoken = (text: Text): string => inLanguage(text, spoken);

/**
 * Messages, to stderr: names, paths and words of the command line in them are shown, never obeyed. A sentence is a line,
 * or as many as it needs on a terminal.
 */
export const say = (text: Text): void => {
  const lines = typeof text === "string" ? text : `${inSpoken(text)}\n`;
  const shown = lines.split("\n").map(visible).join("\n");
  process.stderr.write(harmless(folded(shown, lookOf(process.stderr, true))));
};
/** What went wrong, where the command goes on. */
export const sayError = (text: Text): void => say(said`error: ${text}`);
