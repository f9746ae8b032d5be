/** What each of several units has done that acted one after another. */
import type { Say } from "../../rule/say.ts";

export const shares = (say: Say) => ({
  /** Columns of the table, before one for each target. */
  columns: {
    unit: say`in this order`,
    fired: say`shoots`,
    killed: say`kills`,
    casualties: say`casualties`,
    per100: say`per 100 points`,
    taken: say`points per 100`,
  },
  destroyed: (target: string): string => say`${target} destroyed by then`,
  place: (place: number, unit: string): string => say`${place}. ${unit}`,
  aims: {
    allDestroyed: say`to destroy every target`,
    points: say`points destroyed`,
    models: say`models destroyed`,
  },
  any: (aim: string, value: string): string => say`${aim}: ${value}, in whatever order`,
  asWritten: (aim: string, value: string, worst: string): string =>
    say`${aim}: ${value} as written, the best; ${worst} at the worst`,
  better: (aim: string, order: string, value: string, written: string, worst: string): string =>
    say`${aim}: best in the order ${order}: ${value}; ${written} as written, ${worst} at the worst`,
  at: (unit: string, target: string): string => say`${unit} at ${target}`,
  rule: say`who is named after “at” is the target that a unit prefers while it stands; else it takes the first other that stands, as written`,
  tried: (ways: string): string => say`tried: all ${ways} ways, every order with every preferred target`,
  tooMany: (ways: string, most: string, tried: string): string =>
    tried === ""
      ? say`nothing was tried: there are ${ways} ways, every order with every preferred target, and ${most} are tried at most`
      : say`tried: ${tried} orders, each unit keeping to its targets as written; with other targets there are ${ways} ways, too many (${most} are tried at most, fewer where each takes long)`,
  order: (units: readonly string[]): string => units.join(", "),
});
