import type { Dice } from "../../dice/index.ts";
import { type DiceAmount, roll } from "./amount.ts";
import { type Damage, feelPain, rollDamage } from "./damage.ts";
import type { ModelLine } from "./formation.ts";
import { type D6Roll, rollDie, SPENT } from "./rolls.ts";
import { CRITICAL, FAILURE, type Reroll } from "./words.ts";

/** What one kind of attack needs against one line of models. */
export interface Against {
  /** Saving throw; success 7 when there is none. Critical does not matter. */
  readonly save: D6Roll;
  /** 7 without one: against this attack, and against mortal wounds from it. */
  readonly feelNoPain: number;
  readonly mortalPain: number;
  /** What the attack does to its models. */
  readonly damage: Damage;
  /** The first failed save of these models costs nothing: Damage 0, once for the unit. */
  readonly guarded: boolean;
}

/** QC-16: whether the attacker has attacks allocated to a character. */
export type Precision = "always" | "never" | "whenItKills";

/** All attacks of one weapon profile of a unit at one target: what the dice decide, everything else worked in. */
export interface Volley {
  /** Key and name of the weapon. */
  readonly weapon: string;
  readonly label: string;
  /** How many of the weapon are used. */
  readonly weapons: number;
  /** Attacks of each, Rapid Fire, Blast and modifiers included; rolled per weapon (QC-11). */
  readonly attacks: DiceAmount;
  /** Re-roll of one attacks roll (Command Re-roll). */
  readonly attacksOnce: Reroll;
  /** Undefined: the attacks hit automatically (C-AB-TORRENT). */
  readonly hit?: D6Roll;
  /** More hits of a critical hit. */
  readonly sustained: DiceAmount;
  readonly lethal: boolean;
  readonly wound: D6Roll;
  readonly devastating: boolean;
  /** C-AB-PRECISION, QC-16: when the attacks pick out a character; never where there is none to be seen. */
  readonly precise: Precision;
  /** One per line of the target. */
  readonly against: readonly Against[];
}

/** A unit under attack and every volley at it, in the order of resolution (C-SH-08). */
export interface AttackedUnit {
  readonly name: string;
  readonly label: string;
  readonly lines: readonly ModelLine[];
  /** Wounds that the first model has lost before. */
  readonly woundsLost: number;
  readonly volleys: readonly Volley[];
  /** QC-01: whether mortal wounds of Devastating Wounds carry over. */
  readonly spill: boolean;
  /** QC-15. */
  readonly devastatingWhen: "endOfUnit" | "endOfProfile";
}

/** The one-die re-rolls that are still there. */
export const SPARE_HIT = 1;
export const SPARE_WOUND = 2;
export const SPARE_SAVE = 4;
export const SPARE_DAMAGE = 8;

/** The spare bits a volley begins with. */
export function sparesOf(volley: Volley): number {
  const { hit, wound, against } = volley;
  return (
    (hit !== undefined && hit.once !== "none" ? SPARE_HIT : 0) |
    (wound.once !== "none" ? SPARE_WOUND : 0) |
    (against.some(({ save }) => save.once !== "none") ? SPARE_SAVE : 0) |
    (against.some(({ damage }) => damage.once !== "none") ? SPARE_DAMAGE : 0)
  );
}

/**
 * One hit roll (C-HIT-01 to C-HIT-05, C-AB-TORRENT, C-AB-SUSTAINED-HITS, C-AB-LETHAL-HITS): `ordinary` hits roll to wound,
 * `automatic` ones wound without.
 */
export function rollHit(dice: Dice, volley: Volley, spares: number) {
  const { hit } = volley;
  if (hit === undefined) return { ordinary: 1, automatic: 0, spares };
  const result = rollDie(dice, hit, (spares & SPARE_HIT) !== 0, "C-HIT-01");
  const left = result >= SPENT ? spares & ~SPARE_HIT : spares;
  const category = result & 3;
  if (category === FAILURE) return { ordinary: 0, automatic: 0, spares: left };
  if (category !== CRITICAL) return { ordinary: 1, automatic: 0, spares: left };
  const more = roll(dice, volley.sustained, "C-AB-SUSTAINED-HITS");
  return { ordinary: more + (volley.lethal ? 0 : 1), automatic: volley.lethal ? 1 : 0, spares: left };
}

/** What a hit's wound roll comes to. */
export const NO_WOUND = 0;
export const WOUND = 1;
export const DEVASTATING = 2;

/** One wound roll (C-WND-01, C-WND-02, C-AB-DEVASTATING-WOUNDS): the result, SPENT added as in `rollDie`. */
export function rollWound(dice: Dice, volley: Volley, spares: number): number {
  const result = rollDie(dice, volley.wound, (spares & SPARE_WOUND) !== 0, "C-WND-01");
  const category = result & 3;
  const wound = category === FAILURE ? NO_WOUND : category === CRITICAL && volley.devastating ? DEVASTATING : WOUND;
  return wound + (result & SPENT);
}

/** One saving throw by a model of `line` (C-SAV-01 to C-SAV-06): 1 saved, 0 not, SPENT added as in `rollDie`. */
export function rollSave(dice: Dice, volley: Volley, line: number, spares: number): number {
  const { save } = volley.against[line]!;
  return rollDie(dice, save, (spares & SPARE_SAVE) !== 0, "C-SAV-01");
}

/** What an attack past its save meets: the first failed save of a unit may cost nothing, mortal wounds ask for no save. */
export type PastSave = "guarded" | "open" | "mortal";

/** The Damage of an attack on a model of `line`. */
export const damageOn = (volley: Volley, line: number, blow: PastSave): Damage => {
  const { damage } = volley.against[line]!;
  return blow === "guarded" ? { ...damage, zero: true } : damage;
};

/** What an attack past the save comes to: points lost, and the spares left. */
export interface AttackLoss {
  readonly points: number;
  readonly spares: number;
}

/** The points a model of `line` loses to one attack past its save (C-DMG-01, C-DMG-02). */
export function rollLoss(dice: Dice, volley: Volley, line: number, blow: PastSave, spares: number): AttackLoss {
  const { value, spent } = rollDamage(dice, damageOn(volley, line, blow), (spares & SPARE_DAMAGE) !== 0);
  return {
    points: feelPain(dice, value, painOf(volley, line, blow)),
    spares: spent ? spares & ~SPARE_DAMAGE : spares,
  };
}

/** The Feel No Pain of a model of `line` against an attack; 7 without one. */
export const painOf = (volley: Volley, line: number, blow: PastSave): number => {
  const { feelNoPain, mortalPain } = volley.against[line]!;
  return blow === "mortal" ? mortalPain : feelNoPain;
};
