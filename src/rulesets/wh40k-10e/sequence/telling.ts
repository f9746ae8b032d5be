import { facesOf, PennedDice, type Throw } from "../../../dice/index.ts";
import { diceOfTrial } from "../../../rule/index.ts";
import { message } from "../../../rule/message.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { tellLoss, tellThrows } from "../telling.ts";
import { boardOf } from "./board.ts";
import type { ShootingWatch } from "./play.ts";
import type { FirePlan, SequenceCell } from "./profile.ts";
import { directSequence } from "./program.ts";

/** One trial of a sequence: shooter after shooter, weapon after weapon, every die. */
export function tellSequence(cell: SequenceCell, { place }: ToTell): Telling {
  const { marks, shooters } = cell;
  const { formations } = boardOf(cell);
  const teller = new Teller();
  let throws: Throw[] = [];
  let declared: FirePlan | undefined;
  const watch: ShootingWatch = {
    begins(shooter, plan) {
      declared = plan;
      teller.section(0, message`${shooters[shooter]!.label}`, { always: true });
      if (plan === undefined) teller.change("nobody is left to shoot at", "C-SH-03");
    },
    struck(shooter, m, before, after) {
      const { salvos } = declared!.fires.find(({ mark }) => mark === m)!;
      const weaponOf = (who: string | undefined) =>
        salvos.find((_, i) => who === `${shooter * marks.length + m}.${i}`)?.volley.label ?? "";
      for (const own of byWeapon(throws))
        teller.part(message`${weaponOf(own[0]!.who)} at ${marks[m]!.label}`, () => tellThrows(teller, own));
      throws = [];
      tellLoss(teller, marks[m]!, formations[m]!, before, after);
    },
    ends(shooter, lost) {
      if (throws.length > 0)
        teller.part(message`Own losses: ${shooters[shooter]!.label}`, () => {
          tellThrows(teller, throws);
          teller.change(message`${lost} model{s} lost`);
        });
      throws = [];
    },
  };
  const dice = diceOfTrial(directSequence(cell).rule, place());
  const penned = new PennedDice(facesOf(dice), (roll) => throws.push(roll));
  const bins = Array.from(directSequence(cell, watch).rule(penned));
  teller.close();
  return { bins, entries: teller.entries, oneOfMany: false };
}

/** Dice one after another, those of one weapon together. */
function byWeapon(throws: readonly Throw[]): Throw[][] {
  const groups: Throw[][] = [];
  for (const roll of throws) {
    if (groups.at(-1)?.[0]?.who === roll.who) groups.at(-1)!.push(roll);
    else groups.push([roll]);
  }
  return groups;
}
