/** What points buy. */
import { f, many } from "./french.ts";

const en = {
  title: (name: string) => `${name}: what points buy`,
  per: { model: "a model", unit: "a unit" },
  even: (unit: string, points: string, _value: number, per: string, even: string, why: string) =>
    `${unit}, ${points} points ${per}, would be even at ${even}: ${why}.`,
  exchange: (than: string) => `to lose as many points as it takes from ${than}`,
  attackers: (than: string) => `to take out as many for its points as ${than}`,
  defenders: (than: string) => `to lose as many points as ${than} to the same attacker`,
  row: (cell: string, unit: string) => `${cell}: ${unit}`,
  silent: (cell: string, reason: string) => `${cell}: ${reason}.`,
  silentMore: (cell: string, more: number, reason: string) => `${cell} and ${more} more: ${reason}.`,
  columns: ["for each 100 points", "its points", "kills", "points taken", "models lost", "models left"],
};

const fr: typeof en = {
  title: (name) => f`${name} : ce que les points achètent`,
  per: { model: "la figurine", unit: "l’unité" },
  even: (unit, points, value, per, even, why) =>
    f`${unit}, ${points} ${many(value, "point")} ${per}, serait à l'équilibre à ${even} : ${why}.`,
  exchange: (than) => f`perdre autant de points qu'il en prend à ${than}`,
  attackers: (than) => f`mettre hors de combat autant d'ennemis pour ses points que ${than}`,
  defenders: (than) => f`perdre autant de points que ${than} face au même attaquant`,
  row: (cell, unit) => f`${cell} : ${unit}`,
  silent: (cell, reason) => f`${cell} : ${reason}.`,
  silentMore: (cell, more, reason) => f`${cell} et ${more} ${many(more, "autre")} : ${reason}.`,
  columns: [
    "pour 100 points",
    "ses points",
    "pertes infligées",
    "points pris",
    "figurines perdues",
    "figurines restantes",
  ],
};

export const points = { en, fr };
