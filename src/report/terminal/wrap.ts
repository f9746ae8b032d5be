/** Lines that fit a terminal: broken at their blanks, where they go to a person's screen. */
import { columns } from "../../scenario/problem.ts";

/** How wide a screen is; a pipe gets each sentence on a line. */
export interface Width {
  readonly width: number;
  readonly wraps?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escapes
const COLOURS = /\u001b\[[0-9;]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escapes
const BEGIN = /^(?:\u001b\[[0-9;]*m| )*/;
/** Columns of a line, its colours left out. */
export const wide = (line: string): number => columns(line.replace(COLOURS, ""));

/** A line broken at its blanks where it is too wide, never within `12.0 % ± 0.1`; what follows is indented further. */
export function broken(line: string, width: number): string[] {
  if (wide(line) <= width) return [line];
  const blanks = /^ */.exec(line.replace(COLOURS, ""))![0].length;
  const indent = " ".repeat(Math.min(blanks, width / 4));
  const words = line.replace(BEGIN, (begin) => begin.replaceAll(" ", "")).trimEnd();
  const lines: string[] = [];
  let row = indent;
  let isEmpty = true;
  for (const word of words.split(/(?<=[^±≤≥×]) (?=[^±%×])/u)) {
    if (!isEmpty && wide(row) + 1 + wide(word) > width) {
      lines.push(row.trimEnd());
      row = `${indent}    ${word}`;
    } else row += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, row];
}

/** A sentence in the lines that it needs. */
export const sentence = (text: string, { wraps = false, width }: Width): string[] =>
  wraps ? broken(text, width) : [text];

/** A command that ends a line: it is copied whole. */
const COMMAND = /(?<=: )(?=crible )/u;

/** Text of several lines, each in the lines that it needs; a command that ends one stands whole on a line of its own. */
export const folded = (text: string, look: Width): string =>
  text
    .split("\n")
    .flatMap((line) => {
      if (!look.wraps || wide(line) <= look.width) return [line];
      const [said, ...command] = line.split(COMMAND) as [string, ...string[]];
      return [...broken(said, look.width), ...(command.length > 0 ? [command.join("")] : [])];
    })
    .join("\n");
