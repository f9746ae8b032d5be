/** The cheapest change of units that makes a field even, by what its fights are likely to give. */
/** What was to be played was not, for the signal came: the best that is known is all there will be. */
export class SearchStopped extends Error {
  override readonly name = "SearchStopped";
}

/** What a search gives, or what is made of the best that it had when it was stopped. */
export const unlessStopped = <T>(searched: () => Promise<T>, best: () => T): Promise<T> =>
  searched().catch((error: unknown) => {
    if (error instanceof SearchStopped) return best();
    throw error;
  });

/** What a unit may be made into, and how far that is from what it is. */
export interface Choice {
  readonly change: number;
}

export interface FieldAim<C extends Choice> {
  /** The share of wins of a unit, so changed, against an enemy further down the list, so changed. */
  readonly guess: (unit: number, enemy: number, own: C, other: C) => number;
  /** What is to lie so near to a half: the share of wins of each unit against all others, or every match-up. */
  readonly of: "means" | "matches";
  readonly within: number;
}

/** How uneven a field is (0: all of it is within the tolerance), then how much was changed. */
interface FieldWorth {
  readonly miss: number;
  readonly change: number;
}

const SAME = 1e-9;
const isBetter = (a: FieldWorth, b: FieldWorth): boolean =>
  a.miss < b.miss - SAME || (a.miss < b.miss + SAME && a.change < b.change - SAME);

/**
 * By unit, the place in `choices` of what to try next: by steps of one unit and of two at once, from the field as it
 * stands and from the fields balanced around each of its units.
 * @param kept units that stay as they are
 */
export function cheapestEven<C extends Choice>(
  choices: readonly (readonly C[])[],
  aim: FieldAim<C>,
  kept: ReadonlySet<number> = new Set(),
): number[] {
  const search = new Search(choices, aim, kept);
  const stays = choices.map((list) => list.findIndex(({ change }) => change === 0));
  const starts = [stays, ...choices.map((_, anchor) => search.balanced(stays, anchor))];
  const ends = starts.map((start) => search.descended(start));
  return ends.reduce((best, one) => (isBetter(search.worth(one), search.worth(best)) ? one : best));
}

class Search<C extends Choice> {
  readonly #choices: readonly (readonly C[])[];
  /** By unit and a later enemy: wins by choice of the unit, then of the enemy; and what they miss. */
  readonly #wins: readonly (readonly Float64Array[])[];
  readonly #misses: readonly (readonly Float64Array[])[];
  readonly #aim: FieldAim<C>;
  readonly #free: readonly number[];

