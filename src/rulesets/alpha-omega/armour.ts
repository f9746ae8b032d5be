import type { Dice } from "../../dice/index.ts";
import type { Rule } from "../../rule/rule.ts";
import { DETERIORATION, REPAIRED_FROM } from "./book.ts";
import type { Options } from "./options.ts";
import { D10 } from "./words.ts";

const D6 = 6;

/** Effects of one shot at a vehicle, by gravity; the index is the number used in tables. */
export const EFFECTS = ["miss", "none", "external", "internal"] as const;
export const MISS = 0;
export const NONE = 1;
export const EXTERNAL = 2;
export const INTERNAL = 3;

/** A vehicle as its card prints it. Sections are named by their index. */
export interface Vehicle {
  readonly resistance: number;
  readonly armour: number;
  readonly sections: readonly { readonly name: string; readonly points: number }[];
  /** The section of each face of the location die, the lowest face first (A-VEH-09). */
  readonly external: readonly number[];
  readonly internal: readonly number[];
  /** The section that explodes (A-RAL-08c), or -1. */
  readonly tank: number;
  /** Points left at which its marks are reached (A-RAL-08b); -1: never. */
  readonly markX: number;
  readonly markY: number;
  /** Sections that a damaged tank wears down, and those without which it stands still. */
  readonly worn: readonly number[];
  readonly drive: readonly number[];
}

export type ArmourReading = Pick<Options, "sectionOverflow" | "deterioration" | "repairDie">;

/** A-VEH-04, A-VEH-05: one D10 and one D6; the better one pierces, the other one charges. */
export function groupedDamage(dice: Dice, piercing: number, charge: number): { pierce: number; points: number } {
  const ten = dice.face(D10, "A-VEH-04");
  const six = dice.face(D6, "A-VEH-04");
  return { pierce: Math.max(ten, six) + piercing, points: Math.max(0, Math.min(ten, six) + charge) };
}

/** A-VEH-06 to A-VEH-08: what a piercing roll does to so much resistance and armour. */
export const effectOf = (pierce: number, resistance: number, armour: number): number =>
  pierce < resistance ? NONE : pierce <= resistance + armour ? EXTERNAL : INTERNAL;

/** What one shot does to a vehicle, before it is taken off the card. */
export interface Impact {
  readonly effect: number;
  /** Index of the section; 0, which loses no points, without damage. */
  readonly section: number;
  readonly points: number;
}

/** A weapon against a vehicle. */
export interface Barrel {
  readonly piercing: number;
  readonly charge: number;
}

/** A hit: damage, then location (A-VEH-04 to A-VEH-09). `armour` is what is left of it before the hit (QA-45). */
export const impact =
  ({ piercing, charge }: Barrel, { resistance, external, internal }: Vehicle, armour: number): Rule<Impact> =>
  (dice) => {
    const { pierce, points } = groupedDamage(dice, piercing, charge);
    const effect = effectOf(pierce, resistance, armour);
    if (effect === NONE) return { effect, section: 0, points: 0 };
    const row = effect === EXTERNAL ? external : internal;
    return { effect, section: row[dice.face(row.length, "A-VEH-09") - 1]!, points };
  };

/** A shot: hit roll (A-VEH-03), then the hit. */
export const armourShot =
  (barrel: Barrel, toHit: number, vehicle: Vehicle, armour: number): Rule<Impact> =>
  (dice) =>
    dice.atLeast(D10, toHit, "A-VEH-03") ? impact(barrel, vehicle, armour)(dice) : MISSED;
export const MISSED: Impact = { effect: MISS, section: 0, points: 0 };

/** A vehicle in the trace of a fight. */
export interface VehicleState {
  readonly armour: number;
  /** Points left, by section. */
  readonly points: readonly number[];
  /** It has exploded and is gone (A-RAL-08c, QA-48). */
  readonly exploded: boolean;
}

export const freshVehicle = ({ armour, sections }: Vehicle): VehicleState => ({
  armour,
  points: sections.map(({ points }) => points),
  exploded: false,
});

/** A whole number, or 0 where it is below that: without a branch, which nobody could foresee. */
const notBelow0 = (number: number): number => number & ~(number >> 31);

/** Takes points off a section; what it does not have is lost, or taken off the tank (QA-46). */
function take(points: number[], section: number, amount: number, tank: number, overflow: Options["sectionOverflow"]) {
  const left = points[section]! - amount;
  points[section] = notBelow0(left);
  if (overflow === "tank" && tank >= 0 && section !== tank) points[tank] = notBelow0(points[tank]! - notBelow0(-left));
}

