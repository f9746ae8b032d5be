/** Changes of characteristics that make every match-up of a field even: found by playing, the smallest first. */

import { EvenSearch, type FieldAt, type FieldPair, isSurelyOff, type PlayChosen, SAME } from "./even-search.ts";
import type { Choice } from "./field-search.ts";
import type { Estimate } from "./form.ts";
import type { FieldPrices } from "./prices.ts";
import { RebalanceGuesses, type Stepped, type Steps } from "./rebalance-guess.ts";
import { pairsOf, together, type WinMatrix } from "./statements.ts";

/** A unit of the field, and the values that each characteristic of it may have: from the least to the most, in whole steps. */
export interface Mendable {
  readonly unit: string;
  readonly characteristics: readonly {
    readonly name: string;
    readonly value: number;
    readonly least: number;
    readonly most: number;
  }[];
}

/** A characteristic of a unit and what it becomes. */
export interface Rebalanced {
  readonly unit: string;
  readonly characteristic: string;
  readonly from: number;
  readonly to: number;
}

/** A match-up that no change that was found brings near enough to a half. */
export interface Unmended {
  readonly units: readonly [string, string];
  /** The first's share of wins after all changes. */
  readonly win: Estimate;
  /** How near the two come when nobody else matters, and by which changes. */
  readonly alone: { readonly win: Estimate; readonly changes: readonly Rebalanced[] };
  /** `alone`: no change of these two is enough. `together`: what rebalances them makes other match-ups uneven. */
  readonly why: "alone" | "together";
}

export interface FieldRebalance extends Pick<FieldPrices, "within" | "tried" | "stopped"> {
  /**
   * `even`: no match-up is known to be off, so nothing is changed. `rebalanced`: these changes make it so. `nearest`:
   * none that were found do.
   */
  readonly verdict: "even" | "mended" | "nearest";
  readonly characteristics: readonly string[];
  readonly units: readonly string[];
  readonly changes: readonly Rebalanced[];
  /** Steps of change, all together. */
  readonly change: number;
  readonly unmended: readonly Unmended[];
  /** Steps that one unit may be changed by. */
  readonly reach: number;
  readonly before: WinMatrix;
  /** With the changes, played again where they are simulated. */
  readonly wins: WinMatrix;
}

/** A unit with other characteristics: so many steps from what the file says, and what they are then. */
export interface RebalancedUnit extends Choice, Stepped {
  readonly values: readonly number[];
}

/** Ways to change one unit that are looked at, and steps that none goes beyond. */
const MOST_WAYS = 90;
const FURTHEST = 10;
const ROUNDS = 24;
/** Fights of two units on the way to the nearest that they come to a half. */
const OF_A_PAIR = 8;

const lengthOf = (steps: Steps): number => steps.reduce((sum, step) => sum + Math.abs(step), 0);

/** All ways to make so many whole steps or fewer, by characteristic, those first that change least. */
function waysOf(ranges: readonly (readonly [number, number])[], reach: number): Steps[] {
  const walk = (from: number, left: number): Steps[] => {
    if (from === ranges.length) return [[]];
    const [least, most] = ranges[from]!;
    const found: Steps[] = [];
    for (let step = Math.max(-left, least); step <= Math.min(left, most); step++)
      for (const rest of walk(from + 1, left - Math.abs(step))) found.push([step, ...rest]);
    return found;
  };
  return walk(0, reach).toSorted((a, b) => lengthOf(a) - lengthOf(b));
}

/** How far a unit may be changed so that not too many ways are looked at. */
export function reachOf(characteristics: number): number {
  const wide = Array.from({ length: characteristics }, () => [-FURTHEST, FURTHEST] as const);
  for (let reach = FURTHEST; reach > 1; reach--) if (waysOf(wide, reach).length <= MOST_WAYS) return reach;
  return 1;
}

/** @param wins of the field as the file has it, by unit and enemy */
export const rebalanceOf = (
  units: readonly Mendable[],
  wins: WinMatrix,
  play: PlayChosen<RebalancedUnit>,
  within: number,
): Promise<FieldRebalance> => new Rebalance(units, wins, play, within).found();

class Rebalance extends EvenSearch<RebalancedUnit> {
  readonly #units: readonly Mendable[];
  readonly #reach: number;

  constructor(units: readonly Mendable[], wins: WinMatrix, play: PlayChosen<RebalancedUnit>, within: number) {
    const count = units[0]!.characteristics.length;
    const reach = reachOf(count);
    const choices = units.map(({ characteristics }) =>
      waysOf(
        characteristics.map(({ value, least, most }) => [least - value, most - value] as const),
        reach,
      ).map((steps) => ({
        steps,
        values: steps.map((step, k) => characteristics[k]!.value + step),
        change: lengthOf(steps),
      })),
    );
    const miss = (all: WinMatrix) =>
      pairsOf(all.length).reduce(
        (sum, [i, j]) => sum + Math.max(0, Math.abs(all[i]![j]!.value - 0.5) - within) ** 2,
        0,
      );
    const isOff = (all: WinMatrix) => surelyOff(all, within).length > 0;
    super(choices, { of: "matches", within, miss, isOff }, play, new RebalanceGuesses(count), wins);
    this.#units = units;
    this.#reach = reach;
  }

