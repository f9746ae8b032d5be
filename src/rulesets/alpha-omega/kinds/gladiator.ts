import { ofOneProcess } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { GLADIATOR_HITS, type Gladiator, gladiatorProcess } from "../gladiator.ts";
import { tellGladiator } from "../telling/regroup.ts";
import { soldierName } from "../telling/soldier.ts";
import { DOWN, PINNED, STATES } from "../words.ts";
import { type Account, die, woundDice } from "./shot.ts";

export interface GladiatorProfile extends Gladiator {
  readonly account: Account;
}

export const gladiatorKind: Kind = {
  headline: {
    metric: "state",
    values: ["down", "out"],
    text: "of pinned enemies are down or out",
    also: { metric: "casualties", text: "down or out on average" },
  },

  ...ofOneProcess({
    process: (profile: GladiatorProfile) => gladiatorProcess(profile),
    readings: ({ enemies }) => [
      { metric: { name: "state", values: STATES }, bin: ({ states }) => states[0]! },
      {
        metric: { name: "casualties", values: upTo(enemies) },
        bin: ({ states }) => states.filter((state) => state >= DOWN).length,
      },
    ],
    tell(teller, { enemy, enemies }, trace, { attacker, defender }) {
      const names = Array.from({ length: enemies }, (_, i) => soldierName(defender, i, enemies));
      tellGladiator(teller, enemy, trace, attacker, names);
    },
  }),

  explain(profile: GladiatorProfile): Explanation[] {
    const { enemy, toSave, account } = profile;
    const { start, steps } = gladiatorProcess(profile);
    return [
      {
        ...account,
        needed: [
          die("A-RAL-07", "to hit a pinned enemy", GLADIATOR_HITS),
          die("A-SAVE-01", "to save", toSave),
          ...woundDice(enemy, PINNED),
        ],
        tree: (dice) => STATES[steps[0]!(start)(dice).states[0]!]!,
      },
    ];
  },
};
