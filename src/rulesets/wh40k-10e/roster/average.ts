/** How strong a weapon is by and large: which of several a model fights with where nobody says. */
import type { Data } from "../../data.ts";
import { doubleMean, parseAmount } from "../amount.ts";
import { neededToWound } from "../rolls.ts";

/** Whom it is measured by: Toughness 5, a save of 3+, 3 wounds. */
const TOUGHNESS = 5;
const SAVE = 3;
const WOUNDS = 3;

/** Wounds that one weapon takes from the model that weapons are measured by, abilities left out; of several profiles of the first. */
export function averageOf({ attacks, skill, strength, ap, damage }: Data): number {
  const mean = (amount: unknown) => doubleMean(parseAmount(amount as string | number)!) / 2;
  const hits = skill === undefined ? 1 : (7 - Number.parseInt(String(skill), 10)) / 6;
  const wounds = (7 - neededToWound(Number(strength), TOUGHNESS)) / 6;
  const unsaved = Math.min(1, (SAVE - Number(ap) - 1) / 6);
  return mean(attacks) * hits * wounds * unsaved * Math.min(WOUNDS, mean(damage));
}
