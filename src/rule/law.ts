import { lcm, ratio } from "./fraction.ts";

/** The algebra of laws: sums, powers, mixtures and multinomials, in whole numbers to the end or in doubles. */

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

/** The distribution of a value read off the states: `value(state)` is a whole number from 0. */
export function readOff(exact: Exact, values: Int32Array, bins: number): Exact {
  if (isFraction(exact)) {
    const weights = new Array<bigint>(bins).fill(0n);
    exact.weights.forEach((weight, state) => {
      // A state that cannot be reached by then may have a value beyond the bins.
      if (weight !== 0n) weights[values[state]!]! += weight;
    });
    return { weights, total: exact.total };
  }
  const probabilities = new Float64Array(bins);
  exact.probabilities.forEach((chance, state) => {
    probabilities[values[state]!]! += chance;
  });
  return { probabilities };
}

/** The law of what two independent values make together: `join` gives a whole number from 0, below `size`. */
export function combine(a: Exact, b: Exact, join: (x: number, y: number) => number, size: number): Exact {
  if (isFraction(a) && isFraction(b)) {
    const weights = new Array<bigint>(size).fill(0n);
    a.weights.forEach((p, x) => {
      if (p === 0n) return;
      b.weights.forEach((q, y) => {
        if (q !== 0n) weights[join(x, y)]! += p * q;
      });
    });
    return { weights, total: a.total * b.total };
  }
  const p = probabilitiesOf(a);
  const q = probabilitiesOf(b);
  const probabilities = new Float64Array(size);
  for (let x = 0; x < p.length; x++) {
    const own = p[x]!;
    if (own === 0) continue;
    for (let y = 0; y < q.length; y++) {
      const at = join(x, y);
      probabilities[at] = probabilities[at]! + own * q[y]!;
    }
  }
  return { probabilities };
}

const plus = (x: number, y: number) => x + y;

/** The law of the sum of two independent values. */
export const convolve = (a: Exact, b: Exact): Exact => combine(a, b, plus, lengthOf(a) + lengthOf(b) - 1);

/** How many values a law speaks of. */
export const lengthOf = (law: Exact): number => (isFraction(law) ? law.weights.length : law.probabilities.length);

/** The law of a value whose law depends on another value: `laws[i]` where that is `i`. */
export function mix(shares: Exact, laws: readonly Exact[]): Exact {
  const size = Math.max(...laws.map(lengthOf));
  const fractions = laws.filter(isFraction);
  if (isFraction(shares) && fractions.length === laws.length) {
    const common = fractions.reduce((least, { total }) => lcm(least, total), 1n);
    const weights = new Array<bigint>(size).fill(0n);
    fractions.forEach((law, i) => {
      const share = shares.weights[i]! * (common / law.total);
      if (share !== 0n) for (const [value, weight] of law.weights.entries()) weights[value]! += share * weight;
    });
    return { weights, total: shares.total * common };
  }
  const chances = probabilitiesOf(shares);
  const probabilities = new Float64Array(size);
  laws.forEach((law, i) => {
    const share = chances[i]!;
    probabilitiesOf(law).forEach((chance, value) => {
      probabilities[value]! += share * chance;
    });
  });
  return { probabilities };
}

const NOTHING: Exact = { weights: [1n], total: 1n };

/** The law of the sum of `count` independent values of one law: by squaring. */
export function power(law: Exact, count: number): Exact {
  let sum = isFraction(law) ? NOTHING : { probabilities: Float64Array.of(1) };
  let square = law;
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) sum = convolve(sum, square);
    if (left > 1) square = convolve(square, square);
  }
  return sum;
}

/** Binomial laws that have been asked for, by their three numbers. */
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
  const law = { weights, total: (success + failure) ** BigInt(count) };
  remembered += weights.length;
  if (remembered > MOST_REMEMBERED) {
    binomials.clear();
    remembered = weights.length;
  }
  binomials.set(key, law);
  return law;
}
