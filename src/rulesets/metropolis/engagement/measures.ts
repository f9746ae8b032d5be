import { type FightUnit, modelsOf } from "./unit.ts";

/** What is measured of a side after each turn; the place among the MEASURES numbers of each side of each turn. */
export const READY_MODELS = 0;
export const PANICKED_MODELS = 1;
export const OUT_MODELS = 2;
export const ROUTED_MODELS = 3;
export const CASUALTIES = 4;
export const MEASURES = 5;

/** Takes down how a turn, from 0, has left both sides. */
export function measure(units: readonly FightUnit[], measures: Int32Array, turn: number): void {
  const from = turn * 2 * MEASURES;
  measures.fill(0, from, from + 2 * MEASURES);
  for (let u = 0; u < units.length; u++) {
    const unit = units[u]!;
    const { standing } = unit.fighter.ranks;
    const { models } = unit.profile.fighter;
    const place = from + unit.profile.side * MEASURES;
    const state = place + (unit.isPanicked ? PANICKED_MODELS : READY_MODELS);
    measures[state] = measures[state]! + standing;
    measures[place + OUT_MODELS] = measures[place + OUT_MODELS]! + models - standing - unit.routed;
    measures[place + ROUTED_MODELS] = measures[place + ROUTED_MODELS]! + unit.routed;
    measures[place + CASUALTIES] = measures[place + CASUALTIES]! + models - standing;
  }
}

/** E-13's rule, if a turn is the last one: the higher share of its own models left wins. An index into WINNERS. */
export function winnerAfter(units: readonly FightUnit[], measures: Int32Array, turn: number): number {
  const last = turn * 2 * MEASURES;
  const left = (at: number) => measures[at + READY_MODELS]! + measures[at + PANICKED_MODELS]!;
  const difference = left(last) * modelsOf(units, 1) - left(last + MEASURES) * modelsOf(units, 0);
  return difference > 0 ? 0 : difference < 0 ? 1 : 2;
}
