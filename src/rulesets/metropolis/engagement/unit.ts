import { CHARGED, COVER, MeleeUnit } from "../melee.ts";
import { HELD, PANICKED } from "../words.ts";
import { MOVED, type UnitProfile } from "./profile.ts";

/** No unit: a list index that is none. */
export const NOBODY = -1;

/** Marks of a turn beside MOVED, a bit each. */
const HOLDS = 2;
const HAS_ACTED = 4;
/** Integers that are saved of a unit, beside those of its models. */
const SAVED = 4;

/** A unit in the trace of a fight. */
export class FightUnit {
  readonly profile: UnitProfile;
  readonly fighter: MeleeUnit;
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

  constructor(profile: UnitProfile, place: number) {
    this.profile = profile;
    this.own = place;
    this.fighter = new MeleeUnit(profile.fighter);
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
    this.unmark();
  }

  /** Takes off what a turn has put on it. */
  unmark(): void {
    this.moved = 0;
    this.holds = false;
    this.hasActed = false;
  }

  /** Integers that `save` takes. */
  get room(): number {
    return SAVED + this.profile.fighter.wounds;
  }

  /** Writes down all that bears on what comes next but whom it fights: of models, how many have how many wounds left. */
  save(list: Int32Array): void {
    const { ranks, nerve, charged, cover } = this.fighter;
    list[0] = nerve;
    list[1] = charged | cover;
    list[2] = this.moved | (this.holds ? HOLDS : 0) | (this.hasActed ? HAS_ACTED : 0);
    list[3] = this.routed;
    list.fill(0, SAVED);
    ranks.count(list, SAVED - 1);
  }

  /** As it was when that was written down, from `at` on. */
  restore(list: ArrayLike<number>, at: number): void {
    const { fighter } = this;
    const marks = list[at + 2]!;
    fighter.nerve = list[at]!;
    fighter.charged = list[at + 1]! & CHARGED;
    fighter.cover = list[at + 1]! & COVER;
    this.moved = marks & MOVED;
    this.holds = (marks & HOLDS) !== 0;
    this.hasActed = (marks & HAS_ACTED) !== 0;
    this.routed = list[at + 3]!;
    fighter.ranks.muster(list, at + SAVED - 1, fighter.profile.wounds);
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
export function modelsOf(units: readonly FightUnit[], side: number): number {
  let models = 0;
  for (let u = 0; u < units.length; u++) {
    const { profile } = units[u]!;
    if (profile.side === side) models += profile.fighter.models;
  }
  return models;
}
