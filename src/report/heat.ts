/**
 * Shades of a map, and what each stands for. Numbers that read the same are of one shade; classes are of one width
 * where that tells the numbers apart, else of as many numbers each. No logarithm divides them: its last bit differs
 * between machines.
 */
import { keptIn } from "../rule/once.ts";

/** Steps upwards of nothing, and on either side of a middle. */
export const STEPS = 5;
/** Nothing, or even; above it; below it. */
export type Shade = "h0" | `${"h" | "l"}${1 | 2 | 3 | 4 | 5}`;

/** A shade, and from which to which number it is worn. */
export interface ShadeClass {
  readonly shade: Shade;
  readonly least: number;
  readonly most: number;
}

export interface Shades {
  /** Of one of the numbers of the map. */
  readonly of: (value: number) => Shade;
  /** Those that are worn, from the least to the most. */
  readonly classes: readonly ShadeClass[];
}

/** By place in an ascending list of sizes, the class of each. @param reach as far as a size may be, where that is known */
function stepsOf(sizes: readonly number[], reach: number): readonly number[] {
  const n = sizes.length;
  const [least = 0, most = 0] = [sizes[0], sizes[n - 1]];
  const ways: ((size: number, i: number) => number)[] = [
    (size) => size / Math.max(most, reach),
    (size) => (most === least ? 1 : (size - least) / (most - least)),
    (_, i) => (i + 1) / n,
  ];
  // Of a handful two may be alike.
  const third = Math.max(2, Math.ceil(n / 3));
  const found = ways.map((way) =>
    sizes.map((size, i) => Math.max(1, Math.min(STEPS, Math.ceil(way(size, i) * STEPS - 1e-9)))),
  );
  const isTold = (steps: readonly number[]) => {
    const counts = new Array<number>(STEPS + 1).fill(0);
    for (const step of steps) counts[step]!++;
    return Math.max(...counts) <= third;
  };
  return found.find(isTold) ?? found[found.length - 1]!;
}

/** Tenths from none to all: two maps of shares can be held beside each other, and the key has all of them. */
const TENTHS: readonly Shade[] = ["l5", "l4", "l3", "l2", "l1", "h1", "h2", "h3", "h4", "h5"];
export const SHARES: Shades = {
  of: (value) => (value === 0.5 ? "h0" : TENTHS[Math.min(9, Math.floor(value * 10))]!),
  classes: TENTHS.map((shade, i) => ({ shade, least: i / 10, most: (i + 1) / 10 })),
};

/**
 * @param reads how a number reads in its square
 * @param middle what is even: shades go both ways from there; nothing when left out
 */
export function shadesOf(values: readonly number[], reads: (value: number) => string, middle?: number): Shades {
  const even = middle ?? 0;
  const texts = new Map<number, string>(); // each is asked for several times
  const shown = (value: number): string => keptIn(texts, value, reads);
  const known = new Map<string, { least: number; most: number }>();
  for (const value of values) {
    const had = known.get(shown(value));
    known.set(shown(value), { least: Math.min(value, had?.least ?? value), most: Math.max(value, had?.most ?? value) });
  }
  /** How far a number is from the middle, as it reads. */
  const sizeOf = (value: number) => {
    const { least, most } = known.get(shown(value))!;
    return Number(Math.abs((least + most) / 2 - even).toPrecision(9));
  };
  const isEven = (value: number) => value === even || shown(value) === shown(even);
  const sizes = [...new Set(values.filter((value) => !isEven(value)).map(sizeOf))].sort((a, b) => a - b);
  // A share is as far from even as that is from nothing, at most.
  const steps = stepsOf(sizes, even);
  const stepOf = new Map(sizes.map((size, i) => [size, steps[i]! as 1 | 2 | 3 | 4 | 5]));
  const of = (value: number): Shade =>
    isEven(value) ? "h0" : `${value < even ? "l" : "h"}${stepOf.get(sizeOf(value)) ?? 1}`;
  const classes = new Map<Shade, ShadeClass>();
  for (const value of values.toSorted((a, b) => a - b)) {
    const shade = of(value);
    classes.set(shade, { shade, least: classes.get(shade)?.least ?? value, most: value });
  }
  return { of, classes: [...classes.values()] };
}
