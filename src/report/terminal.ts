import { type Headlines, leadingOf } from "../analysis/measure.ts";
import type { CellResult, GoalResult, MetricResult, Outcome, Result } from "../analysis/result.ts";
import { JOINT } from "../rule/joint.ts";
import { counted } from "../rule/say.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { chanceUnder } from "../stats/guarantee.ts";
import { isYesNo } from "../stats/precision.ts";
import { goingFirstText, rareLines } from "./estimate.ts";
import { findingsOf, leadClaim, linesOf, MOST_FINDINGS } from "./findings.ts";
import {
  atLeastText,
  chanceText,
  languageFor,
  meanText,
  methodText,
  metricPlace,
  metricTitle,
  pairing,
  precisionText,
  sdText,
  titleOf,
  weaponLines,
  worthLines,
} from "./format.ts";
import { goalFound, goalName, goalWanted, worstFirst } from "./goals.ts";
import { gridOf } from "./grid.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { noteText, optionList } from "./markdown.ts";
import { provenance } from "./provenance.ts";
import { hasFault, qualityAdvice, qualityText } from "./quality.ts";
import { replayCommand } from "./replay-command.ts";
import { setupText } from "./setup.ts";
import { orderLines, sharesTable } from "./shares.ts";
import type { Finding } from "./summary.ts";
import { aligned, type Colours, coloursOf, printable, type TerminalOptions } from "./terminal/blocks.ts";
import { foldedLines, MOST_CELLS } from "./terminal/folded.ts";
import { gridLines } from "./terminal/grid.ts";
import { tracesOf, turnLines } from "./terminal/turns.ts";
import { sentence } from "./terminal/wrap.ts";

export { printable, type TerminalOptions } from "./terminal/blocks.ts";

/** Rows that a table has room for: in a longer one, rarer values are folded into one line, and more than 24 in any case. */
const ROOM = 8;
const MOST_ROWS = 24;
const NEGLIGIBLE = 0.000_5;

/** What values that are not listed come to. */
function togetherText(outcomes: readonly Outcome[], { guarantee, trials = 0 }: CellResult, language: Language): string {
  const { say, percent } = language;
  const probability = outcomes.reduce((sum, outcome) => sum + outcome.probability, 0);
  if (outcomes[0]!.count === undefined)
    return probability > 0
      ? say`${percent(probability)} together`
      : say`${counted("", outcomes.length)}{impossible|impossible}`;
  const count = outcomes.reduce((sum, outcome) => sum + outcome.count!, 0);
  const { lower, upper } = chanceUnder(guarantee ?? "fixed")(count, trials);
  const text = say`${chanceText({ value: "", probability, count, lower, upper }, language)} together`;
  return count === 0 ? `${say`${counted("", outcomes.length)}{never seen|never seen}`}, ${text}` : text;
}

function metricLines(cell: CellResult, metric: MetricResult, language: Language, options: TerminalOptions): string[] {
  const c = coloursOf(options);
  const { say, general } = language;
  const numeric = metric.outcomes.some((outcome) => outcome.atLeast !== undefined);
  const rows = metric.outcomes.map((outcome, index) => ({ ...outcome, index }));
  const likely = rows
    .filter(({ probability }) => rows.length <= ROOM || probability >= NEGLIGIBLE)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MOST_ROWS)
    .sort((a, b) => a.index - b.index);
  const head = [language.metric(metric.name), general.chance, ...(numeric ? [general.atLeast] : [])];
  const body = likely.map((outcome) => [
    printable(language.value(metric.name, outcome.value)),
    chanceText(outcome, language),
    ...(numeric ? [atLeastText(outcome, language)] : []),
  ]);
  const lines = aligned([head.map((text) => c.dim(printable(text))), ...body], ["left", "right", "right"], {
    indent: 4,
    options,
    shares: [undefined, ...likely.map(({ probability }) => probability)],
  });
  const others = rows.filter((row) => !likely.includes(row));
  // Of exact values those that cannot be are no more of them, unless none can.
  const possible = others.filter(({ probability }) => probability > 0 || cell.method !== "exact");
  const hidden = possible.length > 0 ? possible : others;
  if (hidden.length > 0)
    lines.push(c.dim(`    ${say`(${hidden.length} more {value|values}, ${togetherText(hidden, cell, language)})`}`));
  if (metric.mean !== undefined)
    lines.push(`    ${say`mean ${meanText(metric, language)}, sd ${sdText(metric, language)}`}`);
  return lines;
}

