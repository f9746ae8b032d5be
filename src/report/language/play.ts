/** Best play: what to order, and what everything simpler loses. */
import type { Sight } from "../../analysis/thumb.ts";
import { f } from "./french.ts";

/** One side of a fight in the sentence that leads. */
export interface Led {
  readonly name: string;
  readonly win: string;
  readonly opening: string;
  readonly loss: string;
}

const en = {
  title: (name: string) => `${name}: best play`,
  lead: (better: Led, other: Led, fixed: string) =>
    `${better.name} win ${better.win} when both sides play their best, opening with ${better.opening}; ${other.name} ${other.win}, opening with ${other.opening}; ${fixed}.`,
  costs: (better: string, other: string) => `one order for every turn costs them ${better} and ${other} at best`,
  fixed: "each may give the same order every turn and lose nothing",
  details: "What to order, and what to fear",
  pictures: "Who orders what, turn by turn",
  draw: "A draw is half a win.",
  asOrdered: (unit: string, own: string, change: string) =>
    `Under the orders of the file ${unit} win ${own}; best play of both sides changes that by ${change}.`,
  charging: (order: string) => `${order} and charge`,
  share: (order: string, share: string) => `${order} ${share}`,
  or: " or ",
  fears: (unit: string, enemy: string, order: string, left: string) =>
    `  What ${unit} have to fear most is ${enemy} on ${order} every turn: answered as well as can be, it leaves ${left}.`,
  enough: (unit: string, order: string) => `  ${unit}: ${order} every turn is best play; no rule does better.`,
  thumb: (
    unit: string,
    order: string,
    sight: string,
    otherwise: string,
    loss: string,
    best: string,
    bestLoss: string,
  ) =>
    `  ${unit}, rule of thumb: ${order} ${sight}, else ${otherwise}; against an enemy who knows it that loses ${loss} (${best} every turn: ${bestLoss}).`,
  noThumb: (unit: string, order: string, loss: string) =>
    `  ${unit}: no rule of thumb does better than ${order} every turn, which loses ${loss} to an enemy who knows it.`,
  nothing: "nothing",
  sight: ({ what, count }: Pick<Sight, "what" | "count">): string =>
    ({
      moreReady: "while more of yours are ready than of theirs",
      asManyReady: "while no fewer of yours are ready than of theirs",
      readyAtLeast: `while at least ${count} of yours are ready`,
      enemyReadyAtLeast: `while at least ${count} of theirs are ready`,
      fromTurn: `from turn ${count} on`,
    })[what],
  plansHead: ["the same order every turn", "wins at least", "loses"],
  worthHead: (unit: string) => [`${unit} win`, "best play", "change", "as ordered", "change"],
  picture: (unit: string, turn: number, enemy: string) =>
    `What ${unit} order in turn ${turn}: their ready down, ready ${enemy} across, all others out; bars show how often they win.`,
  letters: (list: string) => `${list}; a number is the share of it in per cent, · makes no difference.`,
  letter: (letter: string, order: string) => `${letter} ${order}`,
  ready: "ready",
  unsolved: (cell: string, reason: string) => `${cell} is not solved: ${reason}.`,
  whole: "The whole policy, state by state: --csv, or play.csv and play.json with --out DIR.",
  chartTitle: (unit: string, turn: number, enemy: string) => `What ${unit} order in turn ${turn} against ${enemy}`,
  chartText:
    "By who is ready on either side, all others out; below each map stands how often they win where a square is of a colour.",
  ownReady: (unit: string) => `ready ${unit}`,
  squareSaid: (own: string, enemy: string, order: string, win: string) =>
    `${own} ready against ${enemy}: ${order}; they win ${win}`,
  noMatter: "any order",
  plan: (unit: string, order: string) => `${unit}: ${order}`,
};

const fr: typeof en = {
  title: (name) => f`${name} : le meilleur jeu`,
  lead: (better, other, fixed) =>
    f`${better.name} : ${better.win} de victoires quand les deux camps jouent au mieux, en commençant par ${better.opening} ; ${other.name} : ${other.win}, en commençant par ${other.opening} ; ${fixed}.`,
  costs: (better, other) => `le même ordre à chaque tour leur coûte au mieux ${better} et ${other}`,
  fixed: "chacun peut donner le même ordre à chaque tour sans rien y perdre",
  details: "Que faire, et que craindre",
  pictures: "Qui ordonne quoi, tour par tour",
  draw: "Une égalité vaut une demi-victoire.",
  asOrdered: (unit, own, change) =>
    f`Avec les ordres du fichier, ${unit} : ${own} de victoires ; avec le meilleur jeu des deux camps : ${change}.`,
  charging: (order) => `${order} et charge`,
  share: (order, share) => `${order} ${share}`,
  or: " ou ",
  fears: (unit, enemy, order, left) =>
    f`  Le plus à craindre pour ${unit} : ${enemy} en ${order} à chaque tour ; même avec la meilleure réponse, il ne reste que ${left}.`,
  enough: (unit, order) => f`  ${unit} : ${order} à chaque tour est le meilleur jeu ; aucune règle ne fait mieux.`,
  thumb: (unit, order, sight, otherwise, loss, best, bestLoss) =>
    f`  ${unit}, règle simple : ${order} ${sight}, sinon ${otherwise} ; contre un ennemi qui la connaît, elle perd ${loss} (${best} à chaque tour : ${bestLoss}).`,
  noThumb: (unit, order, loss) =>
    f`  ${unit} : aucune règle simple ne fait mieux que ${order} à chaque tour, qui perd ${loss} contre un ennemi qui le sait.`,
  nothing: "rien",
  sight: ({ what, count }) =>
    ({
      moreReady: "tant que vous avez plus de valides que lui",
      asManyReady: "tant que vous n’avez pas moins de valides que lui",
      readyAtLeast: `tant que vous avez au moins ${count} valides`,
      enemyReadyAtLeast: `tant qu’il a au moins ${count} valides`,
      fromTurn: `à partir du tour ${count}`,
    })[what],
  plansHead: ["le même ordre à chaque tour", "gagne au moins", "perd"],
  worthHead: (unit) => [f`victoires de ${unit}`, "meilleur jeu", "écart", "selon le fichier", "écart"],
  picture: (unit, turn, enemy) =>
    f`Les ordres de ${unit} au tour ${turn} : ses valides en lignes, ceux de ${enemy} en colonnes, tous les autres hors combat ; les barres montrent ses victoires.`,
  letters: (list) => f`${list} ; un nombre en est la part en pour cent, · : indifférent.`,
  letter: (letter, order) => f`${letter} ${order}`,
  ready: "valides",
  unsolved: (cell, reason) => f`${cell} n'est pas résolu : ${reason}.`,
  whole: f`Toute la politique, état par état : --csv, ou play.csv et play.json avec --out DOSSIER.`,
  chartTitle: (unit, turn, enemy) => f`Les ordres de ${unit} au tour ${turn} contre ${enemy}`,
  chartText: f`Selon les valides de chaque camp, tous les autres hors combat ; sous chaque carte se lit combien de fois il gagne où la case est de telle couleur.`,
  ownReady: (unit) => f`valides de ${unit}`,
  squareSaid: (own, enemy, order, win) => f`${own} valides contre ${enemy} : ${order} ; ${win} de victoires`,
  noMatter: "n’importe quel ordre",
  plan: (unit, order) => f`${unit} : ${order}`,
};

export const play = { en, fr };
