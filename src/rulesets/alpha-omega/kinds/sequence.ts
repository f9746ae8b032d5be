import { message } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { kindOfTurns, tellTurn } from "../../sequence/program.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { explanationsOf } from "../engagement/account.ts";
import type { SequenceCell } from "../sequence/profile.ts";
import { turnOf } from "../sequence/turn.ts";
import { battleTeller } from "../telling/battle.ts";
import { statesText } from "../telling/soldier.ts";

/** Kind `sequence`: units fire one after another at one or several, which keep what has befallen them (E-26). */
export const sequenceKind: Kind = {
  ...kindOfTurns(turnOf, "casualties", [
    "to leave nobody of any target standing",
    "casualties (down or out) on average",
  ]),
  explain: ({ fight }: SequenceCell): Explanation[] => explanationsOf(fight, false),

  tell(cell: SequenceCell, { place, chance, label }: ToTell): Telling {
    const turn = turnOf(cell);
    const teller = new Teller();
    return tellTurn(turn, place(), teller, {
      told: turnOf(cell, (battle) => battleTeller(battle, teller, chance, label)),
      begins(actor, deed) {
        teller.section(0, message`${label(turn.actors[actor]!.name)}`, { always: true });
        if (deed === undefined) teller.change("nobody is left to fire at", "E-26");
      },
      struck(_, { mark }, _before, { soldiers }) {
        teller.change(message`${label(turn.marks[mark]!.name)}: ${statesText(soldiers)}`);
      },
    });
  },
};
