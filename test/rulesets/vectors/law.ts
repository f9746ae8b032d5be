/** Exact distributions of dice, by counting every fall: what the programs that make the vectors are written in. */

export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
export function fraction(top: bigint, bottom = 1n): Fraction {
  const common = gcd(top < 0n ? -top : top, bottom);
  return { top: top / common, bottom: bottom / common };
}
export const sum = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom);
/** As the vectors write it: `7/10`, `0/1`. */
export const written = ({ top, bottom }: Fraction): string => `${top}/${bottom}`;
export const NOTHING = fraction(0n);

/** Each value and its chance. */
export type Distribution<T> = readonly (readonly [value: T, chance: Fraction])[];

export const sure = <T>(value: T): Distribution<T> => [[value, fraction(1n)]];
export const die = (sides: number): Distribution<number> =>
  Array.from({ length: sides }, (_, face) => [face + 1, fraction(1n, BigInt(sides))] as const);

/** What follows from each value; like values are put together. */
export function compound<T, U>(distribution: Distribution<T>, next: (value: T) => Distribution<U>): Distribution<U> {
  const found = new Map<string, [U, Fraction]>();
  for (const [value, chance] of distribution)
    for (const [result, own] of next(value)) {
      const key = JSON.stringify(result);
      const known = found.get(key) ?? [result, NOTHING];
      found.set(key, [result, sum(known[1], times(chance, own))]);
    }
  return [...found.values()];
}
export const map = <T, U>(distribution: Distribution<T>, of: (value: T) => U): Distribution<U> =>
  compound(distribution, (value) => sure(of(value)));

/** `count` steps one after another. */
export function repeated<T>(
  start: T,
  count: number,
  step: (value: T, index: number) => Distribution<T>,
): Distribution<T> {
  let distribution: Distribution<T> = sure(start);
  for (let i = 0; i < count; i++) distribution = compound(distribution, (value) => step(value, i));
  return distribution;
}
/** The best of several dice. */
export const bestOf = (dice: number, sides: number): Distribution<number> =>
  repeated(0, dice, (best) => map(die(sides), (face) => Math.max(best, face)));
/** A die that shows so much or more. */
export const atLeast = (sides: number, needed: number): Distribution<boolean> =>
  map(die(sides), (face) => face >= needed);

export const chanceOf = <T>(distribution: Distribution<T>, holds: (value: T) => boolean): Fraction =>
  distribution.reduce((total, [value, chance]) => (holds(value) ? sum(total, chance) : total), NOTHING);
export const meanOf = (distribution: Distribution<number>): Fraction =>
  distribution.reduce((total, [value, chance]) => sum(total, times(fraction(BigInt(value)), chance)), NOTHING);
/** The chance of each of some values, as the vectors write it; those that cannot come up are 0. */
export const table = <T extends string | number>(
  distribution: Distribution<T>,
  values: readonly T[],
): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, written(chanceOf(distribution, (own) => own === value))]));
/** The same for whatever can come up. */
export const listed = <T extends string | number>(distribution: Distribution<T>): Record<string, string> =>
  Object.fromEntries(distribution.map(([value, chance]) => [value, written(chance)]));

export interface Vector {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each family of vectors has inputs of its own
  readonly inputs: any;
  readonly expect: unknown;
}
/** Makes what a family of vectors expects of its inputs; families by how their ids begin, the longest first. */
export type Makers = Readonly<Record<string, (inputs: Vector["inputs"], id: string) => unknown>>;
