import type { AsWritten, Fielding } from "../analysis/equal-points.ts";
import type { EvenField } from "../analysis/even-field.ts";
import type { Estimate } from "../analysis/measure.ts";
import { type MatchUp, type Ranked, type Ranking, WITHIN } from "../analysis/rank.ts";
import type { MatrixRanking } from "../analysis/rank-matrix.ts";
import type { RankData } from "../analysis/rank-scenario.ts";
import type { Result } from "../analysis/result.ts";
import type { CsvRow } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { estimateText, shareText, winText } from "./estimate.ts";
import { evenBlocks, rebalanceBlocks } from "./even-field.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { madeBy } from "./provenance.ts";
import { columnsOf, type ResultTable } from "./table.ts";

/** So many circles, and so many ties, are named. */
const NAMED = 6;

/** A number of points: `+120`, `−35 ± 4`. */
function ratingText({ value, lower, upper }: Estimate, { rounded }: Language): string {
  const text = rounded(value, 0);
  return lower === undefined || upper === undefined ? text : `${text} ± ${rounded((upper - lower) / 2, 0).slice(1)}`;
}

function sentencesOf(ranking: Ranking, label: (unit: string) => string, language: Language): string[] {
  const { rank: say } = language;
  const { autoIncludes, dominates, neverWorthTaking, circles, ties, open, unordered, isExact } = ranking;
  const list = (units: readonly string[]) => language.list(units.map(label));
  // Whoever is an auto-include dominates everybody: said once.
  const others = dominates.filter(([better]) => !autoIncludes.includes(better));
  const shown = circles.slice(0, NAMED);
  // Against the field a unit may win too much, and against nobody the most: both are said, so why is too.
  const both = ranking.tooGood.filter((unit) => neverWorthTaking.includes(unit));
  const answer = [
    ...(autoIncludes.length > 0 ? [say.auto(list(autoIncludes), autoIncludes.length > 1)] : []),
    ...[...new Set(others.map(([better]) => better))].map((better) =>
      say.dominates(label(better), list(others.flatMap(([own, worse]) => (own === better ? worse : [])))),
    ),
    ...(neverWorthTaking.length > 0 ? [say.never(list(neverWorthTaking))] : []),
    ...(both.length > 0 ? [say.tooGoodAndNever(list(both))] : []),
    ...shown.map(([a, b, c]) => say.circle(label(a), label(b), label(c))),
    ...(circles.length > NAMED ? [say.moreCircles(circles.length - NAMED)] : []),
  ];
  return [
    ...judged(ranking, label, language),
    ...(answer.length > 0 ? answer : [say.none]),
    ...(ties.length > 0
      ? [say.ties(language.list(ties.slice(0, NAMED).map(([a, b]) => say.versus(label(a), label(b)))))]
      : []),
    isExact ? say.exact : say.sure,
    ...(open > 0 ? [say.open(open)] : []),
    ...(unordered.length > 0
      ? [say.unordered(language.list(unordered.slice(0, NAMED).map(([a, b]) => say.versus(label(a), label(b)))))]
      : []),
    say.unexplained(unexplainedText(ranking, language)),
  ];
}

/** Who wins too much against the others, and who too little. */
function judged({ units, tooGood, tooWeak }: Ranking, label: (unit: string) => string, language: Language): string[] {
  const { rank: say } = language;
  const named = (list: readonly string[]) =>
    language.list(
      list.map((unit) => {
        const { mean } = units.find((one) => one.unit === unit)!;
        const share = winText(mean, language);
        return mean.trials === 0 ? say.withShare(label(unit), share) : `${label(unit)} ${share}`;
      }),
    );
  return [
    tooGood.length > 0 ? say.tooGood(named(tooGood), language.percent(0.5 + WITHIN)) : say.nobody,
    ...(tooWeak.length > 0 ? [say.tooWeak(named(tooWeak), language.percent(0.5 - WITHIN))] : []),
  ];
}

/** `0.56 %`; between what, where noise can move it. */
function unexplainedText(ranking: Ranking, { percent, range }: Language): string {
  const { unexplained, unexplainedLower: lower, unexplainedUpper: upper } = ranking;
  return lower === undefined || upper === undefined ? percent(unexplained) : between(lower, upper, { percent, range });
}