function cellLines(cell: CellResult, headlines: Headlines, plain: Language, options: TerminalOptions): string[] {
  const c = coloursOf(options);
  const language = calling([cell], plain);
  const { significant } = language;
  const head = `  ${c.bold(printable(pairing(cell, language)))}  ${c.yellow(printable(language.sets(cell.modifiers)))}`;
  if (cell.statement) return [head, `    ${statementText(cell.statement, language, c)}`, ""];
  if (cell.notBuilt) return [head, `    ${c.red(cell.notBuilt)}`, ""];
  if (!cell.metrics) return [head, ...faultLines(cell, c), ""];
  const lines = [`${head}  ${c.dim(methodText(cell, language))}`];
  if (cell.note) lines.push(`    ${c.dim(printable(noteText(cell.note, language)))}`);
  lines.push(...weaponLines(cell, language).map((text) => `    ${c.dim(printable(text))}`));
  const precision = precisionText(cell, language);
  if (precision !== undefined) lines.push(`    ${c.dim(printable(precision))}`);
  lines.push(...faultLines(cell, c));
  // The main metric in full, of the last turn; what is measured every turn as curves; the others by their mean.
  const lead = leadingOf([cell], headlines[cell.kind]);
  const first = lead === undefined || lead === headlines[cell.kind] ? cell.metrics[0]!.name : lead.metric;
  const main = cell.metrics.findLast((metric) => metric.name === first)!;
  if (metricPlace(main, language) !== "") lines.push(`    ${c.dim(printable(metricTitle(main, language)))}`);
  lines.push(...metricLines(cell, main, language, options));
  const { traces, told } = tracesOf(cell.metrics, language);
  lines.push(...turnLines(traces, language, options));
  const others = cell.metrics
    .filter((metric) => metric.name !== main.name && metric.name !== JOINT && !told.has(metric))
    .filter(({ section }) => cell.shares === undefined || section === undefined);
  const means = others
    .filter(({ mean }) => mean !== undefined)
    .map((metric) => `${printable(metricTitle(metric, language))} ${meanText(metric, language)}`);
  if (means.length > 0) lines.push(c.dim(`    ${language.say`means: ${means.join(" · ")}`}`));
  // Of yes or no, the yes; of words, each; where they are many, the page has them.
  for (const metric of others.filter(({ mean, outcomes }) => mean === undefined && outcomes.length <= ROOM)) {
    const chances = metric.outcomes
      .slice(isYesNo(metric.outcomes.map(({ value }) => value)) ? 1 : 0)
      .map((outcome) => `${printable(language.value(metric.name, outcome.value))} ${chanceText(outcome, language)}`);
    lines.push(c.dim(`    ${printable(metricTitle(metric, language))}: ${chances.join(" · ")}`));
  }
  lines.push(...jointLines(cell, language));
  lines.push(...rareLines(cell, language).map((text) => `    ${printable(text)}`));
  if (cell.shares) {
    const { head, rows } = sharesTable(cell.shares, language);
    const table = [head.map((text) => c.dim(printable(text))), ...rows.map((row) => row.map(printable))];
    lines.push(...aligned(table, ["left", ...head.slice(1).map(() => "right" as const)], { indent: 4, options }));
    lines.push(...orderLines(cell, language).map((text) => `    ${printable(text)}`));
  }
  if (cell.goingFirst) lines.push(`    ${c.dim(printable(goingFirstText(cell.goingFirst, language)))}`);
  lines.push(...worthLines(cell, language).map((text) => `    ${c.dim(printable(text))}`));
  if (cell.verification) {
    const { verdict, trials, pValue } = cell.verification;
    const p = significant(pValue, 2);
    const agree = c.green(language.say`exact and ${trials} simulated trials agree (p ${p})`);
    const disagree = c.red(language.say`exact and ${trials} simulated trials disagree (p ${p})`);
    lines.push(`    ${verdict === "agree" ? agree : disagree}`);
  }
  return [...lines, ...qualityLinesOf(cell, language, c), ""];
}

