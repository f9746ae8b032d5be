/**
 * What makes a field even, found by playing: fields are guessed, played and guessed again from what was learnt, then what was
 * found is played on other dice. What a unit may be made into, and what the field is to come to, each search says itself.
 */

import { EVEN, lowerOf, upperOf } from "./field.ts";
import { type Choice, cheapestEven, type FieldAim, unlessStopped } from "./field-search.ts";
import type { Estimate } from "./form.ts";
import { pairsOf, type WinMatrix } from "./statements.ts";
import { turned } from "./win.ts";

/** A field: by unit, the place among its choices. */
export type FieldAt = readonly number[];
export type FieldPair = readonly [number, number];

/** The share of wins of the first of each pair, both seats, of a field made into something. `again`: on other dice. */
export type PlayMade<T> = (made: T, pairs: readonly FieldPair[], again: boolean) => Promise<readonly Estimate[]>;
export type PlayChosen<C> = PlayMade<readonly C[]>;

/** What win chances are likely to be that were not played yet, learnt from those that were. */
export interface Guessing<C> {
  add(pair: string, own: C, enemy: C, win: number): void;
  /** To be called when all was added. */
  settle(): void;
  /** The first's share of wins. */
  at(pair: string, own: C, enemy: C): number;
}

export interface EvenAim extends Pick<FieldAim<Choice>, "of" | "within"> {
  /** By how much a field misses, beyond the tolerance; 0 where it does not. */
  readonly miss: (wins: WinMatrix) => number;
  /** Whether it is surely further off than the tolerance. */
  readonly isOff: (wins: WinMatrix) => boolean;
}

export const SAME = 1e-9;

/** Whether a chance is further from a half than the tolerance, whatever its limits allow. */
export const isSurelyOff = (chance: Estimate, within: number): boolean =>
  lowerOf(chance) > 0.5 + within + SAME || upperOf(chance) < 0.5 - within - SAME;

/** Searches, each with what the last one's field gave when it was played again. */
const ATTEMPTS = 4;

export abstract class EvenSearch<C extends Choice> {
  protected readonly choices: readonly (readonly C[])[];
  protected readonly aim: EvenAim;
  /** Wins of the field as the file has it. */
  protected readonly given: WinMatrix;
  /** The field as the file has it, and the best of which all pairs have been played. */
  protected readonly own: FieldAt;
  protected best: FieldAt;
  /** Fields that were played on the way, and once more on other dice. */
  protected tried = 0;
  protected triedAgain = 0;
  readonly #play: PlayChosen<C>;
  readonly #guesses: Guessing<C>;
  readonly #known = new Map<string, Estimate>();

  constructor(
    choices: readonly (readonly C[])[],
    aim: EvenAim,
    play: PlayChosen<C>,
    guesses: Guessing<C>,
    wins: WinMatrix,
  ) {
    this.choices = choices;
    this.aim = aim;
    this.given = wins;
    this.#play = play;
    this.#guesses = guesses;
    this.own = choices.map((all) => all.findIndex(({ change }) => change === 0));
    this.best = this.own;
    for (const [i, j] of this.pairs()) this.#learn(this.own, [i, j], wins[i]![j]!);
  }

  /** Fields from which the guess may learn more where it knows no better than `best`; nothing where there are none. */
  protected abstract taught(best: FieldAt, kept: ReadonlySet<number>): Promise<FieldAt | undefined>;

  protected chosen = (at: FieldAt): C[] => at.map((choice, i) => this.choices[i]![choice]!);

  protected changeOf = (at: FieldAt): number =>
    Number(
      this.chosen(at)
        .reduce((sum, { change }) => sum + change, 0)
        .toFixed(6),
    );

  protected pairs = (): [number, number][] => pairsOf(this.choices.length);

  protected known = (at: FieldAt, [i, j]: FieldPair): Estimate | undefined =>
    this.#known.get([i, at[i], j, at[j]].join());

  protected guess = (i: number, j: number, own: C, enemy: C): number => this.#guesses.at(`${i} ${j}`, own, enemy);

  protected matrix(at: FieldAt): Estimate[][] {
    const of = (i: number, j: number) => this.known(at, [i, j])!;
    return at.map((_, i) => at.map((__, j) => (i === j ? EVEN : i < j ? of(i, j) : turned(of(j, i)))));
  }

  #learn(at: FieldAt, [i, j]: FieldPair, win: Estimate): void {
    this.#known.set([i, at[i], j, at[j]].join(), win);
    this.#guesses.add(`${i} ${j}`, this.choices[i]![at[i]!]!, this.choices[j]![at[j]!]!, win.value);
  }

  /** Plays what is not known yet of a field; false where all of it was. */
  protected async fill(at: FieldAt, pairs: readonly FieldPair[] = this.pairs(), again = false): Promise<boolean> {
    const asked = again ? pairs : pairs.filter((pair) => this.known(at, pair) === undefined);
    if (asked.length === 0) return false;
    if (again) this.triedAgain++;
    else this.tried++;
    const wins = await this.#play(this.chosen(at), asked, again);
    asked.forEach((pair, k) => {
      this.#learn(at, pair, wins[k]!);
    });
    this.#guesses.settle();
    if (this.pairs().every((pair) => this.known(at, pair) !== undefined) && this.isBetter(at, this.best))
      this.best = at;
    return true;
  }

  protected isBetter(at: FieldAt, than: FieldAt): boolean {
    const [own, other] = [this.aim.miss(this.matrix(at)), this.aim.miss(this.matrix(than))];
    return own < other - SAME || (own < other + SAME && this.changeOf(at) < this.changeOf(than) - SAME);
  }

  /** The best field: guessed, played, guessed again from what was learnt, until what is guessed best was played. */
  protected async search(rounds: number, kept: ReadonlySet<number> = new Set()): Promise<FieldAt> {
    let best = this.own;
    for (let round = 0; round < rounds; round++) {
      const at = cheapestEven(this.choices, { ...this.aim, guess: this.guess }, kept);
      const isNew = await this.fill(at);
      if (this.isBetter(at, best)) best = at;
      if (isNew) continue;
      const taught = await this.taught(best, kept);
      if (taught === undefined) break;
      if (this.isBetter(taught, best)) best = taught;
    }
    return best;
  }

  /** A field that holds when what is simulated of it is played again; what that teaches goes into the next search. */
  protected async verified(rounds: number): Promise<{ at: FieldAt; wins: WinMatrix }> {
    const all: { at: FieldAt; wins: WinMatrix }[] = [];
    while (all.length < ATTEMPTS) {
      const at = await this.search(rounds);
      if (all.some((one) => one.at.join() === at.join())) break;
      const simulated = this.pairs().filter((pair) => this.known(at, pair)!.trials > 0);
      await this.fill(at, simulated, true);
      const one = { at, wins: this.matrix(at) };
      if (!this.aim.isOff(one.wins)) return one;
      all.push(one);
    }
    return all.reduce((best, one) => (this.aim.miss(one.wins) < this.aim.miss(best.wins) - SAME ? one : best));
  }

  /** What a search gives; where it was stopped, what is told of the best that it had. */
  protected searched = <T>(search: () => Promise<T>, told: (at: FieldAt, wins: WinMatrix) => T): Promise<T> =>
    unlessStopped(search, () => told(this.best, this.matrix(this.best)));
}
