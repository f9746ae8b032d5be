/** What points buy. */
import { f, many } from "./french.ts";

const en = {
  title: (name: string) => `${name}: what points buy`,
  per: { model: "a model", unit: "a unit" },
  evenMeans: "At an even price equal points win equally often; a draw is half a win.",
  evenColumns: ["fight: unit", "its points", "even price", "whole models allow"],
  /** The first thing to know: is it too cheap for what it does? */
  answer: (who: string, price: string, even: string, isCheap: boolean, allowed?: string) =>
    `Too ${isCheap ? "cheap" : "dear"}: ${who}, at ${price}; even at ${even}${allowed === undefined ? "" : ` (whole models allow ${allowed})`}.`,
  mostFor: (most: readonly [string, string], least: readonly [string, string], inPoints: boolean) =>
    `The most for its points: ${most[0]}, ${most[1]} ${inPoints ? "enemy points" : "kills"} for each 100; the least: ${least[0]}, ${least[1]}.`,
  price: "its price",
  evenPrice: "even price",
  fromTo: (price: string, even: string) => `${price} → ${even}`,
  pricesText:
    "Two points for each side of a fight, joined: what a model costs, and the price at which equal points win equally often.",
  mostFirst: (hasSeats: boolean) =>
    `Each pair ${hasSeats ? "from both seats, where they differ (first is the attacker's)" : "once"}; first who is worth the most for its points.`,
  moreFights: (fights: number) => `and ${fights} more fights: points.csv has all (--csv, --out DIR).`,
  wins: (models: number, win: string) => `${models} ${models > 1 ? "win" : "wins"} ${win}`,
  /** A unit in varied numbers against so many of another, in the order of their seats. */
  fight: (varied: string, models: number, kept: string, isFirst: boolean) =>
    isFirst ? `${varied} against ${models} ${kept}` : `${models} ${kept} against ${varied}`,
  won: (fight: string, wins: readonly string[]) => `${fight}: ${wins.join(", ")}.`,
  ratio: {
    exchange:
      "The points at which a unit loses as many points as it takes in one exchange: its exchange ratio at this size.",
    attackers:
      "The points at which a unit takes out as many of the same target for its points as another, at this size.",
    defenders: "The points at which a unit loses as many points to the same attacker as another, at this size.",
  },
  pair: {
    exchange: (unit: string, than: string) => `${unit} against ${than}`,
    attackers: (unit: string, than: string) => `${unit} like ${than}`,
    defenders: (unit: string, than: string) => `${unit} like ${than}`,
  },
  ratioColumns: ["unit", "its points", "exchange ratio at this size"],
  row: (cell: string, unit: string) => `${cell}: ${unit}`,
  silent: (cell: string, reason: string) => `${cell}: ${reason}.`,
  silentMore: (cell: string, more: number, reason: string) => `${cell} and ${more} more: ${reason}.`,
  /** Units without points, and the cells that say nothing for want of them. */
  without: (units: string, more: number, cells: number) =>
    `No points are given for ${units}${more > 0 ? ` and ${more} more units` : ""}: ${cells === 1 ? "one cell says" : `${cells} cells say`} nothing of points. Give them in the file: points: 100.`,
  per100: "Who shoots or strikes, for each 100 of its points:",
  perFire: "Who is shot at or struck: models left for each 100 of its points, then of the whole unit:",
  yieldColumns: ["unit", "kills", "points taken"],
  totalColumns: ["unit", "left for each 100 points", "models lost in all", "points in all"],
  frontier: (names: string, inPoints: boolean) =>
    `No unit that costs as little takes out as many ${inPoints ? "points" : "models"} as ${names}`,
  frontierText:
    "A point for each unit: its points across, what it takes out upwards, on average over its enemies. Steps join the units that no cheaper one outdoes. Whiskers are 95 % intervals; an exact number has none.",
  bought: (unit: string, points: string, taken: string, inPoints: boolean) =>
    `${unit}: ${points} points take out ${taken}${inPoints ? " enemy points" : " enemies"}`,
  taken: (inPoints: boolean): string => (inPoints ? "enemy points taken out" : "enemies taken out"),
  pointsOfUnit: "points of the unit",
  unit: "unit",
  best: "on the frontier",
  others: "other units",
  yes: "yes",
};

