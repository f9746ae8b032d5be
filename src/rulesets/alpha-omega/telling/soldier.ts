import type { Throw } from "../../../dice/index.ts";
import type { Teller } from "../../telling.ts";
import { type Defence, woundResult } from "../damage.ts";
import { untreated } from "../medikit.ts";
import { DOWN, PINNED, STATES } from "../words.ts";

/** A soldier who takes what the dice give him. */
export interface Victim {
  readonly name: string;
  readonly defence: Pick<Defence, "bands">;
  /** His state while he rolls. */
  readonly state: number;
}

/** Whether one die was met, or how many of several: "hit", "3 hit". */
const met = ({ answer, faces }: Throw, yes: string, no: string): string =>
  typeof answer === "boolean"
    ? answer
      ? yes
      : no
    : faces.length === 1
      ? answer === 1
        ? yes
        : no
      : `${answer} ${yes}`;

/** Tells one throw at or by a soldier: hit, save, pin test, wound roll, and the two rolls of rally. */
export function tellThrow(teller: Teller, roll: Throw, attacker: string, { name, defence, state }: Victim): void {
  const unaided = untreated(defence.bands);
  const wounded = (bands: number) => woundResult(Number(roll.answer), (unaided ?? defence.bands)[bands]!);
  const wound = (bands: number) => STATES[wounded(bands)]!;
  const words: Readonly<Record<string, () => [act: string, result: string]>> = {
    "A-SHOOT-17": () => [`${attacker} at ${name}`, met(roll, "hit", "missed")],
    "A-SAVE-01": () => [`${name}, save`, met(roll, "saved", "not saved")],
    "A-SUP-01": () => [`${name}, pin test`, met(roll, "stays ready", "pinned")],
    "A-WOUND-01": () => [`${name}, wound roll`, wound(state)],
    "A-RAL-13": () => [`${name}, unpinning`, met(roll, "ready", "still pinned")],
    "A-RAL-15": () => [`${name}, care`, wound(DOWN)],
  };
  const [act, result] = words[roll.rule ?? ""]?.() ?? [name, undefined];
  teller.roll(roll, act, result);
  if (unaided && roll.rule === "A-WOUND-01" && wounded(state) > PINNED)
    tellMedikit(teller, name, Math.max(state, PINNED));
}

/** A medikit on a wound (QA-20): what it leaves of down or out. */
export const tellMedikit = (teller: Teller, name: string, state: number): void =>
  teller.change(`medikit: ${name}, ${STATES[state]}`, "A-RAL-17");

/** "Marines 3: pinned", where something changed. */
export function tellState(teller: Teller, name: string, before: number, after: number, rule?: string): void {
  if (before !== after) teller.change(`${name}: ${STATES[after]}`, rule);
}

/** "Marines 3"; the name alone of a soldier on his own. */
export const soldierName = (unit: string, index: number, of: number): string =>
  of === 1 ? unit : `${unit} ${index + 1}`;

/** "7 ready, 2 pinned, 1 out". */
export const statesText = (states: readonly number[]): string =>
  STATES.flatMap((name, state) => {
    const count = states.filter((own) => own === state).length;
    return count === 0 ? [] : [`${count} ${name}`];
  }).join(", ");
