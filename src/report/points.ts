import type { EvenPrices, Fielded } from "../analysis/even.ts";
import type { Amount, PointsWorth } from "../analysis/points.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { groupedBy } from "./findings.ts";
import { languageFor, titleOf } from "./format.ts";
import { frontiersOf } from "./frontier.ts";
import type { Language } from "./language/language.ts";

const amountText = (amount: Amount | undefined, language: Language): string =>
  amount === undefined
    ? ""
    : amount.lower !== undefined && amount.upper === undefined
      ? `≥ ${language.number(amount.lower)}`
      : estimateText({ ...amount, trials: amount.lower === undefined ? 0 : 1 }, false, language);

/** What `solve --points` shows: of whole fights their even prices too. */
export type PointsData = PointsWorth & Partial<EvenPrices>;

/** Units that are named one by one where their points are missing. */
const MOST_NAMED = 12;

/** Why cells say nothing of points: units without any are told once, other reasons with the cells that have them. */
function silentText(silent: PointsWorth["silent"], language: Language): string[] {
  const { points: say, saying, list } = language;
  const missing = silent.filter(({ without }) => without !== undefined);
  const units = [...new Set(missing.flatMap(({ without }) => without!))];
  const named = list(units.slice(0, MOST_NAMED).map(language.unit));
  const other = groupedBy(
    silent.filter(({ without }) => without === undefined),
    ({ reason }) => reason,
  );
  return [
    ...(units.length > 0 ? [say.without(named, Math.max(0, units.length - MOST_NAMED), missing.length)] : []),
    ...other.map(([first, ...others]) => {
      const name = language.cellName(first!.cell);
      const reason = saying(first!.reason);
      return others.length > 0 ? say.silentMore(name, others.length, reason) : say.silent(name, reason);
    }),
  ];
}

/** Kills and survival for points, even prices of fights and exchange ratios of single exchanges. */
export function pointsDocument(data: PointsData, result: Result): Document {
  const { pointsBuy, worths, ratios, silent, evens = [], unsettled = [] } = data;
  const language = languageFor(result);
  const { points: say, number, range } = language;
  const unitOf = (name: string) => name.split(" + ").map(language.unit).join(" + ");
  const price = (value: number) => `${number(value)} ${say.per[pointsBuy]}`;
  const fielded = ({ models, win }: Fielded) => say.wins(models, estimateText(win, true, language));
  const rowName = ({ cell, unit }: { readonly cell: string; readonly unit: string }) =>
    say.row(unitOf(unit), language.cellName(cell));
  const evenRows = evens.map(({ cell, unit, points, even, neighbours }) => {
    // Between simulated chances, whose limits are said below, a price is an estimate.
    const about = neighbours.some(({ win }) => win.trials > 0) ? "≈ " : "";
    const [value, lower, upper] = [even.value, even.lower!, even.upper!].map((own) => `${about}${number(own)}`);
    return [rowName({ cell, unit }), price(points), value!, lower === upper ? "–" : range(lower!, upper!)];
  });
  // Both prices of a fight rest on the same two numbers of models.
  const fights = new Set(
    evens.map(({ cell, varied, kept, neighbours }) =>
      say.row(
        language.cellName(cell),
        say.against(unitOf(varied), kept.models, unitOf(kept.unit), neighbours.map(fielded)),
      ),
    ),
  );
  const exchanges = (["exchange", "attackers", "defenders"] as const).flatMap((basis): Block[] => {
    const own = ratios.filter((ratio) => ratio.basis === basis);
    const rows = own.map(({ unit, than, points, ratio }) => [
      say.pair[basis](unitOf(unit), unitOf(than)),
      price(points),
      amountText(ratio, language),
    ]);
    return own.length === 0 ? [] : [{ sentences: [say.ratio[basis]] }, { head: say.ratioColumns, rows }];
  });
  const killers = worths.filter(({ killsPer100 }) => killsPer100 !== undefined);
  const yields = killers.map((worth) => [
    rowName(worth),
    amountText(worth.killsPer100, language),
    amountText(worth.pointsPer100, language),
  ]);
  const survivors = worths.filter(({ survivorsPer100 }) => survivorsPer100 !== undefined);
  const left = survivors.map((worth) => [
    rowName(worth),
    amountText(worth.survivorsPer100, language),
    estimateText(worth.lost!, false, language),
    number(worth.points),
  ]);
  const nothing = [...silent, ...unsettled];
  const best = frontiersOf(data, result).map(({ inPoints, units }) => {
    const names = units.filter(({ isBest }) => isBest).map(({ unit }) => unitOf(unit));
    return `${say.frontier(language.list(names), names.length, inPoints)}.`;
  });
  const blocks: Block[] = [
    ...(best.length > 0 ? [{ sentences: best }] : []),
    ...(evens.length > 0
      ? [{ sentences: [say.evenMeans] }, { head: say.evenColumns, rows: evenRows }, { sentences: [...fights] }]
      : []),
    ...exchanges,
    ...(yields.length > 0 ? [{ sentences: [say.per100] }, { head: say.yieldColumns, rows: yields }] : []),
    ...(left.length > 0 ? [{ sentences: [say.perFire] }, { head: say.totalColumns, rows: left }] : []),
    ...(nothing.length > 0 ? [{ sentences: silentText(nothing, language) }] : []),
  ];
  return { title: say.title(titleOf(result)), blocks, ...madeBy(result) };
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
