import { type Exact, ratio } from "../../rule/index.ts";

/**
 * The numbers that chances are summed in: whole numbers over a common denominator, or doubles where those would grow too
 * long. A law is written as whole-number weights of a total; with doubles every total is 1.
 */
export interface Arithmetic<T> {
  readonly zero: T;
  readonly one: T;
  add(a: T, b: T): T;
  times(a: T, b: T): T;
  /** A weight of a law. */
  weight(weight: bigint, total: bigint): T;
  /** The total of a law. */
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
  weight: ratio,
  total: () => 1,
  zeros: (length) => new Array<number>(length).fill(0),
  exact: (weights) => ({ probabilities: Float64Array.from(weights) }),
};

/** The law of a number from 0 on, or of a state: weights of a total. */
export interface WeightedLaw<T> {
  readonly weights: readonly T[];
  readonly total: T;
}

/** The law of the sum of two independent numbers. */
export function convolved<T>(numbers: Arithmetic<T>, a: WeightedLaw<T>, b: WeightedLaw<T>): WeightedLaw<T> {
  const weights = numbers.zeros(a.weights.length + b.weights.length - 1);
  a.weights.forEach((x, i) => {
    if (x === numbers.zero) return;
    b.weights.forEach((y, j) => {
      weights[i + j] = numbers.add(weights[i + j]!, numbers.times(x, y));
    });
  });
  return { weights, total: numbers.times(a.total, b.total) };
}

/** `base ** exponent` by repeated squaring. */
export function power<T>(numbers: Arithmetic<T>, base: T, exponent: number): T {
  let result = numbers.one;
  for (let left = exponent, square = base; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = numbers.times(result, square);
    if (left > 1) square = numbers.times(square, square);
  }
  return result;
}
