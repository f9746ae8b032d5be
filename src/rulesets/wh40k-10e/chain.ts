import type { Arithmetic } from "../../rule/exact.ts";
import { lcm } from "../../rule/fraction.ts";
import { keptIn } from "../../rule/once.ts";
import { newTale, suffer, type Tale, takeDevastating, takeWound } from "./attack.ts";
import type { Chance } from "./chance.ts";
import { savesAlike } from "./distributions.ts";
import type { Formation } from "./formation.ts";
import { type AttackedUnit, SPARE_DAMAGE, SPARE_SAVE, sparesOf, type Volley } from "./volley.ts";
import { type Procedure, waysOn } from "./weighed.ts";

/** One way on from a state. `unsaved` is 1 where a save was failed on the way. */
export interface ChainWay<T> {
  readonly to: number;
  readonly unsaved: number;
  readonly weight: T;
}

/** What one wound does to a unit: for every state (formation and one-die re-rolls left) the ways on. */
export interface Ways<T> {
  /** States of the formation times sets of spares; a state is `formation state * sets + set`. */
  readonly sets: number;
  readonly from: readonly (readonly ChainWay<T>[])[];
  readonly total: T;
}

/** A way on whose weight is of a total of its own. */
export interface Unscaled extends ChainWay<bigint> {
  readonly total: bigint;
}

/** Ways on over one total, those that lead to the same joined. */
export function scaled<T>(numbers: Arithmetic<T>, sets: number, from: readonly (readonly Unscaled[])[]): Ways<T> {
  let common = 1n;
  for (const ways of from) for (const { total } of ways) if (common % total !== 0n) common = lcm(common, total);
  return {
    sets,
    total: numbers.total(common),
    from: from.map((ways) => {
      const merged = new Map<number, { to: number; unsaved: number; weight: bigint }>();
      for (const { to, unsaved, weight, total } of ways) {
        const way = keptIn(merged, 2 * to + unsaved, () => ({ to, unsaved, weight: 0n }));
        way.weight += weight * (common / total);
      }
      return [...merged.values()].map((way) => ({ ...way, weight: numbers.weight(way.weight, common) }));
    }),
  };
}

/**
 * One wound of a volley that gets no critical treatment: its save where saves differ from model to model (else it has
 * been failed already), then its damage on the next model.
 */
export function woundWays<T>(numbers: Arithmetic<T>, formation: Formation, volley: Volley): Ways<T> {
  const alike = savesAlike(volley);
  const spares = sparesOf(volley) & (alike ? SPARE_DAMAGE : SPARE_DAMAGE | SPARE_SAVE);
  const sets: number[] = [];
  for (let set = 0; set <= spares; set++) if ((set & spares) === set) sets.push(set);
  const step = (chance: Chance, tale: Tale) => (alike ? suffer : takeWound)(chance, volley, formation, tale);
  const from: Unscaled[][] = [];
  for (let state = 0; state < formation.states; state++)
    for (const set of sets)
      from.push(
        waysOn(newTale(state, set), step).map(({ outcome, weight, total }) => {
          const to = outcome.state * sets.length + sets.indexOf(outcome.spares);
          return { to, unsaved: alike ? 1 : outcome.unsaved, weight, total };
        }),
      );
  return scaled(numbers, sets.length, from);
}

/** One step of a procedure over the states of a formation. */
export const stepWays = <T>(
  numbers: Arithmetic<T>,
  { states }: Formation,
  procedure: Procedure<{ state: number }>,
): Ways<T> =>
  scaled(
    numbers,
    1,
    Array.from({ length: states }, (_, state) =>
      waysOn({ state }, procedure).map(({ outcome, weight, total }) => ({
        to: outcome.state,
        unsaved: 0,
        weight,
        total,
      })),
    ),
  );

/** One devastating wound. */
export const devastatingWays = <T>(
  numbers: Arithmetic<T>,
  formation: Formation,
  volley: Volley,
  spill: AttackedUnit["spill"],
): Ways<T> => stepWays(numbers, formation, (chance, tale) => takeDevastating(chance, volley, formation, tale, spill));

/** A distribution over states after one more step, `total` times as large. */
export function advance<T>(numbers: Arithmetic<T>, ways: Ways<T>, at: readonly T[]): T[] {
  const next = numbers.zeros(at.length);
  for (let state = 0; state < at.length; state++) {
    const chance = at[state]!;
    if (chance === numbers.zero) continue;
    for (const { to, weight } of ways.from[state]!) {
      // Whole numbers: most steps have one way of weight 1.
      next[to] = numbers.add(next[to]!, weight === numbers.one ? chance : numbers.times(chance, weight));
    }
  }
  return next;
}
