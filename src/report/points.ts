import type { EvenPrice, EvenPrices } from "../analysis/even.ts";
import type { LimitedValue, PointsWorth, Worth } from "../analysis/points.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { englishIn, type Sentence, type Told } from "../rule/message.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Block, Document } from "./document.ts";
import { estimateText } from "./estimate.ts";
import {
  allowedText,
  evenText,
  isNearlyEven,
  medianText,
  type PricedUnit,
  pairsOnce,
  priceText,
  type UnitPrices,
} from "./even-price.ts";
import { languageFor, pairing, titleOf, withSets } from "./format.ts";
import { frontiersOf } from "./frontier.ts";
import type { Language } from "./language/language.ts";
import { madeBy } from "./provenance.ts";
import { isBase, setsOf } from "./summary.ts";
import { columnsOf, type ResultTable } from "./table.ts";

const amountText = (amount: LimitedValue | undefined, language: Language): string =>
  amount === undefined
    ? ""
    : amount.lower !== undefined && amount.upper === undefined
      ? `≥ ${language.number(amount.lower)}`
      : estimateText(amount, false, language);

/** What `solve --points` shows: of whole fights their even prices too. */
export type PointsData = PointsWorth & Partial<EvenPrices>;

/** Even prices that are told in the order of the file. */
const MOST_IN_ORDER = 8;
/** Fewer fights are told one by one. */
const LEAST_OVERALL = 3;
/** Rows that a terminal shows of a table, and of one beside even prices. */
const MOST_ROWS = 16;
const MOST_BESIDE = 6;

/** Units that are named one by one where their points are missing. */
const MOST_NAMED = 12;

/** A reason with the units of its cell as they are called, which stand in it as the file names them. */
function withUnits({ cell, reason }: PointsWorth["silent"][number], { unit }: Language): Sentence {
  const told = (one: Told) => (typeof one === "string" && cell.split(/[~+@]/u).includes(one) ? unit(one) : one);
  return typeof reason === "string" ? reason : { ...reason, with: reason.with.map(told) };
}

/** Why cells say nothing of points: units without any are told once, other reasons with the cells that have them. */
function silentText(silent: PointsWorth["silent"], language: Language): string[] {
  const { points, say, saying, list } = language;
  const missing = silent.filter(({ without }) => without !== undefined);
  const units = [...new Set(missing.flatMap(({ without }) => without!))];
  const named = list(units.slice(0, MOST_NAMED).map(language.unit));
  const other = groupedBy(
    silent.filter(({ without }) => without === undefined),
    ({ reason }) => englishIn(reason),
  );
  return [
    ...(units.length > 0 ? [points.without(named, Math.max(0, units.length - MOST_NAMED), missing.length)] : []),
    ...other.map(([first, ...others]) => {
      const name = language.cellName(first!.cell);
      const reason = saying(withUnits(first!, language));
      return others.length > 0 ? say`${name} and ${others.length} more: ${reason}.` : say`${name}: ${reason}.`;
    }),
  ];
}

/** Who takes out the most for its points and who the least. */
function mostAndLeast(killers: PointsWorth["worths"], language: Language): Block[] {
  const { say } = language;
  const inPoints = killers.every(({ pointsPer100 }) => pointsPer100 !== undefined);
  const amountOf = ({ killsPer100, pointsPer100 }: Worth) => (inPoints ? pointsPer100 : killsPer100)!;
  const ranked = killers.toSorted((a, b) => amountOf(b).value - amountOf(a).value);
  const [most, least] = [ranked[0], ranked.at(-1)];
  if (most === undefined || least === undefined || amountOf(most).value === amountOf(least).value) return [];
  const [first, last] = [most, least].map((worth) => {
    const kills = say`${amountText(worth.killsPer100, language)} {casualty|casualties} among ${unitIn(language)(worth.enemy)}`;
    return inPoints ? say`${kills} (${amountText(worth.pointsPer100, language)} points)` : kills;
  }) as [string, string];
  const isOne = new Set(killers.map(({ cell }) => cell.split("~")[0])).size === 1;
  const [better, worse] = [most, least].map(({ unit, cell }) =>
    isOne ? unitIn(language)(unit) : `${unitIn(language)(unit)} (${language.experiment(cell.split("~")[0]!)})`,
  ) as [string, string];
  const sentences =
    better === worse
      ? [say`100 points of ${better} cause ${first} or ${last}.`]
      : [
          say`The most for its points: 100 points of ${better} cause ${first}.`,
          say`The least: 100 points of ${worse} cause ${last}.`,
        ];
  return [{ sentences }];
}

