/** A loop without a bound: what is known of it, and the rows that it is left with. */
import { fractionText, lcm } from "../../rule/index.ts";
import type { LoopState, Ratio } from "./absorbing.ts";
import { MOST_BITS, TooLong } from "./row-steps.ts";
import type { Weight, WeightedRows } from "./rows.ts";

/** States of a loop up to which where it ends is kept for each that it begins in. */
export const FEW_STATES = 64;

/** States of a loop, where each leads within it, and the rows that it is left with there. */
export interface KnownLoop<T> {
  /** The slots that it is about, and those that it leaves as they are. */
  readonly touched: readonly number[];
  readonly carried: readonly number[];
  groups?: { readonly states: number; readonly of: readonly (readonly number[])[] };
  readonly heads: WeightedRows;
  readonly states: LoopState<T>[];
  readonly exits: LoopExit<T>[][];
  /** The rows that it is left with by the state in which it begins, where that was asked. */
  readonly from: LoopExit<T>[][];
  /** The same by what they are, for states that are left alike. */
  readonly alike: Map<string, LoopExit<T>[]>;
}

export interface LoopExit<T> {
  readonly row: Int32Array;
  readonly chance: T;
}

/** Of a loop that is left: what it leaves as it is, and each chance times a weight. */
export interface LoopEnds<T> {
  readonly rest: Int32Array;
  readonly exits: readonly LoopExit<T>[];
  readonly weight: Weight;
}

/** Of a loop, the exits that are like these and known already. */
export function alike<T>({ alike }: KnownLoop<T>, exits: LoopExit<T>[]): LoopExit<T>[] {
  const key = exits
    .map(({ row, chance }) => `${row.join()}:${typeof chance === "number" ? chance : fractionOf(chance as Ratio)}`)
    .sort()
    .join(" ");
  const known = alike.get(key) ?? exits;
  alike.set(key, known);
  return known;
}

/** Weights of one type added up. */
export const sum = (a: Weight | undefined, b: Weight): Weight =>
  a === undefined ? b : (((a as number) + (b as number)) as Weight);

export const fractionOf = ({ over, under }: Ratio): string => fractionText(over, under);
export const whole = (over: bigint): Ratio => ({ over, under: 1n });
const put = (row: Int32Array, { rest }: LoopEnds<unknown>, carried: readonly number[]): Int32Array => {
  for (const slot of carried) row[slot] = rest[slot]!; // it is 0 in what is known of the loop
  return row;
};
export const fromReals = (ends: readonly LoopEnds<number>[], carried: readonly number[], out: WeightedRows): void => {
  for (const end of ends)
    for (const { row, chance } of end.exits) out.add(put(row, end, carried), chance * (end.weight as number));
};

/** Chances are shares of the total that the rows had before. */
export const fromRatios = (ends: readonly LoopEnds<Ratio>[], carried: readonly number[], out: WeightedRows): void => {
  const unders = new Set<bigint>();
  for (const exits of new Set(ends.map((end) => end.exits))) for (const { chance } of exits) unders.add(chance.under);
  const common = [...unders].reduce(lcm, 1n);
  const total = out.total! * common;
  if (total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
  out.total = total;
  for (const end of ends)
    for (const { row, chance } of end.exits) {
      const share = chance.under === common ? chance.over : chance.over * (common / chance.under);
      out.add(put(row, end, carried), (end.weight as bigint) * share);
    }
};
