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
  add(a: T, b: T): T;
  mul(a: T, b: T): T;
  div(a: T, b: T): T;
  /** Ways through states that are taken out, beyond which it is too much. */
  readonly most: number;
  isZero(a: T): boolean;
  /** A weight over a total as a chance, and back. */
  chanceOf(weight: Weight, total: bigint | undefined): T;
  numberOf(chance: T): number;
}

export const REALS: ChainField<number> = {
  zero: 0,
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  most: 20_000_000,
  isZero: (a) => a === 0,
  chanceOf: (weight) => weight as number,
  numberOf: (chance) => chance,
};

const reduced = (over: bigint, under: bigint): Ratio => {
  const common = gcd(over, under);
  return common === 1n ? { over, under } : { over: over / common, under: under / common };
};
export const RATIOS: ChainField<Ratio> = {
  zero: { over: 0n, under: 1n },
  add: (a, b) => reduced(a.over * b.under + b.over * a.under, a.under * b.under),
  mul: (a, b) => reduced(a.over * b.over, a.under * b.under),
  div: (a, b) => reduced(a.over * b.under, a.under * b.over),
  most: 21_000,
  isZero: (a) => a.over === 0n,
  chanceOf: (weight, total = 1n) => reduced(weight as bigint, total),
  numberOf: ({ over, under }) => ratio(over, under),
};

/** From one state: where it leads within the loop, and the chance to leave the loop there. */
export interface LoopState<T> {
  readonly to: readonly { readonly state: number; readonly chance: T }[];
  readonly leave: T;
}

/**
 * States are taken out one after another, the last first: whoever led to one leads to where it led. Nothing is subtracted,
 * so that doubles lose nothing (Grassmann, Taksar and Heyman 1985).
 * @returns how often each state is gone through, on average, and the chance that the loop never ends, of the chance to begin
 * in each state
 * @throws TooMuchWork where too many ways lead through states that are taken out
 */
export function absorbing<T>(field: ChainField<T>, states: readonly LoopState<T>[]) {
  const { zero, add, mul, div, isZero } = field;
  /** By state, where it leads to, and from where: of those that are left when it is taken out. */
  const out = states.map(() => new Map<number, T>());
  const into = states.map(() => new Map<number, T>());
  const leave = states.map((state) => state.leave);
  /** By state, the chance to go anywhere but to itself; zero where it is never left. */
  const gone: T[] = [];
  let ways = 0;
  const put = (from: number, to: number, chance: T) => {
    if (from === to) return;
    const sum = add(out[from]!.get(to) ?? zero, chance);
    out[from]!.set(to, sum);
    into[to]!.set(from, sum);
  };
  states.forEach(({ to }, from) => {
    for (const { state, chance } of to) put(from, state, chance);
  });
  for (let state = states.length - 1; state >= 0; state--) {
    const left = [...out[state]!.values()].reduce(add, leave[state]!);
    gone[state] = left;
    for (const to of out[state]!.keys()) into[to]!.delete(state);
    ways += into[state]!.size * out[state]!.size;
    if (ways > field.most) throw new TooMuchWork(states.length);
    for (const [from, chance] of into[state]!) {
      out[from]!.delete(state);
      const share = isZero(left) ? zero : div(chance, left);
      leave[from] = add(leave[from]!, isZero(left) ? chance : mul(share, leave[state]!));
      for (const [to, on] of out[state]!) put(from, to, mul(share, on));
    }
  }
  return (start: readonly (T | undefined)[]): { visits: T[]; never: T } => {
    const inflow = states.map((_, state) => start[state] ?? zero);
    for (let state = states.length - 1; state >= 0; state--)
      if (!isZero(inflow[state] as T))
        for (const [to, on] of out[state]!)
          inflow[to] = add(inflow[to] as T, mul(inflow[state] as T, div(on, gone[state]!)));
    const visits: T[] = [];
    let never = zero;
    for (const [state, begun] of inflow.entries()) {
      let sum = begun as T;
      for (const [from, chance] of into[state]!) if (!isZero(visits[from]!)) sum = add(sum, mul(visits[from]!, chance));
      const isLeft = !isZero(gone[state]!);
      visits[state] = isLeft && !isZero(sum) ? div(sum, gone[state]!) : zero;
      if (!isLeft) never = add(never, sum);
    }
    return { visits, never };
  };
}
