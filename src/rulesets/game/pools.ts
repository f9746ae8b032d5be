/** Dice of a pool by what is kept of them, one die after another: sums and counts, never lists of faces. */
import type { Dice, KnownFall } from "../../dice/index.ts";
import { chainOf, type ProcessStep } from "../../rule/chain.ts";
import type { Exact } from "../../rule/exact.ts";
import { keptIn } from "../../rule/once.ts";
import { solveChain } from "../../rule/solve.ts";
import { TooMuchWork } from "./fault.ts";
import type { PoolStat } from "./ir.ts";

/** What is kept of dice: a number for each statistic. */
export type Tuple = readonly number[];

/** What one die of a pool may show and what that comes to, as it is asked about in the cell at hand. */
export interface PoolDie {
  readonly sides: number;
  /** By face from 1, whether it is rolled again, adds a die, or is rolled on. */
  readonly reroll?: readonly boolean[];
  readonly explode?: { readonly on: readonly boolean[]; readonly most: number };
  readonly open?: { readonly on: readonly boolean[]; readonly most: number };
  readonly stats: readonly PoolStat[];
  /** By statistic that counts, whether a value from 1 is met. */
  readonly met: readonly (readonly boolean[])[];
}

/** The highest value that one die may come to. */
export const topOf = (sides: number, openMost = 0): number => sides * (openMost + 1);

/** What nothing rolled comes to. */
export const emptyTuple = (stats: readonly PoolStat[]): number[] => stats.map(() => 0);

/** What a die that shows `value` adds to what is kept; `into` is changed. */
export function keepDie({ stats, met }: Pick<PoolDie, "stats" | "met">, value: number, into: number[]): void {
  for (let s = 0; s < stats.length; s++) {
    const stat = stats[s]!;
    const before = into[s]!;
    switch (stat.keep) {
      case "sum":
        into[s] = before + value;
        break;
      case "face":
        if (value === stat.face) into[s] = before + 1;
        break;
      case "few":
        into[s] = withOne(stat, before, value);
        break;
      default:
        if (met[s]![value - 1]) into[s] = before + 1;
    }
  }
}

type FewStat = Extract<PoolStat, { keep: "few" }>;

/** The few with one more value among them, in its place; the last one falls out where there are too many. */
function withOne({ of, some, base }: FewStat, few: number, value: number): number {
  let [moved, out, place] = [value, 0, 1];
  for (let i = 0; i < some && moved > 0; i++) {
    const digit = Math.floor(few / place) % base;
    const isBefore = digit === 0 || (of === "highest" ? moved > digit : moved < digit);
    out += ((isBefore ? moved : digit) - digit) * place;
    if (isBefore) moved = digit;
    place *= base;
  }
  return few + out;
}

/** The sum of the few. */
export function sumOfFew(few: number, base: number): number {
  let sum = 0;
  for (let left = few; left > 0; left = Math.floor(left / base)) sum += left % base;
  return sum;
}

function merged(stat: FewStat, a: number, b: number): number {
  let few = a;
  for (let left = b; left > 0; left = Math.floor(left / stat.base)) few = withOne(stat, few, left % stat.base);
  return few;
}

const together = (stats: readonly PoolStat[], a: Tuple, b: Tuple): number[] =>
  stats.map((stat, s) => {
    const [one, other] = [a[s]!, b[s]!];
    return stat.keep === "few" ? merged(stat, one, other) : one + other;
  });

/** Tuples with their chances, as whole numbers of one total. */
interface WeighedTuples {
  readonly tuples: Map<string | number, { readonly tuple: Tuple; weight: bigint }>;
  readonly total: bigint;
}

/** One way more, or more chance of one that is there. */
function put(tuples: WeighedTuples["tuples"], tuple: Tuple, weight: bigint): void {
  if (weight === 0n) return;
  const key = tuple.length === 1 ? tuple[0]! : tuple.join();
  const known = tuples.get(key);
  if (known === undefined) tuples.set(key, { tuple, weight });
  else known.weight += weight;
}

/** What one die has come to: what is kept, and what was rolled on so far; whether no die follows. */
interface DieState {
  readonly tuple: number[];
  value: number;
  isOver: boolean;
}

/** How many more dice may follow one. */
const furtherOf = ({ explode, open }: PoolDie): number => explode?.most ?? open?.most ?? 0;

