/** The order in which several units do best, and whom each should prefer. */
import type { BestOrder, OrderSearch } from "../ruleset.ts";

/** Units of which every order is tried. */
const MOST_ACTORS = 6;
/** Steps of all orders, as `work` counts them, beyond which none is. */
const MOST_WORK = 100_000_000;
/** Orders, each with every choice of whom units prefer, that are tried at most; of more, the orders alone. */
export const MOST_WAYS = 20_000;
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
  /** By number: the units that it may prefer to all others, as it is written first. */
  readonly firsts: readonly (readonly number[])[];
  /** Names of those. */
  readonly targets: readonly string[];
  /** @param first whom the unit prefers */
  after(unit: number, before: Chances, first: number): Chances;
  readonly aims: readonly OrderAim[];
}

/**
 * The best of all orders that the rules leave, and of all choices of whom each unit prefers, aim by aim: it acts at whom it
 * prefers while he stands, else at the first of the others as they are written. Where ways are equally good it is the one
 * that is written, or that comes first after it. Where they are too many the units keep to what is written; undefined where
 * there is nothing to choose.
 */
export function bestOrdersOf(ordering: Ordering): OrderSearch | undefined {
  const { names, order, ranks = names.map(() => 0), work, start, after, aims, targets } = ordering;
  const ordersInAll = [...new Set(ranks)].reduce(
    (all, rank) => all * factorial(ranks.filter((other) => other === rank).length),
    1,
  );
  const ways = ordering.firsts.reduce((all, first) => all * Math.max(1, first.length), ordersInAll);
  if (ways < 2) return undefined;
  const written = ordering.firsts.map((first) => first.slice(0, 1));
  const isCheap = (firsts: Ordering["firsts"]) => order.length <= MOST_ACTORS && actsOf(firsts) * work <= MOST_WORK;
  const hasTargets = ways <= MOST_WAYS && isCheap(ordering.firsts);
  const head = { ways, most: MOST_WAYS };
  if (!hasTargets && (ordersInAll < 2 || !isCheap(written))) return { ...head, tried: 0, best: [] };
  const firsts = hasTargets ? ordering.firsts : written;
  const best = aims.map(() => ({ order, first: [] as readonly number[], value: Number.NEGATIVE_INFINITY }));
  const worst = aims.map(() => Number.POSITIVE_INFINITY);
  const asWritten: number[] = [];
  const visit = (done: readonly number[], first: readonly number[], chances: Chances): void => {
    const left = order.filter((unit) => !done.includes(unit));
    if (left.length > 0) {
      const next = Math.min(...left.map((unit) => ranks[unit]!));
      for (const unit of left)
        if (ranks[unit] === next)
          for (const target of firsts[unit]!.length > 0 ? firsts[unit]! : [NOBODY])
            visit([...done, unit], [...first, target], after(unit, chances, target));
      return;
    }
    aims.forEach(({ worth }, i) => {
      const value = chances.reduce((sum, chance, state) => (chance === 0 ? sum : sum + chance * worth(state)), 0);
      // What is written is the first that is tried.
      asWritten[i] ??= value;
      if (value > best[i]!.value + EQUAL) best[i] = { order: done, first, value };
      worst[i] = Math.min(worst[i]!, value);
    });
  };
  visit([], [], start);
  const isChosen = hasTargets && ordering.firsts.some(({ length }) => length > 1);
  return {
    ...head,
    tried: hasTargets ? ways : ordersInAll,
    best: aims.map(({ aim }, i) => ({
      aim,
      order: best[i]!.order.map((unit) => names[unit]!),
      ...(isChosen ? { first: best[i]!.first.map((mark) => targets[mark] ?? "") } : {}),
      value: best[i]!.value,
      written: asWritten[i]!,
      worst: best[i]!.value - worst[i]! < EQUAL ? best[i]!.value : worst[i]!,
    })),
  };
}

/** Whom a unit prefers that may act at nobody. */
const NOBODY = -1;

/** Acts of all ways: of every row of different units, with every choice of whom each prefers. */
function actsOf(firsts: Ordering["firsts"]): number {
  // By how many units have acted, the rows of those: elementary symmetric sums.
  const sums = [1];
  for (const { length } of firsts)
    for (let k = sums.length; k > 0; k--) sums[k] = (sums[k] ?? 0) + Math.max(1, length) * sums[k - 1]!;
  return sums.reduce((all, sum, k) => (k === 0 ? all : all + sum * factorial(k)), 0);
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
