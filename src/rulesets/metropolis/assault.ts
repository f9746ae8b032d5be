import type { Process, Step } from "../../rule/index.ts";
import { Fused } from "./chance.ts";
import { type Blow, Fighter, type FighterProfile, Melee, type MeleeReading } from "./melee.ts";
import { HELD, PANICKED } from "./words.ts";

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

function fighterOf({ fighter, standing, first, panicked, charged, cover }: AssaultSide): Fighter {
  const made = new Fighter(fighter);
  made.ranks.reset(standing, fighter.wounds, first);
  made.nerve = panicked ? PANICKED : HELD;
  made.charged = charged;
  made.cover = cover;
  return made;
}

export const meleeOf = ({ attacker, defender, reading }: AssaultProfile): Melee =>
  new Melee(reading, fighterOf(attacker), fighterOf(defender), attacker.blows, defender.blows);

const step =
  (act: (melee: Melee, chance: Fused) => void): Step<Melee> =>
  (melee) =>
  (dice) => {
    const next = melee.copy();
    act(next, new Fused(dice));
    return next;
  };

const strike = step((melee, chance) => {
  if (melee.isOn) melee.strike(chance);
});
/** Who has just fallen strikes back all the same, and the combat has a result. */
const strikeBack = step((melee, chance) => melee.strikeBack(chance));
const settle = step((melee, chance) => melee.settle(chance));

/** An assault: three steps a round (E-23), each a small table. */
export const assaultProcess = (profile: AssaultProfile): Process<Melee> => ({
  id: "B-CC-01",
  start: meleeOf(profile),
  key: (melee) => melee.key(),
  steps: Array.from({ length: profile.rounds }, () => [strike, strikeBack, settle]).flat(),
});
