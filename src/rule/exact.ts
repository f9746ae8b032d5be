import { lcm, ratio } from "./fraction.ts";

/** The algebra of distributions: sums, powers, mixtures and multinomials, in whole numbers to the end or in doubles. */

/**
 * The chance of each value 0, 1, 2 … of a metric. `weights` of `total` where it was summed in whole numbers;
 * where a chain is too long for fractions, `probabilities` summed in doubles (to 1e-12).
 */
export type Exact =
  | { readonly weights: readonly bigint[]; readonly total: bigint }
  | { readonly probabilities: Float64Array };

export const isFraction = (exact: Exact): exact is Extract<Exact, { total: bigint }> => "total" in exact;

/** The probabilities of an exact answer as doubles. */
export const probabilitiesOf = (exact: Exact): Float64Array =>
  isFraction(exact) ? Float64Array.from(exact.weights, (weight) => ratio(weight, exact.total)) : exact.probabilities;

/**
 * The numbers that chances are summed in: whole numbers over a common denominator, or doubles where those would grow too
 * long. A distribution is written as whole-number weights of a total; with doubles every total is 1.
 */
export interface Arithmetic<T> {
  readonly zero: T;
  readonly one: T;
  add(a: T, b: T): T;
  times(a: T, b: T): T;
  /** A total to a power. */
  raised(total: T, exponent: number): T;
  /** A weight of a distribution. */
  weight(weight: bigint, total: bigint): T;
  /** The total of a distribution. */
  total(total: bigint): T;
  /** Room for `length` sums, all zero. */
  zeros(length: number): T[];
  exact(weights: readonly T[], total: T): Exact;
}

export const INTEGERS: Arithmetic<bigint> = {
  zero: 0n,
  one: 1n,
  add: (a, b) => a + b,
  times: (a, b) => a * b,
  raised: (total, exponent) => total ** BigInt(exponent),
  weight: (weight) => weight,
  total: (total) => total,
  zeros: (length) => new Array<bigint>(length).fill(0n),
  exact: (weights, total) => ({ weights, total }),
};

export const DOUBLES: Arithmetic<number> = {
  zero: 0,
  one: 1,
  add: (a, b) => a + b,
  times: (a, b) => a * b,
  raised: () => 1,
  weight: ratio,
  total: () => 1,
  zeros: (length) => new Array<number>(length).fill(0),
  exact: (weights) => ({ probabilities: Float64Array.from(weights) }),
};

/** The distribution of a number from 0 on, or of a state: weights of a total. */
export interface WeightedDistribution<T> {
  readonly weights: readonly T[];
  readonly total: T;
}

/** The distribution of a value read off the states: `value(state)` is a whole number from 0. */
export function readOff(exact: Exact, values: Int32Array, bins: number): Exact {
  const read = <T>({ zero, zeros, add }: Arithmetic<T>, weights: ArrayLike<T>): T[] => {
    const sums = zeros(bins);
    for (let state = 0; state < weights.length; state++) {
      const weight = weights[state]!;
      // A state that cannot be reached by then may have a value beyond the bins.
      if (weight !== zero) sums[values[state]!] = add(sums[values[state]!]!, weight);
    }
    return sums;
  };
  return isFraction(exact)
    ? INTEGERS.exact(read(INTEGERS, exact.weights), exact.total)
    : DOUBLES.exact(read(DOUBLES, exact.probabilities), 1);
}

/** The weights of what two independent values make together, by `join`. */
function joint<T>(
  { zero, zeros, add, times }: Arithmetic<T>,
  a: ArrayLike<T>,
  b: ArrayLike<T>,
  join: (x: number, y: number) => number,
  size: number,
): T[] {
  const sums = zeros(size);
  for (let x = 0; x < a.length; x++) {
    const weight = a[x]!;
    if (weight === zero) continue;
    for (let y = 0; y < b.length; y++) {
      if (b[y] === zero) continue;
      const at = join(x, y);
      sums[at] = add(sums[at]!, times(weight, b[y]!));
    }
  }
  return sums;
}