/** `2.0 % to 3.0 %`; what is written the same is written once. */
function between(lower: number, upper: number, { percent, range }: Pick<Language, "percent" | "range">): string {
  const [from, to] = [percent(lower), percent(upper)];
  return from === to ? from : range(from, to);
}

function broughtText(
  {
    equilibrium,
    equilibriumLower,
    equilibriumUpper,
  }: Pick<Ranked, "equilibrium" | "equilibriumLower" | "equilibriumUpper">,
  { percent, range }: Language,
): string {
  if (equilibriumLower === undefined || equilibriumUpper === undefined || equilibriumLower === equilibriumUpper)
    return percent(equilibrium);
  return between(equilibriumLower, equilibriumUpper, { percent, range });
}

function tablesOf({ units, wins }: Ranking, label: (unit: string) => string, language: Language): Block[] {
  const { rank: say } = language;
  const win = (estimate: Estimate) => winText(estimate, language);
  const matchUp = ({ against, win: own, or = [] }: MatchUp) =>
    say.against(win(own), or.length === 0 ? label(against) : say.orOthers(label(against), or.length));
  return [
    {
      head: say.head,
      rows: units.map((own): Entry[] => [
        label(own.unit),
        ratingText(own.rating, language),
        { text: win(own.mean), heat: own.mean.value },
        matchUp(own.worst),
        matchUp(own.best),
        broughtText(own, language),
      ]),
    },
    { sentences: [say.brought(say.points)] },
    {
      head: [say.matrix, ...units.map(({ unit }) => label(unit))],
      rows: units.map(({ unit }, i): Entry[] => [
        label(unit),
        ...wins[i]!.map((estimate, j): Entry => (i === j ? "–" : { text: win(estimate), heat: estimate.value })),
      ]),
    },
  ];
}

/** What is known of the same field besides. */
const ofField = <T extends Pick<Ranking, "experiment" | "modifiers">>(
  all: readonly T[] | undefined,
  { experiment, modifiers }: Ranking,
): T | undefined => all?.find((one) => one.experiment === experiment && one.modifiers.join() === modifiers.join());

const evenOf = ({ evens }: RankData, ranking: Ranking): EvenField | undefined => ofField(evens, ranking);
const fieldingOf = ({ fieldings }: RankData, ranking: Ranking): Fielding | undefined => ofField(fieldings, ranking);

/** Whether they meet at equal points, and what each brings. */
function fieldingSentences(fielding: Fielding, label: (unit: string) => string, language: Language): string[] {
  const { rank: say, plain, list } = language;
  const { budget, by = "file", asWritten, units } = fielding;
  const brought = list(
    units.map(({ unit, models, left = 0 }) => say.brings(plain(models), label(unit), left === 0 ? "" : plain(left))),
  );
  return [
    budget === undefined ? say.asWritten(whyWritten(asWritten!, label, language)) : say.equalPoints[by](plain(budget)),
    ...(units.length > 0 ? [say.bring(brought)] : []),
  ];
}

const hasNoPoints = (fielding: Fielding | undefined): boolean =>
  fielding === undefined || fielding.asWritten?.why === "noPoints";

function whyWritten(own: AsWritten, label: (unit: string) => string, { rank: say, list }: Language): string {
  const { why } = own;
  if (why === "someWithout" || why === "whole") return say.why[why](list(own.units.map(label)), own.units.length);
  return say.why[why];
}

/** Letters of a sentence beyond which it is a wall of names: three lines of a terminal. */
const WALL = 240;

/** Sentences that stand above a table, and walls of names that stand below it; one that belongs to another goes with it. */
export function aroundTable(sentences: readonly string[]): readonly [above: string[], below: string[]] {
  const [above, below]: [string[], string[]] = [[], []];
  let at = above;
  for (const text of sentences) {
    if (!text.startsWith("  ")) at = text.length > WALL ? below : above;
    at.push(text);
  }
  return [above, below];
}