/** A vehicle while it is played: changed in place. */
export interface VehicleInPlay extends VehicleState {
  armour: number;
  readonly points: number[];
  exploded: boolean;
}

/** What a change in place makes of a state, which stays as it is. */
const changed = (state: VehicleState, change: (card: VehicleInPlay) => void): VehicleState => {
  const card = { armour: state.armour, points: state.points.slice(), exploded: state.exploded }; // much sooner copied than spread
  change(card);
  return card;
};

/** Takes a shot's damage off the card: points, and a point of armour when it is internal (A-VEH-07, A-VEH-08). */
export function strike(
  card: VehicleInPlay,
  { effect, section, points }: Impact,
  { tank }: Vehicle,
  reading: ArmourReading,
) {
  take(card.points, section, points, tank, reading.sectionOverflow);
  card.armour = notBelow0(card.armour - Number(effect === INTERNAL));
}

export const damaged = (state: VehicleState, impact: Impact, vehicle: Vehicle, reading: ArmourReading): VehicleState =>
  impact.effect < EXTERNAL ? state : changed(state, (card) => strike(card, impact, vehicle, reading));

/** A-RAL-08b, QA-49: points that the tank's damage costs each worn section this turn. */
export function deterioration(
  left: number,
  { markX, markY }: Pick<Vehicle, "markX" | "markY">,
  reading: Pick<ArmourReading, "deterioration">,
): number {
  const x = left <= markX ? DETERIORATION.markX : 0;
  const y = left <= markY ? DETERIORATION.markY : 0;
  return reading.deterioration === "add" ? x + y : Math.max(x, y);
}

/** Marks, then the explosion of a tank without points (A-RAL-08b, A-RAL-08c). */
export function wear(card: VehicleInPlay, vehicle: Vehicle, reading: ArmourReading): void {
  if (vehicle.tank < 0) return;
  const left = card.points[vehicle.tank]!;
  const lost = deterioration(left, vehicle, reading);
  if (lost > 0) for (const section of vehicle.worn) card.points[section] = Math.max(0, card.points[section]! - lost);
  card.exploded = left === 0;
}

export const deteriorated = (state: VehicleState, vehicle: Vehicle, reading: ArmourReading): VehicleState =>
  changed(state, (card) => wear(card, vehicle, reading));

/** The section that a crew repairs: the one that lost most and is not destroyed (A-RAL-11, E-15); -1: none. */
export function worstSection({ points }: Pick<VehicleState, "points">, { sections }: Vehicle): number {
  let worst = -1;
  let most = 0;
  points.forEach((left, i) => {
    const lost = sections[i]!.points - left;
    if (left > 0 && lost > most) {
      worst = i;
      most = lost;
    }
  });
  return worst;
}

/** What a crew repairs that has named no section: the one that lost most. */
export const WORST = -1;

/** The section that a crew works on: the one it has named, unless that is destroyed or whole, or the worst; -1: none. */
export function mendedSection(state: Pick<VehicleState, "points">, vehicle: Vehicle, named: number): number {
  if (named === WORST) return worstSection(state, vehicle);
  const left = state.points[named]!;
  return left > 0 && left < vehicle.sections[named]!.points ? named : -1;
}

/** A vehicle of which a section has a point more. */
export const mended = (state: VehicleState, section: number): VehicleState =>
  changed(state, ({ points }) => void points[section]!++);

/** A-RAL-11, QA-50: one attempt. */
export const repairs = (dice: Dice, die: number): boolean => dice.atLeast(die, REPAIRED_FROM, "A-RAL-11");

/** Attempts at a named section or the worst, one after another (A-RAL-11, A-RAL-12, QA-51). */
export const repaired =
  (state: VehicleState, vehicle: Vehicle, attempts: number, die: number, named = WORST): Rule<VehicleState> =>
  (dice) => {
    let after = state;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const section = mendedSection(after, vehicle, named);
      if (section >= 0 && repairs(dice, die)) after = mended(after, section);
    }
    return after;
  };

/** Out of the fight: the tank is empty, or, without a tank, nothing is left (E-15). */
export const isDestroyed = ({ points }: VehicleState, { tank }: Vehicle): boolean =>
  tank >= 0 ? points[tank] === 0 : points.every((left) => left === 0);

/** Propulsion or engine at 0 (E-15). */
export const isImmobilised = ({ points }: VehicleState, { drive }: Vehicle): boolean =>
  drive.some((section) => points[section] === 0);
