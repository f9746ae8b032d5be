import { diceOfTrial, type Program } from "../../../rule/index.ts";
import { message } from "../../../rule/message.ts";
import type { Explanation, Kind, OrderSearch } from "../../ruleset.ts";
import { bestOrdersOfTurn, directTurn, programOfTurn, SHARES } from "../../sequence/program.ts";
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
    const volleys = new Volleys(cell);
    const { turn, battle } = volleys;
    const teller = new Teller();
    const log = new BattleTeller(battle, teller, chance, label);
    const told = {
      ...turn,
      actors: turn.actors.map((actor, s) => ({
        ...actor,
        act: (mark: number, state: (typeof turn.marks)[number]["start"], dice: Parameters<typeof actor.act>[2]) =>
          volleys.fire(s, mark, state, dice, log),
      })),
    };
    const play = directTurn(told, {
      begins(actor, mark) {
        teller.section(0, message`${label(turn.actors[actor]!.name)}`, { always: true });
        if (mark < 0) teller.change("nobody is left to fire at", "E-26");
      },
      ends(_, mark, _before, after) {
        teller.change(message`${label(turn.marks[mark]!.name)}: ${statesText(after.soldiers)}`);
      },
    });
    const bins = Array.from(play.rule(diceOfTrial(directTurn(turn).rule, place())));
    teller.close();
    return { bins, entries: teller.entries, oneOfMany: true };
  },
};
