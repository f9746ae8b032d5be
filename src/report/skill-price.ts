/** What modifier sets are worth in points, in words, with what that was measured against. */

import type { FightPrices, SetsPrice } from "../analysis/fight-prices.ts";
import type { LimitedValue } from "../analysis/points.ts";
import type { CellResult } from "../analysis/result.ts";
import type { Block } from "./document.ts";
import { estimateText } from "./estimate.ts";
import type { Language } from "./language/language.ts";
import { factTexts } from "./setup.ts";

type Known = SetsPrice & Required<Pick<SetsPrice, "without" | "with" | "worth">>;

const isKnown = (price: SetsPrice): price is Known => price.worth !== undefined;

/**
 * In words, the most first: `medikit adds 2.42 points a model to the price of Space Marines (beside the others 4.01);
 * endurance 1.49 (0.12)`. `than`: what is there without them, where that is not nothing.
 */
export function pricesText(prices: FightPrices, language: Language, than?: string): string[] {
  const { prices: say, saying, sets, list } = language;
  const unit = unitsText(prices.unit, language);
  const per = say.per[prices.pointsBuy];
  const text = (amount: LimitedValue) => pointsText(amount, prices, language);
  const [first, ...others] = prices.alone.filter(isKnown).toSorted((a, b) => b.worth.value - a.worth.value);
  const beside = prices.beside.filter(isKnown).toSorted((a, b) => b.worth.value - a.worth.value);
  const because = ({ reason }: SetsPrice) =>
    reason === undefined
      ? language.say`even prices with and without are not found by the same unit's number`
      : saying(reason);
  // The same reason is said once: of nothing that is there without the sets either.
  const silent = prices.alone.filter((price) => !isKnown(price));
  const silentBeside = prices.beside.filter(
    (price) => !isKnown(price) && !silent.some(({ factors }) => factors.join() === price.factors.join()),
  );
  const all = prices.all && isKnown(prices.all) ? prices.all : undefined;
  /** Behind what each is worth alone, what it still adds to the others; of one alone, for which there is no table, how. */
  const besideText = (price: Known, isFirst = false): string => {
    if (beside.length === 0) return isFirst ? say.evenAt(text(price.without), text(price.with), than) : "";
    const others = beside
      .filter(({ factors }) => factors.join() === price.factors.join())
      .map(({ worth }) => text(worth));
    return others.map((worth) => (isFirst ? language.say` (beside the others ${worth})` : ` (${worth})`)).join("");
  };
  const parts = [
    ...(first ? [say.worth(sets(first.factors), text(first.worth), per, unit, than) + besideText(first, true)] : []),
    ...(others.length > 0
      ? [others.map((one) => language.say`${sets(one.factors)} ${text(one.worth)}` + besideText(one)).join(", ")]
      : []),
    ...(all ? [language.say`all together ${text(all.worth)}`] : []),
    ...(silent.length > 0
      ? [language.say`${list(silent.map(({ factors }) => sets(factors)))}: no price (${because(silent[0]!)})`]
      : []),
    ...(silentBeside.length > 0
      ? [
          language.say`${list(silentBeside.map(({ factors }) => sets(factors)))} beside the others: no price (${because(silentBeside[0]!)})`,
        ]
      : []),
  ];
  return [`  ${parts.join(language.check.semicolon)}.`];
}

/** Points of a price: of one that is measured against ten and more in tenths, else in hundredths; limits say their own digits. */
function pointsText(amount: LimitedValue, { points }: Pick<FightPrices, "points">, language: Language): string {
  if (amount.lower !== undefined && amount.upper !== undefined) return estimateText(amount, false, language);
  return language.fixed(amount.value, points < 10 ? 2 : 1);
}

/**
 * The same as a table: a row for the base, for each set, and for all; of one set alone none.
 * @param base the fight without them, which has what the file asks for a unit
 */
export function pricesTable(of: FightPrices, base: CellResult | undefined, language: Language): Block[] {
  const { say, prices } = language;
  const { alone, beside, all, pointsBuy, unit } = of;
  const text = (amount: LimitedValue | undefined) => (amount === undefined ? "–" : pointsText(amount, of, language));
  const sorted = alone.toSorted((a, b) => (b.worth?.value ?? 0) - (a.worth?.value ?? 0));
  const rows = [...sorted, ...(all ? [all] : [])].map((one) => {
    const last = beside.find(({ factors }) => factors.join() === one.factors.join());
    return [language.sets(one.factors), text(one.worth), one === all ? "" : text(last?.worth), text(one.with)];
  });
  const plain = [language.sets(["base"]), "", "", text(sorted[0]?.without)];
  const listed = base?.setup?.[of.role]?.find((side) => side.unit === unit)?.points;
  const points = say`points ${prices.per[pointsBuy]} of ${unitsText(unit, language)}`;
  const what = listed === undefined ? points : say`${points} (list price ${language.number(listed)})`;
  const head = [what, say`alone`, say`beside the others`, say`even price with it`];
  return beside.length === 0 ? [] : [{ head, rows: [plain, ...rows] }];
}

const unitsText = (names: string, { unit }: Language): string => names.split(" + ").map(unit).join(" + ");

/** The enemy, what he costs, where, and what is even. */
export function measuredText(
  { than, points, pointsBuy, varied, kept, situation }: FightPrices,
  language: Language,
): string {
  const { prices, say } = language;
  const place = factTexts(situation, language).join(", ");
  const where = place === "" ? "" : say` (${place})`;
  const against = say`Measured against ${unitsText(than, language)} at ${prices.price(language.number(points), points, prices.per[pointsBuy])}${where}`;
  if (varied === undefined || kept === undefined) return `${against}.`;
  const even = say`at these prices equal points win equally often, a draw half a win, when as many ${unitsText(varied, language)} are fielded as cost the same as ${kept.models} ${unitsText(kept.unit, language)}. Where an even price falls between two numbers of models, the fights of both are averaged.`;
  return language.goals.line(against, even);
}
