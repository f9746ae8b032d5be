/** What charts say: their findings, axes, and the sentence of each mark. Numbers come written. */
import { f, many } from "./french.ts";

/** A name of several words as one. */
const asOne = (name: string): string => (/\s/u.test(name) ? `“${name}”` : name);

/** A number as it is written, and where it was found. */
export type NumberAt = readonly [number: string, at: string];

const en = {
  outcomeSaid: (set: string, metric: string, value: string, chance: string) =>
    `${set}: ${chance} for ${metric} ${value}`,
  orMore: (value: string) => `${value} or more`,
  /** Of a few of many. */
  someOf: (shown: string, all: string) => ` (${shown} of ${all} are drawn; the table has all)`,
  highest: (most: string, mostName: string, least: string, leastName: string, what: string) =>
    `From ${least} (${leastName}) to ${most} (${mostName}) ${what}`,
  allTheSame: (number: string, what: string) => `${number} ${what}, whatever the modifiers`,
  overviewText: (what: string) =>
    `A point for each cell: ${what}. Whiskers are 95 % intervals; an exact number has none.`,
  pointSaid: (name: string, number: string, what: string) => `${name}: ${number} ${what}`,
  matchupsText: (what: string) =>
    `A grid, attackers down and defenders across: ${what}. The number is in each square; the key says which numbers a colour stands for.`,
  includesEven: "even is within the interval",
  notPossible: (name: string, rule: string) => `${name}: not possible (${rule})`,
  /** What moves a number most: one thing, or several as much as each other. */
  strongest: (names: string, count: number, change: string, measure: string) =>
    count === 1
      ? `${names} moves ${asOne(measure)} most, by ${change}`
      : `${names} move ${asOne(measure)} most, by ${change} each`,
  nothingMoves: (measure: string) => `Nothing here is known to move ${measure}`,
  alone: "alone",
  together: "together",
  interaction: "overlap",
  effectsText: (measure: string) =>
    `Points left and right of zero: by how much each factor, and several together, change ${measure}; then by how much they overlap. Whiskers are 95 % intervals; an exact number has none.`,
  changeAxis: (measure: string) => `change of ${measure}`,
  inPoints: (axis: string) => `${axis}, in points`,
  oneLess: (to: string) => `one less, ${to}`,
  oneMore: (to: string) => `one more, ${to}`,
  better: (who: string) => `better for ${who}`,
  worse: (who: string) => `worse for ${who}`,
  tornadoText: (measure: string, who: string) =>
    `Bars left and right of zero: by how much ${measure} changes when a characteristic is one less or one more, which stands at its end; the strongest first. Colours say what is better for ${who}.`,
  /** @param way where the larger number stands on an axis; left out where there are two */
  sweepTitle: (measure: string, [least, at]: NumberAt, [most, atMost]: NumberAt, way?: "down" | "up") =>
    way === "down"
      ? `${measure}: down from ${most} at ${atMost} to ${least} at ${at}`
      : `${measure}: ${way === undefined ? "" : "up "}from ${least} at ${at} to ${most} at ${atMost}`,
  sweepFlat: (measure: string, number: string) => `${measure}: ${number} everywhere`,
  sweepText: (measure: string, path: string) =>
    `Lines: ${measure} over ${path}. Whiskers are 95 % intervals; an exact number has none.`,
  mapText: (measure: string, down: string, across: string) =>
    `A grid, ${down} down and ${across} across: ${measure}. Darker is more; the number is in each square.`,
  survivalTitle: (who: string, turn: string, fit: string, all: string, gone: string, out: string) =>
    all === "1"
      ? `${who}: after turn ${turn}, ${fit} of one still stands on average, ${gone} ${out}`
      : `${who}: after turn ${turn}, ${fit} of ${all} still stand on average, ${gone} ${out}`,
  survivalText: (who: string) => `Stacked bars: how many of ${who} are in which state after each turn, on average.`,
  survivalSaid: (turn: string, number: string, state: string) => `after turn ${turn}: ${number} ${state} on average`,
  turn: "turn",
  soldiers: "soldiers, on average",
  changeTitle: (moved: string, all: string, name: string, change: string) =>
    all === "1"
      ? `${name}: ${change}`
      : `${moved} of ${all} numbers differ by more than the margin, most ${name} (${change})`,
  changeTitleByMargin: (moved: string, all: string, name: string, change: string) =>
    all === "1"
      ? `${name}: ${change}`
      : `${moved} of ${all} numbers moved by more than their margin, ${name} most for its margin (${change})`,
  noneMoved: (all: string) => `None of ${all} is known to have moved beyond the margin`,
  changeText: (old: string, now: string) =>
    `Two points for each number, ${old} and ${now}, joined; whiskers are 95 % intervals, an exact number has none. The shaded zone is the margin around ${old}, within which a difference is of no account.`,
  changeSaid: (name: string, before: string, now: string, change: string, verdict: string) =>
    `${name}: ${before} to ${now}, ${change}; ${verdict}`,
  differenceAxis: (old: string, now: string) => `${now} less ${old}`,
  margin: "margin",
  verdict: "verdict",
};

