import type { Dice } from "../../dice/index.ts";
import { newTale, playAttack, rollAttacks, stagesOf, type Tale, takeDevastating, takeWound } from "./attack.ts";
import { type Chance, OnDice } from "./chance.ts";
import type { Formation } from "./formation.ts";
import { type OwnLosses, ownFormation, rollLosses } from "./losses.ts";
import { formationOfTarget } from "./solve.ts";
import { type AttackedUnit, sparesOf } from "./volley.ts";

/** A unit's attacks as a whole: everything the dice decide. */
export interface Attack {
  readonly targets: readonly AttackedUnit[];
  /** By target: which lines have Deadly Demise. */
  readonly demising: readonly (readonly boolean[])[];
  readonly own: OwnLosses;
}

/**
 * Substreams of a paired run: the numbers of attacks of a volley, each of its attacks, each of its devastating wounds, and
 * what the attackers do to themselves. See docs/streams.md.
 */
const NUMBER_SUBSTREAM = 0;
const ATTACK_SUBSTREAM = 1;
const DEVASTATING_SUBSTREAM = 2;
const LOSS_SUBSTREAM = 3;
export const lossSubstreamOf = (target: number): number => substreamOf(target, 0, LOSS_SUBSTREAM);
const substreamOf = (target: number, volley: number, what: number): number => (target << 16) | (volley << 2) | what;

/**
 * Volleys at a target made ready to be played again and again (C-SEQ).
 * @param index of the target, for its substreams
 * @returns plays them, from the state in which they find it
 */
export function targetPlayer(
  { volleys, spill, devastatingWhen }: Pick<AttackedUnit, "volleys" | "spill" | "devastatingWhen">,
  formation: Formation,
  index = 0,
): (chance: Chance, state: number) => Tale {
  const steps = stagesOf(volleys.length, devastatingWhen).map(({ volley: v, devastating }) => {
    const volley = volleys[v]!;
    const wounded = (chance: Chance, tale: Tale) => takeWound(chance, volley, formation, tale);
    return {
      v,
      volley,
      who: `${index}.${v}`,
      devastating,
      step: devastating
        ? (chance: Chance, tale: Tale) => takeDevastating(chance, volley, formation, tale, spill)
        : (chance: Chance, tale: Tale) => playAttack(chance, volley, tale, wounded),
    };
  });
  return (chance, state) => {
    const tale = newTale(state);
    /** By volley. */
    const putOff: number[] = [];
    for (const { v, volley, who, devastating, step } of steps) {
      if (devastating) {
        if (putOff[v]! > 0) chance.by(who).repeat(putOff[v]!, tale, step, substreamOf(index, v, DEVASTATING_SUBSTREAM));
        continue;
      }
      const dice = chance.by(who);
      dice.substream(substreamOf(index, v, NUMBER_SUBSTREAM), 0);
      const number = { attacks: 0, again: 1 };
      rollAttacks(dice, volley, number);
      tale.spares = sparesOf(volley);
      tale.devastating = 0;
      dice.repeat(number.attacks, tale, step, substreamOf(index, v, ATTACK_SUBSTREAM));
      putOff.push(tale.devastating);
    }
    return tale;
  };
}

/** Models with Deadly Demise destroyed in a state. */
export const demisesIn = (formation: Formation, demising: readonly boolean[], state: number): number =>
  demising.reduce((sum, has, line) => (has ? sum + formation.killedOf(state, line) : sum), 0);

/** A whole attack made ready to be played again and again. */
export function player(attack: Attack) {
  const formations = attack.targets.map(formationOfTarget);
  const formation = ownFormation(attack.own);
  const targets = attack.targets.map((target, i) => targetPlayer(target, formations[i]!, i));
  return {
    formations,
    /** Plays it: every target after the other (C-SH-08), then what the attackers did to themselves. */
    play(dice: Dice): { readonly tales: readonly Tale[]; readonly selfKilled: number } {
      const chance = new OnDice(dice);
      const tales = targets.map((play, i) => play(chance, formations[i]!.start));
      const destroyed = tales.map(({ state }, i) => demisesIn(formations[i]!, attack.demising[i]!, state));
      chance.substream(lossSubstreamOf(0), 0);
      return { tales, selfKilled: rollLosses(chance, attack.own, formation, destroyed) };
    },
  };
}
