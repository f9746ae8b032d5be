/** The cheapest change of units that makes a field even, by what its fights are likely to give. */
/** What a unit may be made into, and how far that is from what it is. */
export interface Choice {
  readonly change: number;
}

export interface Aim<C extends Choice> {
  /** The share of wins of a unit, so changed, against an enemy further down the list, so changed. */
  readonly guess: (unit: number, enemy: number, own: C, other: C) => number;
  /** What is to lie so near to a half: the share of wins of each unit against all others, or every match-up. */
  readonly of: "means" | "matches";
  readonly within: number;
}

/** How uneven a field is (0: all of it is within the tolerance), then how much was changed. */
interface Worth {
  readonly miss: number;
  readonly change: number;
}

const SAME = 1e-9;
const isBetter = (a: Worth, b: Worth): boolean =>
  a.miss < b.miss - SAME || (a.miss < b.miss + SAME && a.change < b.change - SAME);

/**
 * By unit, the place in `choices` of what to try next: by steps of one unit and of two at once, from the field as it
 * stands and from the fields balanced around each of its units.
 * @param kept units that stay as they are
 */
export function cheapestEven<C extends Choice>(
  choices: readonly (readonly C[])[],
  aim: Aim<C>,
  kept: ReadonlySet<number> = new Set(),
): number[] {
  const search = new Search(choices, aim, kept);
  const stays = choices.map((own) => own.findIndex(({ change }) => change === 0));
  const starts = [stays, ...choices.map((_, anchor) => search.balanced(stays, anchor))];
  const ends = starts.map((start) => search.descended(start));
  return ends.reduce((best, one) => (isBetter(search.worth(one), search.worth(best)) ? one : best));
}

class Search<C extends Choice> {
  readonly #choices: readonly (readonly C[])[];
  /** Wins by unit, enemy, choice of the unit and choice of the enemy. */
  readonly #wins: number[][][][];
  readonly #aim: Aim<C>;
  readonly #free: readonly number[];

  constructor(choices: readonly (readonly C[])[], aim: Aim<C>, kept: ReadonlySet<number>) {
    this.#choices = choices;
    this.#aim = aim;
    this.#free = choices.flatMap((_, i) => (kept.has(i) ? [] : i));
    this.#wins = choices.map((own, i) =>
      choices.map((others, j) =>
        i === j
          ? []
          : own.map((one) =>
              others.map((other) => (i < j ? aim.guess(i, j, one, other) : 1 - aim.guess(j, i, other, one))),
            ),
      ),
    );
  }

  /** What tells how uneven a field is: of means, the sum of wins of each unit; of match-ups, what all miss together. */
  #state(at: readonly number[]): number[] {
    const sums = (term: (i: number, j: number) => number) =>
      at.map((_, i) => at.reduce((sum, __, j) => (i === j ? sum : sum + term(i, j)), 0));
    const win = (i: number, j: number) => this.#wins[i]![j]![at[i]!]![at[j]!]!;
    if (this.#aim.of === "means") return sums(win);
    return [sums((i, j) => this.#beyond(win(i, j))).reduce((sum, own) => sum + own, 0)];
  }

  /** The square of what is beyond the tolerance. */
  #beyond(win: number): number {
    const beyond = Math.abs(win - 0.5) - this.#aim.within;
    return beyond > SAME ? beyond * beyond : 0;
  }

  #worthOf(state: readonly number[], at: readonly number[]): Worth {
    const others = at.length - 1;
    const miss = this.#aim.of === "means" ? state.reduce((all, sum) => all + this.#beyond(sum / others), 0) : state[0]!;
    return { miss, change: at.reduce((sum, own, i) => sum + this.#choices[i]![own]!.change, 0) };
  }

  worth(at: readonly number[]): Worth {
    return this.#worthOf(this.#state(at), at);
  }

  /** Every unit but one made so that it wins nearest to half, in turns. */
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
    const state = this.#state(at);
    const consider = (moves: [number, number][], moved: readonly number[], to: readonly number[]) => {
      const worth = this.#worthOf(moved, to);
      if (isBetter(worth, best?.worth ?? from)) best = { moves, worth };
    };
    for (const a of this.#free)
      for (let choice = 0; choice < this.#choices[a]!.length; choice++) {
        if (choice === at[a]) continue;
        const to = at.with(a, choice);
        const moved = this.#moved(state, at, a, choice);
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

  /** The state when one unit is changed otherwise. */
  #moved(state: readonly number[], at: readonly number[], unit: number, choice: number): number[] {
    const moved = [...state];
    for (let j = 0; j < at.length; j++) {
      if (j === unit) continue;
      const own = this.#wins[unit]![j]!;
      const [before, after] = [own[at[unit]!]![at[j]!]!, own[choice]![at[j]!]!];
      if (this.#aim.of === "matches") {
        moved[0]! += 2 * (this.#beyond(after) - this.#beyond(before));
        continue;
      }
      moved[unit]! += after - before;
      moved[j]! -= after - before;
    }
    return moved;
  }
}
