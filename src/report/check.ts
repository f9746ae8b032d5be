/** A check on a terminal. */
import pc from "picocolors";
import type { CheckResult, MetricCheck } from "../analysis/check-result.ts";
import { provenance } from "./markdown.ts";
import { goalLines, printable, type TerminalOptions } from "./terminal.ts";
import {
  adviceText,
  basisText,
  checkedName,
  checkedText,
  faultText,
  isTold,
  verdictText,
  worstMetrics,
} from "./verdicts.ts";

/** Lines listed before the rest is only counted. */
const MOST = 50;

/** checks.json: the result as it is. */
export const checkJson = (result: CheckResult): string =>
  `${JSON.stringify({ analysis: "check", ...result }, undefined, 1)}\n`;

/** The verdict first; what failed, worst first; what to do about it last. A pass is one line. */
export function checkView(result: CheckResult, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const colour = { pass: c.green, fail: c.red, inconclusive: c.yellow }[result.verdict];
  const lines = [colour(printable(verdictText(result)))];
  for (const warning of result.warnings) lines.push(`${c.yellow("warning")}: ${printable(warning)}`);
  const isQuiet = result.identical && result.goals.every(({ verdict }) => verdict === "pass");
  if (isQuiet) return `${lines.join("\n")}\n`;
  const basis = basisText(result);
  if (basis !== undefined) lines.push(printable(basis));
  lines.push("");
  const told = worstMetrics(result.metrics.filter(isTold));
  const some = (list: readonly string[]) => {
    lines.push(...list.slice(0, MOST));
    if (list.length > MOST) lines.push(c.dim(`  … and ${list.length - MOST} more`));
  };
  some(told.map((metric) => metricLine(metric, c)));
  some(
    result.names.map((name) => `  ${c.red(`✗ ${name.fault}`)}  ${printable(name.key)}: ${printable(faultText(name))}`),
  );
  if (told.length + result.names.length > 0) lines.push("");
  if (result.goals.length > 0) lines.push(...goalLines(result.goals, c), "");
  lines.push(
    ...adviceText(result).map(printable),
    c.dim(provenance(result)),
    c.dim(`Again: ${printable(result.command)}`),
  );
  return `${lines.join("\n")}\n`;
}

function metricLine(metric: MetricCheck, c: ReturnType<typeof pc.createColors>): string {
  const mark = metric.verdict === "inconclusive" ? c.yellow("? inconclusive") : c.red(`✗ ${metric.verdict}`);
  return `  ${mark}  ${printable(checkedName(metric))}: ${checkedText(metric)}`;
}