const unitIn = (language: Language) => (name: string) => name.split(" + ").map(language.unit).join(" + ");

/** The rows of a report of points: what cells and their sides are called. */
function rowNames({ worths, evens = [] }: PointsData, result: Result) {
  const language = languageFor(result);
  const unitOf = unitIn(language);
  const cells = new Map(result.cells.map((cell) => [cell.id, cell]));
  const told = [...new Set([...worths, ...evens].map(({ cell }) => cell))].flatMap((id) => cells.get(id) ?? []);
  const isOne = new Set(told.map(({ experiment }) => experiment)).size === 1;
  /** The cell in words; what they all are of is said once, in the title. */
  const where = (id: string) => {
    const cell = cells.get(id);
    if (!isOne || cell === undefined) return language.cellName(id);
    return withSets(pairing(cell, language), cell.modifiers, language);
  };
  // What a pair of units comes to, from either seat.
  const amounts = new Map<string, Set<string>>();
  const pairOf = (head: CellResult) =>
    [head.experiment, setsOf(head), ...[head.attacker, head.defender].sort()].join("~");
  for (const { cell, unit, even } of evens) {
    const pair = cells.get(cell) && `${pairOf(cells.get(cell)!)}~${unit}`;
    if (pair) amounts.set(pair, (amounts.get(pair) ?? new Set()).add(even.value.toPrecision(9)));
  }
  const isSeated = (head: CellResult, unit: string) =>
    head.attacker !== head.defender && (amounts.get(`${pairOf(head)}~${unit}`)?.size ?? 0) > 1;
  const rowName = ({ cell, unit }: { readonly cell: string; readonly unit: string }, byExperiment = !isOne) => {
    const head = cells.get(cell);
    const other = head && (head.attacker === unit ? head.defender : head.attacker);
    // The unit and its enemy say who; a fight against oneself has two like rows.
    if (head === undefined || ![head.attacker, head.defender].includes(unit) || other === "-")
      return language.say`${unitOf(unit)}: ${where(cell)}`;
    const seat = isSeated(head, unit) ? ` (${language.side(head.attacker === unit ? "first" : "second")})` : "";
    return pairName(language.general.against(`${unitOf(unit)}${seat}`, unitOf(other!)), head, byExperiment, true);
  };
  /** Two that are held against each other, by what tells their cells apart from those of other rows. */
  const pairName = (who: string, head: CellResult | undefined, byExperiment: boolean, bySets: boolean) => {
    if (head === undefined) return who;
    const named = byExperiment ? language.goals.line(language.experiment(head.experiment), who) : who;
    return bySets ? withSets(named, head.modifiers, language) : named;
  };
  const hasSeats = [...amounts.values()].some(({ size }) => size > 1);
  const isChanged = ({ cell }: { readonly cell: string }) => cells.has(cell) && !isBase(cells.get(cell)!);
  /** The fight as the file has it before what sets change, then by `other`. */
  const baseFirst = <T extends { readonly cell: string }>(all: readonly T[], other: (a: T, b: T) => number): T[] =>
    all.toSorted((a, b) => Number(isChanged(a)) - Number(isChanged(b)) || other(a, b));
  return { cells, told, isOne, rowName, pairName, hasSeats, isChanged, baseFirst };
}

/** How many times as much, or as little: the two sides of a fight alike. */
const timesOff = (ratio: number): number => Number(Math.max(ratio, 1 / ratio).toPrecision(6));

/**
 * Sides of a fight whose price is not the even one, the base first, then the furthest: too cheap, then too dear. All of them
 * where every price is nearly even.
 */
