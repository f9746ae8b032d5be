import type { Explanation, Kind } from "../../ruleset.ts";
import { kindOfTurns } from "../../sequence/program.ts";
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
  ...kindOfTurns(turnOf, "killed", ["chance to destroy every target", "models destroyed on average"]),
  tell: (cell: SequenceCell, ask: ToTell): Telling => tellSequence(cell, ask),
  explain,
};
