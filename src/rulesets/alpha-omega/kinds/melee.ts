import type { Dice } from "../../../dice/index.ts";
import { chainOf, programOf } from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { lost, type Melee, type MeleeState, meleeProcess } from "../melee.ts";
import { STATES } from "../words.ts";
import { neededInMelee } from "./duel.ts";
import type { Account } from "./shot.ts";

/** Several against one. */
export interface MeleeProfile extends Melee {
  /** One per attacker, the lone soldier's last. */
  readonly accounts: readonly Account[];
}

/** Plays a complex duel with the given dice: every attacker's state is told. */
export function playMelee(melee: Melee, dice: Dice): MeleeState {
  const { start, steps } = meleeProcess(melee);
  return steps.reduce((state, step) => step(state)(dice), start);
}

export const meleeKind: Kind = {
  headline: {
    metric: "loneState",
    values: ["down", "out"],
    text: "of fights put the lone soldier down or out",
    also: { metric: "attackersLost", text: "attackers down or out on average" },
  },

  program(profile: MeleeProfile) {
    const counts = Array.from({ length: profile.pairs.length + 1 }, (_, count) => count);
    return programOf({
      parts: [chainOf(meleeProcess(profile))],
      readings: [
        { metric: { name: "loneState", values: STATES }, bin: ({ lone }) => lone.state },
        { metric: { name: "attackersLost", values: counts }, bin: lost },
      ],
      blockSize: 65_536,
    });
  },

  explain(profile: MeleeProfile): Explanation[] {
    const fighters = [...profile.pairs.map(({ first }) => first), profile.pairs[0]!.second];
    const told = new Set<string>();
    return fighters.flatMap((fighter, i) => {
      const account = profile.accounts[i]!;
      const key = JSON.stringify([account, fighter]);
      if (told.has(key)) return [];
      told.add(key);
      const { start, steps } = meleeProcess(profile);
      return [
        {
          ...account,
          needed: neededInMelee(fighter),
          tree: (dice: Dice) => {
            const { lone, fought } = steps[1]!(steps[0]!(start)(dice))(dice);
            return `first duel: attacker ${STATES[fought[0]!]}, lone soldier ${STATES[lone.state]}`;
          },
        },
      ];
    });
  },
};