export function pricesOf(data: PointsData, result: Result): PricedUnit[] {
  const language = languageFor(result);
  const { number, points: say } = language;
  const { rowName, baseFirst } = rowNames(data, result);
  const all = (data.evens ?? []).filter(({ unit, than }) => unit !== than);
  const far = all.filter(({ even, points }) => !isNearlyEven(even.value / points));
  const priced = (far.length > 0 ? far : all).map((each) => {
    const price = `${number(each.points)} ${say.per[data.pointsBuy]}`;
    return {
      name: rowName(each),
      who: rowName(each, false),
      ...{ cell: each.cell, unit: each.unit, than: each.than, points: each.points, even: each.even },
      texts: [price, evenText(each, language)] as const,
      ratio: each.even.value / each.points,
    };
  });
  // Both seats of a pairing may be played: one of them is enough.
  const once = groupedBy(priced, ({ name, texts }) => `${name}~${texts.join("~")}`).map(([first]) => first!);
  return baseFirst(once, (a, b) => timesOff(b.ratio) - timesOff(a.ratio) || b.ratio - a.ratio);
}

/** Units by how far their even prices lie from their own over several fights (not one fight by sets), and how many say so. */
export function overallPrices(data: PointsData, result: Result): UnitPrices[] {
  const { evens = [], pointsBuy } = data;
  const language = languageFor(result);
  const { number, say } = language;
  const { isChanged, rowName } = rowNames(data, result);
  const byUnit = groupedBy(
    evens.filter((even) => even.unit !== even.than && !isChanged(even)),
    ({ unit, points }) => `${unit}~${points}`,
  );
  const told = byUnit.flatMap((all) => {
    const pairs = pairsOnce(all);
    const { unit, points } = pairs[0]!;
    const ratios = pairs.map(({ even }) => even.value / points).toSorted((a, b) => a - b);
    // Of an even number the one that is nearer to the price.
    const middles = [ratios[Math.floor((ratios.length - 1) / 2)]!, ratios[Math.floor(ratios.length / 2)]!];
    const [median] = middles.toSorted((a, b) => timesOff(a) - timesOff(b)) as [number, number];
    if (pairs.length < LEAST_OVERALL) return [];
    const isCheap = median > 1;
    const beyond = ratios.filter((ratio) => (isCheap ? ratio > 1 : ratio < 1)).length;
    const [name, price] = [unitIn(language)(unit), `${number(points)} ${language.points.per[pointsBuy]}`];
    const even = medianText({ median: median * points }, language);
    const text = isCheap
      ? say`${name}: too cheap at ${price}; ${beyond} of ${pairs.length} fights are even at a higher price (median ${even})`
      : say`${name}: too dear at ${price}; ${beyond} of ${pairs.length} fights are even at a lower price (median ${even})`;
    const fights = pairs.map((pair) => ({
      ...{ name: rowName(pair), cell: pair.cell, value: pair.even.value, text: evenText(pair, language) },
    }));
    const isEven = isNearlyEven(median);
    return { name, points, price, median: median * points, fights, text: isEven ? "" : text };
  });
  const ratioOf = ({ median, points }: UnitPrices) => median / points;
  return told.toSorted((a, b) => timesOff(ratioOf(b)) - timesOff(ratioOf(a)) || ratioOf(b) - ratioOf(a));
}

/** Whether both sides of a fight are there: then one of the two prices makes it even. */
export const hasBoth = (prices: readonly PricedUnit[]): boolean =>
  prices.some(({ unit, than }) => prices.some((other) => other.unit === than && other.than === unit));

/** What both sides of a fight, or both seats, say alike is one row. */
const onceEach = (rows: readonly (readonly string[])[]) => groupedBy(rows, (row) => row.join("~")).map(([row]) => row!);