/** The chance of each joint question. */
const jointLines = (cell: CellResult, language: Language): string[] =>
  cell.metrics!.flatMap(({ name, section, outcomes }) =>
    name === JOINT
      ? `    ${language.say`${printable(language.section(section!))}: ${chanceText(outcomes[1]!, language)}`}`
      : [],
  );

const faultLines = ({ fault }: CellResult, c: Colours): string[] =>
  fault === undefined ? [] : fault.split("\n").map((line) => `    ${c.red(printable(line))}`);

function qualityLinesOf(cell: CellResult, language: Language, c: Colours): string[] {
  const text = qualityText(cell, language);
  if (text === undefined) return [];
  const advice = qualityAdvice(cell, language);
  return [
    `    ${advice.length === 0 ? c.dim(text) : c.yellow(text)}`,
    ...advice.map((line) => `      ${c.yellow(printable(line))}`),
  ];
}

const statementText = (
  { text, rule }: NonNullable<CellResult["statement"]>,
  { general, saying }: Language,
  c: Colours,
): string => general.statement(c.red(general.notPossible), printable(saying(text)), rule);

/**
 * The answer to one question: the metrics of its one cell that are named, in their order, and any joint question; then,
 * where all are asked for, the others.
 */
export function oddsView(
  result: Result,
  options: TerminalOptions,
  named: readonly string[] = [],
  isAll = named.length === 0,
): string {
  const c = coloursOf(options);
  const [cell] = result.cells;
  if (cell === undefined) return "";
  const language = calling([cell], languageFor(result));
  if (cell.statement) {
    const said = statementText(cell.statement, language, c);
    const who = language.pair(cell);
    return `${who === "" ? said : language.goals.line(printable(who), said)}\n`;
  }
  const lines = [c.dim(`  ${methodText(cell, language)}`)];
  const metrics = cell.metrics ?? [];
  const order = [...named, JOINT, ...(isAll ? metrics.map(({ name }) => name) : [])];
  const shown = [...new Set(order)].flatMap((name) => metrics.filter((metric) => metric.name === name));
  for (const metric of shown.length > 0 ? shown : metrics) {
    if (metricPlace(metric, language) !== "") lines.push(`    ${c.dim(printable(metricTitle(metric, language)))}`);
    lines.push(...metricLines(cell, metric, language, options));
  }
  const others =
    shown.length > 0 ? [...new Set(metrics.filter((one) => !shown.includes(one)).map(({ name }) => name))] : [];
  if (others.length > 0)
    lines.push(c.dim(`  ${language.say`(${others.map((name) => language.metric(name)).join(", ")}: --all)`}`));
  lines.push(...qualityLinesOf(cell, language, c));
  for (const { id, name, value } of cell.options)
    lines.push(
      `  ${language.cell.optionLine(language.option(name), printable(language.optionValue(name, value)), id)}`,
    );
  return `${lines.join("\n")}\n`;
}

const MARKS = { pass: "✓", fail: "✗", inconclusive: "?" };
const ASCII_MARKS = { pass: "+", fail: "x", inconclusive: "?" };

/** Every goal on a line, failed ones first. */
export function goalLines(goals: readonly GoalResult[], language: Language, options: TerminalOptions): string[] {
  const c = coloursOf(options);
  const marks = options.ascii ? ASCII_MARKS : MARKS;
  const { goals: say } = language;
  const colours = { pass: c.green, fail: c.red, inconclusive: c.yellow };
  return [
    say.title,
    ...worstFirst(goals).map((goal) => {
      const mark = colours[goal.verdict](`${marks[goal.verdict]} ${say.verdicts[goal.verdict]}`);
      const level = goal.level === "warn" ? c.dim(` (${say.levels.warn})`) : "";
      const text = say.wanted(goalFound(goal, language), goalWanted(goal, language));
      return `  ${mark}  ${say.line(printable(goalName(goal, language)), text)}${level}`;
    }),
  ];
}

