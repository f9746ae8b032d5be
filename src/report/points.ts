import type { EvenPrices, Fielded } from "../analysis/even.ts";
import type { Amount, PointsWorth } from "../analysis/points.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";

const amountText = (amount: Amount | undefined, language: Language): string =>
  amount === undefined ? "–" : estimateText({ ...amount, trials: amount.lower === undefined ? 0 : 1 }, false, language);

/** What `solve --points` shows: of whole fights their even prices too. */
export type PointsData = PointsWorth & Partial<EvenPrices>;

/** Cells that say nothing of points, those of one reason together. */
function silentText(silent: PointsWorth["silent"], { points: say, saying }: Language): string[] {
  const byReason = new Map<string, string[]>();
  for (const { cell, reason } of silent) byReason.set(reason, [...(byReason.get(reason) ?? []), cell]);
  return [...byReason].map(([reason, [first, ...others]]) =>
    others.length > 0 ? say.silentMore(first!, others.length, saying(reason)) : say.silent(first!, saying(reason)),
  );
}

/** Kills and survival for points, even prices of fights and exchange ratios of single exchanges. */
export function pointsDocument(data: PointsData, result: Result): Document {
  const { pointsBuy, worths, ratios, silent, evens = [], unsettled = [] } = data;
  const language = languageFor(result);
  const { points: say, number, range } = language;
  const price = (value: number) => `${number(value)} ${say.per[pointsBuy]}`;
  const fielded = ({ models, win }: Fielded) => say.wins(models, estimateText(win, true, language));
  const evenRows = evens.map(({ cell, unit, points, even, neighbours }) => {
    // Between simulated chances, whose limits are said below, a price is an estimate.
    const about = neighbours.some(({ win }) => win.trials > 0) ? "≈ " : "";
    const [value, lower, upper] = [even.value, even.lower!, even.upper!].map((own) => `${about}${number(own)}`);
    return [say.row(cell, unit), price(points), value!, lower === upper ? "–" : range(lower!, upper!)];
  });
  // Both prices of a fight rest on the same two numbers of models.
  const fights = new Set(
    evens.map(({ cell, varied, kept, neighbours }) =>
      say.row(cell, say.against(varied, kept.models, kept.unit, neighbours.map(fielded))),
    ),
  );
  const exchanges = (["exchange", "attackers", "defenders"] as const).flatMap((basis): Block[] => {
    const own = ratios.filter((ratio) => ratio.basis === basis);
    const rows = own.map(({ unit, than, points, ratio }) => [
      say.pair[basis](unit, than),
      price(points),
      amountText(ratio, language),
    ]);
    return own.length === 0 ? [] : [{ sentences: [say.ratio[basis]] }, { head: say.ratioColumns, rows }];
  });
  const yields = worths.map((worth) => [
    say.row(worth.cell, worth.unit),
    amountText(worth.killsPer100, language),
    amountText(worth.pointsPer100, language),
    amountText(worth.survivorsPer100, language),
  ]);
  const totals = worths.map((worth) => [
    say.row(worth.cell, worth.unit),
    number(worth.points),
    worth.lost ? estimateText(worth.lost, false, language) : "–",
  ]);
  const nothing = [...silent, ...unsettled];
  const blocks: Block[] = [
    ...(evens.length > 0
      ? [{ sentences: [say.evenMeans] }, { head: say.evenColumns, rows: evenRows }, { sentences: [...fights] }]
      : []),
    ...exchanges,
    ...(worths.length > 0
      ? [
          { sentences: [say.per100] },
          { head: say.yieldColumns, rows: yields },
          { head: say.totalColumns, rows: totals },
        ]
      : []),
    ...(nothing.length > 0 ? [{ sentences: silentText(nothing, language) }] : []),
  ];
  return { title: say.title(result.title ?? result.file), blocks, ...madeBy(result) };
}

const COLUMNS = "what,cell,unit,enemy,models,points,value,lower,upper,fraction".split(",");

/** points.csv: one row per amount. */
export const pointsCsv = ({ worths, ratios, evens = [] }: PointsData): string =>
  table(COLUMNS, [
    ...worths.flatMap(({ cell, unit, enemy, models, points, killsPer100, pointsPer100, lost, survivorsPer100 }) =>
      Object.entries({ killsPer100, pointsPer100, lost, survivorsPer100 }).flatMap(([what, amount]) =>
        amount ? [{ what, cell, unit, enemy, models, points, ...amount }] : [],
      ),
    ),
    ...ratios.map(({ basis, cells, unit, than, points, ratio }) => ({
      what: `exchange ratio ${basis}`,
      cell: cells.join(" "),
      unit,
      enemy: than,
      points,
      ...ratio,
    })),
    ...evens.flatMap(({ cell, unit, than, points, even, varied, kept, neighbours }) => [
      { what: "even price", cell, unit, enemy: than, points, ...even },
      ...neighbours.map(({ models, win }) => ({
        what: "wins",
        cell,
        unit: varied,
        enemy: kept.unit,
        models,
        points: kept.points,
        ...win,
      })),
    ]),
  ]);
