import { type Headlines, leadingOf } from "../analysis/measure.ts";
import type { CellResult, GoalResult, MetricResult, Result } from "../analysis/result.ts";
import { notesIn, type Sentence } from "../rule/message.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { visible } from "../scenario/problem.ts";
import { goingFirstText, rareLines } from "./estimate.ts";
import { findingsOf, leadClaim, linesOf, MOST_FINDINGS } from "./findings.ts";
import {
  languageFor,
  meanText,
  methodText,
  metricPlace,
  metricRows,
  metricTitle,
  pairing,
  precisionText,
  sdText,
  titleOf,
  weaponLines,
  worthLines,
} from "./format.ts";
import { goalFound, goalName, goalWanted, worstFirst } from "./goals.ts";
import { type Grid, gridOf, limitsOf, signsOf } from "./grid.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { escapeMarkdown, fenced, headRows, row } from "./markdown-text.ts";
import { provenance } from "./provenance.ts";
import { hasFault, qualityAdvice, qualityText } from "./quality.ts";
import { apart } from "./ranking.ts";
import { setupText } from "./setup.ts";
import { orderLines, sharesTable } from "./shares.ts";
import { type Finding, summaryOf } from "./summary.ts";

/** The table of one metric, then its mean. */
function metricTable(metric: MetricResult, language: Language): string[] {
  const { head, rows } = metricRows(metric, language);
  return [
    ...headRows(head.map(escapeMarkdown)),
    ...rows.map(([value = "", ...numbers]) => row([escapeMarkdown(value), ...numbers])),
    ...(metric.mean === undefined
      ? []
      : ["", language.cell.mean(meanText(metric, language), sdText(metric, language))]),
  ];
}

/** @param isShort of what is counted turn by turn, the last turn alone */
function cellSection(cell: CellResult, plain: Language, isShort: boolean): string[] {
  const language = calling([cell], plain);
  const { cell: say, saying } = language;
  const pair = escapeMarkdown(pairing(cell, language));
  const title = `### ${language.goals.line(pair, escapeMarkdown(language.sets(cell.modifiers)))}`;
  const lines = [title, "", `\`${visible(cell.id).replace(/`/g, "'")}\``, ""];
  if (cell.statement)
    return [
      ...lines,
      language.say`**Not possible:** ${escapeMarkdown(saying(cell.statement.text))} (${cell.statement.rule}).`,
      "",
    ];
  if (cell.notBuilt) return [...lines, say.notBuilt(cell.notBuilt), ""];
  const quality = qualityText(cell, language);
  const method = methodText(cell, language);
  if (cell.metrics) lines.push(say.method(quality === undefined ? method : language.say`${method}; ${quality}`));
  if (cell.fault !== undefined) lines.push(say.fault, "", ...fenced(visible(cell.fault)), "");
  for (const advice of qualityAdvice(cell, language)) lines.push("", `> ${escapeMarkdown(advice)}`, "");
  lines.push(...factsOf(cell, language).map(escapeMarkdown));
  const weapons = weaponLines(cell, language).map((text) => `- ${escapeMarkdown(text)}`);
  if (weapons.length > 0) lines.push("", ...weapons);
  lines.push("");
  if (cell.shares) {
    const { head, rows } = sharesTable(cell.shares, language);
    lines.push(...headRows(head.map(escapeMarkdown)));
    lines.push(...rows.map((entries) => row(entries.map(escapeMarkdown))), "");
    const orders = orderLines(cell, language).map((text) => `- ${escapeMarkdown(text)}`);
    if (orders.length > 0) lines.push(...orders, "");
  }
  const last = (cell.metrics ?? []).reduce((most, { turn = 0 }) => Math.max(most, turn), 0);
  for (const metric of cell.metrics ?? []) {
    if (isShort && metric.turn !== undefined && metric.turn < last) continue;
    if (metric !== cell.metrics![0] || metricPlace(metric, language) !== "")
      lines.push(`**${escapeMarkdown(metricTitle(metric, language))}**`, "");
    lines.push(...metricTable(metric, language), "");
  }
  return lines;
}

