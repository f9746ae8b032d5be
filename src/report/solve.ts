import type { Result } from "../analysis/result.ts";
import type { Solution, Tried } from "../analysis/solve.ts";
import { capital } from "./claim.ts";
import type { Block, Document, Entry } from "./document.ts";
import { changeOf, changeText, columnText, estimateText } from "./estimate.ts";
import { languageFor, refusalText, titleOf } from "./format.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { callingIn } from "./language/sides.ts";
import { madeBy } from "./provenance.ts";
import { columnsOf, type ResultTable } from "./table.ts";

const amount = (value: number, isChance: boolean, { number, percent }: Language): string =>
  isChance ? percent(value) : number(value);
/** How far a value is off the target; with limits where it is simulated. */
function offText({ off, estimate }: Tried, target: number, isChance: boolean, language: Language): string {
  if (estimate.lower === undefined || estimate.upper === undefined)
    return off === 0 ? language.say`on it` : changeOf(off, isChance, language);
  return changeText(offOf({ off, estimate }, target), isChance, language);
}

const offOf = ({ off, estimate: { lower, upper } }: Pick<Tried, "off" | "estimate">, target: number) => ({
  value: off,
  ...(lower === undefined || upper === undefined ? {} : { lower: lower - target, upper: upper - target }),
});
/** A table shows every value tried up to so many; of more, the best and its neighbours on each side. */
const ALL = 20;
const NEIGHBOURS = 4;

function shownOf({ tried, best }: Solution): readonly Tried[] {
  if (tried.length <= ALL) return tried;
  const at = tried.findIndex(({ value }) => value === best.value);
  return tried.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
}

/** What a target comes to when no value reaches it. */
export function unreached({ path, tried, best, measure, target, isChance }: Solution, language: Language): string {
  const { say } = language;
  const plain = (value: number) => language.amount(path, value);
  const [from, to] = [plain(tried[0]!.value), plain(tried.at(-1)!.value)];
  const aim = amount(target, isChance, language);
  const estimate = estimateText(best.estimate, isChance, language);
  return say`no value of ${language.path(path)} from ${from} to ${to} brings ${language.measure(measure)} to ${aim}: the best is ${plain(best.value)} with ${estimate}`;
}

/** What comes nearest, in a sentence. */
export function answerOf(solution: Solution, language: Language): string {
  const { say } = language;
  const { best, isChance, measure, path, target, reach } = solution;
  const plain = (value: number) => language.amount(path, value);
  const estimate = estimateText(best.estimate, isChance, language);
  const name = language.measure(measure);
  const called = isChance || /\s/u.test(name) ? claimIn(language).quoted(name) : name;
  const found = say`${capital(language.path(path))} at ${plain(best.value)} makes ${called} ${estimate}`;
  const aim = amount(target, isChance, language);
  return {
    met:
      best.estimate.trials === 0
        ? say`${found}, exactly the target.`
        : say`${found}; the target of ${aim} lies within its limits.`,
    between: say`${found}, nearest to the target of ${aim} (${offText(best, target, isChance, language)}).`,
    beyond: say`${unreached(solution, language)}.`,
  }[reach];
}

/** What stands in the file, and what that gives. */
export function todayText({ path, tried, today, isChance }: Solution, language: Language): string[] {
  const asIs = tried.find(({ value }) => value === today);
  const text = asIs && estimateText(asIs.estimate, isChance, language);
  return asIs ? [language.say`As it stands it is ${language.amount(path, asIs.value)}, which gives ${text!}.`] : [];
}

/** Of several cells that are asked the same: which one a page begins with, and what meets the target in all of them. */
export function solutionsLede(solutions: readonly Solution[], language: Language): string[] {
  const [first] = solutions;
  const isOne = new Set(solutions.map(({ path, measure, target }) => `${path} ${measure} ${target}`)).size === 1;
  if (first === undefined) return [];
  const today = todayText(first, callingIn(first.cell, language));
  if (solutions.length < 2 || !isOne) return today;
  const { say } = language;
  const whoIn = ({ cell }: Solution) => cell.slice(0, cell.lastIndexOf("~"));
  const isOfSets = solutions.every((one) => whoIn(one) === whoIn(first));
  const name = isOfSets
    ? language.sets(first.cell.slice(whoIn(first).length + 1).split("+"))
    : language.cellName(first.cell);
  const values = solutions.filter(({ reach }) => reach !== "beyond").map(({ best }) => best.value);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => language.amount(first.path, value));
  const whose = say`This is ${name}.`;
  if (values.length === 0) return [whose, ...today];
  const all =
    least === most
      ? say`In ${values.length} of ${solutions.length} cells it is ${least!}.`
      : say`In ${values.length} of ${solutions.length} cells it is ${least!} to ${most!}.`;
  return [whose, ...today, all];
}

