/** What a page says of prices where none were asked for. */
import type { CellResult, Result } from "../../analysis/result.ts";
import { outlineOf } from "../carried.ts";
import { apart, ratioText } from "../findings.ts";
import { limitedText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { calling } from "../language/sides.ts";
import { cellCommands } from "../replay-command.ts";
import type { Page, PageBlock } from "./page.ts";

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
  if (top.value === low.value) return [say`In points: 100 points of ${who} buy ${top.text} kills.`];
  const ratio = ratioText(low, top, language).replace(/^ \(|\)$/g, "");
  return [
    say`In points: 100 points of ${who} buy ${top.text} kills (${top.name}) or ${low.text} (${low.name}).`,
    ...(ratio === ""
      ? []
      : [
          say`  ${who} would have to cost ${ratio} in the second case to buy as many as in the first. That price holds for no other fight.`,
        ]),
  ];
}

/**
 * A page with what a difference is worth in points below its findings: what points buy where that is known, and the command that
 * says more, at a point where that is asked of one; why none does of who can lose no models stands with how it was found.
 */
export function withPrices(
  page: Page,
  { command, cells }: Pick<Result, "command" | "cells">,
  at?: Readonly<Record<string, number>>,
): Page {
  const { say } = page.language;
  const told = (...blocks: PageBlock[]): Page => ({ ...page, first: [...page.first, ...blocks] });
  const known = cells.filter((cell) => outlineOf(cell) && cell.attacker !== "-" && cell.defender !== "-");
  const isFight = (cell: CellResult) => outlineOf(cell)?.isFight === true;
  const chosen = known.find(isFight) ?? known.find(({ worth }) => worth) ?? known[0];
  if (chosen === undefined) return page;
  const bought = isFight(chosen) ? [] : boughtText(chosen, known, calling([chosen], page.language));
  if (!isFight(chosen) && bought.length === 0)
    return {
      ...page,
      how: [...page.how, say`No value in points: a unit has no points in the file, or no models can be lost.`],
    };
  const asked = pointsAsked(command, chosen.id, isFight(chosen), page.language, at ?? chosen.point);
  return told(...(bought.length === 0 ? [] : [{ sentences: bought }]), ...asked);
}

/** The command that says what points are worth in a cell. */
export function pointsAsked(
  command: string,
  id: string,
  isFight: boolean,
  { say }: Language,
  at?: Parameters<typeof cellCommands>[2],
): PageBlock[] {
  const asked = cellCommands(command, id, at)?.run.replace(" run ", " solve ");
  const what = isFight
    ? say`The price at which this fight is even, under the orders of the file`
    : say`What each side buys for its points; only a whole fight has an even price`;
  return asked === undefined ? [] : [{ folded: what, blocks: [{ typed: [["", `${asked} --points`] as const] }] }];
}
