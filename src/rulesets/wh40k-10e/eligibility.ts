import { message, type Sentence } from "../../rule/message.ts";
import type { Book } from "./book.ts";
import type { Gun, Unit } from "./lines.ts";
import type { ShootingSituation } from "./schema.ts";
import { INFANTRY, MONSTER, VEHICLE } from "./words.ts";

/** Why something is not allowed. */
export interface Refusal {
  readonly rule: string;
  readonly text: Sentence;
}

const refuse = (rule: string, text: Sentence): Refusal => ({ rule, text });

export const isBig = (unit: Unit): boolean => unit.keywords.has(MONSTER) || unit.keywords.has(VEHICLE);

/** Stratagems on a unit that may not have them. */
export function refusedStratagem(target: Unit, situation: ShootingSituation): Refusal | undefined {
  if (situation.goToGround && !target.keywords.has(INFANTRY))
    return refuse("C-AB-GO-TO-GROUND", message`"${target.name}" is no INFANTRY unit and cannot go to ground`);
  return undefined;
}

/** C-SH-11: every model with the ability; not in an Attached unit. */
const isLoneOperative = (unit: Unit): boolean =>
  !unit.attached && unit.lines.every((line) => line.abilities.has("Lone Operative"));

/** Whether the target is within Engagement Range of any unit of the shooter's army. */
export const isTargetEngaged = (situation: ShootingSituation): boolean =>
  situation.defenderEngaged === true || situation.attackerEngaged === "target";

/** Why a weapon may not be used against a target, or undefined when it may (C-SH-02 to C-SH-11, C-BGNT). */
export function refusedShot(
  gun: Gun,
  attacker: Unit,
  target: Unit,
  situation: ShootingSituation,
  distance: number,
  book: Book,
): Refusal | undefined {
  const { abilities, data } = gun;
  const { weapon } = gun;
  const range = data.range as number;
  const pistol = abilities.has("Pistol");
  const { attackerEngaged = "none" } = situation;
  if (situation.fellBack) return refuse("C-SH-02", "a unit that Fell Back this turn is not eligible to shoot");
  if (situation.advanced && !abilities.has("Assault"))
    return refuse("C-SH-02", message`the unit Advanced, and "${weapon}" is no Assault weapon (C-AB-ASSAULT)`);
  if (attackerEngaged !== "none" && !isBig(attacker)) {
    if (!pistol)
      return refuse(
        "C-SH-10",
        "the unit is within Engagement Range of an enemy: only a MONSTER or VEHICLE or a Pistol shoots then (C-BGNT-04)",
      );
    if (attackerEngaged === "other")
      return refuse("C-AB-PISTOL", "an engaged unit fires its Pistols only at a unit it is engaged with");
  }
  if (situation.defenderEngaged && attackerEngaged !== "target" && !isBig(target))
    return refuse("C-SH-10", message`"${target.name}" is within Engagement Range of friends and no MONSTER or VEHICLE`);
  if (abilities.has("Blast") && isTargetEngaged(situation))
    return refuse(
      "C-AB-BLAST",
      message`"${weapon}" is a Blast weapon, and friends are within Engagement Range of the target`,
    );
  if (situation.oneShotFired && abilities.has("One Shot"))
    return refuse("C-AB-ONE-SHOT", message`"${weapon}" has been fired this battle`);
  if (distance > range) return refuse("C-SH-05", message`${distance}″ is beyond the ${range}″ of "${weapon}"`);
  if (situation.visible === false) {
    if (!abilities.has("Indirect Fire"))
      return refuse("C-SH-05", message`no model of "${target.name}" is visible, and "${weapon}" has no Indirect Fire`);
    if (abilities.has("Torrent"))
      return refuse("C-AB-INDIRECT-FIRE", message`"${weapon}" is a Torrent weapon and cannot use Indirect Fire`);
  }
  if (isLoneOperative(target) && distance > book.loneOperative)
    return refuse(
      "C-SH-11",
      message`"${target.name}" is a Lone Operative, targeted only from within ${book.loneOperative}″`,
    );
  return undefined;
}

/**
 * C-AB-PISTOL: a model that is no MONSTER or VEHICLE fires its Pistols or its other guns. Outside combat the others are
 * preferred; as many Pistols are fired as there are models without another gun.
 * @param others how many other guns are fired
 * @returns how many Pistols may be
 */
export const pistolsBeside = (attacker: Unit, situation: ShootingSituation, others: number): number =>
  isBig(attacker) || (situation.attackerEngaged ?? "none") !== "none"
    ? Number.POSITIVE_INFINITY
    : Math.max(0, attacker.models - others);
