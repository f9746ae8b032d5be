/** The charts of each analysis, on its page. */
import type { Comparison } from "../../analysis/compare.ts";
import type { Effects } from "../../analysis/effects.ts";
import type { Played, Playing } from "../../analysis/playing.ts";
import type { Result } from "../../analysis/result.ts";
import type { Sensitivity } from "../../analysis/sensitivity.ts";
import type { Solution } from "../../analysis/solve.ts";
import type { Sweep } from "../../analysis/sweep.ts";
import { type Axis, idAt } from "../../scenario/axis.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { carriesValues } from "../carried.ts";
import { changeChart, type Moved } from "../charts/change.ts";
import type { Chart } from "../charts/chart.ts";
import { effectsChart } from "../charts/effects.ts";
import { gridSpec } from "../charts/grid.ts";
import { histogramChart } from "../charts/histogram.ts";
import { shareText } from "../charts/overview.ts";
import { SERIES } from "../charts/palette.ts";
import { playBars, playCharts } from "../charts/play.ts";
import { pricesChart, unitPricesChart } from "../charts/prices.ts";
import { isKnown, sweepLines, sweepMap } from "../charts/sweep.ts";
import { tornadoChart } from "../charts/tornado.ts";
import { worthChart } from "../charts/worth.ts";
import { oneColon, plainTitle } from "../claim.ts";
import { byMargins, bySize, isBeyond, sidesIn } from "../compare.ts";
import { type DifferenceGroup, differenceGrid, manyDifferences, questionsOf, type Sides } from "../differences.ts";
import { type Document, textOf } from "../document.ts";
import { estimateText } from "../estimate.ts";
import { pairsOnce } from "../even-price.ts";
import { languageFor } from "../format.ts";
import { frontiersOf } from "../frontier.ts";
import type { Layer } from "../grid.ts";
import type { Language } from "../language/language.ts";
import { calling, callingIn } from "../language/sides.ts";
import { betterOf, distinctFights, playLead, playTitle, sidesOf } from "../play.ts";
import { overallPrices, type PointsData, pricesOf } from "../points.ts";
import { baseText, movedTexts } from "../sensitivity.ts";
import { answerOf, groupName, shownOf, solutionGroups, todayText } from "../solve.ts";
import { rangeTitle, sweepLede, sweptGroups, toldGroups } from "../sweep.ts";
import { namesApart } from "../verdicts.ts";
import { commandsBlock } from "./cells.ts";
import { compareClaim, effectsClaim, playClaim, pointsClaim } from "./claims.ts";
import { documentPage, foldedParts, foundAs, tableOf } from "./document.ts";
import type { Page, PageBlock } from "./page.ts";
import { gainPrice, withPrices } from "./prices.ts";

export { armyPage } from "./army.ts";
export { rankPage } from "./rank.ts";

export function effectsPage(data: Effects, document: Document, result: Result): Page {
  const language = languageFor(result);
  const [heading = ""] = document.blocks.flatMap((block) => ("heading" in block ? block.heading : []));
  const [told = ""] = document.blocks.flatMap((block) => ("sentences" in block ? block.sentences : []));
  const page = documentPage(document, result, {
    claim: effectsClaim(data, data.factorials.length > 1 ? language.goals.line(heading, told) : told, result),
    charts: data.factorials.map((factorial) => effectsChart(factorial, calling([factorial], language))),
  });
  const prices = data.factorials.flatMap((factorial) => factorial.prices ?? []);
  const isBetween = prices.some(({ alone }) => alone.some(({ worth }) => worth !== undefined));
  return prices.length > 0 ? foundPrices(page, isBetween, language) : withPrices(page, result.cells);
}

/**
 * What each side orders is folded below the table of its fight; tables of several fights stand before those, and each
 * fight is folded.
 */
