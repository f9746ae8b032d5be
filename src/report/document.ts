/** A report of an analysis: sentences and tables, written once and shown on a terminal or as Markdown. */
import type { Grid } from "./grid.ts";
import type { Language } from "./language/language.ts";
import { escapeMarkdown, fenced, headRows, row } from "./markdown-text.ts";
import { aligned, type Colours, coloursOf, printable, step, type TerminalOptions } from "./terminal/blocks.ts";
import { gridLines } from "./terminal/grid.ts";
import { broken, sentence, wide } from "./terminal/wrap.ts";

/**
 * A text, with how full its cell of a grid is (0 to 1) where that says something; or a name in words, with the path that
 * one types for it.
 */
export type Entry =
  | string
  | { readonly text: string; readonly heat: number }
  | { readonly text: string; readonly typed: string };

/** A name in words, with the path that one types for it. */
export type Head = Exclude<Entry, { readonly heat: number }>;

/** The first column is words, the others numbers. */
export interface TableBlock {
  readonly head: readonly Head[];
  readonly rows: readonly (readonly Entry[])[];
  readonly bars?: boolean;
  /** Rows that a terminal has room for; how to see all is said below. */
  readonly most?: number;
  /** A page has a chart of it. */
  readonly isDrawn?: boolean;
}

export type Block =
  | {
      readonly heading: string;
      /** The cell that all below it is of: links lead there. */
      readonly cell?: string;
    }
  /** One sentence each; one that begins with two blanks belongs to the one before. */
  | {
      readonly sentences: readonly string[];
      /** How they are to be read: said after them, below the table that follows; on a page no findings. */
      readonly notes?: readonly string[];
      readonly isDrawn?: boolean;
      /** On a page what belongs to the first of them is folded below this. */
      readonly folded?: string;
    }
  | TableBlock
  /** For a terminal alone: a page draws it, and Markdown has its table. */
  | { readonly grid: Grid };

export interface Document {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** What a terminal shows in their place, where they are more than it has room for. */
  readonly brief?: readonly Block[];
  /** The health of what was simulated; see `qualityLines`. */
  readonly quality?: readonly string[];
  /** What all of its cells are of; nothing where they have nothing in common. */
  readonly setup?: string;
  /** What made it, and the command that makes it again. */
  readonly provenance: string;
  readonly command: string;
  readonly language: Language;
}

const isTable = (block: Block | undefined) => block !== undefined && "head" in block;
/** Notes on sentences; those without any are of what stands above them. */
const notesOf = (block: Block | undefined) =>
  block && "sentences" in block && block.sentences.length > 0 ? (block.notes ?? []) : [];

/** Blocks as they are read from above: notes below the table that follows them, else below their sentences. */
const inOrder = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block, i): Block[] => {
    const { [i - 1]: before, [i + 1]: next } = blocks;
    if (isTable(block)) return notesOf(before).length === 0 ? [block] : [block, { sentences: notesOf(before) }];
    if (!("sentences" in block) || (notesOf(block).length > 0 && isTable(next))) return [block];
    return [{ ...block, sentences: [...block.sentences, ...(block.notes ?? [])] }];
  });

export const textOf = (entry: Entry): string => (typeof entry === "string" ? entry : entry.text);
/** On a terminal: what can be typed there. */
const typedOf = (entry: Entry): string => (typeof entry !== "string" && "typed" in entry ? entry.typed : textOf(entry));
/** In Markdown: both. */
export const bothOf = (entry: Entry): string =>
  typeof entry !== "string" && "typed" in entry && entry.typed !== entry.text
    ? `${escapeMarkdown(entry.text)} (${escapeMarkdown(entry.typed)})`
    : escapeMarkdown(textOf(entry));
/** For a terminal: aligned columns; a bar beside a single column of numbers, a step beside each number of a grid. */
export function documentText(
  { title, blocks, brief = blocks, quality = [], setup = "", provenance, command, language }: Document,
  options: TerminalOptions,
): string {
  const c = coloursOf(options);
  const below = setup === "" ? [] : sentence(c.dim(printable(setup)), options);
  const lines = [...sentence(printable(title), options).map((line) => c.bold(line)), ...below, ""];
  for (const block of inOrder(brief)) {
    if ("heading" in block) lines.push(...sentence(printable(block.heading), options).map((line) => c.underline(line)));
    else if ("sentences" in block)
      lines.push(...block.sentences.flatMap((text) => sentence(printable(text), options)), "");
    else if ("grid" in block) for (const part of gridLines(block.grid, language, options)) lines.push(...part);
    else {
      const { rows, most = rows.length } = block;
      lines.push(...tableLines({ ...block, rows: rows.slice(0, most) }, c, options));
      if (rows.length > most)
        lines.push(
          ...sentence(
            c.dim(
              `  ${language.say`and ${rows.length - most} more: --markdown prints all, --out DIR writes all as files`}`,
            ),
            options,
          ),
        );
      lines.push("");
    }
  }
  const [line, ...advice] = quality.map(printable);
  if (line !== undefined)
    lines.push(
      advice.length === 0 ? c.dim(line) : c.yellow(line),
      ...advice.flatMap((text) => sentence(c.yellow(`  ${text}`), options)),
    );
  lines.push(...sentence(c.dim(printable(provenance)), options), c.dim(language.cell.again(printable(command))));
  return `${lines.join("\n")}\n`;
}

