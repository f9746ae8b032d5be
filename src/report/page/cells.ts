/** Cells as tables: one row for each, and one folded block with all its values. */
import type { CellResult, MetricResult, Outcome, Rolled } from "../../analysis/result.ts";
import type { Headline, HeadlineNumber } from "../../rulesets/ruleset.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import {
  atLeastText,
  chanceText,
  meanText,
  medianText,
  methodText,
  metricRows,
  metricTitle,
  pairing,
  sdText,
  spreadText,
} from "../format.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { factsOf } from "../markdown.ts";
import { qualityAdvice, qualityText } from "../quality.ts";
import { cellCommands } from "../replay-command.ts";
import { setupText } from "../setup.ts";
import { orderLines, sharesTable } from "../shares.ts";
import { brief, headlineMetric, summaryOf } from "../summary.ts";
import { entryText } from "../telling-entry.ts";
import type { PageBlock, PageEntry, Table } from "./page.ts";

/** Beside a mean: its spread, its median, where nine in ten trials lie; nothing of no metric. */
const spreadsOf = (metric: MetricResult | undefined, language: Language): string[] =>
  [sdText, medianText, spreadText].map((text) => (metric ? text(metric, language) : ""));

/**
 * One row for each cell: who, with what, the numbers it is summed up by; `isMany`: no more, and the row is the place
 * of the cell.
 */
export function cellsTable(
  cells: readonly CellResult[],
  headline: Headline | undefined,
  isMany: boolean,
  language: Language,
): Table {
  const { page, general } = language;
  const { saying, owned } = calling(cells, language);
  const isMean = !isMany && headline !== undefined && headline.values === undefined;
  // Who is the same in all of them is said above the table.
  const roles = (["attacker", "defender"] as const).filter((role) =>
    cells.some((cell) => cell[role] !== cells[0]![role]),
  );
  const head = [
    language.say`modifiers`,
    ...roles.map((role) => page.column[role]),
    ...[headline, headline?.also].flatMap((one) => (one ? brief(saying(one.text)) : [])),
    ...(isMean ? [page.column.sd, page.column.median, page.column.range] : []),
    ...(isMany ? [] : [page.column.method]),
  ];
  const rows = cells.map((cell): PageEntry[] => {
    const summary = (of: HeadlineNumber | undefined): string[] => {
      if (of === undefined) return [];
      if (cell.statement) return [`${general.notPossible} (${cell.statement.rule})`];
      return [summaryOf(cell, of, language)?.text ?? general.noData];
    };
    const metric = isMean ? headlineMetric(cell, headline) : undefined;
    return [
      isMany ? owned(cell.modifiers) : { text: owned(cell.modifiers), to: cell.id },
      ...roles.map((role) => (cell[role] === "-" ? "" : language.unit(cell[role]))),
      ...summary(headline),
      ...summary(headline?.also),
      ...(isMean ? spreadsOf(metric, language) : []),
      ...(isMany ? [] : [cell.statement ? "" : methodText(cell, language)]),
    ];
  });
  return {
    caption: page.cellsTitle,
    head,
    rows,
    words: 1 + roles.length,
    ...(isMany ? { ids: cells.map(({ id }) => id) } : {}),
  };
}

/** What is said of a cell before its tables. */
function introOf(cell: CellResult, language: Language): string[] {
  const { cell: say, saying, general } = language;
  if (cell.statement) return [general.statement(general.notPossible, saying(cell.statement.text), cell.statement.rule)];
  if (cell.notBuilt) return [say.notBuilt(cell.notBuilt)];
  if (cell.fault !== undefined) return [`${say.fault.replaceAll("**", "")} ${cell.fault}`];
  const setup = setupText([cell], language);
  return [
    ...(setup === "" ? [] : [setup]),
    say.method(methodText(cell, language)),
    ...(cell.quality === undefined ? [] : [qualityText(cell, language)!]),
    ...qualityAdvice(cell, language),
    ...factsOf(cell, language),
  ];
}

