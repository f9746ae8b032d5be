import type { StepTaken } from "../../../rule/index.ts";
import type { Teller } from "../../telling.ts";
import { type Melee, type MeleeState, plightsOf } from "../melee.ts";
import { tellBlows, tellScores } from "./combat.ts";

/** One step of a complex duel: the scores of the next attacker and the lone soldier, or the hits that follow. */
export function tellMelee(
  teller: Teller,
  melee: Melee,
  { before, after, throws }: StepTaken<MeleeState>,
  names: readonly [attacker: string, lone: string],
): void {
  const duel = before.fought.length;
  const clash = {
    pair: melee.pairs[duel]!,
    count: melee.pairs.length - before.dropped,
    plights: plightsOf(melee, before),
    names,
  };
  if (before.clashed !== null) {
    tellBlows(teller, clash, throws, [after.fought[duel]!, after.lone.state]);
  } else if (after.clashed !== null) tellScores(teller, clash, throws, after.clashed);
  else if (after.fought.length === duel) teller.change(`no more fight in ${names[1]}; free: ${names[0]}`, "A-CC-13");
}
