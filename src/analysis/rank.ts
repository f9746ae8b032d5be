/** Who is too good: what a matrix of fights says of the units in it. */
import { expectedWin, mostEvenEquilibrium, ratingsOf } from "../stats/index.ts";
import { fieldsOf, lowerOf, together, type Unranked, upperOf } from "./field.ts";
import type { Estimate } from "./measure.ts";
import type { Result } from "./result.ts";

/** A unit of the field. */
export interface Ranked {
  readonly unit: string;
  /** Bradley and Terry's, mean 0; 400 points are ten to one. Limits where cells are simulated. */
  readonly rating: Estimate;
  /** Its share of wins against the others, each as often. */
  readonly mean: Estimate;
  readonly best: { readonly against: string; readonly win: Estimate };
  readonly worst: { readonly against: string; readonly win: Estimate };
  /** How often whoever brings what is hardest to meet brings it: the most even equilibrium of who brings what. */
  readonly equilibrium: number;
}

/** What is said of a field; only what no noise of the cells could turn, all of it together at 95 %. */
export interface Ranking {
  readonly experiment: string;
  readonly modifiers: readonly string[];
  /** Best rating first. */
  readonly units: readonly Ranked[];
  /** The first does at least as well as the second against everybody, and better against somebody. */
  readonly dominates: readonly (readonly [better: string, worse: string])[];
  /** Against every enemy some other unit does better. */
  readonly neverWorthTaking: readonly string[];
  /** Against every enemy no other unit does better. */
  readonly autoIncludes: readonly string[];
  /** Each beats the next, the last the first. */
  readonly circles: readonly (readonly [string, string, string])[];
  /** Pairs of units of which neither is known to beat the other. */
  readonly ties: readonly (readonly [string, string])[];
  /** Pairs that could still turn either way with more trials: of ties, those that are simulated. */
  readonly open: number;
  /** What no rating explains: the squares by which win chances miss what ratings give, over those by which they miss 1/2. */
  readonly unexplained: number;
  /** By unit in the order of `units`, against each: its share of wins; a draw is half a win. */
  readonly wins: readonly (readonly Estimate[])[];
  readonly isExact: boolean;
}

export interface Ranks {
  readonly rankings: readonly Ranking[];
  /** Experiments that are no field, and why. */
  readonly unranked: readonly Unranked[];
}

const ROUNDING = 1e-12;
const EVEN: Estimate = { value: 0.5, trials: 0 };

/** Ranks every field of a result. */
export async function rank(result: Result): Promise<Ranks> {
  const { fields, unranked } = await fieldsOf(result);
  const rankings = fields.map(({ experiment, modifiers, units, wins }) => ({
    experiment,
    modifiers,
    ...rankingOf(units, wins),
  }));
  return { rankings, unranked };
}

type Said = Omit<Ranking, "experiment" | "modifiers">;

