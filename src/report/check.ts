/** A check on a terminal. */
import pc from "picocolors";
import type { CheckResult, InputChange, MetricCheck } from "../analysis/check-result.ts";
import { languageFor } from "./format.ts";
import { sealedJson } from "./json.ts";
import { faultyLine, renamedOnce } from "./name-faults.ts";
import { provenance } from "./provenance.ts";
import { sentence } from "./terminal/wrap.ts";
import { goalLines, printable, type TerminalOptions } from "./terminal.ts";
import {
  adviceText,
  basisText,
  beforeText,
  cancelLines,
  causeGroups,
  causeLines,
  causesOfGroup,
  checkedName,
  continued,
  effectText,
  isTold,
  matchUpOf,
  movedText,
  namesApart,
  unmoving,
  verdictText,
} from "./verdicts.ts";

/** Lines listed before the rest is only counted. */
const MOST = 50;

/** check.json: the result as it is. */
export const checkJson = (result: CheckResult): string => sealedJson({ analysis: "check", ...result });

/** The verdict first; what has changed, and what that moved, worst first; what to do about it last. A pass is one line. */
export function checkView(result: CheckResult, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const language = languageFor(result);
  const { check: say } = language;
  const colour = { pass: c.green, fail: c.red, inconclusive: c.yellow }[result.verdict];
  const lines = [colour(printable(verdictText(result, language)))];
  for (const warning of result.warnings)
    lines.push(language.goals.line(c.yellow(language.cell.warningWord), printable(language.saying(warning))));
  const isQuiet = result.identical && result.goals.every(({ verdict }) => verdict === "pass");
  const wrapped = () => lines.flatMap((line) => sentence(line, options));
  if (isQuiet) return `${wrapped().join("\n")}\n`;
  const told = result.metrics.filter(isTold);
  const causes = causeLines(unmoving(result, told), language);
  if (causes.length > 0) lines.push("", ...causes.flatMap(causeRows));
  const said = new Set<InputChange>();
  let room = MOST;
  for (const group of causeGroups(result, told, language)) {
    const shown = group.metrics.slice(0, room);
    room -= shown.length;
    if (shown.length === 0) break;
    const { shared, own: apart } = namesApart(shown.map((metric) => checkedName(metric, language)));
    const nameOf = (metric: MetricCheck) => apart[shown.indexOf(metric)] ?? checkedName(metric, language);
    lines.push("");
    for (const [i, cause] of causesOfGroup(result, group, language).entries()) {
      const { [i]: edit } = group.changes;
      const [first = "", ...texts] = causeRows(cause);
      lines.push(c.bold(first), ...texts);
      if (edit && !said.has(edit) && result.metrics.some(({ alone }) => alone?.some(({ path }) => path === edit.path)))
        lines.push(`  ${printable(effectText(edit, result, nameOf, language))}`);
      if (edit) said.add(edit);
    }
    if (shared !== "") lines.push(`  ${printable(shared)}`);
    // Below a cell with modifier sets the base is named.
    const withSets = new Set(shown.filter(({ cell }) => !cell.endsWith("~base")).map(matchUpOf));
    const isBase = ({ cell }: MetricCheck) => cell.endsWith("~base") && withSets.has(matchUpOf({ cell }));
    const base = `… ${language.sets(["base"])}, `;
    const rows = continued(apart, shown.map(matchUpOf));
    const below = rows.map((row, i) => (isBase(shown[i]!) ? row.replace(/^… /u, base) : row));
    for (const [i, metric] of shown.entries()) {
      const word = say.verdicts[metric.verdict];
      const mark = metric.verdict === "inconclusive" ? c.yellow(`? ${word}`) : c.red(`✗ ${word}`);
      const moved = movedText(metric, language, beforeText);
      lines.push(`  ${mark}  ${language.goals.line(printable(below[i]!), moved)}`);
    }
  }
  if (told.length > MOST) lines.push(c.dim(`  ${say.more(told.length - MOST)}`));
  const cancelled = cancelLines(result, (metric) => checkedName(metric, language), language);
  if (cancelled.length > 0) lines.push("", ...cancelled.map(printable));
  if (result.names.length > 0) lines.push("");
  const names = renamedOnce(result.names).map((name) => {
    const text = printable(faultyLine(name, language));
    return `  ${c.red(`✗ ${say.faultNames[name.fault]}`)}  ${text}`;
  });
  lines.push(...names.slice(0, MOST));
  if (names.length > MOST) lines.push(c.dim(`  ${say.more(names.length - MOST)}`));
  lines.push("");
  if (result.goals.length > 0) lines.push(...goalLines(result.goals, language, options), "");
  const basis = basisText(result, language);
  lines.push(
    ...(basis === undefined ? [] : [printable(basis)]),
    ...adviceText(result, language).map(printable),
    c.dim(provenance(result)),
  );
  // A command is copied whole.
  return `${[...wrapped(), c.dim(language.cell.again(printable(result.command)))].join("\n")}\n`;
}

/** A cause with what a long text was and is below it. */
const causeRows = (cause: string): string[] =>
  cause.split("\n").map((line, i) => (i === 0 ? printable(line) : `    ${printable(line)}`));
