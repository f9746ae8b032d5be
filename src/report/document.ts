/** A report of an analysis: sentences and tables, written once and shown on a terminal or as Markdown. */
import Table from "cli-table3";
import pc from "picocolors";
import type { Language } from "./language/language.ts";
import { escapeMarkdown, fenced } from "./markdown.ts";
import { BARE, bar, printable, type TerminalOptions } from "./terminal.ts";

/** A text, with how full its cell of a grid is (0 to 1) where that says something. */
export type Entry = string | { readonly text: string; readonly heat: number };

export type Block =
  | { readonly heading: string }
  /** One sentence each; one that begins with two blanks belongs to the one before. */
  | { readonly sentences: readonly string[] }
  /** The first column is words, the others numbers. */
  | { readonly head: readonly string[]; readonly rows: readonly (readonly Entry[])[]; readonly bars?: boolean };

export interface Document {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The health of what was simulated; see `qualityLines`. */
  readonly quality?: readonly string[];
  /** What made it, and the command that makes it again. */
  readonly provenance: string;
  readonly command: string;
  readonly language: Language;
}

const textOf = (entry: Entry): string => (typeof entry === "string" ? entry : entry.text);
const STEPS = "▁▂▃▄▅▆▇█";
const stepOf = (heat: number): string => STEPS[Math.min(7, Math.max(0, Math.floor(heat * 8)))]!;

/** For a terminal: aligned columns; a bar beside a single column of numbers, a step beside each number of a grid. */
export function documentText(
  { title, blocks, quality = [], provenance, command, language }: Document,
  options: TerminalOptions,
): string {
  const c = pc.createColors(options.colour);
  const lines = [c.bold(printable(title)), ""];
  for (const block of blocks) {
    if ("heading" in block) lines.push(c.underline(printable(block.heading)));
    else if ("sentences" in block) lines.push(...block.sentences.map(printable), "");
    else lines.push(...tableLines(block, c, options.width), "");
  }
  const [line, ...advice] = quality.map(printable);
  if (line !== undefined)
    lines.push(advice.length === 0 ? c.dim(line) : c.yellow(line), ...advice.map((text) => c.yellow(`  ${text}`)));
  lines.push(c.dim(printable(provenance)), c.dim(language.cell.again(printable(command))));
  return `${lines.join("\n")}\n`;
}

function tableLines(
  { head, rows, bars = false }: Extract<Block, { head: unknown }>,
  c: ReturnType<typeof pc.createColors>,
  width: number,
): string[] {
  const table = new Table({
    chars: BARE,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colAligns: [...head.map((_, i) => (i === 0 ? ("left" as const) : ("right" as const))), "left"],
  });
  const barWidth = Math.max(8, Math.min(40, width - 48));
  table.push([...head.map((text) => c.dim(printable(text))), ""]);
  for (const row of rows) {
    const last = row.at(-1)!;
    const side = bars && typeof last !== "string" ? c.cyan(bar(last.heat, barWidth)) : "";
    const shown = row.map((entry) =>
      typeof entry === "string" || bars
        ? printable(textOf(entry))
        : `${printable(entry.text)} ${c.cyan(stepOf(entry.heat))}`,
    );
    table.push([...shown, side]);
  }
  return table
    .toString()
    .split("\n")
    .map((line) => `  ${line.trimEnd()}`);
}

/** As Markdown, for a step summary or a comment. */
export function documentMarkdown({ title, blocks, quality = [], provenance, command, language }: Document): string {
  const lines = [`# ${escapeMarkdown(title)}`, ""];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  for (const block of blocks) {
    if ("heading" in block) lines.push(`## ${escapeMarkdown(block.heading)}`, "");
    else if ("sentences" in block)
      lines.push(
        ...block.sentences.map((text) => `${text.startsWith("  ") ? "  " : ""}- ${escapeMarkdown(text.trim())}`),
        "",
      );
    else
      lines.push(
        row(block.head.map(escapeMarkdown)),
        row(block.head.map((_, i) => (i === 0 ? "---" : "---:"))),
        ...block.rows.map((cells) => row(cells.map((entry) => escapeMarkdown(textOf(entry))))),
        "",
      );
  }
  const [line, ...advice] = quality.map(escapeMarkdown);
  if (line !== undefined)
    lines.push(`${line}.`, "", ...advice.map((text) => `- ${text}`), ...(advice.length > 0 ? [""] : []));
  lines.push(`## ${language.general.again}`, "", ...fenced(printable(command)), "", escapeMarkdown(provenance), "");
  return lines.join("\n");
}