export function playPage(data: Playing, document: Document, result: Result): Page {
  const language = languageFor(result);
  const { say } = language;
  const fights = distinctFights(data.fights).map(([fight]) => fight);
  const drawn = playCharts(data, language);
  const pictures = drawn.map((charts, i): PageBlock => {
    const further = commandsBlock(result.command, { id: fights[i]!.cell }, language, [
      [say`Every state, with the share of each order:`, "play", " --csv"],
    ]);
    return {
      folded: say`Who orders what, turn by turn`,
      isPrinted: i === 0,
      blocks: [
        {
          sentences: [
            say`By who is ready on either side, all others out; the shade of a square says how often they win.`,
          ],
        },
        ...(charts.length === 0 ? [] : [{ charts: keyed(charts, fights[i]!, language) }]),
        ...(further === undefined ? [] : [further]),
      ],
    };
  });
  const tables = document.blocks.filter((block) => "head" in block && !block.isDrawn).length;
  const bars = playBars(data, language);
  const better = data.fights[0] && betterOf(data.fights[0]);
  const at = data.fights[0]?.pictures.findIndex(({ side }) => side === (better === 1 ? "second" : "first")) ?? -1;
  const turn = drawn[0]?.[at];
  const page = documentPage(document, result, {
    claim: playClaim(data, result),
    first: [...(bars === undefined ? [] : [bars]), ...(turn === undefined ? [] : [turn])],
    lead: playLead(data, result),
    beside: [...Array<undefined>(tables - pictures.length).fill(undefined), ...pictures],
  });
  const titles = fights.map((fight) => plainTitle(playTitle(fight, language)));
  const parts = foldedParts(withPrices(page, result.cells), titles);
  // What the orders of the file come to, with their dice, is told of the first fight: of more a page would be too heavy.
  const sections = parts.sections.map((section) => {
    if (section.id !== "cells" || parts.sections.every(({ id }) => id !== fights[0]?.cell)) return section;
    const blocks = section.blocks.slice(0, 1).map((block) => ({ ...block, id: "dice" }) as PageBlock);
    return { ...section, title: say`Orders as written: the dice`, blocks };
  });
  return { ...parts, sections };
}

/** Squares of one scale: what they show is said with the first, and of the others whose turn it is. */
const keyed = (charts: readonly Chart[], fight: Played, language: Language): Chart[] =>
  charts.map((chart, i) => {
    if (i === 0 || chart.drawing.kind !== "squares") return chart;
    const { side, turn } = fight.pictures[i]!;
    const title = language.say`${sidesOf(fight, language)[side === "first" ? 0 : 1]}, turn ${turn}`;
    const { note: _, ...drawing } = chart.drawing;
    return { ...chart, title, text: title, drawing: { ...drawing, key: [] } };
  });

export function sensitivityPage({ tornados }: Sensitivity, document: Document, result: Result): Page {
  const drawn = tornados.filter(({ bars }) => bars.length > 0);
  const languages = drawn.map((tornado) => calling([tornado], languageFor(result)));
  const prices = drawn.map((tornado, i) => gainPrice(tornado, result.cells, languages[i]!));
  const charts = drawn.map((tornado, i) => tornadoChart(tornado, languages[i]!, prices[i]));
  const [first] = tornados.length > 1 ? [] : drawn;
  // Where the rules forbid every step, nothing is drawn.
  const title = charts[0]?.title;
  const lede = first === undefined ? [] : [baseText(first, languages[0]!)];
  if (first && prices[0])
    lede.push(languages[0]!.say`${languages[0]!.unit(first.attacker)} spend ${prices[0](1)} for each casualty.`);
  const claim = first && title !== undefined ? { title: plainTitle(title), lede } : undefined;
  // What moves most of many numbers, as a terminal says it.
  const [brief] = document.brief ?? [];
  const lead = brief !== undefined && "sentences" in brief ? brief.sentences : [];
  const page = withPrices(documentPage(document, result, { claim, lead, charts }), result.cells);
  // What moves it most stands in large letters, and the number itself below them.
  const rest = page.findings.map((text) => text.trim());
  return first ? { ...page, findings: [...movedTexts(first, languages[0]!, prices[0]), ...rest] } : page;
}

export function sweepPage(data: Sweep, document: Document, result: Result): Page {
  const language = languageFor(result);
  const [down, across] = data.axes as readonly [Axis, Axis | undefined];
  const groups = sweptGroups(data);
  const charts = toldGroups(data).told.flatMap((group) =>
    group.curves.map((curve) => {
      const named = calling([curve], language);
      if (!curve.points.some(isKnown)) return undefined;
      const title = rangeTitle(curve, group, data, language);
      return across === undefined
        ? sweepLines([{ name: named.measure(curve.measure), curve }], down, named, { title })
        : sweepMap(curve, [down, across], named, { title, even: curve.even });
    }),
  );
  const title = charts[0]?.title;
  const claim = title === undefined ? undefined : { title: plainTitle(title), lede: sweepLede(groups, data, language) };
  const page = withPrices(documentPage(document, result, { charts, claim }), result.cells, false, data.curves);
  // What one curve goes from and to stands in large letters already.
  return claim === undefined || groups.length > 1
    ? page
    : { ...page, findings: page.findings.slice(1).map((text) => text.trim()) };
}

