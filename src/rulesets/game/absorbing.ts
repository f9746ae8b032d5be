/** How often each state of a loop is gone through: the loop as the absorbing Markov chain that it is. */
import { gcd, ratio } from "../../rule/fraction.ts";
import { TooMuchWork } from "./fault.ts";
import type { Weight } from "./rows.ts";

/** A chance as a fraction. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/** The numbers that a chain is solved in. */
export interface ChainField<T> {
  readonly zero: T;
  readonly one: T;
  add(a: T, b: T): T;
  sub(a: T, b: T): T;
  mul(a: T, b: T): T;
  div(a: T, b: T): T;
  /** States that lead to each other, of which more are not solved together. */
  readonly most: number;
  /** How good a pivot is; 0 is none. */
  size(a: T): number;
  /** A weight over a total as a chance, and back. */
  chanceOf(weight: Weight, total: bigint | undefined): T;
  numberOf(chance: T): number;
}

export const REALS: ChainField<number> = {
  zero: 0,
  one: 1,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  most: 600,
  size: Math.abs,
  chanceOf: (weight) => weight as number,
  numberOf: (chance) => chance,
};

const reduced = (over: bigint, under: bigint): Ratio => {
  const common = gcd(over < 0n ? -over : over, under);
  return common === 1n ? { over, under } : { over: over / common, under: under / common };
};
export const RATIOS: ChainField<Ratio> = {
  zero: { over: 0n, under: 1n },
  one: { over: 1n, under: 1n },
  add: (a, b) => reduced(a.over * b.under + b.over * a.under, a.under * b.under),
  sub: (a, b) => reduced(a.over * b.under - b.over * a.under, a.under * b.under),
  mul: (a, b) => reduced(a.over * b.over, a.under * b.under),
  div: (a, b) =>
    b.over < 0n ? reduced(-a.over * b.under, -a.under * b.over) : reduced(a.over * b.under, a.under * b.over),
  most: 40,
  size: (a) => (a.over === 0n ? 0 : 1),
  chanceOf: (weight, total = 1n) => reduced(weight as bigint, total),
  numberOf: ({ over, under }) => ratio(over, under),
};

/** From one state: where it leads within the loop, and whether the loop may be left there. */
export interface LoopState<T> {
  readonly to: readonly { readonly state: number; readonly chance: T }[];
  readonly leaves: boolean;
}

/**
 * How often each state is gone through, on average, and the chance that the loop never ends.
 * @param groups of states that lead to each other, as `groupsOf` gives them
 * @param start the chance to begin in each state
 * @throws TooMuchWork when more states lead to each other than are solved together
 */
export function visitsOf<T>(
  field: ChainField<T>,
  states: readonly LoopState<T>[],
  groups: readonly (readonly number[])[],
  start: readonly (T | undefined)[],
): { visits: T[]; never: T } {
  const inflow = states.map((_, state) => start[state] ?? field.zero);
  const visits = states.map(() => field.zero);
  let never = field.zero;
  for (const group of groups) {
    if (group.every((state) => field.size(inflow[state] as T) === 0)) continue;
    const within = new Map(group.map((state, i) => [state, i]));
    const leaves = group.some(
      (state) => states[state]!.leaves || states[state]!.to.some((to) => !within.has(to.state)),
    );
    if (!leaves) {
      for (const state of group) never = field.add(never, inflow[state]!);
      continue;
    }
    const through = solved(field, states, group, within, inflow);
    group.forEach((state, i) => {
      visits[state] = through[i] as T;
      for (const { state: to, chance } of states[state]!.to)
        if (!within.has(to)) inflow[to] = field.add(inflow[to]!, field.mul(through[i]!, chance));
    });
  }
  return { visits, never };
}

/** Solves x = inflow + x Q for the states of a group, which lead to each other. */
function solved<T>(
  field: ChainField<T>,
  states: readonly LoopState<T>[],
  group: readonly number[],
  within: ReadonlyMap<number, number>,
  inflow: readonly T[],
): T[] {
  const n = group.length;
  if (n > field.most) throw new TooMuchWork(n);
  const rows = group.map((state, i) => {
    const row = new Array<T>(n + 1).fill(field.zero);
    row[i] = field.one;
    row[n] = inflow[state] as T;
    return row;
  });
  group.forEach((state, i) => {
    for (const { state: to, chance } of states[state]!.to) {
      const j = within.get(to);
      if (j !== undefined) rows[j]![i] = field.sub(rows[j]![i]!, chance);
    }
  });
  for (let column = 0; column < n; column++) {
    let best = column;
    for (let row = column + 1; row < n; row++)
      if (field.size(rows[row]![column]!) > field.size(rows[best]![column]!)) best = row;
    [rows[column], rows[best]] = [rows[best]!, rows[column]!];
    const pivot = rows[column]!;
    for (let row = column + 1; row < n; row++) {
      const entries = rows[row]!;
      if (field.size(entries[column]!) === 0) continue;
      const factor = field.div(entries[column]!, pivot[column]!);
      for (let at = column; at <= n; at++) entries[at] = field.sub(entries[at]!, field.mul(factor, pivot[at]!));
    }
  }
  const x = new Array<T>(n).fill(field.zero);
  for (let row = n - 1; row >= 0; row--) {
    let sum = rows[row]![n] as T;
    for (let at = row + 1; at < n; at++) sum = field.sub(sum, field.mul(rows[row]![at]!, x[at]!));
    x[row] = field.div(sum, rows[row]![row]!);
  }
  return x;
}

/** States that lead to each other, group by group, each before those it leads to (Tarjan, without recursion). */
export function groupsOf<T>(states: readonly LoopState<T>[]): number[][] {
  const order = new Int32Array(states.length).fill(-1);
  const low = new Int32Array(states.length);
  const open = new Uint8Array(states.length);
  const stack: number[] = [];
  const groups: number[][] = [];
  let next = 0;
  for (let root = 0; root < states.length; root++) {
    if (order[root]! >= 0) continue;
    const path: { state: number; at: number }[] = [{ state: root, at: 0 }];
    while (path.length > 0) {
      const top = path.at(-1)!;
      const { state } = top;
      if (top.at === 0) {
        order[state] = low[state] = next++;
        stack.push(state);
        open[state] = 1;
      }
      const edge = states[state]!.to[top.at++];
      if (edge !== undefined) {
        if (order[edge.state]! < 0) path.push({ state: edge.state, at: 0 });
        else if (open[edge.state]) low[state] = Math.min(low[state]!, order[edge.state]!);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) low[above.state] = Math.min(low[above.state]!, low[state]!);
      if (low[state] !== order[state]) continue;
      const group: number[] = [];
      for (;;) {
        const member = stack.pop()!;
        open[member] = 0;
        group.push(member);
        if (member === state) break;
      }
      groups.push(group);
    }
  }
  return groups.reverse();
}
