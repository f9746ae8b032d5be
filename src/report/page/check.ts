/** The page of a check: the verdict, what moved, what to do about it. */
import type { CheckResult, MetricCheck } from "../../analysis/check-result.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { changeChart, type Moved } from "../charts/change.ts";
import type { Chart } from "../charts/chart.ts";
import { histogramChart } from "../charts/histogram.ts";
import { shareText } from "../charts/overview.ts";
import { capital } from "../claim.ts";
import { causeText, changedName } from "../edits.ts";
import { fractionText, languageFor, titleOf } from "../format.ts";
import type { Language } from "../language/language.ts";
import { calling, callingIn } from "../language/sides.ts";
import { faultText, faultyName, renamedOnce } from "../name-faults.ts";
import {
  adviceText,
  basisText,
  beforeText,
  cancelLines,
  causeGroups,
  causesOfGroup,
  checkedName,
  checkedText,
  driftText,
  effectText,
  isSplit,
  isTold,
  marginText,
  matchUpOf,
  movedText,
  movedTimes,
  type NameOf,
  namesApart,
  reachOf,
  sideText,
  verdictText,
  wasText,
  worstMetrics,
} from "../verdicts.ts";
import { commandsBlock } from "./cells.ts";
import { checkClaim } from "./claims.ts";
import { tableOf } from "./document.ts";
import { tagsOf } from "./lead.ts";
import type { Page, PageBlock } from "./page.ts";
import { madeFrom, sharedResult, withoutPlaces } from "./provenance.ts";
import { goalsBlock, missedGoals } from "./run.ts";

/** One chart by how many margins each number moved; where one has no margin, one for chances and one for means. */
function charts(metrics: readonly MetricCheck[], nameOf: NameOf, language: Language): Chart[] {
  const { check: say, page } = language;
  const isByMargin = metrics.every(({ margin }) => margin > 0);
  return groupedBy(metrics, ({ unit }) => (isByMargin ? "" : unit)).map((group) => {
    const moved = group.map((metric): Moved => {
      const { difference: value, lower, upper, margin, verdict, unit } = metric;
      return {
        name: nameOf(metric),
        to: metric.cell,
        matchUp: matchUpOf(metric),
        before: wasText(metric, language),
        now: sideText(metric, metric.now, language),
        change: lower === undefined || upper === undefined ? { value } : { value, lower, upper },
        share: shareOf(metric, language),
        margin,
        verdict: say.verdicts[verdict],
        isBeyond: isMove(verdict),
        isChance: unit === "chance",
      };
    });
    return changeChart(moved, [page.before, page.now], language, isByMargin);
  });
}

/** Of an exact mean, how much of what it was it moved by: the headline is made of these. */
const shareOf = ({ now, before, unit }: MetricCheck, language: Language): string | undefined =>
  unit === "mean" ? shareText(now, before, false, language) : undefined;

const isMove = (verdict: MetricCheck["verdict"]): boolean => verdict === "drift" || verdict === "changed";

/**
 * Numbers with what they were and are; where they moved, by how many margins; last the fractions that they are. Each leads
 * to its cell. `shared`: what all names begin with.
 */
function metricsTable(
  metrics: readonly MetricCheck[],
  isMoved: boolean,
  nameOf: NameOf,
  language: Language,
  shared = "",
): Extract<PageBlock, { table: unknown }> {
  const { check, say, page } = language;
  const fractions = metrics.map(({ before, now }) => [before, now].map(({ fraction }) => fractionText(fraction, 16)));
  const hasFractions = fractions.some((both) => both.some((text) => text !== ""));
  return {
    table: {
      caption: shared || page.checked,
      isShared: shared !== "",
      head: [
        page.number,
        say`verdict`,
        page.before,
        page.now,
        say`change`,
        say`margin`,
        ...(isMoved ? [say`change in margins`] : []),
        ...(hasFractions ? [page.before, page.now].map((side) => say`${side}, exact`) : []),
      ],
      rows: metrics.map((metric, i) => [
        { text: nameOf(metric), to: metric.cell },
        check.verdicts[metric.verdict],
        beforeText(metric, language),
        sideText(metric, metric.now, language),
        [driftText(metric, language), shareOf(metric, language) ?? []].flat().join(", "),
        marginText(metric, language),
        ...(isMoved ? [movedTimes(metric, language)] : []),
        ...(hasFractions ? fractions[i]! : []),
      ]),
      words: 2,
    },
  };
}

