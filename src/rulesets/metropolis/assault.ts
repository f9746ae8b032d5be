import type { Process, ProcessStep } from "../../rule/chain.ts";
import { type Chance, Fused, faces } from "./chance.ts";
import { type Blow, type FighterProfile, Melee, type MeleeReading, MeleeUnit } from "./melee.ts";
import { D10, HELD, PANICKED } from "./words.ts";

/** One side of an assault as it begins. */
export interface AssaultSide {
  readonly fighter: FighterProfile;
  readonly blows: readonly Blow[];
  readonly standing: number;
  /** Wounds left of the first model. */
  readonly first: number;
  readonly panicked: boolean;
  /** CHARGED or 0. */
  readonly charged: number;
  /** COVER or 0. */
  readonly cover: number;
}

export interface AssaultProfile {
  readonly attacker: AssaultSide;
  readonly defender: AssaultSide;
  readonly rounds: number;
  readonly reading: MeleeReading;
}

function fighterOf({ fighter, standing, first, panicked, charged, cover }: AssaultSide): MeleeUnit {
  const made = new MeleeUnit(fighter);
  made.ranks.reset(standing, fighter.wounds, first);
  made.nerve = panicked ? PANICKED : HELD;
  made.charged = charged;
  made.cover = cover;
  return made;
}

export const meleeOf = ({ attacker, defender, reading }: AssaultProfile): Melee =>
  new Melee(reading, fighterOf(attacker), fighterOf(defender), attacker.blows, defender.blows);

type CombatAct = (melee: Melee, chance: Chance) => void;

/** The three acts of a round. Who has just fallen strikes back all the same, and the combat has a result. */
export const ROUND: readonly CombatAct[] = [
  (melee, chance) => {
    if (melee.isOn) melee.strike(chance);
  },
  (melee, chance) => melee.strikeBack(chance),
  (melee, chance) => melee.settle(chance),
];

const STEPS = ROUND.map(
  (act): ProcessStep<Melee> =>
    (melee) =>
    (dice) => {
      const next = melee.copy();
      act(next, new Fused(dice));
      return next;
    },
);

/** Paths of the dice of an assault that is followed as one chain. */
export const MOST_PATHS = 130_000;

const mayFallEitherWay = (needed: number): boolean => faces(needed) > 0 && faces(needed) < D10;

/**
 * Paths that the second round alone has at least, seen without taking them: after the first one either side may have lost
 * any number of wounds, and every model left asks for one answer more. 0 where that is not so plain.
 */
export function leastPaths({ attacker, defender, rounds, reading }: AssaultProfile): number {
  const isPlain = reading.hitAllocation === "woundedFirst" && reading.meleeOrder === "simultaneous";
  const blows = [...attacker.blows, ...defender.blows];
  const isOpen = blows.every(({ toHit, toWound }) => [...toHit, toWound].every(mayFallEitherWay));
  if (rounds < 2 || !isPlain || !isOpen || attacker.blows.length !== 1) return 0;
  if ([attacker, defender].some(({ fighter }) => !mayFallEitherWay(fighter.toHold))) return 0;
  const woundsOf = ({ fighter, standing, first }: AssaultSide) => first + (standing - 1) * fighter.wounds;
  const lost = (side: AssaultSide, enemy: AssaultSide): number =>
    Math.min(woundsOf(side), sum(enemy.blows.map(({ models }) => models)));
  const answers = sum(
    Array.from({ length: lost(attacker, defender) + 1 }, (_, wounds) => {
      const left = woundsOf(attacker) - wounds;
      return left > 0 ? Math.ceil(left / attacker.fighter.wounds) + 1 : 0;
    }),
  );
  return answers * lost(defender, attacker);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** An assault: three steps a round (E-23), each a small table. */
export const assaultProcess = (profile: AssaultProfile): Process<Melee> => ({
  id: "B-CC-01",
  start: meleeOf(profile),
  key: (melee) => melee.key(),
  steps: Array.from({ length: profile.rounds }, () => STEPS).flat(),
  paths: MOST_PATHS,
});
