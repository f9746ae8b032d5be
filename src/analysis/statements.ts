/** What may be said of a field: for each statement, where it is sure and where it is possible, by the limits of its cells. */

import { normalUpperQuantile } from "../stats/normal.ts";
import { EVEN, lowerOf, meansIn, upperOf } from "./field.ts";
import type { Estimate } from "./form.ts";

/** Of units by their places. Whatever is sure is possible too; of exact cells both are the same. */
export interface Either<T> {
  readonly sure: readonly T[];
  readonly possible: readonly T[];
}

/** By unit and enemy: its share of wins. */
export type WinMatrix = readonly (readonly Estimate[])[];
type Compare = (a: Estimate, b: Estimate) => boolean;

const ROUNDING = 1e-12;
/** The chance that something said of a field is wrong, all of it together. */
export const ERROR = 0.05;

const isBetter: Compare = (a, b) => lowerOf(a) > upperOf(b) + ROUNDING;
const isAsGood: Compare = (a, b) => lowerOf(a) >= upperOf(b) - ROUNDING;
const mayBeBetter: Compare = (a, b) => upperOf(a) > lowerOf(b) + ROUNDING;
const mayBeAsGood: Compare = (a, b) => upperOf(a) >= lowerOf(b) - ROUNDING;

/** The same with limits so wide that those of all pairs hold together but for this chance of error. */
export const together = (wins: WinMatrix, error = ERROR): Estimate[][] =>
  widened(
    wins,
    wins.flatMap((row, i) => row.slice(i + 1)),
    { error, least: 0, most: 1 },
  );

/** Numbers with limits so wide that those of all `cells` that are simulated hold together, between the least and the most. */
export function widened(
  values: readonly (readonly Estimate[])[],
  cells: readonly Estimate[] = values.flat(),
  { error = ERROR, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = {},
): Estimate[][] {
  const simulated = cells.filter(({ trials }) => trials > 0).length;
  const wider = simulated === 0 ? 1 : normalUpperQuantile(error / 2 / simulated) / normalUpperQuantile(0.025);
  return values.map((row) =>
    row.map((one) =>
      one.lower === undefined || one.upper === undefined
        ? one
        : {
            ...one,
            lower: Math.max(least, one.value - wider * (one.value - one.lower)),
            upper: Math.min(most, one.value + wider * (one.upper - one.value)),
          },
    ),
  );
}

/** The share of wins of each unit against the others, with limits so wide that those of all hold together. */
export const meansTogether = (wins: WinMatrix, error = ERROR): readonly Estimate[] =>
  widened([meansIn(wins)], undefined, { error, least: 0, most: 1 })[0]!;

/**
 * What is true of units whatever the noise; `ties`: pairs of which neither is known to beat the other.
 * @param wins by unit and enemy, with limits at 95 % where they are simulated
 */
export function statementsOf(wins: WinMatrix, error = ERROR) {
  const limited = together(wins, error);
  const { sure, possible } = statementsBy(limited);
  const both = <K extends keyof typeof sure>(key: K) => ({ sure: sure[key], possible: possible[key] });
  const beats = (win: Estimate) => isBetter(win, EVEN);
  return {
    dominates: both("dominates"),
    neverWorthTaking: both("neverWorthTaking"),
    autoIncludes: both("autoIncludes"),
    circles: { sure: circlesBy(limited, isBetter), possible: circlesBy(limited, mayBeBetter) },
    ties: pairsOf(wins.length).filter(([i, j]) => !beats(limited[i]![j]!) && !beats(limited[j]![i]!)),
  };
}

/** @param values by row and column, more being better, with limits that hold together */
export const statementsBy = (values: WinMatrix) => ({
  sure: rowsBy(values, isBetter, isAsGood),
  possible: rowsBy(values, mayBeBetter, mayBeAsGood),
});

/** Pairs of so many units, by their places. */
export const pairsOf = (size: number): [number, number][] =>
  Array.from({ length: size }, (_, i) => i).flatMap((i) =>
    Array.from({ length: size - i - 1 }, (_, k): [number, number] => [i, i + 1 + k]),
  );

function rowsBy(values: WinMatrix, isBetter: Compare, isAsGood: Compare) {
  const all = values.map((_, i) => i);
  const columns = values[0]!.map((_, k) => k);
  const does = (i: number, j: number) => columns.every((k) => isAsGood(values[i]![k]!, values[j]![k]!));
  const doesBetter = (i: number, j: number) => columns.some((k) => isBetter(values[i]![k]!, values[j]![k]!));
  return {
    dominates: all.flatMap((i) =>
      all.flatMap((j): [number, number][] => (i !== j && does(i, j) && doesBetter(i, j) ? [[i, j]] : [])),
    ),
    neverWorthTaking: all.filter((j) =>
      columns.every((k) => all.some((i) => i !== j && isBetter(values[i]![k]!, values[j]![k]!))),
    ),
    autoIncludes: all.filter(
      (i) => all.every((j) => i === j || does(i, j)) && all.some((j) => i !== j && doesBetter(i, j)),
    ),
  };
}

function circlesBy(wins: WinMatrix, isBetter: Compare): [number, number, number][] {
  const all = wins.map((_, i) => i);
  const beats = (i: number, j: number) => isBetter(wins[i]![j]!, EVEN);
  return all.flatMap((i) =>
    all.flatMap((j) =>
      all.flatMap((k): [number, number, number][] =>
        i < j && i < k && beats(i, j) && beats(j, k) && beats(k, i) ? [[i, j, k]] : [],
      ),
    ),
  );
}

/** Limits nearer than this are near enough: half a point. */
const ENOUGH = 0.005;

/** Pairs whose fights, played more often, could settle what is possible and not sure: those on which something hangs. */
export function hangingPairs(wins: WinMatrix, error = ERROR): [number, number][] {
  const limited = together(wins, error);
  const { dominates, neverWorthTaking, ties } = statementsOf(wins, error);
  const asked = new Set<string>(ties.map(([i, j]) => `${i} ${j}`));
  const ask = (i: number, j: number) => asked.add(i < j ? `${i} ${j}` : `${j} ${i}`);
  const all = wins.map((_, i) => i);
  const unsure = <T>({ sure, possible }: Either<T>): T[] => {
    const known = new Set(sure.map(String));
    return possible.filter((one) => !known.has(String(one)));
  };
  for (const [i, j] of unsure(dominates))
    for (const k of all)
      if (!isAsGood(limited[i]![k]!, limited[j]![k]!)) {
        ask(i, k);
        ask(j, k);
      }
  for (const j of unsure(neverWorthTaking)) {
    for (const k of all) {
      if (all.some((i) => i !== j && isBetter(limited[i]![k]!, limited[j]![k]!))) continue;
      const rival = all.reduce(
        (best, i) => (i !== j && (best === j || wins[i]![k]!.value > wins[best]![k]!.value) ? i : best),
        j,
      );
      ask(j, k);
      ask(rival, k);
    }
  }
  return pairsOf(wins.length).filter(([i, j]) => {
    const win = limited[i]![j]!;
    return win.trials > 0 && asked.has(`${i} ${j}`) && (upperOf(win) - lowerOf(win)) / 2 > ENOUGH;
  });
}
