import type { AsWritten, Fielding } from "../analysis/equal-points.ts";
import type { EvenField } from "../analysis/even-field.ts";
import { isOf } from "../analysis/field.ts";
import type { Estimate } from "../analysis/form.ts";
import { type MatchUp, type Ranked, type Ranking, WITHIN } from "../analysis/rank.ts";
import type { MatrixRanking } from "../analysis/rank-matrix.ts";
import type { RankData } from "../analysis/rank-scenario.ts";
import type { Result } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { sharedSetup } from "../scenario/setup.ts";
import { capital } from "./claim.ts";
import type { Block, Document, Entry } from "./document.ts";
import { estimateText, shareText, winText } from "./estimate.ts";
import { bandOf, evenCells, evenSentences, rebalanceBlocks } from "./even-field.ts";
import { languageFor, titleOf, withSets } from "./format.ts";
import type { Language } from "./language/language.ts";
import { madeBy, trialsIn } from "./provenance.ts";
import { factTexts } from "./setup.ts";

/** A share that nobody sees. */
const RARELY = 0.0005;
/** So many circles, ties and units of a list are named. */
const NAMED = 6;

/** Units in a sentence: the first few, and how many more; all of them are in the CSV. */
export function someOf(units: readonly string[], { list, say }: Language): string {
  const left = units.length - NAMED;
  return left < 2 ? list(units) : list([...units.slice(0, NAMED), say`${left} others (--csv has all)`]);
}

/** A number of points: `+120`, `−35 ± 4`. */
function ratingText({ value, lower, upper }: Estimate, { rounded }: Language): string {
  const text = rounded(value, 0);
  return lower === undefined || upper === undefined ? text : `${text} ± ${rounded((upper - lower) / 2, 0).slice(1)}`;
}

/** @param prices at which it is even, where these were asked for: after who is too good */
function sentencesOf(
  ranking: Ranking,
  prices: readonly string[],
  label: (unit: string) => string,
  language: Language,
): string[] {
  const { rank, say } = language;
  const { autoIncludes, dominates, neverWorthTaking, circles, ties, open, unordered, isExact } = ranking;
  const list = (units: readonly string[]) => someOf(units.map(label), language);
  // Whoever is an auto-include dominates everybody: said once.
  const others = dominates.filter(([better]) => !autoIncludes.includes(better));
  const above = groupedBy(others, ([better]) => better).map((pairs) => ({
    better: pairs[0]![0],
    worse: list(pairs.map(([, one]) => one)),
  }));
  const shown = circles.slice(0, NAMED);
  const named = (pairs: typeof ties) =>
    language.list(pairs.slice(0, NAMED).map(([a, b]) => say`${label(a)} / ${label(b)}`));
  const brought = ranking.units.filter(({ equilibrium, equilibriumUpper: most = equilibrium }) => most > RARELY);
  const worth = [
    ...(autoIncludes.length > 0 ? [rank.auto(list(autoIncludes), autoIncludes.length > 1)] : []),
    ...(neverWorthTaking.length === 0
      ? []
      : [
          say`Never worth taking: ${withShares(ranking, neverWorthTaking, label, language)}. Against every enemy there is another unit that does better.`,
        ]),
  ];
  const answer = [
    ...groupedBy(above, ({ worse }) => worse).map((alike, i) => {
      const [better, worse] = [list(alike.map((one) => one.better)), alike[0]!.worse];
      return i === 0
        ? say`${better} dominate ${worse}: at least as good against everybody, better against somebody.`
        : say`  ${better} dominate ${worse}.`;
    }),
    ...shown.map(
      ([a, b, c]) => say`A circle: ${label(a)} beat ${label(b)}, who beat ${label(c)}, who beat ${label(a)}.`,
    ),
    ...(circles.length > NAMED ? [say`  ${circles.length - NAMED} more circles.`] : []),
  ];
  // Who wins most on average may lose to the very unit that is brought.
  const [first] = ranking.units;
  const rival = brought.toSorted((a, b) => b.equilibrium - a.equilibrium)[0];
  const win = rival && ranking.wins[ranking.units.indexOf(rival)]![0]!;
  const isBeaten = first && !brought.includes(first) && win !== undefined && (win.lower ?? win.value) > 0.5;
  const [found, ...weak] = judged(ranking, label, language);
  return [
    ...[found!, ...prices, ...weak, ...worth],
    say`Brought by a player whose choice nobody can exploit: ${someOf(
      brought.map((one) => `${label(one.unit)} ${broughtText(one, language)}`),
      language,
    )}.`,
    ...(isBeaten
      ? [
          say`  ${label(first.unit)} win most on average, but ${label(rival!.unit)} beat them (${winText(win, language)}): an average counts weak enemies too, whom such a player never brings.`,
        ]
      : []),
    ...(worth.length + answer.length > 0
      ? answer
      : [say`Nobody dominates anybody, everybody is worth taking against somebody, and there is no circle.`]),
    ...(ties.length > 0 ? [say`Even, or not told apart: ${named(ties)}.`] : []),
    ...(isExact ? [] : [rank.sure]),
    ...(open > 0
      ? [say`  ${open} {pair|pairs} could turn either way; --precision 0.1% or more --trials tell them apart.`]
      : []),
    ...(unordered.length > 0 ? [say`Their order by rating could turn: ${named(unordered)}.`] : []),
  ];
}

