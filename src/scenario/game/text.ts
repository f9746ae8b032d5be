/** Texts of procedures and formulas inside a YAML file: where each character of them stands, and their trees. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { said, type Text } from "../../rulesets/said.ts";
import { nearest } from "../nearest.ts";
import { type Place, type Problem, problemAt, quote } from "../problem.ts";
import type { ScalarNode } from "../tree.ts";
import { parser } from "./parser.ts";

/** A text of a game's file that is read as steps or as a formula. */
export interface GameText {
  readonly text: string;
  readonly tree: Tree;
  /** Where a stretch of it stands in the file. */
  place(from: number, to: number): Place;
  of(node: Pick<SyntaxNode, "from" | "to">): string;
}

const formulas = parser.configure({ top: "Formula" });
const steps = parser.configure({ top: "Steps" });

/**
 * @param lines of the whole file
 * @param from where the text begins in the value of the node
 */
export function gameText(
  node: ScalarNode,
  lines: readonly string[],
  top: "formula" | "steps",
  from = 0,
  to?: number,
): GameText {
  const whole = String(node.value);
  const text = whole.slice(from, to);
  const isBlock =
    /^[|>]/u.test(lines[node.place.line - 1]?.slice(node.place.column - 1) ?? "") || node.raw.includes("\n");
  const tree = (top === "formula" ? formulas : steps).parse(text);
  return {
    text,
    tree,
    of: ({ from, to }) => text.slice(from, to),
    place(start, end) {
      const before = whole.slice(0, from + start);
      const length = Math.max(1, end - start);
      if (!isBlock) {
        const quoted = /^["']/u.test(node.raw) ? 1 : 0;
        return { ...node.place, column: node.place.column + from + start + quoted, length };
      }
      const rows = before.split("\n");
      const valueLines = whole.split("\n");
      const line = blockLine(node, lines) + rows.length - 1;
      const full = lines[line - 1] ?? "";
      const own = valueLines[rows.length - 1] ?? "";
      const indent = Math.max(0, full.length - own.length);
      return { file: node.place.file, line, column: indent + rows.at(-1)!.length + 1, length, text: full };
    },
  };
}

/** The first line of what a block holds: the one after its mark. */
function blockLine(node: ScalarNode, lines: readonly string[]): number {
  const at = node.place.line;
  return /[|>][-+\d]*\s*(?:#.*)?$/u.test(lines[at - 1] ?? "") ? at + 1 : at;
}

/** Whether a node says a keyword: `at most`. */
export function says(node: SyntaxNode, word: string): boolean {
  return node.getChild(word) !== null;
}

/** The nodes in a node, without keywords and signs. */
export function partsIn(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (/^[A-Z]/u.test(child.name) && !child.type.isError) found.push(child);
  return found;
}

/** How a step or a formula is written, by the node that was begun. */
export const FORMS: Readonly<Record<string, string>> = {
  If: "if CONDITION: STEPS",
  ElseIf: "else if CONDITION: STEPS",
  Else: "else: STEPS",
  Repeat: "repeat NUMBER: STEPS",
  While: "while CONDITION: STEPS",
  Until: "until CONDITION: STEPS",
  Turns: "turns NUMBER: STEPS",
  Each: "each side: STEPS",
  By: "each side by ROLL ties again: STEPS",
  Simultaneously: "simultaneously: STEPS",
  Function: "function NAME(A, B): STEPS",
  Assign: "NAME = VALUE",
  Limit: "NAME += VALUE at most NUMBER",
  Give: "give VALUE",
  Choose: "SIDE chooses NAME from CHOICE, CHOICE wanting VALUE",
  Seeing: "seeing NAME, NAME",
  Roll: "roll NUMBER d6",
  Reroll: "roll NUMBER d6 reroll 1",
  Explode: "roll NUMBER d6 explode 6 at most 10",
  Open: "roll NUMBER d6 open 6 at most 10",
  Pick: "highest 2 of POOL",
  Call: "count(POOL: it >= 4)",
  Test: "count(POOL: it >= 4)",
  Index: "TABLE[KEY]",
  Paren: "(VALUE)",
  Conditional: "(VALUE if CONDITION else VALUE)",
  In: "VALUE in 2..5",
};
/** Words of the language, which are no names. */
export const WORDS =
  "if else repeat while until turns each side by ties simultaneously stop give chooses from seeing wanting roll reroll explode open at most least and or not in has highest lowest of yes no it function".split(
    " ",
  );
/** Whether a name may be declared. */
export const isFree = (name: string): boolean =>
  !WORDS.includes(name) && !["attacker", "defender", "own", "enemy", "weapon", "turn"].includes(name);

/** What cannot be read of a text, the first of each line. */
export function syntaxProblems(text: GameText): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<number>();
  text.tree.iterate({
    enter: (ref) => {
      if (!ref.type.isError) return;
      const { node } = ref;
      const from = Math.min(text.text.length, node.from === node.to ? skipped(text.text, node.from) : node.from);
      const line = text.text.slice(0, from).split("\n").length;
      if (seen.has(line)) return;
      seen.add(line);
      problems.push(unread(text, node, from));
    },
  });
  return problems;
}

const skipped = (text: string, from: number): number => from + (/^[ \t]*/u.exec(text.slice(from))?.[0].length ?? 0);

function unread(text: GameText, node: SyntaxNode, from: number): Problem {
  const rest = text.text.slice(from);
  const word = /^(?:[\p{L}_][\p{L}\d_]*|\d+|[<>=!+-]=|.)/u.exec(rest)?.[0] ?? "";
  let within: SyntaxNode | null = node.parent;
  while (within && FORMS[within.name] === undefined) within = within.parent;
  const form = within === null ? undefined : FORMS[within.name];
  const place = text.place(from, from + Math.max(1, word.length));
  const hint = hintOf(text, from, word, form);
  const message: Text =
    word === "" || word === "\n" ? said`the line ends too early` : said`${quote(word)} cannot stand here`;
  return problemAt(place, message, hint === undefined ? {} : { hint });
}

function hintOf(text: GameText, from: number, word: string, form: string | undefined): Text | undefined {
  if (/^d\d/iu.test(word)) return said`how many dice, where that is a sum, stands in brackets: roll (a + b) ${word}`;
  if (word === "if") return said`a value with a condition stands in brackets: (a if TEST else b)`;
  if (word === "=") return said`write == to compare`;
  if (word === "&" || word === "&&") return said`write and`;
  if (word === "|" || word === "||") return said`write or`;
  if (word === "!") return said`write not`;
  if (word === "then" || word === "do") return said`write : instead of ${word}`;
  if (word === "\t") return said`indent with spaces`;
  const before = /[\p{L}_]+\s*$/u.exec(text.text.slice(0, from))?.[0].trim();
  for (const one of [word, before ?? ""]) {
    const near = one.length > 1 && !WORDS.includes(one) ? nearest(one, WORDS) : undefined;
    if (near !== undefined && one.length > 2) return said`did you mean ${quote(near)}?`;
  }
  return form === undefined ? undefined : said`it is written: ${form}`;
}
