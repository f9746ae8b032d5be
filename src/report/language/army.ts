/** An army against another. */
import type { Say } from "../../rule/say.ts";

/** Not among what every language carries. */
export const armyIn = ({ say }: { readonly say: Say }) => ({
  title: (attacker: string, target: string): string => say`${attacker} against ${target}`,
  shooting: (distance: string): string => say`shooting at ${distance}″`,
  turn: (distance: string, charge: string): string => say`in a turn from ${distance}″, charge ${charge}″`,
  points: say`points`,
  attacker: say`attacker`,
  mapWords: {
    mine: say`mine attack theirs`,
    theirs: say`theirs attack mine`,
    view: say`Who attacks`,
    meeting: say`How they meet`,
    measure: say`Number shown`,
    measures: {
      points: say`points taken`,
      each: say`points taken for 100`,
      models: say`models lost`,
      wounds: say`wounds lost`,
      destroyed: say`chance that nobody is left`,
      lost: say`points lost in return`,
    },
    short: {
      points: say`points`,
      each: say`for 100`,
      models: say`models`,
      destroyed: say`nobody left`,
    },
    sort: say`Order`,
    sorts: {
      listed: say`as listed`,
      most: say`most first`,
      name: say`by name`,
      cursor: say`by the chosen row and column`,
    },
    rows: say`Filter mine`,
    columns: say`Filter theirs`,
    zoomIn: say`Larger`,
    zoomOut: say`Smaller`,
    fit: say`Whole map`,
    map: say`Map of all pairs. Arrow keys move, + and − zoom, 0 shows all, Home and End jump, Enter shows another table.`,
    table: say`Table beside the map`,
    tables: {
      answers: say`who answers whom`,
      picks: say`whom each should attack`,
      row: say`the chosen of mine`,
      column: say`the chosen of theirs`,
    },
    heads: {
      answers: [say`target`, say`best answer`, say`for 100`],
      picks: [say`attacker`, say`should attack`, say`for 100`],
    },
    ofRow: say`${"{}"} against each`,
    ofColumn: say`each against ${"{}"}`,
    none: say`no attack`,
    against: "{} → {}",
    shown: say`${"{}"} × ${"{}"} of ${"{}"} × ${"{}"}`,
    rest: say`the first ${"{}"} of ${"{}"}`,
    name: say`unit`,
  },
});