/** A text as a pattern: words of a language may have brackets. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");

/** What all names of a column begin with, up to a comma, a colon or the `joint` of units; empty where it is not worth a line. */
export function sharedStart(names: readonly string[], joint = ", "): string {
  if (names.length < 2) return "";
  const [first] = names as [string];
  const starts = [...first.matchAll(new RegExp(`(?:, |[\u00a0 ]?: |${literal(joint)})`, "gu"))].map(
    ({ index, 0: mark }) => first.slice(0, index + mark.length),
  );
  const isShared = (start: string) => names.every((name) => name.startsWith(start) || `${name}, ` === start);
  return (
    starts.toReversed().find((start) => start.length > 12 && isShared(start)) ??
    (first.length > 12 && names.every((name) => name === first || name.startsWith(`${first}, `)) ? `${first}, ` : "")
  );
}

/** All that names begin with: the experiment, then who meets whom. */
export function sharedOf(names: readonly string[], joint?: string): string {
  const start = sharedStart(names, joint);
  const rest = names.map((name) => name.slice(start.length)).filter((name) => name !== "");
  return start === "" || rest.length < names.length ? start : start + sharedOf(rest, joint);
}

/** A table; what its names share is said once above it, and a name of more than half the width is broken. */
function tableLines(block: TableBlock, c: Colours, options: TerminalOptions): string[] {
  const names = block.rows.map(([name]) => typedOf(name!));
  const start = sharedStart(names);
  if (start === "" || names.every((name) => name.length <= start.length)) return rowLines(block, c, options);
  const rows = block.rows.map(([name, ...rest]): readonly Entry[] => [
    typedOf(name!).slice(start.length) || "·",
    ...rest,
  ]);
  const title = sentence(" ".repeat(INDENT) + printable(start.replace(/[\u00a0 ,:]+$/u, "")), {
    ...options,
    wraps: true,
  });
  return [...title, ...rowLines({ ...block, rows }, c, options)];
}

function rowLines({ head, rows, bars = false }: TableBlock, c: Colours, options: TerminalOptions): string[] {
  const most = Math.max(16, Math.floor(options.width / 2));
  const shown = [
    head.map((entry) => c.dim(printable(typedOf(entry)))),
    ...rows.map((row) =>
      row.map((entry, column) =>
        column === 0
          ? broken(printable(typedOf(entry)), most).join("\n")
          : typeof entry === "string" || bars || "typed" in entry
            ? printable(textOf(entry))
            : `${printable(entry.text)} ${c.cyan(step(entry.heat, options.ascii))}`,
      ),
    ),
  ];
  const shares = rows.map((row) => {
    const last = row.at(-1)!;
    return bars && typeof last !== "string" && "heat" in last ? last.heat : undefined;
  });
  return partsOf(shown, options.width - INDENT).flatMap((part, i, { length }) => [
    ...(i === 0 ? [] : [""]),
    ...aligned(
      part,
      part[0]!.map((_, column) => (column === 0 ? "left" : "right")),
      {
        indent: INDENT,
        options,
        shares: i === length - 1 ? [undefined, ...shares] : [],
      },
    ),
  ]);
}

const INDENT = 2;

/** A table that is too wide as several, the first column in front of each. */
function partsOf(rows: readonly (readonly string[])[], width: number): string[][][] {
  const widths = rows[0]!.map(
    (_, column) => Math.max(...rows.flatMap((row) => row[column]!.split("\n").map(wide))) + 2,
  );
  const parts: number[][] = [];
  let room = 0;
  for (let column = 1; column < widths.length; column++) {
    if (parts.length === 0 || widths[column]! > room) {
      parts.push([0]);
      room = width - widths[0]! + 2;
    }
    parts.at(-1)!.push(column);
    room -= widths[column]!;
  }
  return (parts.length === 0 ? [[0]] : parts).map((part) => rows.map((row) => part.map((column) => row[column]!)));
}

/** As Markdown, for a step summary or a comment. */
export function documentMarkdown(document: Document): string {
  const { title, blocks, quality = [], setup = "", provenance, command, language } = document;
  const lines = [`# ${escapeMarkdown(title)}`, "", ...(setup === "" ? [] : [escapeMarkdown(setup), ""])];
  for (const block of inOrder(blocks)) {
    if ("heading" in block) lines.push(`## ${escapeMarkdown(block.heading)}`, "");
    else if ("sentences" in block)
      lines.push(
        ...block.sentences.map((text) => `${text.startsWith("  ") ? "  " : ""}- ${escapeMarkdown(text.trim())}`),
        "",
      );
    else if ("head" in block)
      lines.push(...headRows(block.head.map(bothOf)), ...block.rows.map((cells) => row(cells.map(bothOf))), "");
  }
  const [line, ...advice] = quality.map(escapeMarkdown);
  if (line !== undefined)
    lines.push(`${line}.`, "", ...advice.map((text) => `- ${text}`), ...(advice.length > 0 ? [""] : []));
  lines.push(`## ${language.general.again}`, "", ...fenced(printable(command)), "", escapeMarkdown(provenance), "");
  return lines.join("\n");
}

/** What each of several parts would say, to be said once; of one part alone nothing. */
export const ofAll = ([first = [], ...others]: readonly (readonly string[])[]): string[] =>
  others.length === 0 ? [] : first.filter((text) => others.every((own) => own.includes(text)));
