import { READY } from "../words.ts";
import type { Field } from "./field.ts";

/** A-GEN-03: of those who have not acted, the highest initiative of a ready soldier, then Alpha, then list order. */
export function nextToFire(field: Field, units: readonly number[], acted: Uint8Array, alpha: number): number {
  let best = -1;
  let rank = -3;
  for (let k = 0; k < units.length; k++) {
    const unit = units[k]!;
    if (acted[unit]) continue;
    const { first, size, initiative, side, unit: profile } = field.plan.squads[unit]!;
    const bonus = side === alpha ? 1 : 0;
    let highest = profile.vehicle ? 2 * initiative[0]! + bonus : -3;
    for (let i = first; i < first + size; i++)
      if (field.state[i] === READY) {
        const value = 2 * initiative[field.kind[i]!]! + bonus;
        if (value > highest) highest = value;
      }
    if (best < 0 || highest > rank) {
      best = unit;
      rank = highest;
    }
  }
  return best;
}
