/** What modifier sets are worth in points. */
import { f } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const en = {
  per: { model: "a model", unit: "a unit" },
  price: (points: number, per: string) =>
    `${ENGLISH_NUMBERS.number(points)} ${points === 1 ? "point" : "points"} ${per}`,
  worth: (sets: string, worth: string, per: string, unit: string, from: string, to: string, than?: string) =>
    than === undefined
      ? `${sets} is worth ${worth} points ${per} of ${unit} (even at ${from} without, ${to} with)`
      : `${sets} is worth ${worth} points ${per} of ${unit} more than ${than} (even at ${to}, and at ${from})`,
  further: (sets: string, worth: string, to: string) => `${sets} ${worth} (${to})`,
  short: (sets: string, worth: string) => `${sets} ${worth}`,
  beside: (parts: string) => `beside the others: ${parts}`,
  all: (worth: string, from: string, to: string) => `all together ${worth} (${from} → ${to})`,
  none: (sets: string, reason: string) => `${sets}: no price (${reason})`,
  noneBeside: (sets: string, reason: string) => `${sets} beside the others: no price (${reason})`,
  unlike: "even prices with and without are not found by the same unit's number",
  against: (than: string, price: string, situation: string) => `Measured against ${than} at ${price}${situation}`,
  situation: (parts: string) => ` (${parts})`,
  even: (varied: string, kept: string, models: number) =>
    `at these prices equal points win equally often, a draw half a win, when ${varied} are fielded in such numbers against ${models} ${kept}; between two whole numbers fights of both are mixed.`,
  column: (unit: string) => `worth in points of ${unit}`,
};

const fr: typeof en = {
  per: { model: "par figurine", unit: "par unité" },
  price: (points, per) => f`${FRENCH_NUMBERS.number(points)} ${points < 2 ? "point" : "points"} ${per}`,
  worth: (sets, worth, per, unit, from, to, than) =>
    than === undefined
      ? f`${sets} vaut ${worth} points ${per} de ${unit} (équilibre à ${from} sans, ${to} avec)`
      : f`${sets} vaut ${worth} points ${per} de ${unit} de plus que ${than} (équilibre à ${to}, et à ${from})`,
  further: (sets, worth, to) => f`${sets} ${worth} (${to})`,
  short: (sets, worth) => `${sets} ${worth}`,
  beside: (parts) => f`en plus des autres : ${parts}`,
  all: (worth, from, to) => f`tous ensemble ${worth} (${from} → ${to})`,
  none: (sets, reason) => f`${sets} : aucun prix (${reason})`,
  noneBeside: (sets, reason) => f`${sets} en plus des autres : aucun prix (${reason})`,
  unlike: f`les prix équilibrés avec et sans ne se trouvent pas par l'effectif de la même unité`,
  against: (than, price, situation) => f`Mesuré contre ${than} à ${price}${situation}`,
  situation: (parts) => ` (${parts})`,
  even: (varied, kept, models) =>
    f`à ces prix, des points égaux gagnent aussi souvent, une égalité valant une demi-victoire, quand ${varied} vient à l'effectif voulu contre ${models} ${kept} ; entre deux nombres entiers, on mêle des combats de l'un et de l'autre.`,
  column: (unit) => f`valeur en points de ${unit}`,
};

export const prices = { en, fr };
