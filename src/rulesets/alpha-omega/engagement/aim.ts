import { total } from "../../ruleset.ts";
import type { Barrel } from "../armour.ts";
import { armourSteps, barrelOf } from "../armour-fire.ts";
import { pinWith } from "../command.ts";
import type { Defence } from "../damage.ts";
import { alwaysTreated } from "../medikit.ts";
import type { Options } from "../options.ts";
import {
  camouflageStep,
  coverSteps,
  type HitShooter,
  hitSteps,
  isHidden,
  neededToHit,
  neededToSave,
  rangeModifier,
} from "../shooting.ts";
import { type OrderOrNone, READY } from "../words.ts";
import { type Exposure, SAVED } from "./fire-distribution.ts";
import type { EngagementProfile, FightVehicle, Trooper, UnitProfile } from "./profile.ts";

/** A weapon in the hands of one kind of soldier, or of the gunners of a vehicle. */
export interface Gun {
  readonly trooper: number;
  readonly isVehicle: boolean;
  readonly weapon: Trooper["line"]["weapons"][number];
  readonly ballisticSkill: number;
}

/** The guns of a unit: those of its first kind of soldier, then of the next. Weapons without range bands do not shoot. */
export const gunsOf = ({ troopers, vehicle }: UnitProfile): Gun[] => {
  const bearers = vehicle ? [vehicle] : troopers.map(({ line }) => line);
  return bearers.flatMap(({ weapons, ballisticSkill }, trooper) =>
    weapons
      .filter((weapon) => weapon.range !== undefined)
      // Without soldiers to shoot at, gunners need no skill (A-VEH-01).
      .map((weapon) => ({ trooper, isVehicle: vehicle !== undefined, weapon, ballisticSkill: ballisticSkill ?? 0 })),
  );
};

/** What a gun does to a vehicle; undefined where it is no piercing weapon: its card gives no number against armour (E-17). */
export function piercingOf({ weapon }: Gun, { piercingFromSave }: Options): Barrel | undefined {
  const barrel = barrelOf(weapon, piercingFromSave);
  return barrel.piercing === 0 && barrel.charge === 0 ? undefined : barrel;
}

/** The modifiers of a gun's shot at a vehicle (A-VEH-02). Assumes a gun in reach. */
export const stepsAtVehicle = (
  { book }: EngagementProfile,
  { isVehicle, weapon }: Gun,
  order: OrderOrNone,
  vehicle: FightVehicle,
  targetOrder: OrderOrNone,
  gap: number,
) => armourSteps({ isVehicle, order, range: weapon.range! }, vehicle, targetOrder, gap, book);

/** Two guns that do the same to whoever they hit or miss, and to vehicles where there are any. */
export const alike = (a: Gun, b: Gun, armoured: boolean): boolean =>
  a.ballisticSkill === b.ballisticSkill &&
  a.weapon.saveModifier === b.weapon.saveModifier &&
  (!armoured || (a.weapon.piercing === b.weapon.piercing && a.weapon.charge === b.weapon.charge)) &&
  JSON.stringify(a.weapon.range) === JSON.stringify(b.weapon.range);

export const visibleOf = (profile: EngagementProfile, { line }: Trooper): number => line.visible ?? profile.visible;

/** A-SHOOT-09: nobody can target him. */
export const hidden = (profile: EngagementProfile, trooper: Trooper): boolean =>
  isHidden(visibleOf(profile, trooper), profile.options);

export const targetOf = (profile: EngagementProfile, trooper: Trooper, order: OrderOrNone) => ({
  order,
  skills: trooper.line.skills,
  visible: visibleOf(profile, trooper),
  contactCover: trooper.line.contactCover ?? profile.contactCover,
});

/** What a receiver of transferred hits may not be harder to hit by than whom he protects (QA-14). */
export function shelter(profile: EngagementProfile, trooper: Trooper, order: OrderOrNone, state: number): number {
  const { book, options } = profile;
  const target = targetOf(profile, trooper, order);
  const cover = total(coverSteps(target, book, options));
  if (options.transferWhen === "lessOrEqualCover") return cover;
  return cover + (camouflageStep(target, state, book, options).value ?? 0);
}

/** E-12: a soldier's defence with the bonus of a character of his unit; `treated` turns wounds into pinned (QA-20). */
export function defended(
  { defence, command }: Trooper,
  bonus: number,
  treated: boolean,
  { naturalRolls }: Pick<Options, "naturalRolls">,
): Defence {
  const withPin = { ...defence, pin: pinWith(command, bonus, naturalRolls) };
  // Whoever is down already stays so: the gravest state counts.
  return treated ? alwaysTreated(withPin) : withPin;
}

/** Assumes a gun that shoots. */
export const shooterOf = ({ ballisticSkill, isVehicle, weapon }: Gun, order: OrderOrNone): HitShooter => ({
  ballisticSkill,
  order,
  isVehicle,
  range: weapon.range!,
  saveModifier: weapon.saveModifier,
});

export const inReach = (gun: Gun, gap: number): boolean => rangeModifier(gun.weapon.range!, gap) !== undefined;

/** One gun of a unit on `order` at one kind of soldier of a unit on `targetOrder`. Assumes a gun in reach. */
export function exposureOf(
  profile: EngagementProfile,
  gun: Gun,
  order: OrderOrNone,
  trooper: Trooper,
  targetOrder: OrderOrNone,
  gap: number,
  defence: Defence,
): (state: number) => Exposure {
  const { book, options } = profile;
  const shooter = shooterOf(gun, order);
  const target = targetOf(profile, trooper, targetOrder);
  const toSave = neededToSave(trooper.save, shooter.saveModifier, options);
  return (state) => {
    const seen = state === SAVED ? READY : state;
    const steps = hitSteps(shooter, target, seen, gap, book, options);
    return { toHit: neededToHit(shooter.ballisticSkill, total(steps), options.naturalRolls), toSave, defence, state };
  };
}
