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
  aims: {
    allDestroyed: say`to destroy every target`,
    points: say`points destroyed`,
    models: say`models destroyed`,
  },
  tooMany: (ways: string, most: string, tried: string): string =>
    tried === ""
      ? say`nothing was tried: there are ${ways} ways, every order with every preferred target, and ${most} are tried at most`
      : say`tried: ${tried} orders, each unit keeping to its targets as written; with other targets there are ${ways} ways, too many (${most} are tried at most, fewer where each takes long)`,
  order: (units: readonly string[]): string => units.join(", "),
});
