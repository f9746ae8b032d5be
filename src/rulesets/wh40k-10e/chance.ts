import { by, type Dice } from "../../dice/index.ts";
import { type DiceAmount, roll } from "./amount.ts";
import { feelPain, rollAmount, rollDamage } from "./damage.ts";
import {
  type AttackLoss,
  damageOn,
  type HitRollResult,
  type PastSave,
  rollHit,
  rollLoss,
  rollSave,
  rollWound,
  type Volley,
} from "./volley.ts";
import { D6 } from "./words.ts";

/**
 * What the procedures of this game (play.ts, losses.ts) ask of chance. `OnDice` answers from dice, as play and telling
 * do; `Weighed` (weighed.ts) answers in every way there is, each with its weight, and makes of a procedure its distribution.
 */
export interface Chance {
  /** The attacks of one weapon of a volley (C-SH-07). `again`: whether the one re-roll is still there. */
  attacks(volley: Volley, again: boolean): { readonly value: number; readonly spent: boolean };
  /** The rolls of volley.ts; `spares` are the one-die re-rolls that are still there. */
  hit(volley: Volley, spares: number): HitRollResult;
  wound(volley: Volley, spares: number): number;
  save(volley: Volley, line: number, spares: number): number;
  loss(volley: Volley, line: number, blow: PastSave, spares: number): AttackLoss;
  /** The mortal wounds of an attack on a model of `line`, before Feel No Pain. */
  mortalWounds(volley: Volley, line: number): number;
  /** How many of `points` a model loses past its Feel No Pain (7: none). */
  feel(points: number, feelNoPain: number): number;
  amount(amount: DiceAmount, rule: string): number;
  /** How many of `k` D6 show `needed` or more; and whether one does. */
  count(k: number, needed: number, rule: string): number;
  passes(needed: number, rule: string): boolean;
  /**
   * One step so many times, each from where the one before has led: it changes `tale`, a plain record of numbers which
   * is all that it goes by.
   * @param substream where each step has dice of its own in a paired run
   */
  repeat<T extends object>(times: number, tale: T, step: (chance: Chance, tale: T) => void, substream?: number): void;
  /** The same with a word on whom it concerns, where it is told. */
  by(who: string): Chance;
  /** In a paired run, what follows has dice of its own. See docs/streams.md. */
  substream(substream: number, seat: number): void;
}

/** Chance as dice have it. */
export class OnDice implements Chance {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  attacks({ attacks, attacksOnce: once }: Volley, again: boolean) {
    const { value, spent } = rollAmount(this.#dice, attacks, { reroll: "none", once }, again, "C-SH-07");
    return { value: Math.max(0, value), spent };
  }

  hit(volley: Volley, spares: number): HitRollResult {
    return rollHit(this.#dice, volley, spares);
  }

  wound(volley: Volley, spares: number): number {
    return rollWound(this.#dice, volley, spares);
  }

  save(volley: Volley, line: number, spares: number): number {
    return rollSave(this.#dice, volley, line, spares);
  }

  loss(volley: Volley, line: number, blow: PastSave, spares: number): AttackLoss {
    return rollLoss(this.#dice, volley, line, blow, spares);
  }

  mortalWounds(volley: Volley, line: number): number {
    return rollDamage(this.#dice, damageOn(volley, line, "mortal"), false).value;
  }

  feel(points: number, feelNoPain: number): number {
    return feelPain(this.#dice, points, feelNoPain);
  }

  amount(amount: DiceAmount, rule: string): number {
    return roll(this.#dice, amount, rule);
  }

  count(k: number, needed: number, rule: string): number {
    return this.#dice.count(D6, k, needed, rule);
  }

  passes(needed: number, rule: string): boolean {
    return this.#dice.atLeast(D6, needed, rule);
  }

  repeat<T extends object>(times: number, tale: T, step: (chance: Chance, tale: T) => void, substream?: number): void {
    for (let i = 0; i < times; i++) {
      if (substream !== undefined) this.substream(substream, i);
      step(this, tale);
    }
  }

  by(who: string): Chance {
    const told = by(this.#dice, who);
    return told === this.#dice ? this : new OnDice(told);
  }

  substream(substream: number, seat: number): void {
    this.#dice.substream?.(substream, seat);
  }
}
