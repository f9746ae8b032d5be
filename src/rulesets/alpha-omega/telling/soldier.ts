import type { Stream, Throw } from "../../../dice/index.ts";
import { fallTo } from "../../../rule/fall.ts";
import { message, row, type Sentence, type Told } from "../../../rule/message.ts";
import type { Rule } from "../../../rule/rule.ts";
import type { Teller } from "../../telling.ts";
import { type Defence, woundResult } from "../damage.ts";
import { untreated } from "../medikit.ts";
import { DOWN, PINNED, STATES } from "../words.ts";

/** A soldier who takes what the dice give him. */
export interface Victim {
  readonly name: Told;
  readonly defence: Pick<Defence, "bands">;
  /** His state while he rolls. */
  readonly state: number;
}

/** The dice of a rule that came out as it did, and the outcome they give. */
export function thrown<T>(
  rule: Rule<T>,
  id: string,
  isIt: (outcome: T) => boolean,
  chance: Stream,
): { readonly throws: readonly Throw[]; readonly outcome: T } {
  const throws: Throw[] = [];
  const outcome = fallTo(rule, id, isIt, chance, (roll) => throws.push(roll));
  return { throws, outcome };
}

/** Whether one die was met, or how many of several: "hit", "3 hit". */
const met = ({ answer, faces }: Throw, yes: string, no: string): Sentence =>
  typeof answer === "boolean"
    ? answer
      ? yes
      : no
    : faces.length === 1
      ? answer === 1
        ? yes
        : no
      : { say: `{} ${yes}`, with: [Number(answer)] };

/** Tells one throw at or by a soldier: hit, save, pin test, wound roll, and the two rolls of rally. */
export function tellThrow(teller: Teller, roll: Throw, attacker: Told, { name, defence, state }: Victim): void {
  const unaided = untreated(defence.bands);
  const wounded = (bands: number) => woundResult(Number(roll.answer), (unaided ?? defence.bands)[bands]!);
  const wound = (bands: number) => STATES[wounded(bands)]!;
  const words: Readonly<Record<string, () => [act: Told, result: Sentence]>> = {
    "A-SHOOT-17": () => [message`${attacker} at ${name}`, met(roll, "hit", "missed")],
    "A-SAVE-01": () => [message`${name}, save`, met(roll, "saved", "not saved")],
    "A-SUP-01": () => [message`${name}, pin test`, met(roll, "stays ready", "pinned")],
    "A-WOUND-01": () => [message`${name}, wound roll`, wound(state)],
    "A-RAL-13": () => [message`${name}, unpinning`, met(roll, "ready", "still pinned")],
    "A-RAL-15": () => [message`${name}, care`, wound(DOWN)],
  };
  const [act, result] = words[roll.rule ?? ""]?.() ?? [name, undefined];
  teller.roll(roll, message`${act}`, result);
  if (unaided && roll.rule === "A-WOUND-01" && wounded(state) > PINNED)
    tellMedikit(teller, name, Math.max(state, PINNED));
}

/** A medikit on a wound (QA-20): what it leaves of down or out. */
export const tellMedikit = (teller: Teller, name: Told, state: number): void =>
  teller.change(message`medikit: ${name}, ${{ word: STATES[state]! }}`, "A-RAL-17");

/** "Marines 3: pinned", where something changed. */
export function tellState(teller: Teller, name: Told, before: number, after: number, rule?: string): void {
  if (before !== after) teller.change(message`${name}: ${{ word: STATES[after]! }}`, rule);
}

/** "Marines 3"; the name alone of a soldier on his own. */
export const soldierName = (unit: Told, index: number, of: number): Told =>
  of === 1 ? unit : message`${unit} ${index + 1}`;

const COUNTED = {
  ready: (count: number) => message`${count} ready`,
  pinned: (count: number) => message`${count} pinned`,
  down: (count: number) => message`${count} down`,
  out: (count: number) => message`${count} out`,
};

/** "7 ready, 2 pinned, 1 out". */
export const statesText = (states: readonly number[]): Told =>
  row(
    STATES.flatMap((word, state) => {
      const count = states.filter((code) => code === state).length;
      return count === 0 ? [] : [COUNTED[word](count)];
    }),
  );
