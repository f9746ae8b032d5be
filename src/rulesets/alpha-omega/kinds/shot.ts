import type { Process } from "../../../rule/chain.ts";
import type { Sentence } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import type { Explanation, Kind, Needed, Step } from "../../ruleset.ts";
import type { Defence } from "../damage.ts";
import { type Fire, shot } from "../shooting.ts";
import { tellThrow } from "../telling/soldier.ts";
import { D10, SHOT_OUTCOMES } from "../words.ts";

/** One shot of one soldier at one soldier. */
export interface ShotProfile {
  readonly fire: Fire;
  readonly defence: Defence;
  /** The target's state before the shot: ready, pinned or down. */
  readonly state: number;
  readonly account: Account;
}

/** How the needed dice came about, for `explain`. */
export interface Account {
  readonly title: Sentence;
  readonly steps: readonly Step[];
}

export const die = (rule: string, text: string, needed: number): Needed => ({ rule, text, sides: D10, needed });

/** What the wound roll of a soldier in `state` has to show. */
export function woundDice({ bands }: Pick<Defence, "bands">, state: number): Needed[] {
  const [pinned, down] = bands[state]!;
  return [die("A-WOUND-01", "wound roll: down from", pinned + 1), die("A-WOUND-01", "wound roll: out from", down + 1)];
}

/** The dice a soldier in `state` and whoever fires at him have to meet. */
export const neededDice = (fire: Fire, defence: Defence, state: number): Needed[] => [
  die("A-SHOOT-17", "to hit", fire.toHit[state]!),
  ...(state < 2 || defence.downSaves ? [die("A-SAVE-01", "to save", fire.toSave)] : []),
  ...(state === 0 && !defence.implacable ? [die("A-SUP-01", "to stay ready after a save", defence.pin)] : []),
  ...woundDice(defence, state),
];

/** The shot as a process of one step. */
const processOf = ({ fire, defence, state }: ShotProfile): Process<number> => ({
  id: "A-SHOOT-17",
  start: -1,
  key: (outcome) => outcome,
  steps: [() => shot(fire, defence, state)],
});

export const shotKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["down", "out"],
    text: "of shots put the target down or out",
    also: { metric: "outcome", values: ["out"], text: "out (for good)", isPart: true },
  },

  ...ofOneProcess({
    process: processOf,
    readings: () => [{ metric: { name: "outcome", values: SHOT_OUTCOMES }, bin: (outcome) => Math.max(0, outcome) }],
    tell(teller, { defence, state }, trace, { attacker, defender }) {
      for (const { throws } of trace)
        for (const roll of throws) tellThrow(teller, roll, attacker, { name: defender, defence, state });
    },
  }),

  explain({ fire, defence, state, account }: ShotProfile): Explanation[] {
    return [
      {
        title: account.title,
        steps: account.steps,
        needed: neededDice(fire, defence, state),
        tree: (dice) => SHOT_OUTCOMES[shot(fire, defence, state)(dice)]!,
      },
    ];
  },
};
