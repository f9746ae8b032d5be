import type { Program } from "../../../rule/program.ts";
import type { Explanation, Kind, OrderSearch } from "../../ruleset.ts";
import { bestOrdersOfTurn, programOfTurn } from "../../sequence/program.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { type SequenceCell, volleysOf } from "../sequence/profile.ts";
import { tellSequence } from "../sequence/telling.ts";
import { formationsOf, turnOf } from "../sequence/turn.ts";
import { explanationOf, unusedSteps } from "./attack.ts";

/** What every shooter does while all its targets stand as they are written. */
function explain(cell: SequenceCell): Explanation[] {
  const formations = formationsOf(cell);
  const all = 2 ** cell.marks.length - 1;
  return cell.order.flatMap((number): Explanation[] => {
    const { plans, planOf, accounts } = cell.shooters[number]!;
    let at = 0;
    return (plans[planOf[all]!]?.fires ?? []).flatMap((fire) => {
      const { models, killed, start } = formations[fire.mark]!;
      const volleys = volleysOf(fire, models - killed(start));
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
  program: (cell: SequenceCell): Program => programOfTurn(turnOf(cell)),
  bestOrder: (cell: SequenceCell): OrderSearch | undefined => bestOrdersOfTurn(turnOf(cell)),
  tell: (cell: SequenceCell, ask: ToTell): Telling => tellSequence(cell, ask),
  explain,
};
