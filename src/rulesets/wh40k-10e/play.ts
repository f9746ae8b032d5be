import { by, type Dice } from "../../dice/index.ts";
import { rollAmount, rollDamage } from "./damage.ts";
import type { Formation } from "./formation.ts";
import { type OwnLosses, ownFormation, rollLosses } from "./losses.ts";
import { blowOf, picksOut } from "./place.ts";
import { SPENT } from "./rolls.ts";
import { formationOfTarget } from "./solve.ts";
import {
  DEVASTATING,
  damageOn,
  NO_WOUND,
  painOf,
  rollHit,
  rollLoss,
  rollSave,
  rollWound,
  SPARE_SAVE,
  SPARE_WOUND,
  sparesOf,
  type Target,
  type Volley,
} from "./volley.ts";
import { D6, SUCCESS } from "./words.ts";

/** A unit's attacks as a whole: everything the dice decide. */
export interface Attack {
  readonly targets: readonly Target[];
  /** By target: which lines have Deadly Demise. */
  readonly demising: readonly (readonly boolean[])[];
  readonly own: OwnLosses;
}

/** How one target came out. */
export interface Tale {
  hits: number;
  wounds: number;
  unsaved: number;
  state: number;
}

/** One wound of a volley that is not devastating: save, then damage (C-SAV-01, C-DMG-01). Returns the spares left. */
export function takeWound(dice: Dice, volley: Volley, formation: Formation, tale: Tale, spares: number): number {
  const line = formation.lineAt(tale.state, picksOut(volley, formation, tale.state));
  const save = rollSave(dice, volley, line, spares);
  const left = save >= SPENT ? spares & ~SPARE_SAVE : spares;
  if ((save & 3) >= SUCCESS) return left;
  tale.unsaved++;
  return suffer(dice, volley, formation, tale, left);
}

/** What an attack past its save costs (C-DMG-01). Returns the spares left. */
export function suffer(dice: Dice, volley: Volley, formation: Formation, tale: Tale, spares: number): number {
  if (formation.isDestroyed(tale.state)) return spares;
  const precise = picksOut(volley, formation, tale.state);
  const line = formation.lineAt(tale.state, precise);
  const blow = blowOf(volley, formation, tale.state, line);
  const loss = rollLoss(dice, volley, line, blow, spares);
  const from = blow === "guarded" ? formation.unguarded(tale.state) : tale.state;
  tale.state = formation.hurt(from, precise, loss.points);
  return loss.spares;
}

/** One devastating wound (C-AB-DEVASTATING-WOUNDS): no save; on one model, or point by point where it carries over. */
export function takeDevastating(dice: Dice, volley: Volley, formation: Formation, tale: Tale, spill: boolean): void {
  if (formation.isDestroyed(tale.state)) return;
  const precise = picksOut(volley, formation, tale.state, true);
  const line = formation.lineAt(tale.state, precise);
  if (!spill) {
    tale.state = formation.hurt(tale.state, precise, rollLoss(dice, volley, line, "mortal", 0).points);
    return;
  }
  const { value } = rollDamage(dice, damageOn(volley, line, "mortal"), false);
  for (let point = 0; point < value && !formation.isDestroyed(tale.state); point++) {
    const pain = painOf(volley, formation.lineAt(tale.state, precise), "mortal");
    if (pain > D6 || !dice.atLeast(D6, pain, "C-DMG-02")) tale.state = formation.spill(tale.state, precise, 1);
  }
}

/**
 * Lanes of a paired run: the numbers of attacks of a volley, each of its attacks, each of its devastating wounds, and
 * what the attackers do to themselves. See docs/streams.md.
 */
const NUMBER_LANE = 0;
const ATTACK_LANE = 1;
const DEVASTATING_LANE = 2;
const LOSS_LANE = 3;
export const lossLaneOf = (target: number): number => laneOf(target, 0, LOSS_LANE);
const laneOf = (target: number, volley: number, what: number): number => (target << 16) | (volley << 2) | what;