/** Every value of a metric. */
function metricTable(metric: MetricResult, language: Language): Table {
  const { mean } = language.cell;
  const spread = metric.mean === undefined ? "" : `. ${mean(meanText(metric, language), sdText(metric, language))}`;
  return { caption: metricTitle(metric, language) + spread, ...metricRows(metric, language) };
}

/** What is counted after every turn: its values down, the turns across; then what is summed up of each turn. */
function turnsTable(metrics: readonly MetricResult[], language: Language): Table {
  const { general, page } = language;
  const [first] = metrics as readonly [MetricResult];
  const { turn: _, ...place } = first;
  const values = [...new Set(metrics.flatMap(({ outcomes }) => outcomes.map(({ value }) => value)))];
  const counts = values.filter((value) => typeof value === "number").toSorted((a, b) => a - b);
  const row = (name: string, of: (metric: MetricResult) => string | undefined) => [
    name,
    ...metrics.map((metric) => of(metric) ?? ""),
  ];
  const said = (outcome: Outcome | undefined, text: typeof chanceText) => outcome && text(outcome, language);
  return {
    caption: metricTitle(place, language),
    head: [language.metric(first.name), ...metrics.map(({ turn }) => general.turn(turn!))],
    rows: [
      ...(counts.length === values.length ? counts : values).map((value) =>
        row(language.value(first.name, value), ({ outcomes }) =>
          said(
            outcomes.find((outcome) => outcome.value === value),
            chanceText,
          ),
        ),
      ),
      // All of it is certain for the least value, and the chance itself for the greatest.
      ...(first.mean === undefined ? [] : counts.slice(1, -1)).map((value) =>
        row(`${general.atLeast} ${value}`, ({ outcomes }) =>
          said(
            outcomes.find((outcome) => Number(outcome.value) >= value),
            atLeastText,
          ),
        ),
      ),
      ...(first.mean === undefined
        ? []
        : [
            row(page.column.mean, (metric) => meanText(metric, language)),
            row(page.column.sd, (metric) => sdText(metric, language)),
          ]),
    ],
  };
}

/** A table for each metric; of what is counted after every turn, one for all turns. */
function metricTables(metrics: readonly MetricResult[], language: Language): Table[] {
  const alike = ({ name, turn, side, target, section }: MetricResult) =>
    JSON.stringify([name, turn === undefined, side, target, section]);
  return groupedBy(metrics, alike).flatMap((group) =>
    group.length > 1 && group[0]!.turn !== undefined
      ? turnsTable(group, language)
      : group.map((metric) => metricTable(metric, language)),
  );
}

/** Metrics summed up in a row each. */
function metricsTable(metrics: readonly MetricResult[], language: Language): Table {
  const { page } = language;
  return {
    caption: language.say`The other metrics`,
    head: [language.say`metric`, page.column.mean, page.column.sd, page.column.median, page.column.range],
    rows: metrics.map((metric) => [
      metricTitle(metric, language),
      ...(metric.mean === undefined
        ? [
            metric.outcomes.map((o) => `${language.value(metric.name, o.value)} ${chanceText(o, language)}`).join(", "),
            "",
            "",
            "",
          ]
        : [meanText(metric, language), ...spreadsOf(metric, language)]),
    ]),
  };
}

/** The dice that a cell needs: each with its chance, or where several roll a row for each of them. */
function diceTable(needed: Rolled["needed"], { saying, explanation, general, say }: Language): Table {
  const all = needed.flatMap(({ dice }) => dice);
  const caption = explanation.neededDice;
  if (needed.length === 1)
    return {
      caption,
      head: [say`roll`, say`the die shows`, general.chance],
      rows: all.map(({ text, sides, least }) => [
        saying(text),
        `${least}+ (D${sides})`,
        `${Math.min(sides, Math.max(0, sides + 1 - least))}/${sides}`,
      ]),
    };
  const rolls = [...new Set(all.map(({ text }) => saying(text)))];
  return {
    caption: `${caption} (${diceOf(all)})`,
    head: ["", ...rolls],
    rows: needed.map(({ title, dice }) => {
      const shown = (roll: string) => dice.flatMap(({ text, least }) => (saying(text) === roll ? `${least}+` : []));
      return [saying(title), ...rolls.map((roll) => shown(roll).join(", "))];
    }),
  };
}