const fr: typeof en = {
  title: (name) => f`${name} : ce que les points achètent`,
  per: { model: "la figurine", unit: "l’unité" },
  evenMeans: "À un prix équilibré, des points égaux gagnent aussi souvent ; une égalité vaut une demi-victoire.",
  evenColumns: ["combat : unité", "ses points", "prix équilibré", "figurines entières"],
  answer: (who, price, even, isCheap, allowed) =>
    f`Trop ${isCheap ? "bon marché" : "cher"} : ${who}, à ${price} ; équilibré à ${even}${allowed === undefined ? "" : f` (des figurines entières laissent ${allowed})`}.`,
  mostFor: (most, least, inPoints) =>
    f`Le plus pour ses points : ${most[0]}, ${most[1]} ${inPoints ? "points adverses" : "pertes infligées"} pour 100 ; le moins : ${least[0]}, ${least[1]}.`,
  price: "son prix",
  evenPrice: "prix équilibré",
  fromTo: (price, even) => `${price} → ${even}`,
  pricesText: f`Deux points pour chaque camp d'un combat, reliés : ce que coûte une figurine, et le prix auquel des points égaux gagnent aussi souvent.`,
  mostFirst: (hasSeats) =>
    f`Chaque paire ${hasSeats ? "des deux places, là où elles diffèrent (la première est celle de l'attaquant)" : "une fois"} ; d'abord qui vaut le plus pour ses points.`,
  moreFights: (fights) => f`et ${fights} autres combats : points.csv les a tous (--csv, --out DOSSIER).`,
  wins: (models, win) => f`${models} ${models > 1 ? "gagnent" : "gagne"} ${win}`,
  fight: (varied, models, kept, isFirst) =>
    isFirst ? `${varied} contre ${models} ${kept}` : `${models} ${kept} contre ${varied}`,
  won: (fight, wins) => f`${fight} : ${wins.join(", ")}.`,
  ratio: {
    exchange: f`Les points auxquels une unité perd autant de points qu'elle en prend en un échange : son rapport d'échange à cet effectif.`,
    attackers: f`Les points auxquels une unité met hors combat, pour ses points, autant de la même cible qu'une autre, à cet effectif.`,
    defenders: f`Les points auxquels une unité perd autant de points qu'une autre face au même attaquant, à cet effectif.`,
  },
  pair: {
    exchange: (unit, than) => `${unit} contre ${than}`,
    attackers: (unit, than) => `${unit} comme ${than}`,
    defenders: (unit, than) => `${unit} comme ${than}`,
  },
  ratioColumns: ["unité", "ses points", "rapport d’échange à cet effectif"],
  row: (cell, unit) => f`${cell} : ${unit}`,
  silent: (cell, reason) => f`${cell} : ${reason}.`,
  silentMore: (cell, more, reason) => f`${cell} et ${more} ${many(more, "autre")} : ${reason}.`,
  without: (units, more, cells) =>
    f`Aucun point n'est donné pour ${units}${more > 0 ? ` et ${more} ${many(more, "autre unité", "autres unités")}` : ""} : ${cells} ${many(cells, "cas ne dit rien", "cas ne disent rien")} des points. Donnez-les dans le fichier : points: 100.`,
  per100: f`Qui tire ou frappe, pour 100 de ses points :`,
  perFire: f`Qui est visé ou frappé : ce qui en reste pour 100 de ses points, puis de l'unité entière :`,
  yieldColumns: ["unité", "pertes infligées", "points pris"],
  totalColumns: ["unité", "restantes pour 100 points", "perdues en tout", "points en tout"],
  frontier: (names, inPoints) =>
    f`Aucune unité aussi peu chère n'élimine autant de ${inPoints ? "points" : "figurines"} que ${names}`,
  frontierText: f`Un point par unité : ses points en abscisse, ce qu'elle élimine en ordonnée, en moyenne sur ses adversaires. Des marches relient les unités qu'aucune moins chère ne dépasse. Les traits sont des intervalles à 95 % ; un nombre exact n'en a pas.`,
  bought: (unit, points, taken, inPoints) =>
    f`${unit} : ${points} points éliminent ${taken} ${inPoints ? "points adverses" : "adversaires"}`,
  taken: (inPoints) => (inPoints ? "points adverses éliminés" : "adversaires éliminés"),
  pointsOfUnit: "points de l’unité",
  unit: "unité",
  best: "sur la frontière",
  others: "autres unités",
  yes: "oui",
};

export const points = { en, fr };
