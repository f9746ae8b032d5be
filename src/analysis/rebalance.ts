/** Changes of characteristics that make every match-up of a field even: found by playing, the smallest first. */
import { lowerOf, turned, upperOf } from "./field.ts";
import { type Choice, cheapestEven, unlessStopped } from "./field-search.ts";
import type { Estimate } from "./measure.ts";
import { RebalanceGuesses, type Steps } from "./rebalance-guess.ts";
import { together } from "./statements.ts";

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

export interface FieldRebalance {
  /** `even`: no match-up is known to be off, so nothing is changed. `rebalanced`: these changes make it so. `nearest`: none that were found do. */
  readonly verdict: "even" | "mended" | "nearest";
  readonly within: number;
  readonly characteristics: readonly string[];
  readonly units: readonly string[];
  readonly changes: readonly Rebalanced[];
  /** Steps of change, all together. */
  readonly change: number;
  readonly unmended: readonly Unmended[];
  /** Steps that one unit may be changed by. */
  readonly reach: number;
  /** Fields that were played on the way. */
  readonly tried: number;
  /** The search was stopped: these are the best changes that it had, not played again. */
  readonly stopped?: true;
  readonly before: readonly (readonly Estimate[])[];
  /** With the changes, played again where they are simulated. */
  readonly wins: readonly (readonly Estimate[])[];
}

/** The share of wins of the first of each pair, both seats, with values by unit and characteristic. `again`: on other dice. */
export type PlayChanged = (
  values: readonly (readonly number[])[],
  pairs: readonly (readonly [number, number])[],
  again: boolean,
) => Promise<readonly Estimate[]>;

/** A unit so many steps from what the file says. */
interface RebalancedUnit extends Choice {
  readonly steps: Steps;
}

const EVEN: Estimate = { value: 0.5, trials: 0 };
const SAME = 1e-9;
/** Ways to change one unit that are looked at, and steps that none goes beyond. */
const MOST_WAYS = 90;
const FURTHEST = 10;
const ROUNDS = 24;
/** Searches, each with what the last one's changes gave when they were played again. */
const ATTEMPTS = 4;
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
export async function rebalanceOf(
  units: readonly Mendable[],
  wins: readonly (readonly Estimate[])[],
  play: PlayChanged,
  within: number,
): Promise<FieldRebalance> {
  return new Rebalance(units, play, within).found(wins);
}

class Rebalance {
  readonly #units: readonly Mendable[];
  readonly #play: PlayChanged;
  readonly #within: number;
  readonly #reach: number;
  readonly #choices: readonly (readonly RebalancedUnit[])[];
  readonly #known = new Map<string, Estimate>();
  readonly #guesses: RebalanceGuesses;
  #tried = 0;
  /** The best changes of which all pairs have been played. */
  #best: readonly number[];