/** What is said of the numbers of a cell: what they take for granted, what they are worth, and what confirms them. */
export function factsOf(cell: CellResult, language: Language): string[] {
  const { cell: say } = language;
  const { note, goingFirst, verification, options, rules, assumptions } = cell;
  return [
    ...(note ? [say.note(noteText(note, language))] : []),
    ...[precisionText(cell, language) ?? []].flat(),
    ...rareLines(cell, language),
    ...(goingFirst ? [say.worth(goingFirstText(goingFirst, language))] : []),
    ...worthLines(cell, language).map(say.worth),
    ...(verification
      ? [
          say.verified(
            verification.trials,
            verification.verdict,
            language.significant(verification.pValue, 2),
            language.measure(verification.metric),
          ),
        ]
      : []),
    ...(options.length > 0 ? [`${say.options(optionList(options, language))}.`] : []),
    ...(rules ? [say.rules(language.rules(rules))] : []),
    ...(assumptions.length > 0 ? [say.assumptions(assumptions.join(", "))] : []),
  ];
}

/** Notes of a cell, one or several. */
export const noteText = (note: Sentence, { saying, check }: Language) =>
  notesIn(note).map(saying).join(check.semicolon);

/** `camouflageRun: 2 (QA-01), …`. */
export const optionList = (options: CellResult["options"], { say, option, optionValue }: Language): string =>
  options.map(({ id, name, value }) => say`${option(name)}: ${optionValue(name, value)} (${id})`).join(", ");

/** Every goal, failed ones first. */
export function goalTable(goals: readonly GoalResult[], language: Language): string[] {
  const { goals: say } = language;
  const rows = worstFirst(goals).map((goal) =>
    row([
      goal.verdict === "pass" ? say.verdicts.pass : `**${say.verdicts[goal.verdict]}**`,
      escapeMarkdown(goalName(goal, language)),
      goalWanted(goal, language),
      goalFound(goal, language),
      say.levels[goal.level],
    ]),
  );
  return [`## ${say.title}`, "", row(say.columns), row(Array(5).fill("---")), ...rows, ""];
}

/** Cells of one experiment that are told value by value; of more, the files for programs have all. */
const MOST_IN_FULL = 40;

/** Rows of all tables together beyond which turns before the last are left to the files for programs. */
const MOST_ROWS = 6_000;
const rowsOf = (cells: readonly CellResult[]): number =>
  cells.reduce((sum, { metrics = [] }) => sum + metrics.reduce((rows, { outcomes }) => rows + outcomes.length, 0), 0);

/** A grid for each modifier set and measure, and where every value is. */
function gridTables({ rows, columns, layers }: Grid, language: Language): string[] {
  const { page, terminal: say } = language;
  const tables = layers.flatMap((layer) => {
    const head = ["", ...columns.map(escapeMarkdown), say.mean];
    return [
      `**${escapeMarkdown(language.goals.line(layer.sets, layer.what))}**`,
      "",
      ...headRows(head),
      ...rows.map((name, r) =>
        row([
          escapeMarkdown(name),
          ...layer.rows[r]!.map((square) => escapeMarkdown(square?.short ?? "")),
          escapeMarkdown(layer.rowMeans[r]?.short ?? ""),
        ]),
      ),
      row([say.mean, ...layer.columnMeans.map((total) => escapeMarkdown(total?.short ?? "")), ""]),
      "",
      ...[limitsOf(layer, language)].flatMap((text) => (text === "" ? [] : [text, ""])),
    ];
  });
  return [...tables, [signsOf(layers[0]!, language), page.everyValue].filter((text) => text !== "").join(" "), ""];
}

/** A row for each of many cells: its numbers, and how they were found. */
function cellRows(cells: readonly CellResult[], headline: Headline | undefined, language: Language): string[] {
  const { general, page } = language;
  const { saying } = calling(cells, language);
  const measures = headline === undefined ? [] : [headline, ...(headline.also ? [headline.also] : [])];
  const name = apart(cells, language);
  const head = ["", ...measures.map(({ text }) => escapeMarkdown(saying(text))), page.column.method];
  return [
    ...headRows(head),
    ...cells.map((cell) =>
      row([
        escapeMarkdown(name(cell)),
        ...measures.map((measure) =>
          cell.statement
            ? `${general.notPossible} (${cell.statement.rule})`
            : (summaryOf(cell, measure, language)?.text ?? general.noData),
        ),
        cell.metrics ? methodText(cell, language) : "",
      ]),
    ),
    "",
    page.everyValue,
    "",
  ];
}