/** Who attacks best: the answer, the table, then everybody against every target. */
function matrixBlocks(matrix: MatrixRanking, language: Language): Block[] {
  const { rank: say } = language;
  const { experiment, modifiers, of, by, isChance, attackers, targets, values, autoIncludes, dominates } = matrix;
  const { neverWorthTaking: never = [] } = matrix;
  const isByPoints = by === "points";
  const label = (name: string) => (of === "units" ? language.unit(name) : language.sets(name.split("+")));
  const list = (names: readonly string[]) => language.list(names.map(label));
  const text = (value: Estimate) =>
    isChance && value.trials === 0 ? shareText(value.value, language) : estimateText(value, isChance, language);
  const most = Math.max(...values.flat().map(({ value }) => value), 1e-300);
  const others = dominates.filter(([better]) => !autoIncludes.includes(better));
  const answer = [
    ...(autoIncludes.length > 0 ? [(isByPoints ? say.autoAttack : say.mostAttack)(list(autoIncludes))] : []),
    ...[...new Set(others.map(([better]) => better))].map((better) =>
      say.dominatesAttack(label(better), list(others.flatMap(([own, worse]) => (own === better ? worse : [])))),
    ),
    ...(never.length > 0 ? [say.neverAttack(list(never))] : []),
  ];
  const sets = modifiers === undefined || modifiers.join() === "base" ? "" : `, ${language.sets(modifiers)}`;
  const bySaid = isByPoints ? say.byPoints : say.by(language.measure(by));
  return [
    { heading: `${language.experiment(experiment)}${sets}` },
    {
      sentences: [
        bySaid,
        ...(isByPoints ? [] : [say.pointsBuy]),
        ...(answer.length > 0 ? answer : [isByPoints ? say.noneAttack : say.noneMore]),
        ...(matrix.leftOut ? [say.leftOut(list(matrix.leftOut))] : []),
        matrix.isExact ? say.exact : say.sure,
      ],
    },
    {
      head: [say.attackHead[of], ...say.attackColumns],
      rows: attackers.map((own): Entry[] => [
        label(own.name),
        { text: text(own.mean), heat: own.mean.value / most },
        say.against(text(own.worst.value), language.unit(own.worst.against)),
        say.against(text(own.best.value), language.unit(own.best.against)),
        broughtText(own, language),
      ]),
    },
    {
      head: [say.attackMatrix(say.attackHead[of]), ...targets.map((target) => language.unit(target))],
      rows: attackers.map(({ name }, i): Entry[] => [
        label(name),
        ...values[i]!.map((value): Entry => ({ text: text(value), heat: value.value / most })),
      ]),
    },
  ];
}

/** The answer first, then the table of the field, then who beats whom. */
export function rankDocument(data: RankData, result: Result): Document {
  const { rankings, unranked } = data;
  const language = languageFor(result);
  const { rank: say } = language;
  const label = (unit: string) => language.unit(unit);
  const last = unranked.map(({ experiment, reason }) =>
    say.unranked(language.experiment(experiment), language.saying(reason)),
  );
  return {
    title: say.title(titleOf(result)),
    blocks: [
      ...rankings.flatMap((ranking): Block[] => {
        const { experiment, modifiers } = ranking;
        const [even, fielding] = [evenOf(data, ranking), fieldingOf(data, ranking)];
        const rebalance = ofField(data.rebalances, ranking);
        const sets = modifiers.join() === "base" ? "" : `, ${language.sets(modifiers)}`;
        const [above, below] = aroundTable([
          ...sentencesOf(ranking, label, language),
          ...(fielding ? fieldingSentences(fielding, label, language) : []),
          // Prices are another question: this one and that one each name the other.
          ...(even || rebalance || hasNoPoints(fielding) ? [] : [say.onePair]),
        ]);
        return [
          { heading: `${language.experiment(experiment)}${sets}` },
          ...(even ? evenBlocks(even, label, language) : []),
          ...(rebalance ? rebalanceBlocks(rebalance, label, language) : []),
          { sentences: above },
          ...tablesOf(ranking, label, language),
          ...(below.length > 0 ? [{ sentences: below }] : []),
        ];
      }),
      ...(data.matrices ?? []).flatMap((matrix) => matrixBlocks(matrix, language)),
      ...(last.length > 0 ? [{ sentences: last }] : []),
    ],
    ...madeBy(result),
  };
}

const COLUMNS = columnsOf(
  "experiment,modifiers,unit,rating,rating_lower,rating_upper,mean,mean_lower,mean_upper,worst,worst_win,best,best_win,equilibrium,dominates,never_worth_taking,auto_include,circles,unexplained,points,even_points,even_lower,even_upper,models,even_models,residual,residual_lower,residual_upper,equilibrium_lower,equilibrium_upper,unexplained_lower,unexplained_upper,changes,side_points,fielded,left_over,by,worst_win_lower,worst_win_upper,best_win_lower,best_win_upper",
);