  constructor(units: readonly Mendable[], play: PlayChanged, within: number) {
    this.#units = units;
    this.#play = play;
    this.#within = within;
    const count = units[0]!.characteristics.length;
    this.#reach = reachOf(count);
    this.#guesses = new RebalanceGuesses(count);
    this.#best = units.map(() => 0);
    this.#choices = units.map(({ characteristics }) =>
      waysOf(
        characteristics.map(({ value, least, most }) => [least - value, most - value] as const),
        this.#reach,
      ).map((steps) => ({ steps, change: lengthOf(steps) })),
    );
  }

  async found(before: readonly (readonly Estimate[])[]): Promise<FieldRebalance> {
    const own = this.#units.map(() => 0);
    for (const [i, j] of this.#pairs()) this.#learn(own, i, j, before[i]![j]!);
    const all = { before, within: this.#within, reach: this.#reach, units: this.#units.map(({ unit }) => unit) };
    const head = { ...all, characteristics: this.#units[0]!.characteristics.map(({ name }) => name) };
    if (this.#off(before).length === 0)
      return { ...head, verdict: "even", changes: [], change: 0, unmended: [], tried: this.#tried, wins: before };
    const told = (at: readonly number[], wins: readonly (readonly Estimate[])[], unmended: readonly Unmended[]) => ({
      ...head,
      verdict: unmended.length === 0 ? ("mended" as const) : ("nearest" as const),
      changes: at.flatMap((choice, i) => this.#changes(i, choice)),
      change: this.#changeOf(at),
      unmended,
      tried: this.#tried,
      wins,
    });
    return unlessStopped<FieldRebalance>(
      async () => {
        await this.#probed();
        const { at, wins } = await this.#verified();
        const unmended: Unmended[] = [];
        for (const pair of this.#off(wins)) unmended.push(await this.#unmended(pair, wins));
        return told(at, wins, unmended);
      },
      () => ({ ...told(this.#best, this.#matrix(this.#best), []), verdict: "nearest", stopped: true }),
    );
  }

  #changes = (i: number, choice: number): Rebalanced[] => {
    const { unit, characteristics } = this.#units[i]!;
    return this.#choices[i]![choice]!.steps.flatMap((step, k) => {
      const { name, value } = characteristics[k]!;
      return step === 0 ? [] : { unit, characteristic: name, from: value, to: value + step };
    });
  };

  #changeOf = (at: readonly number[]): number => at.reduce((sum, own, i) => sum + this.#choices[i]![own]!.change, 0);

  #pairs = (): [number, number][] =>
    this.#units.flatMap((_, i) => this.#units.slice(i + 1).map((__, k): [number, number] => [i, i + 1 + k]));

  #guess = (i: number, j: number, own: RebalancedUnit, other: RebalancedUnit): number =>
    this.#guesses.at(`${i} ${j}`, own.steps, other.steps);

  #learn(at: readonly number[], i: number, j: number, win: Estimate): void {
    this.#known.set([i, at[i], j, at[j]].join(), win);
    const [own, enemy] = [this.#choices[i]![at[i]!]!.steps, this.#choices[j]![at[j]!]!.steps];
    this.#guesses.add(`${i} ${j}`, { own, enemy, win: win.value });
  }

  /** Plays what is not known yet of a field so changed; false where all of it was. */
  async #fill(at: readonly number[], pairs: readonly (readonly [number, number])[] = this.#pairs(), again = false) {
    const asked = again ? pairs : pairs.filter(([i, j]) => !this.#known.has([i, at[i], j, at[j]].join()));
    if (asked.length === 0) return false;
    this.#tried++;
    const values = at.map((choice, i) =>
      this.#choices[i]![choice]!.steps.map((step, k) => this.#units[i]!.characteristics[k]!.value + step),
    );
    const wins = await this.#play(values, asked, again);
    asked.forEach(([i, j], k) => {
      this.#learn(at, i, j, wins[k]!);
    });
    this.#guesses.settle();
    const isWhole = this.#pairs().every(([i, j]) => this.#known.has([i, at[i], j, at[j]].join()));
    if (isWhole && this.#isBetter(at, this.#best)) this.#best = at;
    return true;
  }

  #matrix(at: readonly number[]): Estimate[][] {
    const of = (i: number, j: number) => this.#known.get([i, at[i], j, at[j]].join())!;
    return at.map((_, i) => at.map((__, j) => (i === j ? EVEN : i < j ? of(i, j) : turned(of(j, i)))));
  }

  /** Pairs that are surely further than the tolerance from a half, all of them together at 95 %. */
  #off(wins: readonly (readonly Estimate[])[]): [number, number][] {
    const limited = together(wins);
    return this.#pairs().filter(([i, j]) => {
      const win = limited[i]![j]!;
      return lowerOf(win) > 0.5 + this.#within + SAME || upperOf(win) < 0.5 - this.#within - SAME;
    });
  }

  /** What one step of each characteristic does, by fights in which every other unit makes one. */
  async #probed(): Promise<void> {
    const count = this.#units[0]!.characteristics.length;
    for (let k = 0; k < count; k++) {
      const at = this.#choices.map((choices, i) => {
        if (i % 2 === 0) return 0;
        const one = choices.findIndex(({ steps, change }) => change === 1 && steps[k] !== 0);
        return Math.max(0, one);
      });
      await this.#fill(
        at,
        this.#pairs().filter(([i, j]) => (at[i] === 0) !== (at[j] === 0)),
      );
    }
  }

  /** Changes that hold when they are played again; what that teaches goes into the next search. */
  async #verified(): Promise<{ at: number[]; wins: Estimate[][] }> {
    const all: { at: number[]; wins: Estimate[][] }[] = [];
    while (all.length < ATTEMPTS) {
      const at = await this.#search();
      if (all.some((one) => one.at.join() === at.join())) break;
      const simulated = this.#pairs().filter(([i, j]) => this.#matrix(at)[i]![j]!.trials > 0);
      if (simulated.length > 0) await this.#fill(at, simulated, true);
      const own = { at, wins: this.#matrix(at) };
      if (this.#off(own.wins).length === 0) return own;
      all.push(own);
    }
    return all.reduce((best, one) => (this.#miss(one.wins) < this.#miss(best.wins) - SAME ? one : best));
  }

  #miss = (wins: readonly (readonly Estimate[])[]): number =>
    this.#pairs().reduce((sum, [i, j]) => sum + Math.max(0, Math.abs(wins[i]![j]!.value - 0.5) - this.#within) ** 2, 0);

  /** The best changes: guessed, played, guessed again from what was learnt, until what is guessed best was played. */
  async #search(): Promise<number[]> {
    let best = this.#units.map(() => 0);
    for (let round = 0; round < ROUNDS; round++) {
      const at = cheapestEven(this.#choices, { guess: this.#guess, of: "matches", within: this.#within });
      const isNew = await this.#fill(at);
      if (this.#isBetter(at, best)) best = at;
      if (isNew) continue;
      const off = this.#pairs().filter(([i, j]) => {
        const { value } = this.#matrix(best)[i]![j]!;
        return Math.abs(value - 0.5) > this.#within + SAME;
      });
      // Where the guess knows no better, what rebalances a pair on its own may teach it.
      let isTaught = false;
      for (const pair of off) isTaught = (await this.#nearest(pair, best)).isTaught || isTaught;
      if (!isTaught) break;
    }
    return best;
  }

  #isBetter(at: readonly number[], than: readonly number[]): boolean {
    const [own, other] = [this.#miss(this.#matrix(at)), this.#miss(this.#matrix(than))];
    return own < other - SAME || (own < other + SAME && this.#changeOf(at) < this.#changeOf(than));
  }

  /** How near to a half two units come on their own: guessed, played, guessed again. */
  async #nearest([i, j]: readonly [number, number], from: readonly number[]) {
    const off = (a: number, b: number) =>
      Math.abs(this.#guess(i, j, this.#choices[i]![a]!, this.#choices[j]![b]!) - 0.5);
    let isTaught = false;
    for (let round = 0; ; round++) {
      let [best, least] = [[0, 0] as [number, number], Number.POSITIVE_INFINITY];
      this.#choices[i]!.forEach((own, a) => {
        this.#choices[j]!.forEach((other, b) => {
          // Of those within the tolerance, the one that changes least.
          const worth = Math.max(0, off(a, b) - this.#within) + (own.change + other.change) * SAME;
          if (worth < least) [best, least] = [[a, b], worth];
        });
      });
      const at = from.with(i, best[0]).with(j, best[1]);
      const isKnown = this.#known.has([i, at[i], j, at[j]].join());
      if (isKnown || round === OF_A_PAIR) return { at, isKnown, isTaught };
      await this.#fill(at, [[i, j]]);
      isTaught = true;
    }
  }

  async #unmended([i, j]: [number, number], wins: readonly (readonly Estimate[])[]): Promise<Unmended> {
    const { at, isKnown } = await this.#nearest(
      [i, j],
      this.#units.map(() => 0),
    );
    if (!isKnown) await this.#fill(at, [[i, j]]);
    const win = this.#known.get([i, at[i], j, at[j]].join())!;
    const isRebalanced = Math.abs(win.value - 0.5) <= this.#within + SAME;
    return {
      units: [this.#units[i]!.unit, this.#units[j]!.unit],
      win: wins[i]![j]!,
      alone: { win, changes: [...this.#changes(i, at[i]!), ...this.#changes(j, at[j]!)] },
      why: isRebalanced ? "together" : "alone",
    };
  }
}
