import { COVER, Fighter } from "../melee.ts";
import { HELD, PANICKED } from "../words.ts";
import type { UnitProfile } from "./profile.ts";

/** No unit: a list index that is none. */
export const NOBODY = -1;

/** A unit in the course of a fight. */
export class Unit {
  readonly profile: UnitProfile;
  readonly fighter: Fighter;
  /** Its number within its side. */
  readonly own: number;
  /** Models removed by a rout. */
  routed = 0;
  moved = 0;
  /** Keeps its fire for a charge. */
  holds = false;
  hasActed = false;
  /** The enemy unit it fights, NOBODY when it is not in melee. */
  opponent = NOBODY;

  constructor(profile: UnitProfile, own: number) {
    this.profile = profile;
    this.own = own;
    this.fighter = new Fighter(profile.fighter);
  }

  reset(): void {
    const { fighter, profile } = this;
    const { models, wounds } = profile.fighter;
    fighter.ranks.reset(models, wounds, wounds);
    fighter.nerve = profile.panicked ? PANICKED : HELD;
    fighter.charged = 0;
    fighter.cover = profile.inCover ? COVER : 0;
    this.routed = 0;
    this.opponent = NOBODY;
  }

  get stands(): boolean {
    return this.fighter.ranks.standing > 0;
  }

  get inMelee(): boolean {
    return this.opponent !== NOBODY;
  }

  get isPanicked(): boolean {
    return this.fighter.nerve === PANICKED;
  }
}

/** Models of a side at the start. */
export function modelsOf(units: readonly Unit[], side: number): number {
  let models = 0;
  for (let u = 0; u < units.length; u++) {
    const { profile } = units[u]!;
    if (profile.side === side) models += profile.fighter.models;
  }
  return models;
}
