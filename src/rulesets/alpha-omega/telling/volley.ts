import { message } from "../../../rule/message.ts";
import type { StepTaken } from "../../../rule/trace.ts";
import type { Teller } from "../../telling.ts";
import type { UnitUnderFire, VolleyProfile } from "../volley.ts";
import { soldierName, tellState, tellThrow } from "./soldier.ts";

/** How a volley went for the soldiers of one process: all of them, or one who is hit on his own. */
export interface SoldierTrace {
  readonly steps: readonly StepTaken<UnitUnderFire>[];
  /** Where its first soldier stands in the whole unit. */
  readonly first: number;
}

/** The book's order (A-SHOOT-18): all hits, then all saves, then wound rolls and pin tests. */
const STAGES = [
  { heading: "Hit rolls", rules: ["A-SHOOT-17"] },
  { heading: "Saves", rules: ["A-SAVE-01"] },
  { heading: "Wound rolls and pin tests", rules: ["A-WOUND-01", "A-SUP-01"] },
] as const;

/** A volley as it was rolled: stage by stage where it is grouped, shot by shot where it is not. */
export function tellVolley(
  teller: Teller,
  { soldiers, reading }: VolleyProfile,
  traces: readonly SoldierTrace[],
  names: { readonly attacker: string; readonly defender: string },
): void {
  const nameOf = (soldier: number) => soldierName(names.defender, soldier, soldiers.length);
  const rolled = ({ steps, first }: SoldierTrace) =>
    steps.flatMap(({ before, throws }) =>
      throws.map((roll) => ({ roll, soldier: first + Number(roll.who), state: before.states[Number(roll.who)]! })),
    );
  const tell = ({ roll, soldier, state }: ReturnType<typeof rolled>[number]) =>
    tellThrow(teller, roll, names.attacker, { name: nameOf(soldier), defence: soldiers[soldier]!, state });
  const tellChanges = ({ steps, first }: SoldierTrace) => {
    const [before, after] = [steps[0]?.before, steps.at(-1)?.after];
    if (before === undefined || after === undefined) return;
    before.states.forEach((state, i) => void tellState(teller, nameOf(first + i), state, after.states[i]!));
    const used = before.medikits - after.medikits;
    if (used > 0) teller.change(message`${used} medikit{s} used`, "A-RAL-17");
  };
  if (reading.volley === "grouped") {
    const all = traces.flatMap(rolled);
    for (const { heading, rules } of STAGES)
      teller.part(heading, () => all.filter(({ roll }) => rules.some((rule) => rule === roll.rule)).forEach(tell));
    teller.part("Result", () => traces.forEach(tellChanges));
    return;
  }
  let shot = 0;
  for (const { steps, first } of traces)
    for (const step of steps)
      teller.part(message`Shot ${++shot}`, () => {
        const trace = { steps: [step], first };
        rolled(trace).forEach(tell);
        tellChanges(trace);
      });
}
