/**
 * The gate before the YAML composer. The composer recurses, and a few kilobytes nested 2,000 deep, parsed twice, abort
 * the whole process with nothing to catch; aliases of empty maps cost it more than linear time. So the text goes
 * through the package's own lexer and token parser (one iterative, linear pass) and is given up at the first token
 * that passes a limit. What comes out is exactly what the composer is then fed: there is no second reading to differ.
 */
import { CST, Lexer, Parser } from "yaml";
import { said, type Text } from "../rulesets/said.ts";
import { type Placer, type Problem, problemAt, quote } from "./problem.ts";

export const MAX_DEPTH = 64;
export const MAX_ALIASES = 100;
export const MAX_NODES = 500_000;
const MAX_FAULTS = 100; // syntax errors and refusals after which the rest of the text is not read

export interface Guarded {
  /** The tokens of the first document, ready to be composed; empty when the text was given up. */
  readonly tokens: readonly CST.Token[];
  readonly problems: readonly Problem[];
  /** Where a quoted text begins that never ends. */
  readonly unclosed: number | undefined;
}

const COLLECTIONS = new Set(["block-map", "block-seq", "flow-collection"]);
/** Tokens that stand for a node, for an empty place where one is understood, or that cost as much. */
const COUNTED = new Set<CST.TokenType | null>([
  "scalar",
  "single-quoted-scalar",
  "double-quoted-scalar",
  "block-scalar-header",
  "alias",
  "anchor",
  "flow-map-start",
  "flow-seq-start",
  "seq-item-ind",
  "map-value-ind",
  "comma",
]);

/**
 * Tokens of a text within the limits, or the problem that stopped it. Linear in the text, constant stack.
 * Directives and tags are refused and reading goes on; a passed limit, but for that of faults, gives the text up at once.
 */
export function guard(text: string, place: Placer): Guarded {
  const problems: Problem[] = [];
  const refuse = (start: number, length: number, message: Text, hint?: Text): void => {
    problems.push(problemAt(place(start, start + length), message, { hint }));
  };
  const givenUp = (): Guarded => ({ tokens: [], problems, unclosed: undefined });

  if (!isPlainText(text, refuse)) return givenUp();

  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let documents = 0;
  let aliases = 0;
  let nodes = 0;
  let faults = 0;
  let unclosed: number | undefined;
  let inScalar = false; // the lexer announces a plain or block text by a marker; what follows is its content

  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset;
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") faults++;
      if (token.type !== "directive") tokens.push(token);
    }
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    inScalar = type === "scalar";
    if (COUNTED.has(type)) nodes++;

    const { length } = lexeme;
    switch (type) {
      case "directive-line":
        refuse(start, length, said`YAML directives are not accepted: ${quote(lexeme)}`, said`delete this line`);
        break;
      case "tag":
        refuse(start, length, said`YAML tags are not accepted: ${quote(lexeme)}`, said`write the value without it`);
        break;
      case "alias":
        aliases++;
        break;
      case "single-quoted-scalar":
      case "double-quoted-scalar":
        if (!isClosed(lexeme)) unclosed ??= start;
        break;
      case "doc-mode":
        documents++;
        break;
      case "doc-start":
        // The first marker follows the start of its document directly; a later one begins another document.
        if (parser.stack[0]?.type === "document" && parser.stack[0].offset === start && tokens.some(isDocument))
          documents++;
        break;
    }
    if (documents > 1) {
      refuse(
        start,
        length,
        said`a second document begins here; a scenario is one document`,
        said`put it in a file of its own`,
      );
      return { tokens: tokens.slice(0, tokens.findIndex(isDocument) + 1), problems, unclosed };
    }
    if (depthOf(parser) > MAX_DEPTH) {
      refuse(start, 1, said`too deeply nested: this is level ${MAX_DEPTH + 1}, the limit is ${MAX_DEPTH}`);
      return givenUp();
    }
    if (aliases > MAX_ALIASES) {
      const hint = text.includes("<<") ? said`merge keys (<<) are not supported; use extends:` : undefined;
      refuse(start, length, said`too many aliases: the limit is ${MAX_ALIASES}`, hint);
      return givenUp();
    }
    if (nodes > MAX_NODES) {
      refuse(start, length, said`too many values: the limit is ${MAX_NODES}`);
      return givenUp();
    }
    if (faults + problems.length > MAX_FAULTS) {
      refuse(start, length, said`too many errors: the rest of the file was not read`);
      if (problems.length > MAX_FAULTS) return givenUp();
      break;
    }
  }
  tokens.push(...parser.end());
  return { tokens, problems, unclosed };
}

const isDocument = (token: CST.Token): boolean => token.type === "document";

/** Collections around the token just read: the stack begins with the document and may end with a scalar. */
function depthOf({ stack }: Parser): number {
  const last = stack.at(-1);
  return last === undefined ? 0 : stack.length - (COLLECTIONS.has(last.type) ? 1 : 2);
}

/** Whether a quoted token has its closing quote: not doubled in single quotes, not escaped in double quotes. */
function isClosed(lexeme: string): boolean {
  const quoteMark = lexeme[0]!;
  const escaping = quoteMark === "'" ? "'" : "\\";
  let last = lexeme.length - 1;
  if (last < 1 || lexeme[last] !== quoteMark) return false;
  let escapes = 0;
  while (--last > 0 && lexeme[last] === escaping) escapes++;
  return escapes % 2 === 0;
}

type Refuse = (start: number, length: number, message: Text, hint?: Text) => void;

/** YAML's own character set: no controls but tab and line ends, no lone surrogates, no bare carriage return. */
export function isPlainText(text: string, refuse: Refuse): boolean {
  const found = /(?![\t\r\n])\p{Cc}|\r(?!\n)|\p{Surrogate}/u.exec(text);
  if (found === null) return true;
  const code = found[0].codePointAt(0)!;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code >= 0xd800) refuse(found.index, 1, said`a lone surrogate (${name})`, said`save the file as UTF-8`);
  else if (code === 0x0d)
    refuse(found.index, 1, said`a carriage return without a line feed`, said`save the file with ordinary line ends`);
  else
    refuse(
      found.index,
      1,
      said`a control character (${name})`,
      said`delete it, or write it as an escape in double quotes`,
    );
  return false;
}
