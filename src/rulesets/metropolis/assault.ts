import type { Process, Step } from "../../rule/index.ts";
import { type Chance, Fused } from "./chance.ts";
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

type Act = (melee: Melee, chance: Chance) => void;

/** The three acts of a round. Who has just fallen strikes back all the same, and the combat has a result. */
export const ROUND: readonly Act[] = [
  (melee, chance) => {
    if (melee.isOn) melee.strike(chance);
  },
  (melee, chance) => melee.strikeBack(chance),
  (melee, chance) => melee.settle(chance),
];

const STEPS = ROUND.map(
  (act): Step<Melee> =>
    (melee) =>
    (dice) => {
      const next = melee.copy();
      act(next, new Fused(dice));
      return next;
    },
);

/** Paths of the dice of an assault that is followed as one chain. */
const MOST_PATHS = 130_000;

/** An assault: three steps a round (E-23), each a small table. */
export const assaultProcess = (profile: AssaultProfile): Process<Melee> => ({
  id: "B-CC-01",
  start: meleeOf(profile),
  key: (melee) => melee.key(),
  steps: Array.from({ length: profile.rounds }, () => STEPS).flat(),
  paths: MOST_PATHS,
});
