/** Who is too good: what a matrix of fights says of the units in it. */
import { loadRuleset } from "../rulesets/index.ts";
import { expectedWin, mostEvenEquilibrium, normalUpperQuantile, ratingsOf } from "../stats/index.ts";
import type { Estimate } from "./measure.ts";
import type { Result } from "./result.ts";
import { winIn } from "./win.ts";

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
  readonly unranked: readonly { readonly experiment: string; readonly reason: string }[];
}

const ROUNDING = 1e-12;
const EVEN: Estimate = { value: 0.5, trials: 0 };
const lowerOf = ({ value, lower = value }: Estimate): number => lower;
const upperOf = ({ value, upper = value }: Estimate): number => upper;

/** Ranks every experiment whose fights are a field: the same units on either side, every pair met in one seat at least. */
export async function rank(result: Result): Promise<Ranks> {
  const { kinds } = await loadRuleset(result.ruleset);
  const rankings: Ranking[] = [];
  const unranked: { experiment: string; reason: string }[] = [];
  const groups = new Map<string, (typeof result.cells)[number][]>();
  for (const cell of result.cells) {
    const key = `${cell.experiment}~${cell.modifiers.join("+")}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  for (const cells of groups.values()) {
    const { experiment, kind, modifiers } = cells[0]!;
    const winner = kinds[kind]?.winner;
    const no = (reason: string) => unranked.push({ experiment, reason });
    if (winner === undefined) {
      no(`kind ${kind} has no winner: a rank is of fights`);
      continue;
    }
    const units = [...new Set(cells.flatMap(({ attacker, defender }) => [attacker, defender]))];
    if (units.length < 3) {
      no(
        `${units.length < 2 ? "one unit" : "two units"} cannot be ranked: give both sides the same three units or more`,
      );
      continue;
    }
    const found = new Map(
      cells.flatMap((cell): [string, Estimate][] => {
        const win = winIn(cell, winner, "first");
        return win === undefined ? [] : [[`${cell.attacker} ${cell.defender}`, win]];
      }),
    );
    const missing = units
      .flatMap((a, i) => units.slice(i + 1).map((b) => [a, b] as const))
      .find(([a, b]) => !found.has(`${a} ${b}`) && !found.has(`${b} ${a}`));
    if (missing) no(`${missing[0]} and ${missing[1]} do not meet: list the same units on both sides`);
    else rankings.push({ experiment, modifiers, ...rankingOf(units, seated(units, found)) });
  }
  return { rankings, unranked };
}

/** Win chances by unit and enemy, both seats together where both were played. */
function seated(units: readonly string[], found: ReadonlyMap<string, Estimate>): Estimate[][] {
  const turned = ({ value, lower, upper, trials }: Estimate): Estimate => ({
    value: 1 - value,
    ...(lower === undefined || upper === undefined ? {} : { lower: 1 - upper, upper: 1 - lower }),
    trials,
  });
  return units.map((a) =>
    units.map((b) => {
      if (a === b) return EVEN;
      const first = found.get(`${a} ${b}`);
      const second = found.get(`${b} ${a}`);
      if (first === undefined) return turned(second!);
      return second === undefined ? first : halves(first, turned(second));
    }),
  );
}

/** The mean of two independent chances; their limits by squares. */
function halves(a: Estimate, b: Estimate): Estimate {
  const value = (a.value + b.value) / 2;
  const trials = a.trials + b.trials;
  if (trials === 0) return { value, trials };
  const below = Math.sqrt((a.value - lowerOf(a)) ** 2 + (b.value - lowerOf(b)) ** 2) / 2;
  const above = Math.sqrt((upperOf(a) - a.value) ** 2 + (upperOf(b) - b.value) ** 2) / 2;
  return { value, lower: value - below, upper: value + above, trials };
}

/** The same with limits so wide that those of all pairs hold together in 95 of 100 fields. */
function together(wins: readonly (readonly Estimate[])[]): Estimate[][] {
  const pairs = wins.flatMap((row, i) => row.slice(i + 1)).filter(({ trials }) => trials > 0).length;
  const wider = pairs < 2 ? 1 : normalUpperQuantile(0.025 / pairs) / normalUpperQuantile(0.025);
  return wins.map((row) =>
    row.map((win) =>
      win.lower === undefined || win.upper === undefined
        ? win
        : {
            ...win,
            lower: Math.max(0, win.value - wider * (win.value - win.lower)),
            upper: Math.min(1, win.value + wider * (win.upper - win.value)),
          },
    ),
  );
}

type Field = Omit<Ranking, "experiment" | "modifiers">;

/** What is said of units by the chances that each wins against each. */
export function rankingOf(given: readonly string[], chances: readonly (readonly Estimate[])[]): Field {
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
    unexplained: sum(1) <= ROUNDING ? 0 : Math.min(1, sum(0) / sum(1)),
    wins,
    isExact: wins.flat().every(({ trials }) => trials === 0),
  };
}

function meanOf(wins: readonly Estimate[]): Estimate {
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
