import { leastDamage } from "./damage.ts";
import type { Formation } from "./formation.ts";
import { damageOn, type PastSave, type Volley } from "./volley.ts";

/** What a failed save of a model of `line` lets through: the unit's first may cost nothing. */
export const blowOf = (volley: Volley, formation: Formation, state: number, line: number): PastSave =>
  formation.isGuarded(state) && volley.against[line]!.guarded ? "guarded" : "open";

/**
 * Whether the next attack is allocated to a character (C-AB-PRECISION, QC-16). That it kills is known before the save
 * only where its least Damage is enough for the wounds the character has left.
 */
export function picksOut(volley: Volley, formation: Formation, state: number, isMortal = false): boolean {
  if (volley.precise !== "whenItKills") return volley.precise === "always";
  const left = formation.heroLeft(state);
  if (left === 0) return false;
  const line = formation.lineAt(state, true);
  const blow = isMortal ? "mortal" : blowOf(volley, formation, state, line);
  return leastDamage(damageOn(volley, line, blow)) >= left;
}