/** The target as it is written. */
export const aimText = ({ target, isChance }: Solution, language: Language): string =>
  language.say`target ${amount(target, isChance, language)}`;

function sentencesOf(solution: Solution, language: Language): string[] {
  const { say } = language;
  const { below, above, isChance, path, tied, refused } = solution;
  const plain = (value: number) => language.amount(path, value);
  const gives = ({ value, estimate }: Tried) =>
    say`${plain(value)} gives ${estimateText(estimate, isChance, language)}`;
  const neighbours = [below, above].filter((one) => one !== undefined).map(gives);
  return [
    answerOf(solution, language),
    ...todayText(solution, language).map((text) => `  ${text}`),
    ...(neighbours.length > 0 ? [say`  Beside it ${neighbours.join(", ")}.`] : []),
    ...(tied.length > 0 ? [say`  These trials cannot tell it from ${tied.map(plain).join(", ")}.`] : []),
    ...refused
      .slice(0, 5)
      .map(
        ({ value, ...why }) => say`  ${language.path(path)} cannot be ${plain(value)}: ${refusalText(why, language)}.`,
      ),
    ...(refused.length > 5 ? [say`  ${refused.length - 5} more {value is|values are} not allowed.`] : []),
  ];
}

function tableOf(solution: Solution, language: Language): Block {
  const { best, path, measure, isChance } = solution;
  const shown = shownOf(solution);
  const most = Math.max(...shown.map(({ estimate }) => Math.abs(estimate.value)), 0);
  const rows = shown.map((one): Entry[] => [
    one.value === best.value
      ? language.say`${language.at(path, one.value)} (nearest)`
      : one.value === solution.today
        ? language.say`${language.at(path, one.value)} (as it stands)`
        : language.at(path, one.value),
    offText(one, solution.target, isChance, language),
    {
      text: estimateText(one.estimate, isChance, language),
      heat: isChance ? one.estimate.value : most === 0 ? 0 : Math.abs(one.estimate.value) / most,
    },
  ]);
  return {
    head: [language.axis(path), language.say`off the target`, columnText(measure, isChance, language)],
    rows,
    bars: true,
  };
}

/** How many of the values tried the table leaves out. */
function restOf(solution: Solution, { say }: Language): Block[] {
  const left = solution.tried.length - shownOf(solution).length;
  return left === 0 ? [] : [{ sentences: [say`(${left} more values tried, see --csv)`] }];
}

/** What is asked of all of them; of unlike questions, that something is. */
function titleIn(solutions: readonly Solution[], result: Result): string {
  const language = languageFor(result);
  const asked = new Set(
    solutions.map((solution) => {
      const { measure, isChance, target, cell } = solution;
      return language.say`what brings ${callingIn(cell, language).measure(measure)} to ${amount(target, isChance, language)}`;
    }),
  );
  const [only] = asked;
  return language.say`${titleOf(result)}: ${only === undefined || asked.size > 1 ? language.say`what comes nearest to the targets` : only}`;
}

/** The value that comes nearest, and its neighbours. */
export const solveDocument = (solutions: readonly Solution[], result: Result): Document => ({
  title: titleIn(solutions, result),
  blocks: solutions.flatMap((solution): Block[] => [
    { heading: languageFor(result).cellName(solution.cell) },
    { sentences: sentencesOf(solution, callingIn(solution.cell, languageFor(result))) },
    tableOf(solution, callingIn(solution.cell, languageFor(result))),
    ...restOf(solution, languageFor(result)),
  ]),
  ...madeBy(result),
});

const COLUMNS = columnsOf(
  "cell,path,metric,target,reach,best,tried,value,lower,upper,fraction,off,off_lower,off_upper",
);

/** The table of `solve`: one row per value tried. */
export const solveTable = (solutions: readonly Solution[]): ResultTable => ({
  columns: COLUMNS,
  rows: () =>
    solutions.flatMap(({ cell, path, measure, target, reach, best, tried }) =>
      tried.map(({ value, estimate, off }) => ({
        cell,
        path,
        metric: measure,
        target,
        reach,
        best: value === best.value ? "yes" : "no",
        tried: value,
        ...estimate,
        off,
        off_lower: offOf({ off, estimate }, target).lower,
        off_upper: offOf({ off, estimate }, target).upper,
      })),
    ),
});
