import { message, type Told } from "../../../rule/message.ts";
import type { StepTaken } from "../../../rule/trace.ts";
import type { Teller } from "../../telling.ts";
import { woundResult } from "../damage.ts";
import type { RecoveryProfile, Ward } from "../recovery.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { soldierName, statesText, tellState, tellThrow } from "./soldier.ts";

/** The rally phases of a unit, turn by turn: one trace for all its soldiers, or one for each. */
export function tellRecovery(
  teller: Teller,
  { patients, turns }: RecoveryProfile,
  traces: readonly (readonly StepTaken<Ward>[])[],
  unit: string,
): void {
  const nameOf = (soldier: number) => soldierName(unit, soldier, patients.length);
  for (let turn = 0; turn < turns; turn++)
    teller.part(
      message`Turn ${turn + 1}`,
      () => {
        const states = traces.flatMap((trace, first) => {
          const perTurn = trace.length / turns;
          const steps = trace.slice(turn * perTurn, (turn + 1) * perTurn);
          for (const step of steps) tellStep(teller, step, (local) => nameOf(first + local), patients);
          return steps.at(-1)!.after.states;
        });
        teller.change(message`at the end of the turn: ${statesText(states)}`);
      },
      { always: true },
    );
}

function tellStep(
  teller: Teller,
  { before, after, throws }: StepTaken<Ward>,
  nameOf: (local: number) => Told,
  patients: RecoveryProfile["patients"],
): void {
  const told = [...before.states]; // as far as the dice say
  for (const roll of throws) {
    const local = Number(roll.who);
    const { bands } = patients[local]!;
    tellThrow(teller, roll, "", { name: nameOf(local), defence: { bands }, state: before.states[local]! });
    if (roll.rule === "A-RAL-13") told[local] = after.states[local]!;
    else if (after.rolled[local] === READY) told[local] = woundResult(Number(roll.answer), bands[DOWN]);
  }
  const called = after.sacrifices < before.sacrifices;
  if (called) teller.change("the call to sacrifice: whoever is pinned or down is ready again", "A-RAL-18");
  const used = before.medikits === null || after.medikits === null ? 0 : before.medikits - after.medikits;
  if (used > 0) teller.change(message`${used} medikit{s} used`, "A-RAL-17");
  if (called) return;
  const treated = before.rolled.some((state) => state !== READY);
  after.states.forEach((now, i) => {
    const helped = now === PINNED && (treated ? before.rolled[i] !== PINNED : told[i] !== now);
    if (told[i] !== now) tellState(teller, nameOf(i), told[i]!, now, helped ? "A-RAL-17" : undefined);
  });
}
