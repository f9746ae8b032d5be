/**
 * One turn of a whole side, whatever the game: units act one after another, each once, at units that keep what befalls
 * them. A ruleset says what its units are like and what an act does; the rest is here.
 */

import type { Dice } from "../../dice/index.ts";
import type { Sentence } from "../../rule/message.ts";

/** How gladly a unit is chosen: while somebody of it stands; while there is anybody left to hit; not any more. */
export const STANDS = 2;
export const LIES = 1;
export const GONE = 0;

/** A unit that is acted at. Its states are the ruleset's own. */
export interface Mark<State> {
  readonly name: string;
  readonly models: number;
  /** Of each model; left out where nothing says it. */
  readonly points?: number;
  readonly start: State;
  /** States that it can be in, at most. */
  readonly most: number;
  /** All of them, where they are known beforehand; else they are found as they come up. */
  readonly states?: readonly State[];
  /** Tells states apart. */
  key(state: State): string | number;
  /** STANDS, LIES or GONE. */
  left(state: State): number;
  /** What is counted of it, by `counted` of the turn: models it has lost first. */
  counts(state: State): readonly number[];
  /** The most of each. */
  readonly tops: readonly number[];
}

/** What befalls one mark in an act. */
export interface BlowAt<State> {
  readonly mark: number;
  /** By dice. */
  act(state: State, dice: Dice): State;
  /** The same, every way it may go with its chance. */
  ways(state: State): readonly (readonly [State, number])[];
}

/** What an actor does to itself, by what its blows have come to. */
export interface SelfHarm<State> {
  /** By blow, what matters of it, a whole number; left out of one that does not matter. */
  readonly causes: readonly (((before: State, after: State) => number) | undefined)[];
  /** Models lost, by dice. */
  roll(causes: readonly number[], dice: Dice): number;
  /** The chance of each number of models lost. */
  distribution(causes: readonly number[]): ArrayLike<number>;
}

/** An act: blows at different marks, one after another. */
export interface Deed<State> {
  readonly blows: readonly BlowAt<State>[];
  readonly losses?: SelfHarm<State>;
}

/** A unit that acts. */
export interface Actor<State> {
  readonly name: string;
  readonly deeds: readonly Deed<State>[];
  /** Marks that it may prefer to all others, the one that is written first. */
  readonly firsts: readonly number[];
  /**
   * Which of its deeds it does, by what is left of each mark; -1 where there is nobody to act at.
   * @param first the mark that it prefers to all others; as it is written unless given
   */
  choose(left: (mark: number) => number, first?: number): number;
  /** Models that it may lose to itself. */
  readonly mayLose?: number;
}

export interface Turn<State> {
  /** The rule that is played. */
  readonly id: string;
  readonly marks: readonly Mark<State>[];
  readonly actors: readonly Actor<State>[];
  /** Numbers of the actors as they act. */
  readonly order: readonly number[];
  /** By actor: whoever has a lower one acts before, by the rules; only like ones may change places. */
  readonly ranks: readonly number[];
  /** Names of what is counted of a mark; the first counts the models it has lost. */
  readonly counted: readonly string[];
  /** How many of those are told by actor too. */
  readonly byActor: number;
  /** Dice that an act rolls, about. Default 18. */
  readonly dice?: number;
  /** States of all marks together beyond which it is simulated. Default 500,000. */
  readonly solved?: number;
  /** Operations of the exact answer, where the ruleset counts them better than by states alone. */
  readonly operations?: number;
  /** Why it has no exact answer; left out where it has one. */
  readonly impossible?: Sentence;
}

/**
 * An actor that acts at one mark, the first of its wishes that stands: at nobody where it can do nothing to that.
 * @param may whether it can do anything to each mark once that is chosen
 */
export function wishing<State>(
  { wishes, may }: { readonly wishes: readonly number[]; readonly may: readonly boolean[] },
  blowAt: (mark: number) => BlowAt<State>,
): Pick<Actor<State>, "deeds" | "firsts" | "choose"> {
  return {
    deeds: may.map((can, mark) => ({ blows: can && wishes.includes(mark) ? [blowAt(mark)] : [] })),
    firsts: wishes.filter((mark, i) => i === 0 || may[mark]!),
    choose(left, first) {
      const wanted =
        first === undefined ? wishes : [...wishes].sort((a, b) => Number(b === first) - Number(a === first));
      for (const standing of [STANDS, LIES])
        for (const mark of wanted) if (left(mark) === standing) return may[mark]! ? mark : -1;
      return -1;
    },
  };
}