  constructor(choices: readonly (readonly C[])[], aim: FieldAim<C>, kept: ReadonlySet<number>) {
    this.#choices = choices;
    this.#aim = aim;
    this.#free = choices.flatMap((_, i) => (kept.has(i) ? [] : i));
    const pairs = (of: (i: number, j: number) => Float64Array) =>
      choices.map((_, i) => choices.map((__, j) => (i < j ? of(i, j) : NONE)));
    this.#wins = pairs((i, j) => {
      const others = choices[j]!;
      const wins = new Float64Array(choices[i]!.length * others.length);
      choices[i]!.forEach((one, a) => {
        others.forEach((other, b) => {
          wins[a * others.length + b] = aim.guess(i, j, one, other);
        });
      });
      return wins;
    });
    this.#misses =
      aim.of === "means" ? [] : pairs((i, j) => this.#wins[i]![j]!.map((win) => beyond(win - 0.5, aim.within)));
  }

  /** How often a unit made so wins against an enemy made so. */
  #win(i: number, j: number, a: number, b: number): number {
    return i < j
      ? this.#wins[i]![j]![a * this.#choices[j]!.length + b]!
      : 1 - this.#wins[j]![i]![b * this.#choices[i]!.length + a]!;
  }

  /** What their match-up misses. */
  #missOf(i: number, j: number, a: number, b: number): number {
    return i < j
      ? this.#misses[i]![j]![a * this.#choices[j]!.length + b]!
      : this.#misses[j]![i]![b * this.#choices[i]!.length + a]!;
  }

  /** The wins of each unit against all others, summed. */
  #sums(at: readonly number[]): Float64Array {
    return Float64Array.from(at, (choice, i) =>
      at.reduce((sum, other, j) => (i === j ? sum : sum + this.#win(i, j, choice, other)), 0),
    );
  }

  #missOfSums(sums: Float64Array): number {
    const others = sums.length - 1;
    let miss = 0;
    for (let i = 0; i < sums.length; i++) miss += beyond(sums[i]! / others - 0.5, this.#aim.within);
    return miss;
  }

  worth(at: readonly number[]): FieldWorth {
    const change = at.reduce((sum, choice, i) => sum + this.#choices[i]![choice]!.change, 0);
    if (this.#aim.of === "means") return { miss: this.#missOfSums(this.#sums(at)), change };
    let miss = 0;
    for (let i = 0; i < at.length; i++)
      for (let j = i + 1; j < at.length; j++) miss += 2 * this.#missOf(i, j, at[i]!, at[j]!);
    return { miss, change };
  }

  /** Every unit but one made so that it wins nearest to half, in turns. */
  balanced(from: readonly number[], anchor: number): number[] {
    const at = [...from];
    for (let turn = 0; turn < 10; turn++) {
      const before = at.join();
      for (const i of this.#free) {
        if (i === anchor) continue;
        const off = (choice: number) =>
          Math.abs(at.reduce((sum, other, j) => (i === j ? sum : sum + this.#win(i, j, choice, other) - 0.5), 0));
        at[i] = this.#choices[i]!.reduce((best, _, choice) => (off(choice) < off(best) - SAME ? choice : best), at[i]!);
      }
      if (at.join() === before) break;
    }
    return at;
  }

  /** The best that steps of one unit, then of two, lead to. */
  descended(from: readonly number[]): number[] {
    const at = [...from];
    let best = this.worth(at);
    for (let isMoved = true; isMoved; ) {
      isMoved = false;
      for (const reach of [1, 2] as const) {
        const step = this.#bestStep(at, best, reach);
        if (step === undefined) continue;
        for (const [unit, choice] of step.moves) at[unit] = choice;
        best = step.worth;
        isMoved = true;
        break;
      }
    }
    return at;
  }

  #bestStep(at: readonly number[], from: FieldWorth, reach: 1 | 2): FieldChange | undefined {
    let best: FieldChange | undefined;
    let { miss: least, change: cheapest } = from;
    const consider = (miss: number, change: number, a: number, choice: number, b = -1, other = -1): void => {
      if (miss >= least - SAME && (miss >= least + SAME || change >= cheapest - SAME)) return;
      least = miss;
      cheapest = change;
      const first = [a, choice] as const;
      best = { moves: b < 0 ? [first] : [first, [b, other]], worth: { miss, change } };
    };
    const tries = this.#aim.of === "means" ? this.#triesOfMeans(at) : this.#triesOfMatches(at, from.miss);
    const change = (unit: number, choice: number) =>
      this.#choices[unit]![choice]!.change - this.#choices[unit]![at[unit]!]!.change;
    for (const a of this.#free)
      for (let choice = 0; choice < this.#choices[a]!.length; choice++) {
        if (choice === at[a]) continue;
        const changed = from.change + change(a, choice);
        const miss = tries.one(a, choice);
        if (reach === 1) {
          consider(miss, changed, a, choice);
          continue;
        }
        for (const b of this.#free) {
          if (b <= a) continue;
          for (let other = 0; other < this.#choices[b]!.length; other++)
            if (other !== at[b]) consider(tries.two(b, other), changed + change(b, other), a, choice, b, other);
        }
      }
    return best;
  }

  /** What is missed with one unit changed, then with another one too: of match-ups only their own are looked at. */
  #triesOfMatches(at: readonly number[], miss: number): Tries {
    const alone = this.#choices.map((choices, i) =>
      Float64Array.from(choices, (_, next) => {
        let sum = 0;
        for (let j = 0; j < at.length; j++)
          if (j !== i) sum += this.#missOf(i, j, next, at[j]!) - this.#missOf(i, j, at[i]!, at[j]!);
        return sum;
      }),
    );
    let [a, choice] = [0, 0];
    return {
      one: (unit, next) => {
        [a, choice] = [unit, next];
        return miss + 2 * alone[unit]![next]!;
      },
      two: (b, other) => {
        const own = at[a]!;
        const enemy = at[b]!;
        const between =
          this.#missOf(a, b, choice, other) -
          this.#missOf(a, b, choice, enemy) -
          this.#missOf(a, b, own, other) +
          this.#missOf(a, b, own, enemy);
        return miss + 2 * (alone[a]![choice]! + alone[b]![other]! + between);
      },
    };
  }

  /** The same of means, which every match-up of the two moves. */
  #triesOfMeans(at: readonly number[]): Tries {
    const sums = this.#sums(at);
    const moved = sums.slice();
    const tried = new Float64Array(at.length);
    let [a, choice] = [0, 0];
    return {
      one: (unit, next) => {
        [a, choice] = [unit, next];
        moved.set(sums);
        for (let j = 0; j < at.length; j++) {
          if (j === unit) continue;
          const more = this.#win(unit, j, next, at[j]!) - this.#win(unit, j, at[unit]!, at[j]!);
          moved[unit] = moved[unit]! + more;
          moved[j] = moved[j]! - more;
        }
        return this.#missOfSums(moved);
      },
      two: (b, other) => {
        tried.set(moved);
        for (let j = 0; j < at.length; j++) {
          if (j === b) continue;
          const enemy = j === a ? choice : at[j]!;
          const more = this.#win(b, j, other, enemy) - this.#win(b, j, at[b]!, enemy);
          tried[b] = tried[b]! + more;
          tried[j] = tried[j]! - more;
        }
        return this.#missOfSums(tried);
      },
    };
  }
}

const NONE = new Float64Array(0);

/** The square of what is beyond the tolerance. */
function beyond(off: number, within: number): number {
  const far = Math.abs(off) - within;
  return far > SAME ? far * far : 0;
}

/** What would be missed: with one unit changed; with another one changed beside the one that was asked for last. */
interface Tries {
  one(unit: number, choice: number): number;
  two(unit: number, choice: number): number;
}

interface FieldChange {
  readonly moves: readonly (readonly [unit: number, choice: number])[];
  readonly worth: FieldWorth;
}
