import type { Throw } from "../../../dice/index.ts";
import { message } from "../../../rule/message.ts";
import { tellTurn } from "../../sequence/program.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { byWeapon, tellLoss, tellThrows } from "../telling.ts";
import type { FirePlan, SequenceCell } from "./profile.ts";
import { formationsOf, turnOf } from "./turn.ts";

/** One trial of a sequence: shooter after shooter, weapon after weapon, every die. */
export function tellSequence(cell: SequenceCell, { place }: ToTell): Telling {
  const { marks, shooters } = cell;
  const formations = formationsOf(cell);
  const teller = new Teller();
  let throws: Throw[] = [];
  const turn = turnOf(cell);
  let declared: FirePlan | undefined;
  return tellTurn(turn, place(), teller, {
    pen: (roll) => throws.push(roll),
    begins(shooter, deed) {
      teller.section(0, message`${shooters[shooter]!.label}`, { always: true });
      // What is declared as it is written comes first among a shooter's deeds.
      declared = deed && shooters[shooter]!.plans[turn.actors[shooter]!.deeds.indexOf(deed)];
      if (deed === undefined) teller.change("nobody is left to shoot at", "C-SH-03");
    },
    struck(shooter, { mark }, before, after) {
      const { salvos } = declared!.fires.find((fire) => fire.mark === mark)!;
      const weaponOf = (who: string | undefined) =>
        salvos.find((_, i) => who === `${shooter * marks.length + mark}.${i}`)?.volley.label ?? "";
      for (const rolls of byWeapon(throws))
        teller.part(message`${weaponOf(rolls[0]!.who)} at ${marks[mark]!.label}`, () => tellThrows(teller, rolls));
      throws = [];
      tellLoss(teller, marks[mark]!, formations[mark]!, before, after);
    },
    lost(shooter, models) {
      if (throws.length > 0)
        teller.part(message`Own losses: ${shooters[shooter]!.label}`, () => {
          tellThrows(teller, throws);
          teller.change(message`${models} model{s} lost`);
        });
      throws = [];
    },
  });
}
