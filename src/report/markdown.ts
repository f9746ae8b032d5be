import type { CellResult, GoalResult, MetricResult, Result } from "../analysis/result.ts";
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

/** Names from a scenario as plain text: no markup, no mention, no image, no comment, no control character. */
export const escapeMarkdown = (text: string): string =>
  visible(text)
    .replace(/[\\`*_{}[\]#|!~]/g, (c) => `\\${c}`)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@/g, "&#64;");

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The table of one metric: every value, its chance, the chance of at least as much. */
function metricTable(metric: MetricResult): string[] {
  const hasAtLeast = metric.outcomes.some((outcome) => outcome.atLeast !== undefined);
  const hasFraction = metric.outcomes.some(
    (outcome) => outcome.fraction !== undefined && outcome.fraction.length <= 24,
  );
  const head = [
    escapeMarkdown(metric.name),
    "chance",
    ...(hasAtLeast ? ["at least"] : []),
    ...(hasFraction ? ["fraction"] : []),
  ];
  const lines = [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:")))];
  for (const [index, outcome] of metric.outcomes.entries()) {
    const fraction = outcome.fraction !== undefined && outcome.fraction.length <= 24 ? outcome.fraction : "";
    lines.push(
      row([
        escapeMarkdown(String(outcome.value)),
        chanceText(outcome),
        ...(hasAtLeast ? [atLeastText(metric, index)] : []),
        ...(hasFraction ? [fraction] : []),
      ]),
    );
  }
  if (metric.mean !== undefined)
    lines.push("", `Mean ${number(metric.mean)}, standard deviation ${number(metric.sd ?? 0)}.`);
  return lines;
}

function cellSection(result: Result, cell: CellResult): string[] {
  const title = `### ${escapeMarkdown(pairing(result, cell))}: ${escapeMarkdown(cell.modifiers.join(" + "))}`;
  const lines = [title, "", `\`${visible(cell.id).replace(/`/g, "'")}\``, ""];
  if (cell.statement)
    return [...lines, `**Not possible:** ${escapeMarkdown(cell.statement.text)} (${cell.statement.rule}).`, ""];
  if (cell.notBuilt) return [...lines, `Not built: ${cell.notBuilt}.`, ""];
  lines.push(`Method: ${methodText(cell)}.`);
  if (cell.note) lines.push(`Note: ${escapeMarkdown(cell.note)}.`);
  if (cell.binding) {
    const { metric, halfWidth, target, trialsNeeded } = cell.binding;
    lines.push(
      `Precision: ${metric} binds, half-width ${percent(halfWidth)} of ${percent(target)}; it takes about ${count(trialsNeeded)} trials.`,
    );
  }
  if (cell.worth) lines.push(`Worth: ${worthText(cell.worth)}.`);
  if (cell.verification) {
    const { verdict, trials, pValue, metric } = cell.verification;
    lines.push(
      `Verified: ${count(trials)} simulated trials ${verdict} with the exact answer (smallest p ${pValue.toPrecision(2)}, ${metric}).`,
    );
  }
  if (cell.options.length > 0)
    lines.push(
      `Options other than the default: ${cell.options.map(({ id, name, value }) => `${name}: ${escapeMarkdown(JSON.stringify(value))} (${id})`).join(", ")}.`,
    );
  if (cell.rules) lines.push(`Rules other than the book's: ${escapeMarkdown(JSON.stringify(cell.rules))}.`);
  if (cell.assumptions.length > 0) lines.push(`Assumptions: ${escapeMarkdown(cell.assumptions.join(", "))}.`);
  lines.push("");
  for (const metric of cell.metrics ?? []) {
    if (metric !== cell.metrics![0] || metricTitle(metric) !== metric.name)
      lines.push(`**${escapeMarkdown(metricTitle(metric))}**`, "");
    lines.push(...metricTable(metric), "");
  }
  return lines;
}

/** Every goal, failed ones first. */
export function goalTable(goals: readonly GoalResult[]): string[] {
  const rows = worstFirst(goals).map((goal) =>
    row([
      goal.verdict === "pass" ? "pass" : `**${goal.verdict}**`,
      escapeMarkdown(goal.key),
      goalWanted(goal),
      goalFound(goal),
      goal.level,
    ]),
  );
  return ["## Goals", "", row(["verdict", "goal", "wanted", "found", "level"]), row(Array(5).fill("---")), ...rows, ""];
}

/** Code as it is: the fence is longer than any run of backticks in it. */
export function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence, text, fence];
}

/** summary.md: the findings in words, a table per cell, and how to make it again. */
export function summaryMarkdown(result: Result, headlines: Headlines): string {
  const lines = [`# ${escapeMarkdown(result.title ?? result.file)}`, ""];
  if (result.partial)
    lines.push("**Partial:** the run was interrupted; what follows is complete up to where it stopped.", "");
  for (const sentence of findings(result, headlines)) {
    lines.push(sentence.startsWith("  ") ? `  - ${escapeMarkdown(sentence.trim())}` : `- ${escapeMarkdown(sentence)}`);
  }
  lines.push("");
  for (const warning of result.warnings) lines.push(`> Warning: ${escapeMarkdown(warning)}`, "");
  if (result.goals) lines.push(...goalTable(result.goals));
  let experiment = "";
  for (const cell of result.cells) {
    if (cell.experiment !== experiment) {
      experiment = cell.experiment;
      lines.push(`## ${escapeMarkdown(experiment)} (${cell.kind})`, "");
    }
    lines.push(...cellSection(result, cell));
  }
  lines.push("## How to make this again", "", ...fenced(visible(result.command)), "", provenance(result), "");
  return lines.join("\n");
}

export const provenance = (result: Pick<Result, "version" | "ruleset" | "seed" | "stream">): string =>
  `crible ${result.version}, ruleset ${result.ruleset}, seed ${result.seed}, stream ${result.stream}.`;
