/** The cheapest change of prices that makes a field even, by what its fights are likely to give. */
/** A price a unit may have: what it buys, and how far it is from the price of the file. */
export interface Choice {
  readonly price: number;
  readonly models: number;
  readonly change: number;
}

/** The share of wins of a unit, so many of it, against an enemy further down the list, so many of that. */
export type Guess = (unit: number, enemy: number, models: number, against: number) => number;

/** How uneven a field is (0: every mean is within the tolerance), then how much was changed. */
interface Worth {
  readonly miss: number;
  readonly change: number;
}

const SAME = 1e-9;
const isBetter = (a: Worth, b: Worth): boolean =>
  a.miss < b.miss - SAME || (a.miss < b.miss + SAME && a.change < b.change - SAME);

/**
 * By unit, the place in `choices` of the price to try next: by steps of one unit and of two at once, from the field as it
 * stands and from the fields balanced around each of its units.
 * @param kept units whose price stays
 */
export function cheapestEven(
  choices: readonly (readonly Choice[])[],
  guess: Guess,
  within: number,
  kept: ReadonlySet<number>,
): number[] {
  const search = new Search(choices, guess, within, kept);
  const stays = choices.map((own) => own.findIndex(({ change }) => change === 0));
  const starts = [stays, ...choices.map((_, anchor) => search.balanced(stays, anchor))];
  const ends = starts.map((start) => search.descended(start));
  return ends.reduce((best, one) => (isBetter(search.worth(one), search.worth(best)) ? one : best));
}

class Search {
  readonly #choices: readonly (readonly Choice[])[];
  /** Wins by unit, enemy, choice of the unit and choice of the enemy. */
  readonly #wins: number[][][][];
  readonly #within: number;
  readonly #free: readonly number[];

  constructor(choices: readonly (readonly Choice[])[], guess: Guess, within: number, kept: ReadonlySet<number>) {
    this.#choices = choices;
    this.#within = within;
    this.#free = choices.flatMap((_, i) => (kept.has(i) ? [] : i));
    this.#wins = choices.map((own, i) =>
      choices.map((others, j) =>
        i === j
          ? []
          : own.map(({ models }) =>
              others.map((other) =>
                i < j ? guess(i, j, models, other.models) : 1 - guess(j, i, other.models, models),
              ),
            ),
      ),
    );
  }

  #sums(at: readonly number[]): number[] {
    return at.map((own, i) =>
      at.reduce((sum, other, j) => (i === j ? sum : sum + this.#wins[i]![j]![own]![other]!), 0),
    );
  }

  #worthOf(sums: readonly number[], at: readonly number[]): Worth {
    const others = sums.length - 1;
    let miss = 0;
    for (const sum of sums) {
      const beyond = Math.abs(sum / others - 0.5) - this.#within;
      if (beyond > SAME) miss += beyond * beyond;
    }
    return { miss, change: at.reduce((sum, own, i) => sum + this.#choices[i]![own]!.change, 0) };
  }

  worth(at: readonly number[]): Worth {
    return this.#worthOf(this.#sums(at), at);
  }

  /** Every unit but one given the price at which it wins nearest to half, in turns. */
  balanced(from: readonly number[], anchor: number): number[] {
    const at = [...from];
    for (let turn = 0; turn < 10; turn++) {
      const before = at.join();
      for (const i of this.#free) {
        if (i === anchor) continue;
        const off = (own: number) =>
          Math.abs(at.reduce((sum, other, j) => (i === j ? sum : sum + this.#wins[i]![j]![own]![other]! - 0.5), 0));
        at[i] = this.#choices[i]!.reduce((best, _, own) => (off(own) < off(best) - SAME ? own : best), at[i]!);
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

  #bestStep(at: readonly number[], from: Worth, reach: 1 | 2) {
    let best: { moves: [number, number][]; worth: Worth } | undefined;
    const sums = this.#sums(at);
    const consider = (moves: [number, number][], moved: readonly number[], to: readonly number[]) => {
      const worth = this.#worthOf(moved, to);
      if (isBetter(worth, best?.worth ?? from)) best = { moves, worth };
    };
    for (const a of this.#free)
      for (let choice = 0; choice < this.#choices[a]!.length; choice++) {
        if (choice === at[a]) continue;
        const to = at.with(a, choice);
        const moved = this.#moved(sums, at, a, choice);
        if (reach === 1) {
          consider([[a, choice]], moved, to);
          continue;
        }
        for (const b of this.#free) {
          if (b <= a) continue;
          for (let other = 0; other < this.#choices[b]!.length; other++)
            if (other !== at[b])
              consider(
                [
                  [a, choice],
                  [b, other],
                ],
                this.#moved(moved, to, b, other),
                to.with(b, other),
              );
        }
      }
    return best;
  }

  /** The sums of wins when one unit is given another price. */
  #moved(sums: readonly number[], at: readonly number[], unit: number, choice: number): number[] {
    const moved = [...sums];
    for (let j = 0; j < at.length; j++) {
      if (j === unit) continue;
      const change = this.#wins[unit]![j]![choice]![at[j]!]! - this.#wins[unit]![j]![at[unit]!]![at[j]!]!;
      moved[unit]! += change;
      moved[j]! -= change;
    }
    return moved;
  }
}
