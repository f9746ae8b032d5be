import * as z from "zod";
import { englishIn, type Sentence } from "../rule/message.ts";
import { said } from "../rulesets/said.ts";
import type { Refused } from "../scenario/points.ts";
import { between } from "./edges.ts";
import { list, maybe, measured, number, object, shown, text } from "./form.ts";
import { decimal, isWithin, plus, times, ZERO } from "./fraction.ts";
import { estimateOf, type Measure, type MeasuredNumber, nameOf, parseMeasure } from "./measure.ts";
import { SettingError } from "./run.ts";

/** A measure and what it should be. */
export interface Target {
  readonly measure: Measure;
  /** A share for a chance: 0.5 is 50 %. */
  readonly value: number;
}

export const solution = measured((reading) => {
  /** A value that was tried; `off`: the measure less the target. */
  const tried = object({ value: number, estimate: reading, off: number });
  return {
    cell: text,
    path: text,
    target: number,
    /** The value that comes nearest; the smallest of those that come as near. */
    best: tried,
    /** All that were tried, in order. */
    tried: list(tried),
    /** The one that stands in the file, where it is one of these. */
    today: maybe(number),
    /**
     * `met`: the best is the target, exactly or within its limits. `between`: values lie on both sides of the target.
     * `beyond`: all lie on one side of it.
     */
    reach: z.enum(["met", "between", "beyond"]),
    /** Other values whose limits hold the target too; simulated cells only. */
    tied: list(number),
    /** Values that the scenario cannot have, or that the rules forbid. */
    refused: shown<readonly RefusedValue[]>(),
  };
});
export type Solution = z.infer<typeof solution>;
export type Tried = Solution["best"];

/** A value that cannot be, and why; in French too where a scenario's reader has said it. */
export interface RefusedValue {
  readonly value: number;
  readonly message: Sentence;
  readonly french?: string;
}

/**
 * `outcome=out=20%`, `winner.first=50%`, `casualties=3.5`, `casualties>=2=50%`.
 * @throws SettingError for anything else
 */
export function parseTarget(text: string): Target {
  const at = text.lastIndexOf("=");
  const value = text.slice(at + 1).trim();
  const [, digits, percent] = /^(-?\d+\.?\d*|-?\.\d+)\s?(%)?$/.exec(value) ?? [];
  if (at < 1 || digits === undefined)
    throw new SettingError(said`"${text}" is no target: write outcome=out=20%, winner.first=50% or casualties=3.5`);
  const measure = parseMeasure(text.slice(0, at));
  const isChance = measure.values !== undefined || measure.atLeast !== undefined || measure.atMost !== undefined;
  const number = percent ? Number(`${digits}e-2`) : Number(digits);
  if (isChance && !(number >= 0 && number <= 1))
    throw new SettingError(said`"${text}": a chance lies between 0 % and 100 %; write ${text.slice(0, at)}=50%`);
  if (!isChance && percent)
    throw new SettingError(
      said`"${text}": ${text.slice(0, at)} is a mean, no chance; say of what: ${text.slice(0, at)}>=2=${value}`,
    );
  return { measure, value: number };
}

/** Up to this many values are all tried; of more, every so many, then those around the target. */
const TRY_ALL = 40;
const COARSE = 12;

/** What one value gives; undefined where it cannot be, or is forbidden. */
export type Attempt = (values: readonly number[]) => Promise<{
  readonly readings: ReadonlyMap<number, MeasuredNumber>;
  readonly refused: readonly RefusedValue[];
}>;

/**
 * The value among `values` (ascending) that brings a measure nearest to its target. Few values are all tried. Of many,
 * a coarse grid is; as long as what it gives rises or falls throughout (within its limits), the search goes on around
 * the target, else all values are tried after all.
 * @throws SettingError when no value gives a number
 */