/** The distribution of what two independent values make together: `join` gives a whole number from 0, below `size`. */
export function combine(a: Exact, b: Exact, join: (x: number, y: number) => number, size: number): Exact {
  if (isFraction(a) && isFraction(b))
    return INTEGERS.exact(joint(INTEGERS, a.weights, b.weights, join, size), a.total * b.total);
  // Written out, doubles take a tenth of the time that they take with a function an operation.
  const p = probabilitiesOf(a);
  const q = probabilitiesOf(b);
  const probabilities = new Float64Array(size);
  for (let x = 0; x < p.length; x++) {
    const chance = p[x]!;
    if (chance === 0) continue;
    for (let y = 0; y < q.length; y++) {
      const at = join(x, y);
      probabilities[at] = probabilities[at]! + chance * q[y]!;
    }
  }
  return { probabilities };
}

const plus = (x: number, y: number) => x + y;

/** The distribution of the sum of two independent values. */
export const convolve = (a: Exact, b: Exact): Exact => combine(a, b, plus, lengthOf(a) + lengthOf(b) - 1);

/** The same in given numbers. */
export const convolved = <T>(
  numbers: Arithmetic<T>,
  a: WeightedDistribution<T>,
  b: WeightedDistribution<T>,
): WeightedDistribution<T> => ({
  weights: joint(numbers, a.weights, b.weights, plus, a.weights.length + b.weights.length - 1),
  total: numbers.times(a.total, b.total),
});

/** How many values a distribution speaks of. */
export const lengthOf = (distribution: Exact): number =>
  isFraction(distribution) ? distribution.weights.length : distribution.probabilities.length;

/** The distribution of a value whose distribution depends on another value: `distributions[i]` where that is `i`. */
export function mix(shares: Exact, distributions: readonly Exact[]): Exact {
  const size = Math.max(...distributions.map(lengthOf));
  const mixed = <T>({ zero, zeros, add, times }: Arithmetic<T>, all: ArrayLike<T>, parts: readonly ArrayLike<T>[]) => {
    const sums = zeros(size);
    parts.forEach((part, i) => {
      const share = all[i]!;
      if (share === zero) return;
      for (let value = 0; value < part.length; value++) sums[value] = add(sums[value]!, times(share, part[value]!));
    });
    return sums;
  };
  const fractions = distributions.filter(isFraction);
  if (!isFraction(shares) || fractions.length < distributions.length)
    return DOUBLES.exact(mixed(DOUBLES, probabilitiesOf(shares), distributions.map(probabilitiesOf)), 1);
  const common = fractions.reduce((least, { total }) => lcm(least, total), 1n);
  const scaled = fractions.map(({ total }, i) => shares.weights[i]! * (common / total));
  const weights = fractions.map((distribution) => distribution.weights);
  return INTEGERS.exact(mixed(INTEGERS, scaled, weights), shares.total * common);
}

const NOTHING: Exact = { weights: [1n], total: 1n };

/** The distribution of the sum of `count` independent values of one distribution: by squaring. */
export function power(distribution: Exact, count: number): Exact {
  let sum = isFraction(distribution) ? NOTHING : { probabilities: Float64Array.of(1) };
  let square = distribution;
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) sum = convolve(sum, square);
    if (left > 1) square = convolve(square, square);
  }
  return sum;
}

/** Binomial distributions that have been asked for, by their three numbers. */
const binomials = new Map<string, Extract<Exact, { total: bigint }>>();
/** Weights of remembered binomials, in all, beyond which they are forgotten. */
const MOST_REMEMBERED = 200_000;
let remembered = 0;

/** How many of `count` independent tries succeed, each with the chance `success` of `success + failure`. */
export function binomial(count: number, success: bigint, failure: bigint): Extract<Exact, { total: bigint }> {
  const key = `${count} ${success} ${failure}`;
  const known = binomials.get(key);
  if (known !== undefined) return known;
  const powers = (base: bigint) => {
    const list = [1n];
    for (let i = 0; i < count; i++) list.push(list[i]! * base);
    return list;
  };
  const met = powers(success);
  const missed = powers(failure);
  let ways = 1n; // count over i
  const weights = met.map((power, i) => {
    const weight = ways * power * missed[count - i]!;
    ways = (ways * BigInt(count - i)) / BigInt(i + 1);
    return weight;
  });
  const distribution = { weights, total: (success + failure) ** BigInt(count) };
  remembered += weights.length;
  if (remembered > MOST_REMEMBERED) {
    binomials.clear();
    remembered = weights.length;
  }
  binomials.set(key, distribution);
  return distribution;
}
