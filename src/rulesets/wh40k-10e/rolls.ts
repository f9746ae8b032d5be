import type { Dice } from "../../dice/index.ts";
import { CRITICAL, D6, FAILURE, type Reroll, SUCCESS } from "./words.ts";

/**
 * A D6 that has to be met, every modifier already in it: faces from `success` on succeed, faces from `critical` on are
 * critical too (7: none). `critical` is never below `success`; a face is always the unmodified die (C-HIT-05).
 */
export interface D6Roll {
  readonly success: number;
  readonly critical: number;
  /** Which dice are rolled again, all of them (C-RR-01). */
  readonly reroll: Reroll;
  /** Which die is rolled again where only one may be: the first that this picks. */
  readonly once: Reroll;
}

/** A result with the one re-roll spent carries this bit. */
export const SPENT = 4;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** C-HIT-03, C-WND-02, C-MOD-01: all modifiers summed, then capped. */
export const capped = (sum: number, cap: number): number => clamp(sum, -cap, cap);

/**
 * The hit roll: 6 always hits, 1 never does (C-HIT-01, C-HIT-02); a wider critical must be a hit anyway (C-HIT-04).
 * @param autoFail the highest unmodified face that always misses: 1, or 3 for indirect fire (QC-03)
 */
export function hitFaces(skill: number, modifier: number, criticalFrom: number, autoFail: number) {
  const success = clamp(Math.max(skill - modifier, autoFail + 1), 2, D6);
  return { success, critical: Math.max(criticalFrom, success) };
}

/** C-WND-01: what Strength needs against Toughness. */
export function neededToWound(strength: number, toughness: number): number {
  if (strength >= 2 * toughness) return 2;
  if (strength > toughness) return 3;
  if (strength === toughness) return 4;
  return 2 * strength <= toughness ? 6 : 5;
}

/** The wound roll: critical faces always wound (C-WND-02, C-AB-ANTI), 1 never does. */
export function woundFaces(needed: number, modifier: number, criticalFrom: number) {
  const critical = clamp(criticalFrom, 2, D6);
  return { success: Math.min(clamp(needed - modifier, 2, D6), critical), critical };
}

/** What goes into a saving throw. `cover` and `bonus` are not negative; `malus` and `ap` are not positive. */
export interface SaveFacts {
  readonly save: number;
  /** 7 without one. */
  readonly invulnerable: number;
  readonly ap: number;
  readonly cover: number;
  readonly bonus: number;
  readonly malus: number;
}

/**
 * The unmodified face from which a model saves, the better of armour and invulnerable (C-SAV-01 to C-SAV-04); 7 when it
 * cannot. No automatic success on 6, a 1 always fails.
 */
export function neededToSave(facts: SaveFacts, cap: number, reading: "net" | "bonus"): number {
  const { ap, cover, bonus, malus } = facts;
  const armour =
    reading === "net" ? Math.min(cap, ap + cover + bonus + malus) : ap + malus + Math.min(cap, cover + bonus);
  const modifier = Math.min(cap, bonus + malus); // neither AP nor cover touch an invulnerable save
  return clamp(Math.min(facts.save - armour, facts.invulnerable > D6 ? 7 : facts.invulnerable - modifier), 2, 7);
}

/** The result of an unmodified face. */
export const categoryOf = (face: number, roll: D6Roll): number =>
  face >= roll.critical ? CRITICAL : face >= roll.success ? SUCCESS : FAILURE;

/** QC-06: whether a policy rolls a face again. */
const wants = (policy: Reroll, face: number, roll: D6Roll): boolean => {
  switch (policy) {
    case "none":
      return false;
    case "ones":
      return face === 1;
    case "failures":
      return face < roll.success;
    case "nonCritical":
      return face < Math.min(roll.critical, D6);
  }
};

/**
 * Rolls a die and, where a policy wants it, once again (C-RR-01).
 * @param spare whether the one re-roll is still there
 * @returns FAILURE, SUCCESS or CRITICAL, with SPENT added when the one re-roll was used
 */
export function rollDie(dice: Dice, roll: D6Roll, spare: boolean, rule: string): number {
  const { reroll, once } = roll;
  if (reroll === "none" && (once === "none" || !spare) && roll.critical > D6)
    return dice.atLeast(D6, roll.success, rule) ? SUCCESS : FAILURE;
  const face = dice.face(D6, rule);
  if (wants(reroll, face, roll)) return categoryOf(dice.face(D6, "C-RR-01"), roll);
  if (spare && wants(once, face, roll)) return categoryOf(dice.face(D6, "C-RR-01"), roll) + SPENT;
  return categoryOf(face, roll);
}

/** The stronger of two policies. */
export const strongerReroll = (a: Reroll, b: Reroll): Reroll => {
  const order: readonly Reroll[] = ["none", "ones", "failures", "nonCritical"];
  return order[Math.max(order.indexOf(a), order.indexOf(b))]!;
};
