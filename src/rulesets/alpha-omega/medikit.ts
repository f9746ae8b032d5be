import type { Defence } from "./damage.ts";
import type { Line } from "./lines.ts";
import type { Options } from "./options.ts";
import { type Aptitude, READY } from "./words.ts";

/** E-09, E-10: an aptitude that every soldier has is the unit's; that of a bearer needs him ready. */
export const isCovered = (aptitude: Aptitude, lines: readonly Line[], states: readonly number[]): boolean =>
  lines.every((line) => line.aptitudes.includes(aptitude)) ||
  lines.some((line, i) => line.aptitudes.includes(aptitude) && states[i] === READY);

/** Medikits for the wound rolls of hits (QA-20, QA-19): 0 unless the option and the unit allow it; null is no limit. */
export function medikitsOnDamage(
  lines: readonly Line[],
  states: readonly number[],
  { medikitOnDamage, medikitUses }: Pick<Options, "medikitOnDamage" | "medikitUses">,
): number | null {
  if (!medikitOnDamage || !isCovered("medikit", lines, states)) return 0;
  if (medikitUses === "unlimited") return null;
  return "perTurn" in medikitUses ? medikitUses.perTurn : medikitUses.perGame;
}

const ALL_PIN = [10, 10] as const;
/**
 * What the dice would have said without a medikit: for tellings. No part of a defence, so that keys of distributions
 * leave it out.
 */
const UNTREATED = new WeakMap<Defence["bands"], Defence["bands"]>();

/** A soldier whose every wound roll is treated at once (QA-20): all bands pin. */
export function alwaysTreated<D extends Pick<Defence, "bands">>(defence: D): D {
  const bands = [ALL_PIN, ALL_PIN, ALL_PIN] as const;
  UNTREATED.set(bands, untreated(defence.bands) ?? defence.bands);
  return { ...defence, bands };
}

/** The bands of a soldier before `alwaysTreated`; undefined where no medikit is in them. */
export const untreated = (bands: Defence["bands"]): Defence["bands"] | undefined => UNTREATED.get(bands);
