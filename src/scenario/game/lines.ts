/** The lines of a text of steps, put into blocks by how far in they stand. */
import type { SyntaxNode } from "@lezer/common";
import { type Said, said } from "../../rulesets/said.ts";
import { suggested } from "../nearest.ts";
import { quote } from "../problem.ts";
import { type GameText, HEADS, partsIn, unreadLines } from "./text.ts";
import type { GameWorld } from "./world.ts";

/** One line of steps: its rule, what it says, and the lines of the block it opens. */
export interface StepLine {
  readonly rule: string | undefined;
  readonly indent: number;
  readonly nodes: readonly SyntaxNode[];
  readonly from: number;
  readonly to: number;
  /** It cannot be read, and has been told. */
  readonly isWrong: boolean;
  readonly block: readonly StepLine[];
}

/** Blocks in each other at most. */
const MOST_DEPTH = 20;

export function stepLines(text: GameText, world: GameWorld): readonly StepLine[] {
  const wrong = unreadLines(text, world, [...world.rules.keys()]);
  const flat: StepLine[] = [];
  let offset = 0;
  let row = 0;
  const tops = partsIn(text.tree.topNode);
  let rule: string | undefined;
  for (const line of text.text.split("\n")) {
    const [from, to] = [offset, offset + line.length];
    offset = to + 1;
    const inLine = tops.filter(
      (node) => node.from >= from && node.from < Math.max(to, from + 1) && node.name !== "Comment",
    );
    const label = inLine.find(({ name }) => name === "RuleLabel");
    if (label) rule = text.of(label).slice(0, -1);
    if (label && world.rules.size > 0 && !world.rules.has(rule!)) {
      const place = text.place(label.from, label.to - 1);
      world.tell(place, said`there is no rule ${quote(rule!)}`, suggested(rule!, [...world.rules.keys()]));
    }
    const nodes = inLine.filter((node) => node !== label && !node.type.isError);
    const isWrong = wrong.has(++row);
    const code = line.slice(label === undefined ? 0 : label.to - from);
    const indent = (label === undefined ? 0 : label.to - from) + (/^\s*/u.exec(code)?.[0].length ?? 0);
    if (nodes.length === 0 && !isWrong) continue;
    flat.push({ rule, indent, nodes, from: from + indent, to, isWrong, block: [] });
  }
  let at = 0;
  const fail = (line: StepLine, message: Said, hint?: Said) =>
    world.tell(text.place(line.from, line.to), message, hint);
  const blockAt = (indent: number, depth: number): StepLine[] => {
    const lines: StepLine[] = [];
    let lost = indent; // where the lines before this one stood that opens no block: each such stretch is told once
    while (at < flat.length) {
      const line = flat[at]!;
      if (line.indent < indent) break;
      if (line.indent > indent) {
        if (!line.isWrong && line.indent !== lost)
          fail(
            line,
            said`this line stands further in than the one above, which opens no block`,
            inOneColumn(line, indent),
          );
        lost = line.indent;
        at++;
        continue;
      }
      at++;
      lost = indent;
      const next = flat[at];
      const opens = line.nodes.some((node) => HEADS.includes(node.name)) || line.isWrong;
      const hasBlock = opens && next !== undefined && next.indent > indent;
      if (hasBlock && depth >= MOST_DEPTH) {
        fail(next, said`blocks stand in each other ${MOST_DEPTH} deep at most`);
        at = flat.length;
        return lines;
      }
      lines.push(hasBlock ? { ...line, block: blockAt(next.indent, depth + 1) } : line);
    }
    return lines;
  };
  return flat.length === 0 ? [] : blockAt(flat[0]!.indent, 0).concat(lostLines());

  /** In which columns of the file a line and its block begin; of a text in one line of the file, those of the text. */
  function inOneColumn({ from, to, indent }: StepLine, block: number): Said {
    const place = text.place(from, to);
    const column = place.line === text.place(0, 1).line ? indent + 1 : place.column;
    const others = column - (indent - block);
    const before = text.text.slice(0, from);
    const blanks = /[ ]*$/u.exec(before)![0].length;
    const fits = blanks - (/:[ ]*$/u.test(before) ? 1 : 0) >= indent - block;
    return fits
      ? said`steps of one block begin in one column, ids of rules counted as blanks: this one in ${column}, the block in ${others}; begin this one in ${others}, or end the line above with a colon`
      : said`steps of one block begin in one column, ids of rules counted as blanks: this one in ${column}, the block in ${others}; begin them all in ${column}`;
  }

  /** A first line that stands further in than the others. */
  function lostLines(): StepLine[] {
    const line = flat[at];
    if (line !== undefined)
      fail(line, said`this line stands further out than the first one`, inOneColumn(line, flat[0]!.indent));
    return [];
  }
}

/** The name that a line which cannot be read gives a value: it is known, to whatever follows. */
export const nameGiven = ({ text }: GameText, { from, to }: StepLine): string | undefined =>
  /^\s*([\p{L}_][\p{L}\d_]*)\s*[+-]?=/u.exec(text.slice(from, to))?.[1];