/** One die, or the next of those that follow it; the state is changed. */
function rollOne(die: PoolDie, state: DieState, isLast: boolean, dice: Dice, rule?: string): void {
  const { sides, reroll, explode, open } = die;
  let face = dice.face(sides, rule);
  if (state.value === 0 && reroll?.[face - 1]) face = dice.face(sides, rule); // not where it is rolled on
  state.value += face;
  if (open?.on[face - 1] && !isLast) return;
  keepDie(die, state.value, state.tuple);
  state.isOver = !explode?.on[state.value - 1];
  state.value = 0;
}

/** What one die of the pool comes to, with all that it adds: a chain of the dice that follow each other. */
function oneDie(die: PoolDie): WeighedTuples {
  const next =
    (isLast: boolean): ProcessStep<DieState> =>
    (before) =>
    (dice) => {
      const state = { ...before, tuple: [...before.tuple] };
      if (!before.isOver) rollOne(die, state, isLast, dice);
      return state;
    };
  const more = new Array<ProcessStep<DieState>>(furtherOf(die)).fill(next(false));
  const chain = chainOf({
    id: "pool",
    start: { tuple: emptyTuple(die.stats), value: 0, isOver: false },
    steps: [...more, next(true)],
    key: ({ tuple, value, isOver }) => `${tuple.join()} ${value} ${isOver}`,
  });
  const [ends] = solveChain(chain, [more.length + 1]) as [Extract<Exact, { total: bigint }>];
  const tuples: WeighedTuples["tuples"] = new Map();
  chain.states.forEach(({ tuple }, state) => void put(tuples, tuple, ends.weights[state]!));
  return { tuples, total: ends.total };
}

/** Numbers that are added up for a pool, die after die, beyond which it is too much to be exact. */
const MOST_SUMS = 6_000_000;

/** What dice of a pool may come to together, and the tuple of each. */
interface PoolFall {
  readonly fall: KnownFall;
  readonly tuples: readonly Tuple[];
}

/** The chances of a pool's tuples, by the number of its dice. */
export class PoolChances {
  readonly #die: PoolDie;
  readonly #one: WeighedTuples;
  readonly #sums: WeighedTuples[];
  #summed = 0;
  readonly #falls = new Map<number, PoolFall>();

  constructor(die: PoolDie) {
    this.#die = die;
    this.#one = oneDie(die);
    const nothing = emptyTuple(die.stats);
    this.#sums = [{ tuples: new Map([["", { tuple: nothing, weight: 1n }]]), total: 1n }];
  }

  of(count: number): PoolFall {
    return keptIn(this.#falls, count, () => {
      const { stats, sides } = this.#die;
      const sum = this.#sum(count);
      const ways = [...sum.tuples.values()].sort((a, b) => rank(a.tuple, b.tuple));
      return {
        tuples: ways.map(({ tuple }) => tuple),
        fall: {
          text: `${count}D${sides}`,
          answers: ways.map(({ tuple }, i) => (stats.length === 1 ? tuple[0]! : i)),
          weights: ways.map(({ weight }) => weight),
          total: sum.total,
        },
      };
    });
  }

  #sum(count: number): WeighedTuples {
    const { stats } = this.#die;
    for (let next = this.#sums.length; next <= count; next++) {
      const before = this.#sums[next - 1]!;
      const one = this.#one;
      this.#summed += before.tuples.size * one.tuples.size * stats.length;
      if (this.#summed > MOST_SUMS) throw new TooMuchWork(before.tuples.size);
      const tuples: WeighedTuples["tuples"] = new Map();
      for (const a of before.tuples.values())
        for (const b of one.tuples.values()) put(tuples, together(stats, a.tuple, b.tuple), a.weight * b.weight);
      this.#sums.push({ tuples, total: before.total * one.total });
    }
    return this.#sums[count]!;
  }
}

function rank(a: Tuple, b: Tuple): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

/** Rolls a pool die by die and keeps what is kept of it. */
export function rollInto(die: PoolDie, count: number, dice: Dice, rule: string, into: number[]): void {
  const state: DieState = { tuple: into, value: 0, isOver: false };
  for (let i = 0; i < count; i++) {
    state.isOver = false;
    for (let left = furtherOf(die); left >= 0 && !state.isOver; left--) rollOne(die, state, left === 0, dice, rule);
  }
}
