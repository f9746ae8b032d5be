/**
 * Numbers as people of a language read them. Our own code, so that every machine and every version of Node writes the
 * same bytes.
 */

import type { NumberMarks } from "../../rule/catalogue.ts";

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** `e-8` as people write it: ` × 10⁻⁸`. */
const power = (rest: string): string =>
  rest.replace(
    /^e([+-])(\d+)$/,
    (_, sign, digits: string) =>
      ` × 10${sign === "-" ? "⁻" : ""}${digits.replace(/\d/g, (digit) => RAISED[Number(digit)]!)}`,
  );

/** `12345.6` with the marks of a language; what is no number is not hidden. */
function written(text: string, { decimal, group }: NumberMarks): string {
  const [, whole = text, fraction, rest = ""] = /^(\d+)(?:\.(\d+))?(.*)$/.exec(text) ?? [];
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${fraction === undefined ? "" : decimal + fraction}${power(rest)}`;
}

export interface Numbers {
  /** A whole number in groups of three: `1,000,000`. */
  count(value: number): string;
  /**
   * A mean or another number: three digits after the point or two significant ones, fewer from 10 on; the least are `<
   * 0.000001`.
   */
  number(value: number): string;
  /** With so many digits after the point. */
  fixed(value: number, digits: number): string;
  /** A number with every digit it was given with, ungrouped, as a scenario writes it; a text as it is. */
  plain(value: number | string): string;
  /** With its sign and so many digits after the point; two significant ones where it is less than the last: `−2.4`. */
  signed(value: number, digits: number): string;
  /** With its sign and so many digits and no more: what is below them is `+0.0`. */
  rounded(value: number, digits: number): string;
  /** With so many significant digits. */
  significant(value: number, digits: number): string;
  /** A share as per cent: `12.0 %`. Small shares keep two significant digits: `0.030 %`; the least are `< 0.0001 %`. */
  percent(share: number): string;
  /** The same without the sign, where one stands beside it. */
  percentNumber(share: number): string;
  /** A text that is a number, with the sign of a share: `20 %`. */
  withPercent(text: string): string;
  /** `0.5 % to 3.0`: two numbers already written. */
  range(lower: string, upper: string): string;
  /** `a, b and c`. */
  list(parts: readonly string[]): string;
  /** `a, b or c`. */
  either(parts: readonly string[]): string;
}

/** Shares below this are only said to be: nobody reads an exponent, nor seven zeros. */
export const LEAST_SHARE = 1e-6;

/** Digits after the point of so many per cent. */
const digitsOf = (value: number): number =>
  value >= 1 ? 1 : value >= 0.1 ? 2 : value >= 0.01 ? 3 : value >= 0.001 ? 4 : 5;
/**
 * Certainty has no digits, as nothing has none. Small shares keep two significant digits, and shares near certainty as
 * many as what they leave: 99.96 % must not read 100 %.
 */
function shareText(share: number): string {
  const value = share * 100;
  if (share === 0 || share === 1) return String(value);
  const isNear = share < 1 && value > 99.9;
  const size = isNear ? Math.max(0.001, 100 - value) : value;
  const text = Math.min(value, isNear ? 99.9999 : value).toFixed(digitsOf(size));
  return isNear ? text.replace(/0+$/, "") : text;
}

/** Numbers nearer to nothing than this are only said to be, as shares are: `< 0.000001`. */
export const LEAST_NUMBER = 1e-6;
const isLeast = (value: number): boolean => value !== 0 && Math.abs(value) < LEAST_NUMBER;

/** A mean of doubles is this near to what it is. */
const ROUNDING = 1e-9;

/** The same with the marks of a language; what is below the least is said to be: `< 0.0001`. */
const markedShare = (share: number, marks: NumberMarks): string =>
  share > 0 && share < LEAST_SHARE
    ? `< ${written((LEAST_SHARE * 100).toFixed(4), marks)}`
    : written(shareText(share), marks);

function numberText(size: number): string {
  const whole = Math.round(size);
  if (whole === size || (whole > 0 && Math.abs(size - whole) < ROUNDING)) return String(whole);
  if (size < 0.01) return size.toPrecision(2);
  return size.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

/** Parts that are lists themselves are parted by semicolons. */
function joined(parts: readonly string[], before: string, { and }: NumberMarks, semicolon: string): string {
  if (parts.length < 2) return parts.join("");
  const isNested = parts.length > 2 && parts.some((part) => part.includes(` ${and} `));
  const [comma, last] = isNested ? [semicolon, semicolon.trimEnd()] : [", ", ""];
  return `${parts.slice(0, -1).join(comma)}${last} ${before} ${parts.at(-1)}`;
}

export function numbersWith(marks: NumberMarks, semicolon: () => string): Numbers {
  const text = (size: string) => written(size, marks);
  const minus = (value: number, digits: string) => (value < 0 ? `−${text(digits)}` : text(digits));
  const sign = (value: number) => (value < 0 ? "−" : "+");
  const least = (value: number, plus = "") => (value < 0 ? "> −" : `< ${plus}`) + text(LEAST_NUMBER.toFixed(6));
  return {
    count: (value) => text(String(value)),
    number: (value) => (isLeast(value) ? least(value) : minus(value, numberText(Math.abs(value)))),
    fixed: (value, digits) => minus(value, Math.abs(value).toFixed(digits)),
    plain: (value) => (typeof value === "number" ? String(value).replace(".", marks.decimal).replace("-", "−") : value),
    signed(value, digits) {
      const size = Math.abs(value);
      if (isLeast(value)) return least(value, "+");
      const isShort = size > 0 && size < 10 ** -digits * (1 - ROUNDING);
      return `${sign(value)}${text(isShort ? size.toPrecision(2) : size.toFixed(digits))}`;
    },
    rounded(value, digits) {
      const fixed = Math.abs(value).toFixed(digits);
      return `${/[1-9]/.test(fixed) ? sign(value) : "+"}${text(fixed)}`;
    },
    significant: (value, digits) => minus(value, Math.abs(value).toPrecision(digits)),
    percent: (share) => `${markedShare(share, marks)}${marks.percent}`,
    percentNumber: (share) => markedShare(share, marks),
    withPercent: (digits) => `${digits}${marks.percent}`,
    range: (lower, upper) => `${lower} ${marks.to} ${upper}`,
    list: (parts) => joined(parts, marks.and, marks, semicolon()),
    either: (parts) => joined(parts, marks.or, marks, semicolon()),
  };
}
