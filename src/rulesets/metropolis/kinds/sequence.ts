import { message } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { kindOfTurns, tellTurn } from "../../sequence/program.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type SequenceCell, turnOf } from "../sequence/turn.ts";
import { tellRoll } from "../telling.ts";
import { NERVE, ROUTED } from "../words.ts";
import { blowExplained } from "./assault.ts";

/** Kind `sequence`: units fire one after another at one or several, which keep what has befallen them (E-26). */
export const sequenceKind: Kind = {
  ...kindOfTurns(turnOf, "casualties", ["chance to destroy every target", "models removed on average"]),
  explain: ({ fight, wishes }: SequenceCell): Explanation[] =>
    wishes.length === 0 ? [] : fight.accounts.map(blowExplained),

  tell(cell: SequenceCell, { place, label }: ToTell): Telling {
    const turn = turnOf(cell);
    const teller = new Teller();
    let [who, target] = ["", ""];
    return tellTurn(turn, place(), teller, {
      begins(actor, deed) {
        who = label(turn.actors[actor]!.name);
        teller.section(0, message`${who}`, { always: true });
        if (deed === undefined) {
          teller.change("there is nobody to fire at", "B-SHOOT-02");
          return;
        }
        target = label(turn.marks[deed.blows[0]!.mark]!.name);
        teller.section(1, message`Fire by ${who} at ${target}`, { rule: "B-ORD-03", always: true });
      },
      pen: (roll) => tellRoll(teller, roll, roll.rule === "B-MOR-01" ? target : who, target),
      struck(_, { mark: m }, before, after) {
        const mark = turn.marks[m]!;
        const [[lost, , routedBefore], [now, , routed]] = [mark.counts(before), mark.counts(after)] as [
          number[],
          number[],
        ];
        if (routed! > routedBefore!) teller.change(message`${target}: ${{ word: NERVE[ROUTED] }}`, "B-MOR-04");
        teller.change(message`${now! - lost!} model{s} removed, ${mark.models - now!} left`, "B-SHOOT-07");
      },
    });
  },
};
