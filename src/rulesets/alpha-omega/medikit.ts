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

/** A soldier whose every wound roll is treated at once: all bands pin. */
export const alwaysTreated = <D extends Pick<Defence, "bands">>(defence: D): D => ({
  ...defence,
  bands: [ALL_PIN, ALL_PIN, ALL_PIN],
});
const ALL_PIN = [10, 10] as const;
