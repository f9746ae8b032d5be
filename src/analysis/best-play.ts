/** Best play of a fight that both sides steer: backward induction over its turns, with a matrix game for every state. */
import type { Game, OfPairs } from "../rule/game.ts";
import { equilibriumOf } from "../rule/matrix-game.ts";

/** Whose choices: 0 the first side's, 1 the second's. */
export type Player = 0 | 1;

/** What one side chooses: by turn, for every pair of states the share of every choice (they add up to one). */
export type SolvedPolicy = readonly Float64Array[];

/** A game solved. */
export interface Solved {
  /** What the first side has of it when both play their best. */
  readonly value: number;
  /** The most that rounding may have put it off. */
  readonly gap: number;
  /** By turn, what every pair of states is worth before it; last, at the end. */
  readonly worth: readonly OfPairs[];
  readonly policies: readonly [SolvedPolicy, SolvedPolicy];
  /** As the policies: what a side loses by that choice, once, to an enemy at his best. */
  readonly regrets: readonly [SolvedPolicy, SolvedPolicy];
}

/** Best play of both, from every state of every turn. */
export function solveGame(game: Game): Solved {
  const [first, second] = game.choices;
  const [rows, columns] = game.states;
  const pairs = game.worth.length;
  const made = () => Array.from({ length: game.turns }, () => new Float64Array(0));
  const policies = [made(), made()] as const;
  const regrets = [made(), made()] as const;
  const worth: OfPairs[] = [];
  worth[game.turns] = game.worth;
  let gap = 0;
  for (let turn = game.turns - 1; turn >= 0; turn--) {
    const before = game.before(turn, worth[turn + 1]!);
    const under = first.map((_, a) => second.map((_, b) => before(a, b)));
    const now = new Float64Array(pairs);
    const own = new Float64Array(pairs * first.length);
    const other = new Float64Array(pairs * second.length);
    const ownRegrets = new Float64Array(own.length);
    const otherRegrets = new Float64Array(other.length);
    // By whether the first side, and the second, can be given an order: what the game of a pair pays, made anew for each.
    const games = [1, first.length].map((up) =>
      [1, second.length].map((down) => Array.from({ length: up }, () => new Array<number>(down).fill(0))),
    );
    let widest = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const payoffs = games[rows.chooses[rows.at(pair)]!]![columns.chooses[columns.at(pair)]!]!;
      for (let a = 0; a < payoffs.length; a++)
        for (let b = 0; b < payoffs[0]!.length; b++) payoffs[a]![b] = under[a]![b]![pair]!;
      const found = equilibriumOf(payoffs);
      if (found.gap > widest) widest = found.gap;
      now[pair] = found.value;
      own.set(found.rows, pair * first.length);
      other.set(found.columns, pair * second.length);
      found.brought.forEach((brought, a) => {
        ownRegrets[pair * first.length + a] = found.value - brought;
      });
      found.allowed.forEach((allowed, b) => {
        otherRegrets[pair * second.length + b] = allowed - found.value;
      });
    }
    gap += widest;
    worth[turn] = now;
    policies[0][turn] = own;
    policies[1][turn] = other;
    regrets[0][turn] = ownRegrets;
    regrets[1][turn] = otherRegrets;
  }
  return { value: worth[0]![game.start]!, gap, worth, policies, regrets };
}

/** The same choice in every state of every turn. */
export function always(game: Game, player: Player, choice: number): SolvedPolicy {
  const { length } = game.choices[player];
  const shares = new Float64Array(game.worth.length * length);
  for (let at = choice; at < shares.length; at += length) shares[at] = 1;
  return new Array<Float64Array>(game.turns).fill(shares);
}

/** What a policy of one side is worth to the first side against the enemy's best answer, or against a policy of his. */
export function worthAgainst(game: Game, player: Player, policy: SolvedPolicy, enemy?: SolvedPolicy): number {
  const own = game.choices[player].length;
  const theirs = game.choices[1 - player]!.length;
  const enemyStates = game.states[1 - player]!;
  let worth: OfPairs = game.worth;
  for (let turn = game.turns - 1; turn >= 0; turn--) {
    const before = game.before(turn, worth);
    const shares = policy[turn]!;
    const answers = enemy?.[turn];
    const used = usedOf(shares, own);
    const now = new Float64Array(worth.length);
    if (answers === undefined) now.fill(player === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
    for (let answer = 0; answer < theirs; answer++) {
      if (answers !== undefined && !usedOf(answers, theirs).includes(answer)) continue;
      const against = new Float64Array(worth.length);
      for (const choice of used) {
        const under = player === 0 ? before(choice, answer) : before(answer, choice);
        for (let pair = 0; pair < under.length; pair++)
          against[pair] = against[pair]! + shares[pair * own + choice]! * under[pair]!;
      }
      for (let pair = 0; pair < now.length; pair++) {
        if (answers !== undefined) now[pair] = now[pair]! + answers[pair * theirs + answer]! * against[pair]!;
        else {
          if (answer > 0 && !enemyStates.chooses[enemyStates.at(pair)]) continue;
          now[pair] = player === 0 ? Math.min(now[pair]!, against[pair]!) : Math.max(now[pair]!, against[pair]!);
        }
      }
    }
    worth = now;
  }
  return worth[game.start]!;
}

/** The choices that are made anywhere. */
function usedOf(shares: Float64Array, choices: number): number[] {
  const used = new Set<number>();
  for (let at = 0; at < shares.length && used.size < choices; at++) if (shares[at]! > 0) used.add(at % choices);
  return [...used].sort((a, b) => a - b);
}

/** By turn, the chance of every pair of states before it, when both play so. */
export function traceOf(game: Game, [first, second]: readonly [SolvedPolicy, SolvedPolicy]): OfPairs[] {
  const [own, theirs] = game.choices.map(({ length }) => length) as [number, number];
  const start = new Float64Array(game.worth.length);
  start[game.start] = 1;
  const trace: OfPairs[] = [start];
  for (let turn = 0; turn < game.turns - 1; turn++) {
    const chances = trace[turn]!;
    const next = new Float64Array(chances.length);
    for (const a of usedOf(first[turn]!, own))
      for (const b of usedOf(second[turn]!, theirs)) {
        const share = chances.map(
          (chance, pair) => chance * first[turn]![pair * own + a]! * second[turn]![pair * theirs + b]!,
        );
        if (share.every((chance) => chance === 0)) continue;
        game.after(turn, share, a, b).forEach((chance, pair) => {
          next[pair]! += chance;
        });
      }
    trace.push(next);
  }
  return trace;
}
