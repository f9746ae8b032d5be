/** What a page says of prices where none were asked for. */
import type { Estimate } from "../../analysis/form.ts";
import type { CellResult } from "../../analysis/result.ts";
import type { Tornado } from "../../analysis/sensitivity.ts";
import type { SweptCurve } from "../../analysis/sweep.ts";
import { baseIdOf, idAt } from "../../scenario/axis.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { outlineOf } from "../carried.ts";
import { placesOf } from "../charts/sweep.ts";
import { ratioText } from "../claim.ts";
import { limitedText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { apart } from "../ranking.ts";
import type { StepPrice } from "../sensitivity.ts";
import type { Page } from "./page.ts";

/** Values that are told one by one. */
const MOST_TOLD = 4;

const pointsOf = (cells: readonly CellResult[]) => cells.flatMap(({ point }) => (point === undefined ? [] : [point]));

const isFightCell = (cell: CellResult) => outlineOf(cell)?.isFight === true;

/** Whether the numbers of a curve are the casualties that points buy in some cells, times a factor. */
function isMultiple(
  cells: readonly CellResult[],
  points: readonly { readonly cell: string; readonly estimate?: Estimate | undefined }[],
): boolean {
  const ratios = cells.flatMap(({ id, worth }) => {
    const value = points.find(({ cell }) => cell === id)?.estimate?.value;
    return value === 0 && worth!.killsPer100 === 0 ? [] : worth!.killsPer100 / (value ?? Number.NaN);
  });
  return ratios.every((ratio) => Math.abs(ratio / ratios[0]! - 1) < 1e-9);
}

/**
 * What a gain costs at the price of who attacks, as he is: `29.6 points`. Undefined where the number is not of the
 * casualties that points buy. More of him cost more themselves: those are not asked.
 */
export function gainPrice(
  { cell, base, bars }: Tornado,
  cells: readonly CellResult[],
  { say, significant }: Language,
): StepPrice | undefined {
  const each = cells.find(({ id }) => id === cell)?.worth?.pointsPerKill;
  const steps = bars.flatMap(({ path, down, up }) =>
    [down, up].flatMap((step) => (step ? { cell: idAt(cell, { [path]: step.to }), estimate: step.estimate } : [])),
  );
  const own = cells.filter(
    (one) => one.worth && baseIdOf(one) === cell && one.point?.["attacker.models"] === undefined,
  );
  if (!each || !isMultiple(own, [{ cell, estimate: base }, ...steps])) return undefined;
  const about = base.lower === undefined ? "" : "≈\u00a0";
  return (gain) => say`${about + significant(Math.abs(gain) * each, 3)} points{#price}`;
}

/** What the points of who attacks buy in the cells of one question: the most and the least of it, and how far apart. */
function boughtText(
  chosen: CellResult,
  cells: readonly CellResult[],
  language: Language,
  curves: readonly SweptCurve[],
): string[] {
  // Of whole fights, which may be of several experiments, what an even price is takes other fights.
  const isFight = isFightCell(chosen);
  const keys = isFight ? (["attacker", "defender"] as const) : (["experiment", "attacker", "defender"] as const);
  const alike = cells.filter(
    ({ worth, ...cell }) =>
      worth &&
      keys.every((key) => cell[key] === chosen[key]) &&
      (chosen.point === undefined || cell.modifiers.join() === chosen.modifiers.join()),
  );
  const sorted = alike.toSorted((a, b) => b.worth!.killsPer100 - a.worth!.killsPer100);
  const { say, unit, path } = language;
  const named = apart(alike, language);
  const edges = curves.find((curve) => isMultiple(sorted, curve.points))?.edges;
  const bought = ({ worth, ...cell }: CellResult) => {
    const { killsPer100: value, killsPer100Lower: lower, killsPer100Upper: upper } = worth!;
    // Of cells along the same axes, all places of the same number.
    const along = alike.filter(({ point }) => Object.keys(point ?? {}).join() === Object.keys(cell.point ?? {}).join());
    const same = along.filter((one) => one.worth!.killsPer100 === value);
    const places = [...placesOf(pointsOf(same), pointsOf(along), language, edges)];
    const name = places.map(([at, values]) => `${path(at)} ${values}`).join(", ") || named(cell);
    const limits = lower === undefined || upper === undefined ? { trials: 0 } : { trials: 1, lower, upper };
    return { ...limits, value, name, text: limitedText(value, lower, upper, language) };
  };
  const told = groupedBy(sorted.map(bought), ({ text }) => text);
  const [top, low] = [told[0]?.[0], told.at(-1)?.[0]];
  if (top === undefined || low === undefined) return [];
  const [who, whom] = [unit(chosen.attacker), unit(chosen.defender)];
  if (top.value === low.value)
    return [say`In points: against ${whom}, 100 points of ${who} buy ${top.text} casualties.`];
  const times = (one: typeof top, other: typeof top) => ratioText(one, other, language).replace(/^ \(×\s|\)$/gu, "");
  const [ratio, inverse] = [times(low, top), times(top, low)];
  const even = say`  With ${low.name}, ${who} would have to cost ${ratio} times their price to buy as many casualties as with ${top.name}, or ${whom} ${inverse} times theirs to lose as many points, in this fight alone.`;
  // Places on an axis are told by its ends.
  const isAll = told.length <= MOST_TOLD && chosen.point === undefined;
  const namesOf = (group: readonly { readonly name: string }[]) =>
    group.map(({ name }) => name).join(language.check.semicolon);
  const values = (isAll ? told : [[top], [low]]).map((group, i) => {
    const [{ text }] = group as [typeof top];
    return i === 0 ? say`${text} casualties (${namesOf(group)})` : `${text} (${namesOf(group)})`;
  });
  const bounds = told.length > values.length ? [say`All others lie between these.`] : [];
  return [
    [say`In points: against ${whom}, 100 points of ${who} buy ${language.either(values)}.`, ...bounds].join(" "),
    // Of places on an axis there is nothing to buy.
    ...(ratio === "" || isFight || chosen.point !== undefined ? [] : [even]),
  ];
}

/**
 * A page with what a difference is worth in points below its findings, where that is known; else why not, below how it
 * was found.
 * @param tellsFights whether what points buy in whole fights is told, which has no price of one fight alone
 */
export function withPrices(
  page: Page,
  cells: readonly CellResult[],
  tellsFights = false,
  curves: readonly SweptCurve[] = [],
): Page {
  const { say } = page.language;
  const known = cells.filter((cell) => outlineOf(cell) && cell.attacker !== "-" && cell.defender !== "-");
  const chosen = known.find(({ worth }) => worth) ?? known[0];
  if (chosen === undefined || (!tellsFights && known.some(isFightCell))) return page;
  const sentences = boughtText(chosen, known, calling([chosen], page.language), curves);
  if (sentences.length > 0) return { ...page, first: [...page.first, { sentences }] };
  if (known.some(isFightCell)) return page;
  const none = chosen.silent
    ? say`No value in points: ${page.language.saying(chosen.silent)}.`
    : say`No value in points: a unit has no points in the file, or no models can be lost.`;
  return { ...page, how: [...page.how, none] };
}