/** Units, each with how often it wins against the others; `isSaid`: what the shares are of has been said. */
const withShares = (
  { units }: Pick<Ranking, "units">,
  list: readonly string[],
  label: (unit: string) => string,
  language: Language,
  isSaid = false,
): string =>
  someOf(
    list.map((unit, i) => {
      const { mean } = units.find((one) => one.unit === unit)!;
      const text = winText(mean, language);
      const share = i > 0 || isSaid ? text : language.say`${text} of fights won`;
      return mean.trials === 0 ? language.say`${label(unit)} (${share})` : `${label(unit)} ${share}`;
    }),
    language,
  );

/** Who wins too much against the others, who too little: in one sentence, or in two where there are many. */
function judged(ranking: Ranking, label: (unit: string) => string, language: Language): string[] {
  const { say } = language;
  const { tooWeak, neverWorthTaking } = ranking;
  const tooGood = ranking.tooGood.filter((unit) => !neverWorthTaking.includes(unit));
  // A headline has room for a few.
  const isOne = tooWeak.length <= NAMED / 2;
  const named = (list: readonly string[], isSaid?: boolean) => withShares(ranking, list, label, language, isSaid);
  const good = tooGood.length > 0 ? say`Too good: ${named(tooGood)}` : say`Nobody is known to be too good`;
  const weak = tooWeak.length > 0 ? [say`too weak: ${named(tooWeak, isOne && tooGood.length > 0)}`] : [];
  const told = isOne ? [[good, ...weak].join(language.check.semicolon)] : [good, ...weak];
  return told.map((text) => `${capital(text)}.`);
}

/** In tenths of a per cent, so that nearly all is not all. */
const floored = (share: number): number => Math.floor(share * 1000) / 1000;

/** `2.0 % to 3.0 %`; what is written the same is written once. */
function between(lower: number, upper: number, { percent, range }: Language): string {
  const [from, to] = [percent(lower), percent(upper)];
  return from === to ? from : range(from, to);
}

const broughtText = (
  {
    equilibrium,
    equilibriumLower: lower = equilibrium,
    equilibriumUpper: upper = equilibrium,
  }: Pick<Ranked, "equilibrium" | "equilibriumLower" | "equilibriumUpper">,
  language: Language,
): string => between(lower, upper, language);

function tablesOf(
  ranking: Ranking,
  cells: Result["cells"],
  evens: EvenField["units"],
  label: (unit: string) => string,
  language: Language,
): Block[] {
  const { rank, say } = language;
  const { units, wins } = ranking;
  const win = (estimate: Estimate) => winText(estimate, language);
  const fielded = cells
    .filter(isOf(ranking))
    .flatMap(({ setup }) => [...(setup?.attacker ?? []), ...(setup?.defender ?? [])]);
  const known = units.flatMap(({ unit }) => fielded.find((one) => one.unit === unit)?.points ?? []);
  const prices = known.length === units.length ? known : undefined;
  const matchUp = ({ against, win: estimate, or = [] }: MatchUp) =>
    rank.against(win(estimate), or.length === 0 ? label(against) : rank.orOthers(label(against), or.length));
  const priced = [...(prices === undefined ? [] : [say`its points`]), ...(evens.length > 0 ? rank.evenHead : [])];
  return [
    {
      head: rank.head.toSpliced(1, 0, ...priced),
      rows: units.map((unit, i): Entry[] => [
        label(unit.unit),
        ...(prices === undefined ? [] : [language.plain(prices[i]!)]),
        ...evens.flatMap((one) => (one.unit === unit.unit ? evenCells(one, language) : [])),
        ratingText(unit.rating, language),
        { text: win(unit.mean), heat: unit.mean.value },
        matchUp(unit.worst),
        matchUp(unit.best),
        ranking.neverWorthTaking.includes(unit.unit) ? say`never` : broughtText(unit, language),
      ]),
    },
    {
      isDrawn: true,
      head: [say`wins of ↓ against →`, ...units.map(({ unit }) => label(unit))],
      rows: units.map(({ unit }, i): Entry[] => [
        label(unit),
        ...wins[i]!.map((estimate, j): Entry => (i === j ? "–" : { text: win(estimate), heat: estimate.value })),
      ]),
    },
  ];
}

