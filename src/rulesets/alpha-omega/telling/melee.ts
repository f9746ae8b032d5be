import { message, type Told } from "../../../rule/message.ts";
import type { StepTaken } from "../../../rule/trace.ts";
import type { Teller } from "../../telling.ts";
import { mostHits } from "../close-combat.ts";
import { type Melee, type MeleeState, pairIn, plightsOf } from "../melee.ts";
import { tellBlows, tellScores } from "./combat.ts";

/** One step of a complex duel: the scores of the next attacker and the lone soldier, or the hits that follow. */
export function tellMelee(
  teller: Teller,
  melee: Melee,
  { before, after, throws }: StepTaken<MeleeState>,
  names: readonly [attacker: Told, lone: Told],
): void {
  const duel = before.fought.length;
  const clash = {
    pair: pairIn(melee, before),
    count: melee.pairs.length - before.dropped,
    plights: plightsOf(melee, before),
    names,
  };
  if (before.clashed !== null) {
    tellHeldBack(teller, melee, before, after, names[1]);
    tellBlows(teller, clash, throws, [after.fought[duel]!, after.lone.state]);
  } else if (after.clashed !== null) tellScores(teller, clash, throws, after.clashed);
  else if (after.fought.length === duel)
    teller.change(message`no more fight in ${names[1]}; free: ${names[0]}`, "A-CC-13");
}

/** Hits that the lone soldier does not inflict: he has no more of them, or keeps them (A-CC-17, A-CC-18). */
function tellHeldBack(teller: Teller, { reading }: Melee, before: MeleeState, after: MeleeState, lone: Told): void {
  const { hitCap } = reading;
  const scored = before.clashed! < 0 ? -before.clashed! : Number(before.clashed === 0);
  const most = mostHits(hitCap, before.left);
  if (scored > most) teller.change(message`hits left to ${lone}: ${most}`, "A-CC-17");
  const inflicted = before.left - after.left;
  const kept = Math.min(scored, most) - inflicted;
  if (before.clashed! < 0 && typeof hitCap === "object" && "hits" in hitCap && kept > 0)
    teller.change(message`hits kept back by ${lone}: ${kept}`, "A-CC-18");
}
