import { message, type Told } from "../../../rule/message.ts";
import type { StepTaken } from "../../../rule/trace.ts";
import type { Teller } from "../../telling.ts";
import { type Defence, woundResult } from "../damage.ts";
import { DODGER, type DodgeState } from "../dodge.ts";
import type { AfterBlow, Gladiator } from "../gladiator.ts";
import { PINNED, READY } from "../words.ts";
import { tellMedikit, tellState, tellThrow } from "./soldier.ts";

/** A dodge: the dodger's die, those of his opponents, and what their hits do (A-RAL-03, A-RAL-04). */
export function tellDodge(
  teller: Teller,
  dodger: Pick<Defence, "bands">,
  trace: readonly StepTaken<DodgeState>[],
  name: Told,
  opponents: readonly Told[],
): void {
  for (const { throws } of trace)
    for (const roll of throws) {
      if (roll.rule !== "A-RAL-03") tellThrow(teller, roll, "", { name, defence: dodger, state: READY });
      else if (roll.who === DODGER) teller.roll(roll, message`${name}, dodge`);
      else teller.roll(roll, message`${opponents[Number(roll.who)]!} at ${name}`, roll.answer ? "hit" : "missed");
    }
  const { hitBy, state } = trace.at(-1)!.after;
  if (hitBy.length === 0) teller.change(message`${name}: dodge succeeds`, "A-RAL-04");
  else {
    teller.change(message`${name}: dodge fails, hit by ${hitBy.length} opponent{s}`, "A-RAL-04");
    tellState(teller, name, READY, state);
  }
}

/** A gladiator among pinned enemies (A-RAL-07). */
export function tellGladiator(
  teller: Teller,
  enemy: Gladiator["enemy"],
  trace: readonly StepTaken<AfterBlow>[],
  name: Told,
  enemies: readonly Told[],
): void {
  for (const { before, after, throws } of trace) {
    for (const roll of throws) {
      const struck = enemies[Number(roll.who)]!;
      if (roll.rule === "A-RAL-07") teller.roll(roll, message`${name} at ${struck}`, roll.answer ? "hit" : "missed");
      else tellThrow(teller, roll, name, { name: struck, defence: enemy, state: PINNED });
    }
    for (const { rule, who, answer } of throws)
      if (rule === "A-WOUND-01" && woundResult(Number(answer), enemy.bands[PINNED]) > after.states[Number(who)]!)
        tellMedikit(teller, enemies[Number(who)]!, after.states[Number(who)]!);
    before.states.forEach((state, i) => void tellState(teller, enemies[i]!, state, after.states[i]!));
  }
}
