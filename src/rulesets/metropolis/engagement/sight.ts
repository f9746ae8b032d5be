import { at, CONTACT, MEDIUM, SEEN_MEDIUM, SEEN_SHORT, SHORT } from "./profile.ts";
import { type FightUnit, NOBODY } from "./unit.ts";

/** The band of the gap to an enemy, an index into BANDS. */
export const bandTo = (unit: FightUnit, enemy: number, turn: number): number =>
  at(unit.profile.against[enemy]!.bands, turn);

/** The nearest enemy that stands and, for shooting, is not in melee; NOBODY if there is none. */
export function nearestOf(units: readonly FightUnit[], unit: FightUnit, turn: number, forShooting: boolean): number {
  const enemies = at(unit.profile.nearest, turn);
  for (let i = 0; i < enemies.length; i++) {
    const enemy = units[enemies[i]!]!;
    if (enemy.stands && !(forShooting && enemy.inMelee)) return enemies[i]!;
  }
  return NOBODY;
}

/** B-MOR-06: the bands in which enemies are in sight. Who is in melee has whom he fights at short range, whatever the gap. */
export function seenBy(units: readonly FightUnit[], unit: FightUnit, turn: number, inSight: boolean): number {
  let seen = unit.inMelee ? SEEN_SHORT : 0;
  if (!inSight) return seen;
  const enemies = at(unit.profile.nearest, turn);
  for (let i = 0; i < enemies.length; i++) {
    const enemy = units[enemies[i]!]!;
    if (!enemy.stands || enemies[i] === unit.opponent || units[enemy.opponent] === unit) continue;
    const band = bandTo(unit, enemies[i]!, turn);
    if (band === CONTACT || band === SHORT) seen |= SEEN_SHORT;
    else if (band === MEDIUM) seen |= SEEN_MEDIUM;
  }
  return seen;
}
