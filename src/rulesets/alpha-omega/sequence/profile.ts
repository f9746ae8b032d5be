import type { EngagementProfile } from "../engagement/profile.ts";

/** A cell of kind `sequence`: the shooting phase of one side, unit after unit, at units that keep what befalls them. */
export interface SequenceCell {
  /** Its first turn, as a fight: who may fire at whom, and with what. */
  readonly fight: EngagementProfile;
  /** By shooter: the units of the other side that it fires at, most wanted first. */
  readonly wishes: readonly (readonly number[])[];
  /** By shooter: whoever has a lower number fires before (A-SHOOT-01 to A-SHOOT-03, A-GEN-03). */
  readonly ranks: readonly number[];
  /** Numbers of the shooters, in the order in which they fire. */
  readonly order: readonly number[];
  /** By target, points of a soldier. */
  readonly points: readonly (number | null)[];
}
