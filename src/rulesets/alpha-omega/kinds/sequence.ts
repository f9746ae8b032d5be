import { message } from "../../../rule/message.ts";
import type { Program } from "../../../rule/program.ts";
import type { Explanation, Kind, OrderSearch } from "../../ruleset.ts";
import { bestOrdersOfTurn, programOfTurn, SHARES, tellTurn } from "../../sequence/program.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { explanationsOf } from "../engagement/account.ts";
import type { SequenceCell } from "../sequence/profile.ts";
import { Volleys } from "../sequence/turn.ts";
import { BattleTeller } from "../telling/battle.ts";
import { statesText } from "../telling/soldier.ts";

/** Kind `sequence`: units fire one after another at one or several, which keep what has befallen them (E-26). */
export const sequenceKind: Kind = {
  headline: {
    metric: "allDestroyed",
    values: ["yes"],
    text: "to leave nobody of any target standing",
    also: { metric: "casualtiesInAll", text: "casualties (down or out) on average" },
  },
  losses: { defender: { metric: "casualties" } },
  shares: SHARES,
  program: (cell: SequenceCell): Program => programOfTurn(new Volleys(cell).turn),
  bestOrder: (cell: SequenceCell): OrderSearch | undefined => bestOrdersOfTurn(new Volleys(cell).turn),
  explain: ({ fight }: SequenceCell): Explanation[] => explanationsOf(fight, false),

  tell(cell: SequenceCell, { place, chance, label }: ToTell): Telling {
    const { turn } = new Volleys(cell);
    const told = new Volleys(cell);
    const teller = new Teller();
    told.log = new BattleTeller(told.battle, teller, chance, label);
    return tellTurn(turn, place(), teller, {
      told: told.turn,
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
