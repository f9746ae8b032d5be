/** Rules of thumb: one order while something holds that a person sees on the table, else another. */
import type { Game, OfPairs } from "../rule/game.ts";
import { type Player, type Solved, type SolvedPolicy, worthAgainst } from "./best-play.ts";

/** What a player looks at; `count` where it is compared with a number. */
export interface Sight {
  readonly what: "moreReady" | "asManyReady" | "readyAtLeast" | "enemyReadyAtLeast" | "fromTurn";
  readonly count: number;
  /** As a policy says it. */
  readonly when: string;
}

/** One choice while something holds, else another. */
export interface Thumb {
  readonly sight: Sight;
  readonly choice: string;
  readonly otherwise: string;
  /** What the side has of it against an enemy who knows it and answers best, and how much less that is than best play. */
  readonly secured: number;
  readonly loss: number;
}

/** So many rules, those that look best along best play, are held against the enemy's best answer. */
const TRIED = 4;

/** What can be looked at in a game. */
function sightsOf(game: Game, player: Player): Sight[] {
  const most = (side: number) => Math.max(...game.states[side]!.counts.ready!);
  const from = (count: number, to: number) => Array.from({ length: to - count + 1 }, (_, i) => count + i);
  return [
    { what: "moreReady", count: 0, when: "ready > enemy.ready" },
    { what: "asManyReady", count: 0, when: "ready >= enemy.ready" },
    ...from(2, most(player)).map((count): Sight => ({ what: "readyAtLeast", count, when: `ready >= ${count}` })),
    ...from(1, most(1 - player)).map(
      (count): Sight => ({ what: "enemyReadyAtLeast", count, when: `enemy.ready >= ${count}` }),
    ),
    ...from(2, game.turns).map((count): Sight => ({ what: "fromTurn", count, when: `turn >= ${count}` })),
  ];
}

/** Whether it holds, with so many ready on the own and on the enemy's side in a turn (from 0). */
function holds({ what, count }: Sight, own: number, enemy: number, turn: number): boolean {
  if (what === "moreReady") return own > enemy;
  if (what === "asManyReady") return own >= enemy;
  if (what === "readyAtLeast") return own >= count;
  if (what === "enemyReadyAtLeast") return enemy >= count;
  return turn + 1 >= count;
}

/**
 * The rules of thumb of one side that lose least against the enemy's best answer, best first.
 * @param trace the chance of every pair of states before each turn under best play, by which rules are chosen
 */
export function thumbsOf(game: Game, solved: Solved, player: Player, trace: readonly OfPairs[]): Thumb[] {
  const choices = game.choices[player];
  const [mineAt, theirsAt] = [game.states[player], game.states[1 - player]!];
  const pairs = game.worth.length;
  const ready = game.states[player].counts.ready!;
  const enemy = game.states[1 - player]!.counts.ready!;
  const readyAt = (pair: number) => [ready[mineAt.at(pair)]!, enemy[theirsAt.at(pair)]!] as const;
  const drafts = sightsOf(game, player).map((sight) => {
    // By whether it holds and by choice: what that choice would lose along the way, summed up.
    const lost = [0, 1].map(() => new Float64Array(choices.length));
    for (let turn = 0; turn < game.turns; turn++)
      for (let pair = 0; pair < pairs; pair++) {
        const chance = trace[turn]![pair]!;
        if (chance === 0) continue;
        const [mine, theirs] = readyAt(pair);
        const regrets = solved.regrets[player][turn]!;
        const sums = lost[holds(sight, mine, theirs, turn) ? 1 : 0]!;
        for (let choice = 0; choice < choices.length; choice++)
          sums[choice] = sums[choice]! + chance * regrets[pair * choices.length + choice]!;
      }
    const [otherwise, choice] = lost.map((sums) => sums.indexOf(Math.min(...sums))) as [number, number];
    return { sight, choice, otherwise, lost: lost[0]![otherwise]! + lost[1]![choice]! };
  });
  const best = drafts
    .filter(({ choice, otherwise }) => choice !== otherwise)
    .sort((a, b) => a.lost - b.lost)
    .slice(0, TRIED);
  return best
    .map(({ sight, choice, otherwise }): Thumb => {
      const policy = Array.from({ length: game.turns }, (_, turn) => {
        const shares = new Float64Array(pairs * choices.length);
        for (let pair = 0; pair < pairs; pair++) {
          const [mine, theirs] = readyAt(pair);
          shares[pair * choices.length + (holds(sight, mine, theirs, turn) ? choice : otherwise)] = 1;
        }
        return shares;
      });
      const { secured, loss } = securedBy(game, solved, player, policy);
      return { sight, choice: choices[choice]!, otherwise: choices[otherwise]!, secured, loss };
    })
    .sort((a, b) => a.loss - b.loss);
}

/** What a policy is sure of, for its own side, and how much less that is than best play. */
export function securedBy(game: Game, { value }: Solved, player: Player, policy: SolvedPolicy) {
  const worth = worthAgainst(game, player, policy);
  return player === 0
    ? { secured: worth, loss: Math.max(0, value - worth) }
    : { secured: 1 - worth, loss: Math.max(0, worth - value) };
}
