import type { Dice } from "../../dice/index.ts";
import { type DiceAmount, doubleMean, isFixed, least, most, roll } from "./amount.ts";
import { D6, type Reroll } from "./words.ts";

/** The Damage of a weapon against one line of models, with everything that changes it (C-MOD-02, C-DMG-05). */
export interface Damage {
  readonly amount: DiceAmount;
  /** Replaces the roll: "change to 0". */
  readonly zero: boolean;
  readonly halve: boolean;
  /** Melta X; may be rolled for. */
  readonly melta: DiceAmount;
  /** What is added, and what is taken away after that; neither is negative. */
  readonly plus: number;
  readonly minus: number;
  /** QC-07: the least that subtraction leaves. */
  readonly minimum: number;
  readonly reroll: Reroll;
  readonly once: Reroll;
}

/** C-MOD-02: replaced, divided, added to, subtracted from, in that order; fractions up. */
export function damageAfter(rolled: number, melta: number, damage: Damage): number {
  let points = damage.zero ? 0 : rolled;
  if (damage.halve) points = (points + (points % 2)) / 2;
  points += melta + damage.plus;
  return damage.minus > 0 ? Math.max(Math.min(points, damage.minimum), points - damage.minus) : Math.max(0, points);
}

/** A damage roll that a policy rolls again: a 1; below the average; anything but the highest (C-RR-01: all dice). */
function wants(policy: Reroll, rolled: number, amount: DiceAmount): boolean {
  switch (policy) {
    case "none":
      return false;
    case "ones":
      return rolled - amount.plus === 1;
    case "failures":
      return 2 * rolled < doubleMean(amount);
    case "nonCritical":
      return rolled < most(amount);
  }
}

/** An amount rolled with its re-rolls. `spent` is set when the one re-roll was used. */
export function rollAmount(
  dice: Dice,
  amount: DiceAmount,
  policies: { readonly reroll: Reroll; readonly once: Reroll },
  spare: boolean,
  rule: string,
): { readonly value: number; readonly spent: boolean } {
  const value = roll(dice, amount, rule);
  if (wants(policies.reroll, value, amount)) return { value: roll(dice, amount, "C-RR-01"), spent: false };
  if (spare && wants(policies.once, value, amount)) return { value: roll(dice, amount, "C-RR-01"), spent: true };
  return { value, spent: false };
}

/** The damage of one attack that got past the save (C-DMG-01), before Feel No Pain. What becomes 0 is not rolled for. */
export function rollDamage(
  dice: Dice,
  damage: Damage,
  spare: boolean,
): { readonly value: number; readonly spent: boolean } {
  const { value, spent } = damage.zero
    ? { value: 0, spent: false }
    : rollAmount(dice, damage.amount, damage, spare, "C-DMG-01");
  return { value: damageAfter(value, roll(dice, damage.melta, "C-AB-MELTA"), damage), spent };
}

export const mostDamage = (damage: Damage): number => damageAfter(most(damage.amount), most(damage.melta), damage);
export const leastDamage = (damage: Damage): number => damageAfter(least(damage.amount), least(damage.melta), damage);
export const isFixedDamage = (damage: Damage): boolean => isFixed(damage.amount) && isFixed(damage.melta);

/** C-DMG-02: how many of `points` a model loses; each is ignored on `feelNoPain` or more (7: none). */
export const feelPain = (dice: Dice, points: number, feelNoPain: number): number =>
  feelNoPain > D6 ? points : points - dice.count(D6, points, feelNoPain, "C-DMG-02");
