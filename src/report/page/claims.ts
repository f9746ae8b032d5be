/** What the page of an analysis says first: one sentence that its numbers hold, and what it rests on below it. */
import type { CheckResult, MetricCheck } from "../../analysis/check-result.ts";
import type { Comparison } from "../../analysis/compare.ts";
import type { Effects } from "../../analysis/effects.ts";
import type { Playing } from "../../analysis/playing.ts";
import type { MatrixRanking } from "../../analysis/rank-matrix.ts";
import type { Result } from "../../analysis/result.ts";
import { isSure } from "../charts/effects.ts";
import { capital, factorOf, objectOf, plainTitle } from "../claim.ts";
import { marginText as comparedMargin, numbersText } from "../compare.ts";
import type { Sides } from "../differences.ts";
import { editText } from "../edits.ts";
import { changeText, countedAs, estimateText, sizeText, WINS } from "../estimate.ts";
import { priceText } from "../even-price.ts";
import { languageFor, withSets } from "../format.ts";
import { claimIn } from "../language/claim.ts";
import type { Language } from "../language/language.ts";
import { calling, callingIn } from "../language/sides.ts";
import { betterOf, meetingTitle, opensText, playTitle, sidesOf, writtenText } from "../play.ts";
import { hasBoth, overallPrices, type PointsData, pricesOf } from "../points.ts";
import { someOf } from "../rank.ts";
import { isBase } from "../summary.ts";
import { excess, marginText, type NameOf, sideText, timesText, wasText, worstMetrics } from "../verdicts.ts";
import { goalsVerdict, missedGoals } from "./run.ts";

export interface PageClaim {
  /** A sentence without its full stop. */
  readonly title: string;
  readonly lede: readonly string[];
  /** The experiment that it is of, where there are several. */
  readonly experiment?: string;
}

/** Of several questions the largest difference that is decided: who they are, and both of its numbers. */
export function compareClaim({ pairs }: Comparison, sides: Sides, result: Result): PageClaim | undefined {
  const plain = languageFor(result);
  const say = claimIn(plain);
  const pair = pairs.find(({ differences }) => differences.length > 0);
  const [difference] = pair?.differences ?? [];
  if (pair === undefined || difference === undefined) return undefined;
  const language = calling([pair.first, pair.second], plain);
  const { measure, isChance, first, second, change, verdict } = difference;
  const isPlain = isBase(pair.first) && pair.first.modifiers.join() !== pair.second.modifiers.join();
  const isMoved = verdict === "higher" || verdict === "lower";
  const numbers = isMoved
    ? numbersText(difference, pair, sides, language)
    : say.notApart[verdict](countedAs(measure, isChance, language), language.list([sides.first, sides.second]));
  const isSame = pair.first.attacker === pair.second.attacker && pair.first.defender === pair.second.defender;
  const object = isChance || !isMoved || !isPlain || !isSame ? undefined : objectOf(measure, pair.first, language);
  const factor = object === undefined ? undefined : factorOf(second, first, language);
  const isSeveral = pair.second.modifiers.length > 1;
  const sets = language.owned(pair.second.modifiers, "defender");
  const who = isSame ? plain.pair(pair.first) : "";
  const title =
    object !== undefined && factor !== undefined
      ? say.moves(sets, { isSeveral, isLess: verdict === "lower", factor }, object)
      : who === ""
        ? numbers
        : language.goals.line(who, numbers);
  const margin = language.say`${changeText(change, isChance, language)}; the margin is ${comparedMargin(difference, language)}`;
  const told = factor === undefined ? margin : `${numbers}${language.check.semicolon}${margin}`;
  const said = pairs.length > 1 ? language.goals.line(language.experiment(pair.first.experiment), told) : told;
  return { title: plainTitle(title), lede: [`${said}.`], experiment: pair.first.experiment };
}

