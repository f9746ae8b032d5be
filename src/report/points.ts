import type { Amount, PointsWorth } from "../analysis/points.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";

const amountText = (amount: Amount | undefined, language: Language): string =>
  amount === undefined ? "–" : estimateText({ ...amount, trials: amount.lower === undefined ? 0 : 1 }, false, language);

/** Cells that say nothing of points, those of one reason together. */
function silentText(silent: PointsWorth["silent"], { points: say, saying }: Language): string[] {
  const byReason = new Map<string, string[]>();
  for (const { cell, reason } of silent) byReason.set(reason, [...(byReason.get(reason) ?? []), cell]);
  return [...byReason].map(([reason, [first, ...others]]) =>
    others.length > 0 ? say.silentMore(first!, others.length, saying(reason)) : say.silent(first!, saying(reason)),
  );
}

/** Kills and survival for points, and what would make units even. */
export function pointsDocument({ pointsBuy, worths, evens, silent }: PointsWorth, result: Result): Document {
  const language = languageFor(result);
  const { points: say, number } = language;
  const sentences = evens.map(({ unit, points, even, basis, than }) =>
    say.even(unit, number(points), points, say.per[pointsBuy], amountText(even, language), say[basis](than)),
  );
  const rows = worths.map((worth) => [
    say.row(worth.cell, worth.unit),
    number(worth.points),
    amountText(worth.killsPer100, language),
    amountText(worth.pointsPer100, language),
    worth.lost ? estimateText(worth.lost, false, language) : "–",
    amountText(worth.survivorsPer100, language),
  ]);
  const blocks: Block[] = [
    ...(sentences.length > 0 ? [{ sentences }] : []),
    ...(rows.length > 0 ? [{ head: say.columns, rows }] : []),
    ...(silent.length > 0 ? [{ sentences: silentText(silent, language) }] : []),
  ];
  return { title: say.title(result.title ?? result.file), blocks, ...madeBy(result) };
}

const COLUMNS = "what,cell,unit,enemy,models,points,value,lower,upper,fraction".split(",");

/** points.csv: one row per amount. */
export const pointsCsv = ({ worths, evens }: PointsWorth): string =>
  table(COLUMNS, [
    ...worths.flatMap(({ cell, unit, enemy, models, points, killsPer100, pointsPer100, lost, survivorsPer100 }) =>
      Object.entries({ killsPer100, pointsPer100, lost, survivorsPer100 }).flatMap(([what, amount]) =>
        amount ? [{ what, cell, unit, enemy, models, points, ...amount }] : [],
      ),
    ),
    ...evens.map(({ basis, cells, unit, than, points, even }) => ({
      what: `even ${basis}`,
      cell: cells.join(" "),
      unit,
      enemy: than,
      points,
      ...even,
    })),
  ]);
