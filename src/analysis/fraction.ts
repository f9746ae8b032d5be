/** Fractions of results, as numbers to reckon with. */
import { fractionText, gcd, lcm, ratio } from "../rule/fraction.ts";
import { decimalFraction } from "../stats/integers.ts";

/** Reduced, the denominator above 0. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export const ZERO: Fraction = { top: 0n, bottom: 1n };

const reduced = (top: bigint, bottom: bigint): Fraction => {
  const divisor = gcd(top < 0n ? -top : top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
};

/** `"36/125"`, as a result writes it. */
export function fractionOf(text: string): Fraction {
  const [top, bottom] = text.split("/");
  return { top: BigInt(top!), bottom: BigInt(bottom!) };
}

/** A whole number, or a decimal such as 0.5, as it prints. */
export function decimal(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { top: BigInt(value), bottom: 1n };
  const { numerator, denominator } = decimalFraction(value);
  return reduced(numerator, denominator);
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.bottom === b.bottom
    ? reduced(a.top + b.top, a.bottom)
    : reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);

/** The sum of many, brought to one denominator and reduced once. */
export function total(terms: Iterable<Fraction>): Fraction {
  let top = 0n;
  let bottom = 1n;
  for (const one of terms) {
    if (bottom % one.bottom === 0n) top += one.top * (bottom / one.bottom);
    else {
      const common = lcm(bottom, one.bottom);
      top = top * (common / bottom) + one.top * (common / one.bottom);
      bottom = common;
    }
  }
  return reduced(top, bottom);
}

export const times = (a: Fraction, b: Fraction): Fraction => reduced(a.top * b.top, a.bottom * b.bottom);
export const size = (a: Fraction): Fraction => (a.top < 0n ? { top: -a.top, bottom: a.bottom } : a);
export const isWithin = (a: Fraction, limit: Fraction): boolean => size(a).top * limit.bottom <= limit.top * a.bottom;

/** The nearest double or the one beside it. */
export const numberOf = ({ top, bottom }: Fraction): number => (top < 0n ? -ratio(-top, bottom) : ratio(top, bottom));

/** `"-3/125"`. */
export const textOf = ({ top, bottom }: Fraction): string =>
  top < 0n ? `-${fractionText(-top, bottom)}` : fractionText(top, bottom);
