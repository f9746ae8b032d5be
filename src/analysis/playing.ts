/** Best play of the fights of a study: what it is worth, what to order, and what everything simpler loses. */

import * as z from "zod";
import { nextTurn } from "../rule/event-loop.ts";
import type { Game } from "../rule/game.ts";
import type { Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { Never } from "../rulesets/never.ts";
import { gameFor, type OrderNames } from "../rulesets/ruleset.ts";
import type { Study } from "../scenario/study.ts";
import { always, type Player, type Solved, solveGame, traceOf } from "./best-play.ts";
import { chance, count, estimateForm, heldIn, least, list, maybe, object, shown, side, sides, text } from "./form.ts";
import type { Result } from "./result.ts";
import type { CellCache } from "./run-settings.ts";
import { securedBy, type Thumb, thumbsOf } from "./thumb.ts";
import { winIn } from "./win.ts";
import { A_SECOND } from "./work.ts";

/** One side of a fight that was solved. A win is 1, a draw 1/2. */
const playedSide = object({
  side,
  unit: text,
  orders: list(text, 1),
  /** What it has of the fight when both play their best. */
  value: chance,
  /** By order, its share of the first turn. */
  opening: list(chance),
  /**
   * As `orders`, one order for every turn: what the side has of it against an enemy who knows it and answers best, and how much
   * less that is than best play.
   */
  plans: list(object({ order: text, secured: chance, loss: chance }), 1),
  /** Rules of thumb, the one that loses least first. */
  thumbs: list(z.object({ secured: chance, loss: chance })) as unknown as z.ZodType<readonly Thumb[]>,
  /** The order of the enemy that leaves it least, answered as well as can be; and what it leaves. */
  fears: object({ order: text, value: chance }),
});
export type PlayedSide = z.infer<typeof playedSide>;
export type FixedPlan = PlayedSide["plans"][number];

/** What one side orders with so many ready on either side and all others out; null where it makes no difference. */
const square = object({
  ready: count,
  enemyReady: count,
  /** What the side has of it. */
  value: chance,
  /** By order, its share. */
  shares: list(chance).nullable(),
});
export type Square = z.infer<typeof square>;

/** One side's orders in one turn. */
const picture = object({ side: shown<"first" | "second">(), turn: count, squares: list(square) });
export type OrderPicture = z.infer<typeof picture>;

/** A policy as a table. `rows` are written as CSV is, `columns` name their entries. */
export interface PolicyTable {
  readonly side: "first" | "second";
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** What a game comes to. */
const solution = {
  /** How far rounding may have put any value off. */
  gap: least,
  sides: z.tuple([playedSide, playedSide]),
  pictures: list(picture),
  policies: shown<readonly [PolicyTable, PolicyTable]>(),
};
const solutionForm = object(solution);

/** A fight that was solved. */
const played = object({
  cell: text,
  ...sides,
  modifiers: shown<readonly string[]>(),
  ...solution,
  /** What the first side has of it under the orders of the file. */
  asOrdered: maybe(estimateForm(chance)),
});
export type Played = z.infer<typeof played>;

/** Fights of one group, the first before the others, which stand as a side wins most in them. */
export const ranked = ([first, ...others]: readonly Played[], player: 0 | 1): Played[] => [
  first!,
  ...others.toSorted((a, b) => b.sides[player].value - a.sides[player].value),
];

export const playingForm = object({ fights: list(played), unsolved: shown<readonly Unsolved[]>() });
export type Playing = z.infer<typeof playingForm>;

/** A fight that is not solved, and why. */
export interface Unsolved {
  readonly cell: string;
  readonly reason: Sentence;
  /** Orders that were asked for and that a unit of it cannot be given, with what is said of each. */
  readonly strange?: readonly { readonly order: string; readonly reason: Sentence }[];
}

/** Fights as games, by cell. */
export interface Games {
  readonly games: ReadonlyMap<string, Game>;
  readonly unsolved: readonly Unsolved[];
}

export interface PlayingSettings {
  /** Where solutions are kept, and all that decides that of a cell. */
  readonly kept?: { readonly cache: CellCache; of(cell: string): object };
  readonly signal?: AbortSignal;
  readonly onFight?: (cell: string, done: number, all: number) => void;
}

/** No order is better than another by more than this. */
const NO_MATTER = 1e-9;
const SIDES = ["first", "second"] as const;

/** Nobody has an order: there are none to hold best play against. */
const isUnordered = ({ what, decides }: Never): boolean => what === "order" && decides === true;

/** A result without the word that nobody has an order, where best play gives orders. */
export const underBestPlay = (result: Result): Result => ({
  ...result,
  cells: result.cells.map((cell) =>
    cell.never?.some(isUnordered) ? { ...cell, never: cell.never.filter((one) => !isUnordered(one)) } : cell,
  ),
});

/** The fights of a study that can be solved, as games, and why the others cannot. */
export async function gamesOf(study: Study, orders?: OrderNames): Promise<Games> {
  const { kinds } = await loadRuleset(study.ruleset);
  const games = new Map<string, Game>();
  const unsolved: Unsolved[] = [];
  for (const { id, kind, outcome } of study.cells) {
    if (!("profile" in outcome)) continue;
    const game = gameFor(kinds[kind]!, outcome.profile, orders);
    if ("impossible" in game)
      unsolved.push({ cell: id, reason: game.impossible, ...(game.strange ? { strange: game.strange } : {}) });
    else games.set(id, game);
  }
  return { games, unsolved };
}

/**
 * Solves fights as games in which both sides order every turn, at once and knowing the state. `result` is that of the same
 * fights under the orders of the file.
 */
export async function bestPlay(
  { games, unsolved }: Games,
  result: Result,
  settings: PlayingSettings = {},
): Promise<Playing> {
  const { kinds } = await loadRuleset(result.ruleset);
  const fights: Played[] = [];
  for (const cell of result.cells) {
    const { id, kind, experiment, attacker, defender, modifiers } = cell;
    const game = games.get(id);
    if (game === undefined) continue;
    await nextTurn(); // to hear an interrupt
    if (settings.signal?.aborted) break;
    settings.onFight?.(id, fights.length, games.size);
    const head = { cell: id, experiment, attacker, defender, modifiers };
    const winner = kinds[kind]!.winner;
    const win = winner === undefined || cell.never?.some(isUnordered) ? undefined : winIn(cell, winner, "first");
    const make = () => JSON.stringify(playedOf(game, [attacker, defender]));
    const isSound = (text: string) => heldIn(solutionForm, text) !== undefined;
    const text = (await settings.kept?.cache.text(settings.kept.of(id), A_SECOND, isSound, make)) ?? make();
    fights.push({ ...head, ...(win ? { asOrdered: win } : {}), ...JSON.parse(text) });
  }
  return { fights, unsolved };
}

function playedOf(
  game: Game,
  names: readonly [string, string],
): Pick<Played, "gap" | "sides" | "pictures" | "policies"> {
  const solved = solveGame(game);
  const trace = traceOf(game, solved.policies);
  const plans = ([0, 1] as const).map((player) =>
    game.choices[player].map((order, choice): FixedPlan => {
      return { order, ...securedBy(game, solved, player, always(game, player, choice)) };
    }),
  );
  const sideOf = (player: Player): PlayedSide => {
    const orders = game.choices[player];
    const at = game.start * orders.length;
    const feared = plans[1 - player]!.reduce((a, b) => (b.secured > a.secured ? b : a));
    return {
      side: SIDES[player],
      unit: names[player],
      orders,
      value: player === 0 ? solved.value : 1 - solved.value,
      opening: [...solved.policies[player][0]!.subarray(at, at + orders.length)],
      plans: plans[player]!,
      thumbs: thumbsOf(game, solved, player, trace),
      fears: { order: feared.order, value: 1 - feared.secured },
    };
  };
  return {
    gap: solved.gap,
    sides: [sideOf(0), sideOf(1)],
    pictures: ([0, 1] as const).flatMap((player) => picturesOf(game, solved, player)),
    policies: [tableOf(game, solved, 0), tableOf(game, solved, 1)],
  };
}

/** Every turn but the first, in which there is only the beginning; of a fight of one turn, that. */
function picturesOf(game: Game, solved: Solved, player: Player): OrderPicture[] {
  const places = game.states.map(placesOf);
  const [mine, theirs] = [game.states[player], game.states[1 - player]!];
  // Where the same states meet in several ways, the first is the one in which the sides are apart.
  const pairs = new Map<string, number>();
  for (let pair = game.worth.length - 1; pair >= 0; pair--) pairs.set(`${mine.at(pair)} ${theirs.at(pair)}`, pair);
  const from = game.turns > 1 ? 1 : 0;
  return Array.from({ length: game.turns - from }, (_, i) => ({
    side: SIDES[player],
    turn: from + i + 1,
    squares: [...places[player]!].flatMap(([ready, own]) =>
      [...places[1 - player]!].flatMap(([enemyReady, other]): Square[] => {
        if (ready === 0 || enemyReady === 0) return [];
        const pair = pairs.get(`${own} ${other}`)!;
        const value = solved.worth[from + i]![pair]!;
        const shares = sharesAt(game, solved, player, from + i, pair);
        return [{ ready, enemyReady, value: player === 0 ? value : 1 - value, shares }];
      }),
    ),
  }));
}

/** By how many are ready, the state in which all others are out and most is left of what can be used up. */
function placesOf({ size, counts }: Game["states"][number]): Map<number, number> {
  const { ready, pinned, down, out: _, ...stock } = counts;
  const left = (state: number) => Object.values(stock).reduce((sum, of) => sum + of[state]!, 0);
  const places = new Map<number, number>();
  for (let state = 0; state < size; state++) {
    if (pinned![state]! > 0 || down![state]! > 0) continue;
    const known = places.get(ready![state]!);
    if (known === undefined || left(state) > left(known)) places.set(ready![state]!, state);
  }
  return new Map([...places].sort(([a], [b]) => b - a));
}

function sharesAt(game: Game, solved: Solved, player: Player, turn: number, pair: number): number[] | null {
  const { length } = game.choices[player];
  const at = (of: Float64Array) => [...of.subarray(pair * length, (pair + 1) * length)];
  const regrets = at(solved.regrets[player][turn]!);
  return regrets.every((regret) => Math.abs(regret) <= NO_MATTER) ? null : at(solved.policies[player][turn]!);
}

/** What the states of a side are told by in a policy; those that it has not are 0. */
export const POLICY_COUNTS = ["ready", "pinned", "down", "out", "medikits", "sacrifices"] as const;

/** Every state in which somebody can be given an order; of the first turn the beginning. */
function tableOf(game: Game, solved: Solved, player: Player): PolicyTable {
  const orders = game.choices[player];
  const [ours, enemy] = [game.states[player], game.states[1 - player]!];
  const rows: string[] = [];
  const counted = ({ counts }: Game["states"][number], state: number) =>
    POLICY_COUNTS.map((name) => counts[name]?.[state] ?? 0).join();
  for (let turn = 0; turn < game.turns; turn++)
    for (let pair = 0; pair < game.worth.length; pair++) {
      if (turn === 0 && pair !== game.start) continue;
      const mine = ours.at(pair);
      if (!ours.chooses[mine]) continue;
      const value = solved.worth[turn]![pair]!;
      const shares = solved.policies[player][turn]!.subarray(pair * orders.length, (pair + 1) * orders.length);
      rows.push(
        [
          turn + 1,
          counted(ours, mine),
          counted(enemy, enemy.at(pair)),
          ...(game.contact ? [game.contact(pair)] : []),
          ...Array.from(shares, shortened),
          shortened(player === 0 ? value : 1 - value),
        ].join(),
      );
    }
  const named = [...POLICY_COUNTS, ...POLICY_COUNTS.map((name) => `enemy_${name}`)];
  return {
    side: SIDES[player],
    columns: ["turn", ...named, ...(game.contact ? ["contact"] : []), ...orders, "value"],
    rows,
  };
}

/** To nine decimals. */
const shortened = (value: number): number => Math.round(value * 1e9) / 1e9;
