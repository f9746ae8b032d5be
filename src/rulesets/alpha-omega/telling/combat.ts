import type { Throw } from "../../../dice/index.ts";
import { message, type Told } from "../../../rule/message.ts";
import type { Teller } from "../../telling.ts";
import { NUMBERS } from "../book.ts";
import { initiativeOf, type Pair, type Plight } from "../close-combat.ts";
import { woundResult } from "../damage.ts";
import { PINNED, READY } from "../words.ts";
import { tellMedikit, tellState, tellThrow } from "./soldier.ts";

/** Two in a duel, one of `count` against one, as they come to blows. */
export interface Clash {
  readonly pair: Pair;
  readonly count: number;
  readonly plights: readonly [Plight, Plight];
  readonly names: readonly [first: Told, second: Told];
}

const isSecond = ({ who }: Throw): boolean => who === "second";

/** The scores of a duel, and the hits that follow from them (A-CC-05 to A-CC-11). */
export function tellScores(
  teller: Teller,
  { pair, count, plights, names }: Clash,
  throws: readonly Throw[],
  hits: number,
): void {
  for (const roll of throws) {
    const side = isSecond(roll) ? 1 : 0;
    const fighter = side === 1 ? pair.second : pair.first;
    const bonus = fighter.closeCombat[plights[side].shaken ? 1 : 0] + (side === 0 ? NUMBERS[count]!.bonus : 0);
    const added = `${bonus < 0 ? "−" : "+"} ${Math.abs(bonus)}`;
    teller.roll(
      roll,
      message`${names[side]}, score`,
      `${added} = ${Number(roll.answer) + bonus}`.replace("= -", "= −"),
    );
  }
  if (hits !== 0) {
    const [winner, loser] = hits > 0 ? names : [names[1], names[0]];
    const rule = hits === 1 || hits === -1 ? "A-CC-10" : "A-CC-11";
    teller.change(message`${Math.abs(hits)} hit{s} by ${winner} on ${loser}`, rule);
    return;
  }
  const order = initiativeOf(pair, plights);
  // Fear decided where initiative says otherwise.
  const byInitiative = Math.sign(order) === Math.sign(pair.first.initiative - pair.second.initiative);
  teller.change(
    order === 0 ? "uncertain: both strike at once" : message`uncertain: first to strike: ${names[order > 0 ? 0 : 1]}`,
    byInitiative ? "A-CC-08" : "A-CC-09",
  );
}

/** What the hits of a duel do. */
export function tellBlows(
  teller: Teller,
  { pair, plights, names }: Clash,
  throws: readonly Throw[],
  ends: readonly [number, number],
): void {
  // In an uncertain result a soldier may be touched when his state has changed already; nobody is touched twice.
  const wounds = [READY, READY];
  for (const roll of throws) {
    const side = isSecond(roll) ? 1 : 0;
    const defence = side === 1 ? pair.second : pair.first;
    tellThrow(teller, roll, names[1 - side]!, { name: names[side], defence, state: plights[side].state });
    if (roll.rule === "A-WOUND-01")
      wounds[side] = woundResult(Number(roll.answer), defence.bands[plights[side].state]!);
  }
  for (const side of [0, 1] as const)
    if (wounds[side]! > PINNED && wounds[side]! > ends[side])
      tellMedikit(teller, names[side], Math.max(plights[side].state, PINNED));
  for (const side of [0, 1] as const) tellState(teller, names[side], plights[side].state, ends[side]);
}