  async found(): Promise<FieldRebalance> {
    const before = this.given;
    const told = (verdict: FieldRebalance["verdict"], at: FieldAt, wins: WinMatrix, unmended: readonly Unmended[]) => ({
      before,
      within: this.aim.within,
      reach: this.#reach,
      units: this.#units.map(({ unit }) => unit),
      characteristics: this.#units[0]!.characteristics.map(({ name }) => name),
      verdict,
      changes: at.flatMap((choice, i) => this.#changes(i, choice)),
      change: this.changeOf(at),
      unmended,
      tried: this.tried + this.triedAgain,
      wins,
    });
    if (!this.aim.isOff(before)) return told("even", this.own, before, []);
    return this.searched<FieldRebalance>(
      async () => {
        await this.#probed();
        const { at, wins } = await this.verified(ROUNDS);
        const unmended: Unmended[] = [];
        for (const pair of surelyOff(wins, this.aim.within)) unmended.push(await this.#unmended(pair, wins));
        return told(unmended.length === 0 ? "mended" : "nearest", at, wins, unmended);
      },
      (at, wins) => ({ ...told("nearest", at, wins, []), stopped: true }),
    );
  }

  #changes = (i: number, choice: number): Rebalanced[] => {
    const { unit, characteristics } = this.#units[i]!;
    return this.choices[i]![choice]!.steps.flatMap((step, k) => {
      const { name, value } = characteristics[k]!;
      return step === 0 ? [] : { unit, characteristic: name, from: value, to: value + step };
    });
  };

  /** What one step of each characteristic does, by fights in which every other unit makes one. */
  async #probed(): Promise<void> {
    const count = this.#units[0]!.characteristics.length;
    for (let k = 0; k < count; k++) {
      const at = this.choices.map((choices, i) => {
        if (i % 2 === 0) return 0;
        const one = choices.findIndex(({ steps, change }) => change === 1 && steps[k] !== 0);
        return Math.max(0, one);
      });
      await this.fill(
        at,
        this.pairs().filter(([i, j]) => (at[i] === 0) !== (at[j] === 0)),
      );
    }
  }

  /** What rebalances a pair that is off on its own may teach the guess. */
  protected async taught(best: FieldAt): Promise<FieldAt | undefined> {
    const wins = this.matrix(best);
    const off = this.pairs().filter(([i, j]) => Math.abs(wins[i]![j]!.value - 0.5) > this.aim.within + SAME);
    let isTaught = false;
    for (const pair of off) isTaught = (await this.#nearest(pair, best)).isTaught || isTaught;
    return isTaught ? best : undefined;
  }

  /** How near to a half two units come on their own: guessed, played, guessed again. */
  async #nearest([i, j]: FieldPair, from: FieldAt) {
    const off = (a: number, b: number) => Math.abs(this.guess(i, j, this.choices[i]![a]!, this.choices[j]![b]!) - 0.5);
    let isTaught = false;
    for (let round = 0; ; round++) {
      let [best, least] = [[0, 0] as [number, number], Number.POSITIVE_INFINITY];
      this.choices[i]!.forEach((choice, a) => {
        this.choices[j]!.forEach((other, b) => {
          // Of those within the tolerance, the one that changes least.
          const worth = Math.max(0, off(a, b) - this.aim.within) + (choice.change + other.change) * SAME;
          if (worth < least) [best, least] = [[a, b], worth];
        });
      });
      const at = from.with(i, best[0]).with(j, best[1]);
      if (this.known(at, [i, j]) !== undefined || round === OF_A_PAIR) return { at, isTaught };
      await this.fill(at, [[i, j]]);
      isTaught = true;
    }
  }

  async #unmended([i, j]: FieldPair, wins: WinMatrix): Promise<Unmended> {
    const { at } = await this.#nearest([i, j], this.own);
    await this.fill(at, [[i, j]]);
    const win = this.known(at, [i, j])!;
    const isRebalanced = Math.abs(win.value - 0.5) <= this.aim.within + SAME;
    return {
      units: [this.#units[i]!.unit, this.#units[j]!.unit],
      win: wins[i]![j]!,
      alone: { win, changes: [...this.#changes(i, at[i]!), ...this.#changes(j, at[j]!)] },
      why: isRebalanced ? "together" : "alone",
    };
  }
}

/** Pairs that are surely further than the tolerance from a half, all of them together at 95 %. */
function surelyOff(wins: WinMatrix, within: number): [number, number][] {
  const limited = together(wins);
  return pairsOf(wins.length).filter(([i, j]) => isSurelyOff(limited[i]![j]!, within));
}
