import { message } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { clash, entering } from "../close-combat.ts";
import { lost, type Melee, meleeProcess } from "../melee.ts";
import { tellMelee } from "../telling/melee.ts";
import { soldierName } from "../telling/soldier.ts";
import { STATES } from "../words.ts";
import { defeat } from "./duel.ts";
import type { Account } from "./shot.ts";

/** Several against one. */
export interface MeleeProfile extends Melee {
  /** One per attacker, the lone soldier's last. */
  readonly accounts: readonly Account[];
}

export const meleeKind: Kind = {
  headline: {
    metric: "loneState",
    values: ["down", "out"],
    text: "of fights put the lone soldier down or out",
    also: { metric: "attackersLost", text: "attackers down or out on average" },
  },

  ...ofOneProcess({
    process: (profile: MeleeProfile) => meleeProcess(profile),
    readings: ({ pairs }) => [
      { metric: { name: "loneState", values: STATES }, bin: ({ lone }) => lone.state },
      { metric: { name: "attackersLost", values: upTo(pairs.length) }, bin: lost },
    ],
    tell(teller, profile, trace, { attacker, defender }) {
      const names = profile.pairs.map((_, i) => soldierName(attacker, i, profile.pairs.length));
      trace.forEach((step, i) => {
        const duel = i >> 1;
        if (i % 2 === 0) teller.section(0, message`${names[duel]!} against ${defender}`);
        tellMelee(teller, profile, step, [names[duel]!, defender]);
      });
      teller.close();
    },
  }),

  explain(profile: MeleeProfile): Explanation[] {
    const { pairs, reading, accounts } = profile;
    const fighters = [...pairs.map(({ first }) => first), pairs[0]!.second];
    const told = new Map<string, Explanation>();
    fighters.forEach((fighter, i) => {
      told.set(JSON.stringify([accounts[i], fighter]), defeat(accounts[i]!, fighter));
    });
    const [pair] = pairs;
    const plights = [entering(pair!.first), entering(pair!.second)] as const;
    return [
      ...told.values(),
      {
        title: "The scores of the first duel",
        steps: [{ rule: "A-CC-05", text: "kept die and CC of the attacker against those of the lone soldier" }],
        needed: [],
        tree: (dice) => {
          const hits = clash(pair!, pairs.length, plights, reading.hitBands)(dice);
          if (hits === 0) return "uncertain";
          return hits > 0 ? message`${hits} on the lone soldier` : message`${-hits} on the attacker`;
        },
      },
    ];
  },
};