export async function solve(
  question: {
    readonly cell: string;
    readonly path: string;
    readonly target: Target;
    readonly values: readonly number[];
  },
  attempt: Attempt,
): Promise<Solution> {
  const { cell, path, target, values } = question;
  const known = new Map<number, MeasuredNumber>();
  const refused: RefusedValue[] = [];
  const asked = new Set<number>();
  const attempted = async (wanted: readonly number[]) => {
    const fresh = wanted.filter((value) => !asked.has(value));
    for (const value of fresh) asked.add(value);
    if (fresh.length === 0) return;
    const found = await attempt(fresh);
    for (const [value, reading] of found.readings) known.set(value, reading);
    refused.push(...found.refused);
  };
  let window = values;
  while (window.length > TRY_ALL) {
    await attempted(spaced(window));
    const grid = window.filter((value) => known.has(value));
    if (grid.length < 2 || !isMonotone(grid.map((value) => known.get(value)!))) {
      window = values;
      break;
    }
    window = around(
      window,
      window.filter((value) => asked.has(value)),
      known,
      target.value,
    );
  }
  await attempted(window);
  // Where the number steps between two that were tried: an answer is a band, and its ends are known.
  const points = [...known].map(([value, reading]) => ({ point: { [path]: value }, estimate: estimateOf(reading) }));
  const steps = between([{ points }]).filter((value) => values.includes(value));
  if (steps.length <= TRY_ALL) await attempted(steps);
  const tried = [...known].sort(([a], [b]) => a - b).map(([value, reading]) => triedOf(value, reading, target.value));
  if (tried.length === 0)
    throw new SettingError(
      said`${cell}: no value of ${path} gives a number: ${refused.length === 0 ? said`none was tried` : englishIn(refused[0]!.message)}`,
    );
  const best = tried.reduce((a, b) => (Math.abs(b.off) < Math.abs(a.off) ? b : a));
  const reading = known.get(best.value)!;
  const holds = ({ estimate }: Tried) =>
    estimate.lower !== undefined && estimate.lower <= target.value && target.value <= estimate.upper!;
  const isMet = reading.fraction ? isTarget(reading, target.value) : best.off === 0 || holds(best);
  const isBetween = tried.some(({ off }) => off < 0) && tried.some(({ off }) => off > 0);
  return {
    cell,
    measure: nameOf(target.measure, reading.metric, ...[...known.values()].map(({ metric }) => metric)),
    isChance: reading.isChance,
    path,
    target: target.value,
    best,
    tried,
    reach: isMet ? "met" : isBetween ? "between" : "beyond",
    tied: tried.filter((one) => one !== best && holds(one)).map(({ value }) => value),
    refused: refused.sort((a, b) => a.value - b.value),
  };
}

const triedOf = (value: number, reading: MeasuredNumber, target: number): Tried => ({
  value,
  estimate: estimateOf(reading),
  off: reading.value - target,
});

/** The target exactly, as fractions: 1/5 is 20 %. */
const isTarget = ({ fraction }: MeasuredNumber, target: number): boolean =>
  isWithin(plus(fraction!, times(decimal(target), { top: -1n, bottom: 1n })), ZERO);

/** Both ends and evenly spaced values between. */
const spaced = (values: readonly number[]): number[] =>
  Array.from({ length: COARSE + 1 }, (_, i) => values[Math.round((i * (values.length - 1)) / COARSE)]!);

/** Whether readings rise or fall throughout, as far as their limits can tell. */
function isMonotone(readings: readonly MeasuredNumber[]): boolean {
  const low = ({ lower, value }: MeasuredNumber) => lower ?? value;
  const high = ({ upper, value }: MeasuredNumber) => upper ?? value;
  const pairs = readings.slice(1).map((after, i) => [readings[i]!, after] as const);
  return (
    pairs.every(([before, after]) => high(after) >= low(before)) ||
    pairs.every(([before, after]) => low(after) <= high(before))
  );
}

/**
 * The values between neighbours of the grid of which one comes nearest to the target and the other does not, or one
 * cannot be.
 */
function around(
  window: readonly number[],
  grid: readonly number[],
  known: ReadonlyMap<number, MeasuredNumber>,
  target: number,
): readonly number[] {
  const off = (value: number) => Math.abs((known.get(value)?.value ?? Infinity) - target);
  const least = Math.min(...grid.map(off));
  const kind = (value: number) => (off(value) === least ? "best" : known.has(value));
  const ends = grid.slice(1).flatMap((to, i) => (kind(to) === kind(grid[i]!) ? [] : [[grid[i]!, to] as const]));
  return window.filter((value) => ends.some(([from, to]) => from <= value && value <= to));
}

/** The refusals of points of one path, as `solve` wants them. */
export const refusedValues = (refused: readonly Refused[], path: string): RefusedValue[] =>
  refused.map(({ point, ...why }) => ({ value: point[path] as number, ...why }));
