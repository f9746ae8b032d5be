/** Best play: what to order, and what everything simpler loses. */
import type { Sight } from "../../analysis/thumb.ts";
import type { Say } from "../../rule/say.ts";

/** One side of a fight in the sentence that leads. */
export interface Led {
  readonly name: string;
  readonly win: string;
  readonly opening: string;
  readonly loss: string;
}

export const play = (say: Say) => ({
  title: (name: string): string => say`${name}: best play`,
  lead: (better: Led, other: Led, fixed: string): string =>
    say`${better.name} win ${better.win} when both sides play their best, opening with ${better.opening}; ${other.name} ${other.win}, opening with ${other.opening}; ${fixed}.`,
  costs: (better: string, other: string): string =>
    say`one order for every turn costs them ${better} and ${other} at best`,
  fixed: say`each may give the same order every turn and lose nothing`,
  details: say`What to order, and what to fear`,
  pictures: say`Who orders what, turn by turn`,
  draw: say`A draw is half a win.`,
  asOrdered: (unit: string, own: string, change: string): string =>
    say`Under the orders of the file ${unit} win ${own}; best play of both sides changes that by ${change}.`,
  charging: (order: string): string => say`${order} and charge`,
  share: (order: string, share: string): string => say`${order} ${share}`,
  or: say` or `,
  fears: (unit: string, enemy: string, order: string, left: string): string =>
    say`  What ${unit} have to fear most is ${enemy} on ${order} every turn: answered as well as can be, it leaves ${left}.`,
  enough: (unit: string, order: string): string =>
    say`  ${unit}: ${order} every turn is best play; no rule does better.`,
  thumb: (
    unit: string,
    order: string,
    sight: string,
    otherwise: string,
    loss: string,
    best: string,
    bestLoss: string,
  ): string =>
    say`  ${unit}, rule of thumb: ${order} ${sight}, else ${otherwise}; against an enemy who knows it that loses ${loss} (${best} every turn: ${bestLoss}).`,
  noThumb: (unit: string, order: string, loss: string): string =>
    say`  ${unit}: no rule of thumb does better than ${order} every turn, which loses ${loss} to an enemy who knows it.`,
  nothing: say`nothing`,
  sight: ({ what, count }: Pick<Sight, "what" | "count">): string =>
    ({
      moreReady: say`while more of yours are ready than of theirs`,
      asManyReady: say`while no fewer of yours are ready than of theirs`,
      readyAtLeast: say`while at least ${count} of yours are ready`,
      enemyReadyAtLeast: say`while at least ${count} of theirs are ready`,
      fromTurn: say`from turn ${count} on`,
    })[what],
  plansHead: [say`the same order every turn`, say`wins at least`, say`loses`],
  worthHead: (unit: string) => [
    say`${unit} win`,
    say`best play`,
    say`change{#play}`,
    say`as ordered`,
    say`change{#play}`,
  ],
  picture: (unit: string, turn: number, enemy: string): string =>
    say`What ${unit} order in turn ${turn}: their ready down, ready ${enemy} across, all others out; bars show how often they win.`,
  letters: (list: string): string => say`${list}; a number is the share of it in per cent, · makes no difference.`,
  letter: (letter: string, order: string): string => say`${letter} ${order}`,
  ready: say`ready`,
  unsolved: (cell: string, reason: string): string => say`${cell} is not solved: ${reason}.`,
  whole: say`The whole policy, state by state: --csv, or play.csv and play.json with --out DIR.`,
  chartTitle: (unit: string, turn: number, enemy: string): string =>
    say`What ${unit} order in turn ${turn} against ${enemy}`,
  chartText: say`By who is ready on either side, all others out; below each map stands how often they win where a square is of a colour.`,
  ownReady: (unit: string): string => say`ready ${unit}`,
  squareSaid: (own: string, enemy: string, order: string, win: string): string =>
    say`${own} ready against ${enemy}: ${order}; they win ${win}`,
  noMatter: say`any order`,
  plan: (unit: string, order: string): string => say`${unit}: ${order}`,
});
