import { chainOf, courseAlong, type Play, programOf, retrace } from "../../../rule/index.ts";
import { message } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type Dodge, type DodgeState, dodgeProcess } from "../dodge.ts";
import { tellDodge } from "../telling/regroup.ts";
import { soldierName } from "../telling/soldier.ts";
import { D10, READY, STATES } from "../words.ts";
import type { Account } from "./shot.ts";

export interface DodgeProfile extends Dodge {
  readonly account: Account;
}

function playOf(profile: DodgeProfile): Play<DodgeState> {
  const counts = Array.from({ length: profile.opponents.length + 1 }, (_, count) => count);
  return {
    parts: [chainOf(dodgeProcess(profile))],
    readings: [
      { metric: { name: "hits", values: counts }, bin: ({ hitBy }) => hitBy.length },
      { metric: { name: "escaped", values: ["no", "yes"] }, bin: ({ hitBy }) => (hitBy.length === 0 ? 1 : 0) },
      { metric: { name: "state", values: STATES }, bin: ({ state }) => state },
    ],
    blockSize: 65_536,
  };
}

export const dodgeKind: Kind = {
  headline: {
    metric: "escaped",
    values: ["yes"],
    text: "of dodges succeed",
    also: { metric: "hits", text: "hits taken on average" },
  },

  program: (profile: DodgeProfile) => programOf(playOf(profile)),

  tell(profile: DodgeProfile, { place, chance, attacker }: ToTell): Telling {
    const { bins, paths } = retrace(playOf(profile), place(), chance);
    const teller = new Teller();
    const opponents = profile.opponents.map((_, i) => soldierName({ word: "opponent" }, i, profile.opponents.length));
    tellDodge(teller, profile.dodger, courseAlong(dodgeProcess(profile), paths[0]!, chance), attacker, opponents);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain(profile: DodgeProfile): Explanation[] {
    const { dodger, account } = profile;
    const [pinned, down] = dodger.bands[READY];
    const { start, steps } = dodgeProcess(profile);
    return [
      {
        ...account,
        needed: [
          ...(dodger.implacable
            ? []
            : [{ rule: "A-SUP-01", text: "to stay ready after a save", sides: D10, needed: dodger.pin }]),
          { rule: "A-WOUND-01", text: "wound roll: down from", sides: D10, needed: pinned + 1 },
          { rule: "A-WOUND-01", text: "wound roll: out from", sides: D10, needed: down + 1 },
        ],
        tree: (dice) => {
          const end = steps.slice(0, -1).reduce((state, step) => step(state)(dice), start);
          return end.hitBy.length === 0 ? "away" : message`hit by ${end.hitBy.length}`;
        },
      },
    ];
  },
};
