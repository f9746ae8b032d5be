/** Who is too good: what a matrix of fights says of the units in it. */

import type * as z from "zod";
import { blockStream, cellKey } from "../dice/index.ts";
import { inTurns, type Stretches } from "../rule/event-loop.ts";
import { equilibriumOf } from "../rule/matrix-game.ts";
import type { Study } from "../scenario/study.ts";
import { expectedWin, ratingsOf } from "../stats/bradley-terry.ts";
import { mostEvenEquilibrium } from "../stats/max-entropy.ts";
import { normalUpperQuantile } from "../stats/normal.ts";
import { fieldsOf, foughtOnce, isOf, lowerOf, meansIn, type Unranked, upperOf } from "./field.ts";
import { chance, count, type Estimate, estimateForm, list, maybe, number, object, shown, text } from "./form.ts";
import type { Result } from "./result.ts";
import { ERROR, hangingPairs, meansTogether, statementsOf } from "./statements.ts";

const match = object({
  against: text,
  win: estimateForm(chance),
  /** Enemies against whom it may well do as badly, or as well; left out where there are none. */
  or: maybe(shown<readonly string[]>()),
});
export type MatchUp = z.infer<typeof match>;

/** A unit of the field. */
const ranked = object({
  unit: text,
  /** Bradley and Terry's, mean 0; 400 points are ten to one. Limits where cells are simulated. */
  rating: estimateForm(number),
  /** Its share of wins against the others, each as often. */
  mean: estimateForm(chance),
  best: match,
  worst: match,
  /** How often whoever brings what is hardest to meet brings it: the most even equilibrium of who brings what. */
  equilibrium: chance,
  /** Between what, as far as noise of the cells can move it; simulated fields only. */
  equilibriumLower: maybe(shown<number>()),
  equilibriumUpper: maybe(shown<number>()),
});
export type Ranked = z.infer<typeof ranked>;

/** What is said of a field; only what no noise of the cells could turn, all of it together at 95 %. */
const ranking = object({
  experiment: text,
  modifiers: shown<readonly string[]>(),
  /** Best rating first. */
  units: list(ranked),
  /** The first does at least as well as the second against everybody, and better against somebody. */
  dominates: shown<readonly (readonly [better: string, worse: string])[]>(),
  /** Against every enemy some other unit does better. */
  neverWorthTaking: shown<readonly string[]>(),
  /** Against every enemy no other unit does better. */
  autoIncludes: shown<readonly string[]>(),
  /** Each beats the next, the last the first. */
  circles: shown<readonly (readonly [string, string, string])[]>(),
  /** Pairs of units of which neither is known to beat the other. */
  ties: shown<readonly (readonly [string, string])[]>(),
  /** Pairs that could still turn either way with more trials: of ties, those that are simulated. */
  open: count,
  /** Neighbours by rating whose order noise could turn. */
  unordered: shown<readonly (readonly [string, string])[]>(),
  /** Who surely wins more, and who less, than a half by `WITHIN` against the others. */
  tooGood: shown<readonly string[]>(),
  tooWeak: shown<readonly string[]>(),
  /** What no rating explains: the squares by which win chances miss what ratings give, over those by which they miss 1/2. */
  unexplained: number,
  unexplainedLower: maybe(shown<number>()),
  unexplainedUpper: maybe(shown<number>()),
  /** By unit in the order of `units`, against each: its share of wins; a draw is half a win. */
  wins: list(list(estimateForm(chance))),
  isExact: shown<boolean>(),
});
export type Ranking = z.infer<typeof ranking>;

/** `unranked`: experiments that are no field, and why. */
export const ranksForm = object({ rankings: list(ranking), unranked: shown<readonly Unranked[]>() });
export type Ranks = z.infer<typeof ranksForm>;

/** Operations of a fight of a field that is solved rather than played: up to a tenth of a second. */
export const FIELD_OPERATIONS = 1_700_000;

/** Five points: what a unit may win more or less than half against the others without being too good or too weak. */
export const WITHIN = 0.05;
const ROUNDING = 1e-12;
const AT_95 = normalUpperQuantile(0.025);
/** Fields drawn from the limits of the cells, to see how far what is made from them moves. */
export const DRAWS = 40;

/**
 * Ranks every field of a result.
 * @param error the chance that something said of a field is wrong
 */
export async function rank(result: Result, error = ERROR): Promise<Ranks> {
  const { fields, unranked } = await fieldsOf(result);
  const rankings: Ranking[] = [];
  for (const { experiment, modifiers, units, wins } of fields)
    rankings.push({ experiment, modifiers, ...(await rankingOf(units, wins, error)) });
  return { rankings, unranked };
}

type RankingSaid = Omit<Ranking, "experiment" | "modifiers">;

/** What is said of units by the chances that each wins against each. */
export const rankingOf = (...field: Parameters<typeof rankingIn>): Promise<RankingSaid> => inTurns(rankingIn(...field));

