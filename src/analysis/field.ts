/** Everybody against everybody: the matrix of an experiment whose two sides list the same units. */

import { message, type Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { exchangedFor, type Ruleset } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Cell, Study, UsedUnit } from "../scenario/study.ts";
import type { Estimate } from "./form.ts";
import type { CellResult, Result } from "./result.ts";
import { turned, winIn } from "./win.ts";

/** Who meets whom, before anything is played. */
export interface FieldShape {
  readonly experiment: string;
  /** The metric that says who has won. */
  readonly winner: string;
  readonly modifiers: readonly string[];
  readonly units: readonly string[];
}

export interface SolvedField extends FieldShape {
  /** By unit, against each: its share of wins, both seats together where both were played; a draw is half a win. */
  readonly wins: readonly (readonly Estimate[])[];
}

/** An experiment that is no field, and why. */
export interface Unranked {
  readonly experiment: string;
  readonly reason: Sentence;
}

export const EVEN: Estimate = { value: 0.5, trials: 0 };
export const lowerOf = ({ value, lower = value }: Estimate): number => lower;
export const upperOf = ({ value, upper = value }: Estimate): number => upper;

/** Every experiment whose fights are a field: the same units on either side, every pair met in one seat at least. */
export async function fieldsOf({ ruleset, cells }: Pick<Result, "ruleset" | "cells">) {
  const { kinds } = await loadRuleset(ruleset);
  const { shapes, unranked } = fieldShapes(cells, kinds);
  const fields: SolvedField[] = [];
  for (const shape of shapes) {
    const wins = winsOf(shape, cells.filter(isOf(shape)));
    if (wins) fields.push({ ...shape, wins });
    else unranked.push({ experiment: shape.experiment, reason: "not all of it was played" });
  }
  return { fields, unranked };
}

/** What decides nothing of a fight: where something is written, and how it is told. */
const TOLD: readonly string[] = ["path", "accounts"];

/**
 * A study whose fields have every fight once: none that is another one seen from the other side, and nobody's against
 * himself. `seats`: in how many of them a pair meets.
 */
export async function foughtOnce(study: Study): Promise<{ readonly study: Study; readonly seats: 1 | 2 }> {
  const { kinds } = await loadRuleset(study.ruleset);
  const isFought = fieldShapes(study.cells, kinds).shapes.map(isOf);
  const known = new Set<string>();
  const isNew = (cell: Cell): boolean => {
    const { kind, experiment, modifiers, attacker, defender, outcome } = cell;
    if (!("profile" in outcome) || !isFought.some((is) => is(cell))) return true;
    const other = exchangedFor(kinds[kind]!, outcome.profile);
    if (other === undefined) return true;
    const keyOf = (...fight: unknown[]) =>
      JSON.stringify([experiment, modifiers, ...fight], (key, value) => (TOLD.includes(key) ? undefined : value));
    const [here, there] = [keyOf(attacker, defender, outcome.profile), keyOf(defender, attacker, other)];
    known.add(here);
    return !known.has(there);
  };
  const cells = study.cells.filter(isNew);
  return { study: { ...study, cells }, seats: cells.length < study.cells.length ? 1 : 2 };
}

type Meeting = Pick<Cell, "experiment" | "kind" | "attacker" | "defender" | "modifiers">;

/** Whether a cell is one of a field: of its experiment, under its modifier sets. */
export const isOf =
  ({ experiment, modifiers }: Pick<FieldShape, "experiment" | "modifiers">) =>
  (cell: Pick<Cell, "experiment" | "modifiers">): boolean =>
    cell.experiment === experiment && cell.modifiers.join() === modifiers.join();

/** A unit of a field, as a cell uses it, whichever side it is on. */
export function usedUnit(study: Study, field: FieldShape, unit: string): UsedUnit {
  const { id, attacker } = cellWith(study.cells.filter(isOf(field)), unit);
  return study.units.get(id)![attacker === unit ? "attacker" : "defender"][0]!;
}

/** The first cell in which a unit fights, whichever side it is on: where seats are alike it may be on one side only. */
export const cellWith = <C extends Pick<Cell, "attacker" | "defender">>(cells: readonly C[], unit: string): C =>
  cells.find(({ attacker, defender }) => attacker === unit || defender === unit)!;

/** The fields among some cells, and why other experiments are none. */
export function fieldShapes(cells: readonly Meeting[], kinds: Ruleset["kinds"]) {
  const shapes: FieldShape[] = [];
  const unranked: Unranked[] = [];
  for (const group of groupedBy(cells, ({ experiment, modifiers }) => `${experiment}~${modifiers.join("+")}`)) {
    const { experiment, kind, modifiers } = group[0]!;
    const winner = kinds[kind]?.winner;
    const no = (reason: Sentence) => unranked.push({ experiment, reason });
    if (winner === undefined) {
      no(message`kind ${{ word: kind }} has no winner, and only fights are ranked`);
      continue;
    }
    const units = [...new Set(group.flatMap(({ attacker, defender }) => [attacker, defender]))];
    if (units.length < 3) {
      no(
        units.length < 2
          ? "one unit cannot be ranked: give both sides the same three units or more"
          : "two units cannot be ranked: give both sides the same three units or more",
      );
      continue;
    }
    const met = new Set(group.map(({ attacker, defender }) => `${attacker} ${defender}`));
    const missing = units
      .flatMap((a, i) => units.slice(i + 1).map((b) => [a, b] as const))
      .find(([a, b]) => !met.has(`${a} ${b}`) && !met.has(`${b} ${a}`));
    if (missing) no(message`${missing[0]} and ${missing[1]} do not meet: list the same units on both sides`);
    else shapes.push({ experiment, winner, modifiers, units });
  }
  return { shapes, unranked };
}

/** By unit and enemy, the share of wins; undefined where some pair was not played. */
export function winsOf({ units, winner }: FieldShape, cells: readonly CellResult[]): Estimate[][] | undefined {
  const met = new Meetings(cells, winner);
  const wins = units.map((a) => units.map((b) => (a === b ? EVEN : met.win(a, b))));
  return wins.some((row) => row.includes(undefined)) ? undefined : (wins as Estimate[][]);
}

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
    return first === undefined ? turned(second) : meanOf([first, turned(second)]);
  }
}

/** The share of wins of each unit against the others. */
export const meansIn = (wins: SolvedField["wins"]): Estimate[] =>
  wins.map((row, i) => meanOf(row.filter((_, j) => j !== i)));

/** The mean of independent chances; their limits by squares. */
export function meanOf(wins: readonly Estimate[]): Estimate {
  const value = wins.reduce((sum, win) => sum + win.value, 0) / wins.length;
  const trials = wins.reduce((sum, win) => sum + win.trials, 0);
  if (trials === 0) return { value, trials };
  const off = (of: (win: Estimate) => number) =>
    Math.sqrt(wins.reduce((sum, win) => sum + of(win) ** 2, 0)) / wins.length;
  return {
    value,
    lower: value - off((win) => win.value - lowerOf(win)),
    upper: value + off((win) => upperOf(win) - win.value),
    trials,
  };
}
