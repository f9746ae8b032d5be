/** The page of a run: findings, then for each experiment what answers its question. */

import { type Headlines, leadingOf } from "../../analysis/measure.ts";
import type { CellResult, GoalResult, Result } from "../../analysis/result.ts";
import { atOnce, type Stretches } from "../../rule/event-loop.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { textIn } from "../../scenario/languages.ts";
import { MOST_TOLD } from "../carried.ts";
import { distributionOf } from "../distribution.ts";
import { estimateText } from "../estimate.ts";
import { findingsOf, leadClaim, linesOf } from "../findings.ts";
import { languageFor, pairing, titleOf } from "../format.ts";
import { goalFound, goalName, goalWanted, worstFirst } from "../goals.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { qualityLines } from "../quality.ts";
import { setupTexts } from "../setup.ts";
import { cellBlock, cellsTable } from "./cells.ts";
import { type Context, chartsOf, overview } from "./drawn.ts";
import { leadOf, mapBlocks, unsaid } from "./lead.ts";
import type { Page, PageBlock, Section } from "./page.ts";
import { withPrices } from "./prices.ts";
import { foundText, madeFrom, sharedResult } from "./provenance.ts";

/** Pairs of units that have a grid of their own; of more, the chart and the tables speak. */
const MOST_PAIRS = 6;
/** Cells of a table that is open from the first. */
const MOST_ROWS = 12;
/** Values of all metrics that a page can carry; beyond, all but the first metric are summed up. */
const MOST_OUTCOMES = 1_500;

/** The grids of an experiment: who beats whom, or what can happen under each modifier set. */
function* gridsOf(
  cells: readonly CellResult[],
  { headlines, language: plain }: Context,
  isLed: boolean,
): Stretches<PageBlock[]> {
  const language = calling(cells, plain);
  const headline = headlines[cells[0]!.kind];
  if (headline === undefined) return [];
  const lead = leadingOf(cells, headline);
  const map = yield* mapBlocks(cells, lead, language);
  if (map.length > 0) return isLed ? [] : map;
  const pairs = groupedBy(cells, ({ attacker, defender }) => `${attacker}~${defender}`);
  if (pairs.length > MOST_PAIRS) return [];
  return pairs.flatMap((pair) => {
    const grid = distributionOf(pair, leadingOf(pair, headline), calling(pair, plain));
    const who = pairing(pair[0]!, language);
    return grid === undefined
      ? []
      : [{ grid, caption: language.say`${who}: the chance of each value (${grid.corner}), in per cent` }];
  });
}

/** @param isLed whether the first screen has its chart @param isFolded whether it is one of several */
function* sectionOf(
  cells: readonly CellResult[],
  isShort: boolean,
  { isLed, isFolded }: { readonly isLed: boolean; readonly isFolded: boolean },
  context: Context,
): Stretches<Section> {
  const { language } = context;
  const { experiment, kind } = cells[0]!;
  const charts = chartsOf(cells, context, isLed);
  yield;
  const { page } = language;
  const isMany = cells.length > MOST_TOLD;
  const table = cellsTable(cells, leadingOf(cells, context.headlines[kind]), isMany, language);
  yield;
  const grids = yield* gridsOf(cells, context, isLed);
  yield;
  return {
    id: experiment,
    title: language.experiment(experiment),
    aside: [language.kind(kind), page.cells(cells.length), ...(isLed ? [] : setupTexts(cells, language))].join(" · "),
    found: foundText(cells, language),
    ...(isFolded ? { folded: isLed ? "" : (overview(cells, context)[0]?.title ?? "") } : {}),
    blocks: [
      ...(charts.length > 0 ? [{ charts }] : []),
      ...grids,
      ...(cells.length > MOST_ROWS ? [{ folded: page.cellsTitle, blocks: [{ table }] }] : [{ table }]),
      ...(isMany
        ? [
            { sentences: [page.everyValue] },
            // The row of its table is the place of a cell; what leads is told below it.
            ...cells
              .filter(({ rolls }) => rolls !== undefined)
              .map((cell) => ({ ...cellBlock(cell, true, language, context.result.command), id: `${cell.id}~told` })),
          ]
        : [
            { heading: page.details },
            ...(isShort
              ? [
                  {
                    sentences: [
                      language.say`Of the other metrics the table shows mean and spread; outcomes.csv has every value.`,
                    ],
                  },
                ]
              : []),
            ...cells.map((cell) => cellBlock(cell, isShort, language, context.result.command)),
          ]),
    ],
  };
}

/**
 * What answers a question over several experiments, beside each other, before each of them is told.
 * @param led cells whose answer the first screen has
 */
