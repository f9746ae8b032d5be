import { by, type Dice } from "../../dice/index.ts";
import type { RollAsked } from "./distributions.ts";

/**
 * What the procedures of this game (play.ts, losses.ts) ask of chance. `OnDice` answers from dice, as play and telling
 * do; `waysOn` (weighed.ts) answers in every way there is, each with its weight, and makes of a procedure its distribution.
 */
export interface Chance {
  /** What a roll comes to. */
  ask<A extends readonly unknown[], T>(asked: RollAsked<A, T>, ...given: A): T;
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

  ask<A extends readonly unknown[], T>(asked: RollAsked<A, T>, ...given: A): T {
    return asked.roll(this.#dice, ...given);
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