const fr: typeof en = {
  outcomeSaid: (set, metric, value, chance) => f`${set} : ${chance} pour ${metric} ${value}`,
  orMore: (value) => `${value} ou plus`,
  someOf: (shown, all) => f` (${shown} sur ${all} sont dessinés ; le tableau les a tous)`,
  highest: (most, mostName, least, leastName, what) => f`De ${least} (${leastName}) à ${most} (${mostName}) ${what}`,
  allTheSame: (number, what) => f`${number} ${what}, quels que soient les modificateurs`,
  overviewText: (what) =>
    f`Un point par cas : ${what}. Les moustaches sont des intervalles à 95 % ; un nombre exact n'en a pas.`,
  pointSaid: (name, number, what) => f`${name} : ${number} ${what}`,
  matchupsText: (what) =>
    f`Une grille, attaquants en lignes et défenseurs en colonnes : ${what}. Le nombre est dans chaque case ; la légende dit de quels nombres est chaque couleur.`,
  includesEven: "l’équilibre est dans l’intervalle",
  notPossible: (name, rule) => f`${name} : impossible (${rule})`,
  strongest: (names, count, change, measure) =>
    count === 1
      ? f`${names} change le plus « ${measure} », de ${change}`
      : f`${names} changent le plus « ${measure} », de ${change} chacun`,
  nothingMoves: (measure) => f`Rien ici ne change ${measure} de façon établie`,
  alone: "seul",
  together: "ensemble",
  interaction: "recouvrement",
  effectsText: (measure) =>
    f`Points de part et d'autre de zéro : de combien chaque facteur, et plusieurs ensemble, changent ${measure} ; puis de combien ils se recouvrent. Les moustaches sont des intervalles à 95 % ; un nombre exact n'en a pas.`,
  changeAxis: (measure) => f`changement : ${measure}`,
  inPoints: (axis) => `${axis}, en points`,
  oneLess: (to) => `un de moins, ${to}`,
  oneMore: (to) => `un de plus, ${to}`,
  better: (who) => `mieux pour ${who}`,
  worse: (who) => `moins bien pour ${who}`,
  tornadoText: (measure, who) =>
    f`Barres de part et d'autre de zéro : de combien change ${measure} quand une caractéristique a un de moins ou un de plus, dit à son extrémité ; la plus forte d'abord. Les couleurs disent ce qui vaut mieux pour ${who}.`,
  sweepTitle: (measure, [least, at], [most, atMost], way) =>
    way === "down"
      ? f`${measure} : baisse de ${most} avec ${atMost} à ${least} avec ${at}`
      : f`${measure} : ${way === undefined ? "" : "hausse "}de ${least} avec ${at} à ${most} avec ${atMost}`,
  sweepFlat: (measure, number) => f`${measure} : ${number} partout`,
  sweepText: (measure, path) =>
    f`Lignes : ${measure} selon ${path}. Les moustaches sont des intervalles à 95 % ; un nombre exact n'en a pas.`,
  mapText: (measure, down, across) =>
    f`Une grille, ${down} en lignes et ${across} en colonnes : ${measure}. Plus foncé, davantage ; le nombre est dans chaque case.`,
  survivalTitle: (who, turn, fit, all, gone, out) =>
    f`${who} : après le tour ${turn}, ${fit} sur ${all} ${many(Number(all), "tient", "tiennent")} encore en moyenne, ${gone} ${out}`,
  survivalText: (who) => f`Barres empilées : combien, en moyenne, sont dans quel état après chaque tour (${who}).`,
  survivalSaid: (turn, number, state) => f`après le tour ${turn} : ${number} ${state} en moyenne`,
  turn: "tour",
  soldiers: "soldats, en moyenne",
  changeTitle: (moved, all, name, change) =>
    all === "1"
      ? f`${name} : ${change}`
      : f`${moved} nombres sur ${all} diffèrent de plus que la marge, surtout ${name} (${change})`,
  changeTitleByMargin: (moved, all, name, change) =>
    all === "1"
      ? f`${name} : ${change}`
      : f`${moved} nombres sur ${all} ont bougé de plus que leur marge, pour leur marge surtout ${name} (${change})`,
  noneMoved: (all) => f`Aucun des ${all} nombres n'a bougé de façon établie au-delà de la marge`,
  changeText: (old, now) =>
    f`Deux points pour chaque nombre, ${old} et ${now}, reliés ; les traits sont des intervalles à 95 %, un nombre exact n'en a pas. La zone ombrée est la marge autour de ${old}, dans laquelle une différence ne compte pas.`,
  changeSaid: (name, before, now, change, verdict) => f`${name} : de ${before} à ${now}, ${change} ; ${verdict}`,
  differenceAxis: (old, now) => `${now} moins ${old}`,
  margin: "marge",
  verdict: "verdict",
};

export const charts = { en, fr };
