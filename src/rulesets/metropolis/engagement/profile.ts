import type { Condition } from "../../condition.ts";
import type { Blow, FighterProfile, MeleeReading } from "../melee.ts";

/** Rolls to hit of like models at one enemy unit in one band; the die depends on MOVED and IN_COVER, a bit each. */
export interface Shots extends Blow {
  readonly shots: number;
}
/** Who has to have moved is QB-08's; in cover is the target. */
export const MOVED = 1;
export const IN_COVER = 2;

/** What one unit can do to one enemy unit. */
export interface AgainstEnemy {
  /** Shots by band, as an index into BANDS: empty where no weapon fires. */
  readonly fire: readonly (readonly Shots[])[];
  readonly blows: readonly Blow[];
  /** By turn: the gap's index into BANDS, OUT_OF_RANGE beyond the last. */
  readonly bands: readonly number[];
  /** By turn: whether a charge reaches (E-22). */
  readonly inReach: readonly boolean[];
}
export const CONTACT = 0;
export const SHORT = 1;
export const MEDIUM = 2;
export const OUT_OF_RANGE = 5;

/** A unit of a fight. Turns beyond the end of a list repeat its last entry. */
export interface UnitProfile {
  readonly label: string;
  readonly side: 0 | 1;
  readonly fighter: FighterProfile;
  /** By turn, an index into ORDERS; of a side with a policy, all that it may give, in no order. */
  readonly orders: readonly number[];
  readonly reaction: "fire" | "counterCharge" | "none";
  readonly inCover: boolean;
  readonly panicked: boolean;
  /** Needed dice by the enemies in sight: SEEN_MEDIUM and SEEN_SHORT, a bit each. */
  readonly toHold: readonly number[];
  readonly toRally: readonly number[];
  /** Needed die of its reaction test. */
  readonly toReact: number;
  /** By turn: the enemy units, nearest first. */
  readonly nearest: readonly (readonly number[])[];
  /** By unit; nothing against its own side. */
  readonly against: readonly (AgainstEnemy | null)[];
}
export const SEEN_MEDIUM = 1;
export const SEEN_SHORT = 2;

/** Who starts a turn: whom the dice say (B-TURN-02), or the one side without a roll (E-24). */
export const INITIATIVES = ["fair", "first", "second"] as const;
export type Initiative = (typeof INITIATIVES)[number];

/** Plain data: it goes to worker threads. A rule without a condition always holds; the last one has none. */
export interface PolicyRule {
  readonly when?: Condition;
  /** An index into ORDERS. */
  readonly order: number;
}

/** A whole fight. Units of the first side come first, in list order. */
export interface EngagementProfile {
  readonly units: readonly UnitProfile[];
  readonly turns: number;
  /** Rounds of each assault (E-23). */
  readonly rounds: number;
  /** By turn. */
  readonly lineOfSight: readonly boolean[];
  /** Who starts, by turn; the last repeats. Left out, the dice say who (B-TURN-02). */
  readonly initiative?: readonly Initiative[];
  /** By side, what it orders as the fight goes instead of by turn (E-25). */
  readonly policies?: readonly (readonly PolicyRule[] | null)[];
  readonly movedModifier: "target" | "shooter";
  readonly reading: MeleeReading;
}

/** Why an order was not carried out: the rules that forbid it. */
export const REFUSALS = ["B-MOR-05", "B-ORD-02", "B-ORD-04", "B-SHOOT-01", "B-SHOOT-02", "B-RANGE-01", "E-22"] as const;
export const PANIC_FORBIDS = 0;
export const NO_HOLD_IN_MELEE = 1;
export const MELEE_BINDS = 2;
export const OUT_OF_SIGHT = 3;
export const NO_TARGET = 4;
export const CANNOT_FIRE = 5;
export const FALLS_SHORT = 6;

/** Of a list by turn; the last entry repeats. */
export function at<T>(list: readonly T[], turn: number): T {
  return list[turn < list.length ? turn : list.length - 1]!;
}
