import type { Amount, Even, PointsWorth } from "../analysis/points.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { number } from "./format.ts";

const amountText = (amount: Amount | undefined): string =>
  amount === undefined ? "–" : estimateText({ ...amount, trials: amount.lower === undefined ? 0 : 1 }, false);

const WHY: Readonly<Record<Even["basis"], (even: Even) => string>> = {
  exchange: ({ than }) => `to lose as many points as it takes from ${than}`,
  attackers: ({ than }) => `to take out as many for its points as ${than}`,
  defenders: ({ than }) => `to lose as many points as ${than} to the same attacker`,
};

/** Cells that say nothing of points, those of one reason together. */
function silentText(silent: PointsWorth["silent"]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { cell, reason } of silent) byReason.set(reason, [...(byReason.get(reason) ?? []), cell]);
  return [...byReason].map(([reason, [first, ...others]]) =>
    others.length > 0 ? `${first} and ${others.length} more: ${reason}.` : `${first}: ${reason}.`,
  );
}

/** Kills and survival for points, and what would make units even. */
export function pointsDocument({ pointsBuy, worths, evens, silent }: PointsWorth, result: Result): Document {
  const per = pointsBuy === "model" ? "a model" : "a unit";
  const sentences = evens.map(
    (even) =>
      `${even.unit}, ${number(even.points)} points ${per}, would be even at ${amountText(even.even)}: ${WHY[even.basis](even)}.`,
  );
  const rows = worths.map((worth) => [
    `${worth.cell}: ${worth.unit}`,
    number(worth.points),
    amountText(worth.killsPer100),
    amountText(worth.pointsPer100),
    worth.lost ? estimateText(worth.lost, false) : "–",
    amountText(worth.survivorsPer100),
  ]);
  const head = ["for each 100 points", "its points", "kills", "points taken", "models lost", "models left"];
  const blocks: Block[] = [
    ...(sentences.length > 0 ? [{ sentences }] : []),
    ...(rows.length > 0 ? [{ head, rows }] : []),
    ...(silent.length > 0 ? [{ sentences: silentText(silent) }] : []),
  ];
  return { title: `${result.title ?? result.file}: what points buy`, blocks, ...madeBy(result) };
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