/** The price that is furthest from even first; beside it the units that no cheaper one outdoes. */
export function pointsPage(data: PointsData, document: Document, result: Result): Page {
  const language = languageFor(result);
  const prices = pricesOf(data, result);
  const units = overallPrices(data, result);
  const per = language.points.per[data.pointsBuy];
  const pairs = pairsOnce((data.evens ?? []).filter(({ unit, than }) => unit !== than)).length;
  const ofPairs = prices.length > 0 ? pricesChart(prices, per, language, pairs) : [];
  const frontiers = frontiersOf(data, result).map((frontier) => worthChart(frontier, language));
  const first = [units.length > 1 ? unitPricesChart(units, per, language) : ofPairs, frontiers].flat();
  const page = documentPage(document, result, { claim: pointsClaim(data, result), first });
  const isBetween = (data.evens ?? []).some(({ even: { lower, upper } }) => lower !== upper);
  return foundPrices(page, isBetween, language);
}

/** A price between two whole numbers of models is not exact, though both of its fights are. */
function foundPrices(page: Page, isBetween: boolean, language: Language): Page {
  const found = language.say`fights exact; prices interpolated between whole numbers of models`;
  return foundAs(page, isBetween && page.found === language.page.allOfThemExact ? found : undefined);
}

/** What was tried, each with its number: a line for each answer. */
export function solvePage(
  { solutions }: { readonly solutions: readonly Solution[] },
  document: Document,
  result: Result,
): Page {
  const language = languageFor(result);
  const isApart = new Set(solutions.map(({ cell }) => cell.slice(0, cell.lastIndexOf("~")))).size > 1;
  const groups = solutionGroups(solutions);
  const nameOf = (group: (typeof groups)[number]) => groupName(group, language, isApart);
  // As many lines as can be told apart.
  const chartOf = (group: (typeof groups)[number]) => Math.floor(groups.indexOf(group) / SERIES.length);
  const charts = groupedBy(groups, (group) => `${chartOf(group)} ${group[0].measure}`).map((alike) => {
    const [[first]] = alike as [(typeof groups)[number]];
    const { path, best, today, cell } = first;
    const named = callingIn(cell, language);
    const curves = alike.map((group) => {
      const [{ measure, isChance, cell: of }] = group;
      const points = shownOf(group[0]).map(({ value, estimate }) => {
        const point = { [path]: value };
        return { cell: idAt(of, point), point, estimate };
      });
      return { name: alike.length > 1 ? nameOf(group) : named.measure(measure), curve: { measure, isChance, points } };
    });
    const values = [...new Set(alike.flatMap(([one]) => shownOf(one).map(({ value }) => value)))].sort((a, b) => a - b);
    const answer = answerOf(first, named).replace(/\.$/, "");
    return sweepLines(curves, { path, values }, named, {
      title: groups.length > 1 ? language.goals.line(nameOf(alike[0]!), answer) : answer,
      aim: {
        value: first.target,
        text: named.say`target ${estimateText({ value: first.target }, first.isChance, named)}`,
      },
      answer: best.value,
      ...(today === undefined ? {} : { today }),
    });
  });
  const title = charts[0]?.title;
  const lede = groups.slice(0, 1).flatMap(([one]) => todayText(one, callingIn(one.cell, language)));
  const claim = title === undefined ? undefined : { title: plainTitle(title), lede };
  return withPrices(documentPage(document, result, { charts, claim }), result.cells);
}

