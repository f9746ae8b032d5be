import type { Plan, Squad } from "./plan.ts";
import { modelsOf } from "./score.ts";
import { MOST_TALLIED } from "./side-tally.ts";

/** Soldiers of a unit: of a set of them, with one bit more, the loop makes two bytes. */
const MOST_IN_A_UNIT = 15;
/** Shots of a unit. */
export const MOST_SHOTS = 40;
/** Ways in which shots of a unit's guns may fall on one soldier: each has a law of its own, and a byte says which it is. */
const MOST_WAYS = 256;

/**
 * Whether a fight is one of fire and rally only, in which nothing but a soldier's own state, and whether a medic of his
 * unit is ready, says what befalls him.
 */
export const isFirefight = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.volley === "grouped" &&
  profile.options.downCamouflage !== "asOrder" &&
  squads.every(
    (squad) =>
      squad.size <= MOST_IN_A_UNIT &&
      squad.shots <= MOST_SHOTS &&
      waysOf(digitsOf(squad.guns.length, barrelsOf(squad).flat())) <= MOST_WAYS &&
      !squad.protects &&
      squad.bonuses.length === 1 &&
      (squad.unit.medikit === "none" || profile.options.medikitUses === "unlimited") &&
      squad.unit.sacrifice === "none",
  );

/** The gun of each shot, by soldier. */
export const barrelsOf = ({ unit, barrels }: Squad): (readonly number[])[] =>
  unit.soldiers.map((kind) => barrels[kind]!);
/** One more than there are shots of each gun. */
export const digitsOf = (guns: number, shots: readonly number[]): number[] =>
  Array.from({ length: guns }, (_, gun) => shots.filter((own) => own === gun).length + 1);
export const waysOf = (digits: readonly number[]): number => digits.reduce((product, own) => product * own, 1);
