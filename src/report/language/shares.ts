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
    `${aim}: ${value} in this order, the best; ${worst} in the worst`,
  better: (aim: string, order: string, value: string, written: string, worst: string) =>
    `${aim}: best in the order ${order}: ${value}; ${written} in this order, ${worst} in the worst`,
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
  asWritten: (aim, value, worst) => f`${aim} : ${value} dans cet ordre, le meilleur ; ${worst} dans le pire`,
  better: (aim, order, value, written, worst) =>
    f`${aim} : le meilleur ordre est ${order} : ${value} ; ${written} dans cet ordre, ${worst} dans le pire`,
  order: (units) => units.join(", "),
};

export const shares = { en, fr };