export function comparePage(
  compared: Comparison,
  given: Sides,
  document: Document,
  results: readonly [Result, Result],
): Page {
  const [result] = results;
  const sides = sidesIn(given, results);
  const language = languageFor(result);
  const comparison = bySize(compared);
  const questions = questionsOf(comparison, language);
  const all = questions.flatMap(({ rows, name, title }) =>
    rows.map((row) => ({
      row,
      difference: row.difference,
      name: oneColon(
        questions.length === 1 ? name(row) : rows.length === 1 ? title : language.goals.line(title, name(row)),
      ),
    })),
  );
  const maps = questions.flatMap((question) => differenceMap(question, sides, language) ?? []);
  const units = [...new Set(all.map(({ difference }) => difference.isChance))];
  const charts = units.map((isChance): Chart => {
    const alike = all
      .filter(({ difference }) => difference.isChance === isChance)
      .toSorted((a, b) => byMargins(a.difference, b.difference));
    const moved = alike.map(({ difference, name, row }): Moved => {
      const { change, margin, first, second } = difference;
      const [before, now] = [first, second].map((one) => estimateText(one, isChance, language)) as [string, string];
      const verdict = language.compare.verdicts[difference.verdict];
      const share = isChance ? undefined : shareText(second, first, false, language);
      const said = { before, now, verdict, isChance, isBeyond: isBeyond(difference) };
      return { name, to: row.second.id, change, share, margin, ...said };
    });
    return changeChart(moved, [sides.first, sides.second], language);
  });
  const claim = compareClaim(comparison, sides, result);
  const [leading, ...left] = [...maps, ...charts];
  // Beside what differs most, how often each of its numbers comes out.
  const histogram = maps.length > 1 ? undefined : thenAndNow(comparison, sides, results);
  const page = documentPage(document, result, {
    claim,
    first: [leading, histogram, ...left].filter((chart) => chart !== undefined),
    rests: results,
  });
  // A few pairs are told one by one: their numbers stand in a table all the same.
  const title = language.page.numbersTitle;
  // Who meets whom is said once, above all that is measured of them.
  const isApart = comparison.pairs.some(({ differences }) => differences.length > 1);
  const parts = isApart ? comparison.pairs.map((pair) => [pair]) : [comparison.pairs];
  const tabled = document.blocks.some((block) => "head" in block)
    ? []
    : parts.flatMap((pairs) =>
        manyDifferences({ ...comparison, pairs }, sides, result).flatMap((block) => {
          if (!("head" in block)) return [];
          const { shared, own } = namesApart(block.rows.map(([name = ""]) => textOf(name)));
          const rows = block.rows.map(([, ...row], i) => [own[i]!, ...row]);
          return tableOf({ ...block, rows }, shared || title, shared !== "");
        }),
      );
  const numbers = tabled.length === 0 ? [] : [{ id: "numbers", title, blocks: tabled }];
  const whole = {
    ...page,
    sections: page.sections.toSpliced(page.sections[0]?.id === "charts" ? 1 : 0, 0, ...numbers),
  };
  if (compared.pairs.some(({ prices }) => prices)) return whole;
  return withPrices(
    whole,
    results.flatMap(({ cells }) => cells),
  );
}

/** Of one question alone, how often each number comes out on either side, where the page has it. */
function thenAndNow({ pairs }: Comparison, sides: Sides, results: readonly [Result, Result]): Chart | undefined {
  const [pair] = pairs;
  const [difference] = pair?.differences ?? [];
  if (pair === undefined || difference === undefined || !carriesValues(results)) return undefined;
  const name = difference.measure.split(/[@=.<>]/u)[0]!;
  const series = ([pair.first, pair.second] as const).flatMap(({ id }, i) => {
    const metric = results[i]!.cells.find((cell) => cell.id === id)?.metrics?.findLast((one) => one.name === name);
    return metric === undefined ? [] : [{ name: [sides.first, sides.second][i]!, metric }];
  });
  return series.length < 2 ? undefined : histogramChart(series, calling([pair.first], languageFor(results[0])));
}

/** A matrix of differences as a map: paler is less, on either side of none. */
function differenceMap(question: DifferenceGroup, sides: Sides, language: Language): Chart | undefined {
  const grid = differenceGrid(question, sides, language);
  if (grid === undefined) return undefined;
  const [{ rows, isChance, what }] = grid.layers as [Layer];
  const squares = rows.flatMap((row, r) =>
    row.flatMap((square, c) =>
      square === undefined
        ? []
        : {
            down: grid.rows[r]!,
            across: grid.columns[c]!,
            short: square.short,
            said: language.goals.line(square.who, square.full),
            ...(square.value === undefined ? {} : { value: square.value }),
          },
    ),
  );
  const { attacker, defender } = language.page.column;
  return {
    name: "differences",
    title: language.goals.line(question.title, what),
    text: language.charts.matchupsText(what),
    ...gridSpec({ squares, down: attacker, across: defender, isChance, isChange: true }, language),
  };
}