const findingItems = (finding: Finding): string[] =>
  linesOf(finding).map((line) =>
    line.startsWith("  ") ? `  - ${escapeMarkdown(line.trim())}` : `- ${escapeMarkdown(line)}`,
  );

/** A chart in a file beside the text: what it shows, for those who do not see it. */
export interface Figure {
  readonly file: string;
  readonly text: string;
}

/** Figures by the experiment that they stand under. */
export type Figures = ReadonlyMap<string, readonly Figure[]>;

/** summary.md: the findings in words, a table per cell, and how to make it again. */
export const summaryMarkdown = (result: Result, headlines: Headlines, figures?: Figures): string =>
  [...markdownPieces(result, headlines, figures)].join("");

/** The same piece by piece, each of whole lines. */
export function* markdownPieces(result: Result, headlines: Headlines, figures: Figures = new Map()): Generator<string> {
  for (const lines of linesOfSummary(result, headlines, figures))
    yield lines === "" ? "" : lines.map((line) => `${line}\n`).join("");
}

function* linesOfSummary(result: Result, headlines: Headlines, figures: Figures): Generator<readonly string[] | ""> {
  const language = languageFor(result);
  const { cell: say, general } = language;
  yield [`# ${escapeMarkdown(titleOf(result))}`, ""];
  if (result.partial) yield [say.partial(hasFault(result), result.unreached?.length), ""];
  yield "";
  const told = findingsOf(result, headlines);
  yield "";
  const claim = leadClaim(told);
  if (claim?.isNew) yield [`**${escapeMarkdown(claim.title)}.**`, ""];
  const met = setupText(claim?.isNew ? claim.cells : result.cells, language);
  if (met !== "") yield [escapeMarkdown(met), ""];
  yield [...told.slice(0, MOST_FINDINGS).flatMap(findingItems), ""];
  const others = told.slice(MOST_FINDINGS);
  if (others.length > 0)
    yield [
      `<details><summary>${others.length === 1 ? language.say`One more finding.` : language.say`${others.length} more findings.`}</summary>`,
      "",
      ...others.flatMap(findingItems),
      "",
      "</details>",
      "",
    ];
  if (told.flatMap(linesOf).some((line) => /\bpp\b/u.test(line))) yield [language.say`pp: percentage points.`, ""];
  for (const warning of result.warnings) yield [`> ${say.warning(escapeMarkdown(language.saying(warning)))}`, ""];
  if (result.goals) yield goalTable(result.goals, language);
  const experiments = groupedBy(result.cells, ({ experiment }) => experiment);
  const isShort = rowsOf(experiments.filter((cells) => cells.length <= MOST_IN_FULL).flat()) > MOST_ROWS;
  for (const cells of experiments) {
    const { experiment, kind } = cells[0]!;
    yield [`## ${say.experiment(escapeMarkdown(language.experiment(experiment)), language.kind(kind))}`, ""];
    const setup = setupText(cells, language);
    if (setup !== "" && setup !== met) yield [escapeMarkdown(setup), ""];
    for (const { file, text } of figures.get(experiment) ?? []) yield [`![${escapeMarkdown(text)}](${file})`, ""];
    const headline = leadingOf(cells, headlines[kind]);
    let grid: Grid | undefined;
    if (cells.length > MOST_IN_FULL) grid = yield* gridOf(cells, headline, language);
    if (grid !== undefined) yield gridTables(grid, language);
    else if (cells.length > MOST_IN_FULL) yield cellRows(cells, headline, language);
    else {
      if (isShort)
        yield [
          language.say`Of what is counted turn by turn, the last turn is told here; every value of every turn is in outcomes.csv.`,
          "",
        ];
      for (const cell of cells) yield cellSection(cell, language, isShort);
    }
  }
  yield [`## ${general.again}`, "", ...fenced(visible(result.command)), "", provenance(result)];
}