/** Kills and survival for points, even prices of fights and exchange ratios of single exchanges. */
export function pointsDocument(data: PointsData, result: Result): Document {
  const { pointsBuy, worths, ratios, silent, evens = [], unsettled = [] } = data;
  const language = languageFor(result);
  const { points: say, number } = language;
  const unitOf = unitIn(language);
  const { cells, told, isOne, rowName, pairName, hasSeats, isChanged, baseFirst } = rowNames(data, result);
  const title = isOne
    ? language.goals.line(titleOf(result), language.experiment(told[0]!.experiment))
    : titleOf(result);
  // Of many, who is worth the most for its points comes first.
  const isMany = evens.length > MOST_IN_ORDER;
  const against = evens.filter(({ unit, than }) => unit !== than);
  const cheapest = baseFirst(against, (a, b) => b.even.value / b.points - a.even.value / a.points);
  const alike = (one: EvenPrice) => [one.unit, one.than, one.even.value.toPrecision(6)].join("~");
  const shown = isMany ? groupedBy(cheapest, alike).map(([one]) => one!) : against.length > 0 ? against : evens;
  const evenRows = shown.map((evenPrice) => {
    const { mixed, even } = evenPrice;
    const allowed = allowedText(even, language) ?? "–";
    // Of simulated fights the price has limits of its own, where there were trials enough.
    const value = mixed ? amountText({ value: even.value, ...mixed }, language) : evenText(evenPrice, language);
    return [rowName(evenPrice), number(evenPrice.points), value, allowed];
  });
  // Who is the furthest from its price, either way.
  const prices = pricesOf(data, result);
  const overall = overallPrices(data, result).flatMap(({ text }) => (text === "" ? [] : `${text}.`));
  const sides = [prices.find(({ ratio }) => ratio > 1), prices.find(({ ratio }) => ratio < 1)];
  const furthest = overall.length > 0 ? prices.slice(0, 1) : sides.filter((side) => side !== undefined);
  // Both prices of a fight rest on the same two numbers of models.
  const fights = onceEach(
    shown.slice(0, MOST_ROWS).flatMap(({ cell, varied, kept, neighbours }) =>
      neighbours.map(({ models, win }) => {
        const sides = [`${models} × ${unitOf(varied)}`, `${kept.models} × ${unitOf(kept.unit)}`] as const;
        const name = pairName(language.general.against(...sides), cells.get(cell), !isOne, true);
        const own = evens.find((other) => other.cell === cell && other.unit === varied)?.points;
        const equal = [kept.points / models, ...(own === undefined ? [] : [(own * models) / kept.models])];
        const prices = equal.map((price) => language.plain(Number(price.toPrecision(4))));
        return [name, estimateText(win, true, language), ...(pointsBuy === "model" ? prices : [])];
      }),
    ),
  );
  const some = shown.length > MOST_ROWS ? language.say` (of ${MOST_ROWS} prices; --csv has all)` : "";
  const exchanges = (["exchange", "attackers", "defenders"] as const).flatMap((basis): Block[] => {
    const ofBasis = ratios.filter((ratio) => ratio.basis === basis);
    const heads = ofBasis.flatMap((ratio) => cells.get(ratio.cells[0]!) ?? []);
    const differ = (of: (head: CellResult) => string) => new Set(heads.map(of)).size > 1;
    const [byExperiment, bySets] = [differ(({ experiment }) => experiment), differ(setsOf)];
    // Two that are held against the same enemy: which, where there are several.
    const enemyIn = (head: CellResult) => (basis === "attackers" ? head.defender : head.attacker);
    const byEnemy = basis !== "exchange" && differ(enemyIn);
    const rows = ofBasis.map(({ unit, than, points, ratio, cells: [id] }) => {
      const head = cells.get(id!);
      const two = (basis === "exchange" ? language.general.against : say.like)(unitOf(unit), unitOf(than));
      const who = byEnemy && head ? language.general.against(two, unitOf(enemyIn(head))) : two;
      return [pairName(who, head, byExperiment, bySets), number(points), amountText(ratio, language)];
    });
    const [ratio] = baseFirst(
      ofBasis.map((one) => ({ ...one, cell: one.cells[0]! })),
      (a, b) => timesOff(b.ratio.value / b.points) - timesOff(a.ratio.value / a.points),
    );
    if (ratio === undefined) return [];
    const head = cells.get(ratio.cell);
    const told = say.ratio[basis](
      ...([unitOf(ratio.unit), unitOf(ratio.than), amountText(ratio.ratio, language), number(ratio.points)] as const),
      head === undefined ? "" : unitOf(enemyIn(head)),
    );
    return [{ sentences: [told, language.say`Exchange ratio:`] }, { head: say.ratioColumns(say.per[pointsBuy]), rows }];
  });
  // A screen has room for them where there are no even prices.
  const most = evens.length > 0 ? MOST_BESIDE : MOST_ROWS;
  const killers = worths.filter(({ killsPer100 }) => killsPer100);
  // Enemies without points have none that could be taken.
  const inPoints = killers.some(({ pointsPer100 }) => pointsPer100 !== undefined);
  const yields = onceEach(
    killers.map((worth) => [
      rowName(worth),
      amountText(worth.killsPer100, language),
      ...(inPoints ? [amountText(worth.pointsPer100, language)] : []),
    ]),
  );
  const yieldHead = inPoints ? say.yieldColumns : say.yieldColumns.slice(0, 2);
  const survivors = worths.filter(({ survivorsPer100 }) => survivorsPer100 !== undefined);
  const left = onceEach(
    survivors.map((worth) => [
      rowName(worth),
      amountText(worth.survivorsPer100, language),
      estimateText(worth.lost!, false, language),
      number(worth.points),
    ]),
  );
  const best = frontiersOf(data, result).map(({ inPoints, units }) => {
    const names = units
      .filter(({ isBest }) => isBest)
      .map(({ unit, taken }) => language.say`${unitOf(unit)} (${estimateText(taken, false, language)})`);
    return `${say.frontier(language.list(names), inPoints)}.`;
  });
  const blocks: Block[] = [
    ...(best.length > 0 ? [{ sentences: best }] : []),
    ...(evens.length > 0
      ? [
          {
            sentences: [
              ...overall,
              ...furthest.map((priced) => priceText(priced, language)),
              ...(hasBoth(prices) ? [say.oneOfTwo] : []),
            ],
            notes: [
              language.say`Equal points win equally often at an even price; a draw is half a win.`,
              ...(isMany && hasSeats
                ? [language.say`A pair is listed from both seats where they differ; the first is the attacker's.`]
                : []),
              ...(isMany ? [language.say`Who is worth the most for its points comes first.`] : []),
            ],
          },
          { head: say.evenColumns(say.per[pointsBuy]), rows: evenRows, most: MOST_ROWS },
          {
            sentences: [language.say`Fights with whole models between which an even price lies${some}:`],
            notes: [
              language.say`There is no half model. At the price of such a fight both sides cost the same, and one of them wins it more often; the even price is interpolated between the two. A draw counts half.`,
            ],
          },
          { head: say.fightColumns.slice(0, fights[0]!.length), rows: fights, most },
        ]
      : []),
    ...(best.length > 0
      ? []
      : mostAndLeast(
          killers.filter((worth) => !isChanged(worth)),
          language,
        )),
    ...exchanges,
    ...(yields.length > 0
      ? [
          { sentences: [language.say`Who attacks, for each 100 of its points:`] },
          { head: yieldHead, rows: yields, most },
        ]
      : []),
    ...(left.length > 0
      ? [
          {
            sentences: [language.say`Who is attacked: models left for each 100 points, and what the unit loses:`],
          },
          { head: say.totalColumns, rows: left, most },
        ]
      : []),
    ...(silent.length + unsettled.length > 0 ? [{ sentences: silentText([...silent, ...unsettled], language) }] : []),
  ];
  return { title: language.say`${title}: what points buy`, blocks, ...madeBy(result) };
}

const COLUMNS = columnsOf("what,cell,unit,enemy,models,points,value,lower,upper,fraction");

/** The table of `points`: one row per amount. */
export const pointsTable = ({ worths, ratios, evens = [] }: PointsData): ResultTable => ({
  columns: COLUMNS,
  rows: () => [
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
  ],
});
