import { message } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { type Dodge, dodgeProcess } from "../dodge.ts";
import { tellDodge } from "../telling/regroup.ts";
import { soldierName } from "../telling/soldier.ts";
import { READY, STATES } from "../words.ts";
import { type Account, die, woundDice } from "./shot.ts";

export interface DodgeProfile extends Dodge {
  readonly account: Account;
}

export const dodgeKind: Kind = {
  headline: {
    metric: "escaped",
    values: ["yes"],
    text: "of dodges succeed",
    also: { metric: "hits", text: "hits taken on average" },
  },

  ...ofOneProcess({
    process: (profile: DodgeProfile) => dodgeProcess(profile),
    readings: ({ opponents }) => [
      { metric: { name: "hits", values: upTo(opponents.length) }, bin: ({ hitBy }) => hitBy.length },
      { metric: { name: "escaped", values: ["no", "yes"] }, bin: ({ hitBy }) => (hitBy.length === 0 ? 1 : 0) },
      { metric: { name: "state", values: STATES }, bin: ({ state }) => state },
    ],
    tell(teller, profile, trace, { attacker }) {
      const opponents = profile.opponents.map((_, i) => soldierName({ word: "opponent" }, i, profile.opponents.length));
      tellDodge(teller, profile.dodger, trace, attacker, opponents);
    },
  }),

  explain(profile: DodgeProfile): Explanation[] {
    const { dodger, account } = profile;
    const { start, steps } = dodgeProcess(profile);
    return [
      {
        ...account,
        needed: [
          ...(dodger.implacable ? [] : [die("A-SUP-01", "to stay ready after a save", dodger.pin)]),
          ...woundDice(dodger, READY),
        ],
        tree: (dice) => {
          const end = steps.slice(0, -1).reduce((state, step) => step(state)(dice), start);
          return end.hitBy.length === 0 ? "away" : message`hit by ${end.hitBy.length}`;
        },
      },
    ];
  },
};