/** What is said of units by the chances that each wins against each. */
export function rankingOf(given: readonly string[], chances: readonly (readonly Estimate[])[]): Said {
  const fitted = ratingsOf(chances.map((row) => row.map(({ value }) => value)));
  const order = fitted.map((_, i) => i).sort((a, b) => fitted[b]! - fitted[a]! || a - b);
  const units = order.map((i) => given[i]!);
  const wins = order.map((i) => order.map((j) => chances[i]![j]!));
  const sure = together(wins);
  const all = units.map((_, i) => i);
  const isBetter = (a: Estimate, b: Estimate) => lowerOf(a) > upperOf(b) + ROUNDING;
  const isAsGood = (a: Estimate, b: Estimate) => lowerOf(a) >= upperOf(b) - ROUNDING;
  const does = (i: number, j: number) => all.every((k) => isAsGood(sure[i]![k]!, sure[j]![k]!));
  const named = (i: number) => units[i]!;
  const pairs = all.flatMap((i) => all.slice(i + 1).map((j) => [i, j] as const));
  const beats = (i: number, j: number) => isBetter(sure[i]![j]!, EVEN);
  const ties = pairs.filter(([i, j]) => !beats(i, j) && !beats(j, i));
  const circles = all.flatMap((i) =>
    all.flatMap((j) =>
      all.flatMap((k): [string, string, string][] =>
        i < j && i < k && beats(i, j) && beats(j, k) && beats(k, i) ? [[named(i), named(j), named(k)]] : [],
      ),
    ),
  );
  const ratings = order.map((i) => fitted[i]!);
  const spread = spreadOf(wins, ratings);
  const weights = mostEvenEquilibrium(wins.map((row) => row.map(({ value }) => value - 0.5)));
  const misses = pairs.map(([i, j]) => {
    const { value } = wins[i]![j]!;
    return [(value - expectedWin(ratings[i]!, ratings[j]!)) ** 2, (value - 0.5) ** 2] as const;
  });
  const sum = (at: 0 | 1) => misses.reduce((whole, own) => whole + own[at], 0);
  return {
    units: all.map((i): Ranked => {
      const others = all.filter((j) => j !== i);
      const extreme = (sign: 1 | -1) => {
        const j = others.reduce((a, b) => (sign * (wins[i]![b]!.value - wins[i]![a]!.value) > 0 ? b : a));
        return { against: named(j), win: wins[i]![j]! };
      };
      const rating = ratings[i]!;
      const off = spread[i]!;
      return {
        unit: named(i),
        rating:
          off === 0
            ? { value: rating, trials: 0 }
            : { value: rating, lower: rating - off, upper: rating + off, trials: 1 },
        mean: meanOf(others.map((j) => wins[i]![j]!)),
        best: extreme(1),
        worst: extreme(-1),
        equilibrium: Math.round(weights[i]! * 1e6) / 1e6,
      };
    }),
    dominates: all.flatMap((i) =>
      all.flatMap((j): [string, string][] =>
        i !== j && does(i, j) && all.some((k) => isBetter(sure[i]![k]!, sure[j]![k]!)) ? [[named(i), named(j)]] : [],
      ),
    ),
    neverWorthTaking: all
      .filter((j) => all.every((k) => all.some((i) => i !== j && isBetter(sure[i]![k]!, sure[j]![k]!))))
      .map(named),
    autoIncludes: all
      .filter(
        (i) =>
          all.every((j) => i === j || does(i, j)) &&
          all.some((j) => i !== j && all.some((k) => isBetter(sure[i]![k]!, sure[j]![k]!))),
      )
      .map(named),
    circles,
    ties: ties.map(([i, j]) => [named(i), named(j)]),
    open: ties.filter(([i, j]) => wins[i]![j]!.trials > 0).length,
    unexplained: sum(0) <= ROUNDING ? 0 : Math.min(1, sum(0) / sum(1)),
    wins,
    isExact: wins.flat().every(({ trials }) => trials === 0),
  };
}

export function meanOf(wins: readonly Estimate[]): Estimate {
  const value = wins.reduce((sum, win) => sum + win.value, 0) / wins.length;
  const trials = wins.reduce((sum, win) => sum + win.trials, 0);
  if (trials === 0) return { value, trials };
  const off = (of: (win: Estimate) => number) =>
    Math.sqrt(wins.reduce((sum, win) => sum + of(win) ** 2, 0)) / wins.length;
  return {
    value,
    lower: value - off((win) => win.value - lowerOf(win)),
    upper: value + off((win) => upperOf(win) - win.value),
    trials,
  };
}

/** By unit, half of the limits of its rating: how far each simulated cell moves it, by squares. */
function spreadOf(wins: readonly (readonly Estimate[])[], ratings: readonly number[]): number[] {
  const values = wins.map((row) => row.map(({ value }) => value));
  const squares = ratings.map(() => 0);
  wins.forEach((row, i) => {
    row.forEach((win, j) => {
      if (j <= i || win.trials === 0) return;
      const half = (upperOf(win) - lowerOf(win)) / 2;
      const moved = values.map((own) => [...own]);
      moved[i]![j] = Math.min(1, win.value + half);
      moved[j]![i] = 1 - moved[i]![j]!;
      ratingsOf(moved).forEach((rating, k) => {
        squares[k]! += (rating - ratings[k]!) ** 2;
      });
    });
  });
  return squares.map(Math.sqrt);
}