/** What all factors together make of the number of the first question; that they make nothing of it. */
export function effectsClaim({ factorials }: Effects, told: string, result: Result): PageClaim | undefined {
  const [factorial] = factorials;
  const all = factorial && (factorial.together.at(-1) ?? factorial.alone[0]);
  if (all === undefined) return undefined;
  const { base, cells, isChance, measure, experiment } = factorial!;
  const language = calling([factorial!], languageFor(result));
  const say = claimIn(language);
  const [name, sets] = [countedAs(measure, isChance, language), language.owned(all.factors)];
  const now = cells.find(({ factors }) => factors.join() === all.factors.join())!.estimate;
  const [before, after] = [base, now].map((one) => estimateText(one, isChance, language)) as [string, string];
  const title = isSure(all.change)
    ? say.compared(name, after, sets, before, undefined)
    : language.say`Nothing here is known to move ${name}`;
  return { title: plainTitle(title), lede: [told], ...(factorials.length > 1 ? { experiment } : {}) };
}

/** The same of the first fight; of several, of which. */
export function playClaim({ fights }: Pick<Playing, "fights">, result: Result): PageClaim | undefined {
  const [fight] = fights;
  if (fight === undefined) return undefined;
  const language = languageFor(result);
  const names = sidesOf(fight, language);
  const better = betterOf(fight);
  const written = writtenText(fight, better, names, language);
  return {
    title: plainTitle(playTitle(fight, language)),
    lede: [
      ...(fights.length > 1 ? [`${meetingTitle(fights, fight, result)}.`] : []),
      `${capital(opensText(fight, names, language))}.`,
      ...(written === undefined ? [] : [written]),
    ],
    experiment: fight.experiment,
  };
}

/** Who attacks best on average: all of whom the same number is shown. */
function bestOf({ attackers, isChance }: MatrixRanking, language: Language) {
  const text = ({ mean }: MatrixRanking["attackers"][number]) => estimateText(mean, isChance, language);
  const sorted = attackers.toSorted((a, b) => b.mean.value - a.mean.value);
  return sorted.filter((one) => text(one) === text(sorted[0]!));
}

/** Who attacks best on average. */
export function matrixTitle(matrix: MatrixRanking, language: Language): string {
  const { of, by, isChance } = matrix;
  const { say } = language;
  const best = bestOf(matrix, language);
  const names = best.map((one) => (of === "units" ? language.unit(one.name) : language.sets(one.name.split("+"))));
  const name = someOf(names, language);
  const text = estimateText(best[0]!.mean, isChance, language);
  return by === "points"
    ? say`Best on average for its points: ${name} (${text} points for each 100)`
    : say`Best on average: ${name} (${text} ${language.measure(by)})`;
}

/** The same of the first experiment, against whom that is least and most below it. */
export function matrixClaim(matrices: readonly MatrixRanking[], language: Language): PageClaim | undefined {
  const [matrix] = matrices;
  if (matrix === undefined) return undefined;
  const { isChance, modifiers, experiment } = matrix;
  const { best, worst } = bestOf(matrix, language)[0]!;
  const [most, least] = [best, worst].map((one) => estimateText(one.value, isChance, language));
  const { say } = language;
  return {
    title: matrixTitle(matrix, language),
    lede: [
      ...(matrices.length > 1 ? [`${withSets(language.experiment(experiment), modifiers, language)}.`] : []),
      say`The most: ${most!} against ${language.unit(best.against)}; the least: ${least!} against ${language.unit(worst.against)}.`,
    ],
  };
}

/** Who is too cheap or too dear over all fights, else what is furthest from its even price. */
export function pointsClaim(data: PointsData, result: Result): PageClaim | undefined {
  const language = languageFor(result);
  const prices = pricesOf(data, result);
  const [furthest] = prices;
  if (furthest === undefined) return undefined;
  const overall = overallPrices(data, result)[0]?.text;
  if (overall) return { title: plainTitle(overall), lede: [priceText(furthest, language)] };
  const other = prices.find((one) => one.ratio > 1 !== furthest.ratio > 1);
  return {
    title: plainTitle(priceText({ ...furthest, name: furthest.who }, language)),
    lede:
      other === undefined ? [] : [priceText(other, language), ...(hasBoth(prices) ? [language.points.oneOfTwo] : [])],
  };
}

