/** What each of several units has done that acted one after another. */
import { f } from "./french.ts";

const en = {
  /** Columns of the table, before one for each target. */
  columns: {
    unit: "in this order",
    fired: "shoots",
    killed: "kills",
    casualties: "casualties",
    per100: "per 100 points",
    taken: "points per 100",
  },
  destroyed: (target: string) => `${target} destroyed by then`,
  place: (place: number, unit: string) => `${place}. ${unit}`,
  aims: { allDestroyed: "to destroy every target", points: "points destroyed", models: "models destroyed" },
  any: (aim: string, value: string) => `${aim}: ${value}, in whatever order`,
  asWritten: (aim: string, value: string, worst: string) =>
    `${aim}: ${value} as written, the best; ${worst} at the worst`,
  better: (aim: string, order: string, value: string, written: string, worst: string) =>
    `${aim}: best in the order ${order}: ${value}; ${written} as written, ${worst} at the worst`,
  at: (unit: string, target: string) => `${unit} at ${target}`,
  rule: "who is named after “at” is the target that a unit prefers while it stands; else it takes the first other that stands, as written",
  tried: (ways: string) => `tried: all ${ways} ways, every order with every preferred target`,
  tooMany: (ways: string, most: string, tried: string) =>
    tried === ""
      ? `nothing was tried: there are ${ways} ways, every order with every preferred target, and ${most} are tried at most`
      : `tried: ${tried} orders, each unit keeping to its targets as written; with other targets there are ${ways} ways, too many (${most} are tried at most, fewer where each takes long)`,
  order: (units: readonly string[]) => units.join(", "),
};

const fr: typeof en = {
  columns: {
    unit: "dans cet ordre",
    fired: "tire",
    killed: "pertes infligées",
    casualties: "pertes infligées",
    per100: "pour 100 points",
    taken: "points pour 100",
  },
  destroyed: (target) => f`${target} : détruite à ce moment`,
  place: (place, unit) => `${place}. ${unit}`,
  aims: { allDestroyed: "détruire toutes les cibles", points: "points détruits", models: "figurines détruites" },
  any: (aim, value) => f`${aim} : ${value}, dans n'importe quel ordre`,
  asWritten: (aim, value, worst) => f`${aim} : ${value} tel qu'écrit, le meilleur ; ${worst} au pire`,
  better: (aim, order, value, written, worst) =>
    f`${aim} : le meilleur ordre est ${order} : ${value} ; ${written} tel qu'écrit, ${worst} au pire`,
  at: (unit, target) => f`${unit} sur ${target}`,
  rule: f`après « sur » vient la cible qu'une unité préfère tant qu'elle tient ; sinon elle prend la première autre qui tient, dans l'ordre écrit`,
  tried: (ways) => f`essayé : les ${ways} façons, chaque ordre avec chaque cible préférée`,
  tooMany: (ways, most, tried) =>
    tried === ""
      ? f`rien n'a été essayé : il y a ${ways} façons, chaque ordre avec chaque cible préférée, et ${most} sont essayées au plus`
      : f`essayé : ${tried} ordres, chaque unité gardant ses cibles écrites ; avec d'autres cibles il y a ${ways} façons, trop (${most} sont essayées au plus, moins si chacune est longue)`,
  order: (units) => units.join(", "),
};

export const shares = { en, fr };