/** What is known of the same field besides. */
export const ofField = <T extends Pick<Ranking, "experiment" | "modifiers">>(
  all: readonly T[] | undefined,
  { experiment, modifiers }: Ranking,
): T | undefined => all?.find((one) => one.experiment === experiment && one.modifiers.join() === modifiers.join());

/** Whether they meet at equal points, and what each brings. */
export function fieldingSentences(fielding: Fielding, label: (unit: string) => string, language: Language): string[] {
  const { rank, say, plain, list } = language;
  const { budget, by = "file", asWritten, units } = fielding;
  const brought = list(
    units.map(({ unit, models, left = 0 }) => rank.brings(plain(models), label(unit), left === 0 ? "" : plain(left))),
  );
  return [
    budget === undefined
      ? say`As written, not at equal points: ${whyWritten(asWritten!, label, language)}.`
      : rank.equalPoints[by](plain(budget)),
    ...(units.length > 0 ? [say`They bring ${brought}.`] : []),
  ];
}

/** How its numbers were found, where the ranking is exact and what was played again, at other prices, is not. */
export function foundIn(ranking: Ranking, data: RankData, language: Language): string | undefined {
  const played = [ofField(data.evens, ranking), ofField(data.rebalances, ranking)];
  const again = played.flatMap((one) => one?.wins.flat() ?? []);
  const trials = trialsIn(
    again.filter((one) => one.trials > 0),
    language,
  );
  return trials === undefined || !ranking.isExact
    ? undefined
    : language.say`the ranking is exact; what was played again is simulated where it has a ±, ${trials} trials a pair`;
}

/** Whether there are points, and neither even prices nor other changes were asked for. */
export function asksForPrices(data: RankData, ranking: Ranking): boolean {
  const fielding = ofField(data.fieldings, ranking);
  const isAsked = ofField(data.evens, ranking) !== undefined || ofField(data.rebalances, ranking) !== undefined;
  return !isAsked && fielding !== undefined && fielding.asWritten?.why !== "noPoints";
}

function whyWritten(given: AsWritten, label: (unit: string) => string, { rank: say, list }: Language): string {
  const { why } = given;
  if (why === "someWithout" || why === "whole") return say.why[why](list(given.units.map(label)), given.units.length);
  return say.why[why];
}

/** Who attacks best: the answer, the table, then everybody against every target. */
function matrixBlocks(matrix: MatrixRanking, language: Language): Block[] {
  const { rank, say } = language;
  const { experiment, modifiers, of, by, isChance, attackers, targets, values, autoIncludes, dominates } = matrix;
  const { neverWorthTaking: never = [], impossible = [] } = matrix;
  const across = [...targets, ...impossible.map(({ defender }) => defender)];
  const isByPoints = by === "points";
  const label = (name: string) => (of === "units" ? language.unit(name) : language.sets(name.split("+")));
  const list = (names: readonly string[]) => someOf(names.map(label), language);
  const text = (value: Estimate) =>
    isChance && value.trials === 0 ? shareText(value.value, language) : estimateText(value, isChance, language);
  const most = Math.max(...values.flat().map(({ value }) => value), 1e-300);
  const others = dominates.filter(([better]) => !autoIncludes.includes(better));
  const answer = [
    ...(autoIncludes.length > 0 ? [(isByPoints ? rank.autoAttack : rank.mostAttack)(list(autoIncludes))] : []),
    ...[...new Set(others.map(([better]) => better))].map(
      (better) =>
        say`${label(better)} over ${list(others.flatMap(([above, worse]) => (above === better ? worse : [])))}: at least as good against every target, better against some.`,
    ),
    ...(never.length > 0
      ? [say`Never worth taking: ${list(never)}. Against every target something else does better.`]
      : []),
  ];
  const bySaid = isByPoints
    ? say`Ranked at equal points, by the points that 100 of its own take out: more is better.`
    : say`Ranked by ${language.measure(by)}: more is better. Points are not considered.`;
  return [
    { heading: withSets(language.experiment(experiment), modifiers, language) },
    {
      sentences:
        answer.length > 0
          ? answer
          : [
              isByPoints
                ? say`Nothing is better than another against every target, and each is worth taking against some.`
                : say`Nothing is better than another against every target.`,
            ],
      notes: [
        bySaid,
        ...(isByPoints
          ? []
          : [
              say`  Where units have points, crible solve --points says what those buy, and how much is left of who is attacked.`,
            ]),
        ...(matrix.leftOut
          ? [say`Left out: ${list(matrix.leftOut)}. They change who is attacked; compare says what they are worth.`]
          : []),
        ...impossible.map(({ attacker, defender, statement }) => {
          const name = language.general.against(language.unit(attacker), language.unit(defender));
          return say`${name}: not possible: ${language.saying(statement!.text)} (${statement!.rule}).`;
        }),
        matrix.isExact ? rank.exact : rank.sure,
      ],
    },
    {
      head: [rank.attackHead[of], ...[say`on average`, say`worst against`, say`best against`, say`brought`]],
      rows: attackers.map((attacker): Entry[] => [
        label(attacker.name),
        { text: text(attacker.mean), heat: attacker.mean.value / most },
        rank.against(text(attacker.worst.value), language.unit(attacker.worst.against)),
        rank.against(text(attacker.best.value), language.unit(attacker.best.against)),
        broughtText(attacker, language),
      ]),
    },
    {
      isDrawn: true,
      head: [say`${rank.attackHead[of]} ↓ against →`, ...across.map(language.unit)],
      rows: attackers.map(({ name }, i): Entry[] => [
        label(name),
        ...values[i]!.map((value): Entry => ({ text: text(value), heat: value.value / most })),
        ...impossible.map(() => "–"),
      ]),
    },
  ];
}