/** Rows of one table, whose names are said in full. */
const MOST_ROWS = 14;

/** What moved, with what each edit alone does to it where that is known; below it, folded, what did not. */
function numbersBlocks(
  metrics: readonly MetricCheck[],
  changes: CheckResult["changes"],
  nameOf: NameOf,
  language: Language,
): PageBlock[] {
  const { say, page } = language;
  const told = metrics.filter(isTold);
  const others = metrics.filter((metric) => !isTold(metric));
  const split = metrics.filter(isSplit);
  const edits = changes.filter(({ path }) => split.some(({ alone }) => alone!.some((one) => one.path === path)));
  const unmoved = metricsTable(others, false, nameOf, language);
  // A match-up of several rows is said once, above its own; the chart has them all in one order.
  const byMatchUp = groupedBy(told, matchUpOf);
  const groups = told.length > MOST_ROWS || byMatchUp.length * 2 <= told.length ? byMatchUp : [told];
  const tables = groups.map((group) => {
    const names = group.map(nameOf);
    const { shared, own: apart } = groups.length > 1 ? namesApart(names) : { shared: "", own: names };
    return metricsTable(group, true, (metric) => apart[group.indexOf(metric)]!, language, shared);
  });
  return [
    ...tables,
    ...(split.length === 0
      ? []
      : [
          tableOf(
            {
              head: [page.number, ...edits.map((edit) => changedName(edit, language)), say`all together`],
              rows: split.map((metric) => [
                nameOf(metric),
                ...edits.map(({ path }) => {
                  const drift = metric.alone!.find((one) => one.path === path);
                  return drift === undefined ? "" : driftText({ ...drift, unit: metric.unit }, language);
                }),
                driftText(metric, language),
              ]),
            },
            say`What each edit does alone, all others taken back`,
          ),
        ]),
    ...(others.length === 0
      ? []
      : told.length === 0
        ? [unmoved]
        : [{ folded: say`${others.length} within their margins`, blocks: [unmoved] }]),
  ];
}

/** Cells with a number that moved which a page tells one by one. */
const MOST_CELLS = 60;

/**
 * The moved numbers cell by cell: how often each value came out then and does now, where all of them are checked, and
 * what tells more.
 */
function cellBlocks(
  metrics: readonly MetricCheck[],
  { command, moved: known = [] }: CheckResult,
  language: Language,
): Extract<PageBlock, { readonly id: string }>[] {
  const moved = [...new Set(metrics.filter(isTold).map(({ cell }) => cell))];
  return moved.slice(0, MOST_CELLS).flatMap((id) => {
    const ofCell = metrics.filter(({ cell }) => cell === id);
    const further = commandsBlock(command, { id }, language);
    const named = callingIn(id, language);
    const found = known.find(({ cell }) => cell === id) ?? checkedSides(ofCell);
    const chart = found && thenAndNow(found, ofCell, named);
    if (further === undefined && chart === undefined) return [];
    return [
      {
        ...{ id, title: language.cellName(id) },
        blocks: [
          ...(chart === undefined ? [] : [{ charts: [chart] }]),
          {
            sentences: ofCell.map((metric) =>
              language.goals.line(checkedName(metric, language), checkedText(metric, language)),
            ),
          },
          ...(found ? diceBlocks(found, named) : []),
          ...(further === undefined ? [] : [further]),
        ],
      },
    ];
  });
}

type MovedCell = NonNullable<CheckResult["moved"]>[number];