function answersOf(cells: readonly CellResult[], led: ReadonlySet<string>, context: Context): PageBlock[] {
  const { titles, labels } = context.result;
  const asked = cells.filter(({ id, experiment }) => titles?.questions[experiment] !== undefined && !led.has(id));
  const charts = groupedBy(asked, ({ experiment }) => textIn(titles!.questions[experiment]!, labels)).flatMap((same) =>
    new Set(same.map(({ experiment }) => experiment)).size > 1 ? overview(same, context) : [],
  );
  return charts.length === 0 ? [] : [{ charts }];
}

export function goalsBlock(goals: readonly GoalResult[], language: Language): PageBlock {
  const { goals: say, page } = language;
  const rows = worstFirst(goals).map((goal) => [
    `${page.marks[goal.verdict]} ${say.verdicts[goal.verdict]}`,
    goalName(goal, language),
    goalWanted(goal, language),
    goalFound(goal, language),
    say.levels[goal.level],
  ]);
  return { table: { caption: say.title, head: say.columns, rows, words: 5 } };
}

/** What the first screen says of goals: the worst that came of them. */
export function goalsVerdict(goals: readonly GoalResult[], { page, say }: Language): NonNullable<Page["verdict"]> {
  const met = goals.filter(({ verdict }) => verdict === "pass").length;
  const state = goals.some(({ verdict }) => verdict === "fail") ? "fail" : met < goals.length ? "inconclusive" : "pass";
  return { state, text: `${page.marks[state]} ${say`${met} of ${goals.length} goals met`}` };
}

/** Goals that are missed, each with what was found. */
export const missedGoals = (goals: readonly GoalResult[], language: Language): string[] =>
  goals.flatMap((goal) => {
    const { verdict, estimate, lower, upper, value } = goal;
    if (verdict !== "fail" || estimate === undefined) return [];
    const found = estimateText({ value: estimate, lower, upper }, value !== undefined, language);
    const wanted = language.goals.wanted(found, goalWanted(goal, language));
    return `${language.say`Goal missed: ${language.goals.line(goalName(goal, language), wanted)}`}.`;
  });

/** How healthy the simulations are, and what to do about those that are not. */
export function qualityBlocks([line, ...advice]: readonly string[]): PageBlock[] {
  return line === undefined ? [] : [{ sentences: [line, ...advice.map((text) => `  ${text}`)] }];
}

export const runPage = (result: Result, headlines: Headlines): Page => atOnce(runPageParts(result, headlines));

/** The page in stretches, whatever is read off cells being known: that of thousands of cells takes a second. */
export function* runPageParts(given: Result, headlines: Headlines): Stretches<Page> {
  const result = sharedResult(given);
  const language = languageFor(result);
  const context = { result, headlines, language };
  const outcomes = result.cells
    .flatMap(({ metrics = [] }) => metrics)
    .reduce((n, metric) => n + metric.outcomes.length, 0);
  const found = findingsOf(result, headlines);
  yield;
  const claim = leadClaim(found);
  const lines = [...missedGoals(result.goals ?? [], language).slice(0, 2), ...found.flatMap(linesOf)];
  // The first screen says all of the finding whose claim it is.
  const said = found.flatMap((one) => (one.claim === undefined ? [] : one.text)).slice(0, 1);
  const led = new Set(claim?.cells.map(({ id }) => id));
  const experiments = groupedBy(result.cells, ({ experiment }) => experiment);
  const sections: Section[] = [];
  for (const cells of experiments) {
    const isLed = cells.length === led.size && cells.every(({ id }) => led.has(id));
    const isFolded = claim !== undefined && experiments.length > 1;
    sections.push(yield* sectionOf(cells, outcomes > MOST_OUTCOMES, { isLed, isFolded }, context));
  }
  const quality = qualityLines(result.cells, language);
  const lead = claim && (yield* leadOf(claim, context));
  yield;
  const page: Page = {
    language,
    title: titleOf(result),
    aside: result.ruleset,
    ...(lead && { lead }),
    ...(result.goals?.length ? { verdict: goalsVerdict(result.goals, language) } : {}),
    findings: lead === undefined ? lines : unsaid(lines, { ...lead, lede: [...lead.lede, ...said] }),
    first: [
      ...answersOf(result.cells, led, context),
      ...(result.goals?.length ? [goalsBlock(result.goals, language)] : []),
      // That all is well is said by a tag.
      ...(quality.length > 1 || claim === undefined ? qualityBlocks(quality) : []),
    ],
    sections,
    ...madeFrom(result, language),
  };
  return claim === undefined ? page : withPrices(page, claim.cells, true);
}