const evenColumns = (own: EvenField["units"][number] | undefined) =>
  own && {
    points: own.points,
    even_points: own.even.value,
    even_lower: own.even.lower,
    even_upper: own.even.upper,
    models: own.models,
    even_models: own.fields,
    residual: own.residual.value,
    residual_lower: own.residual.lower,
    residual_upper: own.residual.upper,
  };

const fieldedColumns = (fielding: Fielding | undefined, unit: string) => {
  const own = fielding?.units.find((one) => one.unit === unit);
  return own && { side_points: fielding?.budget, fielded: own.models, left_over: own.left };
};

const matchUpLimits = (worst: Estimate, best: Estimate) => ({
  worst_win_lower: worst.lower,
  worst_win_upper: worst.upper,
  best_win_lower: best.lower,
  best_win_upper: best.upper,
});

/** A row as people read it: 42 and not 42.00000000000001. */
const rounded = (row: CsvRow): CsvRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    ]),
  );

/** The table of `rank`: one row per unit of a field. */
export const rankTable = (data: RankData): ResultTable => ({
  columns: COLUMNS,
  rows: () => rowsOf(data).map(rounded),
});

const rowsOf = (data: RankData): CsvRow[] => [
  ...data.rankings.flatMap((ranking) =>
    ranking.units.map(({ unit, rating, mean, worst, best, equilibrium, equilibriumLower, equilibriumUpper }) => ({
      experiment: ranking.experiment,
      modifiers: ranking.modifiers.join("+"),
      unit,
      rating: rating.value,
      rating_lower: rating.lower,
      rating_upper: rating.upper,
      mean: mean.value,
      mean_lower: mean.lower,
      mean_upper: mean.upper,
      worst: worst.against,
      worst_win: worst.win.value,
      best: best.against,
      best_win: best.win.value,
      equilibrium,
      dominates: ranking.dominates.flatMap(([better, worse]) => (better === unit ? worse : [])).join(" "),
      never_worth_taking: ranking.neverWorthTaking.includes(unit) ? "yes" : "no",
      auto_include: ranking.autoIncludes.includes(unit) ? "yes" : "no",
      circles: ranking.circles.filter((circle) => circle.includes(unit)).length,
      unexplained: ranking.unexplained,
      equilibrium_lower: equilibriumLower,
      equilibrium_upper: equilibriumUpper,
      ...matchUpLimits(worst.win, best.win),
      unexplained_lower: ranking.unexplainedLower,
      unexplained_upper: ranking.unexplainedUpper,
      changes: ofField(data.rebalances, ranking)
        ?.changes.filter((each) => each.unit === unit)
        .map(({ characteristic, to }) => `${characteristic}=${to}`)
        .join(" "),
      ...fieldedColumns(fieldingOf(data, ranking), unit),
      ...evenColumns(evenOf(data, ranking)?.units.find((own) => own.unit === unit)),
    })),
  ),
  ...(data.matrices ?? []).flatMap(attackRows),
];

const worthColumns = ({ neverWorthTaking = [], autoIncludes }: MatrixRanking, name: string) => ({
  never_worth_taking: neverWorthTaking.includes(name) ? "yes" : "no",
  auto_include: autoIncludes.includes(name) ? "yes" : "no",
});

const attackRows = (matrix: MatrixRanking) =>
  matrix.attackers.map(({ name, mean, worst, best, equilibrium, equilibriumLower, equilibriumUpper }) => ({
    experiment: matrix.experiment,
    modifiers: matrix.modifiers?.join("+") ?? name,
    unit: matrix.of === "units" ? name : undefined,
    mean: mean.value,
    mean_lower: mean.lower,
    mean_upper: mean.upper,
    worst: worst.against,
    worst_win: worst.value.value,
    best: best.against,
    best_win: best.value.value,
    equilibrium,
    equilibrium_lower: equilibriumLower,
    equilibrium_upper: equilibriumUpper,
    ...matchUpLimits(worst.value, best.value),
    dominates: matrix.dominates.flatMap(([better, worse]) => (better === name ? worse : [])).join(" "),
    ...(matrix.by === "points" ? worthColumns(matrix, name) : {}),
    by: matrix.by,
  }));
