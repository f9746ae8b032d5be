import { message } from "../../rule/message.ts";
import { type Needed, type Step, total } from "../ruleset.ts";
import type { Barrel } from "./armour.ts";
import { ARMOUR_SKILL, type Book } from "./book.ts";
import type { Weapon } from "./lines.ts";
import type { Options } from "./options.ts";
import { naturalLimits, orderStep, rangeModifier } from "./shooting.ts";
import type { VehicleCard } from "./vehicles.ts";
import { D10, type OrderOrNone } from "./words.ts";

/** QA-44: a weapon's numbers against armour. */
export const barrelOf = (
  weapon: Pick<Weapon, "range" | "saveModifier" | "piercing" | "charge">,
  reading: Options["piercingFromSave"],
): Barrel => ({
  piercing: reading === "negate" && weapon.range !== undefined ? -weapon.saveModifier : weapon.piercing,
  charge: weapon.charge,
});

/** The modifiers of a shot at a vehicle (A-VEH-02). Assumes a weapon in reach and an order that fires. */
export const armourSteps = (
  shooter: { readonly isVehicle: boolean; readonly order: OrderOrNone; readonly range: NonNullable<Weapon["range"]> },
  card: Pick<VehicleCard, "label" | "hitModifier">,
  target: OrderOrNone,
  distance: number,
  book: Book,
): Step[] => [
  orderStep(shooter.isVehicle, shooter.order, book),
  { rule: "A-SHOOT-07", text: message`range ${distance} {pace|paces}`, value: rangeModifier(shooter.range, distance)! },
  { rule: "A-VEH-02", text: message`${card.label} on ${{ word: target }}`, value: hitModifierOf(card, target) },
];

/** A vehicle without an order is hit like one on move (QA-08). */
const hitModifierOf = ({ hitModifier }: Pick<VehicleCard, "hitModifier">, order: OrderOrNone): number =>
  hitModifier[order === "none" ? "move" : order] ?? 0;

/** A-VEH-01, A-VEH-03: the needed die of a shot at a vehicle. */
export const neededAtArmour = (steps: readonly Step[], reading: Options["naturalRolls"]): number =>
  naturalLimits(ARMOUR_SKILL - total(steps), reading);

/** How a shot at a vehicle comes about. */
export const armourAccount = (modifiers: readonly Step[], { piercing, charge }: Barrel): Step[] => [
  { rule: "A-VEH-01", text: message`ballistic skill ${ARMOUR_SKILL}+ against vehicles` },
  ...modifiers,
  { rule: "A-VEH-05", text: message`piercing ${piercing}, charge ${charge}` },
];

/** A-VEH-07, A-VEH-08: what a piercing roll needs. */
export const neededDamage = (resistance: number, armour: number): Needed[] => [
  { rule: "A-VEH-07", text: "piercing roll: external from", sides: D10, needed: resistance },
  { rule: "A-VEH-08", text: "piercing roll: internal from", sides: D10, needed: resistance + armour + 1 },
];
