/** An even price: how it is written, and which of them are of one fight. */
import type { EvenPrice } from "../analysis/even.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Language } from "./language/language.ts";

/** An even price, no finer than whole models tell: in tenths of what they allow; `≈` between simulated chances. */
export function evenText(
  { even, neighbours }: Pick<EvenPrice, "even" | "neighbours">,
  { number, fixed }: Language,
): string {
  const { value, lower = value, upper = value } = even;
  const about = neighbours.some(({ win }) => win.trials > 0) ? "≈ " : "";
  const width = upper - lower;
  const digits = width >= 10 ? 0 : width >= 1 ? 1 : 2;
  return `${about}${width < 0.1 ? number(value) : fixed(value, digits)}`;
}

export type Sided = Pick<EvenPrice, "unit" | "than" | "points" | "even">;

/** A fight alike from the prices of both its sides: what one is worth more, the other is worth less. */
const pairKey = ({ unit, than, points, even }: Sided): string => {
  const ratio = even.value / points;
  return `${[unit, than].sort().join("~")}~${(unit < than ? ratio : 1 / ratio).toPrecision(6)}`;
};

/** Each fight once, by its side that comes first. */
export const pairsOnce = <E extends Sided>(evens: readonly E[]): E[] =>
  groupedBy(evens, pairKey).map(([first]) => first!);

/** A unit, its price and the even one. */
export interface PricedUnit extends Sided {
  readonly cell: string;
  readonly name: string;
  /** The same without the experiment. */
  readonly who: string;
  readonly texts: readonly [price: string, even: string];
  readonly ratio: number;
}

/** A unit over several fights: its price, its even price in each, and the median of these. */
export interface UnitPrices {
  readonly name: string;
  readonly points: number;
  readonly price: string;
  readonly median: number;
  readonly fights: readonly {
    readonly name: string;
    readonly cell: string;
    readonly value: number;
    readonly text: string;
  }[];
  /** Whether it is too cheap or too dear, in a sentence without its full stop; empty where it is neither. */
  readonly text: string;
}

/** The median of even prices, no finer than they are worth. */
export const medianText = ({ median }: Pick<UnitPrices, "median">, { plain }: Language): string =>
  plain(Number(median.toPrecision(2)));

/** Prices between which whole models tell none from another, rounded inwards; undefined where it is one price. */
export function allowedText({ value, lower = value, upper = value }: EvenPrice["even"], language: Language) {
  for (let digits = 3; digits < 10 && lower < upper; digits++) {
    const each = 10 ** (digits - 1 - Number(upper.toExponential().split("e")[1]));
    const ends = [Math.ceil(lower * each - 1e-9) / each, Math.floor(upper * each + 1e-9) / each] as const;
    if (ends[0] < ends[1]) return language.range(language.plain(ends[0]), language.plain(ends[1]));
  }
  return undefined;
}

/** Whether an even price, as a multiple of the price of the file, is as good as that price. */
export const isNearlyEven = (ratio: number): boolean => Math.abs(ratio - 1) < 0.05;

/**
 * What is too cheap, too dear or nearly even, in a sentence, with the prices between which whole models tell none from
 * another.
 */
export function priceText({ name, texts: [price, at], even, ratio }: PricedUnit, language: Language): string {
  const ends = allowedText(even, language);
  const allowed = ends ? language.say` (with whole models ${ends})` : "";
  if (isNearlyEven(ratio)) return language.say`${name}: even at ${at}, about its price of ${price}${allowed}.`;
  return ratio > 1
    ? language.say`${name}: too cheap at ${price}; even price ${at}${allowed}.`
    : language.say`${name}: too dear at ${price}; even price ${at}${allowed}.`;
}
