/** What modifier sets are worth in points, in words, with what that was measured against. */

import type { FightPrices, SetsPrice } from "../analysis/fight-prices.ts";
import type { LimitedValue } from "../analysis/points.ts";
import { recovered } from "../stats/contrast.ts";
import { estimateText } from "./estimate.ts";
import type { Language } from "./language/language.ts";
import { factTexts } from "./setup.ts";

type Known = SetsPrice & Required<Pick<SetsPrice, "without" | "with" | "worth">>;

const isKnown = (price: SetsPrice): price is Known => price.worth !== undefined;

/** In words, the most first: `medikit is worth 2.42 points a model of Space Marines (even at 16.22 without, 18.64 with)`. `than`: what is there without them, where that is not nothing. */
export function pricesText(prices: FightPrices, language: Language, than?: string): string[] {
  const { prices: say, saying, sets, list } = language;
  const unit = unitsText(prices.unit, language);
  const per = say.per[prices.pointsBuy];
  const text = (amount: LimitedValue) => estimateText(amount, false, language);
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
  const parts = [
    ...(first
      ? [say.worth(sets(first.factors), text(first.worth), per, unit, text(first.without), text(first.with), than)]
      : []),
    ...(others.length > 0
      ? [others.map((one) => language.say`${sets(one.factors)} ${text(one.worth)} (${text(one.with)})`).join(", ")]
      : []),
    ...(beside.length > 0
      ? [
          language.say`beside the others: ${beside.map((one) => language.say`${sets(one.factors)} ${text(one.worth)}`).join(", ")}`,
        ]
      : []),
    ...(all ? [language.say`all together ${text(all.worth)} (${text(all.without)} → ${text(all.with)})`] : []),
    ...(silent.length > 0
      ? [language.say`${list(silent.map(({ factors }) => sets(factors)))}: no price (${because(silent[0]!)})`]
      : []),
    ...(silentBeside.length > 0
      ? [
          language.say`${list(silentBeside.map(({ factors }) => sets(factors)))} beside the others: no price (${because(silentBeside[0]!)})`,
        ]
      : []),
  ];
  return [`  ${parts.join(language.check.semicolon)}.`, `  ${measuredText(prices, language)}`];
}

/** By how much two sets overlap in points: what each is worth alone, added up, less what both are. */
export interface PricedPair {
  readonly factors: readonly string[];
  readonly overlap: LimitedValue;
}

/** Of three sets the pairs: all but one are what stands there without that one. None where a price is not known. */
export function pricedPairs({ alone, beside }: Pick<FightPrices, "alone" | "beside">): PricedPair[] {
  const known = alone.filter(isKnown);
  if (alone.length !== 3 || known.length !== 3) return [];
  return beside.filter(isKnown).map((last) => {
    const two = known.filter(({ factors }) => factors.join() !== last.factors.join());
    const terms = [
      ...two.map((one) => [1, one.with] as const),
      ...([known[0]!.without, last.without] as const).map((price) => [-1, price] as const),
    ];
    const value = terms.reduce((sum, [weight, price]) => sum + weight * price.value, 0);
    const isExact = terms.every(([, { lower, upper }]) => lower === undefined && upper === undefined);
    return {
      factors: two.flatMap(({ factors }) => factors),
      overlap: isExact
        ? { value }
        : {
            value,
            ...recovered(
              terms.map(([weight, { value: estimate, lower = estimate, upper = Infinity }]) => ({
                ...{ weight, estimate, lower, upper },
              })),
            ),
          },
    };
  });
}

const unitsText = (names: string, { unit }: Language): string => names.split(" + ").map(unit).join(" + ");

/** The enemy, what he costs, where, and what is even. */
function measuredText({ than, points, pointsBuy, varied, kept, situation }: FightPrices, language: Language): string {
  const { prices, say } = language;
  const place = factTexts(situation, language).join(", ");
  const where = place === "" ? "" : say` (${place})`;
  const against = say`Measured against ${unitsText(than, language)} at ${prices.price(language.number(points), points, prices.per[pointsBuy])}${where}`;
  if (varied === undefined || kept === undefined) return `${against}.`;
  const even = say`at these prices equal points win equally often, a draw half a win, when ${unitsText(varied, language)} are fielded in such numbers against ${kept.models} ${unitsText(kept.unit, language)}; between two whole numbers fights of both are mixed.`;
  return language.goals.line(against, even);
}
