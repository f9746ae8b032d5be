import type { Rule } from "../../../rule/rule.ts";
import { ofOneProcess } from "../../define.ts";
import type { Kind } from "../../ruleset.ts";
import type { ToTell } from "../../telling.ts";
import { tellRoll } from "../telling.ts";

/** A cell that is one rule: its outcome is a bin of the one metric. */
export interface Single {
  readonly id: string;
  readonly values: readonly string[];
  readonly rule: Rule<number>;
}

/** The one unit of a cell that has one. */
const named = ({ attacker, defender }: ToTell): string => (attacker === "-" ? defender : attacker);

/** What plays and tells a kind of such cells; `isAtTarget`: the attacker rolls at the defender, else the one unit rolls. */
export const ofOneRule = <P>(singleOf: (profile: P) => Single, isAtTarget = false): Pick<Kind, "program" | "tell"> =>
  ofOneProcess<P, number>({
    process(profile) {
      const { id, rule } = singleOf(profile);
      return { id, start: -1, key: (outcome) => outcome, steps: [() => rule] };
    },
    readings: (profile) => [
      { metric: { name: "outcome", values: singleOf(profile).values }, bin: (outcome) => Math.max(0, outcome) },
    ],
    tell(teller, _, trace, ask) {
      const [who, target] = isAtTarget ? [ask.attacker, ask.defender] : [named(ask), ""];
      for (const { throws } of trace) for (const roll of throws) tellRoll(teller, roll, who, target);
    },
  });