/** The dice that are not what they were. */
function diceBlocks({ before, now }: Pick<MovedCell, "before" | "now">, { say, saying, page }: Language): PageBlock[] {
  const rows = now.needed.flatMap(({ dice }, i) =>
    dice.flatMap(({ text, sides, least }, j) => {
      const old = before.needed[i]?.dice[j]?.least ?? least;
      return old === least ? [] : [[saying(text), `${old}+ (D${sides})`, `${least}+ (D${sides})`]];
    }),
  );
  const caption = say`The dice that changed`;
  return rows.length === 0 ? [] : [{ table: { caption, head: [say`roll`, page.before, page.now], rows } }];
}

/** Of a metric whose every value is checked, both of its distributions. */
function checkedSides(metrics: readonly MetricCheck[]): Pick<MovedCell, "before" | "now"> | undefined {
  const values = metrics.flatMap((metric) => {
    const [, name, at = "", value] = /\/([^/@=<>]+)(@[^=<>]+)?=([^=<>]+)$/.exec(metric.key) ?? [];
    return name === undefined || value === undefined ? [] : [{ ...metric, name, at, value }];
  });
  const like = values.filter(({ name, at }) => name === values[0]!.name && at === values[0]!.at);
  const isWhole = (side: "before" | "now") => Math.abs(like.reduce((sum, one) => sum + one[side].value, 0) - 1) < 0.001;
  if (like.length < 2 || !isWhole("before") || !isWhole("now")) return undefined;
  const outcomes = (side: "before" | "now") =>
    like.map(({ value, [side]: { value: probability, trials: _, ...limits } }) => ({ value, probability, ...limits }));
  const of = (side: "before" | "now") => ({
    metrics: [{ name: values[0]!.name, outcomes: outcomes(side) }],
    needed: [],
  });
  return { before: of("before"), now: of("now") };
}

/** How often each value came out then, and does now. */
function thenAndNow(
  { before, now }: Pick<MovedCell, "before" | "now">,
  metrics: readonly MetricCheck[],
  language: Language,
): Chart | undefined {
  const { page, goals, measure } = language;
  const sides = [
    { name: page.before, metric: before.metrics[0]! },
    { name: page.now, metric: now.metrics[0]! },
  ];
  const chart = histogramChart(sides, language);
  if (chart === undefined) return undefined;
  const { other: _, ...shown } = chart; // there may be many cells
  const most = metrics.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a));
  const name = measure(most.key.slice(most.cell.length + 1));
  return { ...shown, title: goals.line(name, movedText(most, language)) };
}

/** Edits that are told one by one. */
const MOST_EDITS = 12;

/** What was edited, by how much it moves; then what moved without an edit, and why; last what moved nothing. */
function editLines(
  result: CheckResult,
  metrics: readonly MetricCheck[],
  nameOf: NameOf,
  language: Language,
): readonly string[] {
  const told = metrics.filter(isTold);
  const edits = result.changes.toSorted((a, b) => reachOf(b, result) - reachOf(a, result));
  const lines = edits.slice(0, MOST_EDITS).map((edit) => {
    const [cause = "", ...texts] = capital(causeText(edit, language, true)).split("\n");
    const effect = effectText(edit, { ...result, metrics }, nameOf, language);
    return [told.length === 0 ? cause : language.say`${cause}. ${effect}`, ...texts.map((text) => `  ${text}`)];
  });
  const idle = lines.filter((_, i) => reachOf(edits[i]!, result) === 0);
  return [
    ...lines.slice(0, lines.length - idle.length).flat(),
    ...cancelLines({ ...result, metrics }, nameOf, language),
    ...causeGroups(result, told, language).flatMap((group) =>
      group.causes.length > 0
        ? []
        : causesOfGroup(result, group, language).map(
            (cause) => language.say`${group.metrics.length} {number|numbers}: ${cause}.`,
          ),
    ),
    ...idle.flat(),
    ...(edits.length > MOST_EDITS ? [language.check.more(edits.length - MOST_EDITS)] : []),
  ];
}

