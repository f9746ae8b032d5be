import type { Chance } from "./chance.ts";
import { ATTACKS, DAMAGE, HIT, LOSS, PAIN, SAVE, WOUNDING } from "./distributions.ts";
import type { Formation } from "./formation.ts";
import { blowOf, picksOut } from "./place.ts";
import { SPENT } from "./rolls.ts";
import {
  type AttackedUnit,
  DEVASTATING,
  damageOn,
  NO_WOUND,
  painOf,
  SPARE_SAVE,
  SPARE_WOUND,
  type Volley,
} from "./volley.ts";
import { SUCCESS } from "./words.ts";

/**
 * The attack sequence, written once over a chance: played by dice (play.ts), told by dice with a pen (telling.ts), and
 * made into distributions (chain.ts, counts.ts), which the solver sums and the kernel draws from.
 */

/** What has come of a volley so far, and the one-die re-rolls that are left (bits of volley.ts). */
export interface Tally {
  spares: number;
  hits: number;
  wounds: number;
  unsaved: number;
  /** Devastating wounds that are still to be worked off; they count as unsaved at once. */
  devastating: number;
}

/** The same of all volleys at one target, and where they leave it. */
export interface Tale extends Tally {
  state: number;
}

export const newTally = (spares: number): Tally => ({ spares, hits: 0, wounds: 0, unsaved: 0, devastating: 0 });

export const newTale = (state: number, spares = 0): Tale => ({
  spares,
  hits: 0,
  wounds: 0,
  unsaved: 0,
  devastating: 0,
  state,
});

/** The attacks of a volley: every weapon rolls its own (QC-11), at most one of them again. */
export function rollAttacks(chance: Chance, volley: Volley, tale: { attacks: number; again: number }): void {
  chance.repeat(volley.weapons, tale, (dice, at) => {
    const { value, spent } = dice.ask(ATTACKS, volley, at.again === 1);
    if (spent) at.again = 0;
    at.attacks += value;
  });
}

/**
 * One attack: hit roll, then the wound roll of each hit that does not wound by itself (C-SEQ, C-AB-LETHAL-HITS).
 * @param wounded what becomes of a wound that may be saved
 */
export function playAttack<T extends Tally>(
  chance: Chance,
  volley: Volley,
  tale: T,
  wounded: (chance: Chance, tale: T) => void,
): void {
  const { ordinary, automatic, spares } = chance.ask(HIT, volley, tale.spares);
  tale.spares = spares;
  tale.hits += ordinary + automatic;
  if (automatic > 0)
    chance.repeat(automatic, tale, (dice, at) => {
      at.wounds++;
      wounded(dice, at);
    });
  if (ordinary === 1) toWound(chance, volley, tale, wounded);
  else if (ordinary > 1) chance.repeat(ordinary, tale, (dice, at) => toWound(dice, volley, at, wounded));
}

/** The wound roll of a hit; a devastating wound is put off (C-WND-01, C-AB-DEVASTATING-WOUNDS). */
function toWound<T extends Tally>(
  chance: Chance,
  volley: Volley,
  tale: T,
  wounded: (chance: Chance, tale: T) => void,
): void {
  const result = chance.ask(WOUNDING, volley, tale.spares);
  if (result >= SPENT) tale.spares &= ~SPARE_WOUND;
  if ((result & 3) === NO_WOUND) return;
  tale.wounds++;
  if ((result & 3) === DEVASTATING) {
    tale.devastating++;
    tale.unsaved++;
  } else wounded(chance, tale);
}

/** One saving throw by a model of `line` (C-SAV-01): whether the attack gets past it. */
export function isUnsaved(chance: Chance, volley: Volley, line: number, tale: Tally): boolean {
  const save = chance.ask(SAVE, volley, line, tale.spares);
  if (save >= SPENT) tale.spares &= ~SPARE_SAVE;
  if ((save & 3) >= SUCCESS) return false;
  tale.unsaved++;
  return true;
}

/** One wound of a volley that is not devastating: save, then damage (C-SAV-01, C-DMG-01). */
export function takeWound(chance: Chance, volley: Volley, formation: Formation, tale: Tale): void {
  const line = formation.lineAt(tale.state, picksOut(volley, formation, tale.state));
  if (isUnsaved(chance, volley, line, tale)) suffer(chance, volley, formation, tale);
}

/** What an attack past its save costs (C-DMG-01). */
export function suffer(chance: Chance, volley: Volley, formation: Formation, tale: Tale): void {
  if (formation.isDestroyed(tale.state)) return;
  const precise = picksOut(volley, formation, tale.state);
  const line = formation.lineAt(tale.state, precise);
  const blow = blowOf(volley, formation, tale.state, line);
  const { points, spares } = chance.ask(LOSS, volley, line, blow, tale.spares);
  tale.spares = spares;
  const from = blow === "guarded" ? formation.unguarded(tale.state) : tale.state;
  tale.state = formation.hurt(from, precise, points);
}

/**
 * Mortal wounds one at a time, each ignored on the Feel No Pain of the model it falls on; what one model does not have,
 * the next one takes (C-DMG-02, C-DMG-03).
 * @param pain of a line, 7 without one
 */
export function takeMortalWounds(
  chance: Chance,
  formation: Formation,
  tale: { state: number },
  precise: boolean,
  points: number,
  pain: (line: number) => number,
): void {
  chance.repeat(points, tale, (dice, at) => {
    if (formation.isDestroyed(at.state)) return;
    if (dice.ask(PAIN, 1, pain(formation.lineAt(at.state, precise))) === 1)
      at.state = formation.spill(at.state, precise, 1);
  });
}

/** One devastating wound (C-AB-DEVASTATING-WOUNDS): no save; on one model (C-DMG-04), or carried over (QC-01). */
export function takeDevastating(
  chance: Chance,
  volley: Volley,
  formation: Formation,
  tale: { state: number },
  spill: boolean,
): void {
  if (formation.isDestroyed(tale.state)) return;
  const precise = picksOut(volley, formation, tale.state, true);
  const line = formation.lineAt(tale.state, precise);
  if (!spill) {
    tale.state = formation.hurt(tale.state, precise, chance.ask(LOSS, volley, line, "mortal", 0).points);
    return;
  }
  const points = chance.ask(DAMAGE, damageOn(volley, line, "mortal"), false).value;
  takeMortalWounds(chance, formation, tale, precise, points, (index) => painOf(volley, index, "mortal"));
}

/** The order in which so many volleys are worked off (C-SH-08), and the devastating wounds they put off (QC-15). */
export function stagesOf(volleys: number, devastatingWhen: AttackedUnit["devastatingWhen"]) {
  const attacks = Array.from({ length: volleys }, (_, volley) => ({ volley, devastating: false }));
  const later = attacks.map(({ volley }) => ({ volley, devastating: true }));
  return devastatingWhen === "endOfUnit" ? [...attacks, ...later] : attacks.flatMap((attack, v) => [attack, later[v]!]);
}
