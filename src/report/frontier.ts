/** Points against what they take out: the units that no cheaper one outdoes. */
import type { Estimate } from "../analysis/form.ts";
import type { PointsWorth, Worth } from "../analysis/points.ts";
import type { Result } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { isBase } from "./summary.ts";

export interface FrontierUnit {
  readonly unit: string;
  /** Of the whole unit. */
  readonly points: number;
  /** Enemy points it takes out, or enemy models where those have no points; over all its enemies, each as often. */
  readonly taken: Estimate;
  /** No unit that costs as much or less takes out as much. */
  readonly isBest: boolean;
}

export interface Frontier {
  readonly inPoints: boolean;
  /** The cheapest first. */
  readonly units: readonly FrontierUnit[];
}

const LEAST_UNITS = 3;
const LEAST_SPREAD = 1.25; // of the dearest over the cheapest: what equal points leave over is no price
const MOST_FRONTIERS = 3;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of what a unit takes out; limits are the means of limits, which hold however the cells hang together. */
function takenBy(worths: readonly Worth[], inPoints: boolean): Estimate {
  const amounts = worths.map(({ points, pointsPer100, killsPer100 }) => {
    const { value, lower, upper } = (inPoints ? pointsPer100 : killsPer100)!;
    const scale = points / 100;
    return { value: value * scale, lower: (lower ?? value) * scale, upper: (upper ?? value) * scale };
  });
  const isExact = amounts.every(({ lower, upper }) => lower === upper);
  const value = mean(amounts.map((amount) => amount.value));
  if (isExact) return { value, trials: 0 };
  return {
    value,
    lower: mean(amounts.map((amount) => amount.lower)),
    upper: mean(amounts.map((amount) => amount.upper)),
    trials: 1,
  };
}

/** One for each experiment in which several units of different price met the same enemies, without modifiers. */
export function frontiersOf({ worths }: Pick<PointsWorth, "worths">, result: Pick<Result, "cells">): Frontier[] {
  const cells = new Map(result.cells.map((cell) => [cell.id, cell]));
  const known = worths.flatMap((worth) => {
    const cell = cells.get(worth.cell);
    // Who strikes first names the pair: what a target does of itself, as a weapon that blows up, is no answer.
    return cell && isBase(cell) && worth.side === "attacker" && worth.killsPer100
      ? [{ worth, experiment: cell.experiment }]
      : [];
  });
  return groupedBy(known, ({ experiment }) => experiment)
    .flatMap((group): Frontier[] => {
      const byUnit = groupedBy(
        group.map(({ worth }) => worth),
        ({ unit }) => unit,
      );
      const enemies = new Set(group.map(({ worth }) => worth.enemy));
      const isFair = byUnit.every((of) => {
        const met = new Set([...of.map(({ enemy }) => enemy), of[0]!.unit]);
        return [...enemies].every((enemy) => met.has(enemy)) && of.every(({ points }) => points === of[0]!.points);
      });
      const prices = byUnit.map(([first]) => first!.points);
      const isSpread = Math.max(...prices) >= LEAST_SPREAD * Math.min(...prices);
      if (byUnit.length < LEAST_UNITS || !isSpread || !isFair) return [];
      const inPoints = group.every(({ worth }) => worth.pointsPer100 !== undefined);
      const bought = byUnit
        .map((of) => ({ unit: of[0]!.unit, points: of[0]!.points, taken: takenBy(of, inPoints) }))
        .toSorted((a, b) => a.points - b.points || b.taken.value - a.taken.value);
      let most = Number.NEGATIVE_INFINITY;
      const units = bought.map((one): FrontierUnit => {
        const isBest = one.taken.value > most;
        most = Math.max(most, one.taken.value);
        return { ...one, isBest };
      });
      return [{ inPoints, units }];
    })
    .slice(0, MOST_FRONTIERS);
}
