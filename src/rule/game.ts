import type { Sentence } from "./message.ts";

/** Fights that two sides steer: turn by turn both choose at once, knowing the state. */

/** The states of one side: what is counted of it in each, by name. */
export interface SideStates {
  readonly size: number;
  readonly start: number;
  /** Its state in a pair. */
  at(pair: number): number;
  /** By name (`ready`, `pinned` …), the number in each state. */
  readonly counts: Readonly<Record<string, Int32Array>>;
  /** By state: 1 where there is somebody to give an order to. */
  readonly chooses: Uint8Array;
}

/** For each pair of states (and of how the sides stand to each other, where that counts), a number. */
export type OfPairs = Float64Array;

export interface Game {
  readonly turns: number;
  /** What either side may choose, by name. */
  readonly choices: readonly [readonly string[], readonly string[]];
  readonly states: readonly [SideStates, SideStates];
  /** The pair in which it begins. */
  readonly start: number;
  /** How the sides stand to each other in a pair, where the states do not say it all. */
  contact?(pair: number): string;
  /** What the first side has of every pair of states when the last turn is over: 1 a win, 1/2 a draw, 0 a loss. */
  readonly worth: OfPairs;
  /**
   * One turn (from 0) looked back on: what `worth` after it is worth before it, on average, by what the two sides choose.
   * Where a side has nobody to choose for, its choice makes no difference.
   */
  before(turn: number, worth: OfPairs): (first: number, second: number) => OfPairs;
  /**
   * The same looked forward on: the chances of every pair after the turn, of chances before it, under one choice of each
   * side. Chances add up, so that what different states choose may be followed apart.
   */
  after(turn: number, chances: OfPairs, first: number, second: number): OfPairs;
}

/** Why a fight is no game that can be solved. */
export interface NoGame {
  readonly impossible: Sentence;
  /** What was asked to be chosen from and cannot be, with what is said of each. */
  readonly strange?: readonly { readonly order: string; readonly reason: Sentence }[];
}
