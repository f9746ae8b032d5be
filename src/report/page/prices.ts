/** What a page says of prices where none were asked for. */
import type { CellResult } from "../../analysis/result.ts";
import { outlineOf } from "../carried.ts";
import { apart, ratioText } from "../findings.ts";
import { limitedText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import type { Page } from "./page.ts";

/** What the points of who attacks buy in the cells of one question: the most and the least of it, and how far apart. */
function boughtText(chosen: CellResult, cells: readonly CellResult[], language: Language): string[] {
  const alike = cells.filter(
    ({ worth, ...cell }) =>
      worth && (["experiment", "attacker", "defender"] as const).every((key) => cell[key] === chosen[key]),
  );
  const sorted = alike.toSorted((a, b) => b.worth!.killsPer100 - a.worth!.killsPer100);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (most === undefined || least === undefined) return [];
  const { say, unit, path, amount } = language;
  const named = apart(alike, language);
  const bought = ({ worth, ...cell }: CellResult) => {
    const { killsPer100: value, killsPer100Lower: lower, killsPer100Upper: upper } = worth!;
    const places = Object.entries(cell.point ?? {}).map(([where, to]) => `${path(where)} ${amount(where, to)}`);
    const name = places.length > 0 ? places.join(", ") : named(cell);
    const limits = lower === undefined || upper === undefined ? { trials: 0 } : { trials: 1, lower, upper };
    return { ...limits, value, name, text: limitedText(value, lower, upper, language) };
  };
  const [top, low] = [bought(most), bought(least)];
  const who = unit(chosen.attacker);
  if (top.value === low.value) return [say`In points: 100 points of ${who} buy ${top.text} casualties.`];
  const ratio = ratioText(low, top, language).replace(/^ \(|\)$/g, "");
  const even = say`  In the case of ${low.name}, the price of ${who} would have to be ${ratio} to buy as many as in the case of ${top.name}: in this fight alone.`;
  return [
    say`In points: 100 points of ${who} buy ${top.text} casualties (${top.name}) or ${low.text} (${low.name}).`,
    ...(ratio === "" ? [] : [even]),
  ];
}

/**
 * A page with what a difference is worth in points below its findings, where that is known; else why not, below how it
 * was found.
 */
export function withPrices(page: Page, cells: readonly CellResult[]): Page {
  const { say } = page.language;
  const known = cells.filter((cell) => outlineOf(cell) && cell.attacker !== "-" && cell.defender !== "-");
  const isFight = (cell: CellResult) => outlineOf(cell)?.isFight === true;
  const chosen = known.find(({ worth }) => worth) ?? known[0];
  if (chosen === undefined || known.some(isFight)) return page;
  const sentences = boughtText(chosen, known, calling([chosen], page.language));
  if (sentences.length > 0) return { ...page, first: [...page.first, { sentences }] };
  const none = say`No value in points: a unit has no points in the file, or no models can be lost.`;
  return { ...page, how: [...page.how, none] };
}
