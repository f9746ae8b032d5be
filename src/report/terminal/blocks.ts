/** What a terminal can draw: bars and curves of blocks, lines that fit. */
import Table from "cli-table3";
import pc from "picocolors";
import { visible } from "../../scenario/problem.ts";
import { wide } from "./wrap.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns to fit. */
  readonly width: number;
  /** Break sentences at the width, where they go to a person's screen; a pipe gets each on a line. */
  readonly wraps?: boolean;
  /** Draw with ASCII alone. */
  readonly ascii?: boolean;
}

export type Colours = ReturnType<typeof pc.createColors>;
export const coloursOf = ({ colour }: TerminalOptions): Colours => pc.createColors(colour);

/** Anything from a scenario, safe on a terminal: controls, escapes and bidirectional overrides are shown, not obeyed. */
export const printable = visible;

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const STEPS = { blocks: "▁▂▃▄▅▆▇█", ascii: "_.-:=+*#" };
/** No bar is longer, none is drawn with less room. */
const LONGEST = 40;
const SHORTEST = 4;

/** A horizontal bar of `share` of `width` characters, in eighths; in ASCII in whole ones. */
export function bar(share: number, width: number, ascii = false): string {
  const full = Math.max(0, Math.min(1, share)) * width;
  if (ascii) return "#".repeat(Math.round(full));
  const eighths = Math.round(full * 8);
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** One character for a share from 0 to 1. */
export const step = (share: number, ascii = false): string =>
  (ascii ? STEPS.ascii : STEPS.blocks)[Math.min(7, Math.max(0, Math.floor(share * 8)))]!;

/** A curve, one character for each value, from 0 to the greatest. */
export function curve(values: readonly number[], ascii = false, most = Math.max(...values)): string {
  return values.map((value) => step(most === 0 ? 0 : value / most, ascii)).join("");
}

/** A table of blanks alone. */
const BARE = Object.fromEntries(
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid"
    .split(" ")
    .map((name) => [name, ""]),
);

/** Rows in columns, two blanks between them; a bar after each row that has one, as long as there is room. */
export function aligned(
  rows: readonly (readonly string[])[],
  aligns: readonly ("left" | "right")[],
  {
    indent,
    options,
    shares = [],
  }: { indent: number; options: TerminalOptions; shares?: readonly (number | undefined)[] },
): string[] {
  const table = new Table({
    chars: { ...BARE, middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colAligns: [...aligns],
  });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split("\n");
  // A row of several lines has its bar on the first.
  const heights = rows.map((row) => Math.max(1, ...row.map((cell) => cell.split("\n").length)));
  const rowAt = heights.flatMap((height, row) => Array.from({ length: height }, (_, i) => (i === 0 ? row : -1)));
  const used = Math.max(...lines.map(wide));
  const room = Math.min(LONGEST, options.width - indent - used - 2);
  const c = coloursOf(options);
  return lines.map((line, i) => {
    const share = shares[rowAt[i] ?? -1];
    const blocks = share === undefined || room < SHORTEST ? "" : bar(share, room, options.ascii);
    return `${" ".repeat(indent)}${line}${blocks === "" ? "" : `  ${c.cyan(blocks)}`}`.trimEnd();
  });
}