/** A matrix of more cells than these is a grid. */
const MOST_IN_FULL = 8;
/** What belongs to a finding, as far as the first screen has room for it. */
const MOST_CHANGES = 6;

function findingLines(finding: Finding, { terminal: say }: Language): string[] {
  const [text, ...more] = linesOf(finding);
  const left = more.length - MOST_CHANGES;
  return [text!, ...more.slice(0, MOST_CHANGES), ...(left > 0 ? [`  ${say.foldedMore(left)}`] : [])];
}

/** The terminal's view of a result: findings first, tables and bars, how to make it again last. */
export const terminalView = (result: Result, headlines: Headlines, options: TerminalOptions): string =>
  [...terminalPieces(result, headlines, options)].join("");

/** The same piece by piece, each of whole lines; an empty one stands before what takes a while of many cells. */
export function* terminalPieces(result: Result, headlines: Headlines, options: TerminalOptions): Generator<string> {
  const c = coloursOf(options);
  const language = languageFor(result);
  const { cell: say } = language;
  const shown = (lines: readonly string[]) =>
    lines
      .flatMap((line) => sentence(line, options))
      .map((line) => `${line}\n`)
      .join("");
  const lines = [c.bold(printable(titleOf(result))), ""];
  if (result.partial) lines.push(c.red(say.partialShort(hasFault(result), result.unreached?.length)), "");
  yield "";
  const told = findingsOf(result, headlines);
  const claim = leadClaim(told);
  if (claim?.isNew) lines.push(c.bold(printable(`${claim.title}.`)), "");
  const met = setupText(claim?.isNew ? claim.cells : result.cells, language);
  if (met !== "") lines.push(c.dim(printable(met)), "");
  for (const finding of told.slice(0, MOST_FINDINGS)) lines.push(...findingLines(finding, language).map(printable));
  if (told.length > MOST_FINDINGS)
    lines.push(c.dim(language.say`(${told.length - MOST_FINDINGS} more {finding|findings} in summary.md)`));
  lines.push("");
  for (const warning of result.warnings)
    lines.push(language.goals.line(c.yellow(say.warningWord), printable(language.saying(warning))));
  if (result.goals) lines.push(...goalLines(result.goals, language, options), "");
  yield shown(lines);
  yield "";
  for (const cells of groupedBy(result.cells, (cell) => cell.experiment)) {
    const { experiment, kind } = cells[0]!;
    const setup = setupText(cells, language);
    const below = setup === "" || setup === met ? [] : [c.dim(`  ${printable(setup)}`)];
    yield shown([
      say.experiment(c.underline(printable(language.experiment(experiment))), language.kind(kind)),
      ...below,
    ]);
    const lead = leadingOf(cells, headlines[kind]);
    const grid = cells.length > MOST_IN_FULL ? yield* gridOf(cells, lead, language) : undefined;
    if (grid !== undefined)
      for (const lines of gridLines(grid, language, options)) {
        yield shown(lines);
        yield "";
      }
    else if (cells.length > MOST_CELLS) yield shown(foldedLines(cells, headlines, language, options));
    else for (const cell of cells) yield shown(cellLines(cell, headlines, language, options));
  }
  const options_ = [...new Map(result.cells.flatMap((cell) => cell.options).map((o) => [o.name, o])).values()];
  if (options_.length > 0) yield shown([printable(say.options(optionList(options_, language)))]);
  yield shown([c.dim(provenance(result))]);
  const replay = replayCommand(result);
  const commands = [
    say.again(result.command),
    ...(replay === undefined ? [] : [language.say`One trial, die by die: ${replay}`]),
  ];
  yield commands.map((text) => `${c.dim(printable(text))}\n`).join(""); // a command is copied whole
}
