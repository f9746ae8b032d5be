import type { Result } from "../analysis/result.ts";
import type { Solution, Tried } from "../analysis/solve.ts";
import { englishIn } from "../rule/message.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { placesOf } from "./charts/sweep.ts";
import { capital } from "./claim.ts";
import { type Block, type Document, type Entry, ofAll } from "./document.ts";
import { changeText, countedAs, estimateText, WINS } from "./estimate.ts";
import { languageFor, refusalText, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { calling, callingIn } from "./language/sides.ts";
import { madeBy } from "./provenance.ts";
import { barOf, drawNotes, setsText } from "./sweep.ts";
import { columnsOf, limited, type ResultTable } from "./table.ts";

/** How far a value is off the target; with limits where it is simulated. */
const offText = ({ off, estimate }: Tried, target: number, isChance: boolean, language: Language): string =>
  off === 0 && estimate.lower === undefined
    ? language.say`on it`
    : changeText(offOf({ off, estimate }, target), isChance, language);

const offOf = ({ off, estimate: { lower, upper } }: Pick<Tried, "off" | "estimate">, target: number) => ({
  value: off,
  ...(lower === undefined || upper === undefined ? {} : { lower: lower - target, upper: upper - target }),
});
/** Rows that a terminal has room for. */
const MOST_ROWS = 40;

/**
 * Values next to each other with the same exact number: all between them have it, for either all are tried or it rises
 * or falls throughout.
 */
function bandsOf({ tried, refused }: Solution): Tried[][] {
  const bands: Tried[][] = [];
  for (const one of tried) {
    const last = bands.at(-1)?.at(-1);
    const isParted = refused.some(({ value }) => last !== undefined && last.value < value && value < one.value);
    if (one.estimate.trials === 0 && last?.off === one.off && !isParted) bands.at(-1)!.push(one);
    else bands.push([one]);
  }
  return bands;
}

/** The ends of its bands, what is nearest and what stands in the file: those between have the same number. */
export const shownOf = (solution: Solution): Tried[] =>
  bandsOf(solution).flatMap((band) =>
    band.filter(
      (one, i) => i === 0 || i === band.length - 1 || [solution.best.value, solution.today].includes(one.value),
    ),
  );

/** What comes nearest, and what comes as near on the same side: `50 % to 90 %`. */
const nearestText = (solution: Solution, language: Language): string =>
  language.either(
    bandsOf(solution)
      .filter(
        ([one]) => one!.value === solution.best.value || (one!.estimate.trials === 0 && one!.off === solution.best.off),
      )
      .map((band) => bandText(band, solution.path, language)),
  );

/** Its values: one, or from the first to the last. */
function bandText(
  band: readonly { readonly value: number }[],
  path: string,
  language: Pick<Language, "at" | "amount" | "range" | "either">,
): string {
  const points = band.map(({ value }) => ({ [path]: value }));
  return placesOf(points, points, language).get(path)!;
}

/** What is aimed at: `the chance of “out”`, `wins by Rangers`. */
function wanted({ measure, isChance }: Solution, language: Language): string {
  const name = countedAs(measure, isChance, language);
  return isChance && !WINS.test(measure) ? language.say`the chance of “${name}”` : name;
}

/** What a target comes to when no value reaches it. */
export function unreached(solution: Solution, language: Language): string {
  const { path, tried, best, target, isChance } = solution;
  const [from, to] = [tried[0]!, tried.at(-1)!].map(({ value }) => language.amount(path, value)) as [string, string];
  const aim = estimateText({ value: target }, isChance, language);
  const estimate = estimateText(best.estimate, isChance, language);
  return language.say`no value of ${language.path(path)} from ${from} to ${to} brings ${wanted(solution, language)} to ${aim}: the nearest is ${nearestText(solution, language)}, which gives ${estimate}`;
}

/** What comes nearest, in a sentence. */
export function answerOf(solution: Solution, language: Language): string {
  const { say } = language;
  const { best, isChance, path, target, reach } = solution;
  const estimate = estimateText(best.estimate, isChance, language);
  const found = say`${language.path(path)} ${nearestText(solution, language)} brings ${wanted(solution, language)} to ${estimate}`;
  const aim = estimateText({ value: target }, isChance, language);
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
  return asIs
    ? [language.say`As it stands, ${language.path(path)} ${language.amount(path, asIs.value)} gives ${text!}.`]
    : [];
}

const whoIn = ({ cell }: Solution): string => cell.slice(0, cell.lastIndexOf("~"));

/** Those that differ in their modifier sets alone, and in no number: one answer says all of them. */
export const solutionGroups = (solutions: readonly Solution[]): [Solution, ...Solution[]][] =>
  groupedBy(solutions, (one) => JSON.stringify({ ...one, cell: whoIn(one) })) as [Solution, ...Solution[]][];

/** What a group is called: by its sets, where nothing else tells the groups apart. */
export function groupName(group: readonly [Solution, ...Solution[]], language: Language, isApart = true): string {
  const who = whoIn(group[0]);
  const sets = setsText(
    group.map(({ cell }) => cell.slice(who.length + 1).split("+")),
    language,
  );
  const [{ cell }, ...others] = group;
  return !isApart
    ? sets
    : others.length === 0
      ? language.cellName(cell)
      : `${language.cellName(`${who}~base`)}, ${sets}`;
}

/** @param isApart whether its name stands before the answer */
function sentencesOf(solution: Solution, language: Language, isApart: boolean): string[] {
  const tied = solution.tied.map((value) => language.amount(solution.path, value)).join(", ");
  const answer = answerOf(solution, language);
  return [
    isApart ? answer : capital(answer),
    ...todayText(solution, language).map((text) => `  ${text}`),
    ...(tied === "" ? [] : [language.say`  These trials cannot tell it from ${tied}.`]),
  ];
}

/** Values that a rule forbids. */
function forbiddenTexts({ path, refused, tried }: Solution, language: Language): string[] {
  // Those next to each other that a rule forbids are told once.
  const groups = groupedBy(refused, ({ value, message }) => {
    const below = tried.filter((one) => one.value < value).length;
    return `${below} ${englishIn(message).replace(/\d+/g, "")}`;
  });
  return groups.map((group) => {
    const band = bandText(group, path, language);
    return language.say`  ${language.path(path)} cannot be ${band}: ${refusalText(group.at(-1)!, language)}.`;
  });
}

function tableOf(solution: Solution, language: Language): Block {
  const { best, path, measure, isChance, tried, today, target } = solution;
  const values = tried.map(({ estimate }) => estimate.value);
  const rows = bandsOf(solution).map((band): Entry[] => {
    const one = band[0]!;
    const name = bandText(band, path, { ...language, amount: language.at });
    const has = (value: number | undefined) => band.some((other) => other.value === value);
    return [
      has(best.value) ? language.say`${name} (nearest)` : has(today) ? language.say`${name} (as it stands)` : name,
      offText(one, target, isChance, language),
      { text: estimateText(one.estimate, isChance, language), heat: barOf(isChance, values)(one.estimate.value) },
    ];
  });
  const head = [language.axis(path), language.say`off the target`, countedAs(measure, isChance, language)];
  return { head, rows, bars: true, most: MOST_ROWS };
}

/** What is asked of all of them; sides that differ are called by their places. */
function titleIn(solutions: readonly Solution[], result: Result): string {
  const [solution] = solutions as [Solution];
  const language = calling(result.cells, languageFor(result));
  const aim = estimateText({ value: solution.target }, solution.isChance, language);
  return language.say`${titleOf(result)}: what brings ${wanted(solution, language)} to ${aim}`;
}

/** The value that comes nearest, and its neighbours. */
export function solveDocument(solutions: readonly Solution[], result: Result): Document {
  const groups = solutionGroups(solutions).map((group) => {
    const language = callingIn(group[0].cell, languageFor(result));
    return { group, language, forbidden: forbiddenTexts(group[0], language) };
  });
  // What is forbidden to all of them is said once.
  const everywhere = ofAll(groups.map(({ forbidden }) => forbidden));
  const isOwn = (text: string) => !everywhere.includes(text);
  const blocks = groups.flatMap(({ group, language, forbidden }): Block[] => [
    { heading: groupName(group, languageFor(result)) },
    {
      sentences: [...sentencesOf(group[0], language, groups.length > 1), ...forbidden.filter(isOwn)],
      ...drawNotes(group[0], result, language),
    },
    tableOf(group[0], language),
  ]);
  return {
    title: titleIn(solutions, result),
    blocks: everywhere.length > 0 ? [...blocks, { sentences: everywhere.map((text) => text.trim()) }] : blocks,
    ...madeBy(result),
  };
}

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
        ...limited("off", offOf({ off, estimate }, target)),
      })),
    ),
});
