/** The order in which several units do best. */
import type { BestOrder } from "../ruleset.ts";

/** Units of which every order is tried. */
export const MOST_ACTORS = 6;
/** Steps of all orders, as `work` counts them, beyond which none is. */
const MOST_WORK = 100_000_000;
/** Orders that differ by less are equally good: doubles are summed in another order. */
const EQUAL = 1e-9;

/** The chances of everything that can be, by its number. */
export type Chances = Float64Array;

/** What an end is worth. */
export interface OrderAim {
  readonly aim: BestOrder["aim"];
  worth(state: number): number;
}

/** Units that act one after another, as far as their order is concerned. */
export interface Ordering {
  /** By number. */
  readonly names: readonly string[];
  /** Numbers of the units, as they are written. */
  readonly order: readonly number[];
  /** By number: whoever has a lower one acts before, whatever is tried. */
  readonly ranks?: readonly number[];
  /** Of one unit's act, in multiplications. */
  readonly work: number;
  readonly start: Chances;
  after(unit: number, before: Chances): Chances;
  readonly aims: readonly OrderAim[];
}

/**
 * The best of all orders that the rules leave, each unit keeping to whom it acts at, aim by aim. Where orders are equally
 * good it is the one that is written, or that comes first after it; undefined where there is nothing to choose, or too
 * much to try.
 */
export function bestOrdersOf(ordering: Ordering): readonly BestOrder[] | undefined {
  const { names, order, ranks = names.map(() => 0), work, start, after, aims } = ordering;
  if (order.length < 2 || order.length > MOST_ACTORS) return undefined;
  if (new Set(ranks).size === names.length) return undefined;
  const acts = order.reduce((sum, _, i) => sum + fallingFactorial(order.length, i + 1), 0);
  if (acts * work > MOST_WORK) return undefined;
  const best = aims.map(() => ({ order, value: Number.NEGATIVE_INFINITY }));
  const worst = aims.map(() => Number.POSITIVE_INFINITY);
  const written: number[] = [];
  const visit = (done: readonly number[], chances: Chances): void => {
    const left = order.filter((unit) => !done.includes(unit));
    if (left.length > 0) {
      const first = Math.min(...left.map((unit) => ranks[unit]!));
      for (const unit of left) if (ranks[unit] === first) visit([...done, unit], after(unit, chances));
      return;
    }
    aims.forEach(({ worth }, i) => {
      const value = chances.reduce((sum, chance, state) => (chance === 0 ? sum : sum + chance * worth(state)), 0);
      // The order that is written is the first that is tried.
      written[i] ??= value;
      if (value > best[i]!.value + EQUAL) best[i] = { order: done, value };
      worst[i] = Math.min(worst[i]!, value);
    });
  };
  visit([], start);
  return aims.map(({ aim }, i) => ({
    aim,
    order: best[i]!.order.map((unit) => names[unit]!),
    value: best[i]!.value,
    written: written[i]!,
    worst: best[i]!.value - worst[i]! < EQUAL ? best[i]!.value : worst[i]!,
  }));
}

const fallingFactorial = (n: number, k: number): number => (k === 0 ? 1 : n * fallingFactorial(n - 1, k - 1));