function* rankingIn(
  given: readonly string[],
  chances: readonly (readonly Estimate[])[],
  error = ERROR,
): Stretches<RankingSaid> {
  const fitted = ratingsOf(chances.map((row) => row.map(({ value }) => value)));
  const order = fitted.map((_, i) => i).sort((a, b) => fitted[b]! - fitted[a]! || a - b);
  const units = order.map((i) => given[i]!);
  const wins = order.map((i) => order.map((j) => chances[i]![j]!));
  const all = units.map((_, i) => i);
  const named = (i: number) => units[i]!;
  const { dominates, neverWorthTaking, autoIncludes, circles, ties } = statementsOf(wins, error);
  const ratings = order.map((i) => fitted[i]!);
  const spread = yield* spreadOf(wins, ratings);
  const rating = (i: number): Estimate =>
    spread[i] === 0
      ? { value: ratings[i]!, trials: 0 }
      : { value: ratings[i]!, lower: ratings[i]! - spread[i]!, upper: ratings[i]! + spread[i]!, trials: 1 };
  const means = meansIn(wins);
  const limited = meansTogether(wins, error);
  const wider = normalUpperQuantile(error / 2 / units.length) / AT_95;
  const isExact = wins.flat().every(({ trials }) => trials === 0);
  const values = wins.map((row) => row.map(({ value }) => value));
  // A drawn field has one equilibrium: any way to find it will do.
  const moved: DrawnStrengths[] = [];
  for (const drawn of isExact ? [] : drawnFrom(wins)) {
    moved.push(broughtAndUnexplained(drawn, (payoffs) => Array.from(equilibriumOf(payoffs).rows)));
    yield;
  }
  const between = (of: (draw: DrawnStrengths) => number): [number, number] => {
    const found = moved.map(of);
    return [Math.min(...found), Math.max(...found)];
  };
  const { brought, unexplained } = broughtAndUnexplained(values);
  const [unexplainedLower, unexplainedUpper] = between((draw) => draw.unexplained);
  return {
    units: all.map((i): Ranked => {
      const [least, most] = between((draw) => draw.brought[i]!);
      return {
        unit: named(i),
        rating: rating(i),
        mean: means[i]!,
        best: matchUp(i, 1, units, wins),
        worst: matchUp(i, -1, units, wins),
        equilibrium: brought[i]!,
        ...(isExact
          ? {}
          : { equilibriumLower: Math.min(least, brought[i]!), equilibriumUpper: Math.max(most, brought[i]!) }),
      };
    }),
    dominates: dominates.sure.map(([i, j]) => [named(i), named(j)]),
    neverWorthTaking: neverWorthTaking.sure.map(named),
    autoIncludes: autoIncludes.sure.map(named),
    circles: circles.sure.map(([i, j, k]) => [named(i), named(j), named(k)]),
    ties: ties.map(([i, j]) => [named(i), named(j)]),
    open: ties.filter(([i, j]) => wins[i]![j]!.trials > 0).length,
    unordered: all
      .slice(1)
      .filter((i) => wider * (spread[i - 1]! + spread[i]!) > ratings[i - 1]! - ratings[i]!)
      .map((i) => [named(i - 1), named(i)]),
    tooGood: all.filter((i) => lowerOf(limited[i]!) > 0.5 + WITHIN).map(named),
    tooWeak: all.filter((i) => upperOf(limited[i]!) < 0.5 - WITHIN).map(named),
    unexplained,
    ...(isExact
      ? {}
      : {
          unexplainedLower: Math.min(unexplained, unexplainedLower),
          unexplainedUpper: Math.max(unexplained, unexplainedUpper),
        }),
    wins,
    isExact,
  };
}

/** The best (or the worst) match-up of a unit, and the enemies whose limits reach as far. */
function matchUp(i: number, sign: 1 | -1, units: readonly string[], wins: readonly (readonly Estimate[])[]): MatchUp {
  const others = units.flatMap((_, j) => (j === i ? [] : j));
  const end = others.reduce((a, b) => (sign * (wins[i]![b]!.value - wins[i]![a]!.value) > 0 ? b : a));
  const win = wins[i]![end]!;
  const or = others.filter((j) => {
    const other = wins[i]![j]!;
    if (j === end || (other.trials === 0 && win.trials === 0)) return false;
    return sign > 0 ? upperOf(other) > lowerOf(win) : lowerOf(other) < upperOf(win);
  });
  return { against: units[end]!, win, ...(or.length > 0 ? { or: or.map((j) => units[j]!) } : {}) };
}

interface DrawnStrengths {
  readonly brought: readonly number[];
  readonly unexplained: number;
}

