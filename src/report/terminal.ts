import Table from "cli-table3";
import pc from "picocolors";
import type { CellResult, GoalResult, MetricResult, Outcome, Result } from "../analysis/result.ts";
import { visible } from "../scenario/problem.ts";
import { findings, type Headlines } from "./findings.ts";
import {
  atLeastText,
  chanceText,
  count,
  methodText,
  metricTitle,
  number,
  pairing,
  percent,
  worthText,
} from "./format.ts";
import { goalFound, goalWanted, worstFirst } from "./goals.ts";
import { provenance } from "./markdown.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns to fit. */
  readonly width: number;
}

/** Anything from a scenario, safe on a terminal: controls, escapes and bidirectional overrides are shown, not obeyed. */
export const printable = visible;

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A horizontal bar of `share` of `width` characters, in eighths. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * width * 8);
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** Rows that a table has room for: in a longer one, rarer values are folded into one line, and more than 24 in any case. */
const ROOM = 8;
const MOST_ROWS = 24;
const NEGLIGIBLE = 0.000_5;

/** A table of blanks alone. */
export const BARE = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** What values that are not listed come to. */
function togetherText(outcomes: readonly Outcome[]): string {
  const together = outcomes.reduce((sum, { probability }) => sum + probability, 0);
  if (together > 0) return `${percent(together)} together`;
  return outcomes[0]!.count === undefined ? "impossible" : "never seen";
}

function metricLines(metric: MetricResult, c: ReturnType<typeof pc.createColors>, width: number): string[] {
  const numeric = metric.outcomes.some((outcome) => outcome.atLeast !== undefined);
  const rows = metric.outcomes.map((outcome, index) => ({ ...outcome, index }));
  const likely = rows
    .filter(({ probability }) => rows.length <= ROOM || probability >= NEGLIGIBLE)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MOST_ROWS)
    .sort((a, b) => a.index - b.index);
  const table = new Table({
    chars: BARE,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colAligns: ["left", "right", ...(numeric ? (["right"] as const) : []), "left"],
  });
  const barWidth = Math.max(8, Math.min(40, width - 48));
  table.push([c.dim(printable(metric.name)), c.dim("chance"), ...(numeric ? [c.dim("at least")] : []), ""]);
  for (const outcome of likely) {
    table.push([
      printable(String(outcome.value)),
      chanceText(outcome),
      ...(numeric ? [atLeastText(metric, outcome.index)] : []),
      c.cyan(bar(outcome.probability, barWidth)),
    ]);
  }
  const lines = table
    .toString()
    .split("\n")
    .map((line) => `    ${line.trimEnd()}`);
  const hidden = rows.filter((row) => !likely.includes(row));
  if (hidden.length > 0) lines.push(c.dim(`    (${hidden.length} more values, ${togetherText(hidden)})`));
  if (metric.mean !== undefined) lines.push(`    mean ${number(metric.mean)}, sd ${number(metric.sd ?? 0)}`);
  return lines;
}

function cellLines(result: Result, cell: CellResult, c: ReturnType<typeof pc.createColors>, width: number): string[] {
  const head = `  ${c.bold(printable(pairing(result, cell)))}  ${c.yellow(printable(cell.modifiers.join(" + ")))}`;
  if (cell.statement)
    return [head, `    ${c.red("not possible")}: ${printable(cell.statement.text)} (${cell.statement.rule})`, ""];
  if (cell.notBuilt) return [head, `    ${c.red(cell.notBuilt)}`, ""];
  const lines = [`${head}  ${c.dim(methodText(cell))}`];
  if (cell.note) lines.push(`    ${c.dim(printable(cell.note))}`);
  // The main metric in full; the others by their mean.
  const main = cell.metrics!.findLast((metric) => metric.name === cell.metrics![0]!.name)!; // the last turn's
  const others = cell.metrics!.filter((metric) => metric.name !== main.name);
  if (metricTitle(main) !== main.name) lines.push(`    ${c.dim(printable(metricTitle(main)))}`);
  lines.push(...metricLines(main, c, width));
  const means = others
    .filter((metric) => metric.mean !== undefined)
    .map((metric) => `${printable(metricTitle(metric))} ${number(metric.mean!)}`);
  if (means.length > 0) lines.push(c.dim(`    means: ${means.join(" · ")}`));
  if (cell.worth) lines.push(`    ${c.dim(worthText(cell.worth))}`);
  if (cell.verification) {
    const { verdict, trials, pValue } = cell.verification;
    const text = `exact and ${count(trials)} simulated trials ${verdict} (p ${pValue.toPrecision(2)})`;
    lines.push(`    ${verdict === "agree" ? c.green(text) : c.red(text)}`);
  }
  return [...lines, ""];
}

/** The answer to one question: every metric of its one cell. */
export function oddsView(result: Result, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const [cell] = result.cells;
  if (cell === undefined) return "";
  if (cell.statement) return `${c.red("not possible")}: ${printable(cell.statement.text)} (${cell.statement.rule})\n`;
  const lines = [c.dim(`  ${methodText(cell)}`)];
  for (const metric of cell.metrics ?? []) {
    if (metricTitle(metric) !== metric.name) lines.push(`    ${c.dim(printable(metricTitle(metric)))}`);
    lines.push(...metricLines(metric, c, options.width));
  }
  for (const { id, name, value } of cell.options)
    lines.push(`  option ${name}: ${printable(JSON.stringify(value))} (${id})`);
  return `${lines.join("\n")}\n`;
}

const MARKS = { pass: "✓", fail: "✗", inconclusive: "?" };

/** Every goal on a line, failed ones first. */
export function goalLines(goals: readonly GoalResult[], c: ReturnType<typeof pc.createColors>): string[] {
  const colours = { pass: c.green, fail: c.red, inconclusive: c.yellow };
  return [
    "Goals",
    ...worstFirst(goals).map((goal) => {
      const mark = colours[goal.verdict](`${MARKS[goal.verdict]} ${goal.verdict}`);
      const level = goal.level === "warn" ? c.dim(" (warn)") : "";
      return `  ${mark}  ${printable(goal.key)}: ${goalFound(goal)}, wanted ${goalWanted(goal)}${level}`;
    }),
  ];
}

/** The terminal's view of a result: findings first, tables and bars, how to make it again last. */
export function terminalView(result: Result, headlines: Headlines, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const lines = [c.bold(printable(result.title ?? result.file)), ""];
  if (result.partial)
    lines.push(c.red("Partial: the run was interrupted; what follows is complete up to where it stopped."), "");
  for (const sentence of findings(result, headlines)) lines.push(printable(sentence));
  lines.push("");
  for (const warning of result.warnings) lines.push(`${c.yellow("warning")}: ${printable(warning)}`);
  if (result.goals) lines.push(...goalLines(result.goals, c), "");
  let experiment = "";
  for (const cell of result.cells) {
    if (cell.experiment !== experiment) {
      experiment = cell.experiment;
      lines.push(`${c.underline(printable(experiment))} (${cell.kind})`);
    }
    lines.push(...cellLines(result, cell, c, options.width));
  }
  const options_ = [...new Map(result.cells.flatMap((cell) => cell.options).map((o) => [o.name, o])).values()];
  if (options_.length > 0)
    lines.push(
      `Options other than the default: ${options_.map((o) => `${o.name}: ${printable(JSON.stringify(o.value))} (${o.id})`).join(", ")}`,
    );
  lines.push(c.dim(provenance(result)), c.dim(`Again: ${printable(result.command)}`));
  return `${lines.join("\n")}\n`;
}
