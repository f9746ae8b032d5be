import { chainOf, courseAlong, type Play, programOf, retrace } from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type AfterBlow, GLADIATOR_HITS, type Gladiator, gladiatorProcess } from "../gladiator.ts";
import { tellGladiator } from "../telling/regroup.ts";
import { soldierName } from "../telling/soldier.ts";
import { D10, DOWN, PINNED, STATES } from "../words.ts";
import type { Account } from "./shot.ts";

export interface GladiatorProfile extends Gladiator {
  readonly account: Account;
}

function playOf(profile: GladiatorProfile): Play<AfterBlow> {
  const counts = Array.from({ length: profile.enemies + 1 }, (_, count) => count);
  return {
    parts: [chainOf(gladiatorProcess(profile))],
    readings: [
      { metric: { name: "state", values: STATES }, bin: ({ states }) => states[0]! },
      {
        metric: { name: "casualties", values: counts },
        bin: ({ states }) => states.filter((state) => state >= DOWN).length,
      },
    ],
    blockSize: 65_536,
  };
}

export const gladiatorKind: Kind = {
  headline: {
    metric: "state",
    values: ["down", "out"],
    text: "of pinned enemies are down or out",
    also: { metric: "casualties", text: "down or out on average" },
  },

  program: (profile: GladiatorProfile) => programOf(playOf(profile)),

  tell(profile: GladiatorProfile, { place, chance, attacker, defender }: ToTell): Telling {
    const { bins, paths } = retrace(playOf(profile), place(), chance);
    const teller = new Teller();
    const names = Array.from({ length: profile.enemies }, (_, i) => soldierName(defender, i, profile.enemies));
    tellGladiator(teller, profile.enemy, courseAlong(gladiatorProcess(profile), paths[0]!, chance), attacker, names);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain(profile: GladiatorProfile): Explanation[] {
    const { enemy, toSave, account } = profile;
    const [pinned, down] = enemy.bands[PINNED];
    const die = (rule: string, text: string, needed: number) => ({ rule, text, sides: D10, needed });
    const { start, steps } = gladiatorProcess(profile);
    return [
      {
        ...account,
        needed: [
          die("A-RAL-07", "to hit a pinned enemy", GLADIATOR_HITS),
          die("A-SAVE-01", "to save", toSave),
          die("A-WOUND-01", "wound roll: down from", pinned + 1),
          die("A-WOUND-01", "wound roll: out from", down + 1),
        ],
        tree: (dice) => STATES[steps[0]!(start)(dice).states[0]!]!,
      },
    ];
  },
};