/** The answer first, then the table of the field, then who beats whom. */
export function rankDocument(data: RankData, result: Result): Document {
  const { rankings, unranked } = data;
  const language = languageFor(result);
  const { rank, say } = language;
  const label = (unit: string) => language.unit(unit);
  const last = unranked.map(({ experiment, reason }) =>
    rank.unranked(language.experiment(experiment), language.saying(reason)),
  );
  return {
    title: say`${titleOf(result)}: who is too good`,
    blocks: [
      ...rankings.flatMap((ranking): Block[] => {
        const { experiment, modifiers, unexplained, unexplainedLower: low = unexplained } = ranking;
        const { unexplainedUpper: high = unexplained } = ranking;
        // `99.4 %`; between what, where noise can move it.
        const explained = between(floored(1 - high), floored(1 - low), language);
        const [even, fielding] = [ofField(data.evens, ranking), ofField(data.fieldings, ranking)];
        const rebalance = ofField(data.rebalances, ranking);
        const place = factTexts(sharedSetup(result.cells.filter(isOf(ranking))).situation, language).join(", ");
        const fielded = fielding ? fieldingSentences(fielding, label, language) : [];
        // How they met is no finding: it stands below the table that rests on it.
        const evens = even === undefined || even.verdict === "even" ? undefined : even;
        const again = foundIn(ranking, data, language);
        const prices = even ? evenSentences(even, label, language) : [];
        const notes = [
          ...(evens ? [rank.limits(language.plain(evens.budget), bandOf(evens, language))] : []),
          ...fielded,
          ...(place === ""
            ? []
            : [say`Ranked in one situation: ${place}. Another situation may give another ranking.`]),
          say`The ratings alone explain ${explained} of how far match-ups are from even; the rest is circles, and units that answer one enemy better than their rating says.`,
          say`Too good means winning more than ${language.percent(0.5 + WITHIN)} of fights against the others and being worth taking; too weak, less than ${language.percent(0.5 - WITHIN)}.`,
          say`Brought: how often a player whose choice nobody can exploit takes it; never where some other unit does better against every enemy. 400 points of rating: ten wins for each defeat.`,
          ...(ranking.isExact ? [again === undefined ? rank.exact : `${capital(again)}.`] : []),
        ];
        return [
          { heading: withSets(language.experiment(experiment), modifiers, language) },
          ...(rebalance ? rebalanceBlocks(rebalance, label, language) : []),
          { sentences: sentencesOf(ranking, prices, label, language), notes },
          ...tablesOf(ranking, result.cells, evens?.units ?? [], label, language),
          // Prices are another question; a page has this to be copied.
          ...(asksForPrices(data, ranking)
            ? [{ sentences: [say`Prices at which the whole field is even: ${result.command} --even`], isDrawn: true }]
            : []),
        ];
      }),
      ...(data.matrices ?? []).flatMap((matrix) => matrixBlocks(matrix, language)),
      ...(last.length > 0 ? [{ sentences: last }] : []),
    ],
    ...madeBy(result),
    setup: "", // each ranking says its own
  };
}