/** Which way a number went: `Marines win 4.1 points less often`, `casualties (cover) up by 0.152`. */
function towardsText({ cell, key, difference, lower, upper, unit }: MetricCheck, plain: Language): string {
  const language = callingIn(cell, plain);
  const size = sizeText({ value: difference, lower, upper }, unit === "chance", language);
  const say = claimIn(language);
  const measure = key.slice(cell.length + 1);
  const side = WINS.exec(measure)?.[1];
  const sets = cell.split("@")[0]!.split("~")[3] ?? "base";
  const name = language.measure(measure);
  const [, attacker = "-", defender = "-"] = cell.split("~");
  const whose = defender === "-" ? undefined : say.object(measure, language.unit(defender), language.unit(attacker));
  const named = sets === "base" ? (whose ?? name) : `${whose ?? name} (${language.sets(sets.split("+"))})`;
  return side === undefined
    ? difference > 0
      ? language.say`${named} up by ${size}`
      : language.say`${named} down by ${size}`
    : say.winsTowards(language.value("winner", side), size, difference > 0);
}

/**
 * What one edit does to all that it moved, where those are exact numbers of one attacker: `lowers the losses of Orks
 * and Marines to Scouts by 14 % to 20 %`.
 */
function movedClaim(cause: string, moved: readonly MetricCheck[], language: Language): string | undefined {
  const { unit, list, range, withPercent } = language;
  const say = claimIn(language);
  const [by = "", ...others] = new Set(moved.map(({ key, cell }) => cell.split("~")[1] + key.slice(cell.length)));
  const [attacker = "", measure = ""] = by.split("/");
  const targets = [...new Set(moved.map(({ cell }) => cell.split("~")[2]!))];
  const ratios = moved.map(({ difference, before }) => Math.round((difference / before.value) * 100));
  const isLess = ratios[0]! < 0;
  const isOne =
    others.length === 0 && targets.length < 4 && ratios.every((ratio) => ratio !== 0 && ratio < 0 === isLess);
  const isExact = moved.every(({ before, now }) => before.trials + now.trials === 0);
  const object =
    isOne && isExact && !targets.includes("-")
      ? say.object(measure, list(targets.map(unit)), unit(attacker))
      : undefined;
  const ends = [...new Set(ratios.map(Math.abs))].sort((a, b) => a - b).map((share) => withPercent(String(share)));
  const percent = ends.length === 1 ? ends[0]! : range(ends[0]!, ends.at(-1)!);
  return object && say.moves(cause, { isSeveral: false, isLess, factor: { percent } }, object);
}

/** A goal that is missed; what moved, and what moved it; else that nothing did, or what is open. */
export function checkClaim(result: CheckResult, nameOf: NameOf): PageClaim {
  const language = languageFor(result);
  const { count } = language;
  const say = claimIn(language);
  const { metrics, names, goals, changes } = result;
  const moved = worstMetrics(metrics).filter(({ verdict }) => verdict === "drift" || verdict === "changed");
  const open = metrics.filter(({ verdict }) => verdict === "inconclusive");
  const [worst] = moved.toSorted((a, b) => excess(b) - excess(a));
  const all = count(metrics.length);
  const [missed] = missedGoals(goals, language);
  if (worst !== undefined) {
    const cause = changes.length === 1 ? editText(changes[0]!, language) : undefined;
    const [was, now] = [wasText(worst, language), sideText(worst, worst.now, language)];
    const most = language.say`“${nameOf(worst)}” went from ${was} to ${now}, ${timesText(worst, language)} its margin of ${marginText(worst, language)}: the furthest of all.`;
    const title = say.moved(count(moved.length), all, cause);
    const towards = towardsText(worst, language);
    return missed === undefined
      ? {
          title: plainTitle(
            cause === undefined ? towards : (movedClaim(cause, moved, language) ?? language.goals.line(cause, towards)),
          ),
          lede: [`${say.moved(count(moved.length), all, undefined)}.`, most],
        }
      : { title: plainTitle(missed), lede: [`${title}.`, most] };
  }
  const title =
    missed ??
    (names.length > 0
      ? language.say`${names.length} {name stands|names stand} on one side only`
      : metrics.length === 0
        ? goalsVerdict(goals, language).text.replace(/^\S+ /, "")
        : open.length > 0
          ? language.say`${count(open.length)} of ${all} numbers cannot be decided with these trials`
          : language.say`None of ${all} numbers moved by more than its margin`);
  return { title: plainTitle(title), lede: [] };
}
