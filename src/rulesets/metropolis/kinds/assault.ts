import { chainOf, directProgramOf, type Metric, type Program, programOf, RuleError } from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { type AssaultProfile, assaultProcess, meleeOf } from "../assault.ts";
import { OnDice } from "../chance.ts";
import type { Fighter, Melee } from "../melee.ts";
import { MELEE_WINNERS, PANICKED, ROUTED } from "../words.ts";
import { type Account, upTo } from "./account.ts";

/** What an account tells: the blow of one model in one stance. */
export interface BlowAccount extends Account {
  readonly toHit: number;
  readonly toWound: number;
}

export interface AssaultCell extends AssaultProfile {
  readonly accounts: readonly BlowAccount[];
}

interface Measure {
  readonly metric: Metric;
  readonly of: (melee: Melee) => number;
}

const STATES = ["steady", "panicked", "routed", "destroyed"] as const;
const stateOf = ({ nerve, ranks }: Fighter): number =>
  nerve === ROUTED ? 2 : ranks.standing === 0 ? 3 : nerve === PANICKED ? 1 : 0;

const BLOCK = 16_384;
/** Blows beyond which an assault is played blow by blow. */
const MOST_BLOWS = 60;

function measures({ attacker, defender }: AssaultProfile): Measure[] {
  const [first, second] = [attacker.standing, defender.standing];
  return [
    { metric: { name: "winner", values: MELEE_WINNERS }, of: (melee) => melee.winner },
    {
      metric: { name: "attackerRemoved", values: upTo(first) },
      of: (melee) => first - melee.first.ranks.standing,
    },
    {
      metric: { name: "defenderRemoved", values: upTo(second) },
      of: (melee) => second - melee.second.ranks.standing,
    },
    { metric: { name: "attackerState", values: STATES }, of: (melee) => stateOf(melee.first) },
    { metric: { name: "defenderState", values: STATES }, of: (melee) => stateOf(melee.second) },
  ];
}

export const assaultKind: Kind = {
  headline: {
    metric: "winner",
    values: ["attacker"],
    text: "of assaults are won by the attacker",
    also: { metric: "defenderRemoved", text: "defenders removed on average" },
  },
  losses: { attacker: { metric: "attackerRemoved" }, defender: { metric: "defenderRemoved" } },

  program(profile: AssaultCell): Program {
    const wanted = measures(profile);
    const small = profile.attacker.standing <= MOST_BLOWS && profile.defender.standing <= MOST_BLOWS;
    try {
      if (small)
        return programOf({
          parts: [chainOf(assaultProcess(profile))],
          readings: wanted.map(({ metric, of }) => ({ metric, bin: of })),
          blockSize: BLOCK,
        });
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
    }
    return blowByBlow(profile, wanted);
  },

  explain: ({ accounts }: AssaultCell): Explanation[] =>
    accounts.map((account) => ({
      ...account,
      tree: (dice) => {
        const chance = new OnDice(dice);
        if (!chance.passes(account.toHit, "B-CC-02")) return "miss";
        return chance.passes(account.toWound, "B-DMG-01") ? "wound" : "noWound";
      },
    })),
};

function blowByBlow(profile: AssaultProfile, wanted: readonly Measure[]): Program {
  const start = meleeOf(profile);
  return directProgramOf({
    id: "B-CC-01",
    metrics: wanted.map(({ metric }) => metric),
    rule: (dice) => {
      const chance = new OnDice(dice);
      const melee = start.copy();
      for (let round = 0; round < profile.rounds && melee.isOn; round++) melee.fight(chance);
      return wanted.map(({ of }) => of(melee));
    },
    blockSize: BLOCK,
    exact: "the models of the two sides can be left in too many ways",
  });
}
