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
  readonly label: string;
  readonly models: number;
  /** Of each model; left out where nothing says it. */
  readonly points?: number;
  readonly start: State;
  /** States that it can be in, at most. */
  readonly most: number;
  /** Tells states apart. */
  key(state: State): string;
  /** STANDS, LIES or GONE. */
  left(state: State): number;
  /** What is counted of it, by `counted` of the turn: models it has lost first. */
  counts(state: State): readonly number[];
}

/** A unit that acts. */
export interface Actor<State> {
  readonly name: string;
  readonly label: string;
  /** Whom it chooses, the first that stands: marks, most wanted first. */
  readonly wishes: readonly number[];
  /** By mark: whether it can do anything to it once it is chosen. */
  readonly may: readonly boolean[];
  /** What it does to a mark, by dice. */
  act(mark: number, state: State, dice: Dice): State;
  /** The same, every way it may go with its chance. */
  ways(mark: number, state: State): readonly (readonly [State, number])[];
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
  /** Why it has no exact answer; left out where it has one. */
  readonly impossible?: Sentence;
}

/** Whom an actor chooses, by what is left of each mark; -1 where there is nobody, or nobody it can do anything to. */
export function chosenBy<State>({ wishes, may }: Actor<State>, left: (mark: number) => number): number {
  for (const wanted of [STANDS, LIES])
    for (const mark of wishes) if (left(mark) === wanted) return may[mark]! ? mark : -1;
  return -1;
}
