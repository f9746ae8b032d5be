import type { Program } from "../../../rule/index.ts";
import type { Explanation, Kind, OrderSearch } from "../../ruleset.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { boardOf, volleysAt } from "../sequence/board.ts";
import { bestOrders } from "../sequence/order.ts";
import type { SequenceCell } from "../sequence/profile.ts";
import { programOfSequence } from "../sequence/program.ts";
import { tellSequence } from "../sequence/telling.ts";
import { explanationOf, unusedSteps } from "./attack.ts";

/** What every shooter does while all its targets stand as they are written. */
function explain(cell: SequenceCell): Explanation[] {
  const board = boardOf(cell);
  const all = 2 ** cell.marks.length - 1;
  return cell.order.flatMap((number): Explanation[] => {
    const { plans, planOf, accounts } = cell.shooters[number]!;
    let at = 0;
    return (plans[planOf[all]!]?.fires ?? []).flatMap((fire) => {
      const volleys = volleysAt(board, fire, board.formations[fire.mark]!.start);
      const target = { ...cell.marks[fire.mark]!, volleys };
      return volleys.map((volley): Explanation => {
        const account = accounts[at++]!;
        return explanationOf(account, volley, target, at === 1 ? unusedSteps(account) : []);
      });
    });
  });
}

/** Kind `sequence`: several units shoot one after another at one or several, which keep the wounds they have lost (E-32). */
export const sequenceKind: Kind = {
  headline: {
    metric: "allDestroyed",
    values: ["yes"],
    text: "chance to destroy every target",
    also: { metric: "killedInAll", text: "models destroyed on average" },
  },
  losses: { defender: { metric: "killed" } },
  shares: { kills: "killedBy", destroyed: "destroyedAfter", fired: "fired" },
  program: (cell: SequenceCell): Program => programOfSequence(cell),
  bestOrder: (cell: SequenceCell): OrderSearch | undefined => bestOrders(cell),
  tell: (cell: SequenceCell, ask: ToTell): Telling => tellSequence(cell, ask),
  explain,
};