/** Who brings what, and the share that no rating explains, of a field whose chances are known. */
function broughtAndUnexplained(
  values: readonly (readonly number[])[],
  equilibrium = mostEvenEquilibrium,
): DrawnStrengths {
  const ratings = ratingsOf(values);
  const weights = equilibrium(values.map((row) => row.map((value) => value - 0.5)));
  let [missed, whole] = [0, 0];
  values.forEach((row, i) => {
    row.forEach((value, j) => {
      if (j <= i) return;
      missed += (value - expectedWin(ratings[i]!, ratings[j]!)) ** 2;
      whole += (value - 0.5) ** 2;
    });
  });
  return {
    brought: weights.map((weight) => Math.round(weight * 1e6) / 1e6),
    unexplained: missed <= ROUNDING ? 0 : Math.min(1, missed / whole),
  };
}

/** An estimate as it may be: drawn from its limits. */
export function drawnOf(estimate: Estimate, stream: { next(): number }): number {
  const normal = normalUpperQuantile(((stream.next() >>> 0) + 0.5) / 2 ** 32) / AT_95;
  const half = normal > 0 ? upperOf(estimate) - estimate.value : estimate.value - lowerOf(estimate);
  return estimate.value + normal * half;
}

/** Fields as they may be, drawn from the limits of each pair; always the same ones. */
function* drawnFrom(wins: readonly (readonly Estimate[])[]): Generator<number[][]> {
  const stream = blockStream(cellKey(0n, "rank"), 0);
  for (let draw = 0; draw < DRAWS; draw++) {
    const values = wins.map((row) => row.map(({ value }) => value));
    wins.forEach((row, i) => {
      row.forEach((win, j) => {
        if (j <= i || win.trials === 0) return;
        values[i]![j] = Math.min(1, Math.max(0, drawnOf(win, stream)));
        values[j]![i] = 1 - values[i]![j]!;
      });
    });
    yield values;
  }
}

/** By unit, half of the limits of its rating: how far each simulated cell moves it, by squares. */
function* spreadOf(wins: readonly (readonly Estimate[])[], ratings: readonly number[]): Stretches<number[]> {
  const values = wins.map((row) => row.map(({ value }) => value));
  const squares = ratings.map(() => 0);
  for (const [i, row] of wins.entries()) {
    row.forEach((win, j) => {
      if (j <= i || win.trials === 0) return;
      const half = (upperOf(win) - lowerOf(win)) / 2;
      const moved = values.map((each) => [...each]);
      moved[i]![j] = win.value + half > 1 ? win.value - half : win.value + half;
      moved[j]![i] = 1 - moved[i]![j]!;
      ratingsOf(moved, ratings).forEach((rating, k) => {
        squares[k]! += (rating - ratings[k]!) ** 2;
      });
    });
    yield;
  }
  return squares.map(Math.sqrt);
}

/** Trials of each simulated pair where nobody says how many: to half a point, in whole blocks of 4,096, in one seat or in two. */
const TRIALS = 40_960;
/** Of so many times these, where a statement hangs on it. */
const LOOKS = [1, 4, 16] as const;

/**
 * Plays a study and ranks its fields: each pair once where its seats are alike. Where nobody says how often, fights on which
 * a statement hangs are played more often: each look has its part of the chance of error.
 * @param isSettled whether `compute` knows how often
 * @returns `trials`: of each fight at first, where nobody said how many
 */
export async function rankPlayed(
  given: Study,
  compute: (study: Study) => Promise<Result>,
  isSettled = false,
): Promise<{ readonly result: Result; readonly ranks: Ranks; readonly trials?: number }> {
  const { study, seats } = await foughtOnce(given);
  if (isSettled || study.trials !== undefined || study.precision !== undefined) {
    const result = await compute(study);
    return { result, ranks: await rank(result) };
  }
  const error = ERROR / LOOKS.length;
  const trials = TRIALS / seats;
  let result = await compute({ ...study, trials });
  for (const times of LOOKS.slice(1)) {
    const hanging = await cellsThatHang(result, error);
    if (hanging.size === 0 || result.partial) break;
    const cells = study.cells.filter(({ id }) => hanging.has(id));
    const more = await compute({ ...study, cells, trials: trials * times, warnings: [] });
    const played = new Map(more.cells.map((cell) => [cell.id, cell]));
    result = { ...result, cells: result.cells.map((cell) => played.get(cell.id) ?? cell) };
  }
  return { result, ranks: await rank(result, error), trials };
}

/** Simulated cells of pairs on which something hangs. */
async function cellsThatHang(result: Result, error: number): Promise<ReadonlySet<string>> {
  const { fields } = await fieldsOf(result);
  const found = fields.flatMap((field) => {
    const { units, wins } = field;
    const pairs = new Set(
      hangingPairs(wins, error).flatMap(([i, j]) => [`${units[i]} ${units[j]}`, `${units[j]} ${units[i]}`]),
    );
    return result.cells.filter(
      (cell) => cell.method === "monte-carlo" && isOf(field)(cell) && pairs.has(`${cell.attacker} ${cell.defender}`),
    );
  });
  return new Set(found.map(({ id }) => id));
}
