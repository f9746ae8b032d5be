/** Everybody against everybody: the matrix of an experiment whose two sides list the same units. */
import { loadRuleset } from "../rulesets/index.ts";
import type { Estimate } from "./measure.ts";
import type { CellResult, Result } from "./result.ts";
import { winIn } from "./win.ts";

export interface Field {
  readonly experiment: string;
  /** The metric that says who has won. */
  readonly winner: string;
  readonly modifiers: readonly string[];
  readonly units: readonly string[];
  /** By unit, against each: its share of wins, both seats together where both were played; a draw is half a win. */
  readonly wins: readonly (readonly Estimate[])[];
}

/** An experiment that is no field, and why. */
export interface Unranked {
  readonly experiment: string;
  readonly reason: string;
}

const EVEN: Estimate = { value: 0.5, trials: 0 };
export const lowerOf = ({ value, lower = value }: Estimate): number => lower;
export const upperOf = ({ value, upper = value }: Estimate): number => upper;

/** Every experiment whose fights are a field: the same units on either side, every pair met in one seat at least. */
export async function fieldsOf(result: Pick<Result, "ruleset" | "cells">) {
  const { kinds } = await loadRuleset(result.ruleset);
  const fields: Field[] = [];
  const unranked: Unranked[] = [];
  const groups = new Map<string, (typeof result.cells)[number][]>();
  for (const cell of result.cells) {
    const key = `${cell.experiment}~${cell.modifiers.join("+")}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  for (const cells of groups.values()) {
    const { experiment, kind, modifiers } = cells[0]!;
    const winner = kinds[kind]?.winner;
    const no = (reason: string) => unranked.push({ experiment, reason });
    if (winner === undefined) {
      no(`kind ${kind} has no winner: a rank is of fights`);
      continue;
    }
    const units = [...new Set(cells.flatMap(({ attacker, defender }) => [attacker, defender]))];
    if (units.length < 3) {
      no(
        `${units.length < 2 ? "one unit" : "two units"} cannot be ranked: give both sides the same three units or more`,
      );
      continue;
    }
    const met = new Meetings(cells, winner);
    const missing = units
      .flatMap((a, i) => units.slice(i + 1).map((b) => [a, b] as const))
      .find(([a, b]) => met.win(a, b) === undefined);
    if (missing) no(`${missing[0]} and ${missing[1]} do not meet: list the same units on both sides`);
    else
      fields.push({
        experiment,
        winner,
        modifiers,
        units,
        wins: units.map((a) => units.map((b) => (a === b ? EVEN : met.win(a, b)!))),
      });
  }
  return { fields, unranked };
}

/** The same fight, seen from the other side. */
export const turned = ({ value, lower, upper, trials }: Estimate): Estimate => ({
  value: 1 - value,
  ...(lower === undefined || upper === undefined ? {} : { lower: 1 - upper, upper: 1 - lower }),
  trials,
});

/** Who wins how often against whom, both seats together where both were played. */
export class Meetings {
  readonly #wins: ReadonlyMap<string, Estimate>;

  constructor(cells: readonly CellResult[], winner: string) {
    this.#wins = new Map(
      cells.flatMap((cell): [string, Estimate][] => {
        const win = winIn(cell, winner, "first");
        return win === undefined ? [] : [[`${cell.attacker} ${cell.defender}`, win]];
      }),
    );
  }

  /** The first's share of wins; undefined where they do not meet. */
  win(own: string, enemy: string): Estimate | undefined {
    const first = this.#wins.get(`${own} ${enemy}`);
    const second = this.#wins.get(`${enemy} ${own}`);
    if (second === undefined) return first;
    return first === undefined ? turned(second) : halves(first, turned(second));
  }
}

/** The mean of two independent chances; their limits by squares. */
function halves(a: Estimate, b: Estimate): Estimate {
  const value = (a.value + b.value) / 2;
  const trials = a.trials + b.trials;
  if (trials === 0) return { value, trials };
  const below = Math.sqrt((a.value - lowerOf(a)) ** 2 + (b.value - lowerOf(b)) ** 2) / 2;
  const above = Math.sqrt((upperOf(a) - a.value) ** 2 + (upperOf(b) - b.value) ** 2) / 2;
  return { value, lower: value - below, upper: value + above, trials };
}