/** `Needed dice (D10): to hit 5+`: a table in each of many cells is too much. */
const diceText = (needed: Rolled["needed"], { say, saying, explanation, check }: Language): string[] =>
  needed.map(({ title, dice }) => {
    const shown = dice.map(({ text, least }) => `${saying(text)} ${least}+`).join(check.semicolon);
    const rolled = diceOf(dice);
    return say`${needed.length === 1 ? `${explanation.neededDice} (${rolled})` : `${saying(title)}, ${rolled}`}: ${shown}`;
  });

/** `D6, D10`: each once. */
const diceOf = (dice: readonly { readonly sides: number }[]) =>
  [...new Set(dice.map(({ sides }) => `D${sides}`))].join(", ");

/** The dice that a cell needs, and one of its trials. */
function rollBlocks({ needed, trial }: Rolled, language: Language): PageBlock[] {
  const hasParts = trial?.some((line) => "heading" in line);
  const lines = (trial ?? []).map(
    (line) => `${hasParts && !("heading" in line) ? "  " : ""}${entryText(line, language).replace(/ {2,}/g, " → ")}`,
  );
  return [
    { table: diceTable(needed, language) },
    ...(lines.length === 0 ? [] : [{ folded: language.say`One trial, die by die`, blocks: [{ sentences: lines }] }]),
  ];
}

/**
 * The commands that tell a cell further, and `more`; undefined where no run made it.
 * @param isPriced whether points say anything of it
 */
export function commandsBlock(
  command: string,
  { id, point }: Pick<CellResult, "id" | "point">,
  { say }: Language,
  more: readonly (readonly [text: string, command: string, more: string])[] = [],
  isPriced = true,
): { readonly typed: readonly (readonly [what: string, command: string])[] } | undefined {
  const commands = cellCommands(command, id, point);
  if (commands === undefined) return undefined;
  const { explain, replay, run } = commands;
  // What nobody faces has no price, nor has what points say nothing of.
  const isSilent = !isPriced || id.includes("~-~");
  const priced = isSilent ? [] : [[say`What each side buys for its points:`, "solve", " --points"] as const];
  return {
    typed: [
      [say`The dice that it needs, and why:`, explain],
      [say`One trial, die by die:`, replay],
      ...[...priced, ...more].map(([text, verb, flag]) => [text, run.replace(" run ", ` ${verb} `) + flag] as const),
    ],
  };
}

/**
 * A cell with all its values; `isShort`: those of its first metric, and the others summed up; `title`: where it stands
 * among others.
 */
export function cellBlock(
  cell: CellResult,
  isShort: boolean,
  plain: Language,
  command = "",
  title = plain.goals.line(pairing(cell, calling([cell], plain)), plain.sets(cell.modifiers)),
): Extract<PageBlock, { readonly id: string }> {
  const further = cell.method && commandsBlock(command, cell, plain, [], cell.worth !== undefined);
  const language = calling([cell], plain);
  const metrics = cell.metrics ?? [];
  const full = isShort ? metrics.slice(0, 1) : metrics;
  const others = metrics.slice(full.length);
  const isBrief = isShort && cell.rolls?.trial === undefined;
  const dice = isBrief ? diceText(cell.rolls?.needed ?? [], language) : [];
  return {
    id: cell.id,
    title,
    blocks: [
      { sentences: [...introOf(cell, language), ...dice, ...orderLines(cell, language)] },
      ...(cell.shares
        ? [{ table: { caption: language.say`What each has done`, ...sharesTable(cell.shares, language) } }]
        : []),
      { tables: metricTables(full, language) },
      ...(others.length > 0 ? [{ table: metricsTable(others, language) }] : []),
      ...(isBrief || cell.rolls === undefined ? [] : rollBlocks(cell.rolls, language)),
      ...(further === undefined ? [] : [further]),
    ],
  };
}