/** The same with the baseline and the edits of files that only the sender's machine has. */
const sharedCheck = (given: CheckResult): CheckResult => ({
  ...sharedResult(given),
  ...(given.baseline === undefined ? {} : { baseline: withoutPlaces(given.baseline) }),
  ...(given.update === undefined ? {} : { update: withoutPlaces(given.update) }),
  changes: given.changes.map(({ place, ...change }) =>
    place === undefined ? change : { ...change, place: { ...place, file: withoutPlaces(place.file) } },
  ),
});

export function checkPage(given: CheckResult): Page {
  const result = sharedCheck(given);
  const sides = result.metrics.map(({ cell }) => cell.split("~"));
  const language = calling(
    sides.map(([, attacker = "-", defender = "-"]) => ({ attacker, defender })),
    languageFor(result),
  );
  const { check, say, page } = language;
  const metrics = worstMetrics(result.metrics);
  const cells = cellBlocks(metrics, result, language);
  // What all of them share is said once, above.
  const { shared, own: apart } = namesApart(metrics.map((metric) => checkedName(metric, language)));
  const byMetric = new Map(metrics.map((metric, i) => [metric, apart[i]!]));
  const nameOf: NameOf = (metric) => byMetric.get(metric)!;
  const claim = checkClaim(result, nameOf);
  // What did not move is in the table; where nothing did, all are drawn.
  const isDrawn = ({ verdict }: MetricCheck) => isMove(verdict) || verdict === "inconclusive";
  const drawn = charts(metrics.some(isDrawn) ? metrics.filter(isDrawn) : metrics, nameOf, language);
  // What moved most stands in large letters.
  const setup = metrics[0] && result.setups?.[metrics[0].experiment];
  const played = result.metrics.map(({ now: { trials } }) => ({
    method: trials === 0 ? ("exact" as const) : ("monte-carlo" as const),
    trials,
    options: result.options ?? [],
    ...(setup && { setup }),
  }));
  const basis = basisText(result, language);
  const made = madeFrom({ ...result, cells: played }, language, false);
  const { version, scenario: hash, seed } = result.accepted ?? {};
  const accepted =
    version && `${result.baseline} · crible ${version} · ${hash} · ${language.goals.line(say`seed{#page}`, seed!)}`;
  const { goals: found, names } = result;
  const numbers = numbersBlocks(metrics, result.changes, nameOf, language);
  const rows = renamedOnce(names).map((name) => [
    faultyName(name, language),
    language.goals.line(check.faultNames[name.fault], faultText(name, language)),
  ]);
  const faults = { caption: page.faults, head: [page.number, say`fault`], rows, words: 2 };
  return {
    language,
    title: say`${titleOf(result)}: balance check`,
    aside: [shared, result.ruleset].filter((text) => text !== "").join(" · "),
    lead: {
      title: claim.title,
      lede: claim.lede,
      tags: played.length === 0 ? [] : tagsOf(played, {}, language),
      blocks: drawn.length === 0 ? [] : [{ charts: drawn }],
    },
    verdict: { state: result.verdict, text: `${page.marks[result.verdict]} ${verdictText(result, language)}` },
    findings: [
      ...missedGoals(result.goals, language),
      ...editLines(result, metrics, nameOf, language),
      ...adviceText(result, language),
      ...(basis === undefined ? [] : [basis]),
    ],
    first: found.length > 0 ? [goalsBlock(found, language)] : [],
    sections: [
      ...(metrics.length > 0 ? [{ id: "numbers", title: page.checked, blocks: numbers }] : []),
      ...(names.length > 0 ? [{ id: "names", title: page.faults, blocks: [{ table: faults }] }] : []),
      ...(cells.length > 0 ? [{ id: "cells", title: say`Then and now, cell by cell`, folded: "", blocks: cells }] : []),
    ],
    ...made,
    facts: [...made.facts, ...(accepted ? [[say`baseline{#page}`, accepted] as const] : [])],
  };
}