/**
 * All attacks of a volley, one after another (C-SEQ). Returns its devastating wounds, which come later.
 * @param place of its lanes
 */
function playVolley(dice: Dice, volley: Volley, formation: Formation, tale: Tale, place: number): number {
  dice.lane?.(place | NUMBER_LANE, 0);
  let attacks = 0;
  let again = true;
  for (let weapon = 0; weapon < volley.weapons; weapon++) {
    const policies = { reroll: "none", once: volley.attacksOnce } as const;
    const { value, spent } = rollAmount(dice, volley.attacks, policies, again, "C-SH-07");
    if (spent) again = false;
    attacks += Math.max(0, value);
  }
  let spares = sparesOf(volley);
  let devastating = 0;
  for (let attack = 0; attack < attacks; attack++) {
    dice.lane?.(place | ATTACK_LANE, attack);
    const hit = rollHit(dice, volley, spares);
    spares = hit.spares;
    tale.hits += hit.ordinary + hit.automatic;
    for (let wound = 0; wound < hit.automatic; wound++) {
      tale.wounds++;
      spares = takeWound(dice, volley, formation, tale, spares);
    }
    for (let each = 0; each < hit.ordinary; each++) {
      const result = rollWound(dice, volley, spares);
      if (result >= SPENT) spares &= ~SPARE_WOUND;
      if ((result & 3) === NO_WOUND) continue;
      tale.wounds++;
      if ((result & 3) === DEVASTATING) {
        devastating++;
        tale.unsaved++;
      } else spares = takeWound(dice, volley, formation, tale, spares);
    }
  }
  return devastating;
}

/**
 * All volleys at one target, in order, then the devastating wounds they put off (QC-15).
 * @param state in which they find it
 */
export function playTarget(
  dice: Dice,
  target: Pick<Target, "volleys" | "spill" | "devastatingWhen">,
  formation: Formation,
  index = 0,
  state = formation.start,
): Tale {
  const tale: Tale = { hits: 0, wounds: 0, unsaved: 0, state };
  const later: number[] = [];
  const devastate = (volley: Volley, which: number, wounds: number): void => {
    for (let wound = 0; wound < wounds; wound++) {
      dice.lane?.(laneOf(index, which, DEVASTATING_LANE), wound);
      takeDevastating(by(dice, `${index}.${which}`), volley, formation, tale, target.spill);
    }
  };
  target.volleys.forEach((volley, i) => {
    const devastating = playVolley(by(dice, `${index}.${i}`), volley, formation, tale, laneOf(index, i, 0));
    later.push(devastating);
    if (target.devastatingWhen === "endOfUnit") return;
    devastate(volley, i, devastating);
    later[i] = 0;
  });
  target.volleys.forEach((volley, i) => {
    devastate(volley, i, later[i]!);
  });
  return tale;
}

/** Models with Deadly Demise destroyed in a state. */
export const demisesIn = (formation: Formation, demising: readonly boolean[], state: number): number =>
  demising.reduce((sum, has, line) => (has ? sum + formation.killedOf(state, line) : sum), 0);

/** A whole attack made ready to be played again and again. */
export function player(attack: Attack) {
  const formations = attack.targets.map(formationOfTarget);
  const own = ownFormation(attack.own);
  return {
    formations,
    /** Plays it: every target after the other (C-SH-08), then what the attackers did to themselves. */
    play(dice: Dice): { readonly tales: readonly Tale[]; readonly selfKilled: number } {
      const tales = attack.targets.map((target, i) => playTarget(dice, target, formations[i]!, i));
      const destroyed = tales.map(({ state }, i) => demisesIn(formations[i]!, attack.demising[i]!, state));
      dice.lane?.(lossLaneOf(0), 0);
      return { tales, selfKilled: rollLosses(dice, attack.own, own, destroyed) };
    },
  };
}
