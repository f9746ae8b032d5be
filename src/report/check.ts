/** A check on a terminal. */
import pc from "picocolors";
import type { CheckResult, MetricCheck } from "../analysis/check-result.ts";
import { languageFor } from "./format.ts";
import { jsonText } from "./json.ts";
import type { Language } from "./language/language.ts";
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
export const checkJson = (result: CheckResult): string => jsonText({ analysis: "check", ...result });

/** The verdict first; what failed, worst first; what to do about it last. A pass is one line. */
export function checkView(result: CheckResult, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const language = languageFor(result);
  const { check: say } = language;
  const colour = { pass: c.green, fail: c.red, inconclusive: c.yellow }[result.verdict];
  const lines = [colour(printable(verdictText(result, language)))];
  for (const warning of result.warnings) lines.push(say.line(c.yellow(language.cell.warningWord), printable(warning)));
  const isQuiet = result.identical && result.goals.every(({ verdict }) => verdict === "pass");
  if (isQuiet) return `${lines.join("\n")}\n`;
  const basis = basisText(result, language);
  if (basis !== undefined) lines.push(printable(basis));
  lines.push("");
  const told = worstMetrics(result.metrics.filter(isTold));
  const some = (list: readonly string[]) => {
    lines.push(...list.slice(0, MOST));
    if (list.length > MOST) lines.push(c.dim(`  ${say.more(list.length - MOST)}`));
  };
  some(told.map((metric) => metricLine(metric, language, c)));
  some(
    result.names.map((name) => {
      const text = say.line(printable(name.key), printable(faultText(name, language)));
      return `  ${c.red(`✗ ${say.faultNames[name.fault]}`)}  ${text}`;
    }),
  );
  if (told.length + result.names.length > 0) lines.push("");
  if (result.goals.length > 0) lines.push(...goalLines(result.goals, language, c, options), "");
  lines.push(
    ...adviceText(result, language).map(printable),
    c.dim(provenance(result)),
    c.dim(language.cell.again(printable(result.command))),
  );
  return `${lines.join("\n")}\n`;
}

function metricLine(metric: MetricCheck, language: Language, c: ReturnType<typeof pc.createColors>): string {
  const { check: say } = language;
  const word = say.verdicts[metric.verdict];
  const mark = metric.verdict === "inconclusive" ? c.yellow(`? ${word}`) : c.red(`✗ ${word}`);
  return `  ${mark}  ${say.line(printable(checkedName(metric, language)), checkedText(metric, language))}`;
}
