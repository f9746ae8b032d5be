import type { Estimate } from "../../src/analysis/form.ts";
import { type FieldPrices, modelsFor, type Price, pricesOf } from "../../src/analysis/prices.ts";
import { chanceUnder } from "../../src/stats/guarantee.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";

/** Fights by a distribution of their own, for tests of prices: won as often as strength times models squared. */

export const BUDGET = 40;

export interface Fighter {
  readonly points: number;
  readonly strength: number;
}

export const chance = (field: readonly Fighter[], prices: readonly number[], i: number, j: number): number => {
  const of = (k: number) => field[k]!.strength * modelsFor(BUDGET, prices[k]!) ** 2;
  return of(i) / (of(i) + of(j));
};

/** A field priced: exactly, or with so many trials of each fight. */
export function priced(field: readonly Fighter[], within: number, trials = 0, seed = 0): Promise<FieldPrices> {
  const random = generator(seed);
  const limits = chanceUnder("fixed");
  const played = (win: number): Estimate => {
    if (trials === 0) return { value: win, trials };
    let won = 0;
    for (let trial = 0; trial < trials; trial++) if (random() < win) won++;
    const { lower, upper } = limits(won, trials);
    return { value: won / trials, lower, upper, trials };
  };
  const own = field.map(({ points }) => points);
  const wins = field.map((_, i) =>
    field.map((__, j): Estimate => (i === j ? { value: 0.5, trials: 0 } : played(chance(field, own, i, j)))),
  );
  const units = field.map(({ points }, i) => ({ unit: `u${i}`, points }));
  const play = async (chosen: readonly Price[], pairs: readonly (readonly [number, number])[]) => {
    const prices = chosen.map(({ price }) => price);
    return pairs.map(([i, j]) => played(chance(field, prices, i, j)));
  };
  return pricesOf(units, wins, play, { within, budget: BUDGET });
}

export const LIKE: Fighter = { points: 10, strength: 1 };
/** One of three is a fifth too cheap: it fields five models where the others field four. */
export const CHEAP: readonly Fighter[] = [LIKE, LIKE, { ...LIKE, points: 8 }];

/** In so many of the seeds the unit that is a fifth too cheap gets its price back within its limits; control: its own stands. */
export async function pricesBack(seeds: number): Promise<{ back: number; unchanged: number }> {
  let [back, unchanged] = [0, 0];
  for (let seed = 0; seed < seeds; seed++) {
    const { verdict, units } = await priced(CHEAP, 0.05, 1_500, seed);
    const { value, lower, upper } = units[2]!.even;
    if (verdict === "mended" && lower <= 10 && 10 <= upper && units[0]!.even.value === 10) back++;
    // The price of the file is not within the limits.
    if (lower <= 8 || value === 8) unchanged++;
  }
  return { back, unchanged };
}
