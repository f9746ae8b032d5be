/** What is drawn, as plain data: every chart is one of these, in a page and in a file alike. */
import type { Shade } from "../heat.ts";
import type { Language } from "../language/language.ts";

/** What says its sentence when it is pointed at or reached, and leads to the place of a page that tells what it is made of. */
export interface Pointed {
  readonly said: string;
  /** Nothing leads there where a page has no such place. */
  readonly to?: string | undefined;
}

/** The address of a place, where the page has it. */
export type LinkTo = (to: string) => string | undefined;

/** One mark of a row: a point, or a bar from zero. */
export interface RowMark extends Pointed {
  readonly value: number;
  readonly lower?: number;
  readonly upper?: number;
  /** At the end of a bar, short: what it is the bar of. */
  readonly end?: string;
  /** A bar within the one before it. */
  readonly isPart?: boolean;
  /** Which of `series`; the first when left out. */
  readonly series?: number;
}

export interface ChartRow {
  readonly name: string;
  /** Its number as it is written. */
  readonly text: string;
  /** Beside it, smaller: by how much it differs from the number without any modifier, or what it is made of. */
  readonly change?: string | undefined;
  /** What is of no account, this far on either side of zero. */
  readonly zone?: number;
  /** Joined by a line where they are the same number before and after. */
  readonly marks: readonly RowMark[];
  readonly isPair?: boolean | undefined;
  /** Where its name and those of its marks lead that lead nowhere else. */
  readonly to?: string | undefined;
}

/** A place on an axis, from 0 to 1, and what stands there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Names down, points or bars across, each with its number. */
export interface RowsChart {
  readonly kind: "rows";
  readonly form: "point" | "bar";
  readonly rows: readonly ChartRow[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  readonly title: string | null;
  readonly series: readonly string[];
  /** A line through all rows, and whose number it is: that without any modifier. */
  readonly reference?: { readonly value: number; readonly name: string };
}

/** Columns of parts: how many are in which state after each turn, or how often each value comes out. */
export interface Stack {
  readonly kind: "stack";
  /** Whether the parts of a column stand beside each other, and not one on the other. */
  readonly isBeside?: boolean;
  readonly title: string;
  readonly across: string;
  readonly columns: readonly string[];
  readonly parts: readonly { readonly name: string; readonly fill: string; readonly isLight?: boolean }[];
  /** By column, then part. */
  readonly values: readonly (readonly { readonly value: number; readonly said: string }[])[];
  readonly most: number;
  readonly ticks: readonly Tick[];
}

/** One point of a curve; places are from 0 to 1. */
export interface CurvePoint extends Pointed {
  readonly x: number;
  readonly y: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly text: string;
  /** Its text stands beside it though there are other series. */
  readonly isNamed?: boolean;
  /** Its number is written, whatever stands around it. */
  readonly isAnswer?: boolean;
  /** What is known between this point and the next: the same, a step halfway or at each edge of a band, or nothing. */
  readonly next?: "same" | readonly CurveStep[];
}

/** A step to a height, between which values it is where the axis says so, and the number from there on at an edge of a band. */
export interface CurveStep extends Pick<CurvePoint, "x" | "y" | "text"> {
  readonly number?: string;
}

export interface Curves {
  readonly kind: "curves";
  readonly title: string;
  readonly across: string;
  readonly series: readonly { readonly name: string; readonly points: readonly CurvePoint[] }[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** A line across: what is aimed at. */
  readonly goal?: Tick;
}

export interface HeatSquare extends Pointed {
  readonly down: string;
  readonly across: string;
  /** Left out where there is none. */
  readonly value?: number;
  /** In the square: short. */
  readonly short: string;
  /** Its number, which paper has below that. */
  readonly printed?: string;
  /** The interval includes even. */
  readonly isEven?: boolean;
  /** Left out where it has no number. */
  readonly shade?: Shade;
}

/** A map of numbers: two axes of names. */
export interface Squares {
  readonly kind: "squares";
  /** What its numbers are, where that has to be said. */
  readonly title?: string;
  /** What stands in its squares, where it is no number. */
  readonly note?: string;
  readonly down: string;
  readonly across: string;
  readonly squares: readonly HeatSquare[];
  /** What the shades stand for, from the least to the most. */
  readonly key: readonly (readonly [shade: Shade, text: string])[];
  /** What a hatched square is, where some are. */
  readonly even?: string;
}

export type Drawing = RowsChart | Stack | Curves | Squares;

/** Round numbers between two, at most so many. */
export function roundNumbers(least: number, most: number, count = 5): number[] {
  if (!(most > least)) return [least];
  const rough = (most - least) / count;
  const power = 10 ** Number(rough.toExponential().split("e")[1]); // no logarithm: its last bit differs between machines
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!;
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** A share of an axis at which the texts of two ticks are one: `49 | 50`. */
export const TOUCHING = 0.04;

/** A range with room at its ends, so that no mark is cut. */
export function roomy(least: number, most: number, room: number): readonly [number, number] {
  const size = most > least ? most - least : Math.abs(most) || 1;
  return [least - room * size, most + room * size];
}

/** Where a value stands in a range, from 0 to 1. */
export const placeIn = ([least, most]: readonly [number, number], value: number): number =>
  most === least ? 0.5 : (value - least) / (most - least);

/** A number of an axis, as short as it can be. */
export function tickText(value: number, unit: "chance" | "points" | "number", language: Language): string {
  const shown = Number((unit === "number" ? value : value * 100).toPrecision(6));
  const isTiny = shown !== 0 && Math.abs(shown) < 1e-6;
  const text = isTiny ? language.fixed(shown, 15).replace(/0+$/, "") : language.plain(shown); // no exponent
  return unit === "chance" ? language.withPercent(text) : text;
}

/** The ticks of a range. */
export const ticksOf = (
  domain: readonly [number, number],
  unit: "chance" | "points" | "number",
  language: Language,
  count = 5,
): Tick[] =>
  roundNumbers(...domain, count).map((value) => ({
    at: placeIn(domain, value),
    text: tickText(value, unit, language),
  }));

/** Both limits of a number, where both are known. */
export const limitsOf = (
  { lower, upper }: { readonly lower?: number | undefined; readonly upper?: number | undefined },
  scale = 1,
) => (lower === undefined || upper === undefined ? {} : { lower: lower * scale, upper: upper * scale });

/** The squares by row and column. */
export function squaresOf({ squares }: Pick<Squares, "squares">) {
  const columns = [...new Set(squares.map(({ across }) => across))];
  const rows = [...new Set(squares.map(({ down }) => down))];
  const at = new Map(squares.map((square) => [`${square.down}\n${square.across}`, square]));
  return { rows, columns, at: (row: string, column: string): HeatSquare | undefined => at.get(`${row}\n${column}`) };
}
